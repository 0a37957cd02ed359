//! The commands that answer position by position.

use std::fmt::Display;
use std::panic;
use std::sync::Arc;
use std::thread;

use anstream::adapter::strip_str;
use otrera_area::Climb;
use otrera_board::Position;
use otrera_cgt::Dyadic;
use serde::Serialize;

use super::solve::{self, Solving};
use super::{Error, Stop};
use crate::cli::PositionArgs;
use crate::commands::tds::{self, TdsArgs};
use crate::commands::{areas, value};
use crate::limits;
use crate::tables;

/// The stack of what goes no deeper than a game is long.
const ORDINARY_STACK: usize = 64 << 20;

/// What is asked of positions.
#[derive(Clone, Debug)]
pub enum Question {
    /// `otrera value`
    Value(Valuing),
    /// `otrera areas`, bounding so many positions at most in the search of each
    Areas(usize),
    /// `otrera solve`
    Solve(Solving),
    /// `otrera tds`, with its step, its depth, its limit and its folder of tables
    Tds {
        /// A power of two, as text.
        delta: Option<String>,
        /// How many moves to look ahead; otherwise as many as there are.
        depth: Option<u32>,
        /// As `--limit` takes it.
        limit: Option<String>,
        /// Endgame tables, looked up instead of searched.
        tables: Option<String>,
    },
}

/// How to value.
#[derive(Clone, Debug, Default)]
pub struct Valuing {
    /// As `--limit` takes it.
    pub limit: Option<String>,
    /// Braces and numbers only.
    pub plain: bool,
    /// All moves, dominated ones, too.
    pub moves: bool,
    /// Nothing but bounds.
    pub bounds: bool,
}

/// What a command says of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// As programs read it: a line of JSON.
    pub json: String,
    /// As people do.
    pub text: String,
    /// The proof, if one was asked for and written.
    pub proof: Option<Vec<u8>>,
}

impl Told {
    /// An answer as its command prints it.
    pub(super) fn new(answer: &(impl Serialize + Display)) -> Result<Told, Error> {
        let json = serde_json::to_string(answer).map_err(|error| Error::new(error.to_string()))?;
        // Programs have their own colours.
        let text = strip_str(&answer.to_string()).to_string();
        Ok(Told { json, text, proof: None })
    }
}

/// What is told while a question is answered.
pub trait Tell {
    /// The next position, or that there is none.
    fn next(&mut self) -> Option<Position>;
    /// The answer to the one before.
    fn answer(&mut self, answer: Result<Told, Error>);
    /// How a search goes: a line of JSON.
    fn progress(&mut self, line: String);
}

impl Question {
    /// Answers one position after another. Values and searches remember what they found; areas do not, as their search would get further
    /// for it, and answers would depend on what was asked before.
    pub fn answer(&self, tell: &mut (impl Tell + Send), stop: Stop) -> Result<(), Error> {
        let stack = match self {
            Question::Value(_) => value::STACK,
            Question::Tds { .. } => tds::STACK,
            Question::Areas(_) | Question::Solve(_) => ORDINARY_STACK,
        };
        deep(stack, || match self {
            Question::Value(how) => values(how, tell, stop),
            Question::Areas(search) => {
                let effort = Climb::default().with_local_search(*search);
                while let Some(position) = tell.next() {
                    tell.answer(Told::new(&areas::of_position(&position, effort, stop)));
                }
                Ok(())
            }
            Question::Solve(how) => solve::solve(how, tell, stop),
            Question::Tds { delta, depth, limit, tables } => {
                let args = TdsArgs {
                    input: PositionArgs::default(),
                    delta: delta.as_deref().map(step).transpose()?,
                    depth: *depth,
                    limit: limit.as_deref().map(searched).transpose()?,
                    explain: false,
                    tables: tables.as_ref().map(Into::into),
                };
                temperatures(&args, tell, stop)
            }
        })
    }
}

fn values(how: &Valuing, tell: &mut impl Tell, stop: Stop) -> Result<(), Error> {
    let limit =
        how.limit.as_deref().map(|text| limits::parse(text).map_err(in_limit)).transpose()?;
    let args = value::ValueArgs {
        limit,
        plain: how.plain,
        moves: how.moves,
        bounds: how.bounds,
        ..value::ValueArgs::default()
    };
    let mut narrow = value::Session::<u64>::new(&args).ended_by(stop);
    let mut wide = value::Session::<u128>::new(&args).ended_by(stop);
    while let Some(position) = tell.next() {
        let question = value::Question::of(position);
        let answer = match position.narrow() {
            Some(narrowed) => narrow.answer(&question, |_| narrowed),
            None => wide.answer(&question, |it| *it),
        };
        tell.answer(answer.map_err(Error::from).and_then(|answer| Told::new(&answer)));
    }
    Ok(())
}

fn temperatures(args: &TdsArgs, tell: &mut impl Tell, stop: Stop) -> Result<(), Error> {
    let tables = args.tables.as_deref().map(tables::open).transpose()?;
    let session = tds::Session { args, tables: tables.map(Arc::new), stop };
    while let Some(position) = tell.next() {
        let answer = match position.narrow() {
            Some(narrow) => session.answer(&narrow),
            None => session.answer(&position),
        };
        tell.answer(answer.map_err(Error::from).and_then(|answer| Told::new(&answer)));
    }
    Ok(())
}

/// Works on a stack of so many bytes.
fn deep<T: Send>(stack: usize, work: impl FnOnce() -> Result<T, Error> + Send) -> Result<T, Error> {
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(stack).spawn_scoped(scope, work);
        let worker =
            worker.map_err(|error| Error::new(format!("cannot start a thread: {error}")))?;
        worker.join().unwrap_or_else(|panic| panic::resume_unwind(panic))
    })
}

/// Limits of a search.
pub(super) fn searched(text: &str) -> Result<limits::Limits, Error> {
    limits::parse_with_nodes(text).map_err(in_limit)
}

/// A size, such as `256M`.
pub(super) fn size(name: &str, text: &str) -> Result<usize, Error> {
    limits::parse_size(text).map_err(|wrong| Error::new(format!("{name}: {wrong}")))
}

fn in_limit(wrong: String) -> Error {
    Error::new(format!("limit: {wrong}"))
}

fn step(text: &str) -> Result<Dyadic, Error> {
    tds::parse_delta(text).map_err(|wrong| Error::new(format!("delta: {wrong}")))
}
