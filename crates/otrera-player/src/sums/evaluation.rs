//! What an unfinished area may be worth.

use std::cmp::Ordering;

use otrera_area::{Area, split};
use otrera_board::{Bits, Color, king_distances, queen_distances};
use otrera_cgt::tds::Evaluation;

use super::plot::Plot;

/// Ways to guess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Guess {
    /// The middle of what both players are sure of.
    Bounds,
    /// A square that only one player can reach is his; others count for who is nearer, in queen moves and in king steps, and for more the
    /// nearer he is. While both are about, a lead of one move is worth little: the next move may turn it.
    #[default]
    Distance,
}

impl Evaluation<Plot> for Guess {
    fn guess(&self, plot: &Plot) -> i32 {
        self.of(&plot.0)
    }
}

impl<B: Bits> Evaluation<Area<B>> for Guess {
    fn guess(&self, area: &Area<B>) -> i32 {
        self.of(area)
    }
}

impl Guess {
    /// The guess in sixteenths of a move, positive for Black.
    pub fn of<B: Bits>(self, area: &Area<B>) -> i32 {
        match self {
            Guess::Bounds => {
                let bounds = split(area);
                8 * (bounds.lower() + bounds.upper())
            }
            Guess::Distance => {
                let [black, white] = Color::ALL.map(|color| area.amazons(color));
                let (geometry, empty) = (area.geometry(), area.empty());
                let queens =
                    [black, white].map(|set| levels(queen_distances(geometry, set, empty)));
                let kings = [black, white].map(|set| levels(king_distances(geometry, set, empty)));
                let [by_black, by_white] =
                    queens.map(|levels| levels.into_iter().fold(B::EMPTY, |a, b| a | b));
                let alone = |own: B, other: B| 16 * (own & !other).count() as i32;
                alone(by_black, by_white) - alone(by_white, by_black)
                    + nearer(&queens, &QUEEN_LEADS)
                    + nearer(&kings, &KING_LEADS)
            }
        }
    }
}

/// What a lead of one, two, three or more moves, or steps, on a square is worth that both can reach, in sixteenths.
const QUEEN_LEADS: [i32; 3] = [4, 7, 9];
const KING_LEADS: [i32; 3] = [1, 3, 4];

/// Farther squares are as far as these.
const FARTHEST: usize = 8;

/// Squares by distance.
fn levels<B: Bits>(distances: impl Iterator<Item = B>) -> [B; FARTHEST] {
    let mut levels = [B::EMPTY; FARTHEST];
    for (n, squares) in distances.enumerate() {
        levels[n.min(FARTHEST - 1)] |= squares;
    }
    levels
}

/// What leads of Black on squares that both reach are worth, less those of White.
fn nearer<B: Bits>([black, white]: &[[B; FARTHEST]; 2], leads: &[i32; 3]) -> i32 {
    let mut ahead = 0;
    for (n, &near) in black.iter().enumerate().filter(|(_, near)| !near.is_empty()) {
        for (m, &far) in white.iter().enumerate().filter(|(_, far)| !far.is_empty()) {
            let both = (near & far).count() as i32;
            match n.cmp(&m) {
                Ordering::Less => ahead += both * leads[(m - n - 1).min(2)],
                Ordering::Greater => ahead -= both * leads[(n - m - 1).min(2)],
                Ordering::Equal => {}
            }
        }
    }
    ahead
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
        // Queens reach all three at once, kings from either end.
        assert_eq!(Guess::Distance.of(&area("b...w")), 0);
        assert!(Guess::Distance.of(&area("b.../...w/xx.x/xx.x")) < 0);
        for guess in [Guess::Bounds, Guess::Distance] {
            let room = area("b..x/..w./...x");
            assert_eq!(guess.of(&room), -guess.of(&room.negative()));
        }
    }
}
