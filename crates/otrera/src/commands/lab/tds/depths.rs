//! Experiment 3: figure 3, errors of depth-limited searches.

use otrera_area::Area;
use otrera_cgt::tds::{LimitedSearch, Patience};
use otrera_cgt::{Dyadic, Player};
use otrera_player::Guess;
use serde::Serialize;

use super::{Errors, Room, TdsArgs, rooms};
use crate::draw::chart::{Chart, Line, Panel, Series};
use crate::output::{print_json, print_text};
use crate::progress;
use crate::save::save;
use crate::width::Table;

#[derive(Serialize)]
struct Row {
    size: u8,
    depth: u32,
    /// How unfinished leaves are guessed.
    guess: &'static str,
    rooms: usize,
    temperature_error: f64,
    mean_error: f64,
    nodes: u64,
}

const GUESSES: [(Guess, &str); 2] = [(Guess::Distance, "distance"), (Guess::Bounds, "bounds")];

/// Of all experiments with a depth.
const DELTA: (i64, u32) = (1, 1);

pub fn run(args: &TdsArgs) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    for &size in &args.sizes {
        let rooms = rooms(size, args)?;
        for (guess, name) in GUESSES {
            rows.extend(measure(size, &rooms, guess, name, args)?);
        }
    }
    if let Some(path) = &args.svg {
        save(path, chart(&rows, args).svg().as_bytes())?;
    }
    if args.json {
        return rows.iter().try_for_each(print_json);
    }
    print_text(&table(&rows, args))
}

fn measure(
    size: u8,
    rooms: &[Room],
    guess: Guess,
    name: &'static str,
    args: &TdsArgs,
) -> anyhow::Result<Vec<Row>> {
    let delta = Dyadic::new(DELTA.0, DELTA.1);
    let top = Dyadic::from(i64::from(size) - 3) + delta;
    let mut sums: Vec<[Errors; 2]> = Vec::new();
    sums.resize_with(args.depth as usize, Default::default);
    let mut nodes = vec![0; args.depth as usize];
    let bar =
        progress::bar(rooms.len() as u64, &format!("size {size}, {name}: {{pos}}/{{len}} rooms"));
    for room in rooms {
        let mut search = LimitedSearch::<Area<u64>, Guess>::new(delta, guess)?;
        for depth in 1..=args.depth {
            let patience = Patience { depth, ..Patience::default() };
            let mut found = [Dyadic::ZERO; 2];
            for first in Player::BOTH {
                let side = search.deepen(&room.sum, top, first, patience)?;
                found = [found[0] + side.temperature, found[1] + side.mean];
            }
            let [temperature, mean] = &mut sums[depth as usize - 1];
            temperature.add(found[0].half(), room.temperature);
            mean.add(found[1].half(), room.mean);
            nodes[depth as usize - 1] += search.nodes();
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let rows = (1..).zip(sums.iter().zip(nodes)).map(|(depth, ([temperature, mean], nodes))| Row {
        size,
        depth,
        guess: name,
        rooms: rooms.len(),
        temperature_error: temperature.average(),
        mean_error: mean.average(),
        nodes,
    });
    Ok(rows.collect())
}

/// The rows of a size and a guess, by depth.
fn of<'a>(rows: &'a [Row], size: u8, guess: &'a str) -> impl Iterator<Item = &'a Row> {
    rows.iter().filter(move |row| row.size == size && row.guess == guess)
}

fn table(rows: &[Row], args: &TdsArgs) -> String {
    let kinds = || args.sizes.iter().flat_map(|&size| GUESSES.map(|(_, name)| (size, name)));
    let heads = kinds().map(|(size, name)| format!("size {size}\n{name}"));
    let mut table = Table::new(1, std::iter::once("depth".to_owned()).chain(heads));
    for depth in 1..=args.depth {
        let cells = kinds().filter_map(|(size, name)| {
            let row = of(rows, size, name).find(|row| row.depth == depth)?;
            Some(format!("{:.3}", row.temperature_error))
        });
        table.row(std::iter::once(depth.to_string()).chain(cells));
    }
    format!(
        "Average error of the temperature, δ = 1/2, by depth and by how leaves are guessed.\n{table}"
    )
}

fn chart(rows: &[Row], args: &TdsArgs) -> Chart {
    let series = args.sizes.iter().flat_map(|&size| {
        GUESSES.map(|(guess, name)| Series {
            name: format!("size {size}, {name}"),
            points: of(rows, size, name)
                .map(|row| (row.depth.into(), row.temperature_error))
                .collect(),
            line: if guess == Guess::Distance { Line::Plain } else { Line::Dashed },
        })
    });
    Chart {
        title: "Errors of depth-limited temperature discovery".to_owned(),
        notes: vec![
            "δ = 1/2, all rooms of a size; coupons count as moves. Leaves are guessed by distances"
                .to_owned(),
            "or by bounds. The smallest δ that is exact leaves no error at any size.".to_owned(),
        ],
        x: "depth".to_owned(),
        y: "average error of the temperature".to_owned(),
        logarithmic: false,
        panels: vec![Panel { series: series.collect(), ..Panel::default() }],
    }
}
