//! `otrera sum`: sums of boards, played against the program or by players against each other.

mod matches;
mod play;
mod results;

use clap::Subcommand;

pub use self::matches::{ClockName, MatchArgs, run as run_match};

#[derive(Subcommand, Debug)]
pub enum SumCommand {
    /// Play a sum of boards against the program
    Play(play::PlayArgs),
    /// Let two players play sums of random boards, and count
    Match(MatchArgs),
}

impl SumCommand {
    pub fn run(&self) -> anyhow::Result<()> {
        match self {
            SumCommand::Play(args) => play::run(args),
            SumCommand::Match(args) => run_match(args),
        }
    }
}
