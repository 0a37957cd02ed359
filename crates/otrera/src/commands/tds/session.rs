//! From a position to its mean and temperature: exactly, by a coarse stack, or as an estimate.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::bail;
use otrera_area::tables::Tables;
use otrera_area::{Area, areas, color_of, player_of, split};
use otrera_board::{Bits, Color, Position};
use otrera_cgt::tds::{
    ExactSearch, Grid, Knowledge, LimitedSearch, Patience, PlainSearch, Play, Scorer, average,
    best_line,
};
use otrera_cgt::{Dyadic, Exhausted, Game, Limit, Player, Sum, Thermograph};
use otrera_player::Guess;

use super::TdsArgs;
use super::answer::{Answer, Estimated};
use super::explain::{self, over};
use crate::limits::Limits;

/// The limit of a position, where none is given.
const DEFAULT_TIME: Duration = Duration::from_secs(10);
const DEFAULT_BYTES: usize = 1 << 30;

/// Stacks of more coupons are not written down.
const MOST_COUPONS: u64 = 2000;

/// What a guess may cost where nothing is settled.
const NODES_TO_GUESS: u64 = 1000;

/// How positions are answered.
pub struct Session<'a> {
    pub args: &'a TdsArgs,
    pub tables: Option<Arc<Tables>>,
    /// Set by whoever wants no more.
    pub stop: &'static AtomicBool,
}

/// What is seen of an area without search.
struct Sight<'a> {
    tables: Option<&'a Tables>,
}

impl<B: Bits> Knowledge<Area<B>> for Sight<'_> {
    fn bounds(&self, area: &Area<B>) -> Option<(i64, i64)> {
        let bounds = split(area);
        Some((bounds.lower().into(), bounds.upper().into()))
    }

    fn thermograph(&self, area: &Area<B>) -> Option<Thermograph> {
        Some(self.tables?.value(area)?.thermograph)
    }
}

/// A position as a game.
struct Question<B: 'static> {
    sum: Sum<Area<B>>,
    /// How many moves it may last.
    moves: u32,
    first: Player,
    bounds: (i64, i64),
    began: Instant,
}

