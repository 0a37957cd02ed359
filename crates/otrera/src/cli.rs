//! The command line as a whole, and what several commands can be asked.

use clap::builder::PossibleValue;
use clap::{Args, Parser, ValueEnum};
use otrera_board::notation::{Dialect, Format};

use crate::commands::Command;

/// The Game of Amazons: positions and notations, values as combinatorial games, areas and their
/// bounds, and who wins.
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
  otrera value \"b...w\"                            value a position as a game
  otrera solve 5x5                                find out who wins
  otrera solve 5x6 --first B1-B4xD4               prove a first move
  otrera solve 5x5 --proof 5x5.proof              write a proof …
  otrera check 5x5.proof                          … and check it
  otrera areas game.sgf                           whose is what, and who is ahead
  otrera territory \".../xbx/..x\"                  how many moves a territory gives
  otrera tables lookup \"b...w\"                    what the endgame tables know of it

Exit codes: 0 done, 1 the answer is no, 2 the input is wrong, 3 resources ran out,
4 a proof was checked in part, 130 interrupted.";

/// How to write a position, for the help of each command.
pub const POSITIONS: &str = "\
A POSITION is one of
  5x6                  the standard start of a board: 4x4 to 7x7, 8x8, 10x10
  \"b..x/.w.. w\"        rows from the top: b w amazons, x burnt, . or a number empty; side to move
  a FEN of LiAmazons or Fairy-Stockfish, MCGS text, or moves from a start: \"5x6 B1-B4xD4\"
  game.sgf             a file: any that exists, or whose name ends in .sgf .ggf .fen .mcgs .txt
  -                    standard input, in any of these formats";

/// Which positions a command is about, and how it answers.
#[derive(Args, Debug)]
pub struct PositionArgs {
    /// Position, board name, file or `-`; see below
    #[arg(required_unless_present = "batch")]
    pub position: Option<String>,
    /// Play these moves first, such as "B1-B4xD4 E5-E3xC3"
    #[arg(long, value_name = "MOVES")]
    pub play: Option<String>,
    /// Take the position after this many moves of a game, not its end
    #[arg(long, value_name = "N")]
    pub at: Option<usize>,
    /// Take this game of a file that holds several, from 1
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// Read this format instead of recognising one
    #[arg(long, value_name = "FORMAT")]
    pub from: Option<FormatName>,
    /// Read one position a line from a file, or `-`; answer one JSON object a line
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub batch: Option<String>,
    /// Answer in JSON, one object a line
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
