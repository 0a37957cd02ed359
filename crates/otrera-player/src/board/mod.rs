//! Players of whole boards, who think for as long as a clock allows.

mod allowance;
mod contest;
mod endgame;
mod evaluation;
mod mind;
mod network;
mod opinion;
mod player;
mod practice;
mod search;

pub use allowance::Allowance;
pub use endgame::{Endgame, Known};
pub use evaluation::{
    AnyEvaluation, DistanceMaps, Estimate, Evaluation, EvaluationKind, Features, Full, Mobilities,
    Parameters, Sample, Terms, View, fit, loss, probability,
};
#[cfg(feature = "testing")]
pub use network::PlainProduct;
pub use network::{Answer, Network, NetworkError, Policy, Scratch, Tiles};
pub use opinion::{Decision, Opinion, Worth};
pub use player::{BoardPlayer, Settings};
pub use practice::Practice;
pub use search::{SearchKind, Tuning, Width};
