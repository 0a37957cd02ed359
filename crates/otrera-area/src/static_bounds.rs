//! Bounds without search: counting, safe moves, and the improved partition.

use otrera_board::{Bits, Color, Geometry, Position};
use otrera_cgt::{Assurance, Player, TempoBounds, TempoSum};

use crate::area::{Area, areas, color_of};
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
    both(|player| counting_for(area, player))
}

/// What a player is sure of by counting.
pub fn counting_for<B: Bits>(area: &Area<B>, player: Player) -> Assurance {
    match sides(area, player) {
        (_, enemy) if enemy.is_empty() => Assurance::at_least(0),
        (own, enemy) => Ground { empty: area.empty(), enemy }.counted(area.geometry(), own),
    }
}

/// By safe moves in the whole area.
pub fn safe_moves<B: Bits>(area: &Area<B>) -> TempoBounds {
    both(|player| safe_moves_for(area, player))
}

/// What a player is sure of by safe moves in the whole area.
pub fn safe_moves_for<B: Bits>(area: &Area<B>, player: Player) -> Assurance {
    match sides(area, player) {
        (_, enemy) if enemy.is_empty() => Assurance::at_least(0),
        (own, enemy) => {
            Ground { empty: area.empty(), enemy }.assurance(area.geometry(), own, area.occupied())
        }
    }
}

/// By the improved partition, its territories filled by plodding.
pub fn split<B: Bits>(area: &Area<B>) -> TempoBounds {
    both(|player| split_for(area, player))
}

/// What a player is sure of by the improved partition.
pub fn split_for<B: Bits>(area: &Area<B>, player: Player) -> Assurance {
    divided(area, player, &mut Plodding)
}

/// What a player is sure of by the improved partition with counting alone in the enemy's grounds, to see
/// what safe moves are worth.
pub fn split_without_safe_moves_for<B: Bits>(area: &Area<B>, player: Player) -> Assurance {
    divided(area, player, &mut PloddingAlone)
}

/// By the improved partition, its territories filled in this way.
pub(crate) fn split_with<B: Bits>(area: &Area<B>, fill: &mut impl Fill<B>) -> TempoBounds {
    both(|player| divided(area, player, fill))
}

fn divided<B: Bits>(area: &Area<B>, player: Player, fill: &mut impl Fill<B>) -> Assurance {
    let (own, enemy) = sides(area, player);
    Division::new(area.geometry(), own, enemy, area.empty(), area.occupied()).assurance(fill)
}

/// A player's amazons, and the enemy's.
fn sides<B: Bits>(area: &Area<B>, player: Player) -> (B, B) {
    let color = color_of(player);
    (area.amazons(color), area.amazons(!color))
}

fn both(mut assurance: impl FnMut(Player) -> Assurance) -> TempoBounds {
    TempoBounds { left: assurance(Player::Left), right: assurance(Player::Right) }
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
