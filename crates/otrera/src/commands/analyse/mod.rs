//! `otrera analyse`: a game move by move, exact from as early as time allows.

mod annotated;
mod answer;
mod exact;
mod game;
mod losses;
mod opinions;
mod plot;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use otrera_player::{Endgame, Settings};

pub use self::answer::Answer;
use self::answer::Course;
pub use self::game::Game;
use crate::cli::{POSITIONS, PositionArgs};
use crate::input::answer_each;
use crate::interrupt::{self, INTERRUPT};
use crate::limits;
use crate::player_options::strongest;
use crate::progress;
use crate::save::{can_save, save};
use crate::tables::{self, Stock, TablesArgs};

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct AnalyseArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Take this long for a game: 10s, 5m, 1h
    #[arg(long, value_name = "TIME", default_value = "40s", value_parser = limits::parse_time)]
    pub limit: Duration,
    /// Write the game with what was found as comments, marks and variations to this file
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub sgf: Option<PathBuf>,
    /// Write a chart of who was ahead to this file
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub svg: Option<PathBuf>,
    #[command(flatten)]
    pub tables: TablesArgs,
}

pub fn run(args: &AnalyseArgs) -> anyhow::Result<()> {
    interrupt::listen();
    let files = [("--sgf", &args.sgf), ("--svg", &args.svg)];
    if args.sgf.is_some() && args.sgf == args.svg {
        bail!("--sgf and --svg name the same file; name two");
    }
    for (option, file) in files {
        if let Some(file) = file {
            can_save(file).context(option)?;
        }
    }
    let tables = match tables::stock(&args.tables)? {
        Stock::Here(tables) => Some(tables),
        Stock::Missing(_) | Stock::None => None,
    };
    answer_each(&args.input, |subject| {
        interrupt::check()?;
        let game = Game::new(&subject.record)?;
        let bar = progress::bar(game.plies.len() as u64 + 1, "{pos}/{len} positions · {msg}");
        let resources = Resources {
            time: args.limit,
            settings: strongest(),
            endgame: Endgame::new(tables.clone()),
            stop: &INTERRUPT,
        };
        let answer = analyse(&game, resources, &|asked, exact_from| {
            bar.set_position(asked as u64);
            bar.set_message(match exact_from {
                Some(from) => format!("exact from move {from} on"),
                None => "nothing exact yet".to_owned(),
            });
        });
        bar.finish_and_clear();
        if let Some(path) = &args.sgf {
            save(path, annotated::sgf(&subject.record, &game, &answer)?.as_bytes())?;
        }
        if let Some(path) = &args.svg {
            save(path, plot::svg(&answer).as_bytes())?;
        }
        Ok(answer)
    })?;
    Ok(interrupt::check()?)
}

/// What an analysis may use.
pub struct Resources<'a> {
    pub time: Duration,
    /// How the player plays who is asked.
    pub settings: Settings,
    pub endgame: Endgame,
    pub stop: &'a AtomicBool,
}

/// Looks back from the end for what is certain, and at the same time asks what a player thinks of each move. Shows how many positions
/// he was asked about, and from which one on all is exact.
pub fn analyse(
    game: &Game,
    resources: Resources<'_>,
    show: &(dyn Fn(usize, Option<usize>) + Sync),
) -> Answer {
    let Resources { time, settings, endgame, stop } = resources;
    let began = Instant::now();
    let deadline = began + time;
    let asked = AtomicUsize::new(0);
    let all_known = AtomicBool::new(false);
    let exact = Mutex::new(None);
    let show = || {
        let exact = *exact.lock().unwrap_or_else(PoisonError::into_inner);
        show(asked.load(Ordering::Relaxed), exact);
    };
    let (mut verdicts, thoughts) = std::thread::scope(|scope| {
        let thinking = scope.spawn(|| {
            opinions::ask(game, settings, time, stop, &all_known, |place| {
                asked.store(place + 1, Ordering::Relaxed);
                show();
            })
        });
        let verdicts = exact::look_back(game, endgame, deadline, stop, |verdicts| {
            *exact.lock().unwrap_or_else(PoisonError::into_inner) = verdicts.exact_from();
            show();
        });
        all_known.store(true, Ordering::Relaxed);
        let thoughts = thinking.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (verdicts, thoughts)
    });
    verdicts.complete(game, |place| thoughts[place]?.proved);
    let course = Course { interrupted: stop.load(Ordering::Relaxed), time: began.elapsed() };
    Answer::new(game, &verdicts, &thoughts, &course)
}
