//! What the checker knows without being told: elementary facts, and one move ahead.
//!
//! The winner is *sure of n* if he wins with the loser to move and n of the winner's free moves taken away
//! (or −n given to him). So he wins with the loser to move if he is sure of 0, and with himself to move
//! if he is sure of 1: he can afford to pass.
//!
//! **Counting.** Let the winner's amazons stand still. The loser reaches only squares that are connected to
//! his amazons by empty ones: his *ground*. Each of his moves burns one of them. With r empty squares of
//! ground he has at most r moves, and the winner, with f free moves, is sure of f − r.
//!
//! **Plodding.** The other empty squares are *kept*: no way leads there from the ground. The winner's
//! amazons beside them walk over them, shooting back at each step (see [`plodding`]). What they leave is
//! burnt, so the ground does not grow. He is sure of one more for every step.
//!
//! **Answers.** Amazons that do not plod are *ready*: one beside the ground may step on it, shooting back.
//! The ground does not grow, and loses a square. It falls into parts that do not touch. If, whatever
//! the loser does first in a part, a step on it is left for the ready amazons beside it, the winner
//! answers by that step; the two moves took two squares, and cost him nothing that was counted: he
//! is sure of 2 more. Of two parts with a step each the loser can move first in only one: the answer is
//! the step on the other. So every two parts with steps that are not safe are worth 2 as well. No
//! amazon is counted on in two parts.

use otrera_board::{Bits, Geometry};

use crate::areas::{Territories, pieces, plodding, reached};
use crate::state::{Play, Side, State};

/// The last fact that was needed to see who wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// Counting, with free moves.
    Counting,
    /// Plodding.
    Plodding,
    /// Answers.
    Answers,
}

/// How a position without an entry was decided: whether the winner had to make a move first, and the
/// last fact that was needed.
pub type Leaf = (bool, Fact);

impl<B: Bits> State<B> {
    /// The fact that shows the winner to be sure of so many moves, if there is one.
    pub(crate) fn sure_of(&self, wanted: i32) -> Option<Fact> {
        let [own, other] = [Side::Winner, Side::Loser].map(|side| self.amazons(side));
        let (geometry, empty) = (self.geometry(), self.empty());
        let ground = reached(geometry, other, empty | other) & empty;
        let mut sure = self.free() - ground.count() as i32;
        if sure >= wanted {
            return Some(Fact::Counting);
        }
        let (steps, walkers) = plodding(geometry, own, empty & !ground);
        sure += steps as i32;
        if sure >= wanted {
            return Some(Fact::Plodding);
        }
        let mut ready = own & !walkers;
        let mut unsafe_parts = 0;
        for part in pieces(geometry, ground | other) {
            let beside = ready & geometry.spread(part & ground);
            if let Some(first) = beside.first() {
                if self.has_answer(part, beside) {
                    sure += 2;
                    ready &= !beside;
                } else {
                    unsafe_parts += 1;
                    ready &= !B::of(first);
                }
            }
        }
        (sure + unsafe_parts / 2 * 2 >= wanted).then_some(Fact::Answers)
    }

    /// Is a step on a part of the ground left whatever the loser does first there?
    fn has_answer(&self, part: B, beside: B) -> bool {
        let (geometry, empty) = (self.geometry(), self.empty());
        let near = geometry.spread(beside) & part;
        // One move takes two squares at most: where the amazon lands, and where the arrow does.
        if (near & empty).count() > 2 {
            return true;
        }
        let occupied = geometry.board() & !empty;
        let takes_all = |from, to| {
            let left = near & (empty | B::of(from)) & !B::of(to);
            let shots = geometry.slides(to, occupied ^ B::of(from));
            left.is_empty() || left.count() == 1 && !(left & shots).is_empty()
        };
        let takes_all_from =
            |from| geometry.slides(from, occupied).squares().any(|to| takes_all(from, to));
        !(self.amazons(Side::Loser) & part).squares().any(takes_all_from)
    }
}

/// What the checker does by itself at the leaves of a proof, as the proof declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeafLimits {
    /// How many of the winner's moves it looks ahead: none or one.
    pub lookahead: u8,
    /// The most empty squares of areas of one colour that it takes off the board, …
    pub territory: u8,
    /// … and the most amazons. Trying all their moves takes time that grows with both.
    pub amazons: u8,
}

impl LeafLimits {
    /// The most that a proof may ask for.
    pub const LARGEST: LeafLimits = LeafLimits { lookahead: 1, territory: 8, amazons: 4 };
}

/// Decides positions of one board by facts, and by one move ahead.
///
/// # Panics
/// Its methods do, given a state of another board: what is remembered of one is false on another.
#[derive(Debug)]
pub struct Reasoner<B: 'static> {
    territories: Territories<B>,
    lookahead: u8,
    /// What won last. It is tried first, which changes no answer.
    last: Play,
}

impl<B: Bits> Reasoner<B> {
    /// One for this board, within these limits.
    pub fn new(geometry: &'static Geometry<B>, limits: LeafLimits) -> Reasoner<B> {
        let territories = Territories::new(geometry, limits);
        Reasoner { territories, lookahead: limits.lookahead, last: None }
    }

    fn serves(&self, state: &State<B>) {
        let same = std::ptr::eq(state.geometry(), self.territories.geometry);
        assert!(same, "a reasoner serves one board: make another for this one");
    }

    /// The same position without dead areas and small areas of one colour.
    pub fn reduced(&mut self, state: &State<B>) -> State<B> {
        self.serves(state);
        state.reduced(&mut self.territories)
    }

    /// Does the winner win with the loser to move?
    pub fn wins_second(&self, state: &State<B>) -> Option<Leaf> {
        self.serves(state);
        state.sure_of(0).map(|fact| (false, fact))
    }

    /// Does the winner win with himself to move?
    pub fn wins_first(&mut self, state: &State<B>) -> Option<Leaf> {
        self.serves(state);
        if let Some(fact) = state.sure_of(1) {
            return Some((false, fact));
        }
        if self.lookahead == 0 {
            return None;
        }
        let next = state.after(Side::Winner, self.last);
        if let Some(fact) = next.and_then(|next| self.reduced(&next).sure_of(0)) {
            return Some((true, fact));
        }
        let mut found = None;
        state.any_play(Side::Winner, |play, next| {
            let fact = self.reduced(&next).sure_of(0);
            found = fact.map(|fact| (play, fact));
            found.is_some()
        });
        let (play, fact) = found?;
        self.last = play;
        Some((true, fact))
    }
}
