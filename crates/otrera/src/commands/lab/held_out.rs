//! `otrera lab model`: what positions cost that the model was not trained on, with it and without.

use std::fmt;

use clap::Args;
use otrera_solver::{Limits, Model, Rules, Settings, Solver};
use serde::Serialize;

use crate::input::position_of_text;
use crate::output::{print_json, print_text};
use crate::progress;

#[derive(Args, Debug)]
pub struct HeldOutArgs {
    /// Give up on a position after N nodes
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    pub nodes: u64,
    /// Print JSON, one object per position
    #[arg(long)]
    pub json: bool,
}

/// Replies to 6×5 B1-B4xB3 drawn at random. `otrera lab fit` searches nothing below that move.
const HELD_OUT: [&str; 10] = [
    "6x5 B1-B4xB3 B5-D3xC2",
    "6x5 B1-B4xB3 F4-E4xE2",
    "6x5 B1-B4xB3 B5-A5xD5",
    "6x5 B1-B4xB3 E5-E4xD3",
    "6x5 B1-B4xB3 F4-C4xF4",
    "6x5 B1-B4xB3 B5-D3xD4",
    "6x5 B1-B4xB3 B5-D3xF5",
    "6x5 B1-B4xB3 B5-C5xE3",
    "6x5 B1-B4xB3 B5-D5xD1",
    "6x5 B1-B4xB3 E5-D5xC4",
];

#[derive(Serialize)]
struct Row {
    position: &'static str,
    /// Expansions with the learned model, with the guess it began with, and with equal costs; null
    /// if the limit was reached.
    learned: Option<u64>,
    by_hand: Option<u64>,
    equal: Option<u64>,
}

pub fn run(args: &HeldOutArgs) -> anyhow::Result<()> {
    let bar = progress::bar(3 * HELD_OUT.len() as u64, "{msg}");
    let mut rows = Vec::new();
    // More than so many nodes fill: a larger table takes longer to lay out than to search.
    let memory = (args.nodes as usize).saturating_mul(16 << 10).clamp(1 << 20, 1 << 30);
    for text in HELD_OUT {
        let Some(position) = position_of_text(text)?.narrow() else { continue };
        let cost = |model: &Model, rules: Rules| {
            let settings = Settings { memory, model: model.clone(), rules, ..Settings::default() };
            let mut solver: Solver<u64> = Solver::new(settings)?;
            bar.set_message(text);
            let limits = Limits { expansions: Some(args.nodes), ..Limits::default() };
            let solved = solver.winner(&position, limits).is_ok();
            bar.inc(1);
            anyhow::Ok(solved.then(|| solver.effort().expansions))
        };
        let without = Rules::without("model").expect("a rule of this name");
        rows.push(Row {
            position: text,
            learned: cost(Model::learned(), Rules::default())?,
            by_hand: cost(&Model::by_hand(), Rules::default())?,
            equal: cost(Model::learned(), without)?,
        });
    }
    bar.finish_and_clear();
    match args.json {
        true => rows.iter().try_for_each(print_json),
        false => print_text(&Report { rows, limit: args.nodes }),
    }
}

struct Report {
    rows: Vec<Row>,
    limit: u64,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<24} {:>9} {:>9} {:>9}", "expansions", "learned", "by hand", "equal")?;
        for row in &self.rows {
            let [learned, by_hand, equal] = [row.learned, row.by_hand, row.equal].map(|nodes| {
                nodes.map_or_else(|| format!(">{}", self.limit), |nodes| nodes.to_string())
            });
            writeln!(f, "{:<24} {learned:>9} {by_hand:>9} {equal:>9}", row.position)?;
        }
        let mean = |of: fn(&Row) -> Option<u64>| {
            let logarithms =
                self.rows.iter().map(|row| (1.0 + of(row).unwrap_or(self.limit) as f64).ln());
            (logarithms.sum::<f64>() / self.rows.len() as f64).exp()
        };
        writeln!(
            f,
            "{:<24} {:>9.0} {:>9.0} {:>9.0}",
            "geometric mean",
            mean(|row| row.learned),
            mean(|row| row.by_hand),
            mean(|row| row.equal)
        )
    }
}
