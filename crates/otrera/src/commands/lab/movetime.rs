//! `otrera lab movetime`: how exactly an engine keeps to the time of a move.

use std::fmt;
use std::time::Duration;

use anyhow::{anyhow, bail};
use clap::Args;
use serde::Serialize;

use crate::commands::matches::{Board, Count, Engine, Entrant, Fault, Openings, Pace};
use crate::input::position_of_text;
use crate::interrupt;
use crate::limits;
use crate::output::{AnswerIsNo, print_json, print_text};
use crate::progress;

#[derive(Args, Debug)]
#[command(
    after_help = "An ENGINE is written as for `otrera match`.\nThe exit code is 1 if one search in a hundred is late by more than --most."
)]
pub struct MovetimeArgs {
    /// The engine
    #[arg(default_value = "otrera")]
    pub engine: String,
    /// Time per move
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = limits::parse_time)]
    pub time: Duration,
    /// Ask for N moves
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub searches: u64,
    /// The board
    #[arg(long, value_name = "POSITION", default_value = "10x10")]
    pub board: String,
    /// How late one search in a hundred may be
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = limits::parse_time)]
    pub most: Duration,
    /// Random seed of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Positions are up to so many random moves old, one after the other.
const OLDEST: u64 = 60;

/// An engine that is later than this hangs.
const PATIENCE: Duration = Duration::from_secs(60);

pub fn run(args: &MovetimeArgs) -> anyhow::Result<()> {
    let entrant = Entrant::read(&args.engine)?;
    let start = position_of_text(&args.board)?;
    if start.is_over() {
        bail!("--board: the game is over; expected a position with a move");
    }
    let begin =
        || Engine::begin(&entrant).map_err(|why| anyhow!("engine `{}`: {why}", entrant.name));
    let mut engine = begin()?;
    interrupt::listen();
    let bar = progress::bar(args.searches, "{pos}/{len} searches");
    let mut late: Vec<f64> = Vec::new();
    for number in 0..args.searches {
        interrupt::check()?;
        let plies = (number % OLDEST) as usize;
        let opening = Openings::Random { start, plies, seed: args.seed, judge: None }.get(number);
        let position = opening.position();
        let asked = engine.new_game(&opening.start).and_then(|()| {
            let clocks = [Duration::ZERO; 2];
            let (start, moves) = (&opening.start, &opening.moves[..]);
            let board = Board { start, moves, position, clocks, increments: clocks };
            engine.choose(&board, Pace::PerMove(args.time), Count::Wall, PATIENCE)
        });
        let spent = match asked {
            Ok(answer) => answer.spent.wall,
            Err(Fault::Late(spent)) => {
                engine = begin()?;
                spent.wall
            }
            Err(fault) => bail!("engine `{}`, search {}: {fault:?}", entrant.name, number + 1),
        };
        late.push(spent.as_secs_f64() - args.time.as_secs_f64());
        bar.inc(1);
    }
    bar.finish_and_clear();
    let answer = Answer::new(&entrant.name, args, late);
    match args.json {
        true => print_json(&answer)?,
        false => print_text(&answer)?,
    }
    if answer.percentile_99 > args.most.as_secs_f64() { Err(AnswerIsNo.into()) } else { Ok(()) }
}

/// How late answers were, in seconds; early ones are below zero.
#[derive(Serialize)]
struct Answer {
    engine: String,
    movetime: f64,
    searches: usize,
    earliest: f64,
    median: f64,
    percentile_99: f64,
    latest: f64,
}

impl Answer {
    fn new(engine: &str, args: &MovetimeArgs, mut late: Vec<f64>) -> Answer {
        late.sort_by(f64::total_cmp);
        // So many of a hundred are not later.
        let at = |percent: usize| late[(late.len() * percent).div_ceil(100).max(1) - 1];
        Answer {
            engine: engine.to_owned(),
            movetime: args.time.as_secs_f64(),
            searches: late.len(),
            earliest: late[0],
            median: at(50),
            percentile_99: at(99),
            latest: at(100),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |seconds: f64| format!("{:+.1} ms", 1000.0 * seconds);
        let time = 1000.0 * self.movetime;
        writeln!(
            f,
            "{}, {} searches of {time:.0} ms. Against that time they took",
            self.engine, self.searches
        )?;
        writeln!(f, "Earliest   {}", ms(self.earliest))?;
        writeln!(f, "Median     {}", ms(self.median))?;
        writeln!(f, "99 of 100  {} or less", ms(self.percentile_99))?;
        writeln!(f, "Latest     {}", ms(self.latest))
    }
}
