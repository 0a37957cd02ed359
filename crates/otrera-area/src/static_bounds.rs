//! Bounds without search: counting, safe moves, and the improved partition.

use otrera_board::{Bits, Color, Geometry, Position};
use otrera_cgt::{Assurance, TempoBounds, TempoSum};

use crate::area::{Area, areas};
use crate::division::{Division, Fill, Piece};
use crate::plodding::plod;
use crate::safe_moves::Ground;

/// Fills by plodding alone.
struct Plodding;

impl<B: Bits> Fill<B> for Plodding {
    fn moves(&mut self, geometry: &'static Geometry<B>, amazons: [B; 2], empty: B) -> u32 {
        plod(geometry, amazons, empty, |_| {})
    }
}

/// Fills by plodding, and counts on no safe moves.
struct PloddingAlone;

impl<B: Bits> Fill<B> for PloddingAlone {
    fn moves(&mut self, geometry: &'static Geometry<B>, amazons: [B; 2], empty: B) -> u32 {
        Plodding.moves(geometry, amazons, empty)
    }

    fn assurance(
        &mut self,
        geometry: &'static Geometry<B>,
        ground: &Ground<B>,
        own: B,
        _: B,
    ) -> Assurance {
        ground.counted(geometry, own)
    }
}

/// The bounds of a position by the improved partition, added over its areas.
pub fn position_bounds<B: Bits>(position: &Position<B>) -> TempoBounds {
    areas(position).iter().map(split).collect::<TempoSum>().total()
}

/// By counting: a player has at most as many moves as there are empty squares.
pub fn counting<B: Bits>(area: &Area<B>) -> TempoBounds {
    both(area, |own, enemy| match (own.is_empty(), enemy.is_empty()) {
        (_, true) => Assurance::at_least(0),
        _ => Ground { empty: area.empty(), enemy }.counted(area.geometry(), own),
    })
}

/// By safe moves in the whole area.
pub fn safe_moves<B: Bits>(area: &Area<B>) -> TempoBounds {
    both(area, |own, enemy| match enemy.is_empty() {
        true => Assurance::at_least(0),
        false => {
            Ground { empty: area.empty(), enemy }.assurance(area.geometry(), own, area.occupied())
        }
    })
}

/// By the improved partition, its territories filled by plodding.
pub fn split<B: Bits>(area: &Area<B>) -> TempoBounds {
    split_with(area, &mut Plodding)
}

/// By the improved partition with counting alone in the enemy's grounds, to see what safe moves are worth.
pub fn split_without_safe_moves<B: Bits>(area: &Area<B>) -> TempoBounds {
    split_with(area, &mut PloddingAlone)
}

/// By the improved partition, its territories filled in this way.
pub(crate) fn split_with<B: Bits>(area: &Area<B>, fill: &mut impl Fill<B>) -> TempoBounds {
    both(area, |own, enemy| {
        Division::new(area.geometry(), own, enemy, area.empty(), area.occupied()).assurance(fill)
    })
}

/// How many regions of an area the amazons of either player wall off while they stand.
pub fn blocker_territories<B: Bits>(area: &Area<B>) -> usize {
    let [black, white] = Color::ALL.map(|color| area.amazons(color));
    let kept = |own: B, enemy: B| {
        let division = Division::new(area.geometry(), own, enemy, area.empty(), area.occupied());
        division.pieces.iter().filter(|piece| matches!(piece, Piece::Keep { .. })).count()
    };
    kept(black, white) + kept(white, black)
}

/// What each player is sure of, from own amazons and the enemy's.
fn both<B: Bits>(area: &Area<B>, assurance: impl FnMut(B, B) -> Assurance) -> TempoBounds {
    let [black, white] = Color::ALL.map(|color| area.amazons(color));
    let mut assurance = assurance;
    TempoBounds { left: assurance(black, white), right: assurance(white, black) }
}
