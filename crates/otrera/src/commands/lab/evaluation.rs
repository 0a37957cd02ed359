//! `otrera lab evaluation`: the last figure of An Evaluation Function for the Game of Amazons, t₁ against t + m over a game.

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use clap::Args;
use otrera_board::{Bits, Color, Move, Position};
use otrera_player::{
    Allowance, BoardPlayer, Evaluation, EvaluationKind, Full, Parameters, Settings, View,
};
use serde::Serialize;

use crate::draw::chart::{Chart, Line, Panel, Series};
use crate::output::{print_json, print_text};
use crate::progress;
use crate::save::{can_save, save};
use crate::width::Table;

#[derive(Args, Debug)]
pub struct EvaluationArgs {
    /// The board
    #[arg(long, value_name = "WxH", default_value = "10x10", value_parser = start)]
    pub board: Position,
    /// Look at N positions for a move
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub nodes: u64,
    /// Random seed of the first two moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print JSON, one object per move
    #[arg(long)]
    pub json: bool,
    /// Write an SVG chart to this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// Reads a board with a standard start.
pub(super) fn start(text: &str) -> Result<Position, String> {
    match text.parse::<Position>() {
        Ok(position) if Position::start(position.size()) == Some(position) => Ok(position),
        _ => Err(format!("found `{text}`; expected a board with a standard start, such as 10x10")),
    }
}

/// A position of the game, as White sees it.
#[derive(Serialize)]
struct Row {
    /// How many moves were made.
    moves: usize,
    /// The last of them.
    last: Option<String>,
    t1: f32,
    c1: f32,
    c2: f32,
    t2: f32,
    w: f32,
    m: f32,
    /// t + m.
    full: f32,
}

pub fn run(args: &EvaluationArgs) -> anyhow::Result<()> {
    if let Some(path) = &args.svg {
        can_save(path).context("--svg")?;
    }
    let rows = play(args);
    if let Some(path) = &args.svg {
        save(path, chart(&rows).svg().as_bytes())?;
    }
    match args.json {
        true => rows.iter().try_for_each(print_json),
        false => print_text(&Report(rows)),
    }
}

/// White with t + m against Black with t₁ alone, until no square can be reached by both.
fn play(args: &EvaluationArgs) -> Vec<Row> {
    let mut rng = fastrand::Rng::with_seed(args.seed);
    let full = Full::new(args.board.size(), Parameters::fitted());
    let mut players = [EvaluationKind::T1, EvaluationKind::Classical].map(|evaluation| {
        let mut settings = Settings::default();
        settings.evaluation = evaluation;
        BoardPlayer::new(settings)
    });
    let allowance = Allowance { nodes: Some(args.nodes), ..Allowance::default() };
    let mut position = args.board;
    let mut rows = Vec::new();
    let mut last = None;
    let bar = progress::bar(position.empty().count().into(), "{pos} moves");
    loop {
        let row = row(&full, &position, rows.len(), last);
        let over = row.w == 0.0;
        rows.push(row);
        bar.inc(1);
        let mv = match rows.len() {
            _ if over => None,
            1 | 2 => rng.choice(position.moves().collect::<Vec<Move>>()),
            _ => players[position.to_move() as usize]
                .think(&position, &allowance, &AtomicBool::new(false), &mut |_| ())
                .map(|decision| decision.mv),
        };
        let Some(mv) = mv else { break };
        last = Some(mv);
        position.make(mv);
    }
    bar.finish_and_clear();
    rows
}

fn row(full: &Full, position: &Position, moves: usize, last: Option<Move>) -> Row {
    let view = View::new(position);
    let features = full.features(&view);
    let [t1, c1, c2, t2] = full.parts(&features.terms);
    let sign = if position.to_move() == Color::White { 1.0 } else { -1.0 };
    Row {
        moves,
        last: last.map(|mv| mv.text(position.size())),
        t1: sign * t1,
        c1: sign * c1,
        c2: sign * c2,
        t2: sign * t2,
        w: features.terms.open,
        m: sign * full.mobility(&features),
        full: sign * full.estimate(&view).moves,
    }
}

fn chart(rows: &[Row]) -> Chart {
    let series = |name: &str, line, value: fn(&Row) -> f32| Series {
        name: name.to_owned(),
        points: rows.iter().map(|row| (row.moves as f64, f64::from(value(row)))).collect(),
        line,
    };
    Chart {
        title: "t₁ and t + m over a game".to_owned(),
        notes: vec![
            "White plays with t + m, Black with t₁ alone; positive is good for White".to_owned(),
        ],
        x: "moves".to_owned(),
        y: "moves ahead".to_owned(),
        logarithmic: false,
        panels: vec![Panel {
            series: vec![
                series("t + m", Line::Plain, |row| row.full),
                series("t₁", Line::Plain, |row| row.t1),
                series("m", Line::Dashed, |row| row.m),
            ],
            ..Panel::default()
        }],
    }
}

struct Report(Vec<Row>);

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(1, ["moves", "last", "t1", "c1", "c2", "t2", "w", "m", "t + m"]);
        for row in &self.0 {
            let number = |value: f32| format!("{value:.1}");
            table.row([
                row.moves.to_string(),
                row.last.clone().unwrap_or_default(),
                number(row.t1),
                number(row.c1),
                number(row.c2),
                number(row.t2),
                number(row.w),
                number(row.m),
                number(row.full),
            ]);
        }
        write!(f, "{table}")
    }
}
