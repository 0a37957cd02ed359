//! Dyadic rationals: the numbers that short games can be.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

use thiserror::Error;

/// A dyadic rational `numerator / 2^exponent`, exact, in lowest terms.
///
/// ```
/// use otrera_cgt::Dyadic;
///
/// let three_quarters = Dyadic::new(3, 2);
/// assert_eq!((three_quarters + Dyadic::from(1)).to_string(), "7/4");
/// ```
///
/// The operators panic where a result does not fit, as those of integers do in
/// debug builds; [`checked_add`](Dyadic::checked_add) is the twin that says so.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Dyadic {
    numerator: i64,
    /// At most [`MAX_EXPONENT`]; zero if the numerator is even.
    exponent: u8,
}

/// The largest exponent of a denominator.
pub const MAX_EXPONENT: u32 = 60;

impl Dyadic {
    /// Zero.
    pub const ZERO: Dyadic = Dyadic { numerator: 0, exponent: 0 };
    /// One.
    pub const ONE: Dyadic = Dyadic { numerator: 1, exponent: 0 };
    /// Minus one, where thermographs begin.
    pub const MINUS_ONE: Dyadic = Dyadic { numerator: -1, exponent: 0 };

    /// `numerator / 2^exponent`. Panics if that needs an exponent over [`MAX_EXPONENT`].
    pub fn new(numerator: i64, exponent: u32) -> Dyadic {
        Dyadic::reduce(numerator.into(), exponent).expect("a dyadic number within range")
    }

    fn reduce(numerator: i128, exponent: u32) -> Option<Dyadic> {
        let shift = numerator.trailing_zeros().min(exponent);
        let (numerator, exponent) = (numerator >> shift, exponent - shift);
        (exponent <= MAX_EXPONENT)
            .then_some(())
            .and_then(|()| i64::try_from(numerator).ok())
            .map(|numerator| Dyadic { numerator, exponent: exponent as u8 })
    }

    /// The numerator in lowest terms.
    pub const fn numerator(self) -> i64 {
        self.numerator
    }

    /// The exponent of the denominator in lowest terms.
    pub const fn exponent(self) -> u32 {
        self.exponent as u32
    }

    /// Is it an integer?
    pub const fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// The integer it is, if it is one.
    pub fn to_integer(self) -> Option<i64> {
        self.is_integer().then_some(self.numerator)
    }

    /// The largest integer that is not greater.
    pub const fn floor(self) -> i64 {
        self.numerator >> self.exponent
    }

    /// The smallest integer that is not less.
    pub const fn ceil(self) -> i64 {
        -((-self.numerator) >> self.exponent)
    }

    /// Half of it.
    pub fn half(self) -> Dyadic {
        Dyadic::reduce(self.numerator.into(), self.exponent() + 1).expect("a dyadic within range")
    }

    /// The sum, unless it does not fit.
    pub fn checked_add(self, other: Dyadic) -> Option<Dyadic> {
        if self.exponent | other.exponent == 0 {
            let numerator = self.numerator.checked_add(other.numerator)?;
            return Some(Dyadic { numerator, exponent: 0 });
        }
        let exponent = self.exponent().max(other.exponent());
        Dyadic::reduce(self.scaled(exponent) + other.scaled(exponent), exponent)
    }

    /// The numerator over `2^exponent`, which must be no less than its own.
    fn scaled(self, exponent: u32) -> i128 {
        i128::from(self.numerator) << (exponent - self.exponent())
    }

    /// How many times 1 / 2^exponent it is, if that is a whole number that fits.
    pub(crate) fn units(self, exponent: u32) -> Option<i64> {
        (self.exponent() <= exponent).then(|| i64::try_from(self.scaled(exponent)).ok()).flatten()
    }

    /// The number as a floating point number, for drawing.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / (1u64 << self.exponent) as f64
    }

    /// The simplest number in an interval whose ends may each belong to it or not:
    /// the integer nearest to zero, or else the one with the smallest denominator.
    /// `None` stands for no limit. The interval must not be empty.
    ///
    /// This is the value of a game whose options are too bad for both players.
    pub fn simplest_between(
        lower: Option<(Dyadic, bool)>,
        upper: Option<(Dyadic, bool)>,
    ) -> Dyadic {
        let above = |x: Dyadic| lower.is_none_or(|(end, closed)| end < x || closed && end == x);
        let below = |x: Dyadic| upper.is_none_or(|(end, closed)| x < end || closed && x == end);
        let fits = |x: Dyadic| above(x) && below(x);
        if fits(Dyadic::ZERO) {
            return Dyadic::ZERO;
        }
        if !above(Dyadic::ZERO) {
            let low = lower.expect("something excludes zero").0;
            // The least integer above the end, then ever finer steps.
            for exponent in 0..=MAX_EXPONENT {
                let step = Dyadic::reduce(low.scaled_floor(exponent), exponent);
                let unit = Dyadic::new(1, exponent);
                let candidates = step.into_iter().flat_map(|step| [step, step + unit]);
                if let Some(found) = candidates.into_iter().find(|&x| fits(x)) {
                    return found;
                }
            }
            unreachable!("an interval of dyadics that is not empty holds one of this size");
        }
        let mirror = |end: Option<(Dyadic, bool)>| end.map(|(x, closed)| (-x, closed));
        -Dyadic::simplest_between(mirror(upper), mirror(lower))
    }

    /// The largest integer k with k / 2^exponent not greater than the number.
    fn scaled_floor(self, exponent: u32) -> i128 {
        let wide = i128::from(self.numerator) << exponent;
        wide >> self.exponent
    }
}

