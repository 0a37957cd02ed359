//! Territories: the most moves, and the fewest amazons that reach them.

use otrera_board::Bits;
use rustc_hash::FxHashMap;

use crate::tables::build::Done;
use crate::tables::plan::{Amazons, Pieces, Plan};
use crate::tables::rank::Layout;
use crate::tables::section::Filled;
use crate::tables::shapes::{Catalogue, Frame};

/// All entries of one shape.
pub(super) fn fill(
    done: &Done,
    catalogue: &Catalogue,
    frame: Frame,
    shape: u32,
    layout: &Layout,
) -> Vec<u8> {
    let plan = Plan::new(catalogue, frame, shape);
    let mut frozen_pieces: FxHashMap<u64, Pieces> = FxHashMap::default();
    let mut entries = Vec::with_capacity(layout.entries as usize);
    layout.each(|contents| {
        let amazons = plan.amazons(contents);
        let empty = (plan.mask & !amazons.black).count() as i32;
        let mut most = 0;
        plan.each_move(amazons, false, |left| {
            most = most.max(1 + left.iter().map(|spot| done.moves(spot)).sum::<i32>());
            most < empty
        });
        // Those that are spared stand still: walls to the others.
        let mut suffice = |used: u64| {
            let frozen = amazons.black & !used;
            let pieces = frozen_pieces
                .entry(frozen)
                .or_insert_with(|| plan.pieces_without(catalogue, frozen));
            let left = Amazons { black: used, blockers: amazons.blockers & used, white: 0 };
            let spots = pieces.iter().filter_map(|piece| piece.spot(left));
            spots.map(|spot| done.moves(&spot)).sum::<i32>() == most
        };
        let needed = needed(amazons, &mut suffice);
        let defects = u8::try_from(empty - most).expect("no more defects than squares");
        entries.push(Filled { defects, needed }.to_byte());
    });
    entries
}

/// The amazons that suffice: as few blockers as possible, then as few as possible, then the first.
fn needed(amazons: Amazons, suffice: &mut impl FnMut(u64) -> bool) -> u8 {
    let all: Vec<u64> = amazons.black.squares().map(u64::of).collect();
    let whole = (1u8 << all.len()) - 1;
    let used = |mask: u8| {
        let picked = all.iter().enumerate().filter(|(n, _)| mask >> n & 1 != 0);
        picked.fold(0, |set, (_, square)| set | square)
    };
    let mut masks: smallvec::SmallVec<[u8; 16]> = (1..whole).collect();
    masks.sort_by_key(|&mask| {
        ((used(mask) & amazons.blockers).count_ones(), mask.count_ones(), mask)
    });
    // All of them suffice, but a set with more blockers is never looked for.
    let blockers = amazons.blockers.count_ones();
    let fewer = |mask: &u8| {
        let set = used(*mask);
        ((set & amazons.blockers).count_ones(), set.count_ones())
            < (blockers, amazons.black.count_ones())
    };
    masks.into_iter().filter(fewer).find(|&mask| suffice(used(mask))).unwrap_or(whole)
}
