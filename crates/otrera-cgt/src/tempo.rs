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
//! An assurance may end in a *star*: G ≥ (n + 1) + ∗ with n the least, ∗ = {0|0}. That is what a
//! single move gives: whoever moves first takes it. Stars explain the rule of Müller's 5×5
//! solver that two single moves in different areas are worth two: ∗ + ∗ = 0.

use std::ops::Neg;

use crate::game::Player;

/// What one player is sure of, counted in moves in his favour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Assurance {
    /// G ≥ this.
    pub least: i32,
    /// G ≥ (least + 1) + ∗.
    pub star: bool,
    /// G ⊳ this: what he gets if he moves first.
    pub first: i32,
}

impl Assurance {
    /// From G ≥ `least` alone.
    ///
    /// Sound: G ≥ n gives G > n − 1, so whoever moves first.
    pub fn at_least(least: i32) -> Assurance {
        Assurance { least, star: false, first: least - 1 }
    }

    /// From G ≥ (`least` + 1) + ∗.
    ///
    /// Sound: ∗ > −1, and moving first he takes the star.
    pub fn with_star(least: i32) -> Assurance {
        Assurance { least, star: true, first: least + 1 }
    }

    /// The same, and moving first no less than this.
    #[must_use]
    pub fn and_first(self, first: i32) -> Assurance {
        Assurance { first: self.first.max(first), ..self }
    }

    /// What follows from both of two assurances about the same game.
    #[must_use]
    pub fn and(self, other: Assurance) -> Assurance {
        let better = if (other.least, other.star) > (self.least, self.star) { other } else { self };
        better.and_first(self.first.max(other.first))
    }
}

/// The assurances of several games, being added.
///
/// Sound: G ≥ m and H ≥ n give G + H ≥ m + n; G ⊳ m and H ≥ n give G + H ⊳ m + n, for one G only, since
/// the first move is made once; and ∗ + ∗ = 0.
#[derive(Clone, Copy, Debug)]
pub struct AssuranceSum {
    least: i32,
    stars: i32,
    /// The most that a first move gains over `least`, in a game with a star and in one without.
    gains: [i32; 2],
}

impl Default for AssuranceSum {
    /// Nothing: zero.
    fn default() -> AssuranceSum {
        AssuranceSum { least: 0, stars: 0, gains: [-1; 2] }
    }
}

impl AssuranceSum {
    /// Adds a game.
    pub fn add(&mut self, game: Assurance) {
        self.least += game.least;
        self.stars += i32::from(game.star);
        let gain = &mut self.gains[usize::from(game.star)];
        *gain = (*gain).max(game.first - game.least);
    }

    /// What he is sure of in the sum.
    pub fn total(&self) -> Assurance {
        // Two stars cancel, and leave one move each.
        let least = self.least + self.stars / 2 * 2;
        let mut total = match self.stars % 2 {
            0 => Assurance::at_least(least),
            _ => Assurance::with_star(least),
        };
        let [plain, starred] = self.gains;
        total = total.and_first(least + plain);
        if self.stars > 0 {
            // The game he begins in pairs with no other.
            total = total.and_first(self.least + (self.stars - 1) / 2 * 2 + starred);
        }
        total
    }
}

/// What both players are sure of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
