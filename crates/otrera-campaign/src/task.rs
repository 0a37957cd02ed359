//! A job as it is handed to somebody else, and what comes back, as text.
//!
//! ```text
//! settle ROWS SIDE ATTEMPT BUDGET SPENT EXPAND-AFTER      the job
//! report ATTEMPT job KEY …                                its result, with a line of the log …
//! expand KEY VALUE …                                      … and what follows, if it is to be expanded now
//! ```
//!
//! The attempt is how many jobs the ledger had on the position when the job was made. It is what makes a
//! result count once, however often the job is done: see [`Session::take`](crate::Session::take).

use cpu_time::ProcessTime;
use otrera_board::{Position, Size};
use otrera_solver::{Limits, Look, Solver, Stopped};

use crate::campaign::Plan;
use crate::error::CampaignError;
use crate::event::{Event, Seen};
use crate::record::{Record, Value, Work};
use crate::successors::{Key, successors};
use crate::tree::Costs;

/// A job: settle this position within this budget.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    /// The position, in the image that solvers have met before.
    pub position: Position<u64>,
    /// How many jobs there were on it before this one.
    pub attempt: u64,
    /// The most expansions.
    pub budget: u64,
    /// What the jobs before have expanded.
    pub spent: u64,
    /// When all jobs together have expanded so much, the position is expanded in the ledger.
    pub expand_after: u64,
}

/// What came of a task.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The position.
    pub key: Key,
    /// The attempt of the task.
    pub attempt: u64,
    /// What was found, and what it took.
    pub work: Work,
    /// What follows, in the order of keys, if the position is to be expanded now.
    pub values: Option<Vec<Value>>,
}

/// All jobs on a position take so many times as many expansions as before, when there is another, …
const GROWTH: u64 = 4;

/// … but none takes more than this: whoever is killed loses a few seconds of the record at most.
const LONGEST_JOB: u64 = 50_000;

/// The expected work of a position is at least this part of what it has taken in vain: costs are in units
/// of about so many expansions, and what has resisted will resist for a while.
const EXPANSIONS_PER_COST: u64 = 25;

impl Task {
    /// The next job on a position.
    pub fn of(record: &Record, plan: Plan) -> Task {
        Task {
            position: record.position,
            attempt: record.jobs,
            budget: ((GROWTH - 1) * record.expansions).min(LONGEST_JOB).max(plan.first_budget),
            spent: record.expansions,
            expand_after: plan.expand_after,
        }
    }

    /// What stands for the position and its images.
    pub fn key(&self) -> Key {
        Key::of(&self.position)
    }

