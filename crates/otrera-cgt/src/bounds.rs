//! Bounds on the value of a game (Song and Müller, II-D).
//!
//! Each end is a number and a kind. With x the number of a lower bound:
//!
//! | kind | written | means |
//! |---|---|---|
//! | plain | `[x` | G ≥ x |
//! | tightened | `(x` | G > x |
//! | relaxed | `x-e` | G > x − ε for every positive number ε |
//!
//! and the same from above for an upper bound. A relaxed bound of zero decides
//! nothing: the game may be infinitesimally on the wrong side.

use std::fmt;
use std::ops::{Add, Neg};

use crate::dyadic::Dyadic;
use crate::game::Player;
use crate::thermograph::Thermograph;

/// How strictly a bound is meant. Ordered from weak to strong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum BoundKind {
    /// Up to an infinitesimal.
    Relaxed,
    /// The number included.
    Plain,
    /// The number excluded.
    Tightened,
}

/// One end of [`Bounds`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bound {
    /// Where it lies.
    pub number: Dyadic,
    /// How it is meant.
    pub kind: BoundKind,
}

impl Bound {
    /// The bound that includes its number.
    pub fn plain(number: impl Into<Dyadic>) -> Bound {
        Bound { number: number.into(), kind: BoundKind::Plain }
    }

    /// The bound that excludes its number.
    pub fn tightened(number: impl Into<Dyadic>) -> Bound {
        Bound { number: number.into(), kind: BoundKind::Tightened }
    }

    /// The bound up to an infinitesimal.
    pub fn relaxed(number: impl Into<Dyadic>) -> Bound {
        Bound { number: number.into(), kind: BoundKind::Relaxed }
    }
}

impl Add for Bound {
    type Output = Bound;

    /// Relaxed wins over tightened, tightened over plain.
    ///
    /// Sound: G > x − ε and H ≥ y give G + H > x + y − ε; G > x and H ≥ y give
    /// G + H > x + y.
    fn add(self, other: Bound) -> Bound {
        let kinds = [self.kind, other.kind];
        let kind = match () {
            () if kinds.contains(&BoundKind::Relaxed) => BoundKind::Relaxed,
            () if kinds.contains(&BoundKind::Tightened) => BoundKind::Tightened,
            () => BoundKind::Plain,
        };
        Bound { number: self.number + other.number, kind }
    }
}

/// A lower and an upper bound on the value of a game.
///
/// ```
/// use otrera_cgt::{Bound, Bounds, Player};
///
/// let one = Bounds::new(Bound::plain(-1), Bound::tightened(2));
/// let sum = one + Bounds::exactly(1);
/// assert_eq!(sum.to_string(), "[0, 3)");
/// // At least zero: Left wins when Right begins.
/// assert_eq!(sum.winner(Player::Right), Some(Player::Left));
/// assert_eq!(sum.winner(Player::Left), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bounds {
    /// The game is no less than this, in the sense of its kind.
    pub lower: Bound,
    /// The game is no more than this, in the sense of its kind.
    pub upper: Bound,
}

impl Bounds {
    /// Both ends.
    pub fn new(lower: Bound, upper: Bound) -> Bounds {
        Bounds { lower, upper }
    }

    /// The bounds of a number.
    pub fn exactly(number: impl Into<Dyadic>) -> Bounds {
        let number = number.into();
        Bounds { lower: Bound::plain(number), upper: Bound::plain(number) }
    }

    /// Who wins when this player moves first, if the bounds tell (II-D).
    ///
    /// Sound: Left wins any G > 0, and G ≥ 0 when Right begins. A lower bound
    /// above zero gives G > 0 even if relaxed.
    pub fn winner(&self, to_move: Player) -> Option<Player> {
        let wins = |bound: Bound, owner: Player| {
            bound.number > Dyadic::ZERO
                || bound.number == Dyadic::ZERO
                    && match bound.kind {
                        BoundKind::Tightened => true,
                        BoundKind::Plain => to_move != owner,
                        BoundKind::Relaxed => false,
                    }
        };
        let from_above = Bound { number: -self.upper.number, ..self.upper };
        match () {
            () if wins(self.lower, Player::Left) => Some(Player::Left),
            () if wins(from_above, Player::Right) => Some(Player::Right),
            () => None,
        }
    }

