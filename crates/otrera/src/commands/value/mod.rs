//! `otrera value`: what positions are worth as combinatorial games, and a calculator for games.

mod answer;
mod game_value;
mod moves;
mod pieces;
mod question;
mod session;
mod sum;
mod watch;

use std::cell::Cell;
use std::collections::HashMap;
use std::panic;
use std::path::PathBuf;
use std::thread;

use clap::Args;
use otrera_area::Climb;
use otrera_board::{Color, Position};

pub use self::answer::Answer;
pub use self::question::Question;
use self::question::{Shown, Term, Wanted, What};
pub use self::session::Session;
use crate::cli::{POSITIONS, PositionArgs};
use crate::draw::{svg, thermograph};
use crate::input::{Subject, answer_asked};
use crate::interrupt;
use crate::limits::{self, Limits};
use crate::output::{AnswerIsNo, RanOut, print_text};
use crate::save::save;

#[derive(Args, Debug, Default)]
#[command(
    mut_arg("position", |position| position
        .index(1)
        .allow_hyphen_values(true)
        .help("Position, expression, board name, file or `-`; see below")),
    after_help = after_help(),
)]
pub struct ValueArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// More positions or expressions: find the value of the sum of all
    #[arg(
        value_name = "POSITION",
        index = 2,
        conflicts_with = "batch",
        allow_negative_numbers = true
    )]
    pub more: Vec<String>,
    /// Write values with braces and numbers only
    #[arg(long)]
    pub plain: bool,
    /// List all moves, and say which are dominated or reversible
    #[arg(long, conflicts_with = "bounds")]
    pub moves: bool,
    /// Print the tree of options to this depth
    #[arg(long, value_name = "DEPTH", num_args = 0..=1, default_missing_value = "2", require_equals = true, conflicts_with_all = ["json", "batch"])]
    pub tree: Option<usize>,
    /// Print only bounds, which every position has
    #[arg(long)]
    pub bounds: bool,
    /// Stop after this time or at this memory size, or at whichever comes first: 1m, 4G, 1m,4G. In a
    /// batch the limit applies to each line [default: 10s,1G]
    #[arg(long, value_name = "LIMIT", value_parser = limits::parse)]
    pub limit: Option<Limits>,
    /// Write an SVG picture of board and thermograph to this file
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub svg: Option<PathBuf>,
}

fn after_help() -> String {
    format!("{POSITIONS}\n\n{EXPRESSIONS}")
}

/// How to write an expression.
const EXPRESSIONS: &str = "\
An expression has positions in quotes, and
  3  -3/4  20 1/2  *  *2           numbers and nimbers
  ^  v  ^3  2^*                    up, down, three ups, 2 + ^ + *
  {1,*|-1}  {a||b|c}  ±1           games by their options; {a|{b|c}}; {1|-1}
  tiny 2  miny 2                   {0||0|-2} and its negative
  x + y  -x  3 * x  (x)            sums, negatives, multiples
  cool(x, t)  heat(x, t)  mean x  temperature x
  left_stop x  right_stop x  atomic x
and may be compared by <= < >= > == != || (confused) <| |>: the exit code is 0
if that holds, 1 if not. `stops x` prints both stops.

An argument is an expression if it has a quotation mark, or no letters but
those of the words above; else it is a position. So 3 is a number, and '\"...\"'
a row of three empty squares. A * is a star right behind a number (3*, 3*2),
and means times behind a blank or before a game (3 * 2, 3*{1|0}).

Examples:
  otrera value \"b...w\"                     a position
  otrera value b.w b.w 1/2                 two positions and a number
  otrera value '\"b...w\" + 1/2 - \"b.w\"'     an expression
  otrera value '{2|v} + ^ <= {2^|0}'       a comparison
  otrera value 'cool(\"b...w\", 1)'          a position, cooled";

/// Forms go as deep as this allows, and no deeper than they may.
pub const STACK: usize = 256 << 20;

