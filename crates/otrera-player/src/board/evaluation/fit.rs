//! Fits the parameters of the evaluation to games.
//!
//! A sample is a position of a game with its winner. The loss is that of the odds: minus the logarithm of the chance that was given to
//! what happened. It is brought down by Adam's method (Kingma and Ba), with steps that fade away; after each the parameters are put back to
//! what the paper demands of them.

use std::f32::consts::PI;

use super::parameters::{MOBILITY_KNOTS, OPEN_KNOTS, Parameters};
use super::{Features, probability};

/// A position of a game.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// What the evaluation looks at.
    pub features: Features,
    /// Did the player to move win?
    pub mover_wins: bool,
}

/// How often all samples are gone through.
const ROUNDS: usize = 40;

/// The samples of one step.
const BATCH: usize = 256;

/// The length of the first steps.
const LONGEST_STEP: f32 = 0.005;

/// All parameters that are fitted, in one row: four weights, malus and doubt by how open the position is, the shares, κ.
const COUNT: usize = 6 * OPEN_KNOTS + MOBILITY_KNOTS + 2;
type Row = [f32; COUNT];
const MALUS: usize = 4 * OPEN_KNOTS;
const DOUBT: usize = 5 * OPEN_KNOTS;
const SHARE: usize = 6 * OPEN_KNOTS;
const KAPPA: usize = SHARE + MOBILITY_KNOTS;

/// Steps are in proportion to what a parameter is like: a malus is some moves, a weight less than one.
fn scale(n: usize) -> f32 {
    match n {
        MALUS..SHARE => 10.0,
        _ => 1.0,
    }
}

/// The parameters that fit some samples best, as far as they are found from these; always the same for the same samples.
pub fn fit(start: &Parameters, samples: &[Sample]) -> Parameters {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut parameters = start.clone();
    let mut row = flatten(&parameters);
    let [mut mean, mut square] = [[0.0; COUNT]; 2];
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let steps = (ROUNDS * samples.len().div_ceil(BATCH)).max(1);
    let mut step = 0;
    for _ in 0..ROUNDS {
        rng.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            let mut gradient = [0.0; COUNT];
            for &n in batch {
                descend(&parameters, &samples[n], 1.0 / batch.len() as f32, &mut gradient);
            }
            step += 1;
            let length = LONGEST_STEP * 0.5 * (1.0 + (PI * step as f32 / steps as f32).cos());
            for n in 0..COUNT {
                let slope = gradient[n] * scale(n);
                mean[n] = 0.9 * mean[n] + 0.1 * slope;
                square[n] = 0.999 * square[n] + 0.001 * slope * slope;
                let [mean, square] =
                    [mean[n] / (1.0 - 0.9f32.powi(step)), square[n] / (1.0 - 0.999f32.powi(step))];
                row[n] -= scale(n) * length * mean / (square.sqrt() + 1e-8);
            }
            parameters = unflatten(&parameters, &row);
            settle(&mut parameters);
            row = flatten(&parameters);
        }
    }
    parameters
}

/// The mean loss over some samples.
pub fn loss(parameters: &Parameters, samples: &[Sample]) -> f64 {
    let mut gradient = [0.0; COUNT];
    let total: f64 =
        samples.iter().map(|it| f64::from(descend(parameters, it, 0.0, &mut gradient))).sum();
    total / samples.len().max(1) as f64
}

/// The knots on both sides of a place, with their shares.
fn knots(places: &[f32], at: f32) -> [(usize, f32); 2] {
    match places.iter().position(|&place| place >= at) {
        None => [(places.len() - 1, 1.0), (0, 0.0)],
        Some(0) => [(0, 1.0), (0, 0.0)],
        Some(next) => {
            let share = (at - places[next - 1]) / (places[next] - places[next - 1]);
            [(next - 1, 1.0 - share), (next, share)]
        }
    }
}

