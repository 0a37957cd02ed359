//! `otrera lab fit`: makes the solver's model anew.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use otrera_board::{Move, Position};
use otrera_solver::{Recipe, train};

use super::balanced;
use crate::input::position_of_text;
use crate::output::print_text;
use crate::progress;
use crate::save::save;
use crate::tables::{self, TablesArgs};

#[derive(Args, Debug)]
pub struct FitArgs {
    /// Write the model to this file
    pub output: PathBuf,
    /// Number of fits, each to searches with the model before
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=20))]
    pub rounds: u8,
    /// Expand at most N nodes of each position in the last round, half as many in the one before,
    /// and so on
    #[arg(long, value_name = "N", default_value_t = 60_000)]
    pub nodes: u64,
    #[command(flatten)]
    pub tables: TablesArgs,
}

/// Boards that are learned from as they are, …
const BOARDS: [&str; 8] = ["4x4", "5x4", "4x5", "5x5", "4x6", "6x4", "4x7", "5x6 B1-B4xD4"];

/// … and with so many random moves, so many times. Searches of one position see nodes that resemble each other, so
/// what a model makes of others depends on the number of positions.
const RANDOM: [(&str, usize, usize); 10] = [
    ("4x5", 1, 6),
    ("5x5", 1, 60),
    ("5x5", 2, 30),
    ("6x4", 1, 40),
    ("6x4", 2, 20),
    ("5x6", 2, 25),
    ("5x6", 3, 10),
    ("6x5", 2, 50),
    ("6x5", 3, 20),
    ("4x7", 2, 15),
];

const SEED: u64 = 5;

/// The positions to learn from. None is held out to judge the model by: the yardstick of balanced positions is not
/// among them.
fn positions() -> anyhow::Result<Vec<Position<u64>>> {
    let start = |text: &str| -> anyhow::Result<Position<u64>> {
        Ok(position_of_text(text)?.narrow().expect("small boards only"))
    };
    let mut positions =
        BOARDS.iter().map(|text| start(text)).collect::<anyhow::Result<Vec<_>>>()?;
    let mut rng = fastrand::Rng::with_seed(SEED);
    for (board, moves, count) in RANDOM {
        for _ in 0..count {
            let mut position = start(board)?;
            for _ in 0..moves {
                let moves: Vec<Move> = position.moves().collect();
                position.make(*rng.choice(&moves).expect("a game that has just begun"));
            }
            positions.push(position);
        }
    }
    let held_out = balanced::positions()?;
    positions.retain(|position| !held_out.contains(position));
    Ok(positions)
}

pub fn run(args: &FitArgs) -> anyhow::Result<()> {
    let recipe = Recipe {
        positions: positions()?,
        expansions: args.nodes,
        rounds: usize::from(args.rounds),
        tables: tables::built(&args.tables)?,
    };
    let bar = progress::bar((recipe.rounds * recipe.positions.len()) as u64, "{pos} searches");
    let began = Instant::now();
    let model = train(&recipe, |done, _, _| bar.set_position(done as u64))?;
    bar.finish_and_clear();
    let text = format!(
        "# Weights of the solver's model: from the features to two layers of units, and from these to the\n\
         # odds that the player to move wins and the logarithms of the work to prove and to disprove\n\
         # that. Made from the finished subtrees of {} searches by\n\
         #   otrera lab fit --rounds {} --nodes {} model.tsv\n\
         {}",
        recipe.positions.len(),
        args.rounds,
        args.nodes,
        model.text()
    );
    save(&args.output, text.as_bytes())?;
    print_text(&format!("{}: {:.0} s\n", args.output.display(), began.elapsed().as_secs_f64()))
}
