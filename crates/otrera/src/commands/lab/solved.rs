//! `otrera lab solved`: tables II and III of Song and Müller, how many positions of games are solved by
//! move number.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use otrera_area::tables::Tables;
use otrera_board::{Position, Record, Size};
use otrera_solver::{Limits, Rules, Settings, Solver};
use serde::{Deserialize, Serialize};

use super::rows_of_file;
use crate::draw::chart::{Chart, Line, Panel, Series};
use crate::input::records_of_file;
use crate::limits;
use crate::output::{print_json, print_text};
use crate::progress;
use crate::save::save;
use crate::tables::{self, TablesFolder};
use crate::threads;
use crate::width::Table;
use crate::words::times;

#[derive(Args, Debug)]
pub struct SolvedArgs {
    /// A file of games on boards of up to 64 squares
    pub games: PathBuf,
    /// Search each position for this long; 0s for no search
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = limits::parse_time)]
    pub search: Duration,
    #[command(flatten)]
    pub folder: TablesFolder,
    /// Take the rows from this file, as --json prints them, instead of measuring
    #[arg(long, value_name = "FILE")]
    pub rows: Option<PathBuf>,
    /// Print JSON, one object per move number
    #[arg(long)]
    pub json: bool,
    /// Write an SVG chart to this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// Their columns by move number: static without tables, static with tables, 500 s of search, games.
type Published = (u32, [Option<u32>; 4]);

/// Table II, 6×5.
const TABLE_2: [Published; 18] = [
    (22, [Some(74), Some(74), Some(74), Some(74)]),
    (21, [Some(88), Some(88), Some(88), Some(88)]),
    (20, [Some(82), Some(94), Some(98), Some(98)]),
    (19, [Some(84), Some(95), Some(100), Some(100)]),
    (18, [Some(38), Some(84), Some(100), Some(100)]),
    (17, [Some(56), Some(76), Some(100), Some(100)]),
    (16, [Some(21), Some(49), Some(100), Some(100)]),
    (15, [Some(31), Some(53), Some(100), Some(100)]),
    (14, [Some(13), Some(28), Some(100), Some(100)]),
    (13, [Some(13), Some(26), Some(100), Some(100)]),
    (12, [Some(10), Some(22), Some(100), Some(100)]),
    (11, [Some(9), Some(11), Some(100), Some(100)]),
    (10, [Some(0), Some(4), Some(100), Some(100)]),
    (9, [Some(1), Some(1), Some(100), Some(100)]),
    (8, [Some(0), Some(1), Some(96), Some(100)]),
    (7, [Some(0), Some(0), Some(91), Some(100)]),
    (6, [Some(0), Some(0), Some(53), Some(100)]),
    (5, [Some(0), Some(0), Some(36), Some(100)]),
];

/// Table III, 6×6. The static columns of its last rows cannot be read in the text at hand.
const TABLE_3: [Published; 23] = [
    (28, [Some(24), Some(24), Some(24), Some(24)]),
    (27, [Some(61), Some(61), Some(61), Some(61)]),
    (26, [Some(74), Some(75), Some(76), Some(76)]),
    (25, [Some(92), Some(94), Some(94), Some(94)]),
    (24, [Some(98), Some(99), Some(99), Some(99)]),
    (23, [Some(93), Some(99), Some(100), Some(100)]),
    (22, [Some(94), Some(96), Some(100), Some(100)]),
    (21, [Some(75), Some(90), Some(100), Some(100)]),
    (20, [Some(73), Some(84), Some(100), Some(100)]),
    (19, [Some(65), Some(79), Some(100), Some(100)]),
    (18, [Some(55), Some(72), Some(100), Some(100)]),
    (17, [Some(37), Some(55), Some(100), Some(100)]),
    (16, [Some(28), Some(40), Some(100), Some(100)]),
    (15, [Some(13), Some(25), Some(100), Some(100)]),
    (14, [Some(5), Some(20), Some(100), Some(100)]),
    (13, [Some(1), Some(8), Some(100), Some(100)]),
    (12, [Some(0), Some(12), Some(100), Some(100)]),
    (11, [Some(0), Some(0), Some(99), Some(100)]),
    (10, [Some(0), Some(10), Some(96), Some(100)]),
    (9, [None, None, Some(83), Some(100)]),
    (8, [None, None, Some(72), Some(100)]),
    (7, [None, None, Some(24), Some(100)]),
    (6, [None, None, Some(16), Some(100)]),
];

/// What was found at a move number.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Row {
    moves: u32,
    /// Games that last so long, and how many of these positions are solved.
    games: u32,
    by_bounds: u32,
    /// With endgame tables.
    by_tables: u32,
    /// By a search with them; none if there was none.
    by_search: Option<u32>,
    /// The paper's static evaluation without and with tables, its search, and its games.
    paper: Option<[Option<u32>; 4]>,
}

pub fn run(args: &SolvedArgs) -> anyhow::Result<()> {
    let records = records_of_file(&args.games)?;
    let size = records[0].start().size();
    let rows = match &args.rows {
        Some(path) => rows_of_file(path)?,
        None => measure_all(&records, args)?,
    };
    if let Some(path) = &args.svg {
        save(path, chart(&rows, size).svg().as_bytes())?;
    }
    match args.json {
        true => rows.iter().try_for_each(print_json),
        false => print_text(&Report { rows, seconds: args.search.as_secs() }),
    }
}

