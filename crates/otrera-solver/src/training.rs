//! Teaches the model with the solver's own finished searches.
//!
//! In each round positions of several boards are searched, each for so many expansions at most. Every
//! subtree that was finished is a sample, also where the search as a whole was not. The first round
//! searches with a guess, each later one with what was fitted to the samples of the one before, and
//! twice as long. (Samples of all rounds together gave a worse model: nodes that only a poor search
//! comes to.)

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use fastrand::Rng;
use otrera_area::tables::Tables;
use otrera_board::Position;

use crate::area_cache::AreaCache;
use crate::features::features;
use crate::fit::{Sample, fit};
use crate::judge::Judge;
use crate::model::Model;
use crate::rules::Rules;
use crate::solver::{Limits, Settings, Solver, Unaffordable};

/// What to learn from.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The positions that are searched, …
    pub positions: Vec<Position<u64>>,
    /// … in the last round each for so many expansions at most.
    pub expansions: u64,
    /// How many rounds there are.
    pub rounds: usize,
    /// Endgame tables, which searches use later as well.
    pub tables: Option<Arc<Tables>>,
}

/// Samples of one search beyond this are thinned out.
const MOST_SAMPLES: usize = 10_000;

/// Fits a model; calls after each search with how many are done, of how many, and the expansions of
/// the last.
///
/// Searches run side by side on all cores, each with one thread: the same recipe gives the same model
/// whatever their number.
pub fn train(
    recipe: &Recipe,
    told: impl FnMut(usize, usize, u64) + Send,
) -> Result<Model, Unaffordable> {
    let mut model = Model::by_hand();
    let all = recipe.rounds * recipe.positions.len();
    let told = Mutex::new((0, told));
    for round in 1..=recipe.rounds {
        let expansions = recipe.expansions >> (recipe.rounds - round);
        let samples = on_all_cores(&recipe.positions, |position| {
            let (samples, spent) = samples(&model, position, expansions, &recipe.tables)?;
            let (done, told) = &mut *told.lock().unwrap_or_else(PoisonError::into_inner);
            *done += 1;
            told(*done, all, spent);
            Ok(samples)
        });
        let samples = samples.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
        // A search that is cut off at once finishes nothing.
        if !samples.is_empty() {
            model = fit(&samples);
        }
    }
    Ok(model)
}

/// What a function makes of each position, in their order.
fn on_all_cores<T: Send>(
    positions: &[Position<u64>],
    make: impl Fn(&Position<u64>) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let made: Vec<Mutex<Option<T>>> = positions.iter().map(|_| Mutex::default()).collect();
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((position, place)) = {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    positions.get(n).zip(made.get(n))
                } {
                    let value = make(position);
                    *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
                }
            });
        }
    });
    made.into_iter()
        .filter_map(|place| place.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect()
}

/// The subtrees that a search of a position finishes, and the expansions that it took.
fn samples(
    model: &Model,
    position: &Position<u64>,
    expansions: u64,
    tables: &Option<Arc<Tables>>,
) -> Result<(Vec<Sample>, u64), Unaffordable> {
    let mut solver: Solver<u64> = Solver::new(Settings {
        memory: 256 << 20,
        model: model.clone(),
        tables: tables.clone(),
        ..Settings::default()
    })?;
    let limits = Limits { expansions: Some(expansions), ..Limits::default() };
    // An unfinished search has finished subtrees.
    let _ = solver.winner(position, limits);
    let mut settled_nodes = Vec::new();
    solver.transpositions.each(position.geometry(), |node, found| {
        if let Some(mover_wins) = found.outcome {
            settled_nodes.push((node, mover_wins, found.work));
        }
    });
    Rng::with_seed(1).shuffle(&mut settled_nodes);
    let mut cache = AreaCache::new(0, None);
    let rules = Rules { area_cache: false, ..Rules::default() };
    let mut judge = Judge::new(rules, tables.as_deref(), &mut cache);
    let mut samples = Vec::new();
    for (node, mover_wins, work) in settled_nodes.into_iter().take(MOST_SAMPLES) {
        let settled = judge.settle(node);
        if settled.winner.is_none() {
            samples.push(Sample { features: features(&settled.node), mover_wins, work });
        }
    }
    Ok((samples, solver.effort().expansions))
}
