//! Thermographs down to t = −1, with exact piecewise linear walls.
//!
//! The walls of a game G show what it is worth under a tax t on every move: the
//! left wall L_t when Left begins, the right wall R_t when Right does. With the
//! walls of the options,
//!
//! > λ_t = max R_t(G^L) − t,  ρ_t = min L_t(G^R) + t
//!
//! are the scaffolds. λ falls and ρ rises with t. The walls follow the scaffolds
//! from t = −1 up to the temperature, where the two meet; above it stands the
//! mast, at the mean.
//!
//! # Integers
//! Play stops in integers: their mast begins at t = −1. Whether a game is an
//! integer shows at the foot of the scaffolds, with no canonical form at hand.
//! Claim: R_−1(G) is the largest integer n with G ≥ n, and L_−1(G) the smallest
//! with G ≤ n. By induction: G ≥ n needs every G^R not ≤ n, that is
//! L_−1(G^R) ≥ n + 1 for all of them, that is ρ_−1 ≥ n; likewise G ≤ n needs
//! λ_−1 ≤ n. If λ_−1 ≤ ρ_−1, an integer lies between all options in the sense of
//! the simplicity rule, so G is the one nearest to zero; if not, G is no integer,
//! no integer option of n interferes, and the claim holds with λ and ρ. ∎
//!
//! So a thermograph needs nothing but those of the options (and the options of a
//! sum, where a move leaves a sum). It shows mean, temperature, both stops, and
//! of a number plus an infinitesimal the infinitesimal's sign.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::dyadic::Dyadic;
use crate::game::Player;

/// A point of a wall: temperature and value.
pub type Point = (Dyadic, Dyadic);

/// A wall: a piecewise linear function of t ≥ −1, constant from its last point on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Wall {
    /// Corners in the order of t; the first at t = −1, no three on a line, and no
    /// last one that only goes on straight up.
    points: Vec<Point>,
}

impl Wall {
    fn constant(value: Dyadic) -> Wall {
        Wall { points: vec![(Dyadic::MINUS_ONE, value)] }
    }

    /// The value at a temperature, which must be −1 or more.
    pub fn at(&self, t: Dyadic) -> Dyadic {
        let above = self.points.partition_point(|&(corner, _)| corner <= t);
        let (from, value) = self.points[above.max(1) - 1];
        match self.points.get(above) {
            // Between corners a wall is vertical or leans by one unit of value a unit of t.
            Some(&(_, next)) if next > value => value + (t - from),
            Some(&(_, next)) if next < value => value - (t - from),
            _ => value,
        }
    }

    /// The corners, from t = −1 up.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Is the wall vertical just below t = 0?
    pub fn is_vertical_below_zero(&self) -> bool {
        let corner = self.points.iter().rev().map(|&(t, _)| t).find(|&t| t < Dyadic::ZERO);
        self.at(corner.unwrap_or(Dyadic::MINUS_ONE)) == self.at(Dyadic::ZERO)
    }

    fn map(&self, change: impl Fn(Dyadic) -> Dyadic) -> Wall {
        Wall { points: self.points.iter().map(|&(t, value)| (t, change(value))).collect() }
    }
}

/// Left wall, right wall and mast of a game.
///
/// ```
/// use otrera_cgt::{Class, Dyadic, Player, Thermograph};
///
/// // {3|-1}: whoever moves first gains two.
/// let [left, right] = [3, -1].map(|n| Thermograph::of_number(Dyadic::from(n)));
/// let hot = Thermograph::from_options([&left], [&right]);
/// assert_eq!(hot.class(), Class::Hot);
/// assert_eq!((hot.mean(), hot.temperature()), (Dyadic::ONE, Dyadic::from(2)));
/// // Under a tax of a half on every move.
/// let tax = Dyadic::new(1, 1);
/// assert_eq!(hot.wall(Player::Left).at(tax), Dyadic::new(5, 1));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thermograph {
    left: Wall,
    right: Wall,
    mean: Dyadic,
    temperature: Dyadic,
}

