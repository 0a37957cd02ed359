//! The command line as a whole, and what several commands can be asked.

use std::ffi::OsString;

use clap::builder::PossibleValue;
use clap::{Args, ColorChoice, CommandFactory, FromArgMatches, Parser, ValueEnum};
use otrera_board::notation::{Dialect, Format};

use crate::commands::Command;
use crate::{did_you_mean, help, output};

/// A toolkit for the Game of Amazons: convert notations, value positions as combinatorial games,
/// see who owns what, and solve boards with proofs
#[derive(Parser, Debug)]
#[command(version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    /// Colour the output: auto (in a terminal, unless NO_COLOR is set), always or never
    #[arg(long, global = true, value_name = "WHEN", default_value_t)]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    pub color: ColorChoice,
}

/// The command line, with the commands in groups.
pub fn command() -> clap::Command {
    help::group(Cli::command())
}

/// Reads the command line. From then on output is as it asks for, also if it is wrong.
pub fn parse() -> Result<Cli, clap::Error> {
    let args: Vec<OsString> = std::env::args_os().collect();
    let color = asked_color(&args);
    output::color(color);
    if options(&args).any(|arg| arg == "--json") {
        output::speak_json();
    }
    let mut command = command().color(color);
    let found = command.try_get_matches_from_mut(args).and_then(|it| Cli::from_arg_matches(&it));
    found.map_err(|error| did_you_mean::advise(error, &command))
}

/// The arguments up to `--`, behind which there are no options.
fn options(args: &[OsString]) -> impl Iterator<Item = &OsString> {
    args.iter().skip(1).take_while(|arg| *arg != "--")
}

/// The colour asked for, as far as it can be told before the command line is understood.
fn asked_color(args: &[OsString]) -> ColorChoice {
    let mut asked = ColorChoice::Auto;
    let mut args = options(args);
    while let Some(arg) = args.next().and_then(|arg| arg.to_str()) {
        let value = match arg.strip_prefix("--color") {
            Some("") => args.next().and_then(|value| value.to_str()),
            Some(joined) => joined.strip_prefix('='),
            None => None,
        };
        asked = value.and_then(|value| value.parse().ok()).unwrap_or(asked);
    }
    asked
}

// These lines fit a terminal of 60 columns.
const EXAMPLES: &str = "\
Examples:
  otrera serve --open                  the board in the browser
  otrera show 10x10 --play D1-D7xG7    draw a position
  otrera moves \"b..x/.w.. w\"           list the legal moves
  otrera convert game.sgf --to moves   translate a game
  otrera value \"b...w\"                 its value as a game
  otrera areas game.sgf                who owns what
  otrera territory \".../xbx/..x\"       its moves and defects
  otrera solve 5x5                     who wins
  otrera solve 5x6 --first B1-B4xD4    who wins after a move
  otrera solve 5x5 --proof 5x5.proof   write a proof …
  otrera check 5x5.proof               … and check it
  otrera campaign new 6x5 6x5          what takes days
  otrera tables lookup \"b...w\"         look it up

Exit codes:
  0  success                  3  out of time or memory
  1  the answer is no         4  proof checked only in part
  2  wrong input, file error  130  interrupted";

/// How to write a position, for the help of each command.
pub const POSITIONS: &str = "\
A POSITION is one of
  5x6              a board's standard start: 4x4 to 7x7,
                   8x8 or 10x10
  \"b..x/.w.. w\"    rows from the top, then the side to
                   move: b and w amazons, x burnt, . empty,
                   a number for as many empty squares
  \"5x6 B1-B4xD4\"   a start and moves
  \"b2x/1w2 w - 1\"  a FEN of LiAmazons or Fairy-Stockfish
  \"X..#|.O..\"      the text of MCGS
  game.sgf         a file with any of these, SGF or GGF
  -                standard input, the same";

/// Which positions a command is about, and how it answers.
#[derive(Args, Debug, Default)]
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
