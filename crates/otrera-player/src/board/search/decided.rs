//! Positions that need no search.

use otrera_area::Territory;
use otrera_board::{Bits, Geometry};

use crate::board::evaluation::View;

/// Does the player to move win? Answered where burnt squares keep everything of one player's from everything of the other's, and counting
/// is enough: each fills what is his own. He makes at most one move for each empty square there, and at least as many as plodding does;
/// whoever moves first and has no more moves than the other loses.
pub(crate) fn mover_wins<B: Bits>(view: &View<B>) -> Option<bool> {
    let ground = view.empty | view.own | view.other;
    let own = flood(view.geometry, view.own, ground);
    if !(own & view.other).is_empty() {
        return None;
    }
    let other = flood(view.geometry, view.other, ground);
    let territory =
        |amazons, land| Territory::new(view.geometry, amazons, B::EMPTY, land & view.empty);
    let [own, other] = [territory(view.own, own), territory(view.other, other)];
    match () {
        () if own.plodded() > other.empty() => Some(true),
        () if own.empty() <= other.plodded() => Some(false),
        () => None,
    }
}

fn flood<B: Bits>(geometry: &Geometry<B>, from: B, over: B) -> B {
    let mut land = from;
    loop {
        let next = geometry.spread(land) & over;
        if next == land {
            return land;
        }
        land = next;
    }
}
