//! `otrera engine`: the player in the words of protocols.

mod botzone;
mod gtp;
mod lines;
mod thinker;
mod uci;

use clap::Subcommand;

pub use self::lines::lines_of;

#[derive(Subcommand, Debug)]
pub enum EngineCommand {
    /// Speak UCI, the protocol of chess programs, with the moves and FENs of Fairy-Stockfish
    Uci(uci::UciArgs),
    /// Speak GTP, the Go Text Protocol, with moves such as D1-D7xG7
    Gtp(gtp::GtpArgs),
    /// Play one move, or a game, as a bot of botzone.org.cn on its 8x8 board
    Botzone(botzone::BotzoneArgs),
}

impl EngineCommand {
    pub fn run(&self) -> anyhow::Result<()> {
        match self {
            EngineCommand::Uci(args) => uci::run(args),
            EngineCommand::Gtp(args) => gtp::run(args),
            EngineCommand::Botzone(args) => botzone::run(args),
        }
    }
}
