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
use serde::Serialize;

use crate::draw::plot::{Plot, Series};
use crate::input::{first_game, position_of_text, records_of_file};
use crate::limits;
use crate::output::{print_json, print_text};
use crate::progress;
use crate::save::save;
use crate::tables::{self, TablesFolder};
use crate::threads;

#[derive(Args, Debug)]
pub struct LabTablesArgs {
    /// Positions or boards of up to 64 squares, for example 5x5 or "5x6 B1-B4xD4"
    #[arg(value_name = "POSITION", required_unless_present = "game")]
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
    /// Print JSON, one object per position
    #[arg(long)]
    pub json: bool,
    /// Write an SVG plot to this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// What a position costs with each combination; none where the limit was reached.
#[derive(Clone, Serialize)]
struct Row {
    position: String,
    empty: u32,
    winner: Option<char>,
    nodes: [Option<u64>; COMBINATIONS],
    seconds: [Option<f64>; COMBINATIONS],
}

const COMBINATIONS: usize = 8;

/// The families of a combination: a bit each.
fn families(combination: usize) -> Vec<Family> {
    Family::ALL.into_iter().filter(|&family| combination >> family as usize & 1 != 0).collect()
}

/// T, B and A for the families; `-` for none.
fn name(combination: usize) -> String {
    let letters = families(combination).into_iter().map(|family| match family {
        Family::Territories => 'T',
        Family::Blockers => 'B',
        Family::Active => 'A',
    });
    let name: String = letters.collect();
    if name.is_empty() { "-".to_owned() } else { name }
}

pub fn run(args: &LabTablesArgs) -> anyhow::Result<()> {
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
    let rows = measure(&subjects, &sets, args)?;
    if let Some(path) = &args.svg {
        save(path, plot(&rows).svg().as_bytes())?;
    }
    match args.json {
        true => rows.iter().try_for_each(print_json),
        false => print_text(&Report { rows }),
    }
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
        positions.push((format!("{} moves", n + 1), position));
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

fn plot(rows: &[Row]) -> Plot {
    let series = (0..COMBINATIONS).map(|combination| Series {
        name: name(combination),
        points: rows
            .iter()
            .filter_map(|row| Some((f64::from(row.empty), row.nodes[combination]? as f64 + 1.0)))
            .collect(),
        dashed: combination == 0,
    });
    Plot {
        title: "Expansions with each combination of endgame tables".to_owned(),
        x: "empty squares".to_owned(),
        y: "expansions + 1".to_owned(),
        logarithmic: true,
        series: series.collect(),
    }
}

struct Report {
    rows: Vec<Row>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wide = self.rows.iter().map(|row| row.position.chars().count()).max().unwrap_or(0);
        let wide = wide.max("position".len());
        let head = |f: &mut fmt::Formatter<'_>, title: &str| {
            write!(f, "{title:<wide$} empty winner")?;
            (0..COMBINATIONS).try_for_each(|n| write!(f, " {:>9}", name(n)))?;
            writeln!(f)
        };
        let start = |row: &Row| {
            let winner = row.winner.map_or("-".to_owned(), String::from);
            format!("{:<wide$} {:>5} {winner:>6}", row.position, row.empty)
        };
        head(f, "position")?;
        for row in &self.rows {
            write!(f, "{}", start(row))?;
            for nodes in row.nodes {
                write!(f, " {:>9}", nodes.map_or("-".to_owned(), |n| n.to_string()))?;
            }
            writeln!(f)?;
        }
        writeln!(f)?;
        head(f, "seconds")?;
        for row in &self.rows {
            write!(f, "{}", start(row))?;
            for seconds in row.seconds {
                write!(f, " {:>9}", seconds.map_or("-".to_owned(), |s| format!("{s:.2}")))?;
            }
            writeln!(f)?;
        }
        writeln!(f)?;
        // Over the positions that all combinations solved.
        let whole: Vec<&Row> =
            self.rows.iter().filter(|row| row.nodes.iter().all(Option::is_some)).collect();
        write!(f, "{:<wide$} {:>5} {:>6}", "all", "", "")?;
        for n in 0..COMBINATIONS {
            let sum = |n: usize| whole.iter().filter_map(|row| row.nodes[n]).sum::<u64>() as f64;
            write!(f, " {:>7.1} %", 100.0 * sum(n) / sum(0).max(1.0))?;
        }
        writeln!(f)
    }
}
