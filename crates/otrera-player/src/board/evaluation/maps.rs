//! Distances square by square, by the same slides and steps that the evaluation compares them with.

use otrera_board::{Bits, Square};

use super::floods::{self, Judge, Reading};
use super::lanes::Halves;
use super::view::View;

/// Of a square that is not reached.
const NEVER: u8 = u8::MAX;

/// How far each free square is from the amazons of both sides.
#[derive(Clone, Debug)]
pub struct DistanceMaps {
    /// By side: the player to move first.
    moves: [[u8; 128]; 2],
    steps: [[u8; 128]; 2],
}

impl DistanceMaps {
    /// The maps of a position.
    ///
    /// ```
    /// use otrera_board::Position;
    /// use otrera_player::{DistanceMaps, View};
    ///
    /// let position: Position = "b...x w".parse()?;
    /// let maps = DistanceMaps::of(&View::new(&position));
    /// let [a, d] = [0, 3].map(|file| position.size().square(file, 0).unwrap());
    /// assert_eq!(maps.moves(d), [None, Some(1)]); // White has no amazon
    /// assert_eq!(maps.steps(d), [None, Some(3)]);
    /// assert_eq!(maps.steps(a), [None, None]); // not free
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of<B: Bits>(view: &View<B>) -> DistanceMaps {
        floods::read(view, &Mapping)
    }

    /// How many moves of a queen a square is from the amazons of the player to move, and from those of his opponent; nothing where it is
    /// not free or cannot be reached.
    pub fn moves(&self, square: Square) -> [Option<u8>; 2] {
        self.moves.map(|map| at(&map, square))
    }

    /// The same in steps of a king.
    pub fn steps(&self, square: Square) -> [Option<u8>; 2] {
        self.steps.map(|map| at(&map, square))
    }
}

fn at(map: &[u8; 128], square: Square) -> Option<u8> {
    Some(map[square.index()]).filter(|&distance| distance != NEVER)
}

struct Mapping;

impl Judge for Mapping {
    type Judgement = DistanceMaps;

    fn judge(
        &self,
        [own, other, empty]: [Halves; 3],
        reading: Reading<impl Fn(Halves) -> Halves, impl Fn(Halves) -> Halves>,
    ) -> DistanceMaps {
        DistanceMaps {
            moves: [own, other].map(|amazons| map(amazons, empty, &reading.slides)),
            steps: [own, other].map(|amazons| map(amazons, empty, &reading.spread)),
        }
    }
}

fn map(amazons: Halves, empty: Halves, next: impl Fn(Halves) -> Halves) -> [u8; 128] {
    let mut map = [NEVER; 128];
    let (mut front, mut left) = (amazons, empty);
    for distance in 1.. {
        let reached = next(front);
        front = [reached[0] & left[0], reached[1] & left[1]];
        if front == [0; 2] {
            break;
        }
        left = [left[0] & !front[0], left[1] & !front[1]];
        for (half, mut set) in front.into_iter().enumerate() {
            while set != 0 {
                map[half * 64 + set.trailing_zeros() as usize] = distance;
                set &= set - 1;
            }
        }
    }
    map
}
