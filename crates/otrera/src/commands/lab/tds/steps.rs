//! Experiment 2: tables 1 and 2, errors by δ.

use otrera_cgt::Dyadic;
use otrera_cgt::tds::{Grid, PlainSearch, average};
use serde::Serialize;

use super::{Errors, TdsArgs, moves, rooms};
use crate::output::{print_json, print_text};
use crate::progress;
use crate::width::Table;

/// δ = 1, 1/2, … down to the exact one, for sizes 4, 5 and 6: average errors of temperature and mean, then maximum errors.
const PAPER: [&[[&str; 4]]; 3] = [
    &[["0.155", "0", "1", "0"], ["0", "0", "0", "0"], ["0", "0", "0", "0"]],
    &[
        ["0.334", "0.086", "1.5", "0.75"],
        ["0.0029", "0.024", "0.25", "0.25"],
        ["0.0014", "0", "0.125", "0"],
        ["0", "0", "0", "0"],
    ],
    &[
        ["0.306", "0.150", "1.5", "0.75"],
        ["0.0099", "0.020", "0.375", "0.25"],
        ["0.0016", "0.005", "0.125", "0.125"],
        ["0.0008", "0", "0.0625", "0"],
        ["0", "0", "0", "0"],
    ],
];

#[derive(Serialize)]
struct Row {
    size: u8,
    delta: Dyadic,
    rooms: usize,
    /// Average and largest errors.
    temperature_error: f64,
    mean_error: f64,
    largest_temperature_error: f64,
    largest_mean_error: f64,
    /// The same in the paper, as printed: temperature, mean, and the largest of each.
    paper: Option<[&'static str; 4]>,
    /// Are all four the same, to the digits that are printed?
    equal: Option<bool>,
}

pub fn run(args: &TdsArgs) -> anyhow::Result<()> {
    let mut table = Table::new(2, HEADS);
    let mut differ = 0;
    for &size in &args.sizes {
        for exponent in 0..=moves(size) {
            let row = row(size, exponent, args)?;
            differ += usize::from(row.equal == Some(false));
            if args.json { print_json(&row)? } else { table.row(row.cells()) }
        }
    }
    if args.json {
        return Ok(());
    }
    print_text(&format!("{table}{}", verdict(differ)))
}

const HEADS: [&str; 11] = [
    "size",
    "δ",
    "average\nt",
    "average\nμ",
    "paper:\nt",
    "paper:\nμ",
    "largest\nt",
    "largest\nμ",
    "paper:\nt",
    "paper:\nμ",
    "same",
];

fn verdict(differ: usize) -> String {
    match differ {
        0 => "Every cell is as in the paper.\n".to_owned(),
        _ => format!(
            "{differ} rows differ from the paper: δ = 1, for which a stack is biased (the paper does not say how it is \
             built then), and the smallest δ, where averages of two sides are half a step low in a few rooms.\n"
        ),
    }
}

fn row(size: u8, exponent: u32, args: &TdsArgs) -> anyhow::Result<Row> {
    let delta = Dyadic::new(1, exponent);
    let rooms = rooms(size, args)?;
    let stack = Grid::with_delta(moves(size), delta).stack()?;
    let bar = progress::bar(
        rooms.len() as u64,
        &format!("size {size}, δ = {delta}: {{pos}}/{{len}} rooms"),
    );
    let [mut temperature, mut mean] = [Errors::default(), Errors::default()];
    for room in &rooms {
        let found = average(&mut PlainSearch::new(stack), &room.sum)?;
        temperature.add(found.temperature, room.temperature);
        mean.add(found.mean, room.mean);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let paper = usize::from(size)
        .checked_sub(4)
        .and_then(|n| PAPER.get(n))
        .map(|rows| rows[exponent as usize]);
    let ours = [temperature.average(), mean.average(), temperature.most, mean.most];
    Ok(Row {
        size,
        delta,
        rooms: rooms.len(),
        temperature_error: ours[0],
        mean_error: ours[1],
        largest_temperature_error: ours[2],
        largest_mean_error: ours[3],
        paper,
        equal: paper.map(|paper| paper.iter().zip(ours).all(|(text, ours)| reads(text, ours))),
    })
}

/// Is a number what was printed, rounded to as many digits?
fn reads(printed: &str, number: f64) -> bool {
    let digits = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
    let value: f64 = printed.parse().expect("a number of the paper");
    if value == 0.0 {
        return number == 0.0;
    }
    // Half a unit of the last digit, or a whole one if it was cut off.
    (number - value).abs() < 1.001 * 10f64.powi(-(digits as i32))
}

impl Row {
    fn cells(&self) -> Vec<String> {
        let digits = |number: f64| format!("{number:.4}");
        let ours = [
            self.temperature_error,
            self.mean_error,
            self.largest_temperature_error,
            self.largest_mean_error,
        ]
        .map(digits);
        let paper = self.paper.map_or(["-"; 4], |paper| paper).map(str::to_owned);
        let same = self.equal.map_or("", |equal| if equal { "yes" } else { "no" });
        let mut cells = vec![self.size.to_string(), self.delta.to_string()];
        cells.extend([ours[0].clone(), ours[1].clone(), paper[0].clone(), paper[1].clone()]);
        cells.extend([ours[2].clone(), ours[3].clone(), paper[2].clone(), paper[3].clone()]);
        cells.push(same.to_owned());
        cells
    }
}