impl Thermograph {
    /// The thermograph of a number: of an integer a mast, of a fraction a small tent
    /// over t = −1.
    pub fn of_number(number: Dyadic) -> Thermograph {
        if number.is_integer() {
            return Thermograph::mast(number);
        }
        let unit = Dyadic::new(1, number.exponent());
        let [lower, upper] = [number - unit, number + unit].map(Thermograph::of_number);
        Thermograph::from_options([&lower], [&upper])
    }

    fn mast(mean: Dyadic) -> Thermograph {
        let wall = Wall::constant(mean);
        Thermograph { left: wall.clone(), right: wall, mean, temperature: Dyadic::MINUS_ONE }
    }

    /// The thermograph of the game with these options. They may be in any form:
    /// dominated and reversible ones do no harm.
    pub fn from_options<'a>(
        left: impl IntoIterator<Item = &'a Thermograph>,
        right: impl IntoIterator<Item = &'a Thermograph>,
    ) -> Thermograph {
        let left = left.into_iter().map(|option| Cow::Borrowed(&option.right));
        let right = right.into_iter().map(|option| Cow::Borrowed(&option.left));
        let left = left.reduce(|a, b| best_of(a, b, Player::Left));
        let right = right.reduce(|a, b| best_of(a, b, Player::Right));
        Thermograph::from_envelopes(left.as_deref(), right.as_deref())
    }

    /// The thermograph of a game, given the best of the right walls of Left's options at
    /// every t, and of the left walls of Right's ([`best_of`]).
    pub(crate) fn from_envelopes(left: Option<&Wall>, right: Option<&Wall>) -> Thermograph {
        let foot = |wall: &Wall| wall.points[0].1;
        let lower = left.map(|left| foot(left) + Dyadic::ONE);
        let upper = right.map(|right| foot(right) - Dyadic::ONE);
        let (Some(left), Some(right)) = (left, right) else {
            // With no move for one player, the game is an integer.
            return Thermograph::mast(simplest_integer(lower, upper));
        };
        if lower <= upper {
            return Thermograph::mast(simplest_integer(lower, upper));
        }
        let temperature = meeting(left, right);
        Thermograph {
            mean: left.at(temperature) - temperature,
            left: wall_below(left, temperature, |value, t| value - t),
            right: wall_below(right, temperature, |value, t| value + t),
            temperature,
        }
    }

    /// The wall of a player.
    pub fn wall(&self, player: Player) -> &Wall {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// The corners of a player's wall, from t = −1 up to and with the foot of the mast.
    pub fn corners(&self, player: Player) -> Vec<Point> {
        let mut corners = self.wall(player).points().to_vec();
        if corners.last().is_none_or(|&(t, _)| t < self.temperature) {
            corners.push((self.temperature, self.mean));
        }
        corners
    }

    /// The thermograph with these corners from t = −1 up to the foot of the mast, which both walls end
    /// in; nothing if there is none.
    pub fn from_corners(left: Vec<Point>, right: Vec<Point>) -> Option<Thermograph> {
        let &(temperature, mean) = left.last()?;
        let rises = |corners: &[Point]| {
            corners.first().is_some_and(|&(t, _)| t == Dyadic::MINUS_ONE)
                && corners.windows(2).all(|pair| pair[0].0 < pair[1].0)
        };
        let whole = right.last() == left.last() && rises(&left) && rises(&right);
        let wall = |corners| Wall { points: straightened(corners) };
        whole.then(|| Thermograph { left: wall(left), right: wall(right), mean, temperature })
    }

    /// The value of the mast.
    pub fn mean(&self) -> Dyadic {
        self.mean
    }

    /// Where the mast begins.
    pub fn temperature(&self) -> Dyadic {
        self.temperature
    }

    /// What the game comes to when Left begins and play stops in numbers.
    pub fn left_stop(&self) -> Dyadic {
        self.left.at(Dyadic::ZERO)
    }

    /// What the game comes to when Right begins and play stops in numbers.
    pub fn right_stop(&self) -> Dyadic {
        self.right.at(Dyadic::ZERO)
    }

    /// The thermograph of the game plus an integer.
    pub fn plus_integer(&self, integer: i64) -> Thermograph {
        let by = Dyadic::from(integer);
        Thermograph {
            left: self.left.map(|value| value + by),
            right: self.right.map(|value| value + by),
            mean: self.mean + by,
            temperature: self.temperature,
        }
    }

    /// The thermograph of the negative.
    pub fn negated(&self) -> Thermograph {
        Thermograph {
            left: self.right.map(|value| -value),
            right: self.left.map(|value| -value),
            mean: -self.mean,
            temperature: self.temperature,
        }
    }

    /// Is the game a number?
    pub fn is_number(&self) -> bool {
        self.temperature < Dyadic::ZERO
    }

    /// The class of the game.
    pub fn class(&self) -> Class {
        let vertical = Player::BOTH.map(|player| self.wall(player).is_vertical_below_zero());
        match (self.temperature.cmp(&Dyadic::ZERO), vertical) {
            (Ordering::Less, _) => Class::Number,
            (Ordering::Greater, _) => Class::Hot,
            (_, [_, true]) => Class::Infinitesimal(Sign::Positive),
            (_, [true, _]) => Class::Infinitesimal(Sign::Negative),
            (_, [false, false]) => Class::Infinitesimal(Sign::Fuzzy),
        }
    }

    /// Who wins, from R_−1 and L_−1 alone: the game is at least or at most zero.
    pub fn outcome(&self) -> Outcome {
        let foot = Dyadic::MINUS_ONE;
        match (self.right.at(foot) >= Dyadic::ZERO, self.left.at(foot) <= Dyadic::ZERO) {
            (true, true) => Outcome::Previous,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::Next,
        }
    }
}