/// The loss of a sample; adds its slope to a gradient.
fn descend(parameters: &Parameters, sample: &Sample, weight: f32, gradient: &mut Row) -> f32 {
    let terms = &sample.features.terms;
    let open = knots(&parameters.open, terms.open);
    let at = |row: &[f32]| open.iter().map(|&(knot, share)| row[knot] * share).sum::<f32>();
    let parts = [
        terms.moves + parameters.kappa[0] * terms.move_ties,
        terms.closeness,
        terms.lead,
        terms.steps + parameters.kappa[1] * terms.step_ties,
    ];
    let weights = parameters.weights.each_ref().map(|row| at(row));
    let territory: f32 = weights.iter().zip(parts).map(|(weight, part)| weight * part).sum();
    // Shares of all amazons by knots, the opponent's counted as good.
    let mut amazons = [0.0; MOBILITY_KNOTS];
    for (side, sign) in sample.features.mobilities.iter().zip([-1.0, 1.0]) {
        for &alpha in side.values() {
            for (knot, share) in knots(&parameters.mobility, alpha) {
                amazons[knot] += sign * share;
            }
        }
    }
    let penalty: f32 = amazons.iter().zip(&parameters.share).map(|(a, b)| a * b).sum();
    let malus = at(&parameters.malus);
    let doubt = at(&parameters.doubt);
    let moves = territory + malus * penalty;
    let chance = probability(moves / doubt);
    let target = if sample.mover_wins { 1.0 } else { 0.0 };
    let slope = (chance - target) * weight / doubt;
    for (knot, share) in open {
        for (n, part) in parts.iter().enumerate() {
            gradient[n * OPEN_KNOTS + knot] += slope * part * share;
        }
        gradient[MALUS + knot] += slope * penalty * share;
        gradient[DOUBT + knot] -= slope * moves / doubt * share;
    }
    for (n, amazons) in amazons.iter().enumerate() {
        gradient[SHARE + n] += slope * malus * amazons;
    }
    gradient[KAPPA] += slope * weights[0] * terms.move_ties;
    gradient[KAPPA + 1] += slope * weights[3] * terms.step_ties;
    -(if sample.mover_wins { chance } else { 1.0 - chance }).max(1e-6).ln()
}

/// Puts parameters back to what [`Parameters::check`] demands.
fn settle(parameters: &mut Parameters) {
    let Parameters { weights, malus, doubt, mobility, share, kappa, .. } = parameters;
    for knot in 0..OPEN_KNOTS {
        let column = weights.each_ref().map(|row| row[knot].max(1e-6));
        let sum: f32 = column.iter().sum();
        for (row, weight) in weights.iter_mut().zip(column) {
            row[knot] = weight / sum;
        }
        doubt[knot] = doubt[knot].clamp(0.3, 12.0);
    }
    // What is nearly decided is seen least often, and so has to follow what is open.
    for knot in (0..OPEN_KNOTS).rev() {
        let first = match knot {
            0 => 1.0,
            _ => weights[0].get(knot + 1).map_or(0.0, |&next| next).max(weights[0][knot]),
        };
        let rest: f32 = weights[1..].iter().map(|row| row[knot]).sum();
        weights[0][knot] = first;
        for row in &mut weights[1..] {
            row[knot] *= (1.0 - first) / rest;
        }
    }
    malus[0] = 0.0;
    for knot in 1..OPEN_KNOTS {
        malus[knot] = malus[knot].clamp(malus[knot - 1], 30.0);
    }
    share[0] = 1.0;
    for knot in 1..MOBILITY_KNOTS {
        // An amazon that is almost enclosed costs less than half.
        let most = if mobility[knot] >= 5.0 { 0.499 } else { 1.0 };
        share[knot] = share[knot].min(share[knot - 1]).clamp(0.0, most);
    }
    share[MOBILITY_KNOTS - 1] = 0.0;
    *kappa = kappa.map(|kappa| kappa.clamp(0.0, 0.5));
}

fn flatten(parameters: &Parameters) -> Row {
    let mut row = [0.0; COUNT];
    let tables = parameters.weights.iter().chain([&parameters.malus, &parameters.doubt]);
    let values = tables.flatten().chain(&parameters.share).chain(&parameters.kappa);
    for (place, &value) in row.iter_mut().zip(values) {
        *place = value;
    }
    row
}

fn unflatten(like: &Parameters, row: &Row) -> Parameters {
    let mut parameters = like.clone();
    let Parameters { weights, malus, doubt, share, kappa, .. } = &mut parameters;
    let tables = weights.iter_mut().chain([malus, doubt]).flatten();
    for (place, &value) in tables.chain(share).chain(kappa).zip(row) {
        *place = value;
    }
    parameters
}
