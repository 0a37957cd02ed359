//! Nodes and time against a plain search that finds the same.

use std::time::Instant;

use otrera_area::Area;
use otrera_cgt::tds::{ExactSearch, Grid, PlainSearch, Scorer, average};
use otrera_cgt::{Dyadic, Exhausted};
use serde::Serialize;

use super::{Room, TdsArgs, moves, rooms};
use crate::output::{print_json, print_text};
use crate::progress;
use crate::width::Table;

#[derive(Serialize)]
struct Row {
    size: u8,
    rooms: usize,
    /// Rooms with the same mean and the same temperature, half a step of the plain method apart.
    same: usize,
    plain_nodes: u64,
    plain_seconds: f64,
    nodes: u64,
    seconds: f64,
    node_ratio: f64,
    time_ratio: f64,
}

pub fn run(args: &TdsArgs) -> anyhow::Result<()> {
    let heads = [
        "size",
        "rooms",
        "same\nanswers",
        "plain:\nnodes",
        "plain:\nseconds",
        "ours:\nnodes",
        "ours:\nseconds",
        "fewer\nnodes",
        "less\ntime",
    ];
    let mut table = Table::new(1, heads);
    for &size in &args.sizes {
        let row = row(size, args)?;
        if args.json {
            print_json(&row)?;
            continue;
        }
        table.row([
            size.to_string(),
            row.rooms.to_string(),
            row.same.to_string(),
            row.plain_nodes.to_string(),
            format!("{:.2}", row.plain_seconds),
            row.nodes.to_string(),
            format!("{:.2}", row.seconds),
            format!("{:.0}x", row.node_ratio),
            format!("{:.0}x", row.time_ratio),
        ]);
    }
    if args.json { Ok(()) } else { print_text(&table) }
}

fn row(size: u8, args: &TdsArgs) -> anyhow::Result<Row> {
    let rooms = rooms(size, args)?;
    let bar =
        progress::bar(2 * rooms.len() as u64, &format!("size {size}: {{pos}}/{{len}} searches"));
    let stack = Grid::for_moves(moves(size)).expect("a few moves").stack()?;
    let plain = timed(&rooms, &bar, |room| {
        let mut search = PlainSearch::new(stack);
        let found = average(&mut search, &room.sum)?;
        Ok((found.mean, found.temperature, search.nodes()))
    })?;
    let ours = timed(&rooms, &bar, |room| {
        let mut search = ExactSearch::<Area<u64>>::new(moves(size)).expect("a few moves");
        let found = (search.mean(&room.sum)?, search.temperature(&room.sum)?);
        Ok((found.0, found.1, search.nodes()))
    })?;
    bar.finish_and_clear();
    let near = |a: Dyadic, b: Dyadic| a == b || b - a == stack.delta().half();
    let pairs = plain.answers.iter().zip(&ours.answers);
    let same = pairs.filter(|(a, b)| a.0 == b.0 && near(a.1, b.1)).count();
    Ok(Row {
        size,
        rooms: rooms.len(),
        same,
        plain_nodes: plain.nodes,
        plain_seconds: plain.seconds,
        nodes: ours.nodes,
        seconds: ours.seconds,
        node_ratio: plain.nodes as f64 / ours.nodes.max(1) as f64,
        time_ratio: plain.seconds / ours.seconds.max(1e-9),
    })
}

struct Timed {
    answers: Vec<(Dyadic, Dyadic)>,
    nodes: u64,
    seconds: f64,
}

fn timed(
    rooms: &[Room],
    bar: &indicatif::ProgressBar,
    mut find: impl FnMut(&Room) -> Result<(Dyadic, Dyadic, u64), Exhausted>,
) -> anyhow::Result<Timed> {
    let began = Instant::now();
    let mut timed = Timed { answers: Vec::new(), nodes: 0, seconds: 0.0 };
    for room in rooms {
        let (mean, temperature, nodes) = find(room)?;
        timed.answers.push((mean, temperature));
        timed.nodes += nodes;
        bar.inc(1);
    }
    timed.seconds = began.elapsed().as_secs_f64();
    Ok(timed)
}
