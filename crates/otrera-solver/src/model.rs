//! The learned costs of nodes: proof numbers that a search begins with.
//!
//! A small network over the [features](crate::features) gives three numbers: the logarithm of the odds
//! that the player to move wins, and the logarithms of the work of proving and of disproving that. A
//! node that is won for sure and takes w expansions to prove should cost about w; one that is lost
//! can be searched for ever. So the first costs are the expected work over the chance of success,
//! with the chance damped by a power.
//!
//! A guess decides nothing: it only says where to look first.

use std::sync::LazyLock;

use crate::costs::Costs;
use crate::features::{FEATURES, NAMES};

/// The units of each hidden layer.
pub(crate) const UNITS: usize = 32;

/// The odds, the work to prove, the work to disprove.
pub(crate) const OUTPUTS: usize = 3;

/// A layer: each output is a bias and a weighted sum of the inputs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layer<const INPUTS: usize, const OUTPUTS: usize> {
    pub weights: [[f32; OUTPUTS]; INPUTS],
    pub bias: [f32; OUTPUTS],
}

/// Two hidden layers with rectified units, and what they say.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub(crate) first: Layer<FEATURES, UNITS>,
    pub(crate) second: Layer<UNITS, UNITS>,
    pub(crate) last: Layer<UNITS, OUTPUTS>,
}

/// The power of the chance that counts. Less than one: a proof that fails is not searched to its end.
const TRUST: f32 = 0.6;

/// Logarithms of odds and of work beyond these are not believed.
const MOST_SURE: f32 = 8.0;
const MOST_WORK: f32 = 14.0;

/// The model that comes with the program.
static LEARNED: LazyLock<Model> = LazyLock::new(|| {
    Model::parse(include_str!("model.tsv")).expect("the model that comes with the program is whole")
});

impl<const INPUTS: usize, const OUTPUTS: usize> Layer<INPUTS, OUTPUTS> {
    pub const ZERO: Self = Layer { weights: [[0.0; OUTPUTS]; INPUTS], bias: [0.0; OUTPUTS] };

    pub fn apply(&self, inputs: &[f32; INPUTS]) -> [f32; OUTPUTS] {
        let mut outputs = self.bias;
        for (input, weights) in inputs.iter().zip(&self.weights) {
            for (output, weight) in outputs.iter_mut().zip(weights) {
                *output += input * weight;
            }
        }
        outputs
    }

    /// All weights and biases.
    pub fn parameters(&mut self) -> impl Iterator<Item = &mut f32> {
        self.weights.iter_mut().flatten().chain(&mut self.bias)
    }
}

/// Nothing below zero passes.
pub(crate) fn rectified<const N: usize>(values: [f32; N]) -> [f32; N] {
    values.map(|value| value.max(0.0))
}

impl Model {
    pub(crate) const ZERO: Model =
        Model { first: Layer::ZERO, second: Layer::ZERO, last: Layer::ZERO };

    /// The model that comes with the program.
    pub fn learned() -> &'static Model {
        &LEARNED
    }

    /// A guess to begin with: squares nearer by queen moves and squares that only one side reaches count alike.
    pub fn by_hand() -> Model {
        let mut model = Model::ZERO;
        let guess =
            [("nearer by queen moves", 0.4), ("squares within reach", 0.4), ("free moves", 0.8)];
        // One unit is for odds above one, another for those below.
        for (unit, sign) in [(0, 1.0), (1, -1.0)] {
            for (name, weight) in guess {
                let feature = NAMES.iter().position(|it| *it == name);
                model.first.weights[feature.expect("a feature's name")][unit] = sign * weight;
            }
            model.first.bias[unit] = sign * 0.4;
            model.second.weights[unit][unit] = 1.0;
            model.last.weights[unit][0] = sign;
        }
        model
    }

    /// All weights and biases.
    pub(crate) fn parameters(&mut self) -> impl Iterator<Item = &mut f32> {
        self.first.parameters().chain(self.second.parameters()).chain(self.last.parameters())
    }

    /// Reads a model: lines with a name and weights, between tabs, as [`Model::text`] writes them.
    pub fn parse(text: &str) -> Result<Model, String> {
        let mut model = Model::ZERO;
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        for (name, weights) in model.rows() {
            let line =
                lines.next().ok_or_else(|| format!("the weights of `{name}` are missing"))?;
            let mut cells = line.split('\t');
            if cells.next() != Some(&name) {
                return Err(format!("expected the weights of `{name}`, found `{line}`"));
            }
            let expected = weights.len();
            for weight in weights {
                *weight = cells
                    .next()
                    .and_then(|cell| cell.parse().ok())
                    .filter(|weight: &f32| weight.is_finite())
                    .ok_or_else(|| format!("`{name}`: expected {expected} weights"))?;
            }
        }
        Ok(model)
    }

    /// The model as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, weights) in self.clone().rows() {
            text += &name;
            for weight in weights {
                text += &format!("\t{weight}");
            }
            text.push('\n');
        }
        text
    }

    /// The lines of the text: what they are called, and their weights.
    fn rows(&mut self) -> Vec<(String, &mut [f32])> {
        let mut rows: Vec<(String, &mut [f32])> = Vec::new();
        for (name, weights) in NAMES.iter().zip(&mut self.first.weights) {
            rows.push((name.to_string(), weights));
        }
        rows.push(("first bias".into(), &mut self.first.bias));
        for (n, weights) in self.second.weights.iter_mut().enumerate() {
            rows.push((format!("first unit {}", n + 1), weights));
        }
        rows.push(("second bias".into(), &mut self.second.bias));
        for (n, weights) in self.last.weights.iter_mut().enumerate() {
            rows.push((format!("second unit {}", n + 1), weights));
        }
        rows.push(("last bias".into(), &mut self.last.bias));
        rows
    }

    pub(crate) fn outputs(&self, features: &[f32; FEATURES]) -> [f32; OUTPUTS] {
        let first = rectified(self.first.apply(features));
        let second = rectified(self.second.apply(&first));
        self.last.apply(&second)
    }

    /// The first costs of a node with these features.
    pub(crate) fn costs(&self, features: &[f32; FEATURES]) -> Costs {
        let [odds, proof, disproof] = self.outputs(features);
        let odds = odds.clamp(-MOST_SURE, MOST_SURE);
        // The chances are 1 / (1 + e^-odds) and 1 / (1 + e^odds).
        let for_disproof = odds.exp().ln_1p();
        let for_proof = for_disproof - odds;
        let cost =
            |work: f32, chance: f32| 2.0 * (work.clamp(0.0, MOST_WORK) + TRUST * chance).exp();
        Costs { proof: cost(proof, for_proof), disproof: cost(disproof, for_disproof) }
    }

    /// The logarithm of the odds that the player to move wins.
    pub(crate) fn odds(&self, features: &[f32; FEATURES]) -> f32 {
        self.outputs(features)[0]
    }
}
