//! Does a player win a whole board by what he is sure of, all areas at once? Asked at every node of a search.
//!
//! **Sound:** it is one division of the board, so what he is sure of in its pieces adds up, whatever areas they
//! are in. He wins if that is G ≥ 0, or G ⊳ 0 where he moves first.

use otrera_board::{Bits, Geometry};
use otrera_cgt::{Assurance, AssuranceSum};

use crate::connect::{connected_pieces, flood};
use crate::division::{Division, Fill};
use crate::pieces::Pieces;
use crate::safe_moves::Ground;

/// A board as one player sees it.
#[derive(Clone, Copy, Debug)]
pub struct Stake<B: 'static> {
    geometry: &'static Geometry<B>,
    amazons: [B; 2],
    empty: B,
    /// How far the enemy comes while we stand.
    reach: B,
}

impl<B: Bits> Stake<B> {
    /// The board of a player with these amazons, his and the enemy's, and these empty squares.
    #[inline]
    pub fn new(geometry: &'static Geometry<B>, amazons: [B; 2], empty: B) -> Stake<B> {
        let [_, enemy] = amazons;
        Stake { geometry, amazons, empty, reach: flood(geometry, enemy, empty | enemy) }
    }

    /// About the most that he can be sure of if he moves first or second: the squares he keeps less those
    /// he does not, and what safe moves and tables may give in each ground.
    ///
    /// Without tables it is no less than that. With them it is a guess, which may keep us from a look-up
    /// that would have helped, and decides nothing.
    #[inline]
    pub fn at_most(&self, moves_first: bool, pieces: &Pieces<'_, B>) -> i32 {
        let Stake { geometry, amazons: [own, _], empty, reach } = *self;
        let steps = geometry.spread(own) & reach & empty;
        let mut most = (empty & !reach).count() as i32 - (empty & reach).count() as i32;
        // What moving first gains in one of them.
        let mut gain = -1;
        let mut open = steps;
        // Grounds without a step give nothing.
        while let Some(seed) = open.first() {
            let ground = flood(geometry, B::of(seed), reach);
            let squares = (ground & empty).count();
            most += match (ground & steps).count() {
                // Tables seldom find more than a move for each step and one more.
                steps if squares <= pieces.most_empty() => {
                    (steps.min(3) + 1).min(2 * squares) as i32
                }
                // Two answers: three steps, and five squares after each.
                3.. if squares > 5 => 4,
                _ => {
                    gain = 1;
                    2
                }
            };
            open &= !ground;
        }
        if moves_first { most + gain } else { most }
    }

    /// Does he win with so many free moves, or so many fewer than the enemy?
    #[inline]
    pub fn wins(&self, free: i32, moves_first: bool, pieces: &mut Pieces<'_, B>) -> bool {
        let is_won =
            |sure: Assurance| free + if moves_first { sure.first } else { sure.least } >= 0;
        free + self.at_most(moves_first, pieces) >= 0
            && is_won(self.at_best(pieces))
            && self.divide().reaches(&mut pieces.of(self.unburnt()), is_won)
    }

    /// What he would be sure of if he could fill all he keeps, and use each amazon in every ground beside her: no
    /// division gives more. It tells without one what most are asked for.
    #[inline]
    fn at_best(&self, pieces: &mut Pieces<'_, B>) -> Assurance {
        let Stake { geometry, amazons: [own, enemy], empty, reach } = *self;
        let occupied = geometry.board() & !empty;
        let mut pieces = pieces.of(self.unburnt());
        let mut sum = AssuranceSum::default();
        sum.add(Assurance::at_least((empty & !reach).count() as i32));
        for squares in connected_pieces(geometry, reach) {
            let ground = Ground { empty: squares & empty, enemy: squares & enemy };
            if !ground.empty.is_empty() {
                let beside = own & geometry.spread(squares);
                sum.add(pieces.assurance(geometry, &ground, beside, occupied));
            }
        }
        sum.total()
    }

    /// What he is sure of by the improved partition.
    pub fn assurance(&self, pieces: &mut Pieces<'_, B>) -> Assurance {
        self.divide().assurance(&mut pieces.of(self.unburnt()))
    }

    fn unburnt(&self) -> B {
        self.empty | self.amazons[0] | self.amazons[1]
    }

    #[inline]
    fn divide(&self) -> Division<B> {
        let Stake { geometry, amazons, empty, reach } = *self;
        let occupied = geometry.board() & !empty;
        Division::with_reach(geometry, amazons, empty, occupied, reach)
    }
}
