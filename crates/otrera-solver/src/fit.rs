//! Fits the model to finished searches.
//!
//! A sample is a node that a search has settled, with the work that this took. Nodes that fell at once
//! teach little and are many: they weigh little. Without such weights the same samples gave worse
//! searches.
//!
//! The loss of a sample is that of its odds (the logarithm of the chance that was given to what
//! happened), and a tenth of the squared error of the logarithm of its work. It is brought down by
//! Adam's method (Kingma and Ba) with steps that fade away like a cosine.

use std::f32::consts::PI;

use fastrand::Rng;

use crate::features::FEATURES;
use crate::model::{Layer, Model, OUTPUTS, rectified};

/// A settled node.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub features: [f32; FEATURES],
    pub mover_wins: bool,
    /// The expansions that it took.
    pub work: u32,
}

/// What a node weighs that one expansion settled.
const WEIGHT_OF_TRIVIAL: f32 = 0.15;

/// What the error of the work counts.
const WORK_COUNTS: f32 = 0.1;

/// How often all samples are gone through.
const ROUNDS: usize = 20;

/// The samples of one step.
const BATCH: usize = 512;

/// The length of the first steps.
const LONGEST_STEP: f32 = 3e-3;

impl Sample {
    fn weight(&self) -> f32 {
        match self.work {
            0 | 1 => WEIGHT_OF_TRIVIAL,
            work => 1.0 + (work as f32).log2(),
        }
    }
}

/// The model that fits some samples best, as far as it is found. Always the same for the same samples.
pub(crate) fn fit(samples: &[Sample]) -> Model {
    let mut rng = Rng::with_seed(1);
    let (mean, scale) = spread(samples);
    let samples: Vec<Sample> = samples
        .iter()
        .map(|sample| Sample {
            features: std::array::from_fn(|n| (sample.features[n] - mean[n]) / scale[n]),
            ..*sample
        })
        .collect();
    let mean_weight = samples.iter().map(Sample::weight).sum::<f32>() / samples.len() as f32;
    let mut model = random(&mut rng);
    let mut adam = Adam::new();
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let steps = ROUNDS * samples.len().div_ceil(BATCH);
    for _ in 0..ROUNDS {
        rng.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            let mut gradient = Model::ZERO;
            for &n in batch {
                let weight = samples[n].weight() / (mean_weight * BATCH as f32);
                descend(&model, &samples[n], weight, &mut gradient);
            }
            let progress = adam.steps as f32 / steps as f32;
            adam.step(
                &mut model,
                &mut gradient,
                LONGEST_STEP * 0.5 * (1.0 + (PI * progress).cos()),
            );
        }
    }
    // What was done to the features goes into the weights.
    for n in 0..FEATURES {
        for unit in 0..model.first.bias.len() {
            model.first.weights[n][unit] /= scale[n];
            model.first.bias[unit] -= mean[n] * model.first.weights[n][unit];
        }
    }
    model
}

/// The mean and the standard deviation of each feature.
fn spread(samples: &[Sample]) -> ([f32; FEATURES], [f32; FEATURES]) {
    let count = samples.len() as f64;
    let moment = |n: usize, of: &dyn Fn(f64) -> f64| {
        samples.iter().map(|sample| of(f64::from(sample.features[n]))).sum::<f64>() / count
    };
    let mean: [f64; FEATURES] = std::array::from_fn(|n| moment(n, &|x| x));
    let scale = std::array::from_fn(|n| {
        let variance = moment(n, &|x| (x - mean[n]).powi(2));
        // A feature that never changes tells nothing.
        if variance > 1e-9 { variance.sqrt() as f32 } else { 1.0 }
    });
    (mean.map(|mean| mean as f32), scale)
}

/// Random weights to begin with, small enough that the outputs are about one.
fn random(rng: &mut Rng) -> Model {
    fn layer<const I: usize, const O: usize>(rng: &mut Rng, layer: &mut Layer<I, O>) {
        let size = (6.0 / I as f32).sqrt();
        layer
            .weights
            .iter_mut()
            .flatten()
            .for_each(|weight| *weight = size * (2.0 * rng.f32() - 1.0));
    }
    let mut model = Model::ZERO;
    layer(rng, &mut model.first);
    layer(rng, &mut model.second);
    layer(rng, &mut model.last);
    model
}

