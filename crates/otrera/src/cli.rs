//! The command line: what can be asked, and the help that says so.

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Args, Parser, Subcommand, ValueEnum};
use otrera_area::tables::TableSet;
use otrera_board::notation::{Dialect, Format};

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
    /// Find out who wins a position or a board, by proof
    Solve(SolveArgs),
    /// Check a proof, trusting nothing but the rules
    Check(CheckArgs),
    /// Look into a proof
    #[command(subcommand)]
    Proof(ProofCommand),
    /// Search fixed positions and print what that cost: the same numbers until the search changes
    Bench(BenchArgs),
    /// Show how a position splits, whose each area is and how many moves it is worth
    Areas(AreasArgs),
    /// Count the moves that a territory gives its owner, and its defects
    Territory(TerritoryArgs),
    /// Build, check and look into endgame tables
    #[command(subcommand)]
    Tables(TablesCommand),
    /// Name and draw the line segment graph of a position's unburnt squares
    Lsg(LsgArgs),
    /// List small zugzwangs, or play a sum of them for the largest margin
    Zugzwang(ZugzwangArgs),
    /// Reproduce published tables and check our own claims
    #[command(subcommand)]
    Lab(LabCommand),
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
    /// Use this many threads, at most 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
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
#[command(after_help = POSITIONS)]
pub struct SolveArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Prove what this first move leads to, such as B1-B4xD4
    #[arg(long, value_name = "MOVE", conflicts_with_all = ["root_moves", "batch"])]
    pub first: Option<String>,
    /// Find out who wins after each first move
    #[arg(long, value_name = "WHICH", conflicts_with = "batch")]
    pub root_moves: Option<RootMoves>,
    /// Show a line of play to a position that bounds decide, and why they do
    #[arg(long, conflicts_with_all = ["batch", "json", "root_moves"])]
    pub explain: bool,
    /// Stop after a time, after so many nodes, or when so much memory is full; or at the first of
    /// several: 10s, 50000n, 5m,2G
    #[arg(long, value_name = "LIMIT", value_parser = crate::limits::parse_with_nodes)]
    pub limit: Option<crate::limits::Limits>,
    /// Remember what fits into this much memory, and forget what was least work
    #[arg(long, value_name = "SIZE", value_parser = crate::limits::parse_size)]
    #[arg(default_value = "256M")]
    pub memory: usize,
    /// Use this many threads, at most 1024; with one, node counts can be reproduced [default: all
    /// cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<std::num::NonZeroUsize>,
    /// Search in this way
    #[arg(long, value_name = "ENGINE", default_value = "dfpn")]
    pub engine: EngineName,
    /// Write a proof that `otrera check` can check into this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["batch", "root_moves"])]
    pub proof: Option<PathBuf>,
    /// Keep what was found in this folder, now and then and when interrupted
    #[arg(long, value_name = "DIR", conflicts_with = "batch")]
    pub checkpoint: Option<PathBuf>,
    /// Go on from the checkpoint, if there is one
    #[arg(long, requires = "checkpoint")]
    pub resume: bool,
    #[command(flatten)]
    pub tables: TablesArgs,
    /// Keep small areas that were searched in this file, for other searches
    #[arg(long, value_name = "FILE")]
    pub areas: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The proof file
    pub file: PathBuf,
    /// Use this many threads, at most 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<std::num::NonZeroUsize>,
    /// Hold unpacked entries in this much memory
    #[arg(long, value_name = "SIZE", value_parser = crate::limits::parse_size)]
    #[arg(default_value = "1G")]
    pub memory: usize,
    /// Note in this file what is done, and resume from there if it exists; what it says is done is not
    /// checked again, and the proof is then checked in part, not accepted
    #[arg(long, value_name = "FILE")]
    pub notes: Option<PathBuf>,
    /// Answer in JSON, one object a line
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand, Debug)]
pub enum ProofCommand {
    /// Show what a proof file claims, and how large it is
    Info(ProofInfoArgs),
    /// Play against a proof: type a reply, see the winning answer
    Browse(ProofBrowseArgs),
}

