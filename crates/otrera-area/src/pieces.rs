//! What the pieces of divisions are worth, by endgame tables and safe moves, remembered: in a search the same pieces
//! come again and again, since a move changes few of them.

use std::hash::{Hash, Hasher};

use otrera_board::{Bits, Geometry};
use otrera_cgt::Assurance;
use rustc_hash::FxHasher;

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

/// The contents of a piece: its empty squares, the enemy's amazons, ours, and those of ours that are blockers.
type Contents<B> = [B; 4];

#[derive(Clone, Copy, Debug)]
struct Remembered<B> {
    contents: Contents<B>,
    sure: Assurance,
}

/// How many pieces are remembered: what fits into a core's own memory.
const REMEMBERED: usize = 1 << 13;

impl<'a, B: Bits> Pieces<'a, B> {
    /// With nothing remembered.
    pub fn new(tables: Option<&'a Tables>) -> Pieces<'a, B> {
        // No piece is without empty squares.
        let nothing = Remembered { contents: [B::EMPTY; 4], sure: Assurance::at_least(0) };
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
        let mut hasher = FxHasher::default();
        contents.hash(&mut hasher);
        let place = (hasher.finish() >> 20) as usize % REMEMBERED;
        if self.pieces.remembered[place].contents != contents {
            let sure = find(self.by_tables());
            self.pieces.remembered[place] = Remembered { contents, sure };
        }
        self.pieces.remembered[place].sure
    }

    fn by_tables(&self) -> Option<TableFill<'_, B>> {
        Some(TableFill { tables: self.pieces.tables?, unburnt: self.unburnt })
    }
}

impl<B: Bits> Fill<B> for PiecesOf<'_, '_, B> {
    #[inline]
    fn moves(&mut self, geometry: &'static Geometry<B>, amazons: [B; 2], empty: B) -> u32 {
        // Only grounds have amazons of the enemy.
        let contents = [empty, B::EMPTY, amazons[0], amazons[1]];
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
        self.remembered([ground.empty, ground.enemy, own, blockers], |by_tables| match by_tables {
            Some(mut by_tables) => by_tables.assurance(geometry, ground, own, occupied),
            None => ground.assurance(geometry, own, occupied),
        })
    }
}
