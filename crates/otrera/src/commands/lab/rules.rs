//! `otrera lab rules`: figure 13 of Song and Müller, what positions of a game cost: alpha-beta against
//! proof number search, and this without each of its rules.

use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use otrera_board::{Bits, Position};
use otrera_solver::{Engine, Limits, Rules, Settings, Solver};
use serde::Serialize;

use crate::draw::plot::{Plot, Series};
use crate::input::{first_game, records_of_file};
use crate::limits;
use crate::output::{print_json, print_text};
use crate::progress;
use crate::save::save;

#[derive(Args, Debug)]
pub struct RulesArgs {
    /// A game on a board of up to 64 squares
    pub game: PathBuf,
    /// Give up on a position after this long, and on all positions before it in the game
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = limits::parse_time)]
    pub limit: Duration,
    /// Print JSON, one object per position
    #[arg(long)]
    pub json: bool,
    /// Write an SVG plot to this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// Expansions to solve a position in each way; none if that took too long, or would have.
#[derive(Serialize)]
struct Row {
    moves: usize,
    empty: u32,
    winner: Option<char>,
    nodes: Vec<Option<u64>>,
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
    let records = records_of_file(&args.game)?;
    let record = first_game(&records);
    let mut position: Position<u64> = record.start().narrow().expect("small boards only");
    let mut positions = vec![position];
    for mv in record.main_moves() {
        position.make(mv);
        positions.push(position);
    }
    let mut ways = ways();
    let bar = progress::bar((positions.len() * ways.len()) as u64, "{msg}");
    let mut rows = Vec::new();
    for (moves, position) in positions.iter().enumerate().rev() {
        let mut row = Row {
            moves,
            empty: position.empty().count(),
            winner: None,
            nodes: Vec::new(),
            seconds: Vec::new(),
        };
        for way in &mut ways {
            bar.inc(1);
            bar.set_message(format!("{moves} moves, {}", way.name));
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
    if let Some(path) = &args.svg {
        save(path, plot(&ways, &rows, &args.game.display().to_string()).svg().as_bytes())?;
    }
    match args.json {
        true => rows.iter().try_for_each(print_json),
        false => print_text(&Report { ways, rows }),
    }
}

fn ways() -> Vec<Way> {
    let way =
        |name: &str, engine, rules| Way { name: name.to_owned(), engine, rules, beaten: false };
    let mut ways = vec![
        way("ab", Engine::AlphaBeta, Rules::default()),
        way("dfpn", Engine::Dfpn, Rules::default()),
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

fn plot(ways: &[Way], rows: &[Row], game: &str) -> Plot {
    let series = ways.iter().enumerate().map(|(n, way)| Series {
        name: way.name.clone(),
        points: rows
            .iter()
            .filter_map(|row| Some((f64::from(row.empty), row.nodes[n]? as f64 + 1.0)))
            .collect(),
        dashed: false,
    });
    let file = std::path::Path::new(game).file_stem().unwrap_or_default().to_string_lossy();
    Plot {
        title: format!("Expansions to solve the positions of {file}"),
        x: "empty squares".to_owned(),
        y: "expansions + 1".to_owned(),
        logarithmic: true,
        series: series.collect(),
    }
}

struct Report {
    ways: Vec<Way>,
    rows: Vec<Row>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "moves empty winner")?;
        for way in &self.ways {
            write!(f, " {:>13}", way.name)?;
        }
        writeln!(f)?;
        for row in &self.rows {
            let winner = row.winner.map_or("-".to_owned(), String::from);
            write!(f, "{:>5} {:>5} {winner:>6}", row.moves, row.empty)?;
            for nodes in &row.nodes {
                let text = nodes.map_or("-".to_owned(), |nodes| nodes.to_string());
                write!(f, " {text:>13}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
