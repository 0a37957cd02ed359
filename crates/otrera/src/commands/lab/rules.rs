//! `otrera lab rules`: figure 13 of Song and Müller, what positions of a game cost: alpha-beta against
//! proof number search, and this without each of its rules.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use otrera_board::{Bits, Position};
use otrera_solver::{Engine, Limits, Rules, Settings, Solver};
use serde::{Deserialize, Serialize};

use super::rows_of_file;
use crate::draw::chart::{Chart, Line, Panel, Series};
use crate::input::{first_game, records_of_file};
use crate::limits;
use crate::output::{print_json, print_text};
use crate::progress;
use crate::save::save;
use crate::width::Table;
use crate::words::counted;

#[derive(Args, Debug)]
pub struct RulesArgs {
    /// A game on a board of up to 64 squares
    pub game: PathBuf,
    /// Give up on a position after this long, and on all positions before it in the game
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = limits::parse_time)]
    pub limit: Duration,
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

/// Expansions to solve a position in each way; none if that took too long, or would have.
#[derive(Serialize, Deserialize)]
struct Row {
    moves: usize,
    empty: u32,
    winner: Option<char>,
    /// The names of the ways: there may be more in another release.
    ways: Vec<String>,
    nodes: Vec<Option<u64>>,
    #[serde(default)]
    seconds: Vec<Option<f64>>,
}

/// A way to solve.
struct Way {
    name: String,
    engine: Engine,
    rules: Rules,
    /// Whether it has given up on an easier position.
    beaten: bool,
}

pub fn run(args: &RulesArgs) -> anyhow::Result<()> {
    let rows: Vec<Row> = match &args.rows {
        Some(path) => rows_of_file(path)?,
        None => measure(args)?,
    };
    let ways = &rows[0].ways;
    if rows.iter().any(|row| row.ways != *ways || row.nodes.len() != ways.len()) {
        bail!("--rows: expected the same ways in every row, and a number of nodes for each");
    }
    if let Some(path) = &args.svg {
        save(path, chart(&rows, &args.game).svg().as_bytes())?;
    }
    match args.json {
        true => rows.iter().try_for_each(print_json),
        false => print_text(&report(&rows)),
    }
}

fn measure(args: &RulesArgs) -> anyhow::Result<Vec<Row>> {
    let mut ways = ways();
    let names: Vec<String> = ways.iter().map(|way| way.name.clone()).collect();
    let records = records_of_file(&args.game)?;
    let record = first_game(&records);
    let mut position: Position<u64> = record.start().narrow().expect("small boards only");
    let mut positions = vec![position];
    for mv in record.main_moves() {
        position.make(mv);
        positions.push(position);
    }
    let bar = progress::bar((positions.len() * ways.len()) as u64, "{msg}");
    let mut rows = Vec::new();
    for (moves, position) in positions.iter().enumerate().rev() {
        let mut row = Row {
            moves,
            empty: position.empty().count(),
            winner: None,
            ways: names.clone(),
            nodes: Vec::new(),
            seconds: Vec::new(),
        };
        for way in &mut ways {
            bar.inc(1);
            bar.set_message(format!("{}, {}", counted(moves as u64, "move"), way.name));
            let found = match way.beaten {
                true => None,
                false => cost(way, position, args.limit)?,
            };
            way.beaten |= found.is_none();
            if let Some((winner, ..)) = found {
                anyhow::ensure!(
                    row.winner.is_none_or(|other| other == winner),
                    "{position}: {} says that {winner} wins, another way says not",
                    way.name
                );
                row.winner = Some(winner);
            }
            row.nodes.push(found.map(|it| it.1));
            row.seconds.push(found.map(|it| it.2));
        }
        let all_beaten = ways.iter().all(|way| way.beaten);
        rows.push(row);
        if all_beaten {
            break;
        }
    }
    bar.finish_and_clear();
    Ok(rows)
}

fn ways() -> Vec<Way> {
    let way =
        |name: &str, engine, rules| Way { name: name.to_owned(), engine, rules, beaten: false };
    let mut ways = vec![
        way("alpha-beta", Engine::AlphaBeta, Rules::default()),
        way("df-pn", Engine::Dfpn, Rules::default()),
    ];
    for name in Rules::names() {
        let rules = Rules::without(name).expect("a rule of this name");
        ways.push(way(&format!("no {name}"), Engine::Dfpn, rules));
    }
    ways
}