fn measure_all(records: &[Record], args: &SolvedArgs) -> anyhow::Result<Vec<Row>> {
    let size = records[0].start().size();
    let published: &[Published] = match (size.width(), size.height()) {
        (6, 5) => &TABLE_2,
        (6, 6) => &TABLE_3,
        _ => &[],
    };
    let tables = Arc::new(tables::open(&tables::folder(&args.folder)?)?);
    let rows = Mutex::new(BTreeMap::<u32, Row>::new());
    let next = AtomicUsize::new(0);
    let bar = progress::bar(records.len() as u64, "{pos}/{len} games");
    let threads = threads::or_all_cores(None);
    threads::side_by_side(threads, || {
        while let Some(record) = records.get(next.fetch_add(1, Ordering::Relaxed)) {
            measure(record, args, &tables, &rows)?;
            bar.inc(1);
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    let rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
    let with_paper = |row: Row| {
        let paper = published.iter().find(|it| it.0 == row.moves).map(|it| it.1);
        Row { paper, ..row }
    };
    Ok(rows.into_values().rev().map(with_paper).collect())
}

/// Solves the positions of a game from its end on, until one is not solved: earlier ones would
/// hardly be.
fn measure(
    record: &Record,
    args: &SolvedArgs,
    tables: &Arc<Tables>,
    rows: &Mutex<BTreeMap<u32, Row>>,
) -> anyhow::Result<()> {
    let mut position: Position<u64> = record.start().narrow().expect("small boards only");
    let mut positions = vec![position];
    for mv in record.main_moves() {
        position.make(mv);
        positions.push(position);
    }
    let rules = Rules { area_cache: false, ..Rules::default() };
    let settings = Settings { memory: 1 << 16, rules, ..Settings::default() };
    let mut bounds: Solver<u64> = Solver::new(settings.clone())?;
    let tables = Some(tables.clone());
    let mut known: Solver<u64> = Solver::new(Settings { tables: tables.clone(), ..settings })?;
    let mut solver: Solver<u64> =
        Solver::new(Settings { memory: 512 << 20, tables, ..Settings::default() })?;
    let searches = !args.search.is_zero();
    let mut searched = searches;
    for (moves, position) in positions.iter().enumerate().rev() {
        let by_bounds = bounds.static_winner(position).is_some();
        let by_tables = known.static_winner(position).is_some();
        if searched {
            let deadline = Instant::now().checked_add(args.search);
            let limits = Limits { deadline, ..Limits::default() };
            searched = solver.winner(position, limits).is_ok();
        }
        let mut rows = rows.lock().unwrap_or_else(PoisonError::into_inner);
        let row = rows.entry(moves as u32).or_default();
        row.moves = moves as u32;
        row.games += 1;
        row.by_bounds += u32::from(by_bounds);
        row.by_tables += u32::from(by_tables);
        if searches {
            *row.by_search.get_or_insert(0) += u32::from(searched);
        }
    }
    Ok(())
}

/// Positions of fewer games than this say little.
const FEWEST_GAMES: u32 = 20;

fn chart(rows: &[Row], size: Size) -> Chart {
    let share = |row: &Row, solved: u32, games: u32| {
        (f64::from(row.moves), 100.0 * f64::from(solved) / f64::from(games.max(1)))
    };
    let panel = |title: &str, of: fn(&Row) -> Option<u32>, column: usize| {
        let ours = rows.iter().filter(|row| row.games >= FEWEST_GAMES);
        let theirs = rows.iter().filter_map(|row| {
            let paper = row.paper?;
            Some(share(row, paper[column]?, paper[3]?))
        });
        let series = |name: &str, points: Vec<(f64, f64)>, line| Series {
            name: name.to_owned(),
            points,
            line,
        };
        Panel {
            title: title.to_owned(),
            series: vec![
                series(
                    "our games and solver",
                    ours.filter_map(|row| Some(share(row, of(row)?, row.games))).collect(),
                    Line::Plain,
                ),
                series("the paper's", theirs.collect(), Line::Dashed),
            ],
            ..Panel::default()
        }
    };
    let panels = [
        panel("by bounds, no tables", |row| Some(row.by_bounds), 0),
        panel("by bounds with tables", |row| Some(row.by_tables), 1),
        panel("by search", |row| row.by_search, 2),
    ];
    let has_points = |panel: &Panel| panel.series.iter().any(|series| !series.points.is_empty());
    Chart {
        title: format!("Positions of {} games that are solved", times(size)),
        notes: vec![
            "The paper's games are others, and its searches take 500 s: compare the shape."
                .to_owned(),
        ],
        x: "moves played".to_owned(),
        y: "per cent".to_owned(),
        logarithmic: false,
        panels: panels.into_iter().filter(has_points).collect(),
    }
}

struct Report {
    rows: Vec<Row>,
    seconds: u64,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let search = match self.rows.iter().any(|row| row.by_search.is_some()) {
            true => format!("ours:\n{} s", self.seconds),
            false => "ours:\nsearch".to_owned(),
        };
        let heads = ["moves", "games", "ours: no\ntables", "ours:\ntables"].map(str::to_owned);
        let paper = ["no\ntables", "tables", "500 s", "games"].map(|it| format!("paper:\n{it}"));
        let paper = paper.map(|head| head.replace("paper:\nno\n", "paper: no\n"));
        let mut table = Table::new(1, heads.into_iter().chain([search]).chain(paper));
        let cell = |value: Option<u32>| value.map_or("-".to_owned(), |n| n.to_string());
        for row in &self.rows {
            let ours = [row.moves, row.games, row.by_bounds, row.by_tables].map(Some);
            let ours = ours.into_iter().chain([row.by_search]).map(cell);
            table.row(ours.chain(row.paper.into_iter().flatten().map(cell)));
        }
        write!(f, "{table}")
    }
}
