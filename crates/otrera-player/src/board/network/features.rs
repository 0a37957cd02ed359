//! What the network sees of a position.

use otrera_board::{Bits, Position, queen_distances};

use super::super::evaluation::View;
use super::file::INPUT_PLANES;

/// The eleven planes of a position as sets of squares, seen by the player to move: his amazons, the enemy's, empty squares; empty squares one,
/// two, three, and four moves or more away from his amazons; the same for the enemy's. Squares out of reach are in none of these.
pub(super) fn planes<B: Bits>(position: &Position<B>) -> [B; INPUT_PLANES] {
    let view = View::new(position);
    let mut planes = [B::EMPTY; INPUT_PLANES];
    planes[..3].copy_from_slice(&[view.own, view.other, view.empty]);
    for (amazons, planes) in [view.own, view.other].into_iter().zip(planes[3..].chunks_exact_mut(4))
    {
        for (moves, squares) in queen_distances(view.geometry, amazons, view.empty).enumerate() {
            planes[moves.min(3)] |= squares;
        }
    }
    planes
}

#[cfg(test)]
mod tests {
    use otrera_board::Squares;

    use super::*;

    #[test]
    fn planes_by_hand() {
        let position: Position<u64> =
            "b.x.../xxx.../w..x.. b".parse::<Position>().unwrap().narrow().unwrap();
        let names = |set: u64| {
            let names = Squares::new(position.size(), set).names().map(|name| name.to_string());
            names.collect::<Vec<_>>().join(" ")
        };
        let found = planes(&position).map(names);
        let expected = [
            "A3",
            "A1",
            "B1 C1 E1 F1 D2 E2 F2 B3 D3 E3 F3",
            "B3",
            "",
            "",
            "",
            "B1 C1",
            "D2 E3",
            "E1 E2 F2 D3 F3",
            "F1",
        ];
        assert_eq!(found, expected);
        // Nothing is turned round for the other player, but the sides change their places.
        let other = planes(&position.with_to_move(!position.to_move())).map(names);
        assert_eq!(other[..3], [expected[1], expected[0], expected[2]]);
        assert_eq!((&other[3..7], &other[7..]), (&found[7..], &found[3..7]));
    }
}
