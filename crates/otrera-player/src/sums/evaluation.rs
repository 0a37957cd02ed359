//! What an unfinished area may be worth.

use otrera_area::{Area, split};
use otrera_board::{Bits, Color, Square};
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
                let queens = [black, white].map(|set| by_queens(area, set));
                let kings = [black, white].map(|set| by_kings(area, set));
                let [by_black, by_white] = queens.map(|within| within[FARTHEST]);
                let both = by_black & by_white;
                16 * ((by_black & !both).count() as i32 - (by_white & !both).count() as i32)
                    + leads(&queens, both, &QUEEN_LEADS)
                    + leads(&kings, both, &KING_LEADS)
            }
        }
    }
}

/// What a lead of one, two, three or more moves, or steps, on a square is worth that both can reach, in sixteenths.
const QUEEN_LEADS: [i32; 3] = [4, 7, 9];
const KING_LEADS: [i32; 3] = [1, 3, 4];

/// Farther squares are as far as these.
const FARTHEST: usize = 8;

/// The squares that are reached within no moves, one, two and so on; the last are all.
type Within<B> = [B; FARTHEST + 1];

/// In queen moves.
fn by_queens<B: Bits>(area: &Area<B>, amazons: B) -> Within<B> {
    let (geometry, empty) = (area.geometry(), area.empty());
    let occupied = geometry.board() & !empty;
    let mut first = B::EMPTY;
    for amazon in amazons.squares() {
        first |= geometry.slides(amazon, occupied);
    }
    within(
        first,
        |front, left| {
            // Few squares look back for who comes; many are come to.
            if left.count() > 8 {
                return geometry.slides_of_all(front, empty) & left;
            }
            let comes = |&square: &Square| !(geometry.slides(square, occupied) & front).is_empty();
            left.squares().filter(comes).fold(B::EMPTY, |set, square| set | B::of(square))
        },
        empty,
    )
}

/// In king steps.
fn by_kings<B: Bits>(area: &Area<B>, amazons: B) -> Within<B> {
    let (geometry, empty) = (area.geometry(), area.empty());
    let first = geometry.spread(amazons) & empty;
    within(first, |front, left| geometry.spread(front) & left, empty)
}

/// From the squares that are reached at once, and from what are reached next, all of them.
fn within<B: Bits>(first: B, next: impl Fn(B, B) -> B, empty: B) -> Within<B> {
    let mut within = [B::EMPTY; FARTHEST + 1];
    let (mut front, mut reached) = (first, first);
    for squares in &mut within[1..FARTHEST] {
        *squares = reached;
        if !front.is_empty() && reached != empty {
            front = next(front, empty & !reached);
            reached |= front;
        }
    }
    while !front.is_empty() && reached != empty {
        front = next(front, empty & !reached);
        reached |= front;
    }
    within[FARTHEST] = reached;
    within
}

/// What leads of Black on squares that both reach are worth, less those of White.
fn leads<B: Bits>([black, white]: &[Within<B>; 2], both: B, worth: &[i32; 3]) -> i32 {
    let ahead = |own: &Within<B>, other: &Within<B>| {
        // By one or more, by two or more, by three or more.
        let mut by = [B::EMPTY; 3];
        for n in 1..=FARTHEST {
            let new = own[n] & !own[n - 1] & both;
            if new.is_empty() {
                continue;
            }
            for (lead, by) in by.iter_mut().enumerate() {
                // Nothing is farther than the farthest.
                *by |= if n + lead < FARTHEST { new & !other[n + lead] } else { B::EMPTY };
            }
        }
        let [one, two, three] = by.map(|set| set.count() as i32);
        one * worth[0] + two * (worth[1] - worth[0]) + three * (worth[2] - worth[1])
    };
    ahead(black, white) - ahead(white, black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SumPosition;
    use otrera_area::areas;
    use otrera_board::{Position, Size, king_distances, queen_distances};

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

    /// The sets against distances square by square.
    #[test]
    fn leads_are_differences_of_distances() {
        let mut rng = fastrand::Rng::with_seed(5);
        for n in 0..600 {
            let size = Size::new(3 + n % 6, 3 + n / 6 % 6).unwrap();
            let sum = SumPosition::random(&mut rng, 1, size).unwrap();
            for area in areas(&sum.boards()[0]) {
                let [queens, kings] = [
                    plain(&area, |set| {
                        queen_distances(area.geometry(), set, area.empty()).collect()
                    }),
                    plain(&area, |set| {
                        king_distances(area.geometry(), set, area.empty()).collect()
                    }),
                ];
                let mut expected = 0;
                for square in area.empty().squares() {
                    let at = square.index();
                    expected += match (queens[0][at], queens[1][at]) {
                        (Some(_), None) => 16,
                        (None, Some(_)) => -16,
                        (None, None) => 0,
                        (Some(black), Some(white)) => {
                            let worth = |lead: i32, worth: &[i32; 3]| match lead {
                                0 => 0,
                                _ => lead.signum() * worth[lead.unsigned_abs().min(3) as usize - 1],
                            };
                            let kings = [0, 1].map(|color: usize| kings[color][at].unwrap());
                            worth(white - black, &QUEEN_LEADS)
                                + worth(kings[1] - kings[0], &KING_LEADS)
                        }
                    };
                }
                assert_eq!(Guess::Distance.of(&area), expected, "{area:?}");
            }
        }
    }

    /// The distance of each square from the amazons of either colour, none farther than the farthest.
    fn plain(area: &Area<u64>, levels: impl Fn(u64) -> Vec<u64>) -> [Vec<Option<i32>>; 2] {
        Color::ALL.map(|color| {
            let mut distances = vec![None; 64];
            for (n, level) in levels(area.amazons(color)).into_iter().enumerate() {
                for square in level.squares() {
                    distances[square.index()] = Some((n + 1).min(FARTHEST) as i32);
                }
            }
            distances
        })
    }
}
