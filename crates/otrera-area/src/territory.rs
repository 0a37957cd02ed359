//! How many moves an owner has in a territory, an area of one colour.

use otrera_board::{Bits, Geometry};
use rustc_hash::FxHashMap;

use crate::area::flood;

/// The largest number of moves that these amazons can make, one after another, when
/// nobody else moves.
///
/// Every move burns an empty square, so their number is an upper bound; a search
/// that reaches it stops. Short steps with a shot back are tried first: they
/// seldom waste a square. The few territories that take longer than some hundredths of
/// a second are given up, and left to callers that watch their limits.
pub(crate) fn most_moves<B: Bits>(geometry: &Geometry<B>, amazons: B, empty: B) -> Option<u32> {
    Filling { geometry, known: FxHashMap::default() }.most(amazons, empty)
}

/// How many positions a filling may look at.
const MOST_POSITIONS: usize = 20_000;

struct Filling<'a, B> {
    geometry: &'a Geometry<B>,
    known: FxHashMap<(B, B), u32>,
}

impl<B: Bits> Filling<'_, B> {
    /// The most moves in any number of areas; none if that takes too long.
    fn most(&mut self, amazons: B, empty: B) -> Option<u32> {
        let mut total = 0;
        let mut open = empty;
        while let Some(seed) = open.first() {
            let squares = flood(self.geometry, B::of(seed), empty | amazons);
            open &= !squares;
            if !(amazons & squares).is_empty() {
                total += self.most_in_area(amazons & squares, empty & squares)?;
            }
        }
        Some(total)
    }

    fn most_in_area(&mut self, amazons: B, empty: B) -> Option<u32> {
        if let Some(&known) = self.known.get(&(amazons, empty)) {
            return Some(known);
        }
        if self.known.len() >= MOST_POSITIONS {
            return None;
        }
        let bound = empty.count();
        let mut best = 0;
        let occupied = self.geometry.board() & !empty;
        'search: for near in [true, false] {
            for from in amazons.squares() {
                let adjacent = self.geometry.neighbours(B::of(from));
                let targets = self.geometry.slides(from, occupied);
                let targets = targets & if near { adjacent } else { !adjacent };
                for to in targets.squares() {
                    let lifted = occupied ^ B::of(from);
                    let shots = self.geometry.slides(to, lifted);
                    let back = shots & B::of(from);
                    for arrow in back.squares().chain((shots ^ back).squares()) {
                        let moved = amazons ^ B::of(from) ^ B::of(to);
                        let left = (empty | B::of(from)) & !B::of(to) & !B::of(arrow);
                        best = best.max(1 + self.most(moved, left)?);
                        if best == bound {
                            break 'search;
                        }
                    }
                }
            }
        }
        self.known.insert((amazons, empty), best);
        Some(best)
    }
}
