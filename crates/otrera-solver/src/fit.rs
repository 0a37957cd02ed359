//! Fits the model to finished searches.
//!
//! A sample is a node that a search has settled, with the work that this took. Nodes that fell at once
//! teach little and are many: they weigh little. Without such weights the same samples gave worse
//! searches.

use crate::features::FEATURES;
use crate::model::{Model, Weights};

/// A settled node.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub features: Weights,
    pub mover_wins: bool,
    /// The expansions that it took.
    pub work: u32,
}

/// What a node weighs that one expansion settled.
const WEIGHT_OF_TRIVIAL: f64 = 0.15;

/// Pulls all weights a little towards zero, so that features which say the same share their weight.
const RIDGE: f64 = 1.0;

/// Newton's method needs no more steps than this.
const STEPS: usize = 25;

impl Sample {
    fn weight(&self) -> f64 {
        match self.work {
            0 | 1 => WEIGHT_OF_TRIVIAL,
            work => 1.0 + f64::from(work).log2(),
        }
    }
}

/// The model that fits some samples best.
pub(crate) fn fit(samples: &[Sample]) -> Model {
    let won = |wins: bool| samples.iter().filter(move |sample| sample.mover_wins == wins);
    Model { win: chance(samples), work: [work(won(true)), work(won(false))] }
}

/// Weighted least squares for the logarithm of the work.
fn work<'a>(samples: impl Iterator<Item = &'a Sample>) -> Weights {
    let mut equations = Equations::new();
    for sample in samples {
        let target = f64::from(sample.work.max(1)).ln();
        equations.add(&sample.features, sample.weight(), sample.weight() * target);
    }
    equations.solve().map(|weight| weight as f32)
}

/// Logistic regression by Newton's method.
fn chance(samples: &[Sample]) -> Weights {
    let mut weights = [0.0; FEATURES];
    for _ in 0..STEPS {
        let mut equations = Equations::new();
        for sample in samples {
            let odds: f64 =
                weights.iter().zip(&sample.features).map(|(w, &x)| w * f64::from(x)).sum();
            let chance = 1.0 / (1.0 + (-odds).exp());
            let error = f64::from(u8::from(sample.mover_wins)) - chance;
            let slope = (chance * (1.0 - chance)).max(1e-6);
            // One step of Newton's method, as least squares for odds + error / slope.
            let weight = sample.weight();
            equations.add(&sample.features, weight * slope, weight * (slope * odds + error));
        }
        weights = equations.solve();
    }
    weights.map(|weight| weight as f32)
}

/// Normal equations.
struct Equations {
    matrix: Vec<[f64; FEATURES]>,
    right: [f64; FEATURES],
}

impl Equations {
    fn new() -> Equations {
        let mut matrix = vec![[0.0; FEATURES]; FEATURES];
        for (n, row) in matrix.iter_mut().enumerate() {
            row[n] = RIDGE;
        }
        Equations { matrix, right: [0.0; FEATURES] }
    }

    fn add(&mut self, features: &Weights, weight: f64, target: f64) {
        let features = features.map(f64::from);
        for (n, row) in self.matrix.iter_mut().enumerate() {
            let factor = weight * features[n];
            for (cell, feature) in row.iter_mut().zip(&features) {
                *cell += factor * feature;
            }
            self.right[n] += target * features[n];
        }
    }

    /// Gaussian elimination. The ridge makes the matrix positive definite, so no row need be exchanged.
    fn solve(mut self) -> [f64; FEATURES] {
        for pivot in 0..FEATURES {
            let row = self.matrix[pivot];
            for below in pivot + 1..FEATURES {
                let factor = self.matrix[below][pivot] / row[pivot];
                for (cell, above) in self.matrix[below].iter_mut().zip(&row) {
                    *cell -= factor * above;
                }
                self.right[below] -= factor * self.right[pivot];
            }
        }
        let mut solution = [0.0; FEATURES];
        for n in (0..FEATURES).rev() {
            let known: f64 =
                (n + 1..FEATURES).map(|column| self.matrix[n][column] * solution[column]).sum();
            solution[n] = (self.right[n] - known) / self.matrix[n][n];
        }
        solution
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples that come from known weights give them back.
    #[test]
    fn recovers_weights() {
        let mut rng = fastrand::Rng::with_seed(1);
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let features: Weights = std::array::from_fn(|_| rng.f32() * 2.0 - 1.0);
                let odds = 2.0 * features[0] - features[1];
                let mover_wins = rng.f32() < 1.0 / (1.0 + (-odds).exp());
                let logarithm = 5.0 + if mover_wins { 3.0 * features[2] } else { features[3] };
                Sample { features, mover_wins, work: logarithm.exp() as u32 }
            })
            .map(|mut sample| {
                sample.features[FEATURES - 1] = 1.0;
                sample
            })
            .collect();
        let model = fit(&samples);
        let near = |found: f32, expected: f32| assert!((found - expected).abs() < 0.15, "{found}");
        near(model.win[0], 2.0);
        near(model.win[1], -1.0);
        near(model.work[0][2], 3.0);
        near(model.work[1][3], 1.0);
        near(model.work[0][FEATURES - 1], 5.0);
    }
}