/// Winner, expansions and seconds, if they are found in time.
fn cost(
    way: &Way,
    position: &Position<u64>,
    limit: Duration,
) -> anyhow::Result<Option<(char, u64, f64)>> {
    let mut solver: Solver<u64> = Solver::new(Settings {
        memory: 512 << 20,
        engine: way.engine,
        rules: way.rules,
        ..Settings::default()
    })?;
    let began = Instant::now();
    let limits = Limits { deadline: began.checked_add(limit), ..Limits::default() };
    let winner = solver.winner(position, limits).ok();
    let seconds = began.elapsed().as_secs_f64();
    Ok(winner.map(|winner| (winner.letter(), solver.effort().expansions, seconds)))
}

/// The way that all others are compared with.
const BASELINE: &str = "df-pn";

fn chart(rows: &[Row], game: &Path) -> Chart {
    let ways = &rows[0].ways;
    let baseline = ways.iter().position(|name| name == BASELINE).unwrap_or(0);
    let series = |n: usize, name: &str, line| Series {
        name: name.to_owned(),
        points: rows
            .iter()
            .filter_map(|row| Some((f64::from(row.empty), row.nodes[n]? as f64 + 1.0)))
            .collect(),
        line,
    };
    let others = (0..ways.len()).filter(|&n| n != baseline);
    let panels = others.map(|n| Panel {
        title: ways[n].clone(),
        subtitle: meaning(&ways[n]).to_owned(),
        remark: comparison(rows, n, baseline),
        series: vec![
            series(baseline, "df-pn with all rules", Line::Baseline),
            series(n, "the way in the title", Line::Plain),
        ],
    });
    Chart {
        title: format!(
            "Nodes to solve the positions of game {}",
            game.file_stem().unwrap_or_default().to_string_lossy()
        ),
        notes: vec![
            "Alpha-beta, and df-pn with one rule switched off. A line ends where a position takes too long."
                .to_owned(),
            "Beside a title: how many times the nodes of df-pn with all rules; or how many positions, solved by it, stay open"
                .to_owned(),
        ],
        x: "empty squares".to_owned(),
        y: "nodes expanded, plus one".to_owned(),
        logarithmic: true,
        panels: panels.collect(),
    }
}

/// What is different in a way, in a few words.
fn meaning(way: &str) -> &'static str {
    match way {
        "alpha-beta" => "another engine",
        "no safe moves" => "the enemy takes all he can",
        "no blockers" => "areas are not partitioned",
        "no plodding" => "territories are not filled",
        "no first move" => "moving first gains nothing",
        "no integers" => "whole moves stay on board",
        "no cancelling" => "G and −G are both kept",
        "no area cache" => "no search of areas alone",
        "no exact sums" => "nor of sums of them",
        "no ladder" => "no dearer bounds at first",
        "no model" => "all first costs are equal",
        _ => "",
    }
}

/// How many times as many nodes a way takes, or how many positions it leaves open that the baseline solves.
fn comparison(rows: &[Row], way: usize, baseline: usize) -> String {
    let solved = rows.iter().filter_map(|row| Some((row.nodes[way], row.nodes[baseline]?)));
    let solved: Vec<(Option<u64>, u64)> = solved.collect();
    let open = solved.iter().filter(|(own, _)| own.is_none()).count();
    let own: u64 = solved.iter().filter_map(|(own, _)| *own).sum();
    let all: u64 = solved.iter().map(|(_, all)| all).sum();
    match (open, all) {
        (0, 0) => String::new(),
        (0, _) => format!("×{:.2}", own as f64 / all as f64),
        _ => format!("{open} open"),
    }
}

fn report(rows: &[Row]) -> Table {
    let names = rows[0].ways.iter().map(|name| name.replace(' ', "\n"));
    let keys = ["moves", "empty", "winner"].map(str::to_owned);
    let mut table = Table::new(keys.len(), keys.into_iter().chain(names));
    for row in rows {
        let nodes = row.nodes.iter().map(|nodes| nodes.map_or("-".to_owned(), |n| n.to_string()));
        let winner = row.winner.map_or("-".to_owned(), String::from);
        let keys = [row.moves.to_string(), row.empty.to_string(), winner];
        table.row(keys.into_iter().chain(nodes));
    }
    table
}
