//! What is known of an active area: its thermograph, and how it compares with stars.
//!
//! | number | means |
//! |---|---|
//! | lower, upper | the largest integer ≤ G and the smallest ≥ G: the feet of the thermograph |
//! | least star | the largest n with G ≥ n + ∗ |
//! | most star | the smallest n with G ≤ n + ∗ |
//!
//! Stars follow from the options as integers do. G ≥ n + ∗ is refuted by a G^R ≤ n + ∗ or by G ≤ n, n
//! being Left's option of n + ∗, and by nothing else. So the least star is one less than the
//! smaller of upper and of the most stars of all G^R; the most star likewise.
//!
//! G ≥ lower gives G ≥ (lower − 1) + ∗, and G ≥ n + ∗ gives G ≥ n − 1: the least star differs from
//! lower by one at most, and G = n + ∗ is where both stars are n.

use otrera_cgt::{Assurance, Bounds, Class, Dyadic, Point, Sign, TempoBounds, Thermograph};
use smallvec::SmallVec;

use super::shapes::MOST_SQUARES;
use super::walls::{ONE, WallView};

/// No area of a table is worth more moves than this to either player.
const MOST: i8 = MOST_SQUARES as i8;

/// What a table knows of an active area.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Value {
    /// Its thermograph.
    pub thermograph: Thermograph,
    /// The integers next to it.
    pub thresholds: Thresholds,
}

/// An area next to integers, and to integers and a star.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Thresholds {
    /// The largest integer ≤ G.
    pub lower: i8,
    /// The smallest integer ≥ G.
    pub upper: i8,
    /// The largest n with G ≥ n + ∗.
    pub least_star: i8,
    /// The smallest n with G ≤ n + ∗.
    pub most_star: i8,
}

impl Thresholds {
    pub(crate) fn negated(self) -> Thresholds {
        Thresholds {
            lower: -self.upper,
            upper: -self.lower,
            least_star: -self.most_star,
            most_star: -self.least_star,
        }
    }

    /// Is the area an integer?
    pub fn is_integer(self) -> bool {
        self.lower == self.upper
    }

    /// If the area is an integer and a star, the integer.
    pub fn integer_of_star(self) -> Option<i8> {
        (self.least_star == self.most_star).then_some(self.least_star)
    }

    /// What Black is sure of.
    #[inline]
    pub fn left(self) -> Assurance {
        Assurance {
            least: self.lower.into(),
            star: self.least_star.into(),
            first: i32::from(self.upper) - 1,
        }
    }

    /// The four numbers, exact.
    #[inline]
    pub fn tempo(self) -> TempoBounds {
        TempoBounds { left: self.left(), right: self.negated().left() }
    }

    /// Both stars in two bits each: how far each is from its integer, plus one.
    fn stars(self) -> u8 {
        let left = self.least_star - self.lower + 1;
        let right = self.upper - self.most_star + 1;
        (left as u8) | (right as u8) << 2
    }

    /// From bytes, if some game of a table has such thresholds: n ≤ G ≤ m, and the same with n + ∗ on
    /// either side, where n + ∗ ≤ m only for n < m.
    #[inline]
    pub(crate) fn from_bytes([lower, upper, stars]: [u8; 3]) -> Option<Thresholds> {
        let (lower, upper) = (lower as i8, upper as i8);
        let (left, right) = (stars & 3, stars >> 2);
        let in_range = -MOST <= lower && lower <= upper && upper <= MOST;
        if !in_range || left > 2 || right > 2 {
            return None;
        }
        let (least_star, most_star) = (lower + left as i8 - 1, upper - right as i8 + 1);
        let possible = least_star <= most_star && least_star < upper && lower < most_star;
        possible.then_some(Thresholds { lower, upper, least_star, most_star })
    }

    pub(crate) fn to_bytes(self) -> [u8; 3] {
        [self.lower as u8, self.upper as u8, self.stars()]
    }
}

