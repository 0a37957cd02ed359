//! `otrera lab kinds`: figure 15 of Song and Müller, which kinds of areas a search meets, by the number
//! of moves from its root.

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use otrera_board::Size;
use otrera_solver::{Kinds, Limits, Settings, Solver};
use serde::{Deserialize, Serialize};

use super::rows_of_file;
use crate::cli::{POSITIONS, PositionArgs};
use crate::draw::chart::{Chart, Line, Panel, Series};
use crate::input::{Subject, asked_subject};
use crate::output::{print_json, print_text};
use crate::save::save;
use crate::width::Table;
use crate::words::times;

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct KindsArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Expand N nodes
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub nodes: u64,
    /// Take the rows from this file, as --json prints them, instead of measuring
    #[arg(long, value_name = "FILE")]
    pub rows: Option<PathBuf>,
    /// Write an SVG chart to this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// The mean number of areas of each kind in a position.
#[derive(Serialize, Deserialize)]
struct Row {
    moves: usize,
    positions: u64,
    territories: f64,
    blocker_territories: f64,
    integers: f64,
    searched: f64,
    open: f64,
}

impl Row {
    fn new(moves: usize, kinds: &Kinds) -> Row {
        let mean = |count: u64| count as f64 / kinds.positions.max(1) as f64;
        Row {
            moves,
            positions: kinds.positions,
            territories: mean(kinds.territories),
            blocker_territories: mean(kinds.blocker_territories),
            integers: mean(kinds.integers),
            searched: mean(kinds.searched),
            open: mean(kinds.open),
        }
    }
}

pub fn run(args: &KindsArgs) -> anyhow::Result<()> {
    let subject = asked_subject(&args.input)?;
    let size = subject.position().size();
    let rows = match &args.rows {
        Some(path) => rows_of_file(path)?,
        None => measure(&subject, args)?,
    };
    if let Some(path) = &args.svg {
        save(path, chart(&rows, size).svg().as_bytes())?;
    }
    match args.input.json {
        true => rows.iter().try_for_each(print_json),
        false => print_text(&Report(rows)),
    }
}

fn measure(subject: &Subject, args: &KindsArgs) -> anyhow::Result<Vec<Row>> {
    let played = subject.record.main_moves().len();
    let position = subject
        .position()
        .narrow()
        .ok_or_else(|| anyhow::anyhow!("boards of more than 64 squares are not supported"))?;
    let mut solver: Solver<u64> =
        Solver::new(Settings { memory: 1 << 30, count_kinds: true, ..Settings::default() })?;
    let limits = Limits { expansions: Some(args.nodes), ..Limits::default() };
    // An unfinished search has seen enough.
    let _ = solver.winner(&position, limits);
    Ok(solver
        .kinds()
        .iter()
        .enumerate()
        .filter(|(_, kinds)| kinds.positions > 0)
        .map(|(moves, kinds)| Row::new(played + moves, kinds))
        .collect())
}

fn chart(rows: &[Row], size: Size) -> Chart {
    let series = |name: &str, of: fn(&Row) -> f64| Series {
        name: name.to_owned(),
        points: rows.iter().map(|row| (row.moves as f64, of(row))).collect(),
        line: Line::Plain,
    };
    Chart {
        title: format!("Areas in the positions that a search of {} judges", times(size)),
        notes: vec![
            "Contested areas can be reached by both colours: they are worth a number of whole moves, or settled"
                .to_owned(),
            "by a search of the area alone, or left open. Guarded ones are closed as long as amazons stand.".to_owned(),
        ],
        x: "moves played".to_owned(),
        y: "areas in a position".to_owned(),
        logarithmic: false,
        panels: vec![Panel {
            series: vec![
                series("territories", |row| row.territories),
                series("guarded territories", |row| row.blocker_territories),
                series("contested: whole moves", |row| row.integers),
                series("contested: searched", |row| row.searched),
                series("contested: open", |row| row.open),
            ],
            ..Panel::default()
        }],
    }
}

struct Report(Vec<Row>);

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Mean number of areas in a position")?;
        let heads = [
            "moves",
            "positions\njudged",
            "terri-\ntories",
            "guarded\nterri-\ntories",
            "contested:\nwhole\nmoves",
            "contested:\nsearched",
            "contested:\nopen",
        ];
        let mut table = Table::new(1, heads);
        for row in &self.0 {
            let means =
                [row.territories, row.blocker_territories, row.integers, row.searched, row.open];
            let means = means.map(|mean| format!("{mean:.3}"));
            table.row([row.moves.to_string(), row.positions.to_string()].into_iter().chain(means));
        }
        write!(f, "{table}")
    }
}
