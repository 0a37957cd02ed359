//! `otrera lab fit-evaluation`: makes the parameters of the evaluation anew.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use otrera_board::Position;
use otrera_player::{Parameters, Practice, Sample, Settings, fit, loss};

use super::evaluation::start;
use crate::output::print_text;
use crate::progress;
use crate::read;
use crate::save::save;

#[derive(Args, Debug)]
pub struct FitEvaluationArgs {
    /// Write the parameters to this file
    pub output: PathBuf,
    /// Begin with the parameters of this file [default: those in use]
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// The board
    #[arg(long, value_name = "WxH", default_value = "10x10", value_parser = start)]
    pub board: Position,
    /// Play N games
    #[arg(long, value_name = "N", default_value_t = 3_000, value_parser = clap::value_parser!(u64).range(10..))]
    pub games: u64,
    /// Look at N positions for a move
    #[arg(long, value_name = "N", default_value_t = 1_500)]
    pub nodes: u64,
    /// Random seed of the first game; each game has the next one
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub seed: u64,
}

/// One game in so many is not learned from, but judged by.
const HELD_OUT: u64 = 10;

pub fn run(args: &FitEvaluationArgs) -> anyhow::Result<()> {
    let from = match &args.from {
        None => Parameters::fitted().clone(),
        Some(path) => parameters_of_file(path)?,
    };
    let mut settings = Settings::default();
    settings.memory = 64 << 20;
    settings.parameters = Some(Arc::new(from.clone()));
    let practice = Practice { start: args.board, nodes: args.nodes, random_moves: 2, slips: 30 };
    let bar = progress::bar(args.games, "{pos}/{len} games");
    let [mut learned, mut judged] = [Vec::<Sample>::new(), Vec::new()];
    for game in 0..args.games {
        let samples = practice.game(&settings, args.seed.wrapping_add(game));
        match game % HELD_OUT {
            0 => judged.extend(samples),
            _ => learned.extend(samples),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if learned.is_empty() || judged.is_empty() {
        bail!("these games have no positions to learn from; use more --games");
    }
    let fitted = fit(&from, &learned);
    let text = format!(
        "# Parameters of the evaluation t + m, fitted to the winners of {} games by\n\
         #   otrera lab fit-evaluation --games {} --nodes {} --seed {} parameters.tsv\n{fitted}",
        args.games, args.games, args.nodes, args.seed
    );
    save(&args.output, text.as_bytes())?;
    print_text(&format!(
        "{}: {} positions; mean loss on {} others {:.4}, before {:.4}\n",
        args.output.display(),
        learned.len(),
        judged.len(),
        loss(&fitted, &judged),
        loss(&from, &judged)
    ))
}

fn parameters_of_file(path: &std::path::Path) -> anyhow::Result<Parameters> {
    let bytes = read::text_file(path).map_err(|error| read::cannot_read_file(path, &error))?;
    let text = str::from_utf8(&bytes).with_context(|| path.display().to_string())?;
    match text.parse() {
        Ok(parameters) => Ok(parameters),
        Err(error) => bail!("{}: {error}", path.display()),
    }
}
