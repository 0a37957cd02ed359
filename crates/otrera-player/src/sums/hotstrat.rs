//! Hotstrat with temperatures by discovery search: play the best move of the hottest game.

use otrera_board::Bits;
use otrera_cgt::tds::{Estimate, LimitedSearch, Patience, Picked};
use otrera_cgt::{Dyadic, Exhausted, Game, Sum};
use rustc_hash::FxHashMap;

use super::alpha_beta::choose_globally;
use super::clock::Deadline;
use super::evaluation::Guess;
use super::player::{MEMORY, SumPlayer, any_move, turn_of, until};
use super::plot::Plot;
use super::sum::{SumPosition, Turn};

/// Estimates the temperature of each area once for every depth, and plays where it is highest.
///
/// Estimates are compared at one depth: the deepest that all areas have which may be the hottest. Shallow searches see areas hotter than they are, and those that
/// were searched long ago, in a hurry, would be preferred to those in which something has just happened.
#[derive(Debug)]
pub struct Hotstrat {
    search: LimitedSearch<Plot, Guess>,
    /// By the key of the area, for the colours as they are in the key: one for each depth.
    estimates: FxHashMap<Plot, Vec<Estimate>>,
}

/// What is known of an active area.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reading {
    /// Its board.
    pub board: usize,
    /// Mean and temperature.
    pub estimate: Estimate,
}

impl Default for Hotstrat {
    fn default() -> Hotstrat {
        Hotstrat::new(Dyadic::new(1, 1), Guess::default()).expect("a good δ")
    }
}

impl Hotstrat {
    /// A player whose stacks have this step, and who guesses like this.
    pub fn new(delta: Dyadic, guess: Guess) -> Result<Hotstrat, otrera_cgt::tds::StackError> {
        Ok(Hotstrat { search: LimitedSearch::new(delta, guess)?, estimates: FxHashMap::default() })
    }

    /// Mean and temperature of all active areas, as far as they are found by then.
    pub fn read(
        &mut self,
        sum: &SumPosition,
        deadline: Deadline,
    ) -> Result<Vec<Reading>, Exhausted> {
        if self.search.bytes() > MEMORY {
            self.search.forget();
        }
        let active = sum.active();
        let keys: Vec<(Plot, bool)> =
            active.iter().map(|&(_, area)| Plot(area).canonical()).collect();
        let depth = self.deepen(&keys, deadline)?;
        let reading = |(&(board, _), &(key, negated)): (&(usize, _), &(Plot, bool))| {
            let known = self.estimates.get(&key).map_or(&[][..], Vec::as_slice);
            // What is finished is as good as at any depth.
            let last = known.last().copied();
            let at_depth = || known.get(depth.saturating_sub(1)).copied().or(last);
            let estimate = last.filter(|last| last.is_complete).or_else(at_depth);
            let estimate = estimate.unwrap_or_else(|| unread(&key));
            let mean = if negated { -estimate.mean } else { estimate.mean };
            Reading { board, estimate: Estimate { mean, ..estimate } }
        };
        Ok(active.iter().zip(&keys).map(reading).collect())
    }

    /// Estimates the areas deeper and deeper while there is time: the depth that all have that may be the hottest.
    fn deepen(&mut self, keys: &[(Plot, bool)], deadline: Deadline) -> Result<usize, Exhausted> {
        for depth in 1..=DEEPEST {
            let last = |key: &Plot| self.estimates.get(key).and_then(|known| known.last());
            let hottest = keys.iter().filter_map(|(key, _)| Some(last(key)?.temperature)).max();
            let mut is_complete = true;
            for (key, _) in keys {
                let known = self.estimates.entry(*key).or_default();
                let last = known.last().copied();
                let is_cold = last.is_some_and(|last| Some(last.temperature + margin()) < hottest);
                let is_done = last.is_some_and(|last| last.is_complete);
                if is_cold || is_done || known.len() >= depth {
                    is_complete &= is_cold || is_done;
                    continue;
                }
                let patience = Patience { depth: depth as u32, ..until(deadline) };
                match self.search.crossing_at(&Sum::from(*key), highest(key), last, patience) {
                    Ok(found) => {
                        is_complete &= found.is_complete;
                        self.estimates.entry(*key).or_default().push(found);
                    }
                    Err(Exhausted::Interrupt) => return Err(Exhausted::Interrupt),
                    Err(_) => return Ok(depth - 1),
                }
            }
            if is_complete {
                return Ok(depth);
            }
        }
        Ok(DEEPEST)
    }
}

/// Of what is so much colder than the hottest nobody need know more: shallow searches are seldom wrong by that.
fn margin() -> Dyadic {
    Dyadic::from(2)
}

/// No search goes deeper.
const DEEPEST: usize = 60;

/// No area is hotter.
fn highest(plot: &Plot) -> Dyadic {
    Dyadic::from(i64::from(plot.0.empty().count().max(1)) - 1)
}

/// With no time at all, the larger area is taken for the hotter one.
fn unread(plot: &Plot) -> Estimate {
    Estimate {
        mean: Dyadic::ZERO,
        temperature: highest(plot).half(),
        is_complete: false,
        searches: 0,
    }
}

impl SumPlayer for Hotstrat {
    fn choose(&mut self, sum: &SumPosition, deadline: Deadline) -> Result<Option<Turn>, Exhausted> {
        let readings = self.read(sum, deadline.share(3, 5))?;
        let hottest =
            (0..readings.len()).max_by_key(|&n| (readings[n].estimate.temperature, -(n as i64)));
        let Some(hottest) =
            hottest.filter(|&n| readings[n].estimate.temperature > Dyadic::MINUS_ONE)
        else {
            return choose_globally(&mut self.search, sum, deadline);
        };
        let games = sum.games();
        let hot = Sum::from(games.terms()[hottest].game);
        // What the opponent can turn to instead of an answer: the next hottest area.
        let others = readings.iter().enumerate().filter(|&(n, _)| n != hottest);
        let ambient = others.map(|(_, other)| other.estimate.temperature).max();
        let tax = self.search.nearest_tax(ambient.unwrap_or(Dyadic::ZERO));
        let picked = self.search.best_move(&hot, tax, sum.mover(), false, until(deadline))?;
        Ok(match picked {
            Picked::Move(mut choice) => {
                choice.term = hottest;
                turn_of(sum, &games, choice)
            }
            // The player cannot move there.
            _ => return choose_globally(&mut self.search, sum, deadline),
        }
        .or_else(|| any_move(sum)))
    }
}
