//! `otrera lab verdicts`: the solver in all its ways against plain search on random positions.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Args;
use otrera_solver::check::Check;

use crate::interrupt;
use crate::limits;
use crate::output::{AnswerIsNo, print_text};
use crate::progress;
use crate::tables::{self, TablesArgs};
use crate::words::counted;

#[derive(Args, Debug)]
pub struct VerdictsArgs {
    /// Check N positions
    #[arg(long, value_name = "N", default_value_t = 1000, conflicts_with = "time")]
    pub positions: u64,
    /// Run for this long instead: 10s, 5m, 8h
    #[arg(long = "for", value_name = "TIME", value_parser = limits::parse_time)]
    pub time: Option<Duration>,
    /// Random seed [default: the current time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub tables: TablesArgs,
}

pub fn run(args: &VerdictsArgs) -> anyhow::Result<()> {
    interrupt::listen();
    let seed = args.seed.unwrap_or_else(|| {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs())
    });
    let mut check = Check::new(seed);
    let tables = tables::built(&args.tables)?;
    if let Some(tables) = &tables {
        check = check.with_tables(tables);
    }
    let start = Instant::now();
    let bar = progress::bar(args.time.map_or(args.positions, |time| time.as_secs()), "{msg}");
    let checked = |check: &Check| check.checked.iter().sum::<u64>();
    let goes_on = |check: &Check| match args.time {
        Some(time) => start.elapsed() < time,
        None => checked(check) < args.positions,
    };
    while goes_on(&check) && !interrupt::is_interrupted() {
        if let Err(wrong) = check.step() {
            bar.finish_and_clear();
            print_text(&format!("{wrong}\nSeed {seed}.\n"))?;
            return Err(AnswerIsNo.into());
        }
        bar.set_position(args.time.map_or(checked(&check), |_| start.elapsed().as_secs()));
        bar.set_message(format!("{} right", counted(checked(&check), "position")));
    }
    bar.finish_and_clear();
    let [games, blobs, sums] = check.checked;
    let tables = if tables.is_some() { ", with and without endgame tables" } else { "" };
    print_text(&format!(
        "{} of games, {} and {}, each with either side to move, by both engines, with and without the area \
         cache, with one thread and with two{tables}: all as plain search says. Seed {seed}.\n",
        counted(games, "position"),
        counted(blobs, "blob"),
        counted(sums, "sum")
    ))?;
    Ok(interrupt::check()?)
}
