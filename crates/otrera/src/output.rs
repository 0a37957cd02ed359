//! Answers on standard output, complaints on standard error.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use crate::{progress, width};

/// An answer for a person, coloured where the terminal has colours and folded to its width.
pub fn print_text(answer: &impl Display) -> anyhow::Result<()> {
    print_verbatim(&width::fold(&answer.to_string(), width::columns()))
}

/// What another program may read as it is: records, scripts.
pub fn print_verbatim(text: &impl Display) -> anyhow::Result<()> {
    progress::aside(|| {
        let mut out = anstream::stdout().lock();
        write!(out, "{text}")?;
        Ok(out.flush()?)
    })
}

/// An answer for a program: one object on one line.
pub fn print_json(answer: &impl Serialize) -> anyhow::Result<()> {
    let mut line = serde_json::to_vec(answer)?;
    line.push(b'\n');
    progress::aside(|| {
        let mut out = io::stdout().lock();
        out.write_all(&line)?;
        Ok(out.flush()?)
    })
}

/// Tells what went wrong.
pub fn complain(error: &anyhow::Error) {
    say("error", AnsiColor::Red, &format!("{error:#}"));
}

/// Tells what is wrong with the command line, or gives the help that was asked for.
pub fn tell_usage(error: &clap::Error) -> ExitCode {
    // With standard error closed there is nobody left to tell.
    let _ = match width::error_columns().filter(|_| error.use_stderr()) {
        Some(columns) => {
            let message = width::fold(&error.render().ansi().to_string(), columns);
            write!(anstream::stderr(), "{message}")
        }
        None => error.print(),
    };
    ExitCode::from(error.exit_code() as u8)
}

/// Tells what the user may want to know although all is well.
pub fn warn(message: &str) {
    say("note", AnsiColor::Yellow, message);
}

fn say(kind: &str, color: AnsiColor, message: &str) {
    let style = Style::new().bold().fg_color(Some(color.into()));
    let message = format!("{style}{kind}:{style:#} {message}\n");
    let message = match width::error_columns() {
        Some(columns) => width::fold(&message, columns),
        None => message,
    };
    // With standard error closed there is nobody left to tell.
    let _ = progress::aside(|| write!(anstream::stderr(), "{message}"));
}

/// Is the error only that whoever read our output has seen enough, as `head` does?
pub fn reader_has_gone(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Some lines of a batch were wrong, and their answers have said so.
#[derive(Debug, thiserror::Error)]
#[error("some lines of the batch were wrong")]
pub struct AlreadyTold;

/// Time or memory ran out; the answer has said so, and what is known.
#[derive(Debug, thiserror::Error)]
#[error("time or memory ran out")]
pub struct RanOut;

/// The answer is "no", and has been given.
#[derive(Debug, thiserror::Error)]
#[error("the answer is no")]
pub struct AnswerIsNo;

/// Nothing is wrong with a proof, but some entries were not checked in this run: the answer has said so.
/// Whoever looks at nothing but the exit code is not to believe a checkpoint.
#[derive(Debug, thiserror::Error)]
#[error("the proof was checked in part")]
pub struct CheckedInPart;