impl Session<'_> {
    pub fn answer<B: Bits>(&self, position: &Position<B>) -> anyhow::Result<Answer> {
        let question = question(position)?;
        let mut answer = empty_answer(position, &question);
        match (self.args.depth, self.args.delta) {
            (Some(_), _) => self.guess(&question, &mut answer)?,
            (None, Some(delta)) if !Grid::with_delta(question.moves, delta).is_exact() => {
                self.coarse(&question, delta, &mut answer)?;
            }
            (None, delta) => self.exact(&question, delta, &mut answer)?,
        }
        answer.seconds = question.began.elapsed().as_secs_f64();
        Ok(answer)
    }

    fn limit(&self, began: Instant) -> (Limit, Option<u64>) {
        let Limits { time, bytes, nodes } = self.args.limit.unwrap_or_default();
        let limit = Limit {
            deadline: began.checked_add(time.unwrap_or(DEFAULT_TIME)),
            bytes: Some(bytes.unwrap_or(DEFAULT_BYTES)),
            stop: Some(self.stop),
            ..Limit::default()
        };
        (limit, nodes)
    }

    fn exact<B: Bits>(
        &self,
        question: &Question<B>,
        delta: Option<Dyadic>,
        answer: &mut Answer,
    ) -> anyhow::Result<()> {
        let grid = match delta {
            Some(delta) => Some(Grid::with_delta(question.moves, delta)),
            None => Grid::for_moves(question.moves),
        };
        let sight = Sight { tables: self.tables.as_deref() };
        let search = grid.and_then(|grid| ExactSearch::on_grid(grid, sight));
        let Some(mut search) = search else {
            answer.why = Some(format!(
                "{} empty squares would take coupons finer than any; --depth guesses",
                question.moves
            ));
            answer.exhausted = Some(Exhausted::Size.what());
            return self.guess_at_least(question, answer);
        };
        answer.describe_coupons(search.stack());
        let (limit, nodes) = self.limit(question.began);
        search.set_limit(limit, nodes);
        let found = settle(&mut search, &question.sum);
        let known = search.known(&question.sum);
        answer.mean_bounds = [known.mean.0, known.mean.1];
        answer.temperature_bounds = [known.temperature.0, known.temperature.1];
        answer.nodes = search.nodes();
        match found {
            Ok((mean, temperature)) => {
                (answer.mean, answer.temperature, answer.exact) =
                    (Some(mean), Some(temperature), true);
                answer.mean_bounds = [mean; 2];
                answer.temperature_bounds = [temperature; 2];
                search.set_limit(limit, nodes);
                self.write_line(&mut search, question, temperature, answer)
            }
            Err(error) => {
                answer.run_out(error);
                self.guess_at_least(question, answer)
            }
        }
    }

    /// The line of play and, if it is asked for, the searches of both sides. An exact answer does not depend on them.
    fn write_line<B: Bits>(
        &self,
        search: &mut ExactSearch<Area<B>, Sight<'_>>,
        question: &Question<B>,
        temperature: Dyadic,
        answer: &mut Answer,
    ) -> anyhow::Result<()> {
        if search.stack().height() > MOST_COUPONS {
            let hint = "too many coupons to write a line; a larger --delta has fewer";
            answer.coupons = answer.coupons.take().map(|coupons| format!("{coupons} ({hint})"));
            return Ok(());
        }
        let delta = search.stack().delta();
        let line = best_line(search, &question.sum, question.first, 2 * MOST_COUPONS as usize);
        answer.line = line.ok().map(|line| written(&line, question.first, delta));
        if self.args.explain {
            answer.explanation = explain::text(search, &question.sum, temperature).ok();
        }
        Ok(())
    }

    /// With a step that is too large to be exact, the paper's method: the average of both sides.
    fn coarse<B: Bits>(
        &self,
        question: &Question<B>,
        delta: Dyadic,
        answer: &mut Answer,
    ) -> anyhow::Result<()> {
        let grid = Grid::with_delta(question.moves, delta);
        let mut search = PlainSearch::new(grid.stack()?);
        answer.describe_coupons(search.stack());
        let (limit, nodes) = self.limit(question.began);
        search.set_limit(limit, nodes);
        let found = average(&mut search, &question.sum);
        answer.nodes = search.nodes();
        match found {
            Ok(found) => {
                (answer.mean, answer.temperature) = (Some(found.mean), Some(found.temperature));
                // For δ = 1 the stack is biased by a half, and nothing is proved.
                if delta < Dyadic::ONE {
                    let error = grid.mean_error();
                    let [least, most] = answer.mean_bounds;
                    answer.mean_bounds =
                        [least.max(found.mean - error), most.min(found.mean + error)];
                }
                search.set_limit(limit, nodes);
                if search.stack().height() <= MOST_COUPONS {
                    let most = 2 * MOST_COUPONS as usize;
                    let line = best_line(&mut search, &question.sum, question.first, most);
                    answer.line = line.ok().map(|line| written(&line, question.first, delta));
                }
                Ok(())
            }
            Err(error) => {
                answer.run_out(error);
                self.guess_at_least(question, answer)
            }
        }
    }

    /// An estimate to a depth. Where a limit comes first, what is shallower is a guess.
    fn guess<B: Bits>(&self, question: &Question<B>, answer: &mut Answer) -> anyhow::Result<()> {
        let (limit, nodes) = self.limit(question.began);
        let depth = self.args.depth.unwrap_or(u32::MAX);
        let patience = Patience { depth, nodes, limit };
        let found = self.estimate(question, patience, answer)?;
        match (found.estimate, found.stopped) {
            (Some(found), None) => {
                (answer.mean, answer.temperature) = (Some(found.mean), Some(found.temperature));
            }
            (estimate, stopped) => {
                answer.run_out(stopped.unwrap_or(Exhausted::Nodes));
                answer.estimate = estimate;
            }
        }
        Ok(())
    }

    /// A cheap guess beside what is known.
    fn guess_at_least<B: Bits>(
        &self,
        question: &Question<B>,
        answer: &mut Answer,
    ) -> anyhow::Result<()> {
        if answer.exhausted == Some(Exhausted::Interrupt.what()) {
            return Ok(());
        }
        let limit = Limit { stop: Some(self.stop), ..Limit::default() };
        let patience = Patience { depth: 8, nodes: Some(NODES_TO_GUESS), limit };
        let delta = answer.delta;
        answer.estimate = self.estimate(question, patience, answer)?.estimate;
        answer.delta = delta;
        Ok(())
    }

    fn estimate<B: Bits>(
        &self,
        question: &Question<B>,
        patience: Patience,
        answer: &mut Answer,
    ) -> anyhow::Result<Deepened> {
        let delta = self.args.delta.unwrap_or(Dyadic::new(1, 1));
        let mut search = LimitedSearch::<Area<B>, Guess>::new(delta, Guess::default())?;
        let highest = Dyadic::from(i64::from(question.moves.max(1)) - 1);
        let mut last: Option<otrera_cgt::tds::Estimate> = None;
        let mut stopped = None;
        for depth in 1..=patience.depth {
            let patience = Patience { depth, ..patience };
            match search.estimate_at(&question.sum, highest, last, patience) {
                Ok(found) => last = Some(found),
                Err(error) => stopped = Some(error),
            }
            if stopped.is_some() || last.is_some_and(|last| last.is_complete) {
                break;
            }
        }
        answer.nodes += search.nodes();
        answer.delta = Some(delta);
        let estimate =
            last.map(|found| Estimated { mean: found.mean, temperature: found.temperature });
        Ok(Deepened { estimate, stopped })
    }
}