impl Value {
    /// Bounds of each kind on the value.
    pub fn bounds(&self) -> Bounds {
        Bounds::from_thermograph(&self.thermograph)
    }

    /// The value of the negative.
    #[must_use]
    pub fn negated(&self) -> Value {
        Value { thermograph: self.thermograph.negated(), thresholds: self.thresholds.negated() }
    }

    /// The value in words: a number, an integer with a star, or what the thermograph shows.
    pub fn name(&self) -> String {
        let mean = self.thermograph.mean();
        match (self.thresholds.integer_of_star(), self.thermograph.class()) {
            (_, Class::Number) => format!("{mean}"),
            (Some(0), _) => "*".into(),
            (Some(n), _) => format!("{n}*"),
            (None, Class::Hot) => {
                format!("hot, mean {mean}, temperature {}", self.thermograph.temperature())
            }
            (None, Class::Infinitesimal(sign)) => {
                let sign = match sign {
                    Sign::Positive => "positive",
                    Sign::Negative => "negative",
                    Sign::Fuzzy => "fuzzy",
                };
                format!("{mean} and a {sign} infinitesimal")
            }
        }
    }

    /// From bytes, if they begin with a value.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Value> {
        let (stored, _) = Stored::decode(bytes)?;
        let [right, left] = stored.views();
        let dyadic = |scaled: i32| Dyadic::new(scaled.into(), ONE.trailing_zeros());
        let last = |wall: &WallView| wall.corners.last().copied().unwrap_or(-ONE);
        let temperature = last(&right).max(last(&left));
        let corners = |wall: WallView, sign: i32| {
            let mut points: Vec<Point> = vec![(Dyadic::MINUS_ONE, dyadic(sign * wall.foot))];
            let (mut value, mut from) = (wall.foot, -ONE);
            for (n, &corner) in wall.corners.iter().enumerate() {
                // It stands in the end, so it rises to the last corner and to every second before.
                if (wall.corners.len() - n) % 2 == 1 {
                    value += corner - from;
                }
                from = corner;
                points.push((dyadic(corner), dyadic(sign * value)));
            }
            if points.last().is_none_or(|&(t, _)| t < dyadic(temperature)) {
                points.push((dyadic(temperature), dyadic(sign * wall.top)));
            }
            points
        };
        let thermograph = Thermograph::from_corners(corners(left, -1), corners(right, 1))?;
        Some(Value { thermograph, thresholds: stored.thresholds })
    }
}

/// A value as it is stored: thresholds; how many corners R_t and −L_t have; the corners.
///
/// The walls have their feet at the lower and at minus the upper threshold. A corner is t + 1, in 256ths
/// if that will do: two bytes, the first less than 128. Else four, in units of 2^−18.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stored {
    pub thresholds: Thresholds,
    /// Where the corners of −L_t begin.
    first: usize,
    corners: SmallVec<[i32; 16]>,
}

/// A value takes no more bytes than this: two walls of at most 255 corners.
pub(crate) const MOST_VALUE: usize = 5 + 2 * 255 * 4;

const COARSE: i32 = ONE / 256;

impl Stored {
    /// From bytes, if they begin with thresholds and two walls whose corners are in order and no higher
    /// than a temperature can be.
    pub fn decode(bytes: &[u8]) -> Option<(Stored, &[u8])> {
        let (&[lower, upper, stars, right, left], mut rest) = bytes.split_first_chunk()?;
        let counts = [right, left].map(usize::from);
        let mut corners: SmallVec<[i32; 16]> = SmallVec::new();
        for _ in 0..counts[0] + counts[1] {
            let (&[a, b], more) = rest.split_first_chunk()?;
            let high = i32::from(u16::from_be_bytes([a & 127, b]));
            rest = more;
            let above = if a < 128 {
                high * COARSE
            } else {
                let (&[c, d], more) = rest.split_first_chunk()?;
                rest = more;
                high << 16 | i32::from(u16::from_be_bytes([c, d]))
            };
            corners.push(above - ONE);
        }
        let thresholds = Thresholds::from_bytes([lower, upper, stars])?;
        let is_wall = |corners: &[i32]| {
            let from = std::iter::once(&-ONE).chain(corners);
            from.zip(corners).all(|(from, to)| from < to && *to <= i32::from(MOST) * ONE)
        };
        let (right, left) = corners.split_at(counts[0]);
        let walls = is_wall(right) && is_wall(left);
        walls.then_some((Stored { thresholds, first: counts[0], corners }, rest))
    }

