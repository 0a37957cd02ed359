//! What one player is sure of on a whole board, all areas at once: whether that decides is asked at every node of a
//! search.
//!
//! **Sound:** it is one division of the board, so what he is sure of in its pieces adds up, whatever areas they
//! are in. He wins if that is G ≥ 0, or G ⊳ 0 where he moves first.

use otrera_board::{Bits, Geometry};
use otrera_cgt::Assurance;

use crate::connect::flood;
use crate::division::Division;
use crate::static_bounds::Plodding;

/// A board as one player sees it.
#[derive(Clone, Copy, Debug)]
pub struct Stake<B: 'static> {
    geometry: &'static Geometry<B>,
    amazons: [B; 2],
    empty: B,
    /// How far the enemy comes while we stand.
    reach: B,
}

/// A board as he divides it.
#[derive(Debug)]
pub struct Divided<B: 'static>(Division<B>);

impl<B: Bits> Stake<B> {
    /// The board of a player with these amazons, his and the enemy's, and these empty squares.
    #[inline]
    pub fn new(geometry: &'static Geometry<B>, amazons: [B; 2], empty: B) -> Stake<B> {
        let [_, enemy] = amazons;
        Stake { geometry, amazons, empty, reach: flood(geometry, enemy, empty | enemy) }
    }

    /// No less than he can be sure of: the squares he keeps less those he does not, and what safe moves give
    /// at most in each ground.
    #[inline]
    pub fn at_most(&self) -> i32 {
        let Stake { geometry, amazons: [own, _], empty, reach } = *self;
        let steps = geometry.spread(own) & reach & empty;
        let mut most = (empty & !reach).count() as i32 - (empty & reach).count() as i32;
        let mut open = steps;
        // Grounds without a step give nothing.
        while let Some(seed) = open.first() {
            let ground = flood(geometry, B::of(seed), reach);
            most += match (ground & steps).count() {
                // One answer, or a first step and an answer after it.
                1 | 2 => 3,
                // Two answers.
                _ => 4,
            };
            open &= !ground;
        }
        most
    }

    /// Divides the board.
    #[inline]
    pub fn divide(&self) -> Divided<B> {
        let Stake { geometry, amazons, empty, reach } = *self;
        let occupied = geometry.board() & !empty;
        Divided(Division::with_reach(geometry, amazons, empty, occupied, reach))
    }
}

impl<B: Bits> Divided<B> {
    /// What he is sure of by the improved partition, its territories filled by plodding.
    pub fn assurance(&self) -> Assurance {
        self.0.assurance(&mut Plodding)
    }
}
