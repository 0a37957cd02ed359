//! Areas: which squares hang together, and how many moves are in areas of one colour.

use otrera_board::{Bits, Geometry};
use rustc_hash::FxHashMap;

use crate::reason::LeafLimits;

/// The 8-connected pieces of a set of squares, by their first squares.
pub(crate) fn pieces<B: Bits>(geometry: &Geometry<B>, squares: B) -> impl Iterator<Item = B> {
    let mut open = squares;
    std::iter::from_fn(move || {
        let piece = reached(geometry, B::of(open.first()?), open);
        open &= !piece;
        Some(piece)
    })
}

/// The squares that king's steps over `ground` lead to, and where they begin.
pub(crate) fn reached<B: Bits>(geometry: &Geometry<B>, from: B, ground: B) -> B {
    let mut reached = from;
    loop {
        let next = reached | geometry.spread(reached) & ground;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// How many areas are remembered; then all are forgotten.
const MOST_REMEMBERED: usize = 1 << 18;

/// Finds the most moves that amazons of one colour can make on a board where nobody else moves, and
/// remembers them.
#[derive(Debug)]
pub(crate) struct Territories<B: 'static> {
    /// The board. What is remembered is true on no other.
    pub geometry: &'static Geometry<B>,
    limits: LeafLimits,
    known: FxHashMap<(B, B), u32>,
}

impl<B: Bits> Territories<B> {
    /// For areas of a board within these limits.
    pub fn new(geometry: &'static Geometry<B>, limits: LeafLimits) -> Territories<B> {
        Territories { geometry, limits, known: FxHashMap::default() }
    }

    /// Is an area small enough? What is not stays on the board, which is never wrong.
    pub fn takes(&self, amazons: B, empty: B) -> bool {
        empty.count() <= self.limits.territory.into()
            && amazons.count() <= self.limits.amazons.into()
    }

    /// The length of the longest sequence of moves of these amazons on these empty squares.
    ///
    /// All sequences are tried, with two short cuts. Every move burns a square, so there are never more
    /// moves than empty squares: plodding that fills them all is the longest. And pieces that do not
    /// touch have nothing to do with each other: their moves add up.
    pub fn longest(&mut self, amazons: B, empty: B) -> u32 {
        let pieces = pieces(self.geometry, amazons | empty);
        pieces.map(|piece| self.longest_in_piece(amazons & piece, empty & piece)).sum()
    }

    fn longest_in_piece(&mut self, amazons: B, empty: B) -> u32 {
        let geometry = self.geometry;
        let most = if amazons.is_empty() { 0 } else { empty.count() };
        if plodding(geometry, amazons, empty).0 == most {
            return most;
        }
        if let Some(&known) = self.known.get(&(amazons, empty)) {
            return known;
        }
        let mut longest = 0;
        let occupied = geometry.board() & !empty;
        for from in amazons.squares() {
            for to in geometry.slides(from, occupied).squares() {
                let moved = amazons ^ B::of(from) ^ B::of(to);
                for arrow in geometry.slides(to, occupied ^ B::of(from)).squares() {
                    if longest < most {
                        let left = (empty | B::of(from)) & !(B::of(to) | B::of(arrow));
                        longest = longest.max(1 + self.longest(moved, left));
                    }
                }
            }
        }
        if self.known.len() >= MOST_REMEMBERED {
            self.known.clear();
        }
        self.known.insert((amazons, empty), longest);
        longest
    }
}

/// Lets amazons walk over these empty squares, one after another in the order of their squares. Each
/// steps to a neighbouring square and shoots back to where she stood, as long as she can: to the
/// square with the fewest squares to step on from, the first of them in the order of squares. Returns
/// the number of steps, and the amazons that made any.
///
/// Every step is legal whatever others do elsewhere, as it needs nothing but the square stepped on;
/// and it never opens a way for anybody, as the square left is burnt.
pub(crate) fn plodding<B: Bits>(geometry: &Geometry<B>, amazons: B, empty: B) -> (u32, B) {
    let mut left = empty;
    let mut walkers = B::EMPTY;
    for amazon in (amazons & geometry.spread(empty)).squares() {
        let mut at = amazon;
        while let Some(step) = (geometry.near(at) & left)
            .squares()
            .min_by_key(|&step| (geometry.near(step) & left).count())
        {
            left ^= B::of(step);
            walkers |= B::of(amazon);
            at = step;
        }
    }
    (empty.count() - left.count(), walkers)
}
