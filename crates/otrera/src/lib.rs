//! The command line of `otrera`, and its [`answers`] for programs that are linked to it: the bindings for Python.

pub mod answers;
mod checkpoint;
mod cli;
mod commands;
mod did_you_mean;
mod draw;
mod final_score;
mod help;
mod input;
mod interrupt;
mod limits;
mod numbers;
mod opinions;
mod output;
mod player_options;
mod progress;
mod prompt;
mod read;
mod save;
mod tables;
mod threads;
mod width;
mod words;

use std::process::ExitCode;

use crate::interrupt::Interrupted;

/// The answer is "no".
const NO: u8 = 1;

/// The input is wrong, or a file cannot be read or written.
const WRONG_INPUT: u8 = 2;

/// Time or memory ran out before the answer was found.
const OUT_OF_RESOURCES: u8 = 3;

/// Nothing is wrong with a proof, but a part of it was not checked.
const CHECKED_IN_PART: u8 = 4;

/// What the program does.
pub fn main() -> ExitCode {
    let command = match cli::parse() {
        Ok(cli) => cli.command,
        Err(error) => return output::tell_usage(&error),
    };
    match interrupt::install().and_then(|()| command.run()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::reader_has_gone(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<output::AnswerIsNo>() => ExitCode::from(NO),
        Err(error) if error.is::<output::RanOut>() => ExitCode::from(OUT_OF_RESOURCES),
        Err(error) if error.is::<output::CheckedInPart>() => ExitCode::from(CHECKED_IN_PART),
        Err(error) if error.is::<Interrupted>() => ExitCode::from(interrupt::EXIT_CODE),
        Err(error) => {
            if !error.is::<output::AlreadyTold>() {
                output::fail(&error, WRONG_INPUT);
            }
            ExitCode::from(WRONG_INPUT)
        }
    }
}
