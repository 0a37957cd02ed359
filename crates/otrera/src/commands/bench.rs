//! `otrera bench`: a signature of the search. Fixed positions, one thread, fixed tables, a fixed number of
//! nodes: one number that changes when the search changes, and only then. `tests/data/bench.tsv` pins it.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use otrera_area::tables::{Build, TableSet, Tables};
use otrera_solver::{Limits, Settings, Solver};
use serde::Serialize;

use crate::input::position_of_text;
use crate::output::{print_json, print_text};
use crate::progress;
use crate::words::counted;

#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Expand at most N nodes of each position
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    pub nodes: u64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Starts, and openings that take long.
const POSITIONS: [&str; 8] = [
    "4x4",
    "5x4",
    "4x5",
    "5x5",
    "6x4",
    "5x6 B1-B4xD4 D6-C6xC1",
    "6x5 B1-B4xB3 F4-C4xD3",
    "6x6 B1-B4xD4 F5-C5xC2",
];

#[derive(Serialize)]
struct Answer {
    /// Positions bounded in all searches: any change of the search changes it.
    signature: u64,
    positions: usize,
    nodes: u64,
    evaluations: u64,
    seconds: f64,
}

pub fn run(args: &BenchArgs) -> anyhow::Result<()> {
    let mut answer =
        Answer { signature: 0, positions: POSITIONS.len(), nodes: 0, evaluations: 0, seconds: 0.0 };
    let bar = progress::bar(2 * POSITIONS.len() as u64, "{msg}");
    // Whatever tables the user has: the smallest set, built anew, and none.
    let folder = tempfile::tempdir()?;
    let (set, watch) = (TableSet::Tiny, &|_| true);
    Build { folder: folder.path(), set, threads: 1, again: false, watch }.run()?;
    let tiny = Arc::new(Tables::open(folder.path())?);
    for tables in [None, Some(tiny)] {
        for text in POSITIONS {
            bar.set_message(text);
            let position = position_of_text(text)?.narrow().expect("a small board");
            let settings =
                Settings { memory: 16 << 20, tables: tables.clone(), ..Settings::default() };
            let mut solver: Solver<u64> = Solver::new(settings)?;
            let began = Instant::now();
            let limits = Limits { expansions: Some(args.nodes), ..Limits::default() };
            // Where the limit comes first, what was searched until then counts.
            let _ = solver.winner(&position, limits);
            answer.seconds += began.elapsed().as_secs_f64();
            answer.nodes += solver.effort().expansions;
            answer.evaluations += solver.effort().evaluations;
            bar.inc(1);
        }
    }
    answer.signature = answer.evaluations;
    bar.finish_and_clear();
    match args.json {
        true => print_json(&answer),
        false => print_text(&answer),
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Signature  {}", self.signature)?;
        writeln!(
            f,
            "{} positions with and without tables: {}, {:.2} s, {:.0} nodes/s, {:.0} evaluations/s",
            self.positions,
            counted(self.nodes, "node"),
            self.seconds,
            self.nodes as f64 / self.seconds,
            self.evaluations as f64 / self.seconds
        )
    }
}