/// What searches of growing depth have found, and what stopped them before the depth that was asked for.
struct Deepened {
    estimate: Option<Estimated>,
    stopped: Option<Exhausted>,
}

fn question<B: Bits>(position: &Position<B>) -> anyhow::Result<Question<B>> {
    let all = areas(position);
    let is_active = |area: &&Area<B>| Color::ALL.into_iter().all(|it| !area.amazons(it).is_empty());
    let active: Vec<Area<B>> = all.iter().filter(is_active).copied().collect();
    if active.is_empty() {
        let integers: Option<i64> = all.iter().map(Game::integer).sum();
        let worth = integers.map_or(String::new(), |integer| format!(", and is worth {integer}"));
        bail!("no active area found: the position has no square that both can reach{worth}");
    }
    let moves = active.iter().map(|area| area.empty().count()).sum();
    let bounds = all.iter().map(split);
    let bounds = bounds.fold((0, 0), |(least, most), bounds| {
        (least + i64::from(bounds.lower()), most + i64::from(bounds.upper()))
    });
    Ok(Question {
        sum: all.into_iter().collect(),
        moves,
        first: player_of(position.to_move()),
        bounds,
        began: Instant::now(),
    })
}

fn settle<B: Bits>(
    search: &mut ExactSearch<Area<B>, Sight<'_>>,
    sum: &Sum<Area<B>>,
) -> Result<(Dyadic, Dyadic), Exhausted> {
    Ok((search.mean(sum)?, search.temperature(sum)?))
}

fn empty_answer<B: Bits>(position: &Position<B>, question: &Question<B>) -> Answer {
    let highest = Dyadic::from(i64::from(question.moves.max(1)) - 1);
    Answer {
        position: position.to_string(),
        to_move: position.to_move().letter(),
        mean: None,
        temperature: None,
        delta: None,
        exact: false,
        mean_bounds: [question.bounds.0.into(), question.bounds.1.into()],
        temperature_bounds: [Dyadic::MINUS_ONE, highest],
        estimate: None,
        line: None,
        nodes: 0,
        seconds: 0.0,
        exhausted: None,
        coupons: None,
        explanation: None,
        why: None,
    }
}

impl Answer {
    fn run_out(&mut self, error: Exhausted) {
        self.exhausted = Some(error.what());
        self.why = Some(error.to_string());
    }

    fn describe_coupons(&mut self, stack: &otrera_cgt::tds::CouponStack) {
        let delta = stack.delta();
        let top = stack.coupon(stack.height()).map_or(String::new(), |top| over(top, delta));
        self.delta = Some(delta);
        self.coupons = Some(format!("{top} down to -1 in steps of {delta}"));
    }
}

/// A line in the paper's notation.
fn written<B: Bits>(line: &[Play<Area<B>>], first: Player, delta: Dyadic) -> Vec<String> {
    let mut mover = first;
    let word = |play: &Play<Area<B>>| {
        let word = match play {
            Play::Coupon(coupon) => format!("C({})", over(*coupon, delta)),
            Play::Move { game, option, .. } => {
                game.moves(color_of(mover))[*option].0.text(game.geometry().size())
            }
        };
        mover = !mover;
        word
    };
    line.iter().map(word).collect()
}
