//! `otrera`: a toolkit for the Game of Amazons, on the command line.

mod cli;
mod commands;
mod draw;
mod input;
mod interrupt;
mod limits;
mod output;
mod progress;
mod read;
mod save;
mod tables;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Command, LabCommand, ProofCommand, TablesCommand};

/// The answer is "no".
const NO: u8 = 1;

/// The input is wrong, or a file cannot be read or written.
const WRONG_INPUT: u8 = 2;

/// Time or memory ran out before the answer was found.
const OUT_OF_RESOURCES: u8 = 3;

/// The user pressed Ctrl-C.
const INTERRUPTED: i32 = 130;

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Show(args) => commands::show::run(&args),
        Command::Moves(args) => commands::moves::run(&args),
        Command::Perft(args) => commands::perft::run(&args),
        Command::Convert(args) => commands::convert::run(&args),
        Command::Value(args) => commands::value::run(&args),
        Command::Solve(args) => commands::solve::run(&args),
        Command::Check(args) => commands::check::run(&args),
        Command::Proof(ProofCommand::Info(args)) => commands::proof::info::run(&args),
        Command::Proof(ProofCommand::Browse(args)) => commands::proof::browse::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Areas(args) => commands::areas::run(&args),
        Command::Territory(args) => commands::territory::run(&args),
        Command::Tables(TablesCommand::List(args)) => commands::tables::list::run(&args),
        Command::Tables(TablesCommand::Build(args)) => commands::tables::build::run(&args),
        Command::Tables(TablesCommand::Verify(args)) => commands::tables::verify::run(&args),
        Command::Tables(TablesCommand::Stats(args)) => commands::tables::stats::run(&args),
        Command::Tables(TablesCommand::Lookup(args)) => commands::tables::lookup::run(&args),
        Command::Tables(TablesCommand::Merge(args)) => commands::tables::merge::run(&args),
        Command::Lsg(args) => commands::lsg::run(&args),
        Command::Zugzwang(args) => commands::zugzwang::run(&args),
        Command::Lab(LabCommand::Tegos(args)) => commands::lab::tegos::run(&args),
        Command::Lab(LabCommand::Bounds(args)) => commands::lab::bounds::run(&args),
        Command::Lab(LabCommand::Verdicts(args)) => commands::lab::verdicts::run(&args),
        Command::Lab(LabCommand::Attack(args)) => commands::lab::attack::run(&args),
        Command::Lab(LabCommand::Plain(args)) => commands::lab::plain::run(&args),
        Command::Lab(LabCommand::Solved(args)) => commands::lab::solved::run(&args),
        Command::Lab(LabCommand::Rungs(args)) => commands::lab::rungs::run(&args),
        Command::Lab(LabCommand::Tables(args)) => commands::lab::tables::run(&args),
        Command::Lab(LabCommand::Kinds(args)) => commands::lab::kinds::run(&args),
        Command::Lab(LabCommand::Growth(args)) => commands::lab::growth::run(&args),
        Command::Lab(LabCommand::Fit(args)) => commands::lab::fit::run(&args),
        Command::Lab(LabCommand::Model(args)) => commands::lab::held_out::run(&args),
        Command::Lab(LabCommand::Proofs(args)) => commands::lab::proofs::run(&args),
        Command::Lab(LabCommand::Games(args)) => commands::lab::games::run(&args),
        Command::Completions(args) => commands::completions::run(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::reader_has_gone(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<output::AnswerIsNo>() => ExitCode::from(NO),
        Err(error) if error.is::<output::RanOut>() => ExitCode::from(OUT_OF_RESOURCES),
        Err(error) => {
            if !error.is::<output::AlreadyTold>() {
                output::complain(&error);
            }
            ExitCode::from(WRONG_INPUT)
        }
    }
}