    /// What follows from both of two bounds on the same game: the narrower at each end.
    #[must_use]
    pub fn and(self, other: Bounds) -> Bounds {
        let (a, b) = (self.lower, other.lower);
        let lower = if (a.number, a.kind) >= (b.number, b.kind) { a } else { b };
        let (a, b) = (self.upper, other.upper);
        let upper = if (-a.number, a.kind) >= (-b.number, b.kind) { a } else { b };
        Bounds { lower, upper }
    }

    /// The sum, unless its numbers do not fit.
    pub fn checked_add(self, other: Bounds) -> Option<Bounds> {
        self.lower.number.checked_add(other.lower.number)?;
        self.upper.number.checked_add(other.upper.number)?;
        Some(self + other)
    }

    /// Do they leave only one number?
    pub fn is_exact(&self) -> bool {
        self.lower.number == self.upper.number
            && self.lower.kind == BoundKind::Plain
            && self.upper.kind == BoundKind::Plain
    }

    /// What a thermograph says of its game (II-D1, II-D2).
    ///
    /// The stops are the ends. An end is plain if its wall is vertical just below
    /// t = 0: then nobody can better that stop by the last move, which is what a
    /// negative tax pays for. It is relaxed if the wall leans. For a number plus an
    /// infinitesimal with one vertical wall, the game is not the number, so that
    /// end is tightened.
    pub fn from_thermograph(thermograph: &Thermograph) -> Bounds {
        let [left, right] = [Player::Left, Player::Right].map(|side| thermograph.wall(side));
        let end = |number, vertical| match vertical {
            true => Bound::plain(number),
            false => Bound::relaxed(number),
        };
        let lower = end(right.at(Dyadic::ZERO), right.is_vertical_below_zero());
        let upper = end(left.at(Dyadic::ZERO), left.is_vertical_below_zero());
        let mut bounds = Bounds { lower, upper };
        if thermograph.temperature() == Dyadic::ZERO {
            for bound in [&mut bounds.lower, &mut bounds.upper] {
                if bound.kind == BoundKind::Plain {
                    bound.kind = BoundKind::Tightened;
                }
            }
        }
        if thermograph.temperature() < Dyadic::ZERO {
            bounds = Bounds::exactly(thermograph.mean());
        }
        bounds
    }
}

impl Add for Bounds {
    type Output = Bounds;

    fn add(self, other: Bounds) -> Bounds {
        Bounds { lower: self.lower + other.lower, upper: self.upper + other.upper }
    }
}

impl Neg for Bounds {
    type Output = Bounds;

    fn neg(self) -> Bounds {
        let turn = |bound: Bound| Bound { number: -bound.number, ..bound };
        Bounds { lower: turn(self.upper), upper: turn(self.lower) }
    }
}

impl Bounds {
    /// The lower end as text: `[1`, `(1` or `1-e`.
    pub fn lower_text(&self) -> String {
        let Bound { number, kind } = self.lower;
        match kind {
            BoundKind::Plain => format!("[{number}"),
            BoundKind::Tightened => format!("({number}"),
            BoundKind::Relaxed => format!("{number}-e"),
        }
    }

    /// The upper end as text: `2]`, `2)` or `2+e`.
    pub fn upper_text(&self) -> String {
        let Bound { number, kind } = self.upper;
        match kind {
            BoundKind::Plain => format!("{number}]"),
            BoundKind::Tightened => format!("{number})"),
            BoundKind::Relaxed => format!("{number}+e"),
        }
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.lower_text(), self.upper_text())
    }
}
