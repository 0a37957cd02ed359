//! The defects of all small territories with one amazon (Müller and Tegos, 4.2).
//!
//! Territories of one size need only those that are smaller: after a move the amazon has a
//! territory with at least one square less. Few are defective, and only these are kept.

use std::num::NonZeroUsize;

use otrera_board::{Bits, Geometry, Square};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::connect::flood;
use crate::line_segments::{CanonicalGraph, LineSegmentGraph};
use crate::plodding::plod;
use crate::regions::{Cell, Region};

/// Defects are counted separately up to this number.
pub const MOST_DEFECTS: usize = 4;

/// The defective territories found so far.
#[derive(Clone, Debug, Default)]
pub struct Defects {
    known: FxHashMap<(Region, Cell), u8>,
}

/// The defective territories of one size.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Found {
    defective: Vec<((Region, Cell), u8)>,
    /// How many regions with an amazon have 1, 2, 3 and 4 or more defects.
    pub regions: [u64; MOST_DEFECTS],
    graphs: [FxHashSet<CanonicalGraph>; MOST_DEFECTS],
}

impl Found {
    /// How many different line segment graphs have so many defects.
    pub fn graphs(&self) -> [u64; MOST_DEFECTS] {
        self.graphs.each_ref().map(|set| set.len() as u64)
    }

    fn merge(&mut self, other: Found) {
        self.defective.extend(other.defective);
        for (sum, more) in self.regions.iter_mut().zip(other.regions) {
            *sum += more;
        }
        for (set, more) in self.graphs.iter_mut().zip(other.graphs) {
            set.extend(more);
        }
    }
}

impl Defects {
    /// The defective ones among all territories on these regions, which must be all of one size,
    /// with all smaller sizes known already. Calls now and then with the number of regions done.
    pub fn find(&self, regions: &[Region], progress: impl Fn(usize) + Sync) -> Found {
        let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        const PIECE: usize = 1 << 12;
        let pieces = std::sync::Mutex::new(regions.chunks(PIECE));
        let next = || pieces.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
        let mut all = Found::default();
        std::thread::scope(|scope| {
            let work = || {
                let mut found = Found::default();
                while let Some(piece) = next() {
                    piece.iter().for_each(|&region| self.examine(region, &mut found));
                    progress(piece.len());
                }
                found
            };
            let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            for handle in handles {
                all.merge(handle.join().expect("counting does not panic"));
            }
        });
        all
    }

    /// Remembers what was found, for the next size.
    pub fn keep(&mut self, found: Found) {
        self.known.extend(found.defective);
    }

    fn examine(&self, region: Region, found: &mut Found) {
        let geometry = region.geometry();
        for amazon in region.distinct_cells() {
            let defects = self.count(geometry, region.squares(), amazon);
            if defects == 0 {
                continue;
            }
            found.defective.push(((region, amazon.index() as Cell), defects));
            let column = usize::from(defects).min(MOST_DEFECTS) - 1;
            found.regions[column] += 1;
            let graph = LineSegmentGraph::new(geometry, region.squares(), [u64::of(amazon), 0]);
            found.graphs[column].insert(graph.canonical());
        }
    }

    /// The defects of a territory with one amazon.
    fn count(&self, geometry: &Geometry<u64>, squares: u64, amazon: Square) -> u8 {
        let empty = squares & !u64::of(amazon);
        let all = empty.count();
        if plod(geometry, [u64::of(amazon), 0], empty, |_| {}) == all {
            return 0;
        }
        let outside = geometry.board() & !squares;
        let targets = geometry.slides(amazon, outside | u64::of(amazon));
        let mut best = 0;
        for arrow in squares.squares() {
            let left = squares & !u64::of(arrow);
            let mut open = targets & geometry.slides(arrow, outside);
            while let Some(to) = open.first() {
                // The amazon can go on wherever she is connected to.
                let piece = flood(geometry, u64::of(to), left);
                let landings = open & piece;
                open &= !landings;
                for to in landings.squares() {
                    if piece.count() <= best {
                        break;
                    }
                    best = best.max(piece.count() - u32::from(self.look_up(geometry, piece, to)));
                    if best == all {
                        return 0;
                    }
                }
            }
        }
        (all - best) as u8
    }

    fn look_up(&self, geometry: &Geometry<u64>, squares: u64, amazon: Square) -> u8 {
        let key = Region::with_cell(geometry, squares, Some(amazon));
        key.and_then(|key| self.known.get(&key).copied()).unwrap_or(0)
    }
}
