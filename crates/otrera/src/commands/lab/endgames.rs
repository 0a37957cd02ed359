//! `otrera lab endgames`: exact play of endgames against plain search, against every opponent, and against the solver.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Args;
use fastrand::Rng;
use otrera_area::random;
use otrera_board::Size;
use otrera_player::check::{Duels, Endgames, Source, Tally};
use otrera_player::{Allowance, BoardPlayer, Endgame, Settings};

use crate::interrupt;
use crate::limits;
use crate::output::{AnswerIsNo, print_text};
use crate::progress;
use crate::tables::{self, Stock, TablesArgs};
use crate::words::counted;

#[derive(Args, Debug)]
pub struct EndgamesArgs {
    /// Check the margins of N positions, a third each of games, blobs and sums of areas
    #[arg(long, value_name = "N", default_value_t = 3000)]
    pub positions: u64,
    /// Play N sums of areas on boards up to 10x10 for the best margin
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub sums: u64,
    /// Play N positions that the solver has won against the solver
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub wins: u64,
    /// Nodes per move of the player, if it has no --time
    #[arg(long, value_name = "N", default_value_t = 400_000)]
    pub nodes: u64,
    /// Time per move of the player [default: as many nodes as --nodes says, however long they take]
    #[arg(long, value_name = "TIME", value_parser = limits::parse_time)]
    pub time: Option<Duration>,
    /// Expansions within which the solver must have found the win
    #[arg(long, value_name = "N", default_value_t = 5000)]
    pub expansions: u64,
    /// Random seed [default: the current time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub tables: TablesArgs,
}

/// Plain search is good for so many empty squares.
const MOST_EMPTY: u32 = 8;
const MOST_EMPTY_IN_SUMS: u32 = 10;

pub fn run(args: &EndgamesArgs) -> anyhow::Result<()> {
    interrupt::listen();
    let seed = args.seed.unwrap_or_else(|| {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs())
    });
    let began = Instant::now();
    match check(args, seed) {
        Ok(text) => {
            let seconds = began.elapsed().as_secs();
            print_text(&format!("{text}Seed {seed}, {}.\n", counted(seconds, "second")))?;
            Ok(interrupt::check()?)
        }
        Err(Spoilt::Wrong(wrong)) => {
            print_text(&format!("{wrong}\nSeed {seed}.\n"))?;
            Err(AnswerIsNo.into())
        }
        Err(Spoilt::Failed(error)) => Err(error),
    }
}

enum Spoilt {
    /// Something is wrong with the play.
    Wrong(String),
    Failed(anyhow::Error),
}

fn check(args: &EndgamesArgs, seed: u64) -> Result<String, Spoilt> {
    let tables = match tables::stock(&args.tables).map_err(Spoilt::Failed)? {
        Stock::Here(tables) => Some(tables),
        Stock::Missing(_) | Stock::None => None,
    };
    let wrong = |error: &dyn std::fmt::Display| Spoilt::Wrong(error.to_string());
    let mut endgames = Endgames::new(seed);
    let mut endgame = Endgame::new(tables.clone());
    let mut tally = Tally::default();
    let bar = progress::bar(args.positions + args.sums + args.wins, "{pos}/{len}");
    for n in 0..args.positions {
        if interrupt::is_interrupted() {
            break;
        }
        let source = Source::SMALL[n as usize % Source::SMALL.len()];
        let position = endgames.next(source, MOST_EMPTY);
        tally.check(&mut endgame, &position).map_err(|error| wrong(&error))?;
        bar.inc(1);
    }
    let mut settings = Settings::default();
    settings.tables = tables;
    let allowance = match args.time {
        Some(time) => Allowance::per_move(time),
        None => Allowance { nodes: Some(args.nodes), ..Allowance::default() },
    };
    let mut duels = Duels::new(seed, BoardPlayer::new(settings), allowance);
    let mut sums = 0;
    while sums < args.sums && !interrupt::is_interrupted() {
        let position = endgames.next(Source::Sums, MOST_EMPTY_IN_SUMS);
        let played = duels.margin(&position).map_err(|error| wrong(&error))?.is_some();
        sums += u64::from(played);
        bar.inc(played.into());
    }
    let mut rng = Rng::with_seed(seed);
    let mut wins = 0;
    while wins < args.wins && !interrupt::is_interrupted() {
        let (width, moves) = [(6, 10..18), (7, 18..28), (8, 26..40)][rng.usize(0..3)].clone();
        let size = Size::new(width, width).expect("a small board");
        let position = random::playout(&mut rng, size, moves);
        let won = duels.win(&position, args.expansions).map_err(|error| wrong(&error))?;
        wins += u64::from(won);
        bar.inc(won.into());
    }
    bar.finish_and_clear();
    let Tally { right, glances, skipped, .. } = tally;
    let mut told = String::new();
    if args.positions > 0 {
        told += &format!(
            "{}: each margin and each move of the line as plain search says; {glances} without any search; {skipped} too large for plain search.\n",
            counted(right, "position"),
        );
    }
    if args.sums > 0 {
        told += &format!(
            "{sums} sums of areas on boards up to 10x10: the best margin reached by both colours, against the best play and against any.\n"
        );
    }
    if args.wins > 0 {
        told += &format!("{} against the solver: all won.\n", counted(wins, "position"));
    }
    Ok(told)
}
