//! `otrera lab fit`: makes the solver's model anew.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use otrera_solver::{Recipe, train};

use crate::input::position_of_text;
use crate::output::print_text;
use crate::progress;
use crate::save::save;

#[derive(Args, Debug)]
pub struct FitArgs {
    /// Write the model to this file
    pub output: PathBuf,
    /// Number of fits, each to searches with the model before
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=20))]
    pub rounds: u8,
    /// Expand at most N nodes of each position in the last round, half as many in the one before,
    /// and so on
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub nodes: u64,
}

/// What the model that comes with the program was learned from. None is held out to judge it by; of
/// the replies to 5×6 B1-B4xD4 there are three, of those to 6×5 B1-B4xB3 none.
const POSITIONS: [&str; 24] = [
    "4x4",
    "5x4",
    "4x5",
    "5x5",
    "4x6",
    "5x6 B1-B4xD4 D6-C6xC1",
    "5x6 B1-B4xD4 B6-C6xC1",
    "5x6 B1-B4xD4 E5-E3xD3",
    "5x6 B1-B4xD4",
    "6x4",
    "6x4 B1-B3xC3",
    "6x4 B1-D3xB3",
    "5x5 B1-B2xB3",
    "5x5 B1-B3xC3",
    "5x5 A2-A3xC5",
    "5x5 B1-B3xC2",
    "5x5 B1-B4xC5",
    "5x5 D1-C2xB3",
    "5x6 B1-D3xB3",
    "5x6 B1-B4xC4",
    "6x5 B1-B4xD2",
    "6x5 B1-D3xB3",
    "4x7 B1-B5xC4",
    "4x7",
];

pub fn run(args: &FitArgs) -> anyhow::Result<()> {
    let positions = POSITIONS
        .iter()
        .map(|text| Ok(position_of_text(text)?.narrow().expect("small boards only")))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let recipe = Recipe { positions, expansions: args.nodes, rounds: usize::from(args.rounds) };
    let bar = progress::bar((recipe.rounds * recipe.positions.len()) as u64, "{pos} searches");
    let began = Instant::now();
    let model = train(&recipe, |done, _, _| bar.set_position(done as u64))?;
    bar.finish_and_clear();
    let text = format!(
        "# Weights of the solver's model: from the features to two layers of units, and from these to the\n\
         # odds that the player to move wins and the logarithms of the work to prove and to disprove\n\
         # that. Made by\n\
         #   otrera lab fit --rounds {} --nodes {} model.tsv\n\
         # from the finished subtrees of searches of\n\
{}{}",
        args.rounds,
        args.nodes,
        POSITIONS.map(|text| format!("#   {text}\n")).concat(),
        model.text()
    );
    save(&args.output, text.as_bytes())?;
    print_text(&format!("{}: {:.0} s\n", args.output.display(), began.elapsed().as_secs_f64()))
}
