//! What coordinator and workers say to each other, as text.
//!
//! ```text
//! settle …                                  a job: settle a position                  (see `Task`)
//! prove ROWS SIDE ATTEMPT BUDGET            a job: write the proof of a position
//!
//! WORKER TERMS-AS-JSON                      a result: by whom …
//! report …                                  … what came of a job                      (see `Report`)
//! proved ROWS SIDE ATTEMPT OBJECT           … the proof is in the object store
//! unproved ROWS SIDE ATTEMPT WHY            … there is no proof
//! unfinished ROWS SIDE ATTEMPT              … it takes more than the budget
//! crashed ROWS SIDE ATTEMPT TIMES           … the job was handed out so often without a result
//! ```

use otrera_board::{Color, Position, Size};
use otrera_campaign::{Key, Report, Task};
use serde::{Deserialize, Serialize};

use crate::charter::Terms;

/// A position at some attempt: the name of a job.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct JobName {
    pub key: Key,
    pub attempt: u64,
}

impl JobName {
    pub fn text(&self, size: Size) -> String {
        format!("{} {}", self.key.text(size), self.attempt)
    }

    /// Reads it from a text of its own.
    pub fn read(text: &str, size: Size) -> Option<JobName> {
        JobName::parse(text, size).and_then(|(name, rest)| rest.is_empty().then_some(name))
    }

    /// Reads it from the first words of a text; returns the rest, too.
    fn parse(text: &str, size: Size) -> Option<(JobName, &str)> {
        let mut words = text.splitn(4, ' ');
        let (rows, side, attempt) = (words.next()?, words.next()?, words.next()?);
        let key = Key::parse(&format!("{rows} {side}"), size).ok()?;
        let name = JobName { key, attempt: attempt.parse().ok()? };
        Some((name, words.next().unwrap_or_default()))
    }
}

/// A job.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Job {
    Settle(Task),
    Prove {
        position: Position<u64>,
        attempt: u64,
        /// The most expansions.
        budget: u64,
    },
}

impl Job {
    pub fn name(&self) -> JobName {
        match self {
            Job::Settle(task) => JobName { key: task.key(), attempt: task.attempt },
            Job::Prove { position, attempt, .. } => {
                JobName { key: Key::of(position), attempt: *attempt }
            }
        }
    }

    pub fn text(&self) -> String {
        match self {
            Job::Settle(task) => task.text(),
            Job::Prove { position, attempt, budget } => {
                format!("prove {position} {attempt} {budget}")
            }
        }
    }

    pub fn parse(text: &str, size: Size) -> Option<Job> {
        if let Some(rest) = text.strip_prefix("prove ") {
            let (rest, budget) = rest.rsplit_once(' ')?;
            let (position, attempt) = rest.rsplit_once(' ')?;
            let position: Position = position.parse().ok()?;
            let position = position.narrow().filter(|_| position.size() == size)?;
            let (attempt, budget) = (attempt.parse().ok()?, budget.parse().ok()?);
            return Some(Job::Prove { position, attempt, budget });
        }
        Task::parse(text, size).map(Job::Settle)
    }
}

/// What a worker says.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Said {
    Report(Report),
    Proved(JobName, String),
    Unproved(JobName, String),
    Unfinished(JobName),
    Crashed(JobName, u64),
}

impl Said {
    fn text(&self, size: Size) -> String {
        match self {
            Said::Report(report) => report.text(size),
            Said::Proved(job, object) => format!("proved {} {object}", job.text(size)),
            Said::Unproved(job, why) => format!("unproved {} {why}", job.text(size)),
            Said::Unfinished(job) => format!("unfinished {}", job.text(size)),
            Said::Crashed(job, times) => format!("crashed {} {times}", job.text(size)),
        }
    }

    fn parse(text: &str, size: Size) -> Option<Said> {
        if text.starts_with("report ") {
            return Report::parse(text, size).ok().map(Said::Report);
        }
        let (kind, rest) = text.split_once(' ')?;
        let (job, rest) = JobName::parse(rest, size)?;
        match kind {
            "proved" => Some(Said::Proved(job, rest.to_owned())),
            "unproved" => Some(Said::Unproved(job, rest.to_owned())),
            "unfinished" => rest.is_empty().then_some(Said::Unfinished(job)),
            "crashed" => Some(Said::Crashed(job, rest.parse().ok()?)),
            _ => None,
        }
    }
}

/// A result: who says what.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Answer {
    pub worker: String,
    pub terms: Terms,
    pub said: Said,
}

impl Answer {
    pub fn text(&self, size: Size) -> String {
        let terms = serde_json::to_string(&self.terms).unwrap_or_default();
        format!("{} {terms}\n{}", self.worker, self.said.text(size))
    }

    pub fn parse(bytes: &[u8], size: Size) -> Option<Answer> {
        let (first, rest) = std::str::from_utf8(bytes).ok()?.split_once('\n')?;
        let (worker, terms) = first.split_once(' ')?;
        Some(Answer {
            worker: worker.to_owned(),
            terms: serde_json::from_str(terms).ok()?,
            said: Said::parse(rest, size)?,
        })
    }
}

/// A settled position as it is in the store.
pub(crate) fn settled_text(position: &str, winner: Color, expansions: u64) -> String {
    format!("{position} {} {expansions}", winner.letter())
}

/// Reads such a text: the position, who wins it, and what that took.
pub(crate) fn settled(text: &str, size: Size) -> Option<(Position<u64>, Color, u64)> {
    let words: Vec<&str> = text.split(' ').collect();
    let &[rows, side, winner, expansions] = &words[..] else { return None };
    let key = Key::parse(&format!("{rows} {side}"), size).ok()?;
    let winner = Color::ALL.into_iter().find(|color| winner == color.letter().to_string())?;
    Some((key.position(size), winner, expansions.parse().ok()?))
}

/// What a worker tells of itself every second.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Alive {
    /// Its name.
    pub worker: String,
    /// The position it works on, if it does.
    pub job: Option<String>,
    /// Jobs that it has done, …
    pub jobs: u64,
    /// … and their expansions.
    pub nodes: u64,
    /// It has ended.
    pub gone: bool,
}

/// Whether a name is one for a worker: it is part of keys.
pub fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    (1..=64).contains(&name.len()) && name.chars().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_read_as_it_was() {
        let size = Size::new(3, 2).unwrap();
        let terms = Terms::new(Some("ab".to_owned()));
        for said in [
            "report 2 job ..w/b.. w w 1 12345 678",
            "proved ..w/b.. w 3 a-proof",
            "unproved ..w/b.. w 3 the solver contradicts itself",
            "unfinished ..w/b.. w 3",
            "crashed ..w/b.. w 3 4",
        ] {
            let said = Said::parse(said, size).unwrap();
            let answer = Answer { worker: "here-1".to_owned(), terms: terms.clone(), said };
            assert_eq!(Answer::parse(answer.text(size).as_bytes(), size), Some(answer));
        }
        for said in ["crashed ..w/b.. w 3 often", "proved b../..w w 3 a", "thanked ..w/b.. w 3 a"] {
            assert_eq!(Said::parse(said, size), None, "{said}");
        }
        for job in ["settle ..w/b.. w 3 2000 1999 500000", "prove ..w/b.. w 3 20000"] {
            assert_eq!(Job::parse(job, size).unwrap().text(), job);
        }
        assert!(is_name("host_7-12") && !is_name("a.b") && !is_name("") && !is_name("a b"));
    }
}
