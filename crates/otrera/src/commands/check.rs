//! `otrera check`: is a proof one?

use std::fmt;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use indicatif::HumanCount;
use otrera_board::{Color, Position};
use otrera_proof::{CheckSettings, Claim, Counts, Outcome, ProofFile, Rejection, check};
use serde::Serialize;

use super::proof::open;
use crate::checkpoint::{self, already_exists};
use crate::interrupt::{self, Interrupted};
use crate::limits;
use crate::output::{AnswerIsNo, CheckedInPart, print_json, print_text};
use crate::progress::bar;
use crate::threads;
use crate::words::plural;

#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The proof file
    pub file: PathBuf,
    /// Use N threads, at most 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    pub threads: Option<NonZeroUsize>,
    /// Memory for unpacked entries
    #[arg(long, value_name = "SIZE", value_parser = limits::parse_size)]
    #[arg(default_value = "1G")]
    pub memory: usize,
    /// Save which entries were checked to this file, from time to time and when interrupted
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Resume from the checkpoint, if there is one: the entries in it are not checked again, and the
    /// verdict is then "checked in part", not "accepted"
    #[arg(long, requires = "checkpoint")]
    pub resume: bool,
    /// The same as --checkpoint FILE --resume, as it was called before
    #[arg(long, value_name = "FILE", hide = true, conflicts_with = "checkpoint")]
    pub notes: Option<PathBuf>,
    /// Print JSON, one object per line
    #[arg(long)]
    pub json: bool,
}

impl CheckArgs {
    /// The file of the checkpoint, which is read if it is there.
    fn notes(&self) -> anyhow::Result<Option<&Path>> {
        match self.checkpoint.as_deref() {
            Some(file) if !self.resume && file.exists() => Err(already_exists(file)),
            Some(file) => Ok(Some(file)),
            None => Ok(self.notes.as_deref()),
        }
    }
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Accepted,
    CheckedInPart,
    Rejected,
}

#[derive(Serialize)]
pub struct Answer {
    file: String,
    position: String,
    to_move: char,
    winner: char,
    verdict: Verdict,
    /// Whether every entry was checked in this run, and is right.
    accepted: bool,
    entries: u64,
    /// Entries that this run checked, and those that it did not as the notes say that they are right.
    entries_checked: u64,
    entries_from_notes: u64,
    replies: u64,
    /// Positions decided by counting, plodding and answers: at once, and after a move.
    leaves: [[u64; 3]; 2],
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    rejection: Option<Rejected>,
    #[serde(skip)]
    text: String,
    #[serde(skip)]
    colors: [Color; 2],
}

#[derive(Serialize)]
struct Rejected {
    entry: Option<u64>,
    reason: String,
    position: Option<String>,
    free: i32,
    line: Option<Vec<String>>,
}

pub fn run(args: &CheckArgs) -> anyhow::Result<()> {
    let began = Instant::now();
    let notes = args.notes()?;
    let proof = open(&args.file)?;
    // Reading the file ends at once at Ctrl-C; from here on there may be notes to write.
    interrupt::listen();
    let bar = bar(proof.entries(), "{pos}/{len} entries");
    let threads = args.threads.or_else(|| std::thread::available_parallelism().ok());
    let go_on = |done| {
        if done > 0 {
            bar.inc(done);
        }
        !interrupt::is_interrupted()
    };
    let mut options = CheckSettings::default();
    options.threads = threads.map_or(1, std::num::NonZero::get);
    options.memory = args.memory;
    options.notes = notes;
    options.go_on = &go_on;
    // They are told after the verdict, which is not lost with them.
    let lost = Mutex::new(None);
    let notes_lost = |error| {
        lost.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    };
    options.notes_lost = &notes_lost;
    let outcome = check(&proof, options);
    bar.finish_and_clear();
    let file = args.file.display().to_string();
    let outcome = outcome.with_context(|| file.clone())?;
    let Some(answer) = Answer::new(&file, &proof, outcome, began.elapsed().as_secs_f64()) else {
        if let Some(notes) = notes {
            checkpoint::tell(notes);
        }
        return Err(Interrupted.into());
    };
    match args.json {
        true => print_json(&answer)?,
        false => print_text(&answer)?,
    }
    if let Some(error) = lost.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error.into());
    }
    match answer.verdict {
        Verdict::Accepted => Ok(()),
        Verdict::Rejected => Err(AnswerIsNo.into()),
        Verdict::CheckedInPart => Err(CheckedInPart.into()),
    }
}