#[derive(Args, Debug)]
pub struct ProofInfoArgs {
    /// The proof file
    pub file: PathBuf,
    /// Answer in JSON, one object a line
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct ProofBrowseArgs {
    /// The proof file
    pub file: PathBuf,
}

/// Where endgame tables are.
#[derive(Args, Clone, Debug)]
pub struct TablesFolder {
    /// Take endgame tables from this folder [default: $OTRERA_TABLES, or the user's cache]
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
}

/// Whether endgame tables are used.
#[derive(Args, Clone, Debug)]
pub struct TablesArgs {
    #[command(flatten)]
    pub folder: TablesFolder,
    /// Use no endgame tables
    #[arg(long, conflicts_with = "tables")]
    pub no_tables: bool,
}

#[derive(Subcommand, Debug)]
pub enum TablesCommand {
    /// Show which tables there are, and where
    List(TablesListArgs),
    /// Build a set of tables, or what is missing of it
    Build(TablesBuildArgs),
    /// Check entries by slower methods
    Verify(TablesVerifyArgs),
    /// Count entries, values, bytes and defective territories, box by box
    Stats(TablesListArgs),
    /// Show what the tables know of a position's areas
    Lookup(TablesLookupArgs),
    /// Put files of kept areas, as `solve --areas` writes them, together
    Merge(TablesMergeArgs),
}

#[derive(Args, Debug)]
pub struct TablesListArgs {
    #[command(flatten)]
    pub folder: TablesFolder,
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct TablesBuildArgs {
    #[command(flatten)]
    pub folder: TablesFolder,
    /// Build so much [default: small, or with --again what is there]
    #[arg(long, value_name = "SIZE")]
    pub size: Option<TableSetName>,
    /// Use this many threads, at most 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<std::num::NonZeroUsize>,
    /// Remove what is there, and build it anew
    #[arg(long)]
    pub again: bool,
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct TablesVerifyArgs {
    #[command(flatten)]
    pub folder: TablesFolder,
    /// Check all entries
    #[arg(long, conflicts_with = "share")]
    pub all: bool,
    /// Check so many per cent of the entries, at random
    #[arg(long, value_name = "PERCENT", default_value_t = 1.0, value_parser = per_cent)]
    pub share: f64,
    /// Begin with this seed [default: a random one]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Use this many threads, at most 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<std::num::NonZeroUsize>,
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct TablesLookupArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    #[command(flatten)]
    pub folder: TablesFolder,
    /// The first move of each of these amazons, of Black's or of the only colour, must shoot back:
    /// such as A1,B2
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub blockers: Vec<String>,
}

#[derive(Args, Debug)]
pub struct TablesMergeArgs {
    /// The file that gets everything; it is made if it is not there
    pub into: PathBuf,
    /// The files whose areas are added
    #[arg(required = true)]
    pub from: Vec<PathBuf>,
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

/// No command starts more threads than this: more than there are cores, and as many as systems let one
/// program have.
pub const MOST_THREADS: usize = 1024;

/// Reads a number of threads.
fn threads(text: &str) -> Result<std::num::NonZeroUsize, String> {
    match text.parse::<std::num::NonZeroUsize>() {
        Ok(threads) if threads.get() <= MOST_THREADS => Ok(threads),
        _ => Err(format!("found `{text}`; expected a number of threads from 1 to {MOST_THREADS}")),
    }
}

fn per_cent(text: &str) -> Result<f64, String> {
    match text.trim_end_matches('%').parse::<f64>() {
        Ok(share) if (0.0..=100.0).contains(&share) => Ok(share),
        _ => Err(format!("found `{text}`; expected a share of 0 to 100 per cent")),
    }
}

/// A [`TableSet`] on the command line.
#[derive(Clone, Copy, Debug)]
pub struct TableSetName(pub TableSet);

impl ValueEnum for TableSetName {
    fn value_variants<'a>() -> &'a [Self] {
        &[TableSetName(TableSet::Tiny), TableSetName(TableSet::Small), TableSetName(TableSet::Full)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(match self.0 {
            TableSet::Tiny => "boxes of up to nine squares, for trials: a second",
            TableSet::Small => "what searches build for themselves: half a minute",
            TableSet::Full => "all boxes of the papers and more: ten minutes or more, 1 GB, and 2 while it is built",
        }))
    }
}

/// Which first moves are classified.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum RootMoves {
    All,
}

/// How to search, on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum EngineName {
    /// Proof number search
    Dfpn,
    /// Alpha-beta with iterative deepening
    Ab,
}

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct AreasArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Bound so many positions in the search of each area
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub search: usize,
    /// Draw the map into this file
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub svg: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct TerritoryArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// These amazons guard the territory: the first move of each must shoot back, such as A1,B2
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub blockers: Vec<String>,
    /// Look at so many positions before giving up
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    pub search: usize,
}

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct LsgArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Draw the graph into this file
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub svg: Option<PathBuf>,
}