    /// Tries to settle the position. Limits may end it before its budget does; that is work, too.
    pub fn work(
        &self,
        solver: &mut Solver<u64>,
        limits: Limits<'_>,
        watch: &mut dyn FnMut(&Look<'_, u64>),
    ) -> Result<Work, CampaignError> {
        // Not the clock's time: what a job costs does not depend on what else the machine has to do.
        let began = ProcessTime::try_now().ok();
        let before = solver.effort().expansions;
        let limits = Limits { expansions: Some(self.budget), ..limits };
        let solved = solver.winner_watched(&self.position, limits, watch);
        let expansions = solver.effort().expansions - before;
        let found = match solved {
            Ok(winner) => Ok(winner),
            Err(Stopped::Expansions | Stopped::Time | Stopped::Interrupted) => {
                let spent = (self.spent + expansions) / EXPANSIONS_PER_COST;
                let prospect = solver.prospect(&self.position);
                let [proof, disproof] = prospect.costs.map(|cost| cost.max(spent as f32));
                prospect.winner.ok_or(Costs::open(proof, disproof))
            }
            Err(stopped) => return Err(CampaignError::Solver(stopped)),
        };
        let took = began.and_then(|began| began.try_elapsed().ok()).unwrap_or_default();
        let milliseconds = took.as_millis() as u64;
        Ok(Work { found, jobs: 1, expansions, milliseconds })
    }

    /// The same for whoever has handed out the task. What has resisted for long enough comes back with the
    /// costs of all that follows, which this solver's memory knows best.
    pub fn report(
        &self,
        solver: &mut Solver<u64>,
        limits: Limits<'_>,
        watch: &mut dyn FnMut(&Look<'_, u64>),
    ) -> Result<Report, CampaignError> {
        let work = self.work(solver, limits, watch)?;
        let is_ripe = work.found.is_err() && self.spent + work.expansions >= self.expand_after;
        let mut value = |position: &Position<u64>| {
            let prospect = solver.prospect(position);
            let [proof, disproof] = prospect.costs;
            prospect.winner.map_or(Value::Open(Costs::open(proof, disproof)), Value::Settled)
        };
        let all = || successors(&self.position).iter().map(|next| value(&next.position)).collect();
        let values = is_ripe.then(all);
        Ok(Report { key: self.key(), attempt: self.attempt, work, values })
    }

    /// The task as a line.
    pub fn text(&self) -> String {
        let Task { position, attempt, budget, spent, expand_after } = self;
        format!("settle {position} {attempt} {budget} {spent} {expand_after}")
    }

    /// Reads a line of a board of this size.
    pub fn parse(line: &str, size: Size) -> Option<Task> {
        let words: Vec<&str> = line.strip_prefix("settle ")?.split(' ').collect();
        let &[rows, side, attempt, budget, spent, expand_after] = &words[..] else { return None };
        let position: Position = format!("{rows} {side}").parse().ok()?;
        let task = Task {
            position: position.narrow().filter(|_| position.size() == size)?,
            attempt: attempt.parse().ok()?,
            budget: budget.parse().ok()?,
            spent: spent.parse().ok()?,
            expand_after: expand_after.parse().ok()?,
        };
        (task.text() == line).then_some(task)
    }
}

impl Report {
    /// The report as a line or two.
    pub fn text(&self, size: Size) -> String {
        let Report { key, attempt, work, values } = self;
        let mut text = format!("report {attempt} {}", Event::Job(*key, *work).text(size));
        if let Some(values) = values {
            let seen = values.iter().map(|&value| Seen::Value(value)).collect();
            text.push('\n');
            text.push_str(&Event::Expand(*key, seen).text(size));
        }
        text
    }

    /// Reads these lines; what is wrong with them otherwise.
    pub fn parse(text: &str, size: Size) -> Result<Report, String> {
        let (first, second) = text.split_once('\n').map_or((text, None), |(a, b)| (a, Some(b)));
        let report = first.strip_prefix("report ").and_then(|rest| rest.split_once(' '));
        let (attempt, job) = report.ok_or("expected a report")?;
        let attempt = attempt.parse().map_err(|_| "expected the number of an attempt")?;
        let Event::Job(key, work) = Event::parse(job, size)? else {
            return Err("expected a job".to_owned());
        };
        if work.jobs != 1 {
            return Err(format!("found {} jobs; expected one", work.jobs));
        }
        let values = match second.map(|line| Event::parse(line, size)).transpose()? {
            None => None,
            Some(Event::Expand(expanded, seen)) if expanded == key => {
                let value = |seen| match seen {
                    Seen::Value(value @ (Value::Settled(_) | Value::Open(_))) => Ok(value),
                    _ => Err("expected winners and costs alone".to_owned()),
                };
                Some(seen.into_iter().map(value).collect::<Result<_, _>>()?)
            }
            Some(_) => return Err("expected what follows from the same position".to_owned()),
        };
        Ok(Report { key, attempt, work, values })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_they_are_written() {
        let size = Size::new(3, 2).unwrap();
        for line in ["settle ..w/b.. w 3 2000 1999 500000", "settle b../..w b 0 1 0 1"] {
            assert_eq!(Task::parse(line, size).unwrap().text(), line);
        }
        for line in [
            "settle ..w/b.. w 3 2000 1999",
            "settle ..w/b.. w 03 1 1 1",
            "settle b.w/... w 1 1 1 x",
        ] {
            assert_eq!(Task::parse(line, size), None, "{line}");
        }
        assert_eq!(Task::parse("settle b..w/.... w 0 1 0 1", size), None);
        for text in [
            "report 2 job ..w/b.. w w 1 12345 678",
            "report 0 job ..w/b.. w open 1 2000 99 1.50e3 2.00e0\nexpand ..w/b.. w b w 3.14e2/1.00e0",
        ] {
            assert_eq!(Report::parse(text, size).unwrap().text(size), text);
        }
        for (text, why) in [
            ("job ..w/b.. w w 1 1 1", "expected a report"),
            ("report 2 job ..w/b.. w w 2 12345 678", "found 2 jobs"),
            ("report 2 expand ..w/b.. w b", "expected a job"),
            ("report 0 job ..w/b.. w w 1 1 1\nexpand ..w/b.. w =", "winners and costs alone"),
            ("report 0 job ..w/b.. w w 1 1 1\nexpand ..b/w.. w b", "the same position"),
        ] {
            let told = Report::parse(text, size).unwrap_err();
            assert!(told.contains(why), "{text}: {told}");
        }
    }
}
