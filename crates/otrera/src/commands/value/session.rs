//! Valuing positions, one after another, with one memory for all.

use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::bail;
use indicatif::ProgressBar;
use otrera_area::{Area, Climb, Ladder, areas};
use otrera_board::{Bits, Color, Position};
use otrera_cgt::{Bounds, Dyadic, Exhausted, Form, Game, Limit, SumSearch, Valuer};

use super::ValueArgs;
use super::answer::{Findings, Value};
use super::best_moves::best_moves;
use crate::limits::Limits;
use crate::progress::spinner;
use crate::words::counted;

/// Active areas with more empty squares than this are out of reach of canonical forms.
const REACH: u32 = 20;

/// How many bytes the canonical form of a sum and the best moves in it may take, before its
/// verdict is all there is. (A size, not a time: answers do not depend on the machine.)
const PATIENCE_WITH_SUMS: usize = 48 << 20;

pub struct Session<'a, B: 'static> {
    args: &'a ValueArgs,
    limits: Limits,
    valuer: Valuer<Area<B>>,
}

impl<'a, B: Bits> Session<'a, B> {
    pub fn new(args: &'a ValueArgs) -> Session<'a, B> {
        Session { args, limits: args.limit.unwrap_or_default(), valuer: Valuer::new() }
    }

    /// The value of the sum of some positions.
    pub fn value(&mut self, positions: &[Position<B>]) -> anyhow::Result<Value> {
        let areas: Vec<Area<B>> = positions.iter().flat_map(areas).collect();
        let text = positions.iter().map(Position::to_string).collect::<Vec<_>>().join(" + ");
        let limit = self.limits.starting_now();
        if !self.args.bounds {
            check_reach(&areas)?;
        }
        let progress = self.show_progress();
        let found = self.find(positions, &areas, limit);
        let mut value = match found {
            Ok(found) => Value::found(text, &mut self.valuer.forms, found, self.args),
            Err(exhausted) => {
                let bounds = self.bounds(&areas, exhausted.is_none());
                if exhausted == Some(Exhausted::Memory) {
                    // Room for the next position of a batch.
                    self.valuer = Valuer::new();
                }
                Value::bounded(text, bounds, exhausted)
            }
        };
        if let Some(to_move) = common_turn(positions) {
            value.name_winner(to_move);
        }
        progress.finish_and_clear();
        Ok(value)
    }

    /// What can be found within the limit. The error is that not even the areas could be
    /// valued, or that only bounds were asked for.
    fn find(
        &mut self,
        positions: &[Position<B>],
        areas: &[Area<B>],
        limit: Limit,
    ) -> Result<Findings, Option<Exhausted>> {
        if self.args.bounds {
            return Err(None);
        }
        self.valuer.set_limit(limit);
        let mut terms: Vec<Form> = Vec::with_capacity(areas.len());
        for area in areas {
            terms.push(self.valuer.form(area)?);
        }
        let forms = &mut self.valuer.forms;
        let bounds = terms.iter().map(|&term| forms.bounds(term));
        let bounds = bounds.fold(Bounds::exactly(0), |sum, bounds| sum + bounds);
        let mean = terms.iter().map(|&term| forms.thermograph(term).mean());
        let mean = mean.fold(Dyadic::ZERO, |sum, mean| sum + mean);
        let mut search = SumSearch::new();
        search.set_limit(limit);
        let outcome = search.outcome(forms, &terms);
        let several = terms.iter().filter(|&&term| forms.as_number(term).is_none()).count() > 1;
        if several {
            let bytes = self.valuer.bytes() + PATIENCE_WITH_SUMS;
            let bytes = limit.bytes.map_or(bytes, |limit| limit.min(bytes));
            self.valuer.set_limit(Limit { bytes: Some(bytes), ..limit });
        }
        let sum = self.add_up(&terms);
        let best = sum.and_then(|_| best_moves(&mut self.valuer, positions, self.args.plain).ok());
        let exhausted = outcome.err();
        Ok(Findings { sum, outcome: outcome.ok(), mean, bounds, best, exhausted })
    }

    /// The canonical form of a sum, unless it grows beyond all measure.
    fn add_up(&mut self, terms: &[Form]) -> Option<Form> {
        let forms = &mut self.valuer.forms;
        let zero = forms.integer(0);
        terms.iter().try_fold(zero, |sum, &term| forms.add(sum, term)).ok()
    }

    /// What can be said without the value of every area: what is known of it already, or what the ladder
    /// finds, without any search if there is no time left.
    fn bounds(&mut self, areas: &[Area<B>], there_is_time: bool) -> Bounds {
        let effort = match there_is_time {
            true => Climb::default(),
            false => Climb::NONE,
        };
        let mut ladder = Ladder::new(effort);
        areas.iter().fold(Bounds::exactly(0), |sum, area| {
            sum + match self.valuer.known(area) {
                Some(form) => self.valuer.forms.bounds(form),
                None => ladder.judge(area).bounds,
            }
        })
    }

    /// A line that counts the areas valued so far. How many there will be, nobody knows.
    fn show_progress(&self) -> ProgressBar {
        let bar = spinner();
        let counter = self.valuer.progress();
        if !bar.is_hidden() {
            let watched = bar.clone();
            std::thread::spawn(move || {
                while !watched.is_finished() {
                    let count = counter.load(Ordering::Relaxed);
                    watched
                        .set_message(format!("{} valued", counted(count as u64, "different area")));
                    watched.tick();
                    std::thread::sleep(Duration::from_millis(100));
                }
            });
        }
        bar
    }
}

/// Whose turn it is, if all positions agree.
fn common_turn<B: Bits>(positions: &[Position<B>]) -> Option<Color> {
    let mut turns = positions.iter().map(Position::to_move);
    turns.next().filter(|&first| turns.all(|turn| turn == first))
}

/// Refuses at once what cannot be done in any time worth waiting for.
fn check_reach<B: Bits>(areas: &[Area<B>]) -> anyhow::Result<()> {
    let out_of_reach = |area: &&Area<B>| area.empty().count() > REACH && area.integer().is_none();
    if let Some(area) = areas.iter().find(out_of_reach) {
        bail!(
            "an area of {} empty squares is out of reach: canonical forms are found for areas of up to {REACH} \
             empty squares, and in seconds for up to 14; use `otrera areas` or `otrera value --bounds` for bounds on any position",
            area.empty().count()
        );
    }
    Ok(())
}
