//! From scores to mean and temperature, as the paper does it.

use super::play::{Play, Scorer, State, Until, line};
use super::stack::CouponStack;
use crate::dyadic::Dyadic;
use crate::game::{Game, Player, Sum};
use crate::limit::Exhausted;

/// What one player who begins finds out.
#[derive(Clone, PartialEq, Debug)]
pub struct Side {
    /// Who begins.
    pub first: Player,
    /// V(G + C, p).
    pub score: Dyadic,
    /// The score without what the stack is worth to who begins.
    pub mean: Dyadic,
    /// The first estimate of the temperature: the last coupon that was taken before a move in the game.
    pub first_estimate: Dyadic,
    /// The searches that lowered it, and the one that did not.
    pub lowerings: Vec<Lowering>,
    /// The last estimate.
    pub temperature: Dyadic,
    /// How the first search ended.
    pub ending: Ending,
}

/// A search in which coupons down to a value are taken before anybody may move in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lowering {
    /// The last coupon that must be taken.
    pub down_to: Dyadic,
    /// The score: the same as before if that was no loss.
    pub score: Dyadic,
}

/// How a search of a game beside a stack ends (the paper: fail high, fail low, regular).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// Only coupons are taken: the game is colder than what was searched.
    FailHigh,
    /// The first move is in the game: it may be hotter than the stack.
    FailLow,
    /// First coupons, then a move in the game.
    Regular,
}

impl Ending {
    /// The ending that a line shows.
    pub fn of<G>(line: &[Play<G>]) -> Ending {
        match line.iter().position(|play| matches!(play, Play::Move { .. })) {
            None => Ending::FailHigh,
            Some(0) => Ending::FailLow,
            Some(_) => Ending::Regular,
        }
    }
}

/// Mean and temperature as one player who begins finds them: the score with the whole stack, the first estimate from
/// the line of play, and its lowering, coupon by coupon, while that is no loss.
pub fn side<G: Game, S: Scorer<G>>(
    scorer: &mut S,
    sum: &Sum<G>,
    first: Player,
) -> Result<Side, Exhausted> {
    let stack = *scorer.stack();
    let start = State::new(&stack, first);
    let units = scorer.score(sum, start)?;
    let score = stack.number(units);
    let mean = stack.number(units - stack.shared(stack.height(), first));
    let line = line(scorer, sum, start, units, Until::FirstMove)?;
    let ending = Ending::of(&line);
    let taken = line.iter().filter(|play| matches!(play, Play::Coupon(_))).count() as u64;
    let lowest = stack.height_at(Dyadic::MINUS_ONE);
    let top = |taken: u64| stack.height() + 1 - taken.max(1);
    // Who moves in the game at once may be hotter than any coupon.
    let first_estimate = stack.coupon(top(taken).max(lowest)).unwrap_or(Dyadic::ZERO);
    let (mut temperature, mut lowerings) = (first_estimate, Vec::new());
    if ending == Ending::FailHigh {
        let temperature = if stack.is_extended() { Dyadic::MINUS_ONE } else { Dyadic::ZERO };
        return Ok(Side { first, score, mean, first_estimate, lowerings, temperature, ending });
    }
    let mut taken = taken;
    while top(taken + 1) >= lowest.max(1) && stack.height() > taken {
        let forced = forced(&stack, start, taken + 1);
        let rest = units - forced.1;
        let found = match scorer.reaches(sum, forced.0, rest)? {
            true if !scorer.reaches(sum, forced.0, rest + 1)? => rest,
            _ => scorer.score(sum, forced.0)?,
        };
        let down_to = stack.coupon(stack.height() - taken).expect("a coupon is left");
        lowerings.push(Lowering { down_to, score: stack.number(found + forced.1) });
        if found != rest {
            break;
        }
        taken += 1;
        temperature = down_to;
    }
    Ok(Side { first, score, mean, first_estimate, lowerings, temperature, ending })
}

/// The state after so many coupons were taken in turn, and by how much Left is ahead by then: what the stack is worth to who begins
/// less what the rest is worth to who goes on.
fn forced(stack: &CouponStack, start: State, taken: u64) -> (State, i64) {
    let mover = if taken.is_multiple_of(2) { start.mover } else { !start.mover };
    let state = State { height: start.height - taken, mover, passed: false };
    let ahead = stack.shared(start.height, start.mover) - stack.shared(state.height, mover);
    (state, ahead)
}

/// What both sides find, on the average.
#[derive(Clone, PartialEq, Debug)]
pub struct Average {
    /// The mean.
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
    /// What Left and what Right finds.
    pub sides: [Side; 2],
}

/// Mean and temperature as the average of what both players find, each beginning once: the paper's method.
pub fn average<G: Game, S: Scorer<G>>(scorer: &mut S, sum: &Sum<G>) -> Result<Average, Exhausted> {
    let left = side(scorer, sum, Player::Left)?;
    let right = side(scorer, sum, Player::Right)?;
    let mean = (left.mean + right.mean).half();
    let temperature = (left.temperature + right.temperature).half();
    Ok(Average { mean, temperature, sides: [left, right] })
}

/// A line of best play with the whole stack, at most so many moves long.
pub fn best_line<G: Game, S: Scorer<G>>(
    scorer: &mut S,
    sum: &Sum<G>,
    first: Player,
    most: usize,
) -> Result<Vec<Play<G>>, Exhausted> {
    let start = State::new(scorer.stack(), first);
    let score = scorer.score(sum, start)?;
    line(scorer, sum, start, score, Until::End(most))
}
