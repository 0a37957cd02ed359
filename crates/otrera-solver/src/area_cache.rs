//! The area cache: what integers can say of small areas, found once and kept.
//!
//! An area is looked up by its contents and place first, and by its key, the same for all areas that
//! are turned, mirrored or moved, when it is new. What a local search finds is exact thresholds: the
//! largest integer ≤ G and the smallest ≥ G. When the memory is full, everything is forgotten:
//! the areas at hand are soon found again. With a file behind it, what it finds is kept for other runs.

use std::sync::Arc;

use otrera_area::{Area, LocalSearch};
use otrera_board::Bits;
use otrera_cgt::{Player, TempoBounds};
use rustc_hash::FxHashMap;

use crate::kept_areas::KeptAreas;

/// Areas are looked up if their empty squares and their amazons together are no more than this.
pub(crate) const LARGEST: u32 = 8;

/// Positions that one local search may bound.
pub(crate) const PATIENCE: usize = 2_000;

/// About what an area or a sum takes, in the map of places or in the local search.
const BYTES: usize = 150;

/// The cache of one thread.
#[derive(Debug)]
pub(crate) struct AreaCache<B: 'static> {
    places: FxHashMap<Area<B>, TempoBounds>,
    search: LocalSearch<B>,
    most: usize,
    kept: Option<Arc<KeptAreas>>,
}

impl<B: Bits> AreaCache<B> {
    /// A cache of about so many bytes, with a file behind it if there is one.
    pub fn new(bytes: usize, kept: Option<Arc<KeptAreas>>) -> AreaCache<B> {
        AreaCache {
            places: FxHashMap::default(),
            search: LocalSearch::new(),
            most: bytes / BYTES,
            kept,
        }
    }

    /// The thresholds of an area, if it is small, as far as a short search finds them.
    pub fn bounds(&mut self, area: &Area<B>) -> Option<TempoBounds> {
        if !is_small(area) {
            return None;
        }
        if let Some(&bounds) = self.places.get(area) {
            return Some(bounds);
        }
        self.make_room();
        let kept = self.kept.as_ref().and_then(|kept| kept.get(area));
        let bounds = kept.unwrap_or_else(|| {
            let bounds = self.search.bounds(area, PATIENCE);
            if let Some(kept) = &self.kept {
                kept.put(area, bounds);
            }
            bounds
        });
        self.places.insert(*area, bounds);
        Some(bounds)
    }

    /// Who wins a sum of small areas and an integer, if a short search finds out: what integers cannot
    /// say of halves, stars and other infinitesimals, the areas say when they are played together.
    pub fn winner(
        &mut self,
        areas: impl Iterator<Item = Area<B>> + Clone,
        integer: i32,
        mover: Player,
    ) -> Option<Player> {
        if !areas.clone().all(|area| is_small(&area)) {
            return None;
        }
        self.make_room();
        self.search.winner(areas, integer, mover, PATIENCE)
    }

    /// Forgets everything if the memory is full.
    fn make_room(&mut self) {
        if self.places.len() + self.search.remembered() >= self.most {
            self.places = FxHashMap::default();
            self.search = LocalSearch::new();
        }
    }
}

/// Is an area one of those that are looked up?
pub(crate) fn is_small<B: Bits>(area: &Area<B>) -> bool {
    area.squares().count() <= LARGEST
}