/// What kind of value a game has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// A number.
    Number,
    /// A number plus an infinitesimal that is not zero.
    Infinitesimal(Sign),
    /// Hot: moving first is worth something.
    Hot,
}

/// On which side of zero an infinitesimal lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sign {
    /// Left makes the last move whoever begins.
    Positive,
    /// Right does.
    Negative,
    /// Whoever begins does.
    Fuzzy,
}

/// Who wins under best play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Outcome {
    /// Left, whoever begins: the game is positive.
    Left,
    /// Right, whoever begins: the game is negative.
    Right,
    /// Whoever begins: the game is fuzzy.
    Next,
    /// Whoever does not begin: the game is zero.
    Previous,
}

impl Outcome {
    /// The usual letter: `L`, `R`, `N` or `P`.
    pub const fn letter(self) -> char {
        match self {
            Outcome::Left => 'L',
            Outcome::Right => 'R',
            Outcome::Next => 'N',
            Outcome::Previous => 'P',
        }
    }

    /// The winner when this player begins.
    pub fn winner(self, first: Player) -> Player {
        match self {
            Outcome::Left => Player::Left,
            Outcome::Right => Player::Right,
            Outcome::Next => first,
            Outcome::Previous => !first,
        }
    }
}

fn simplest_integer(lower: Option<Dyadic>, upper: Option<Dyadic>) -> Dyadic {
    let closed = |end: Option<Dyadic>| end.map(|number| (number, true));
    Dyadic::simplest_between(closed(lower), closed(upper))
}

/// The best of two walls at every t: the higher for Left to move to, the lower for Right.
pub(crate) fn best_of<'a>(a: Cow<'a, Wall>, b: Cow<'a, Wall>, mover: Player) -> Cow<'a, Wall> {
    let better = match mover {
        Player::Left => Ordering::Greater,
        Player::Right => Ordering::Less,
    };
    match () {
        () if is_never_worse(&a, &b, better) => a,
        () if is_never_worse(&b, &a, better) => b,
        () => Cow::Owned(best_of_both(&a, &b, better)),
    }
}

