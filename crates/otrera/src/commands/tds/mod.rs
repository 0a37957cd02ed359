//! `otrera tds`: mean and temperature by forward search.

mod answer;
mod explain;
mod session;

use std::cell::Cell;
use std::panic;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use clap::Args;
use otrera_cgt::Dyadic;
use otrera_cgt::tds::SMALLEST_DELTA;

pub use self::session::Session;
use crate::cli::{POSITIONS, PositionArgs};
use crate::input::answer_each;
use crate::interrupt::{self, INTERRUPT};
use crate::limits::{self, Limits};
use crate::numbers;
use crate::output::RanOut;
use crate::tables;

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct TdsArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Step between coupons, a power of two [default: the largest that is exact]
    #[arg(long, value_name = "STEP", value_parser = parse_delta)]
    pub delta: Option<Dyadic>,
    /// Look at most so many moves deep, coupons counted, and guess from there: an estimate
    #[arg(long, value_name = "N", value_parser = parse_depth)]
    pub depth: Option<u32>,
    /// Stop after this time, after N nodes, or at this memory size, or at whichever comes first: 1m,
    /// 50000n, 1m,4G. In a batch the limit applies to each line [default: 10s,1G]
    #[arg(long, value_name = "LIMIT", value_parser = limits::parse_with_nodes)]
    pub limit: Option<Limits>,
    /// Show the searches that lead to mean and temperature
    #[arg(long, conflicts_with_all = ["batch", "json", "depth"])]
    pub explain: bool,
    /// Look up areas in the endgame tables of this folder instead of searching them
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
}

/// Reads how many moves deep to look.
pub fn parse_depth(text: &str) -> Result<u32, String> {
    numbers::within(text, 1..=1000)
}

/// Reads a step between coupons.
pub fn parse_delta(text: &str) -> Result<Dyadic, String> {
    let wrong = || {
        let smallest = 1u64 << SMALLEST_DELTA;
        format!("found `{text}`; expected a power of two: 1, 1/2, 1/4, … down to 1/{smallest}")
    };
    let delta: Dyadic = text.parse().map_err(|_| wrong())?;
    let fits = delta.numerator() == 1 && delta.exponent() <= SMALLEST_DELTA;
    fits.then_some(delta).ok_or_else(wrong)
}

/// A search goes as deep as a stack is high.
pub const STACK: usize = 1 << 30;

pub fn run(args: &TdsArgs) -> anyhow::Result<()> {
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || work(args))?;
        worker.join().unwrap_or_else(|panic| panic::resume_unwind(panic))
    })
}

fn work(args: &TdsArgs) -> anyhow::Result<()> {
    let tables = args.tables.as_deref().map(tables::open).transpose()?.map(Arc::new);
    let session = Session { args, tables: tables.clone(), stop: &INTERRUPT };
    let settled = Cell::new(true);
    answer_each(&args.input, |subject| {
        // From now on Ctrl-C ends in an answer, too: what is known.
        interrupt::listen();
        let position = subject.position();
        let answer = match position.narrow() {
            Some(narrow) => session.answer(&narrow)?,
            None => session.answer(&position)?,
        };
        settled.set(settled.get() && answer.is_settled());
        Ok(answer)
    })?;
    tables::tell_damage(tables.as_deref());
    interrupt::check()?;
    if settled.get() { Ok(()) } else { Err(RanOut.into()) }
}
