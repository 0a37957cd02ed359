//! How long values take: canonical forms, thermographs and verdicts of the positions in
//! `data/`, each from scratch on one core (the best of three runs), with the number of
//! different areas.
//!
//! `cargo bench -p otrera-area --bench values [-- GROUP…]`

use std::time::{Duration, Instant};

use otrera_area::{Area, areas};
use otrera_board::Position;
use otrera_cgt::{Exhausted, Form, Limit, Sum, SumSearch, Thermographer, Valuer};

/// A position that takes longer than this is reported as open.
const PATIENCE: Duration = Duration::from_secs(20);

/// Each position is done so often, and the best time counts: the machine is shared.
const RUNS: usize = 3;

const GROUPS: [(&str, &str); 10] = [
    ("room8", include_str!("data/room8.txt")),
    ("room10", include_str!("data/room10.txt")),
    ("room11", include_str!("data/room11.txt")),
    ("room12", include_str!("data/room12.txt")),
    ("board3x4_1", include_str!("data/board3x4_1.txt")),
    ("board3x4_2", include_str!("data/board3x4_2.txt")),
    ("board4x4_1", include_str!("data/board4x4_1.txt")),
    ("board4x4_2", include_str!("data/board4x4_2.txt")),
    ("sum4", include_str!("data/sum4.txt")),
    ("sum6", include_str!("data/sum6.txt")),
];

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    for (name, text) in GROUPS {
        if !wanted.is_empty() && !wanted.iter().any(|group| group == name) {
            continue;
        }
        let sums: Vec<Vec<Area<u64>>> = text.lines().map(read).collect();
        if name.starts_with("sum") {
            report(name, "verdict", &sums, verdict);
        } else {
            report(name, "canonical form", &sums, canonical_form);
            report(name, "thermograph", &sums, thermograph);
        }
    }
}

fn read(line: &str) -> Vec<Area<u64>> {
    line.split(" + ")
        .flat_map(|text| {
            let position: Position = text.parse().expect("a position of the data files");
            areas(&position.narrow().expect("a small board"))
        })
        .collect()
}

fn limit() -> Limit {
    Limit {
        deadline: Instant::now().checked_add(PATIENCE),
        bytes: Some(8 << 30),
        ..Limit::default()
    }
}

fn sum(areas: &[Area<u64>]) -> Sum<Area<u64>> {
    areas.iter().copied().collect()
}

/// Each way returns how many different areas it computed.
fn canonical_form(areas: &[Area<u64>]) -> Result<usize, Exhausted> {
    let mut valuer = Valuer::new();
    valuer.set_limit(limit());
    valuer.sum(&sum(areas))?;
    Ok(valuer.positions())
}

fn thermograph(areas: &[Area<u64>]) -> Result<usize, Exhausted> {
    let mut thermographer = Thermographer::new();
    thermographer.set_limit(limit());
    thermographer.sum(&sum(areas))?;
    Ok(thermographer.positions())
}

fn verdict(areas: &[Area<u64>]) -> Result<usize, Exhausted> {
    let mut valuer = Valuer::new();
    valuer.set_limit(limit());
    let forms = areas.iter().map(|area| valuer.form(area)).collect::<Result<Vec<Form>, _>>()?;
    let mut search = SumSearch::new();
    search.set_limit(limit());
    search.outcome(&mut valuer.forms, &forms)?;
    Ok(valuer.positions())
}

fn report(
    group: &str,
    what: &str,
    sums: &[Vec<Area<u64>>],
    way: fn(&[Area<u64>]) -> Result<usize, Exhausted>,
) {
    let mut times = Vec::new();
    let mut counts = Vec::new();
    let mut open = 0;
    for areas in sums {
        let runs = (0..RUNS).map(|_| {
            let started = Instant::now();
            let found = way(areas);
            (started.elapsed(), found)
        });
        // One that ran out of patience is not tried again.
        let mut runs = runs.scan(false, |gave_up, run| {
            (!std::mem::replace(gave_up, run.1.is_err())).then_some(run)
        });
        let first = runs.next().expect("there is one run at least");
        let (time, found) = runs.fold(first, |best, run| if run.0 < best.0 { run } else { best });
        times.push(time);
        match found {
            Ok(count) => counts.push(count),
            Err(_) => open += 1,
        }
    }
    times.sort_unstable();
    counts.sort_unstable();
    let seconds = |time: Duration| format!("{:8.4}", time.as_secs_f64());
    let median = counts.get(counts.len() / 2).copied().unwrap_or_default();
    println!(
        "{group:11} {what:15} {:3} positions: median {} s, slowest {} s, {median} areas in the median, {open} open",
        sums.len(),
        seconds(times[times.len() / 2]),
        seconds(times[times.len() - 1]),
    );
}
