//! Hotstrat with temperatures by discovery search: play the best move of the hottest game.

use std::time::{Duration, Instant};

use otrera_cgt::tds::{Estimate, LimitedSearch, Picked};
use otrera_cgt::{Dyadic, Exhausted, Game, Sum};
use rustc_hash::FxHashMap;

use crate::alpha_beta::choose_globally;
use crate::evaluation::Guess;
use crate::player::{MEMORY, SumPlayer, any_move, turn_of, until};
use crate::plot::Plot;
use crate::sum::{SumPosition, Turn};

/// Estimates the temperature of each area once, and plays where it is highest.
#[derive(Debug)]
pub struct Hotstrat {
    search: LimitedSearch<Plot, Guess>,
    /// By the key of the area, for the colours as they are in the key.
    estimates: FxHashMap<Plot, Estimate>,
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

    /// Mean and temperature of all active areas, within this time.
    pub fn read(&mut self, sum: &SumPosition, time: Duration) -> Result<Vec<Reading>, Exhausted> {
        if self.search.bytes() > MEMORY {
            self.search.forget();
        }
        let deadline = Instant::now() + time;
        let active = sum.active();
        let keys: Vec<(Plot, bool)> =
            active.iter().map(|&(_, area)| Plot(area).canonical()).collect();
        let mut unknown = keys.iter().filter(|(key, _)| !self.estimates.contains_key(key)).count();
        let mut readings = Vec::new();
        for (&(board, _), &(key, negated)) in active.iter().zip(&keys) {
            let estimate = match self.estimates.get(&key) {
                Some(&known) => known,
                None => {
                    let now = Instant::now();
                    let share = deadline.saturating_duration_since(now) / unknown.max(1) as u32;
                    unknown = unknown.saturating_sub(1);
                    let fresh = self.estimate(&key, now + share)?;
                    self.estimates.insert(key, fresh);
                    fresh
                }
            };
            let mean = if negated { -estimate.mean } else { estimate.mean };
            readings.push(Reading { board, estimate: Estimate { mean, ..estimate } });
        }
        Ok(readings)
    }

    fn estimate(&mut self, plot: &Plot, deadline: Instant) -> Result<Estimate, Exhausted> {
        let empty = otrera_board::Bits::count(plot.0.empty());
        let highest = Dyadic::from(i64::from(empty.max(1)) - 1);
        let sum = Sum::from(*plot);
        match self.search.estimate(&sum, highest, until(deadline)) {
            Err(Exhausted::Interrupt) => Err(Exhausted::Interrupt),
            Ok(estimate) => Ok(estimate),
            // With no time at all, the larger area is taken for the hotter one.
            Err(_) => Ok(Estimate {
                mean: Dyadic::ZERO,
                temperature: highest.half(),
                is_complete: false,
                searches: 0,
            }),
        }
    }
}

impl SumPlayer for Hotstrat {
    fn choose(&mut self, sum: &SumPosition, time: Duration) -> Result<Option<Turn>, Exhausted> {
        let deadline = Instant::now() + time;
        let readings = self.read(sum, time * 3 / 5)?;
        let hottest =
            (0..readings.len()).max_by_key(|&n| (readings[n].estimate.temperature, -(n as i64)));
        let Some(hottest) =
            hottest.filter(|&n| readings[n].estimate.temperature > Dyadic::MINUS_ONE)
        else {
            return choose_globally(&mut self.search, sum, deadline);
        };
        let games = sum.games();
        let hot = Sum::from(games.terms()[hottest].game);
        let delta = self.search.delta();
        let temperature = rounded(readings[hottest].estimate.temperature, delta);
        let picked =
            self.search.best_move(&hot, temperature, sum.mover(), false, until(deadline))?;
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

/// The nearest multiple of δ that is not less: averages of two sides may lie between.
fn rounded(temperature: Dyadic, delta: Dyadic) -> Dyadic {
    let mut top = Dyadic::from(temperature.floor());
    while top < temperature {
        top = top + delta;
    }
    top
}
