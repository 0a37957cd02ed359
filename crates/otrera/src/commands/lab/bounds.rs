//! `otrera lab bounds`: every rung of the ladder against exact values on random areas, and how
//! tight each is.

use std::fmt;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Args;
use otrera_area::Rung;
use otrera_area::soundness::{Soundness, Tally};
use serde::Serialize;

use crate::interrupt;
use crate::limits;
use crate::output::{AnswerIsNo, print_json, print_text};
use crate::progress;
use crate::width::Table;
use crate::words::counted;

#[derive(Args, Debug)]
pub struct BoundsArgs {
    /// Check N areas
    #[arg(long, value_name = "N", default_value_t = 1000, conflicts_with = "time")]
    pub areas: u64,
    /// Run for this long instead: 10s, 5m, 1h
    #[arg(long = "for", value_name = "TIME", value_parser = limits::parse_time)]
    pub time: Option<Duration>,
    /// Random seed [default: the current time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// At most N empty squares per area
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u8).range(2..=12))]
    pub empty: u8,
    /// At most N empty squares plus three times the amazons per area
    #[arg(long, value_name = "N", default_value_t = 18, value_parser = clap::value_parser!(u8).range(8..=40))]
    pub weight: u8,
    /// Print JSON, one object per number of empty squares
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &BoundsArgs) -> anyhow::Result<()> {
    let seed = args.seed.unwrap_or_else(|| {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs())
    });
    // The report comes after the area at hand.
    interrupt::listen();
    let mut soundness = Soundness::new(seed, args.empty.into(), args.weight.into());
    let start = Instant::now();
    let length = args.time.map_or(args.areas, |time| time.as_secs());
    let bar = progress::bar(length, "{msg}");
    let goes_on = |soundness: &Soundness| match args.time {
        Some(time) => start.elapsed() < time,
        None => soundness.areas() < args.areas,
    };
    let mut outcome = Ok(());
    while outcome.is_ok() && goes_on(&soundness) && !interrupt::is_interrupted() {
        outcome = soundness.step();
        match args.time {
            Some(_) => bar.set_position(start.elapsed().as_secs()),
            None => bar.set_position(soundness.areas()),
        }
        bar.set_message(format!("{} sound", counted(soundness.areas(), "area")));
    }
    bar.finish_and_clear();
    if let Err(counterexample) = outcome {
        print_text(&format!("{counterexample}\nSeed {seed}.\n"))?;
        return Err(AnswerIsNo.into());
    }
    let rows = soundness.tallies.iter().enumerate().filter(|(_, row)| row[0].areas > 0);
    let rows: Vec<Row> = rows.map(|(empty, tallies)| Row::new(empty, tallies)).collect();
    match args.json {
        true => rows.iter().try_for_each(print_json)?,
        false => print_text(&Report { rows, soundness, seed })?,
    }
    Ok(interrupt::check()?)
}

/// What was found about areas with a number of empty squares.
#[derive(Serialize)]
struct Row {
    empty: usize,
    areas: u64,
    rungs: Vec<Cell>,
}

/// What one rung gave.
#[derive(Serialize)]
struct Cell {
    rung: &'static str,
    /// How many areas it was used on.
    areas: u64,
    /// The mean of upper less lower bound.
    width: f64,
    /// The share of areas with the narrowest integer bounds possible.
    exact: f64,
}

impl Row {
    fn new(empty: usize, tallies: &[Tally]) -> Row {
        // Without tables some rungs have nothing to say.
        let rungs = Rung::ALL.iter().zip(tallies).filter(|(rung, _)| !rung.needs_tables());
        let cells = rungs.map(|(rung, tally)| {
            let areas = tally.areas.max(1) as f64;
            Cell {
                rung: rung.name(),
                areas: tally.areas,
                width: tally.width as f64 / areas,
                exact: tally.exact as f64 / areas,
            }
        });
        Row { empty, areas: tallies[0].areas, rungs: cells.collect() }
    }
}

struct Report {
    rows: Vec<Row>,
    soundness: Soundness,
    seed: u64,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Mean width of the bounds, and share of areas with the narrowest possible")?;
        let rungs = Rung::ALL.into_iter().filter(|rung| !rung.needs_tables());
        let names = rungs.map(|rung| rung.name().replace(' ', "\n"));
        let mut table =
            Table::new(2, ["empty", "areas"].into_iter().map(str::to_owned).chain(names));
        for row in &self.rows {
            let cells = row.rungs.iter().map(|cell| match cell.areas {
                0 => "-".to_owned(),
                _ => format!("{:.2} {:>3.0}%", cell.width, 100.0 * cell.exact),
            });
            table.row([row.empty.to_string(), row.areas.to_string()].into_iter().chain(cells));
        }
        write!(f, "{table}")?;
        let [areas, sums, territories] = self.soundness.checked;
        writeln!(
            f,
            "{}, {} and {}: no bound was wrong. Seed {}.",
            counted(areas, "area"),
            counted(sums, "sum"),
            counted(territories, "territory"),
            self.seed
        )?;
        match self.soundness.skipped() {
            0 => Ok(()),
            skipped => writeln!(f, "Left out, as exact values are too large: {skipped}"),
        }
    }
}
