//! What the pieces of divisions are worth, by endgame tables and safe moves, remembered: in a search the same pieces
//! come again and again, since a move changes few of them.

use otrera_board::{Bits, Geometry};
use otrera_cgt::Assurance;

use crate::division::Fill;
use crate::plodding::plod;
use crate::safe_moves::Ground;
use crate::tables::{TableFill, Tables};

/// Judges pieces of one board.
#[derive(Debug)]
pub struct Pieces<'a, B> {
    tables: Option<&'a Tables>,
    /// The most empty squares of a ground that the tables may know.
    most_empty: u32,
    remembered: Box<[Remembered<B>]>,
}

/// The contents of a piece as three sets: the squares that are empty or hold amazons of ours, those that are empty or
/// hold the enemy's, and our blockers. No two pieces have the same, since a square holds one thing at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Contents<B>([B; 3]);

impl<B: Bits> Contents<B> {
    #[inline]
    fn new(empty: B, enemy: B, own: B, blockers: B) -> Contents<B> {
        Contents([empty | own, empty | enemy, blockers])
    }

    /// Where to look for it.
    #[inline]
    fn place(&self) -> usize {
        let hash = self.0.into_iter().fold(0u64, |hash, set| {
            let wide = set.widen();
            (hash.rotate_left(26) ^ wide as u64 ^ (wide >> 64) as u64).wrapping_mul(FACTOR)
        });
        (hash >> (u64::BITS - REMEMBERED.ilog2())) as usize
    }
}

/// Odd, and about 2^64 over the golden ratio.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// A piece and what is sure in it, in half a cache line. No board has so many squares that this is too small.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Remembered<B> {
    contents: Contents<B>,
    least: i16,
    star: i16,
    first: i16,
}

impl<B: Bits> Remembered<B> {
    #[inline]
    fn new(contents: Contents<B>, sure: Assurance) -> Remembered<B> {
        let [least, star, first] = [sure.least, sure.star, sure.first].map(|sure| sure as i16);
        Remembered { contents, least, star, first }
    }

    #[inline]
    fn sure(&self) -> Assurance {
        let [least, star, first] = [self.least, self.star, self.first].map(i32::from);
        Assurance { least, star, first }
    }
}

/// How many pieces are remembered: what fits into a core's own memory.
const REMEMBERED: usize = 1 << 13;

impl<'a, B: Bits> Pieces<'a, B> {
    /// With nothing remembered.
    pub fn new(tables: Option<&'a Tables>) -> Pieces<'a, B> {
        // No piece is without empty squares.
        let nothing = Remembered::new(Contents([B::EMPTY; 3]), Assurance::at_least(0));
        Pieces {
            tables,
            // Amazons of both sides take two.
            most_empty: tables.map_or(0, Tables::most_squares).saturating_sub(2),
            remembered: vec![nothing; REMEMBERED].into(),
        }
    }

    /// The most empty squares of a ground that tables may know.
    #[inline]
    pub(crate) fn most_empty(&self) -> u32 {
        self.most_empty
    }

    /// Those of a board with these unburnt squares.
    #[inline]
    pub(crate) fn of(&mut self, unburnt: B) -> PiecesOf<'_, 'a, B> {
        PiecesOf { pieces: self, unburnt }
    }
}

/// Judges the pieces of one division.
pub(crate) struct PiecesOf<'p, 'a, B> {
    pieces: &'p mut Pieces<'a, B>,
    unburnt: B,
}

impl<B: Bits> PiecesOf<'_, '_, B> {
    /// What is remembered of a piece, or else found, by tables if there are any.
    #[inline]
    fn remembered(
        &mut self,
        contents: Contents<B>,
        find: impl FnOnce(Option<TableFill<'_, B>>) -> Assurance,
    ) -> Assurance {
        let place = contents.place();
        let remembered = self.pieces.remembered[place];
        if remembered.contents == contents {
            return remembered.sure();
        }
        let sure = find(self.by_tables());
        self.pieces.remembered[place] = Remembered::new(contents, sure);
        sure
    }

    fn by_tables(&self) -> Option<TableFill<'_, B>> {
        Some(TableFill { tables: self.pieces.tables?, unburnt: self.unburnt })
    }
}

impl<B: Bits> Fill<B> for PiecesOf<'_, '_, B> {
    #[inline]
    fn moves(&mut self, geometry: &'static Geometry<B>, amazons: [B; 2], empty: B) -> u32 {
        // Only grounds have amazons of the enemy.
        let contents = Contents::new(empty, B::EMPTY, amazons[0], amazons[1]);
        let sure = self.remembered(contents, |by_tables| {
            let moves = match by_tables {
                Some(mut by_tables) => by_tables.moves(geometry, amazons, empty),
                None => plod(geometry, amazons, empty, |_| {}),
            };
            Assurance::at_least(moves as i32)
        });
        sure.least as u32
    }

    #[inline]
    fn assurance(
        &mut self,
        geometry: &'static Geometry<B>,
        ground: &Ground<B>,
        own: B,
        occupied: B,
    ) -> Assurance {
        let blockers = match self.by_tables() {
            Some(by_tables) => by_tables.blockers(geometry, ground, own),
            None => B::EMPTY,
        };
        // What is occupied elsewhere makes no difference: the enemy slides over squares of the ground alone.
        let contents = Contents::new(ground.empty, ground.enemy, own, blockers);
        self.remembered(contents, |by_tables| match by_tables {
            Some(mut by_tables) => by_tables.assurance(geometry, ground, own, occupied),
            None => ground.assurance(geometry, own, occupied),
        })
    }
}