const SUMS: &str = "\
A sum is a list of zugzwangs a|b, worth a once Black has moved there and b once White has, and of
integers: free moves for Black if positive, for White if negative. For example \"3|6 0|2 -4\".";

#[derive(Args, Debug)]
#[command(after_help = SUMS)]
pub struct ZugzwangArgs {
    /// Search areas with this many squares, amazons included [default: the smallest that has any]
    #[arg(value_parser = clap::value_parser!(u8).range(2..=8))]
    pub size: Option<u8>,
    /// Allow up to this many amazons of each colour
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4))]
    pub amazons: u32,
    /// List zugzwangs in which not having to begin is worth at least so many moves
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(i32).range(1..))]
    pub gain: i32,
    /// Play this sum of zugzwangs and integers instead
    #[arg(long, value_name = "SUM", conflicts_with = "size", allow_hyphen_values = true)]
    pub sum: Option<String>,
    /// Who moves first in the sum
    #[arg(long, value_name = "COLOUR", default_value = "w", requires = "sum")]
    pub to_move: ColorName,
    /// Answer in JSON, one object a line
    #[arg(long)]
    pub json: bool,
}

/// A colour on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ColorName {
    B,
    W,
}

#[derive(Subcommand, Debug)]
pub enum LabCommand {
    /// Tables 1 and 2 of Experiments in Computer Amazons: small regions, defective territories,
    /// their graphs
    Tegos(TegosArgs),
    /// Check every bound against exact values on random areas, and show how tight each kind is
    Bounds(BoundsArgs),
    /// Check the solver in all its ways against plain search on random positions
    Verdicts(VerdictsArgs),
    /// Look for a wrong answer, a false proof that is accepted, or a panic
    Attack(AttackArgs),
    /// Who wins a small board by nothing but the rules, to settle doubts
    Plain(PlainArgs),
    /// Tables II and III of An Enhanced Solver: positions of games solved by bounds and by search
    Solved(SolvedArgs),
    /// Figure 13 of An Enhanced Solver: both engines on a game, and each rule switched off in turn
    Rungs(RungsArgs),
    /// Figure 13 of An Enhanced Solver: what each family of endgame tables spares a search
    Tables(LabTablesArgs),
    /// Figure 15 of An Enhanced Solver: the kinds of areas that a search meets
    Kinds(KindsArgs),
    /// How the cost of solving grows with the number of empty squares
    Growth(GrowthArgs),
    /// Fit the solver's model to its own finished searches
    Fit(FitArgs),
    /// What positions cost that the model was not trained on, with it and without
    Model(HeldOutArgs),
    /// Play games of the model against itself, as SGF
    Games(GamesArgs),
    /// Solve boards, write their proofs and check them, and say what each step costs
    Proofs(ProofsArgs),
}