pub fn run(args: &ValueArgs) -> anyhow::Result<()> {
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || work(args))?;
        worker.join().unwrap_or_else(|panic| panic::resume_unwind(panic))
    })
}

fn work(args: &ValueArgs) -> anyhow::Result<()> {
    // Areas that were valued once serve the whole batch.
    let mut narrow = Session::<u64>::new(args);
    let mut wide = Session::<u128>::new(args);
    let (complete, yes) = (Cell::new(true), Cell::new(true));
    answer_asked(&args.input, print_text, |asked| {
        let question = Question::read(asked, args)?;
        // From now on Ctrl-C ends in an answer, too: what is known.
        interrupt::listen();
        let answer = match question.positions().all(|position| position.narrow().is_some()) {
            true => narrow.answer(&question, |it| it.narrow().expect("all positions fit"))?,
            false => wide.answer(&question, |position| *position)?,
        };
        complete.set(complete.get() && !answer.ran_out());
        yes.set(yes.get() && !answer.is_no());
        if let Some(path) = args.svg.as_ref().filter(|_| !interrupt::is_interrupted()) {
            save(path, picture(&answer, &question).as_bytes())?;
        }
        Ok(vec![answer])
    })?;
    interrupt::check()?;
    match () {
        () if !complete.get() => Err(RanOut.into()),
        // The exit code of a batch is about the batch.
        () if !yes.get() && args.input.batch.is_none() => Err(AnswerIsNo.into()),
        () => Ok(()),
    }
}

/// The value of one position, within these limits, with bounds as far up the ladder as this. The thread needs a stack of [`STACK`].
pub fn of_position(position: Position, limits: Limits, effort: Climb) -> anyhow::Result<Answer> {
    let args = ValueArgs { limit: Some(limits), ..ValueArgs::default() };
    let question = Question::of(position);
    match position.narrow() {
        Some(position) => Session::new(&args).climbing(effort).answer(&question, |_| position),
        None => Session::new(&args).climbing(effort).answer(&question, |it| *it),
    }
}

/// The thermograph of an answer about positions, if it is known.
pub fn thermograph(answer: &Answer) -> Option<String> {
    let walls = answer.walls()?;
    Some(thermograph::draw(&[], Some(walls), answer.title(), ["Black", "White"]))
}

impl Question {
    /// What one position is worth.
    pub fn of(position: Position) -> Question {
        Question {
            shown: Shown { positions: Some(position.to_string()), expression: None },
            wanted: Wanted::Value,
            terms: vec![Term { times: 1, what: What::Position(position) }],
            quoted: HashMap::new(),
            subject: None,
        }
    }

    fn positions(&self) -> impl Iterator<Item = &Position> {
        let terms = self.terms.iter().filter_map(|term| match &term.what {
            What::Position(position) => Some(position),
            What::Game { .. } => None,
        });
        terms.chain(self.quoted.values())
    }

    /// Whose turn it is, if all positions agree.
    pub fn to_move(&self) -> Option<Color> {
        let mut turns = self.positions().map(Position::to_move);
        let first = turns.next()?;
        turns.all(|other| other == first).then_some(first)
    }

    /// The names of the players: Left and Right where no amazons are about.
    pub fn players(&self) -> [&'static str; 2] {
        match self.positions().next() {
            Some(_) => ["Black", "White"],
            None => ["Left", "Right"],
        }
    }
}

/// The boards beside the thermograph.
fn picture(answer: &Answer, question: &Question) -> String {
    let subject = question.subject.as_ref();
    let last = |n: usize| subject.filter(|_| n == 0).and_then(Subject::last_move);
    let boards = question.positions().enumerate();
    let boards: Vec<String> = boards.map(|(n, position)| svg::draw(position, last(n))).collect();
    thermograph::draw(&boards, answer.walls(), answer.title(), question.players())
}