impl From<i64> for Dyadic {
    fn from(numerator: i64) -> Dyadic {
        Dyadic { numerator, exponent: 0 }
    }
}

impl Add for Dyadic {
    type Output = Dyadic;

    fn add(self, other: Dyadic) -> Dyadic {
        self.checked_add(other).expect("a sum of dyadic numbers within range")
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        Dyadic { numerator: -self.numerator, exponent: self.exponent }
    }
}

impl Sub for Dyadic {
    type Output = Dyadic;

    fn sub(self, other: Dyadic) -> Dyadic {
        self + -other
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if self.exponent == other.exponent {
            return self.numerator.cmp(&other.numerator);
        }
        let exponent = self.exponent().max(other.exponent());
        self.scaled(exponent).cmp(&other.scaled(exponent))
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.numerator),
            exponent => write!(f, "{}/{}", self.numerator, 1u64 << exponent),
        }
    }
}

/// A text that is no dyadic number.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "found `{found}`; expected a number like 3, -2 or 7/4, whose denominator is a power of two"
)]
#[non_exhaustive]
pub struct ParseDyadicError {
    /// What was found.
    pub found: String,
}

impl FromStr for Dyadic {
    type Err = ParseDyadicError;

    /// Reads what [`Display`](fmt::Display) writes, in lowest terms or not.
    fn from_str(text: &str) -> Result<Dyadic, ParseDyadicError> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let number = numerator.parse::<i64>().ok().and_then(|numerator| {
            let denominator = denominator.parse::<u64>().ok().filter(|it| it.is_power_of_two())?;
            Dyadic::reduce(numerator.into(), denominator.trailing_zeros())
        });
        number.ok_or_else(|| ParseDyadicError { found: text.to_owned() })
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Dyadic {
    /// As text: no other notation is exact for all who read it.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Dyadic {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Dyadic, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(lower: i64, upper: i64, exponent: u32) -> String {
        let end = |n| Some((Dyadic::new(n, exponent), false));
        Dyadic::simplest_between(end(lower), end(upper)).to_string()
    }

    /// Examples from the theory: the simplest number in an open interval.
    #[test]
    fn simplest_numbers() {
        assert_eq!(open(3, 6, 0), "4");
        assert_eq!(open(-4, 3, 0), "0");
        assert_eq!(open(0, 1, 0), "1/2");
        assert_eq!(open(1, 2, 2), "3/8");
        assert_eq!(open(1, 3, 2), "1/2");
        assert_eq!(open(-7, -5, 2), "-3/2");
        assert_eq!(open(5, 11, 2), "2");
        let closed = |n| Some((Dyadic::new(n, 2), true));
        assert_eq!(Dyadic::simplest_between(closed(3), closed(3)), Dyadic::new(3, 2));
        assert_eq!(Dyadic::simplest_between(closed(5), None), Dyadic::from(2));
        assert_eq!(Dyadic::simplest_between(None, closed(-5)), Dyadic::from(-2));
        assert_eq!(Dyadic::simplest_between(None, None), Dyadic::ZERO);
    }

    #[test]
    fn arithmetic_is_exact_and_checked() {
        let x = Dyadic::new(6, 3);
        assert_eq!((x.numerator(), x.exponent(), x.to_string().as_str()), (3, 2, "3/4"));
        assert_eq!(x - Dyadic::ONE, Dyadic::new(-1, 2));
        assert_eq!([x.floor(), x.ceil(), (-x).floor(), (-x).ceil()], [0, 1, -1, 0]);
        assert_eq!(x.half(), Dyadic::new(3, 3));
        assert!(Dyadic::new(1, 1) > Dyadic::new(3, 3));
        assert_eq!(Dyadic::from(i64::MAX).checked_add(Dyadic::ONE), None);
        assert_eq!(Dyadic::from(i64::MAX).checked_add(Dyadic::new(1, 1)), None);
    }
}