    /// The walls R_t and −L_t.
    pub fn views(&self) -> [WallView<'_>; 2] {
        let Thresholds { lower, upper, .. } = self.thresholds;
        let feet = [i32::from(lower), -i32::from(upper)];
        let corners = [&self.corners[..self.first], &self.corners[self.first..]];
        [0, 1].map(|n| WallView::new(feet[n] * ONE, corners[n]))
    }

    /// Appends the bytes of a value.
    pub fn encode(thresholds: Thresholds, walls: [WallView; 2], bytes: &mut Vec<u8>) {
        bytes.extend(thresholds.to_bytes());
        bytes.extend(walls.map(|wall| wall.corners.len() as u8));
        for &corner in walls.iter().flat_map(|wall| wall.corners) {
            let above = corner + ONE;
            if above % COARSE == 0 {
                bytes.extend(((above / COARSE) as u16).to_be_bytes());
            } else {
                bytes.extend((above as u32 | 1 << 31).to_be_bytes());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::walls::{Envelope, over};

    fn integer(n: i32) -> [crate::tables::walls::Wall; 2] {
        let [mut left, mut right] = [Envelope::default(), Envelope::default()];
        let wall = |foot: i32| WallView::new(foot * ONE, &[]);
        left.add(wall(n - 1));
        right.add(wall(-n - 1));
        over(&left, &right)
    }

    /// {3 | {1|0}} and others, with walls here and with thermographs of the game theory crate.
    #[test]
    fn walls_are_those_of_thermographs() {
        let mut games: Vec<([crate::tables::walls::Wall; 2], Thermograph)> =
            (-3..=3).map(|n| (integer(n), Thermograph::of_number(i64::from(n).into()))).collect();
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..2_000 {
            let pick = |rng: &mut fastrand::Rng| -> Vec<usize> {
                (0..rng.usize(1..=3)).map(|_| rng.usize(0..games.len())).collect()
            };
            let options = [pick(&mut rng), pick(&mut rng)];
            let [mut left, mut right] = [Envelope::default(), Envelope::default()];
            options[0].iter().for_each(|&n| left.add(games[n].0[0].view()));
            options[1].iter().for_each(|&n| right.add(games[n].0[1].view()));
            let walls = over(&left, &right);
            let graph = Thermograph::from_options(
                options[0].iter().map(|&n| &games[n].1),
                options[1].iter().map(|&n| &games[n].1),
            );
            let foot = |wall: &crate::tables::walls::Wall| (wall.foot / ONE) as i8;
            let (lower, upper) = (foot(&walls[0]), -foot(&walls[1]));
            // Stars do not matter here: these are true of every game.
            let (least_star, most_star) = (lower - 1, upper + 1);
            let thresholds = Thresholds { lower, upper, least_star, most_star };
            let mut bytes = Vec::new();
            Stored::encode(thresholds, [walls[0].view(), walls[1].view()], &mut bytes);
            let value = Value::decode(&bytes).expect("a value");
            assert_eq!(value.thermograph, graph, "{walls:?}");
            assert_eq!(value.thresholds, thresholds);
            assert_eq!(value.negated().negated(), value);
            if graph.temperature().exponent() < 12 {
                games.push((walls, graph));
            }
        }
    }
}
