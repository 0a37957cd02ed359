//! Experiment 1: exact means and temperatures.

use std::time::Instant;

use otrera_cgt::Dyadic;
use otrera_cgt::tds::{ExactSearch, Scorer, average};
use serde::Serialize;

use super::{TdsArgs, moves, rooms};
use crate::output::{AnswerIsNo, complain, print_json, print_text};
use crate::progress;
use crate::width::Table;

#[derive(Serialize)]
struct Row {
    size: u8,
    rooms: usize,
    /// In the paper.
    paper_rooms: Option<usize>,
    delta: Dyadic,
    /// Rooms whose mean, and whose temperature, is that of the thermograph.
    exact_means: usize,
    exact_temperatures: usize,
    /// The same for the average of two sides, as the paper has it.
    averaged_means: usize,
    averaged_temperatures: usize,
    nodes: u64,
    seconds: f64,
}

pub fn run(args: &TdsArgs) -> anyhow::Result<()> {
    let heads = [
        "size",
        "rooms",
        "δ",
        "exact\nmeans",
        "exact\ntemperatures",
        "averaged\ntemperatures",
        "nodes",
        "seconds",
    ];
    let mut table = Table::new(1, heads);
    let mut all_exact = true;
    for &size in &args.sizes {
        let row = row(size, args)?;
        all_exact &= row.exact_means == row.rooms && row.exact_temperatures == row.rooms;
        if args.json {
            print_json(&row)?;
            continue;
        }
        let counts = [row.exact_means, row.exact_temperatures, row.averaged_temperatures];
        let mut cells = vec![size.to_string(), row.rooms.to_string(), row.delta.to_string()];
        cells.extend(counts.map(|count| count.to_string()));
        cells.extend([row.nodes.to_string(), format!("{:.1}", row.seconds)]);
        table.row(cells);
    }
    if !args.json {
        print_text(&format!("{table}{}", note(all_exact)))?;
    }
    if all_exact { Ok(()) } else { Err(AnswerIsNo.into()) }
}

fn note(all_exact: bool) -> &'static str {
    match all_exact {
        true => {
            "Every mean and temperature is that of the thermograph. Where the average of both sides, the paper's method, differs, it is half a step too low: the search that lowers the estimate looks at one side only.\n"
        }
        false => "Some differ from the thermograph.\n",
    }
}

fn row(size: u8, args: &TdsArgs) -> anyhow::Result<Row> {
    let rooms = rooms(size, args)?;
    let began = Instant::now();
    let bar = progress::bar(rooms.len() as u64, &format!("size {size}: {{pos}}/{{len}} rooms"));
    let (mut exact, mut averaged, mut nodes) = ([0, 0], [0, 0], 0);
    let mut delta = Dyadic::ONE;
    for room in &rooms {
        let mut search = ExactSearch::new(moves(size)).expect("a few moves");
        delta = search.stack().delta();
        let mean = search.mean(&room.sum)?;
        let temperature = search.temperature(&room.sum)?;
        nodes += search.nodes();
        if (mean, temperature) != (room.mean, room.temperature) {
            let position = room.area.position(otrera_board::Color::Black);
            complain(&anyhow::anyhow!(
                "{position}: found mean {mean} and temperature {temperature}; expected {} and {}",
                room.mean,
                room.temperature
            ));
        }
        let both = average(&mut search, &room.sum)?;
        for (counts, found) in
            [(&mut exact, (mean, temperature)), (&mut averaged, (both.mean, both.temperature))]
        {
            counts[0] += usize::from(found.0 == room.mean);
            counts[1] += usize::from(found.1 == room.temperature);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let paper_rooms = [132, 690, 3330];
    Ok(Row {
        size,
        rooms: rooms.len(),
        paper_rooms: usize::from(size).checked_sub(4).and_then(|n| paper_rooms.get(n).copied()),
        delta,
        exact_means: exact[0],
        exact_temperatures: exact[1],
        averaged_means: averaged[0],
        averaged_temperatures: averaged[1],
        nodes,
        seconds: began.elapsed().as_secs_f64(),
    })
}
