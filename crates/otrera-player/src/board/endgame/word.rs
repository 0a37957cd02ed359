//! The two words that hold areas, and what areas are looked at with.

use std::sync::Arc;

use otrera_area::tables::Tables;
use otrera_area::{Area, Climb, Filler, Ladder, areas};
use otrera_board::{Bits, Color};
use otrera_solver::Solver;
use rustc_hash::FxHashMap;

use super::atlas::{Atlas, Part};
use super::winner::Solvers;

/// An area in the corner of its smallest board, in the narrow word if that has room for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Parcel {
    Narrow(Area<u64>),
    Wide(Area<u128>),
}

/// What areas are looked at with.
#[derive(Debug)]
pub(super) struct Bench<B: 'static> {
    pub ladder: Ladder<B>,
    pub filler: Filler<B>,
    /// Areas as they lay on some board.
    pub seen: FxHashMap<Area<B>, Part>,
}

/// So many positions are looked at to fill a territory: a few milliseconds at most.
const FILLING: usize = 4_000;

/// So many areas are known as they lay on the board.
pub(super) const MOST_SEEN: usize = 1 << 17;

impl<B: Bits> Bench<B> {
    pub fn new(tables: Option<&Arc<Tables>>) -> Bench<B> {
        let mut climb = Climb::NONE;
        climb.filling = FILLING / 8;
        let ladder = Ladder::new(climb);
        let ladder = match tables {
            Some(tables) => ladder.with_tables(Arc::clone(tables)),
            None => ladder,
        };
        Bench { ladder, filler: Filler::new(FILLING), seen: FxHashMap::default() }
    }
}

/// A word that holds areas.
pub(super) trait Word: Bits {
    fn bench(atlas: &mut Atlas) -> &mut Bench<Self>;
    fn solver(solvers: &mut Solvers) -> &mut Option<Solver<Self>>;
    /// From the key of an area.
    fn parcel(key: Area<Self>) -> Parcel;
}

impl Word for u64 {
    fn bench(atlas: &mut Atlas) -> &mut Bench<u64> {
        atlas.narrow()
    }

    fn solver(solvers: &mut Solvers) -> &mut Option<Solver<u64>> {
        &mut solvers.narrow
    }

    fn parcel(key: Area<u64>) -> Parcel {
        Parcel::Narrow(key)
    }
}

impl Word for u128 {
    fn bench(atlas: &mut Atlas) -> &mut Bench<u128> {
        atlas.wide()
    }

    fn solver(solvers: &mut Solvers) -> &mut Option<Solver<u128>> {
        &mut solvers.wide
    }

    fn parcel(key: Area<u128>) -> Parcel {
        match key.position(Color::White).narrow() {
            Some(position) => Parcel::Narrow(areas(&position)[0]),
            None => Parcel::Wide(key),
        }
    }
}
