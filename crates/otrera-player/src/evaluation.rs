//! What an unfinished area may be worth.

use otrera_area::{Area, split};
use otrera_board::{Bits, Color, king_distances, queen_distances};
use otrera_cgt::tds::Evaluation;

use crate::plot::Plot;

/// Ways to guess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Guess {
    /// The middle of what both players are sure of.
    Bounds,
    /// A square belongs to whose amazon is nearer, in queen moves and in king steps.
    #[default]
    Distance,
}

impl Evaluation<Plot> for Guess {
    fn guess(&self, plot: &Plot) -> i32 {
        self.of(&plot.0)
    }
}

impl Evaluation<Area<u64>> for Guess {
    fn guess(&self, area: &Area<u64>) -> i32 {
        self.of(area)
    }
}

impl Guess {
    /// The guess in sixteenths of a move, positive for Black.
    pub fn of(self, area: &Area<u64>) -> i32 {
        match self {
            Guess::Bounds => {
                let bounds = split(area);
                8 * (bounds.lower() + bounds.upper())
            }
            Guess::Distance => {
                let [black, white] = Color::ALL.map(|color| area.amazons(color));
                let (geometry, empty) = (area.geometry(), area.empty());
                let queens = [black, white].map(|set| queen_distances(geometry, set, empty));
                let kings = [black, white].map(|set| king_distances(geometry, set, empty));
                // Half a point each for being nearer as a queen, and as a king.
                8 * (nearer(queens) + nearer(kings))
            }
        }
    }
}

/// How many squares Black comes to sooner, less those that White does.
fn nearer(distances: [impl Iterator<Item = u64>; 2]) -> i32 {
    let [mut black, mut white] = distances;
    let (mut ahead, mut reached) = (0, [0u64; 2]);
    loop {
        let next = [black.next(), white.next()];
        if next == [None, None] {
            return ahead;
        }
        let [b, w] = next.map(Option::unwrap_or_default);
        ahead += (b & !w & !reached[1]).count() as i32 - (w & !b & !reached[0]).count() as i32;
        reached = [reached[0] | b, reached[1] | w];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use otrera_area::areas;
    use otrera_board::Position;

    fn area(text: &str) -> Area<u64> {
        let position: Position = text.parse().unwrap();
        areas(&position.narrow().unwrap())[0]
    }

    #[test]
    fn nearer_squares_count() {
        // Black reaches all five as a queen first, or at the same time: three squares at once by both.
        assert_eq!(Guess::Distance.of(&area("b...w")), 0);
        assert!(Guess::Distance.of(&area("b.../...w/xx.x/xx.x")) < 0);
        for guess in [Guess::Bounds, Guess::Distance] {
            let room = area("b..x/..w./...x");
            assert_eq!(guess.of(&room), -guess.of(&room.negative()));
        }
    }
}
