//! `otrera lab tables`: what the families of endgame tables spare a search, in all eight combinations; for
//! the positions of a game, figure 13 of Song and Müller.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use otrera_area::tables::{Family, Tables};
use otrera_board::{Bits, Position};
use otrera_solver::{Limits, Settings, Solver};
use serde::{Deserialize, Serialize};

use super::rows_of_file;
use crate::draw::chart::{Chart, Line, Panel, Series};
use crate::input::{first_game, position_of_text, records_of_file};
use crate::limits;
use crate::output::{print_json, print_text};
use crate::progress;
use crate::save::save;
use crate::tables::{self, TablesFolder};
use crate::threads;
use crate::width::Table;
use crate::words::counted;

#[derive(Args, Debug)]
pub struct LabTablesArgs {
    /// Positions or boards of up to 64 squares, for example 5x5 or "5x6 B1-B4xD4"
    #[arg(value_name = "POSITION", required_unless_present_any = ["game", "rows"])]
    pub positions: Vec<String>,
    /// Use the positions of this game instead
    #[arg(long, value_name = "FILE", conflicts_with = "positions")]
    pub game: Option<PathBuf>,
    #[command(flatten)]
    pub folder: TablesFolder,
    /// Give up on a search after this long
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = limits::parse_time)]
    pub limit: Duration,
    /// Run N searches at once, at most 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    pub threads: Option<NonZeroUsize>,
    /// Take the rows from this file, as --json prints them, instead of measuring
    #[arg(long, value_name = "FILE")]
    pub rows: Option<PathBuf>,
    /// Print JSON, one object per position
    #[arg(long)]
    pub json: bool,
    /// Write an SVG chart to this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// What a position costs with each combination; none where the limit was reached.
#[derive(Clone, Serialize, Deserialize)]
struct Row {
    position: String,
    empty: u32,
    winner: Option<char>,
    nodes: [Option<u64>; COMBINATIONS],
    #[serde(default)]
    seconds: [Option<f64>; COMBINATIONS],
}

const COMBINATIONS: usize = 8;
const ALL_FAMILIES: usize = COMBINATIONS - 1;

/// The families of a combination: a bit each.
fn families(combination: usize) -> Vec<Family> {
    Family::ALL.into_iter().filter(|&family| combination >> family as usize & 1 != 0).collect()
}

/// The families of a combination in words.
fn names(combination: usize) -> Vec<&'static str> {
    let word = |family| match family {
        Family::Territories => "territories",
        Family::Blockers => "blockers",
        Family::Active => "active",
    };
    match combination {
        0 => vec!["none"],
        ALL_FAMILIES => vec!["all three"],
        _ => families(combination).into_iter().map(word).collect(),
    }
}

pub fn run(args: &LabTablesArgs) -> anyhow::Result<()> {
    let rows = match &args.rows {
        Some(path) => rows_of_file(path)?,
        None => measure_all(args)?,
    };
    if let Some(path) = &args.svg {
        save(path, chart(&rows, args.game.as_deref()).svg().as_bytes())?;
    }
    match args.json {
        true => rows.iter().try_for_each(print_json),
        false => print_text(&Report { rows }),
    }
}

fn measure_all(args: &LabTablesArgs) -> anyhow::Result<Vec<Row>> {
    let folder = tables::folder(&args.folder)?;
    tables::open(&folder)?;
    let subjects = match &args.game {
        Some(path) => positions_of_game(path)?,
        None => args
            .positions
            .iter()
            .map(|text| Ok((text.clone(), small(&position_of_text(text)?)?)))
            .collect::<anyhow::Result<Vec<_>>>()?,
    };
    let sets: Vec<Arc<Tables>> = (0..COMBINATIONS)
        .map(|combination| Ok(Arc::new(Tables::open_families(&folder, &families(combination))?)))
        .collect::<anyhow::Result<Vec<_>>>()?;
    measure(&subjects, &sets, args)
}

fn small(position: &Position) -> anyhow::Result<Position<u64>> {
    position.narrow().with_context(|| format!("more than 64 squares: {position}"))
}

/// The positions of the first game of a file, the last one first.
fn positions_of_game(path: &Path) -> anyhow::Result<Vec<(String, Position<u64>)>> {
    let records = records_of_file(path)?;
    let record = first_game(&records);
    let mut position = small(record.start())?;
    let mut positions = vec![("0 moves".to_owned(), position)];
    for (n, mv) in record.main_moves().into_iter().enumerate() {
        position.make(mv);
        positions.push((counted(n as u64 + 1, "move"), position));
    }
    positions.reverse();
    Ok(positions)
}

