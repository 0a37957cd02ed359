//! Mean and temperature from limited searches of both sides.

use super::super::discovery::Ending;
use super::choice::RootMoves;
use super::{Evaluation, LimitedSearch, Patience, Searched};
use crate::dyadic::Dyadic;
use crate::game::{Game, Player, Sum};
use crate::limit::Exhausted;

/// Mean and temperature, estimated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// The mean.
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
    /// Did no guess matter?
    pub is_complete: bool,
    /// How many searches this took.
    pub searches: u32,
}

impl<G: Game, E: Evaluation<G>> LimitedSearch<G, E> {
    /// Mean and temperature from both sides, by deeper and deeper searches. A search that ends in coupons alone, or begins with a
    /// move in the game, is followed by one on a lower or a higher stack, never higher than the highest given here.
    pub fn estimate(
        &mut self,
        sum: &Sum<G>,
        highest: Dyadic,
        patience: Patience,
    ) -> Result<Estimate, Exhausted> {
        let mut last = None;
        for depth in 1..=patience.depth {
            match self.estimate_at(sum, highest, last, Patience { depth, ..patience }) {
                Ok(found) => last = Some(found),
                Err(Exhausted::Interrupt) => return Err(Exhausted::Interrupt),
                // What an earlier search found is better than nothing.
                Err(error) => return last.ok_or(error),
            }
            if last.is_some_and(|estimate| estimate.is_complete) {
                break;
            }
        }
        last.ok_or(Exhausted::Nodes)
    }

    /// The same by searches of the whole depth at once, with an earlier estimate to begin at.
    pub fn estimate_at(
        &mut self,
        sum: &Sum<G>,
        highest: Dyadic,
        earlier: Option<Estimate>,
        patience: Patience,
    ) -> Result<Estimate, Exhausted> {
        self.begin(patience);
        let expected = match earlier {
            Some(earlier) => self.rounded(earlier.temperature),
            None => self.first_guess(sum),
        };
        let mut tops = [self.just_above(expected, highest).min(highest); 2];
        let mut searches = earlier.map_or(0, |earlier| earlier.searches);
        self.both_sides(sum, highest, &mut tops, patience.depth, &mut searches)
    }

    /// The nearest coupon that is not less.
    pub fn rounded(&self, temperature: Dyadic) -> Dyadic {
        let delta = self.stack.delta();
        match temperature.exponent() > delta.exponent() {
            true => {
                let units = self.stack.units(temperature).unwrap_or_default();
                let step = self.stack.delta_units();
                self.stack.number(-(-units).div_euclid(step) * step)
            }
            false => temperature,
        }
    }

    fn both_sides(
        &mut self,
        sum: &Sum<G>,
        highest: Dyadic,
        tops: &mut [Dyadic; 2],
        depth: u32,
        searches: &mut u32,
    ) -> Result<Estimate, Exhausted> {
        let [left, right] = [Player::Left, Player::Right].map(|first| {
            self.regular(sum, highest, &mut tops[first as usize], (first, depth), searches)
        });
        let [left, right] = [left?, right?];
        Ok(Estimate {
            mean: (left.mean + right.mean).half(),
            temperature: (left.temperature + right.temperature).half(),
            is_complete: left.is_complete && right.is_complete,
            searches: *searches,
        })
    }

    /// A search to a depth on a stack that shows the temperature, if one is found.
    fn regular(
        &mut self,
        sum: &Sum<G>,
        highest: Dyadic,
        top: &mut Dyadic,
        (first, depth): (Player, u32),
        searches: &mut u32,
    ) -> Result<Searched<G>, Exhausted> {
        let delta = self.stack.delta();
        // A move in the game came first here; nothing but coupons came down to here.
        let (mut hot, mut cold): (Option<Dyadic>, Option<Dyadic>) = (None, None);
        let mut step = delta + delta;
        loop {
            let mut found = self.search_to(sum, *top, first, depth)?;
            *searches += 1;
            match found.ending {
                Ending::FailLow => hot = Some(*top),
                Ending::FailHigh if !found.is_complete => cold = Some(found.temperature),
                _ => return Ok(found),
            }
            step = step + step;
            *top = match (hot, cold) {
                (Some(hot), None) if hot >= highest => return Ok(found),
                (None, Some(cold)) if cold <= Dyadic::MINUS_ONE => return Ok(found),
                (Some(hot), None) => (hot + step).min(highest),
                (None, Some(cold)) => (cold - step).max(Dyadic::MINUS_ONE),
                (Some(hot), Some(cold)) if cold <= hot + delta + delta => {
                    // A deeper search will tell more.
                    (found.temperature, found.is_complete) = (cold, false);
                    return Ok(found);
                }
                (Some(hot), Some(cold)) => self.between(hot, cold),
                (None, None) => return Ok(found),
            };
        }
    }

    /// The middle between two coupons, an even number of coupons above the lower one.
    fn between(&self, low: Dyadic, high: Dyadic) -> Dyadic {
        let [below, above] = [low, high].map(|coupon| self.stack.height_at(coupon));
        let steps = (above - below) / 4 * 2;
        self.stack.coupon(below + steps.max(2)).unwrap_or(high)
    }

    /// Half of what moving first gains, by nothing but guesses: to begin somewhere.
    pub(super) fn first_guess(&mut self, sum: &Sum<G>) -> Dyadic {
        let best = |moves: RootMoves| moves.first().map(|&(badness, ..)| -badness);
        let [left, right] = Player::BOTH.map(|player| best(self.root_moves(sum, player)));
        let width = match (left, right) {
            (Some(left), Some(right)) => left + right,
            _ => 0,
        };
        let delta = self.stack.delta_units();
        self.stack.number((width / 2).div_euclid(delta) * delta).max(Dyadic::MINUS_ONE)
    }

    /// Where a search may begin that expects a temperature: some coupons above it, an even number below the highest, so that the
    /// same player has the same coupons.
    fn just_above(&self, temperature: Dyadic, highest: Dyadic) -> Dyadic {
        let delta = self.stack.delta();
        let above = temperature + delta + delta;
        let odd = (self.stack.height_at(highest) ^ self.stack.height_at(above)) & 1 == 1;
        if odd { above + delta } else { above }
    }
}
