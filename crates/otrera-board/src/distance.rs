//! Distances in queen moves: how soon an amazon of a colour could come to a square, if nobody else
//! moved and no arrow was shot.

use crate::bits::Bits;
use crate::geometry::Geometry;

/// The squares that some amazons reach with one move, those that they reach with two and no
/// fewer, and so on.
pub fn queen_distances<B: Bits>(
    geometry: &Geometry<B>,
    amazons: B,
    empty: B,
) -> impl Iterator<Item = B> {
    let occupied = geometry.board() & !empty;
    let mut seen = B::EMPTY;
    let mut front = amazons;
    std::iter::from_fn(move || {
        let mut next = B::EMPTY;
        for square in front.squares() {
            next |= geometry.slides(square, occupied);
        }
        front = next & !seen;
        seen |= next;
        (!front.is_empty()).then_some(front)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Position};

    #[test]
    fn levels_of_a_corner() {
        let position: Position = "b../.x./...".parse().unwrap();
        let levels: Vec<u128> =
            queen_distances(position.geometry(), position.amazons(Color::Black), position.empty())
                .collect();
        let names = |set: u128| {
            let size = position.size();
            set.squares().map(|s| size.name(s).to_string()).collect::<Vec<_>>().join(" ")
        };
        let found: Vec<String> = levels.into_iter().map(names).collect();
        assert_eq!(found, ["A1 A2 B3 C3", "B1 C1 C2"]);
    }
}
