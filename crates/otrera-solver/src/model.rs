//! The learned costs of nodes: proof numbers that a search begins with.
//!
//! Three linear models over the [features](crate::features): a logistic one for "the player to move
//! wins", and two for the logarithm of the work of proving and of disproving that. A node that is
//! won for sure and takes w expansions to prove should cost about w; one that is lost can be
//! searched for ever. So the first costs are the expected work over the chance of success, with the
//! chance damped by a power.
//!
//! A guess decides nothing: it only says where to look first.

use std::sync::LazyLock;

use crate::costs::Costs;
use crate::features::{DIFFERENCES, FEATURES, WHOLE};

/// Weights of all features.
pub(crate) type Weights = [f32; FEATURES];

/// The three linear models.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The logarithm of the odds that the player to move wins.
    pub(crate) win: Weights,
    /// The logarithms of the work to prove and to disprove that he does.
    pub(crate) work: [Weights; 2],
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

impl Model {
    /// The model that comes with the program.
    pub fn learned() -> &'static Model {
        &LEARNED
    }

    /// A guess to begin with: squares nearer by queen moves and the middle of the bounds count alike.
    pub fn by_hand() -> Model {
        let mut model = Model { win: [0.0; FEATURES], work: [[0.0; FEATURES]; 2] };
        let guess = [
            ("nearer by queen moves", 0.4),
            ("middle of the bounds", 0.4),
            ("number", 0.8),
            ("one", 0.4),
        ];
        for (n, name) in names().enumerate() {
            if let Some((_, weight)) = guess.iter().find(|(guessed, _)| *guessed == name) {
                model.win[n] = *weight;
            }
        }
        model
    }

    /// Reads a model: a line a feature with its name and three weights, between tabs.
    pub fn parse(text: &str) -> Result<Model, String> {
        let mut model = Model { win: [0.0; FEATURES], work: [[0.0; FEATURES]; 2] };
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        for (n, name) in names().enumerate() {
            let line =
                lines.next().ok_or_else(|| format!("the weights of `{name}` are missing"))?;
            let mut cells = line.split('\t');
            if cells.next() != Some(&name) {
                return Err(format!("expected the weights of `{name}`, found `{line}`"));
            }
            let mut weight = || {
                let cell = cells.next().unwrap_or_default();
                cell.parse::<f32>()
                    .ok()
                    .filter(|weight| weight.is_finite())
                    .ok_or_else(|| format!("`{name}`: expected three weights, found `{line}`"))
            };
            model.win[n] = weight()?;
            model.work[0][n] = weight()?;
            model.work[1][n] = weight()?;
        }
        Ok(model)
    }

    /// The model as text.
    pub fn text(&self) -> String {
        names()
            .enumerate()
            .map(|(n, name)| {
                let [proof, disproof] = self.work.map(|weights| weights[n]);
                format!("{name}\t{:.5}\t{proof:.5}\t{disproof:.5}\n", self.win[n])
            })
            .collect()
    }

    /// The first costs of a node with these features.
    pub(crate) fn costs(&self, features: &Weights) -> Costs {
        let odds = dot(&self.win, features).clamp(-MOST_SURE, MOST_SURE);
        // The chances are 1 / (1 + e^-odds) and 1 / (1 + e^odds).
        let for_disproof = odds.exp().ln_1p();
        let for_proof = for_disproof - odds;
        let cost = |work: &Weights, chance: f32| {
            2.0 * (dot(work, features).clamp(0.0, MOST_WORK) + TRUST * chance).exp()
        };
        Costs { proof: cost(&self.work[0], for_proof), disproof: cost(&self.work[1], for_disproof) }
    }

    /// The logarithm of the odds that the player to move wins.
    pub(crate) fn odds(&self, features: &Weights) -> f32 {
        dot(&self.win, features)
    }
}

/// The names of all features, in order.
fn names() -> impl Iterator<Item = String> {
    let plain = DIFFERENCES.iter().map(|name| name.to_string());
    let by_phase = DIFFERENCES.iter().map(|name| format!("{name}, times phase"));
    plain.chain(by_phase).chain(WHOLE.iter().map(|name| name.to_string()))
}

fn dot(weights: &Weights, features: &Weights) -> f32 {
    weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
}
