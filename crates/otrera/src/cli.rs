//! The command line as a whole, and what several commands can be asked.

use clap::builder::PossibleValue;
use clap::{Args, Parser, ValueEnum};
use otrera_board::notation::{Dialect, Format};

use crate::commands::Command;

/// A toolkit for the Game of Amazons: convert notations, value positions as combinatorial games,
/// see who owns what, and solve boards with proofs
#[derive(Parser, Debug)]
#[command(version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  otrera show 10x10 --play \"D1-D7xG7 J7-G4xB4\"    draw a position
  otrera moves \"b..x/.w.. w\"                      list the legal moves
  otrera perft 6x6 3 --divide                     count move sequences
  otrera convert game.sgf --to moves              translate a game
  otrera value \"b...w\"                            find the value of a position as a game
  otrera solve 5x5                                find out who wins
  otrera solve 5x6 --first B1-B4xD4               find out who wins after a first move
  otrera solve 5x5 --proof 5x5.proof              write a proof …
  otrera check 5x5.proof                          … and check it
  otrera campaign new 6x5 6x5                     begin a search that takes days
  otrera areas game.sgf                           show who owns what, and who is ahead
  otrera territory \".../xbx/..x\"                  count the moves of a territory
  otrera tables lookup \"b...w\"                    look up a position in the endgame tables

Exit codes: 0 success, 1 the answer is no, 2 invalid input or a file error, 3 out of time or
memory, 4 proof checked only in part, 130 interrupted.";

/// How to write a position, for the help of each command.
pub const POSITIONS: &str = "\
A POSITION is one of
  5x6                  the standard start of a board: 4x4 to 7x7, 8x8, 10x10
  \"b..x/.w.. w\"        rows from the top, then the side to move: b and w amazons, x burnt,
                       . empty, a number for as many empty squares
  a FEN of LiAmazons or Fairy-Stockfish, MCGS text, or moves from a start: \"5x6 B1-B4xD4\"
  game.sgf             a file: any that exists, or any name ending in .sgf .ggf .fen .mcgs .txt
  -                    standard input, in any of these formats";

/// Which positions a command is about, and how it answers.
#[derive(Args, Debug)]
pub struct PositionArgs {
    /// Position, board name, file or `-`; see below
    #[arg(required_unless_present = "batch")]
    pub position: Option<String>,
    /// Play these moves first, for example "B1-B4xD4 E5-E3xC3"
    #[arg(long, value_name = "MOVES")]
    pub play: Option<String>,
    /// Use the position after N moves of the game instead of the last one
    #[arg(long, value_name = "N")]
    pub at: Option<usize>,
    /// Use game number N of a file with several games, counting from 1
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// Read this format instead of detecting it
    #[arg(long, value_name = "FORMAT")]
    pub from: Option<FormatName>,
    /// Read one position per line from a file or `-`, and print one JSON object per line
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub batch: Option<String>,
    /// Print JSON, one object per line
    #[arg(long)]
    pub json: bool,
}

/// A [`Format`] on the command line.
#[derive(Clone, Copy, Debug)]
pub struct FormatName(pub Format);

impl ValueEnum for FormatName {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [FormatName; Format::ALL.len()] = {
            let mut all = [FormatName(Format::Text); Format::ALL.len()];
            let mut n = 0;
            while n < all.len() {
                all[n] = FormatName(Format::ALL[n]);
                n += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.description()))
    }
}

/// A [`Dialect`] on the command line.
#[derive(Clone, Copy, Debug)]
pub struct DialectName(pub Dialect);

impl ValueEnum for DialectName {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [DialectName; Dialect::ALL.len()] = {
            let mut all = [DialectName(Dialect::Papers); Dialect::ALL.len()];
            let mut n = 0;
            while n < all.len() {
                all[n] = DialectName(Dialect::ALL[n]);
                n += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.example()))
    }
}
