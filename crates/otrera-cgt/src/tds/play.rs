//! What all searches of a game beside a coupon stack have in common: states, scores, lines of play.

use std::fmt::Debug;

use super::plain::moves_in;
use super::stack::{CouponStack, signed};
use crate::dyadic::Dyadic;
use crate::game::{Game, Player, Sum};
use crate::limit::Exhausted;

/// Where the play beside a stack stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// How many coupons are left.
    pub height: u64,
    /// Whose turn it is.
    pub mover: Player,
    /// Did the opponent just take a coupon of −1 of his own free will?
    pub passed: bool,
}

impl State {
    /// The beginning of the play.
    pub fn new(stack: &CouponStack, first: Player) -> State {
        State { height: stack.height(), mover: first, passed: false }
    }

    /// After a move in the game.
    pub(crate) fn moved(self) -> State {
        State { mover: !self.mover, passed: false, ..self }
    }

    /// After the top coupon was taken.
    pub(crate) fn took_coupon(self, stack: &CouponStack) -> State {
        let passed = stack.is_last_resort(self.height);
        State { height: self.height - 1, mover: !self.mover, passed }
    }
}

/// Something that knows what a game beside a coupon stack comes to.
///
/// A *score* is what Left is ahead by in the end: the value of the game, the coupons taken from here on, and the rest of
/// the stack taken in turn. Here it is in the stack's units.
pub trait Scorer<G: Game> {
    /// The stack.
    fn stack(&self) -> &CouponStack;

    /// How many nodes were searched so far.
    fn nodes(&self) -> u64;

    /// The score from here on.
    fn score(&mut self, sum: &Sum<G>, state: State) -> Result<i64, Exhausted>;

    /// Is the score so much or more?
    fn reaches(&mut self, sum: &Sum<G>, state: State, score: i64) -> Result<bool, Exhausted>;

    /// Is the value of the game seen at once?
    fn is_over(&mut self, sum: &Sum<G>) -> bool;

    /// The score less what the stack is worth to who begins: a wall of the thermograph at the stack's tax, if δ is small enough.
    fn less_share(&mut self, sum: &Sum<G>, state: State) -> Result<Dyadic, Exhausted> {
        let score = self.score(sum, state)?;
        let stack = self.stack();
        Ok(stack.number(score - stack.shared(state.height, state.mover)))
    }

    /// Is the score exactly this, given that it cannot be better for the one who moved here?
    fn keeps(
        &mut self,
        sum: &Sum<G>,
        state: State,
        score: i64,
        mover: Player,
    ) -> Result<bool, Exhausted> {
        match mover {
            Player::Left => self.reaches(sum, state, score),
            Player::Right => Ok(!self.reaches(sum, state, score + 1)?),
        }
    }
}

/// A move of a line.
#[derive(Clone, PartialEq, Debug)]
pub enum Play<G> {
    /// The top coupon was taken.
    Coupon(Dyadic),
    /// A move in the game.
    Move {
        /// The game of the sum that was moved in.
        game: G,
        /// Are the players' roles exchanged in it?
        negated: bool,
        /// Which of the mover's options it is, in the order of [`Game::options`].
        option: usize,
    },
}

/// How far a line is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Until {
    /// The first move in the game.
    FirstMove,
    /// Its end, or so many moves.
    End(usize),
}

/// A line of best play from a state with this score. A move in the game comes before a coupon that is as good.
pub(crate) fn line<G: Game, S: Scorer<G>>(
    scorer: &mut S,
    sum: &Sum<G>,
    mut state: State,
    mut score: i64,
    until: Until,
) -> Result<Vec<Play<G>>, Exhausted> {
    let stack = *scorer.stack();
    let mut sum = sum.clone();
    let mut line = Vec::new();
    while !scorer.is_over(&sum) {
        if matches!(until, Until::End(most) if line.len() >= most) {
            break;
        }
        if let Some((play, after)) = best_move(scorer, &sum, state, score)? {
            line.push(play);
            (sum, state) = (after, state.moved());
            if until == Until::FirstMove {
                break;
            }
        } else if let Some(coupon) = stack.coupon(state.height) {
            line.push(Play::Coupon(coupon));
            if state.passed && stack.is_last_resort(state.height) {
                break;
            }
            score -= signed(stack.coupon_units(state.height), state.mover);
            state = state.took_coupon(&stack);
        } else {
            break;
        }
    }
    Ok(line)
}

/// A move, and what is left after it.
type Step<G> = (Play<G>, Sum<G>);

/// The first move in the game that keeps the score.
fn best_move<G: Game, S: Scorer<G>>(
    scorer: &mut S,
    sum: &Sum<G>,
    state: State,
    score: i64,
) -> Result<Option<Step<G>>, Exhausted> {
    let mut options = moves_in(sum, state.mover);
    for term in &sum.terms {
        let player = if term.negated { !state.mover } else { state.mover };
        for option in 0..term.game.options(player).len() {
            let after = options.next().expect("an option for each move");
            if scorer.keeps(&after, state.moved(), score, state.mover)? {
                let (game, negated) = (term.game.clone(), term.negated);
                return Ok(Some((Play::Move { game, negated, option }, after)));
            }
        }
    }
    Ok(None)
}
