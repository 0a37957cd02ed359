//! `otrera lab fit-evaluation`: makes the parameters of the evaluation anew.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, bail};
use clap::Args;
use otrera_board::Position;
use otrera_player::{Parameters, Practice, Sample, Settings, fit, loss};

use super::evaluation::start;
use crate::output::print_text;
use crate::progress;
use crate::read;
use crate::save::save;
use crate::threads;

#[derive(Args, Debug)]
pub struct FitEvaluationArgs {
    /// Write the parameters to this file
    pub output: PathBuf,
    /// Begin with the parameters of this file [default: plain guesses]
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// The board
    #[arg(long, value_name = "WxH", default_value = "10x10", value_parser = start)]
    pub board: Position,
    /// Play N rounds, each with the parameters fitted to all games before it
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=100))]
    pub rounds: u64,
    /// Play N games in each round
    #[arg(long, value_name = "N", default_value_t = 3_000, value_parser = clap::value_parser!(u64).range(10..=1_000_000))]
    pub games: u64,
    /// Look at N positions for a move
    #[arg(long, value_name = "N", default_value_t = 1_500)]
    pub nodes: u64,
    /// Random seed of the first game; each game has the next one
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub seed: u64,
    /// Play N games side by side [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    pub threads: Option<NonZeroUsize>,
}

/// One game in so many is not learned from, but judged by.
const HELD_OUT: usize = 10;

pub fn run(args: &FitEvaluationArgs) -> anyhow::Result<()> {
    let mut parameters = match &args.from {
        None => Parameters::guesses(),
        Some(path) => parameters_of_file(path)?,
    };
    let bar = progress::bar(args.rounds * args.games, "{pos}/{len} games");
    let [mut learned, mut judged] = [Vec::<Sample>::new(), Vec::new()];
    for round in 0..args.rounds {
        let games = play(args, round, &parameters, &|| bar.inc(1))?;
        for (game, samples) in games.into_iter().enumerate() {
            match game % HELD_OUT {
                0 => judged.extend(samples),
                _ => learned.extend(samples),
            }
        }
        if learned.is_empty() || judged.is_empty() {
            bail!("these games have no positions to learn from; use more --games");
        }
        let fitted = fit(&parameters, &learned);
        let told = format!(
            "Round {}: {} positions; mean loss on {} others {:.4}, before {:.4}\n",
            round + 1,
            learned.len(),
            judged.len(),
            loss(&fitted, &judged),
            loss(&parameters, &judged)
        );
        print_text(&told)?;
        parameters = fitted;
    }
    bar.finish_and_clear();
    let from = args.from.as_ref().map(|path| format!(" --from {}", path.display()));
    let text = format!(
        "# Parameters of the evaluation t + m, fitted to the winners of games by\n\
         #   otrera lab fit-evaluation --board {} --rounds {} --games {} --nodes {} --seed {}{} parameters.tsv\n{parameters}",
        args.board.size(),
        args.rounds,
        args.games,
        args.nodes,
        args.seed,
        from.unwrap_or_default(),
    );
    save(&args.output, text.as_bytes())
}

/// The positions of the games of a round, in the order of their seeds, however many threads play them.
fn play(
    args: &FitEvaluationArgs,
    round: u64,
    parameters: &Parameters,
    played: &(impl Fn() + Sync),
) -> anyhow::Result<Vec<Vec<Sample>>> {
    let mut settings = Settings::default();
    settings.memory = 64 << 20;
    // Games end where areas separate; exact endgames would take most of the time and tell little.
    settings.endgames = false;
    settings.parameters = Some(Arc::new(parameters.clone()));
    let practice = Practice { start: args.board, nodes: args.nodes, random_moves: 2, slips: 30 };
    let next = AtomicU64::new(0);
    let games = Mutex::new(vec![Vec::new(); args.games as usize]);
    threads::side_by_side(threads::or_all_cores(args.threads), || {
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= args.games {
                return Ok(());
            }
            let seed = args.seed.wrapping_add(round * args.games + game);
            let samples = practice.game(&settings, seed);
            games.lock().unwrap_or_else(PoisonError::into_inner)[game as usize] = samples;
            played();
        }
    })?;
    Ok(games.into_inner().unwrap_or_else(PoisonError::into_inner))
}

fn parameters_of_file(path: &std::path::Path) -> anyhow::Result<Parameters> {
    let bytes = read::whole_file(path).map_err(|error| read::cannot_read_file(path, &error))?;
    let text = str::from_utf8(&bytes).with_context(|| path.display().to_string())?;
    match text.parse() {
        Ok(parameters) => Ok(parameters),
        Err(error) => bail!("{}: {error}", path.display()),
    }
}
