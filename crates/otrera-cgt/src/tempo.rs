//! Integer bounds that know who moves first.
//!
//! Two numbers bound a game G from below and above: lower ≤ G ≤ upper. They say nothing
//! of what the first move is worth, so two more are carried along:
//!
//! | number | means |
//! |---|---|
//! | lower | G ≥ lower: Left, moving second, wins G − lower |
//! | upper | G ≤ upper: Right, moving second, wins G − upper |
//! | left first | G ⊳ left first: Left, moving first, wins G − left first |
//! | right first | G ⊲ right first: Right, moving first, wins G − right first |
//!
//! One player's two numbers are an [`Assurance`]; the other player has the same of −G.
//!
//! An assurance compares the game with integers and a *star*, too: G ≥ n + ∗, ∗ = {0|0}. A single move
//! that whoever begins takes gives one more so than without. Stars explain the rule of
//! Müller's 5×5 solver that two single moves in different areas are worth two: ∗ + ∗ = 0.

use std::ops::Neg;

use crate::game::Player;

/// What one player is sure of, counted in moves in his favour.
///
/// ```
/// use otrera_cgt::{Assurance, AssuranceSum};
///
/// // Two areas, in each a single move that whoever begins takes: together they are worth zero.
/// let mut sum = AssuranceSum::default();
/// sum.add(Assurance::with_star(-1));
/// sum.add(Assurance::with_star(-1));
/// assert_eq!(sum.total().least, 0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Assurance {
    /// G ≥ this.
    pub least: i32,
    /// G ≥ this + ∗. One more than the least, as much, or one less.
    pub star: i32,
    /// G ⊳ this: what he gets if he moves first.
    pub first: i32,
}

impl Assurance {
    /// From G ≥ `least` alone.
    ///
    /// Sound: G ≥ n gives G > n − 1, so whoever moves first; and 1 > ∗.
    pub fn at_least(least: i32) -> Assurance {
        Assurance { least, star: least - 1, first: least - 1 }
    }

    /// From G ≥ (`least` + 1) + ∗.
    ///
    /// Sound: ∗ > −1, and moving first he takes the star.
    pub fn with_star(least: i32) -> Assurance {
        Assurance { least, star: least + 1, first: least + 1 }
    }

    /// The same, and moving first no less than this.
    #[must_use]
    pub fn and_first(self, first: i32) -> Assurance {
        Assurance { first: self.first.max(first), ..self }
    }

    /// What follows from both of two assurances about the same game.
    #[must_use]
    pub fn and(self, other: Assurance) -> Assurance {
        Assurance {
            least: self.least.max(other.least),
            star: self.star.max(other.star),
            first: self.first.max(other.first),
        }
    }
}

/// The assurances of several games, being added.
///
/// Sound: G ≥ m and H ≥ n give G + H ≥ m + n; G ⊳ m and H ≥ n give G + H ⊳ m + n, for one G only, since
/// the first move is made once; and ∗ + ∗ = 0.
#[derive(Clone, Copy, Debug)]
pub struct AssuranceSum {
    least: i32,
    /// How many games of each [class](class) there are.
    counts: [i32; CLASSES],
    /// The most that a first move gains over the least of its game, by class.
    gains: [i32; CLASSES],
}

/// What stars add to the least of a game.
const CLASSES: usize = 3;
const EITHER: usize = 1;
const STAR: usize = 2;

/// Nothing (0); nothing, and as much with a star (1); one, with a star (2).
fn class(game: Assurance) -> usize {
    (game.star - game.least + 1).clamp(0, 2) as usize
}

impl Default for AssuranceSum {
    /// Nothing: zero.
    fn default() -> AssuranceSum {
        AssuranceSum { least: 0, counts: [0; CLASSES], gains: [-1; CLASSES] }
    }
}

impl AssuranceSum {
    /// Adds a game.
    pub fn add(&mut self, game: Assurance) {
        let class = class(game);
        self.least += game.least;
        self.counts[class] += 1;
        self.gains[class] = self.gains[class].max(game.first - game.least);
    }

    /// What he is sure of in the sum.
    pub fn total(&self) -> Assurance {
        let [_, eithers, stars] = self.counts;
        let least = self.least + paired(stars, eithers);
        let mut total = match () {
            () if eithers > 0 => Assurance { least, star: least, first: least - 1 },
            () if stars % 2 == 0 => Assurance::at_least(least),
            () => Assurance::with_star(least),
        };
        total = total.and_first(least + self.gains[0]);
        // The game he begins in pairs with no other.
        if eithers > 0 {
            total = total.and_first(self.least + paired(stars, eithers - 1) + self.gains[EITHER]);
        }
        if stars > 0 {
            total = total.and_first(self.least + paired(stars - 1, eithers) + self.gains[STAR]);
        }
        total
    }
}

/// What stars add to the least of a sum: one each, if they pair, with each other or with a game that may
/// have one.
fn paired(stars: i32, eithers: i32) -> i32 {
    if eithers > 0 { stars } else { stars / 2 * 2 }
}

