//! `otrera moves`: the legal moves of a position.

use std::fmt;

use clap::Args;
use otrera_board::notation::Dialect;
use serde::Serialize;

use crate::cli::{DialectName, POSITIONS, PositionArgs};
use crate::input::{Subject, answer_each};

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct MovesArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Write moves in this style
    #[arg(long, value_name = "DIALECT", default_value = "papers")]
    pub dialect: DialectName,
}

pub fn run(args: &MovesArgs) -> anyhow::Result<()> {
    answer_each(&args.input, |subject| Ok(MoveList::new(subject, args.dialect.0)))
}

/// The answer, on the screen one move per line.
#[derive(Serialize)]
struct MoveList {
    position: String,
    to_move: char,
    count: usize,
    moves: Vec<String>,
}

impl MoveList {
    fn new(subject: &Subject, dialect: Dialect) -> MoveList {
        let position = subject.position();
        let text = |mv: otrera_board::Move| mv.text_in(dialect, position.size());
        let moves: Vec<String> = position.moves().map(text).collect();
        MoveList {
            position: position.to_string(),
            to_move: position.to_move().letter(),
            count: moves.len(),
            moves,
        }
    }
}

impl fmt::Display for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().try_for_each(|mv| writeln!(f, "{mv}"))
    }
}
