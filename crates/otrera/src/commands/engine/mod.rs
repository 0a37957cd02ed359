//! `otrera engine`: the player in the words of protocols.

mod lines;
mod thinker;
mod uci;

use clap::Subcommand;

pub use self::lines::lines_of;

#[derive(Subcommand, Debug)]
pub enum EngineCommand {
    /// Speak UCI, as chess programs do, with the moves and FENs of Fairy-Stockfish
    Uci(uci::UciArgs),
}

impl EngineCommand {
    pub fn run(&self) -> anyhow::Result<()> {
        match self {
            EngineCommand::Uci(args) => uci::run(args),
        }
    }
}