/// What both players are sure of.
///
/// ```
/// use otrera_cgt::{Player, TempoBounds, TempoSum};
///
/// // A game between -1 and 2, and two moves for Right.
/// let games = [TempoBounds::from_thresholds(-1, 2), TempoBounds::exactly(-2)];
/// let sum = games.into_iter().collect::<TempoSum>().total();
/// assert_eq!((sum.lower(), sum.upper()), (-3, 0));
/// assert_eq!(sum.winner(Player::Left), Some(Player::Right));
/// assert!(sum.is_consistent());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TempoBounds {
    /// Left, of the game.
    pub left: Assurance,
    /// Right, of its negative.
    pub right: Assurance,
}

impl TempoBounds {
    /// The bounds of an integer.
    pub fn exactly(integer: i32) -> TempoBounds {
        TempoBounds::between(integer, integer)
    }

    /// From lower ≤ G ≤ upper alone.
    pub fn between(lower: i32, upper: i32) -> TempoBounds {
        TempoBounds { left: Assurance::at_least(lower), right: Assurance::at_least(-upper) }
    }

    /// From the largest integer ≤ G and the smallest integer ≥ G.
    ///
    /// Sound: G ≤ upper − 1 is false, which is G ⊳ upper − 1; likewise below.
    pub fn from_thresholds(lower: i32, upper: i32) -> TempoBounds {
        let bounds = TempoBounds::between(lower, upper);
        TempoBounds {
            left: bounds.left.and_first(upper - 1),
            right: bounds.right.and_first(-lower - 1),
        }
    }

    /// What a player is sure of.
    pub fn of(&self, player: Player) -> Assurance {
        match player {
            Player::Left => self.left,
            Player::Right => self.right,
        }
    }

    /// G is no less than this.
    pub fn lower(&self) -> i32 {
        self.left.least
    }

    /// G is no more than this.
    pub fn upper(&self) -> i32 {
        -self.right.least
    }

    /// Left, moving first, gets at least this: G ⊳ it.
    pub fn left_first(&self) -> i32 {
        self.left.first
    }

    /// Right, moving first, concedes at most this: G ⊲ it.
    pub fn right_first(&self) -> i32 {
        -self.right.first
    }

    /// How far lower and upper are apart.
    pub fn width(&self) -> i32 {
        self.upper() - self.lower()
    }

    /// What follows from both of two bounds on the same game.
    #[must_use]
    pub fn and(self, other: TempoBounds) -> TempoBounds {
        TempoBounds { left: self.left.and(other.left), right: self.right.and(other.right) }
    }

    /// Can any game have these bounds? What players are sure of must not contradict.
    ///
    /// Sound: of a game G with all these bounds, G ≥ m and G ≤ n give m ≤ n; m + ∗ ≤ n only if m < n,
    /// and m + ∗ ≤ n + ∗ only if m ≤ n; G ⊳ m contradicts G ≤ n if n ≤ m, and G ≤ n + ∗ if n < m.
    pub fn is_consistent(&self) -> bool {
        let one_way = |sure: Assurance, other: Assurance| {
            let (upper, upper_star) = (-other.least, -other.star);
            sure.least <= upper
                && sure.star < upper
                && sure.star <= upper_star
                && sure.first < upper
                && sure.first <= upper_star
        };
        one_way(self.left, self.right) && one_way(self.right, self.left)
    }

    /// Who wins when this player moves first, if the bounds tell.
    ///
    /// Sound: the mover wins if G ⊳ 0 for him, his opponent if G ≥ 0 for her.
    pub fn winner(&self, to_move: Player) -> Option<Player> {
        let (mover, other) = match to_move {
            Player::Left => (self.left, self.right),
            Player::Right => (self.right, self.left),
        };
        match () {
            () if mover.first >= 0 => Some(to_move),
            () if other.least >= 0 => Some(!to_move),
            () => None,
        }
    }

    /// The moves that the player who moves first could give away and still win, at least and at most; less
    /// than zero where he loses.
    ///
    /// Sound: he wins G − n, moving first, if G ⊳ n for him; she wins it if G ≤ n.
    pub fn given_away(&self, to_move: Player) -> [i32; 2] {
        [self.of(to_move).first, -self.of(!to_move).least - 1]
    }
}

impl Neg for TempoBounds {
    type Output = TempoBounds;

    fn neg(self) -> TempoBounds {
        TempoBounds { left: self.right, right: self.left }
    }
}

/// Bounds of several games, being added.
#[derive(Clone, Copy, Debug, Default)]
pub struct TempoSum {
    left: AssuranceSum,
    right: AssuranceSum,
}

impl TempoSum {
    /// Adds a game.
    pub fn add(&mut self, game: TempoBounds) {
        self.left.add(game.left);
        self.right.add(game.right);
    }

    /// The bounds of the sum.
    pub fn total(&self) -> TempoBounds {
        TempoBounds { left: self.left.total(), right: self.right.total() }
    }
}

impl FromIterator<TempoBounds> for TempoSum {
    fn from_iter<I: IntoIterator<Item = TempoBounds>>(games: I) -> TempoSum {
        let mut sum = TempoSum::default();
        games.into_iter().for_each(|game| sum.add(game));
        sum
    }
}