/// Is one wall as good as another at every t? Corners decide: in between both are straight.
fn is_never_worse(a: &Wall, b: &Wall, better: Ordering) -> bool {
    let fine = |value: Dyadic, other: Dyadic| value == other || value.cmp(&other) == better;
    // Walls to choose from lean towards the mast, so the foot is their worst point and the
    // mast their best.
    let (foot, mast) = (a.points[0].1, b.points[b.points.len() - 1].1);
    if fine(foot, mast) {
        return true;
    }
    a.points.iter().all(|&(t, value)| fine(value, b.at(t)))
        && b.points.iter().all(|&(t, other)| fine(a.at(t), other))
}

fn best_of_both(a: &Wall, b: &Wall, better: Ordering) -> Wall {
    let corners = corners(a, b);
    let mut points: Vec<Point> = Vec::with_capacity(corners.len() + 2);
    for (n, &t) in corners.iter().enumerate() {
        let (of_a, of_b) = (a.at(t), b.at(t));
        let (leader, best, worse) =
            if of_a.cmp(&of_b) == better { (a, of_a, of_b) } else { (b, of_b, of_a) };
        points.push((t, best));
        // Both are straight up to the next corner. They cross before it only if the one
        // behind leans towards the leader, who stands: slopes differ by at most one.
        let lead = if best > worse { best - worse } else { worse - best };
        let crossing = t + lead;
        let Some(&next) = corners.get(n + 1) else { break };
        if lead != Dyadic::ZERO && crossing < next && leader.at(next) == best {
            let behind = if std::ptr::eq(leader, a) { b } else { a };
            if behind.at(next) != worse {
                points.push((crossing, best));
            }
        }
    }
    Wall { points: straightened(points) }
}

/// The temperatures at which either wall has a corner.
fn corners(a: &Wall, b: &Wall) -> Vec<Dyadic> {
    let mut corners: Vec<Dyadic> = a.points.iter().chain(&b.points).map(|&(t, _)| t).collect();
    corners.sort_unstable();
    corners.dedup();
    corners
}

/// Where λ = left − t meets ρ = right + t. λ is above ρ at t = −1.
fn meeting(left: &Wall, right: &Wall) -> Dyadic {
    let gap = |t: Dyadic| left.at(t) - right.at(t) - t - t;
    let corners = corners(left, right);
    let last = corners.iter().rposition(|&t| gap(t) > Dyadic::ZERO);
    let last = last.expect("the scaffolds are apart at t = -1");
    let (from, width) = (corners[last], gap(corners[last]));
    // To the next corner, or for ever, the gap closes by one or two a unit of t.
    let closes_by_two = corners
        .get(last + 1)
        .is_none_or(|&next| left.at(next) == left.at(from) && right.at(next) == right.at(from));
    from + if closes_by_two { width.half() } else { width }
}

/// The wall that follows a scaffold, which is an envelope with the tax paid, up to the
/// temperature.
fn wall_below(envelope: &Wall, temperature: Dyadic, pay: fn(Dyadic, Dyadic) -> Dyadic) -> Wall {
    let corners = envelope.points.iter().copied().filter(|&(t, _)| t < temperature);
    let points = corners.chain([(temperature, envelope.at(temperature))]);
    Wall { points: straightened(points.map(|(t, value)| (t, pay(value, t))).collect()) }
}

/// The corners without those on a straight line, and without a last one that only goes
/// on straight up.
fn straightened(points: Vec<Point>) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for point in points {
        if let [.., before, last] = kept.as_slice()
            && last.1.cmp(&before.1) == point.1.cmp(&last.1)
        {
            kept.pop();
        }
        kept.push(point);
    }
    if let [.., before, last] = kept.as_slice()
        && last.1 == before.1
    {
        kept.pop();
    }
    kept
}
