//! `otrera lab tds`: the experiments of Müller, Enzenberger and Schaeffer, Temperature Discovery Search.

mod depths;
mod exact;
mod speed;
mod steps;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::{Args, ValueEnum};
use otrera_area::Area;
use otrera_board::Size;
use otrera_cgt::{Dyadic, Sum, Thermographer};
use otrera_player::Kind;

use crate::commands::sum::{self, ClockName, MatchArgs};
use crate::limits;

#[derive(Args, Debug)]
#[command(after_help = EXPERIMENTS)]
pub struct TdsArgs {
    /// Which experiment; see below
    pub experiment: Experiment,
    /// Sizes of rooms, 3 to 8
    #[arg(long, value_name = "SIZES", value_delimiter = ',', default_values_t = [4, 5, 6])]
    #[arg(value_parser = clap::value_parser!(u8).range(3..=8), hide_default_value = true)]
    pub sizes: Vec<u8>,
    /// Look at most so many moves deep in experiment 3
    #[arg(long, value_name = "N", default_value_t = 16)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: u32,
    /// Take every Nth room only
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub every: u32,
    /// Random positions for each number and size of boards in experiment 4
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub positions: u64,
    /// Time per move in experiment 4
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = limits::parse_time)]
    pub time: Duration,
    /// What the time is measured by in experiment 4
    #[arg(long, value_name = "CLOCK", default_value = "processor")]
    pub clock: ClockName,
    /// Random seed of experiment 4
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub seed: u64,
    /// Append the games of experiment 4 to this file, and play none that is in it already
    #[arg(long, value_name = "FILE")]
    pub results: Option<PathBuf>,
    /// Write a chart of experiment 3 to this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Print JSON, one object per row
    #[arg(long)]
    pub json: bool,
}

const EXPERIMENTS: &str = "\
Experiments
  1      mean and temperature of all rooms, against
         thermographs
  2      tables 1 and 2: errors by δ
  3      figure 3: errors by depth for δ = 1/2
  4      table 3: sums of 2, 4 and 6 boards of 4x4, 5x5 and
         6x6, Hotstrat and the exact player against
         alpha-beta; `otrera sum match` plays any others
  speed  nodes and time against a plain search
Rooms lie in a 4x4 box and have one amazon a side; sizes
are in squares [default: 4,5,6].";

/// The experiments.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Experiment {
    #[value(name = "1")]
    Exact,
    #[value(name = "2")]
    Steps,
    #[value(name = "3")]
    Depths,
    #[value(name = "4")]
    Sums,
    #[value(name = "speed")]
    Speed,
}

pub fn run(args: &TdsArgs) -> anyhow::Result<()> {
    if args.svg.is_some() && args.experiment != Experiment::Depths {
        bail!("--svg: only experiment 3 has a chart");
    }
    match args.experiment {
        Experiment::Exact => exact::run(args),
        Experiment::Steps => steps::run(args),
        Experiment::Depths => depths::run(args),
        Experiment::Sums => play_sums(args),
        Experiment::Speed => speed::run(args),
    }
}

/// Experiment 4, as far as the results do not have it.
fn play_sums(args: &TdsArgs) -> anyhow::Result<()> {
    let size = |side| Size::new(side, side).expect("a small board");
    for player in [Kind::Hotstrat, Kind::Exact] {
        sum::run_match(&MatchArgs {
            players: vec![player, Kind::AlphaBeta],
            boards: vec![2, 4, 6],
            sizes: [4, 5, 6].map(size).to_vec(),
            positions: args.positions,
            time: args.time,
            clock: args.clock,
            seed: args.seed,
            results: args.results.clone(),
            json: args.json,
        })?;
    }
    Ok(())
}

/// A room, and what is true of it.
struct Room {
    area: Area<u64>,
    sum: Sum<Area<u64>>,
    mean: Dyadic,
    temperature: Dyadic,
}

/// The rooms of a size with their thermographs' mean and temperature.
fn rooms(size: u8, args: &TdsArgs) -> anyhow::Result<Vec<Room>> {
    let mut graphs = Thermographer::new();
    let areas = otrera_area::rooms(size.into()).into_iter().step_by(args.every as usize);
    let room = |area: Area<u64>| {
        let graph = graphs.thermograph(&area)?;
        let (mean, temperature) = (graph.mean(), graph.temperature());
        Ok(Room { area, sum: Sum::from(area), mean, temperature })
    };
    areas.map(room).collect()
}

/// How many moves a room of a size lasts at most.
fn moves(size: u8) -> u32 {
    u32::from(size) - 2
}

/// Differences, added up.
#[derive(Default)]
struct Errors {
    sum: f64,
    most: f64,
    count: usize,
}

impl Errors {
    fn add(&mut self, found: Dyadic, truth: Dyadic) {
        let error = (found - truth).to_f64().abs();
        self.sum += error;
        self.most = self.most.max(error);
        self.count += 1;
    }

    fn average(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
}
