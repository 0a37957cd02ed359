//! How many moves an owner has in a territory, an area of one colour.

use otrera_board::{Bits, Geometry};
use rustc_hash::FxHashMap;

use crate::area::flood;

/// The largest number of moves that these amazons can make, one after another, when
/// nobody else moves.
///
/// Every move burns an empty square, so their number is an upper bound; a search
/// that reaches it stops. Short steps with a shot back are tried first: they
/// seldom waste a square.
pub(crate) fn most_moves<B: Bits>(geometry: &Geometry<B>, amazons: B, empty: B) -> u32 {
    Filling { geometry, known: FxHashMap::default() }.most(amazons, empty)
}

struct Filling<'a, B> {
    geometry: &'a Geometry<B>,
    known: FxHashMap<(B, B), u32>,
}

impl<B: Bits> Filling<'_, B> {
    /// The most moves in any number of areas.
    fn most(&mut self, amazons: B, empty: B) -> u32 {
        let mut total = 0;
        let mut open = empty;
        while let Some(seed) = open.first() {
            let squares = flood(self.geometry, B::of(seed), empty | amazons);
            open &= !squares;
            if !(amazons & squares).is_empty() {
                total += self.most_in_area(amazons & squares, empty & squares);
            }
        }
        total
    }

    fn most_in_area(&mut self, amazons: B, empty: B) -> u32 {
        if let Some(&known) = self.known.get(&(amazons, empty)) {
            return known;
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
                        best = best.max(1 + self.most(moved, left));
                        if best == bound {
                            break 'search;
                        }
                    }
                }
            }
        }
        self.known.insert((amazons, empty), best);
        best
    }
}
