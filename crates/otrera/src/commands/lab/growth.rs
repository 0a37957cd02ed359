//! `otrera lab growth`: how the cost of solving grows with the number of empty squares.

use std::fmt;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::bail;
use clap::Args;
use fastrand::Rng;
use otrera_area::random::playout;
use otrera_board::{Bits, Position, Size};
use otrera_solver::{Limits, Settings, Solver};
use serde::{Deserialize, Serialize};

use super::{rows_of_file, small_board};
use crate::draw::chart::{Chart, Line, Panel, Series};
use crate::output::{print_json, print_text};
use crate::progress;
use crate::save::save;
use crate::width::Table;
use crate::words::{counted, times};

#[derive(Args, Debug)]
pub struct GrowthArgs {
    /// The board
    #[arg(long, value_name = "WxH", default_value = "6x5", value_parser = small_board)]
    pub board: Size,
    /// The fewest empty squares
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub from: u32,
    /// The most empty squares
    #[arg(long, value_name = "N", default_value_t = 18)]
    pub to: u32,
    /// Solve N positions for each number of empty squares
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub positions: usize,
    /// Give up on a position after N nodes
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub nodes: u64,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Take the rows from this file, as --json prints them, instead of measuring
    #[arg(long, value_name = "FILE")]
    pub rows: Option<PathBuf>,
    /// Print JSON, one object per number of empty squares
    #[arg(long)]
    pub json: bool,
    /// Write an SVG chart to this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// What positions with a number of empty squares cost.
#[derive(Serialize, Deserialize)]
struct Row {
    empty: u32,
    positions: usize,
    /// Solved within the limit.
    solved: usize,
    /// Geometric means, each of one more than the count; what was not solved counts as the limit.
    nodes: f64,
    seconds: f64,
}

/// A number of empty squares that so many random games did not pass is hardly ever left.
const MOST_GAMES: usize = 20_000;

/// Refuses what no position could be found for.
fn check(args: &GrowthArgs) -> anyhow::Result<()> {
    let board = args.board;
    let most = Position::<u128>::start(board).map_or(0, |start| start.empty().count());
    match () {
        () if args.from > args.to => {
            bail!("--from {} is greater than --to {}", args.from, args.to)
        }
        () if args.to > most => {
            bail!(
                "--to {}: a game on {board} starts with {}",
                args.to,
                counted(most.into(), "empty square")
            )
        }
        () if args.positions == 0 => bail!("--positions 0: expected at least 1"),
        () => Ok(()),
    }
}

/// A position of a random game with so many empty squares.
fn position_with(rng: &mut Rng, board: Size, empty: u32) -> anyhow::Result<Position<u64>> {
    let mut games = (0..MOST_GAMES).map(|_| playout(rng, board, 0..board.squares()));
    let Some(found) = games.find(|position| position.empty().count() == empty) else {
        bail!(
            "none of {MOST_GAMES} random games on {board} left {}; use a greater --from",
            counted(empty.into(), "empty square")
        );
    };
    Ok(found.narrow().expect("checked on the command line"))
}

pub fn run(args: &GrowthArgs) -> anyhow::Result<()> {
    let rows = match &args.rows {
        Some(path) => rows_of_file(path)?,
        None => measure(args)?,
    };
    let report = Report { growth: Growth::of(&rows), rows };
    if let Some(path) = &args.svg {
        save(path, chart(&report, args.board).svg().as_bytes())?;
    }
    match args.json {
        true => report.rows.iter().try_for_each(print_json),
        false => print_text(&report),
    }
}

fn measure(args: &GrowthArgs) -> anyhow::Result<Vec<Row>> {
    check(args)?;
    let mut rng = Rng::with_seed(args.seed);
    let counts: Vec<u32> = (args.from..=args.to).rev().collect();
    let bar = progress::bar((counts.len() * args.positions) as u64, "{msg}");
    let mut rows = Vec::new();
    for &empty in counts.iter().rev() {
        let (mut nodes, mut seconds, mut solved) = (0.0, 0.0, 0);
        for _ in 0..args.positions {
            let position = position_with(&mut rng, args.board, empty)?;
            let mut solver: Solver<u64> =
                Solver::new(Settings { memory: 1 << 30, ..Settings::default() })?;
            let limits = Limits { expansions: Some(args.nodes), ..Limits::default() };
            let began = Instant::now();
            solved += usize::from(solver.winner(&position, limits).is_ok());
            nodes += (1.0 + solver.effort().expansions as f64).ln();
            seconds += began.elapsed().as_secs_f64().max(1e-6).ln();
            bar.inc(1);
            bar.set_message(counted(empty.into(), "empty square"));
        }
        let mean = |sum: f64| (sum / args.positions as f64).exp();
        let (nodes, seconds) = (mean(nodes), mean(seconds));
        rows.push(Row { empty, positions: args.positions, solved, nodes, seconds });
    }
    bar.finish_and_clear();
    Ok(rows)
}

/// How nodes grow with each empty square.
struct Growth {
    factor: f64,
    /// Their logarithm at no empty squares, to draw it.
    at_zero: f64,
}

impl Growth {
    /// By least squares of the logarithms over the rows where nearly all were solved and there was something
    /// to search; none if these are too few.
    fn of(rows: &[Row]) -> Option<Growth> {
        let rows: Vec<(f64, f64)> = rows
            .iter()
            .filter(|row| row.nodes > 2.0 && row.solved * 10 >= row.positions * 9)
            .map(|row| (f64::from(row.empty), row.nodes.ln()))
            .collect();
        if rows.len() < 2 {
            return None;
        }
        let count = rows.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| rows.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(|it| it.0), mean(|it| it.1));
        let slope: f64 = rows.iter().map(|it| (it.0 - x) * (it.1 - y)).sum::<f64>()
            / rows.iter().map(|it| (it.0 - x).powi(2)).sum::<f64>();
        Some(Growth { factor: slope.exp(), at_zero: y - slope * x })
    }

