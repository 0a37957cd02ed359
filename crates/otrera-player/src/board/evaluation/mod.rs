//! What positions look like: distances, mobility, and what they may be worth.

pub(crate) mod fit;
mod floods;
mod full;
mod lanes;
mod maps;
mod mobility;
mod parameters;
mod terms;
mod view;

use std::fmt::Debug;
use std::str::FromStr;

use otrera_board::{Bits, Size};

pub use self::fit::{Sample, fit, loss};
pub use self::full::Full;
pub use self::maps::DistanceMaps;
pub use self::mobility::Mobilities;
pub use self::parameters::Parameters;
pub use self::terms::{Features, Terms};
pub use self::view::View;

/// What a position may be worth to the player to move.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Estimate {
    /// By how many moves he seems to be ahead.
    pub moves: f32,
    /// How many moves ahead make odds of e to one.
    pub doubt: f32,
    /// How open the position is: zero if no square can be reached by both.
    pub open: f32,
}

impl Estimate {
    /// The logarithm of his odds to win.
    #[inline]
    pub fn odds(&self) -> f32 {
        self.moves / self.doubt
    }
}

/// The probability that goes with the logarithm of odds.
#[inline]
pub fn probability(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// Somebody who says what positions of one board may be worth.
pub trait Evaluation<B>: Debug + Send + Sync {
    /// What this one may be worth.
    fn estimate(&self, view: &View<B>) -> Estimate;
}

/// The evaluations that there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EvaluationKind {
    /// What a network has learned from its own games, on the boards that it knows; the classical evaluation on others.
    Network,
    /// Amazong's t + m: territory by moves and by steps, weighted by how open the position is, and mobility.
    #[default]
    Classical,
    /// Territory by moves alone: Amazong's t₁.
    T1,
    /// Territory by moves, where ties are nobody's: Arrow's min-distance.
    MinDistance,
}

impl EvaluationKind {
    /// All of them.
    pub const ALL: [EvaluationKind; 4] = [
        EvaluationKind::Network,
        EvaluationKind::Classical,
        EvaluationKind::T1,
        EvaluationKind::MinDistance,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            EvaluationKind::Network => "network",
            EvaluationKind::Classical => "classical",
            EvaluationKind::T1 => "t1",
            EvaluationKind::MinDistance => "min-distance",
        }
    }
}

impl FromStr for EvaluationKind {
    type Err = String;

    fn from_str(text: &str) -> Result<EvaluationKind, String> {
        let names = EvaluationKind::ALL.map(EvaluationKind::name).join(", ");
        let found = EvaluationKind::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| format!("found `{text}`; expected one of {names}"))
    }
}

/// Any of the classical evaluations, for boards of one size.
#[derive(Clone, Debug)]
pub struct AnyEvaluation {
    kind: EvaluationKind,
    full: Full,
}

impl AnyEvaluation {
    /// An evaluation of boards of one size.
    pub fn new(kind: EvaluationKind, size: Size, parameters: &Parameters) -> AnyEvaluation {
        AnyEvaluation { kind, full: Full::new(size, parameters) }
    }
}

impl<B: Bits> Evaluation<B> for AnyEvaluation {
    #[inline]
    fn estimate(&self, view: &View<B>) -> Estimate {
        match self.kind {
            EvaluationKind::Network | EvaluationKind::Classical => self.full.estimate(view),
            EvaluationKind::T1 => self.full.territory(view, true),
            EvaluationKind::MinDistance => self.full.territory(view, false),
        }
    }
}
