//! Teaches the model with the solver's own finished searches.
//!
//! In each round positions of several boards are searched, each for so many expansions at most. Every
//! subtree that was finished is a sample, also where the search as a whole was not. The first round
//! searches with a guess, each later one with what was fitted to the samples of the one before.
//! (Samples of all rounds together gave a worse model: nodes that only a poor search comes to.)

use fastrand::Rng;
use otrera_board::Position;

use crate::area_cache::AreaCache;
use crate::features::features;
use crate::fit::{Sample, fit};
use crate::judge::Judge;
use crate::model::Model;
use crate::rungs::Rungs;
use crate::solver::{Limits, Options, Solver};

/// What to learn from.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The positions that are searched, …
    pub positions: Vec<Position<u64>>,
    /// … each for so many expansions at most.
    pub expansions: u64,
    /// How often.
    pub rounds: usize,
}

/// Samples of one search beyond this are thinned out.
const MOST_SAMPLES: usize = 40_000;

/// Fits a model; calls after each search with how many are done, of how many, and the expansions of
/// the last.
pub fn train(recipe: &Recipe, mut told: impl FnMut(usize, usize, u64)) -> Model {
    let mut model = Model::by_hand();
    let all = recipe.rounds * recipe.positions.len();
    let mut done = 0;
    for round in 0..recipe.rounds {
        let mut samples = Vec::new();
        let mut rng = Rng::with_seed(round as u64);
        for position in &recipe.positions {
            let mut solver: Solver<u64> = Solver::new(Options {
                memory: 256 << 20,
                model: model.clone(),
                ..Options::default()
            });
            let limits = Limits { expansions: Some(recipe.expansions), ..Limits::default() };
            // An unfinished search has finished subtrees.
            let _ = solver.winner(position, limits);
            collect(&mut rng, &solver, position, &mut samples);
            done += 1;
            told(done, all, solver.effort().expansions);
        }
        model = fit(&samples);
    }
    model
}

fn collect(
    rng: &mut Rng,
    solver: &Solver<u64>,
    position: &Position<u64>,
    samples: &mut Vec<Sample>,
) {
    let mut settled_nodes = Vec::new();
    solver.table().each(position.geometry(), |node, found| {
        if let Some(mover_wins) = found.outcome {
            settled_nodes.push((node, mover_wins, found.work));
        }
    });
    rng.shuffle(&mut settled_nodes);
    let mut cache = AreaCache::new(0);
    let mut judge = Judge::new(Rungs { area_cache: false, ..Rungs::default() }, &mut cache);
    for (node, mover_wins, work) in settled_nodes.into_iter().take(MOST_SAMPLES) {
        let settled = judge.settle(node);
        if settled.winner.is_none() {
            samples.push(Sample { features: features(&settled), mover_wins, work });
        }
    }
}
