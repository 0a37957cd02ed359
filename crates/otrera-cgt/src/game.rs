//! What a game must tell of itself.

use std::hash::Hash;
use std::ops::Not;

use smallvec::{SmallVec, smallvec};

use crate::dyadic::Dyadic;

/// A player. Left likes positive values, Right negative ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Player {
    /// Positive.
    Left,
    /// Negative.
    Right,
}

impl Player {
    /// Both players.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];
}

impl Not for Player {
    type Output = Player;

    /// The opponent.
    fn not(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

/// A position of a game in which the players alternate, somebody runs out of
/// moves, and then loses.
///
/// Only [`options`](Game::options) is needed. The hooks make large games affordable:
/// [`canonical`](Game::canonical) lets equal positions share their value,
/// [`integer`](Game::integer) spares the look at positions in which only one player can ever move,
/// [`is_over`](Game::is_over) the look at options only to see that there are some.
pub trait Game: Clone + Eq + Hash {
    /// The positions to which a player can move, each as a sum of games that no
    /// longer influence each other. The order does not matter.
    fn options(&self, player: Player) -> Vec<Sum<Self>>;

    /// Calls for each of these options. A game with many may spare the list.
    fn each_option(&self, player: Player, visit: &mut dyn FnMut(Sum<Self>)) {
        self.options(player).into_iter().for_each(visit);
    }

    /// A representative of all positions that are the same game up to the players'
    /// names, and whether the names had to be exchanged to get there (the value
    /// changes its sign with them).
    fn canonical(&self) -> (Self, bool) {
        (self.clone(), false)
    }

    /// The value, where it is an integer that can be had soon, without looking at all
    /// options. What takes longer is better left to those who watch a limit.
    fn integer(&self) -> Option<i64> {
        None
    }

    /// Can nobody move? A game that knows without listing its options may say so.
    fn is_over(&self) -> bool {
        Player::BOTH.into_iter().all(|player| {
            let mut none = true;
            self.each_option(player, &mut |_| none = false);
            none
        })
    }
}

/// How many options a player commonly has, for lists to begin with.
pub(crate) const COMMON: usize = 32;

/// A sum of a number and games, some of them with the players' roles exchanged.
///
/// ```
/// use otrera_cgt::{Dyadic, Sum, Term};
///
/// let sum: Sum<&str> = ["a game", "another"].into_iter().collect();
/// assert_eq!(sum.terms().len(), 2);
/// let difference = Sum::new(Dyadic::ONE, [Term { game: "a game", negated: true }]);
/// assert_eq!(difference.number(), Dyadic::ONE);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sum<G> {
    pub(crate) number: Dyadic,
    /// There is seldom more than one.
    pub(crate) terms: SmallVec<[Term<G>; 1]>,
}

impl<G> Sum<G> {
    /// The sum of a number and games.
    pub fn new(number: Dyadic, terms: impl IntoIterator<Item = Term<G>>) -> Sum<G> {
        Sum { number, terms: terms.into_iter().collect() }
    }

    /// The number.
    pub fn number(&self) -> Dyadic {
        self.number
    }

    /// The games.
    pub fn terms(&self) -> &[Term<G>] {
        &self.terms
    }
}

impl<G: Clone> Sum<G> {
    /// The sum after a move in one of its games has led to this option of the game: the others, then what is left of it.
    pub fn after(&self, term: usize, option: Sum<G>) -> Sum<G> {
        let negated = self.terms[term].negated;
        let others = self.terms.iter().enumerate().filter(|&(n, _)| n != term);
        let mut terms: SmallVec<[Term<G>; 1]> = others.map(|(_, other)| other.clone()).collect();
        let left = option.terms.into_iter();
        terms.extend(left.map(|it| Term { negated: it.negated ^ negated, ..it }));
        let number = if negated { -option.number } else { option.number };
        Sum { number: self.number + number, terms }
    }
}

/// A game in a sum.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Term<G> {
    /// The game.
    pub game: G,
    /// Are the roles exchanged?
    pub negated: bool,
}

impl<G> From<G> for Sum<G> {
    /// The sum of one game.
    fn from(game: G) -> Sum<G> {
        Sum { number: Dyadic::ZERO, terms: smallvec![Term { game, negated: false }] }
    }
}

impl<G> Default for Sum<G> {
    /// The empty sum, which is zero.
    fn default() -> Sum<G> {
        Sum { number: Dyadic::ZERO, terms: SmallVec::new() }
    }
}

impl<G> FromIterator<G> for Sum<G> {
    fn from_iter<I: IntoIterator<Item = G>>(games: I) -> Sum<G> {
        let terms = games.into_iter().map(|game| Term { game, negated: false }).collect();
        Sum { number: Dyadic::ZERO, terms }
    }
}
