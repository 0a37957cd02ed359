//! `otrera lab balanced`: a yardstick of balanced positions, which are what is hard to solve.

mod choose;
mod instructions;
mod measure;
mod record;
mod report;

use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use otrera_board::Position;

use self::instructions::Counter;
use self::measure::Measurer;
use self::record::{Half, Record};
use self::report::{Report, Row};
use crate::interrupt::{self, Interrupted};
use crate::output::{AnswerIsNo, complain, print_json, print_text};
use crate::progress;
use crate::tables::{self, TablesArgs};

#[derive(Args, Debug)]
pub struct BalancedArgs {
    /// Measure this half. What is tuned on positions is no measure on them: look at the half that is
    /// held back only when nothing is changed any more
    #[arg(long, value_name = "HALF", default_value = "tuning")]
    pub half: Half,
    /// Count instructions per node with valgrind, between the 1000th and the 6000th node of each
    /// search: half a minute for each position
    #[arg(long)]
    pub instructions: bool,
    /// Measure the positions of this file, as --choose prints them, instead of the program's own
    #[arg(long, value_name = "FILE")]
    pub positions: Option<PathBuf>,
    #[command(flatten)]
    pub tables: TablesArgs,
    /// Choose positions for such a file, and print them as they are found; takes hours
    #[arg(long, conflicts_with_all = ["half", "positions", "json"])]
    pub choose: bool,
    /// Seed for --choose
    #[arg(long, value_name = "N", default_value_t = 1, requires = "choose")]
    pub seed: u64,
    /// Print JSON, one object per position and one for the means
    #[arg(long)]
    pub json: bool,
}

/// The positions of both halves.
pub fn positions() -> anyhow::Result<Vec<Position<u64>>> {
    record::ours()?.iter().map(Record::position).collect()
}

pub fn run(args: &BalancedArgs) -> anyhow::Result<()> {
    interrupt::listen();
    let mut records = match &args.positions {
        Some(path) => record::of_file(path)?,
        None => record::ours()?,
    };
    records.retain(|record| record.half == args.half);
    if let (Some(path), []) = (&args.positions, &records[..]) {
        bail!("{}: no position of the half `{}` found", path.display(), args.half);
    }
    let counter = args.instructions.then(|| Counter::new(&args.tables)).transpose()?;
    let measurer = Measurer { tables: tables::built(&args.tables)?, counter };
    let ended = match args.choose {
        true => choose::run(&measurer, args.seed),
        false => measure_all(&measurer, &records, args.json),
    };
    tables::tell_damage(measurer.tables.as_deref());
    ended
}

/// Measures positions one after another. Ctrl-C ends that, and what is measured is told.
fn measure_all(measurer: &Measurer, records: &[Record], json: bool) -> anyhow::Result<()> {
    let bar = progress::bar(records.len() as u64, "{pos}/{len} positions, {msg}");
    let mut rows = Vec::new();
    let mut interrupted = false;
    for record in records {
        bar.set_message(record.text.clone());
        let row = match row(measurer, record) {
            Err(error) if error.is::<Interrupted>() => {
                interrupted = true;
                break;
            }
            row => row?,
        };
        if json {
            print_json(&row)?;
        }
        rows.push(row);
        bar.inc(1);
    }
    bar.finish_and_clear();
    tell(&rows, json)?;
    match interrupted {
        true => Err(Interrupted.into()),
        false => tell_contradictions(&rows),
    }
}

fn row(measurer: &Measurer, record: &Record) -> anyhow::Result<Row> {
    let measured = measurer.measure(&record.text, None)?;
    let measured = measured.context("a search without a limit has reached it")?;
    Ok(Row::new(record, measured.winner, &measured.cost))
}

/// Prints the table, or the means alone where the rows were printed.
fn tell(rows: &[Row], json: bool) -> anyhow::Result<()> {
    match (rows, json) {
        ([], _) => Ok(()),
        (_, true) => print_json(&Row::means(rows)),
        (_, false) => print_text(&Report(rows)),
    }
}

/// Says where the winner is another than that of the earlier release.
fn tell_contradictions(rows: &[Row]) -> anyhow::Result<()> {
    let wrong: Vec<String> = rows.iter().filter_map(Row::contradiction).collect();
    wrong.iter().for_each(|what| complain(&anyhow!("{what}")));
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(AnswerIsNo.into()),
    }
}
