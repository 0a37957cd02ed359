//! `otrera-check`: checks a proof of who wins a position of the Game of Amazons.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use lexopt::prelude::*;
use otrera_proof::{CheckSettings, Outcome, ProofFile, check};

const HELP: &str = "\
Checks a proof of who wins a position of Amazons.

Usage: otrera-check [OPTIONS] PROOF

  --threads N        N threads, at most 1024 [default: all]
  --memory MIB       memory for entries [default: 1024]
  --checkpoint FILE  save progress to this file
  --resume           resume from the checkpoint, if any

What a checkpoint says is done is not checked again: the
verdict is then \"checked in part\", never \"accepted\".

Exit codes: 0 accepted, 1 rejected, 2 not a proof file or
wrong usage, 4 checked in part.";

/// Whoever looks at nothing but the exit code is not to believe a file of notes.
const CHECKED_IN_PART: u8 = 4;

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn entries(count: u64) -> String {
    if count == 1 { "1 entry".to_owned() } else { format!("{count} entries") }
}

fn replies(count: u64) -> String {
    if count == 1 { "1 reply".to_owned() } else { format!("{count} replies") }
}

/// No more threads than this are started, as in `otrera check`.
const MOST_THREADS: usize = 1024;

fn threads_of(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
    threads.ok_or_else(|| format!("expected a number of threads from 1 to {MOST_THREADS}"))
}

fn run() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    let (mut path, mut checkpoint, mut resume, mut memory) = (None, None, false, 1024usize);
    let mut threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("threads") => threads = arguments.value()?.parse_with(threads_of)?,
            Long("memory") => memory = arguments.value()?.parse()?,
            Long("checkpoint") => checkpoint = Some(PathBuf::from(arguments.value()?)),
            Long("resume") => resume = true,
            // The old spelling, which resumes without being asked.
            Long("notes") => (checkpoint, resume) = (Some(PathBuf::from(arguments.value()?)), true),
            Long("help") | Short('h') => {
                writeln!(out, "{HELP}")?;
                return Ok(ExitCode::SUCCESS);
            }
            Value(value) if path.is_none() => path = Some(PathBuf::from(value)),
            other => return Err(other.unexpected().into()),
        }
    }
    let path = path.ok_or("missing argument PROOF; see --help")?;
    let named = |error| format!("{}: {error}", path.display());
    // It is read here and there, not from beginning to end.
    if std::fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
        return Err(format!("{}: not a regular file", path.display()).into());
    }
    if let Some(file) = checkpoint.as_ref().filter(|file| !resume && file.exists()) {
        let file = file.display();
        return Err(format!("{file} already exists; add --resume, or remove it").into());
    }
    let proof = ProofFile::open(&path).map_err(named)?;
    let memory = memory.saturating_mul(1 << 20);
    let mut options = CheckSettings::default();
    (options.threads, options.memory, options.notes) = (threads, memory, checkpoint.as_deref());
    // Told after the verdict, which is not lost with them.
    let lost = Mutex::new(None);
    let notes_lost = |error| {
        lost.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    };
    options.notes_lost = &notes_lost;
    let outcome = check(&proof, options).map_err(named)?;
    let (position, winner) = (proof.claim().position, proof.claim().winner);
    let code = match outcome {
        Outcome::Accepted(accepted) => {
            // What is true is what the kernel says, whatever the reader of the file may have made of it.
            writeln!(out, "accepted: {} wins {}", accepted.winner(), accepted.position())?;
            let counts = accepted.counts();
            writeln!(out, "{}, {}", entries(counts.entries), replies(counts.replies))?;
            ExitCode::SUCCESS
        }
        Outcome::CheckedInPart(part) => {
            let counts = part.counts();
            let from_notes = proof.entries() - counts.entries;
            writeln!(out, "checked in part: {winner} wins {position}")?;
            writeln!(out, "{}, {}", entries(counts.entries), replies(counts.replies))?;
            writeln!(
                out,
                "{} not checked: the checkpoint says that this was done before",
                entries(from_notes)
            )?;
            ExitCode::from(CHECKED_IN_PART)
        }
        Outcome::Rejected(why) => {
            write!(out, "rejected: {winner} wins {position}\n{why}")?;
            ExitCode::FAILURE
        }
        _ => return Err("stopped".into()),
    };
    out.flush()?;
    match lost.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error.into()),
        None => Ok(code),
    }
}
