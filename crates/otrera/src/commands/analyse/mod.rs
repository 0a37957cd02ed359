//! `otrera analyse`: a game move by move, exact from as early as time allows.

mod annotated;
mod answer;
mod exact;
mod game;
mod losses;
mod opinions;
mod plot;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use otrera_area::tables::Tables;

use self::answer::{Answer, Course};
use self::game::Game;
use crate::cli::{POSITIONS, PositionArgs};
use crate::input::answer_each;
use crate::interrupt::{self, INTERRUPT};
use crate::limits;
use crate::progress;
use crate::save::save;
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
    let tables = match tables::stock(&args.tables)? {
        Stock::Here(tables) => Some(tables),
        Stock::Missing(_) | Stock::None => None,
    };
    answer_each(&args.input, |subject| {
        interrupt::check()?;
        let game = Game::new(&subject.record)?;
        let answer = analyse(&game, args.limit, tables.as_ref());
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

/// Looks back from the end for what is certain, and at the same time asks what a player thinks of each move.
fn analyse(game: &Game, time: Duration, tables: Option<&Arc<Tables>>) -> Answer {
    let began = Instant::now();
    let deadline = began + time;
    let bar = progress::bar(game.plies.len() as u64 + 1, "{pos}/{len} positions · {msg}");
    let asked = AtomicUsize::new(0);
    let all_known = AtomicBool::new(false);
    let exact = Mutex::new("nothing exact yet".to_owned());
    let show = || {
        bar.set_position(asked.load(Ordering::Relaxed) as u64);
        bar.set_message(exact.lock().map(|it| it.clone()).unwrap_or_default());
    };
    let (mut verdicts, thoughts) = std::thread::scope(|scope| {
        let thinking = scope.spawn(|| {
            opinions::ask(game, time, &INTERRUPT, &all_known, |place| {
                asked.store(place + 1, Ordering::Relaxed);
                show();
            })
        });
        let verdicts = exact::look_back(game, tables.cloned(), deadline, &INTERRUPT, |verdicts| {
            if let (Some(from), Ok(mut exact)) = (verdicts.exact_from(), exact.lock()) {
                *exact = format!("exact from move {from} on");
            }
            show();
        });
        all_known.store(true, Ordering::Relaxed);
        let thoughts = thinking.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (verdicts, thoughts)
    });
    bar.finish_and_clear();
    verdicts.complete(game, |place| thoughts[place]?.proved);
    let course = Course { interrupted: interrupt::is_interrupted(), time: began.elapsed() };
    Answer::new(game, &verdicts, &thoughts, &course)
}