/// Solves each position in each way, several at once.
fn measure(
    subjects: &[(String, Position<u64>)],
    sets: &[Arc<Tables>],
    args: &LabTablesArgs,
) -> anyhow::Result<Vec<Row>> {
    let row = |(label, position): &(String, Position<u64>)| Row {
        position: label.clone(),
        empty: position.empty().count(),
        winner: None,
        nodes: [None; COMBINATIONS],
        seconds: [None; COMBINATIONS],
    };
    let rows: Mutex<Vec<Row>> = Mutex::new(subjects.iter().map(row).collect());
    let (next, jobs) = (AtomicUsize::new(0), subjects.len() * COMBINATIONS);
    let bar = progress::bar(jobs as u64, "{pos}/{len} searches");
    // Who has given up on a later position of a game need not try the earlier ones.
    let beaten = [const { AtomicBool::new(false) }; COMBINATIONS];
    threads::side_by_side(threads::or_all_cores(args.threads), || {
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            let Some((_, position)) = subjects.get(job / COMBINATIONS) else { return Ok(()) };
            let combination = job % COMBINATIONS;
            let mut found = None;
            if args.game.is_none() || !beaten[combination].load(Ordering::Relaxed) {
                found = cost(position, &sets[combination], args.limit)?;
            }
            beaten[combination].fetch_or(found.is_none(), Ordering::Relaxed);
            let mut rows = rows.lock().unwrap_or_else(PoisonError::into_inner);
            let row = &mut rows[job / COMBINATIONS];
            if let Some((winner, nodes, seconds)) = found {
                // Told apart below: all ways must agree.
                row.winner = match row.winner {
                    Some(other) if other != winner => Some('?'),
                    _ => Some(winner),
                };
                row.nodes[combination] = Some(nodes);
                row.seconds[combination] = Some(seconds);
            }
            bar.inc(1);
        }
    })?;
    bar.finish_and_clear();
    let rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(row) = rows.iter().find(|row| row.winner == Some('?')) {
        bail!("{}: the combinations disagree on who wins", row.position);
    }
    Ok(rows)
}

/// Winner, expansions and seconds, if they are found in time.
fn cost(
    position: &Position<u64>,
    set: &Arc<Tables>,
    limit: Duration,
) -> anyhow::Result<Option<(char, u64, f64)>> {
    let tables = Family::ALL.iter().any(|&family| set.file(family).is_some()).then(|| set.clone());
    let mut solver: Solver<u64> =
        Solver::new(Settings { memory: 512 << 20, tables, ..Settings::default() })?;
    let began = Instant::now();
    let limits = Limits { deadline: began.checked_add(limit), ..Limits::default() };
    let winner = solver.winner(position, limits).ok();
    let seconds = began.elapsed().as_secs_f64();
    Ok(winner.map(|winner| (winner.letter(), solver.effort().expansions, seconds)))
}

/// How many of the nodes without tables each combination needs.
fn chart(rows: &[Row], game: Option<&Path>) -> Chart {
    let share = |row: &Row, combination: usize| {
        let without = row.nodes[0].filter(|&nodes| nodes > 0)?;
        Some(100.0 * row.nodes[combination]? as f64 / without as f64)
    };
    let series = |combination: usize, name: &str, line| Series {
        name: name.to_owned(),
        points: rows
            .iter()
            .filter_map(|row| Some((f64::from(row.empty), share(row, combination)?)))
            .collect(),
        line,
    };
    let panels = (1..COMBINATIONS).map(|combination| Panel {
        title: names(combination).join(", "),
        remark: format!("{:.0} %", whole_share(rows, combination)),
        subtitle: String::new(),
        series: vec![
            series(0, "no tables: 100 %", Line::Baseline),
            series(combination, "the tables in the title", Line::Plain),
        ],
    });
    let of =
        game.and_then(Path::file_stem).map(|name| format!(" of game {}", name.to_string_lossy()));
    Chart {
        title: format!(
            "What endgame tables save in the positions{}",
            of.unwrap_or_default()
        ),
        notes: vec![
            "Tables of territories, of territories with blockers, and of active areas, which have amazons of both"
                .to_owned(),
            "colours. The number beside a title is for all positions together; those that need no search are left out."
                .to_owned(),
        ],
        x: "empty squares".to_owned(),
        y: "per cent of the nodes".to_owned(),
        logarithmic: false,
        panels: panels.collect(),
    }
}

/// The share of nodes that a combination needs of all positions that every combination solved, in per cent.
fn whole_share(rows: &[Row], combination: usize) -> f64 {
    let whole = || rows.iter().filter(|row| row.nodes.iter().all(Option::is_some));
    let sum = |n: usize| whole().filter_map(|row| row.nodes[n]).sum::<u64>() as f64;
    100.0 * sum(combination) / sum(0).max(1.0)
}

struct Report {
    rows: Vec<Row>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = |title: &str| {
            let keys = [title, "empty", "winner"].map(str::to_owned);
            let heads = (0..COMBINATIONS).map(|n| names(n).join("\n"));
            Table::new(keys.len(), keys.into_iter().chain(heads)).words_in(&[0])
        };
        let keys = |row: &Row| {
            let winner = row.winner.map_or("-".to_owned(), String::from);
            [row.position.clone(), row.empty.to_string(), winner].into_iter()
        };
        let number = |text: Option<String>| text.unwrap_or("-".to_owned());
        let mut nodes = table("nodes");
        for row in &self.rows {
            let cells = row.nodes.iter().map(|it| number(it.map(|nodes| nodes.to_string())));
            nodes.row(keys(row).chain(cells));
        }
        let shares = (0..COMBINATIONS).map(|n| format!("{:.1} %", whole_share(&self.rows, n)));
        let all = ["all", "", ""].map(str::to_owned);
        nodes.row(all.into_iter().chain(shares));
        write!(f, "{nodes}")?;
        if self.rows.iter().all(|row| row.seconds.iter().all(Option::is_none)) {
            return Ok(());
        }
        writeln!(f)?;
        let mut seconds = table("seconds");
        for row in &self.rows {
            let cells = row.seconds.iter().map(|it| number(it.map(|time| format!("{time:.2}"))));
            seconds.row(keys(row).chain(cells));
        }
        write!(f, "{seconds}")
    }
}