impl Answer {
    /// What is said of a proof with this name; none if its check was stopped.
    pub fn new(file: &str, proof: &ProofFile, outcome: Outcome, seconds: f64) -> Option<Answer> {
        let mut answer = Answer::unchecked(file, proof, seconds);
        match outcome {
            Outcome::Accepted(accepted) => {
                (answer.verdict, answer.accepted) = (Verdict::Accepted, true);
                // What is true is what the kernel says, whatever the reader of the file made of it.
                answer.claim(&accepted.position(), accepted.winner());
                answer.count(accepted.counts());
            }
            Outcome::CheckedInPart(part) => {
                answer.verdict = Verdict::CheckedInPart;
                answer.entries_from_notes = proof.entries() - part.counts().entries;
                answer.count(part.counts());
            }
            Outcome::Rejected(why) => answer.reject(*why),
            _ => return None,
        }
        Some(answer)
    }

    fn unchecked(file: &str, proof: &ProofFile, seconds: f64) -> Answer {
        let Claim { position, winner, .. } = proof.claim();
        let mut answer = Answer {
            file: file.to_owned(),
            position: String::new(),
            to_move: ' ',
            winner: ' ',
            verdict: Verdict::Rejected,
            accepted: false,
            entries: proof.entries(),
            entries_checked: 0,
            entries_from_notes: 0,
            replies: 0,
            leaves: [[0; 3]; 2],
            seconds,
            text: String::new(),
            rejection: None,
            colors: [*winner; 2],
        };
        answer.claim(position, *winner);
        answer
    }

    /// Tells who is said to win which position.
    fn claim(&mut self, position: &Position, winner: Color) {
        self.position = position.to_string();
        self.to_move = position.to_move().letter();
        self.winner = winner.letter();
        self.colors = [position.to_move(), winner];
    }

    fn count(&mut self, counts: Counts) {
        self.entries_checked = counts.entries;
        self.replies = counts.replies;
        self.leaves = counts.leaves;
    }

    fn reject(&mut self, why: Rejection) {
        self.text = why.to_string();
        let Rejection { entry, reason, position, free, line, .. } = why;
        self.rejection = Some(Rejected { entry, reason, position, free, line });
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [to_move, winner] = self.colors;
        let verdict = match self.verdict {
            Verdict::Accepted => "Accepted",
            Verdict::CheckedInPart => "Checked in part",
            Verdict::Rejected => "REJECTED",
        };
        writeln!(f, "{verdict}: {winner} wins {} ({to_move} to move)", self.position)?;
        if self.rejection.is_some() {
            return write!(f, "{}", self.text);
        }
        writeln!(
            f,
            "{} {}, {} {}, {:.2} s",
            HumanCount(self.entries_checked),
            plural(self.entries_checked, "entry"),
            HumanCount(self.replies),
            plural(self.replies, "reply"),
            self.seconds
        )?;
        if self.entries_from_notes > 0 {
            writeln!(
                f,
                "{} {} not checked: the checkpoint says that this was done before",
                HumanCount(self.entries_from_notes),
                plural(self.entries_from_notes, "entry")
            )?;
        }
        let all: u64 = self.leaves.as_flattened().iter().sum();
        let share = |count: u64| 100.0 * count as f64 / all.max(1) as f64;
        let [at_once, ahead] = self.leaves.map(|leaves| leaves.map(share));
        writeln!(f, "{} leaves, by the last fact needed:", HumanCount(all))?;
        for (n, fact) in ["counting", "plodding", "answers"].into_iter().enumerate() {
            writeln!(f, "  {fact:8} {:5.1} %, after a move {:5.1} %", at_once[n], ahead[n])?;
        }
        Ok(())
    }
}