#[derive(Args, Debug)]
pub struct ProofsArgs {
    /// Boards, with a first move to prove if one is given: 5x5, 5x6:B1-B4xD4
    #[arg(value_name = "BOARD", default_values = ["4x4", "5x4", "4x5", "5x5"])]
    pub boards: Vec<String>,
    /// Write the proofs into this folder
    #[arg(long, value_name = "DIR", default_value = "proofs")]
    pub folder: PathBuf,
    /// Let the solver remember what fits into this much memory
    #[arg(long, value_name = "SIZE", value_parser = crate::limits::parse_size)]
    #[arg(default_value = "2G")]
    pub memory: usize,
    /// Answer in JSON, one object a board
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct VerdictsArgs {
    /// Check so many positions
    #[arg(long, value_name = "N", default_value_t = 1000, conflicts_with = "time")]
    pub positions: u64,
    /// Go on for so long instead: 10s, 5m, 8h
    #[arg(long = "for", value_name = "TIME", value_parser = crate::limits::parse_time)]
    pub time: Option<std::time::Duration>,
    /// Begin with this seed [default: the time of day]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub tables: TablesArgs,
}

#[derive(Args, Debug)]
pub struct AttackArgs {
    /// Attack for this long: 10s, 5m, 8h
    #[arg(long = "for", value_name = "TIME", default_value = "1m", value_parser = crate::limits::parse_time)]
    pub time: std::time::Duration,
    /// Begin with this seed [default: the time of day]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub tables: TablesArgs,
}

#[derive(Args, Debug)]
pub struct PlainArgs {
    /// The board: 4x4 takes a moment, 4x5 a minute and a gigabyte
    #[arg(value_name = "WxH", value_parser = small_board)]
    pub board: otrera_board::Size,
}

#[derive(Args, Debug)]
pub struct SolvedArgs {
    /// A file of games on boards of up to 64 squares
    pub games: PathBuf,
    /// Search each position for so long; not at all if this is 0s
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = crate::limits::parse_time)]
    pub search: std::time::Duration,
    #[command(flatten)]
    pub folder: TablesFolder,
    /// Answer in JSON, one object a move number
    #[arg(long)]
    pub json: bool,
    /// Draw a plot into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct RungsArgs {
    /// A game on a board of up to 64 squares
    pub game: PathBuf,
    /// Give up on a position after so long, and with it on all earlier ones
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = crate::limits::parse_time)]
    pub limit: std::time::Duration,
    /// Answer in JSON, one object a position
    #[arg(long)]
    pub json: bool,
    /// Draw a plot into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct LabTablesArgs {
    /// Positions or boards of up to 64 squares, such as 5x5 or "5x6 B1-B4xD4"
    #[arg(value_name = "POSITION", required_unless_present = "game")]
    pub positions: Vec<String>,
    /// The positions of a game instead
    #[arg(long, value_name = "FILE", conflicts_with = "positions")]
    pub game: Option<PathBuf>,
    #[command(flatten)]
    pub folder: TablesFolder,
    /// Give up on a search after so long
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = crate::limits::parse_time)]
    pub limit: std::time::Duration,
    /// Do so many searches at once, at most 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<std::num::NonZeroUsize>,
    /// Answer in JSON, one object a position
    #[arg(long)]
    pub json: bool,
    /// Draw a plot into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct KindsArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Expand so many nodes
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub nodes: u64,
    /// Draw a plot into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct GrowthArgs {
    /// The board
    #[arg(long, value_name = "WxH", default_value = "6x5", value_parser = small_board)]
    pub board: otrera_board::Size,
    /// The fewest empty squares
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub from: u32,
    /// The most empty squares
    #[arg(long, value_name = "N", default_value_t = 18)]
    pub to: u32,
    /// Solve so many positions with each number of empty squares
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub positions: usize,
    /// Give up on a position after so many nodes
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub nodes: u64,
    /// Begin with this seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Answer in JSON, one object a number of empty squares
    #[arg(long)]
    pub json: bool,
    /// Draw a plot into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct FitArgs {
    /// Write the model into this file
    pub output: PathBuf,
    /// Fit so often, each time to searches with the model before
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=20))]
    pub rounds: u8,
    /// Expand so many nodes of each position at most in the last round; half as many in the one
    /// before, and so on
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub nodes: u64,
}

#[derive(Args, Debug)]
pub struct HeldOutArgs {
    /// Give up on a position after so many nodes
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    pub nodes: u64,
    /// Answer in JSON, one object a position
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct GamesArgs {
    /// The board
    #[arg(value_name = "WxH", value_parser = small_board)]
    pub board: otrera_board::Size,
    /// Play so many games
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: u64,
    /// Begin with this seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// Reads the size of a board that has a standard start and fits into 64 squares.
fn small_board(text: &str) -> Result<otrera_board::Size, String> {
    let start: Result<otrera_board::Position, _> = text.parse();
    match start {
        Ok(start) if text == start.size().to_string() && start.size().squares() <= 64 => {
            Ok(start.size())
        }
        _ => Err(format!("found `{text}`; expected a board with a start, 4x4 to 8x8")),
    }
}

#[derive(Args, Debug)]
pub struct TegosArgs {
    /// Regions of up to so many squares; 9 take a second, 11 a minute or two
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u8).range(1..=11))]
    pub size: u8,
    /// Answer in JSON, one object a size
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct BoundsArgs {
    /// Check so many areas
    #[arg(long, value_name = "N", default_value_t = 1000, conflicts_with = "time")]
    pub areas: u64,
    /// Go on for so long instead: 10s, 5m, 1h
    #[arg(long = "for", value_name = "TIME", value_parser = crate::limits::parse_time)]
    pub time: Option<std::time::Duration>,
    /// Begin with this seed [default: the time of day]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// The most empty squares of an area
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u8).range(2..=12))]
    pub empty: u8,
    /// Take areas whose empty squares, and three times their amazons, are no more than this
    #[arg(long, value_name = "N", default_value_t = 18, value_parser = clap::value_parser!(u8).range(8..=40))]
    pub weight: u8,
    /// Answer in JSON, one object a number of empty squares
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Expand so many nodes of each position at most
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    pub nodes: u64,
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
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