/// Adds how the loss of a sample changes with each weight.
fn descend(model: &Model, sample: &Sample, weight: f32, gradient: &mut Model) {
    let first = rectified(model.first.apply(&sample.features));
    let second = rectified(model.second.apply(&first));
    let [odds, proof, disproof] = model.last.apply(&second);
    let chance = 1.0 / (1.0 + (-odds).exp());
    let work = (sample.work.max(1) as f32).ln();
    // The work of what did not happen is not known.
    let slopes: [f32; OUTPUTS] = match sample.mover_wins {
        true => [chance - 1.0, WORK_COUNTS * (proof - work), 0.0],
        false => [chance, 0.0, WORK_COUNTS * (disproof - work)],
    };
    let slopes = slopes.map(|slope| slope * weight);
    let slopes = back(&model.last, &second, &slopes, &mut gradient.last);
    let slopes = back(&model.second, &first, &slopes, &mut gradient.second);
    add(&sample.features, &slopes, &mut gradient.first);
}

/// Adds the slopes of a layer's weights; returns those of its inputs, which come from rectified units.
fn back<const I: usize, const O: usize>(
    layer: &Layer<I, O>,
    inputs: &[f32; I],
    slopes: &[f32; O],
    gradient: &mut Layer<I, O>,
) -> [f32; I] {
    add(inputs, slopes, gradient);
    std::array::from_fn(|n| match inputs[n] > 0.0 {
        true => layer.weights[n].iter().zip(slopes).map(|(weight, slope)| weight * slope).sum(),
        false => 0.0,
    })
}

fn add<const I: usize, const O: usize>(
    inputs: &[f32; I],
    slopes: &[f32; O],
    gradient: &mut Layer<I, O>,
) {
    for (input, weights) in inputs.iter().zip(&mut gradient.weights) {
        for (weight, slope) in weights.iter_mut().zip(slopes) {
            *weight += input * slope;
        }
    }
    for (bias, slope) in gradient.bias.iter_mut().zip(slopes) {
        *bias += slope;
    }
}

/// The running means of the slopes and of their squares.
struct Adam {
    mean: Model,
    square: Model,
    steps: u32,
}

impl Adam {
    const FADING: [f32; 2] = [0.9, 0.999];

    fn new() -> Adam {
        Adam { mean: Model::ZERO, square: Model::ZERO, steps: 0 }
    }

    fn step(&mut self, model: &mut Model, gradient: &mut Model, length: f32) {
        self.steps += 1;
        let [mean_fades, square_fades] = Self::FADING;
        // The means began at zero.
        let begun = Self::FADING.map(|fading| 1.0 - fading.powi(self.steps as i32));
        let means = self.mean.parameters().zip(self.square.parameters());
        for ((weight, slope), (mean, square)) in
            model.parameters().zip(gradient.parameters()).zip(means)
        {
            *mean = mean_fades * *mean + (1.0 - mean_fades) * *slope;
            *square = square_fades * *square + (1.0 - square_fades) * *slope * *slope;
            *weight -= length * (*mean / begun[0]) / ((*square / begun[1]).sqrt() + 1e-8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples that come from a known rule, which is not linear, teach it.
    #[test]
    fn learns_a_rule() {
        let mut rng = Rng::with_seed(2);
        let mut samples = |count: usize| -> Vec<Sample> {
            (0..count)
                .map(|_| {
                    let features: [f32; FEATURES] = std::array::from_fn(|_| rng.f32() * 2.0 - 1.0);
                    let mover_wins = features[0] * features[1] > 0.0;
                    let logarithm = 4.0 + if mover_wins { 2.0 * features[2] } else { features[3] };
                    Sample { features, mover_wins, work: logarithm.exp() as u32 }
                })
                .collect()
        };
        let model = fit(&samples(60_000));
        let unseen = samples(2_000);
        let mut right = 0;
        let mut error = 0.0;
        for sample in &unseen {
            let costs = model.outputs(&sample.features);
            right += usize::from((costs[0] > 0.0) == sample.mover_wins);
            let work = if sample.mover_wins { costs[1] } else { costs[2] };
            error += (work - (sample.work as f32).ln()).abs() / unseen.len() as f32;
        }
        assert!(right > 1_900, "{right} of 2 000 right");
        assert!(error < 0.3, "the logarithm of the work is off by {error}");
    }
}
