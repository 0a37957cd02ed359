//! Moves that won elsewhere: most replies to a position are refuted in the same few ways.
//!
//! Before the moves of a node are generated, those that last won at the same depth are tried. Six
//! nodes of seven in a proof are won by one move that bounds decide, and its sibling was mostly won
//! by the same move.

use otrera_board::Move;

/// How many moves are kept for each depth.
const KEPT: usize = 32;

/// The moves that won last, for each depth.
#[derive(Debug, Default)]
pub(crate) struct Refutations {
    by_depth: Vec<[Option<Move>; KEPT]>,
}

impl Refutations {
    /// The moves that won at a depth, the last one first.
    pub fn at(&self, depth: usize) -> [Option<Move>; KEPT] {
        self.by_depth.get(depth).copied().unwrap_or_default()
    }

    /// Notes that a move won at a depth.
    pub fn add(&mut self, depth: usize, mv: Move) {
        if self.by_depth.len() <= depth {
            self.by_depth.resize(depth + 1, [None; KEPT]);
        }
        let kept = &mut self.by_depth[depth];
        let old = kept.iter().position(|&other| other == Some(mv)).unwrap_or(KEPT - 1);
        kept[..=old].rotate_right(1);
        kept[0] = Some(mv);
    }
}
