//! `otrera check`: is a proof one?

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Context;
use indicatif::HumanCount;
use otrera_board::Color;
use otrera_proof::{Counts, Options, Outcome, ProofFile, Rejection, check};
use serde::Serialize;

use super::proof::open;
use crate::INTERRUPTED;
use crate::cli::CheckArgs;
use crate::output::{AnswerIsNo, print_json, print_text, warn};
use crate::progress::bar;

/// Set when the user presses Ctrl-C.
static INTERRUPT: AtomicBool = AtomicBool::new(false);

#[derive(Serialize)]
struct Answer {
    file: String,
    position: String,
    to_move: char,
    winner: char,
    accepted: bool,
    entries: u64,
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
    crate::interrupt::at_ctrl_c(&INTERRUPT)?;
    let began = Instant::now();
    let proof = open(&args.file)?;
    if let Some(notes) = args.notes.as_deref().filter(|notes| notes.exists()) {
        warn(&format!("what {} says is done is not checked again", notes.display()));
    }
    let bar = bar(proof.entries, "{pos}/{len} entries");
    let threads = args.threads.or_else(|| std::thread::available_parallelism().ok());
    let outcome = check(
        &proof,
        Options {
            threads: threads.map_or(1, std::num::NonZero::get),
            memory: args.memory,
            notes: args.notes.as_deref(),
            go_on: &|done| {
                bar.inc(done);
                !INTERRUPT.load(Ordering::Relaxed)
            },
        },
    );
    bar.finish_and_clear();
    let seconds = began.elapsed().as_secs_f64();
    let answer = match outcome.with_context(|| args.file.display().to_string())? {
        Outcome::Accepted(counts) => Answer::new(args, &proof, counts, None, seconds),
        Outcome::Rejected(why) => Answer::new(args, &proof, Counts::default(), Some(*why), seconds),
        Outcome::Stopped => {
            if let Some(notes) = &args.notes {
                warn(&format!("the same command goes on from {}", notes.display()));
            }
            std::process::exit(INTERRUPTED);
        }
    };
    match args.json {
        true => print_json(&answer)?,
        false => print_text(&answer)?,
    }
    if answer.accepted { Ok(()) } else { Err(AnswerIsNo.into()) }
}

impl Answer {
    fn new(
        args: &CheckArgs,
        proof: &ProofFile,
        counts: Counts,
        rejection: Option<Rejection>,
        seconds: f64,
    ) -> Answer {
        let claim = &proof.claim;
        Answer {
            file: args.file.display().to_string(),
            position: claim.position.to_string(),
            to_move: claim.position.to_move().letter(),
            winner: claim.winner.letter(),
            accepted: rejection.is_none(),
            entries: counts.entries,
            replies: counts.replies,
            leaves: counts.leaves,
            seconds,
            text: rejection.as_ref().map(Rejection::to_string).unwrap_or_default(),
            rejection: rejection.map(|why| Rejected {
                entry: why.entry,
                reason: why.reason,
                position: why.position,
                free: why.free,
                line: why.line,
            }),
            colors: [claim.position.to_move(), claim.winner],
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [to_move, winner] = self.colors;
        let verdict = if self.accepted { "Accepted" } else { "REJECTED" };
        writeln!(f, "{verdict}: {winner} wins {} ({to_move} to move)", self.position)?;
        if !self.accepted {
            return write!(f, "{}", self.text);
        }
        writeln!(
            f,
            "{} entries, {} replies, {:.2} s",
            HumanCount(self.entries),
            HumanCount(self.replies),
            self.seconds
        )?;
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
