//! What coordinator and workers say to each other, as text.
//!
//! ```text
//! settle …                                  a job: settle a position                  (see `Task`)
//! prove ROWS SIDE ATTEMPT BUDGET            a job: write the proof of a position
//!
//! TERMS-AS-JSON                             a result: what its worker is …
//! report …                                  … what came of a job                      (see `Report`)
//! proved ROWS SIDE ATTEMPT NODES OBJECT     … the proof is in the object store, and took so many expansions
//! unproved ROWS SIDE ATTEMPT NODES WHY      … there is no proof
//! unfinished ROWS SIDE ATTEMPT NODES        … it takes more than the budget, or cannot be sent
//! interrupted ROWS SIDE ATTEMPT NODES       … the worker has ended in the middle of a proof
//! crashed ROWS SIDE ATTEMPT TIMES           … the job was handed out so often without a result
//! ```
//!
//! Who says it is part of the subject, where the server can see to it that nobody uses the name of another.

use otrera_board::{Color, Position, Size};
use otrera_campaign::{Key, Report, Task};
use serde::{Deserialize, Serialize};

use crate::charter::Terms;
use crate::place::Place;

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

/// No job takes so many expansions: sums of such numbers stay numbers.
const MOST_NODES: u64 = 1 << 40;

/// What a worker says.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Said {
    Report(Report),
    /// With the expansions it took and the name of the object, …
    Proved(JobName, u64, String),
    /// … or why there is none.
    Unproved(JobName, u64, String),
    Unfinished(JobName, u64),
    Interrupted(JobName, u64),
    Crashed(JobName, u64),
}

impl Said {
    fn text(&self, size: Size) -> String {
        match self {
            Said::Report(report) => report.text(size),
            Said::Proved(job, nodes, object) => {
                format!("proved {} {nodes} {object}", job.text(size))
            }
            Said::Unproved(job, nodes, why) => {
                format!("unproved {} {nodes} {why}", job.text(size))
            }
            Said::Unfinished(job, nodes) => format!("unfinished {} {nodes}", job.text(size)),
            Said::Interrupted(job, nodes) => format!("interrupted {} {nodes}", job.text(size)),
            Said::Crashed(job, times) => format!("crashed {} {times}", job.text(size)),
        }
    }

    fn parse(text: &str, size: Size) -> Option<Said> {
        if text.starts_with("report ") {
            return Report::parse(text, size).ok().map(Said::Report);
        }
        let (kind, rest) = text.split_once(' ')?;
        let (job, rest) = JobName::parse(rest, size)?;
        let (number, rest) =
            rest.split_once(' ').map_or((rest, None), |(number, rest)| (number, Some(rest)));
        let number = number.parse().ok().filter(|&number: &u64| number < MOST_NODES)?;
        match (kind, rest) {
            ("proved", Some(object)) => Some(Said::Proved(job, number, object.to_owned())),
            ("unproved", Some(why)) => Some(Said::Unproved(job, number, why.to_owned())),
            ("unfinished", None) => Some(Said::Unfinished(job, number)),
            ("interrupted", None) => Some(Said::Interrupted(job, number)),
            ("crashed", None) => Some(Said::Crashed(job, number)),
            _ => None,
        }
    }
}

/// A result: what somebody says, and what he is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Answer {
    pub terms: Terms,
    pub said: Said,
}

impl Answer {
    pub fn text(&self, size: Size) -> String {
        let terms = serde_json::to_string(&self.terms).unwrap_or_default();
        format!("{terms}\n{}", self.said.text(size))
    }

    pub fn parse(bytes: &[u8], size: Size) -> Option<Answer> {
        let (terms, said) = std::str::from_utf8(bytes).ok()?.split_once('\n')?;
        Some(Answer { terms: serde_json::from_str(terms).ok()?, said: Said::parse(said, size)? })
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

impl Alive {
    /// Reads it, by whoever has said it according to the subject.
    pub(crate) fn heard(message: &async_nats::Message) -> Option<Alive> {
        let worker = Place::speaker(&message.subject)?.to_owned();
        let alive: Alive = serde_json::from_slice(&message.payload).ok()?;
        Some(Alive { worker, ..alive })
    }
}

/// Whether a name is one for a worker: it is part of keys and subjects.
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
            "proved ..w/b.. w 3 1234 a-proof",
            "unproved ..w/b.. w 3 0 the solver contradicts itself",
            "unfinished ..w/b.. w 3 20000",
            "interrupted ..w/b.. w 3 77",
            "crashed ..w/b.. w 3 4",
        ] {
            let said = Said::parse(said, size).unwrap();
            let answer = Answer { terms: terms.clone(), said };
            assert_eq!(Answer::parse(answer.text(size).as_bytes(), size), Some(answer));
        }
        for said in [
            "crashed ..w/b.. w 3 often",
            "proved b../..w w 3 1 a",
            "proved ..w/b.. w 3 1",
            "thanked ..w/b.. w 3 1 a",
            "unfinished ..w/b.. w 3 1 2",
            "unfinished ..w/b.. w 3 1099511627776",
        ] {
            assert_eq!(Said::parse(said, size), None, "{said}");
        }
        for job in ["settle ..w/b.. w 3 2000 1999 500000", "prove ..w/b.. w 3 20000"] {
            assert_eq!(Job::parse(job, size).unwrap().text(), job);
        }
        assert!(is_name("host_7-12") && !is_name("a.b") && !is_name("") && !is_name("a b"));
    }
}