    fn at(&self, empty: f64) -> f64 {
        (self.at_zero + self.factor.ln() * empty).exp()
    }
}

struct Report {
    rows: Vec<Row>,
    growth: Option<Growth>,
}

fn chart(report: &Report, board: Size) -> Chart {
    let places = report.rows.iter().map(|row| f64::from(row.empty));
    let mut series = vec![Series {
        name: "geometric mean".to_owned(),
        points: places.clone().zip(report.rows.iter().map(|row| row.nodes)).collect(),
        line: Line::Plain,
    }];
    if let Some(growth) = &report.growth {
        let points = places.map(|empty| (empty, growth.at(empty))).filter(|it| it.1 >= 1.0);
        series.push(Series {
            name: format!("×{:.2} per empty square", growth.factor),
            points: points.collect(),
            line: Line::Dashed,
        });
    }
    let most = report.rows.iter().map(|row| row.positions).max().unwrap_or(0);
    Chart {
        title: format!("Nodes to solve random positions of {}", times(board)),
        notes: vec![format!(
            "{} for each number of empty squares; what was not solved counts as the limit",
            counted(most as u64, "position")
        )],
        x: "empty squares".to_owned(),
        y: "nodes expanded, plus one".to_owned(),
        logarithmic: true,
        panels: vec![Panel { series, ..Panel::default() }],
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heads =
            ["empty", "positions", "solved", "nodes + 1,\ngeom. mean", "seconds,\ngeom. mean"];
        let mut table = Table::new(1, heads);
        for row in &self.rows {
            table.row([
                row.empty.to_string(),
                row.positions.to_string(),
                row.solved.to_string(),
                format!("{:.1}", row.nodes),
                format!("{:.5}", row.seconds),
            ]);
        }
        write!(f, "{table}")?;
        match &self.growth {
            Some(Growth { factor, .. }) => writeln!(
                f,
                "Nodes grow by {factor:.2} with each empty square, that is with each move."
            ),
            None => writeln!(f, "Too few rows to say how nodes grow."),
        }
    }
}
