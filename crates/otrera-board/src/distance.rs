//! Distances in moves and in steps: how soon an amazon of a colour could come to a square, if nobody
//! else moved and no arrow was shot.

use crate::bits::Bits;
use crate::geometry::Geometry;

/// The squares that some amazons reach with one move, those that they reach with two and no
/// fewer, and so on.
///
/// ```
/// use otrera_board::{Color, Position, queen_distances};
///
/// let position: Position = "b..x/...w".parse()?;
/// let black = position.amazons(Color::Black);
/// let mut distances = queen_distances(position.geometry(), black, position.empty());
/// assert_eq!(distances.next(), Some(0b0110_0011)); // one move away
/// assert_eq!(distances.next(), Some(0b0000_0100)); // two
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn queen_distances<B: Bits>(
    geometry: &Geometry<B>,
    amazons: B,
    empty: B,
) -> impl Iterator<Item = B> {
    levels(amazons, empty, move |front| geometry.slides_of_all(front, empty))
}

/// The same with steps to neighbouring squares instead of moves.
pub fn king_distances<B: Bits>(
    geometry: &Geometry<B>,
    amazons: B,
    empty: B,
) -> impl Iterator<Item = B> {
    levels(amazons, empty, move |front| geometry.spread(front))
}

fn levels<B: Bits>(amazons: B, empty: B, next: impl Fn(B) -> B) -> impl Iterator<Item = B> {
    let mut left = empty;
    let mut front = amazons;
    std::iter::from_fn(move || {
        if left.is_empty() {
            return None;
        }
        front = next(front) & left;
        left &= !front;
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
        let levels: Vec<u128> =
            king_distances(position.geometry(), position.amazons(Color::Black), position.empty())
                .collect();
        let found: Vec<String> = levels.into_iter().map(names).collect();
        assert_eq!(found, ["A2 B3", "A1 B1 C2 C3", "C1"]);
    }
}
