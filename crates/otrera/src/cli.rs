//! The command line: what can be asked, and the help that says so.

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Args, Parser, Subcommand, ValueEnum};
use otrera_board::notation::{Dialect, Format};

/// The Game of Amazons: positions, moves, notations, and values as combinatorial games.
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

Exit codes: 0 done, 1 the answer is no, 2 the input is wrong, 3 resources ran out, 130 interrupted.";

/// How to write a position, for the help of each command.
const POSITIONS: &str = "\
A POSITION is one of
  5x6                  the standard start of a board: 4x4 to 7x7, 8x8, 10x10
  \"b..x/.w.. w\"        rows from the top: b w amazons, x burnt, . or a number empty; side to move
  a FEN of LiAmazons or Fairy-Stockfish, MCGS text, or moves from a start: \"5x6 B1-B4xD4\"
  game.sgf             a file: any that exists, or whose name ends in .sgf .ggf .fen .mcgs .txt
  -                    standard input, in any of these formats";

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Draw a position in the terminal or as a picture
    Show(ShowArgs),
    /// List the legal moves
    Moves(MovesArgs),
    /// Count move sequences, to test move generators
    Perft(PerftArgs),
    /// Translate positions and games between notations
    Convert(ConvertArgs),
    /// Find what a position, or a sum of several, is worth as a combinatorial game
    Value(ValueArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
}

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

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct ShowArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Draw a picture into this file
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub svg: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct MovesArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Spell moves like this
    #[arg(long, value_name = "DIALECT", default_value = "papers")]
    pub dialect: DialectName,
}

#[derive(Args, Debug)]
#[command(after_help = POSITIONS, allow_missing_positional = true)]
pub struct PerftArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Length of the move sequences
    pub depth: u32,
    /// Show the count behind each first move
    #[arg(long)]
    pub divide: bool,
    /// Use this many threads [default: all cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<std::num::NonZeroUsize>,
    /// Keep finished first moves in this file, and go on from it
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub checkpoint: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct ConvertArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Write this format
    #[arg(long, value_name = "FORMAT")]
    pub to: FormatName,
    /// Spell moves like this in `moves`
    #[arg(long, value_name = "DIALECT", default_value = "papers")]
    pub dialect: DialectName,
    /// Write into this file
    #[arg(long, short, value_name = "FILE", conflicts_with = "batch")]
    pub output: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct ValueArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Add these positions to the first: the value of their sum
    #[arg(value_name = "POSITION", conflicts_with = "batch")]
    pub more: Vec<String>,
    /// Write values with braces and numbers alone
    #[arg(long)]
    pub plain: bool,
    /// Print the options, and theirs, to this depth
    #[arg(long, value_name = "DEPTH", num_args = 0..=1, default_missing_value = "2", require_equals = true, conflicts_with_all = ["json", "batch"])]
    pub tree: Option<usize>,
    /// Give only bounds, for any position
    #[arg(long)]
    pub bounds: bool,
    /// Stop after a time or a size, or whichever comes first: 10s, 2G, 1m,500M
    #[arg(long, value_name = "LIMIT", value_parser = crate::limits::parse)]
    pub limit: Option<crate::limits::Limits>,
    /// Draw board and thermograph into this file
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub svg: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
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
        Some(PossibleValue::new(self.0.name()).help(match self.0 {
            Format::Text => "position text: rows and side to move",
            Format::Moves => "a start position and its moves",
            Format::Sgf => "SGF, GM[18], with variations",
            Format::Ggf => "the format of the GGS server",
            Format::Liamazons => "FEN of LiAmazons",
            Format::Fairy => "FEN of Fairy-Stockfish and pyffish",
            Format::Mcgs => "rows of MCGS, cgt and CGSuite",
        }))
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
        Some(PossibleValue::new(self.0.name()).help(match self.0 {
            Dialect::Papers => "B1-B4xD4",
            Dialect::Slash => "b1-b4/d4",
            Dialect::Uci => "b1b4,b4d4",
            Dialect::Dash => "B1-B4-D4",
            Dialect::Parentheses => "b1-b4(d4)",
        }))
    }
}
