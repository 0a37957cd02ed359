//! Answers on standard output, complaints on standard error.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::{AnsiColor, Style};
use otrera_board::Color;
use serde::{Serialize, Serializer};

use crate::input::Misread;
use crate::{progress, width};

/// Whether complaints and notes are JSON, too.
static JSON: AtomicBool = AtomicBool::new(false);

/// From now on complaints and notes are JSON.
pub fn speak_json() {
    JSON.store(true, Ordering::Relaxed);
}

fn speaks_json() -> bool {
    JSON.load(Ordering::Relaxed)
}

/// From now on output is coloured like this.
pub fn color(choice: clap::ColorChoice) {
    use anstream::ColorChoice;
    match choice {
        clap::ColorChoice::Auto => ColorChoice::Auto,
        clap::ColorChoice::Always => ColorChoice::Always,
        clap::ColorChoice::Never => ColorChoice::Never,
    }
    .write_global();
}

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

/// A winner in an answer for a program: `b`, `w`, or null where it is open.
pub fn as_letter<S: Serializer>(color: &Option<Color>, out: S) -> Result<S::Ok, S::Error> {
    color.map(Color::letter).serialize(out)
}

/// A complaint for a program.
#[derive(Serialize)]
struct Complaint<'a> {
    error: &'a str,
    /// The exit code, if the program ends by this.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<u8>,
    /// The place in the text that was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

/// Tells what went wrong, although the program goes on.
pub fn complain(error: &anyhow::Error) {
    complain_with(error, None);
}

/// Tells what went wrong, and that the program ends by it.
pub fn fail(error: &anyhow::Error, code: u8) {
    complain_with(error, Some(code));
}

fn complain_with(error: &anyhow::Error, code: Option<u8>) {
    let message = format!("{error:#}");
    if !speaks_json() {
        return say("error", AnsiColor::Red, &message);
    }
    let place = error.chain().find_map(|cause| cause.downcast_ref::<Misread>());
    let place = place.map(|misread| (misread.line, misread.column));
    // The lines below show the place to people.
    let message = if place.is_some() { first_line(&message) } else { &message };
    let (line, column) = place.unzip();
    tell(&Complaint { error: message, code, line, column });
}

/// Tells what is wrong with the command line, or prints the help that it asks for.
pub fn tell_usage(error: &clap::Error) -> ExitCode {
    let code = u8::try_from(error.exit_code()).ok();
    match error.use_stderr() && speaks_json() {
        true => tell_usage_in_json(error, code),
        false => print_usage(error),
    }
    code.map_or(ExitCode::FAILURE, ExitCode::from)
}

fn print_usage(error: &clap::Error) {
    // With standard error closed there is nobody left to tell.
    let _ = match width::error_columns().filter(|_| error.use_stderr()) {
        Some(columns) => {
            let message = width::fold(&error.render().ansi().to_string(), columns);
            write!(anstream::stderr(), "{message}")
        }
        None => error.print(),
    };
}

fn tell_usage_in_json(error: &clap::Error, code: Option<u8>) {
    let shown = error.render().to_string();
    let message = match shown.strip_prefix("error: ") {
        // How to use the command, and where to find more, is for people.
        Some(message) => ["\n\nUsage:", "\n\nFor more information"]
            .iter()
            .fold(message, |text, end| text.split_once(end).map_or(text, |(before, _)| before)),
        None => "no command was given; `otrera --help` lists them",
    };
    let paragraphs = message.split("\n\n").map(|part| {
        let words: Vec<&str> = part.split_whitespace().collect();
        words.join(" ")
    });
    let message = paragraphs.collect::<Vec<String>>().join("; ");
    tell(&Complaint { error: &message, code, line: None, column: None });
}

/// Tells what the user may want to know although all is well.
pub fn warn(message: &str) {
    #[derive(Serialize)]
    struct Note<'a> {
        note: &'a str,
    }
    match speaks_json() {
        true => tell(&Note { note: message }),
        false => say("note", AnsiColor::Yellow, message),
    }
}

/// The first line of an error, for where there is room for just one.
pub fn first_line(message: &str) -> &str {
    message.lines().next().unwrap_or_default()
}

/// One object on one line of standard error.
fn tell(complaint: &impl Serialize) {
    if let Ok(line) = serde_json::to_string(complaint) {
        let _ = progress::aside(|| writeln!(io::stderr(), "{line}"));
    }
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
