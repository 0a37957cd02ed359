//! t + m, and what is left of it when some of its parts are.

use otrera_board::{Bits, Size};

use super::floods::{self, Judge, Reading};
use super::lanes::Halves;
use super::mobility::{Mobilities, Surroundings};
use super::parameters::{Parameters, line};
use super::terms::{Features, Terms};
use super::view::View;
use super::{Estimate, Evaluation};

/// What depends on how open a position is.
#[derive(Clone, Copy, Default, Debug)]
struct Phase {
    weights: [f32; 4],
    malus: f32,
    doubt: f32,
}

/// Amazong's evaluation t + m, for boards of one size.
#[derive(Clone, Debug)]
pub struct Full {
    surroundings: Surroundings,
    /// For w of 0, 1, 2, …: in between they are linear.
    phases: Box<[Phase]>,
    /// For α of 0, 1, 2, …
    shares: Box<[f32]>,
    /// From this α on an amazon costs as little as any.
    enough: f32,
    kappa: [f32; 2],
}

impl Full {
    /// The evaluation of boards of one size.
    pub fn new(size: Size, parameters: &Parameters) -> Full {
        let phase = |open: usize| {
            let at = |row: &[f32]| line(&parameters.open, row, open as f32);
            Phase {
                weights: parameters.weights.each_ref().map(|row| at(row)),
                malus: at(&parameters.malus),
                doubt: at(&parameters.doubt),
            }
        };
        let share = |alpha: usize| line(&parameters.mobility, &parameters.share, alpha as f32);
        let last = parameters.mobility.last().map_or(0, |&last| last.ceil() as usize);
        Full {
            surroundings: Surroundings::new(size),
            phases: (0..=size.squares() + 1).map(phase).collect(),
            shares: (0..=last + 1).map(share).collect(),
            enough: (0..=last).find(|&alpha| share(alpha) == share(last)).unwrap_or(last) as f32,
            kappa: parameters.kappa,
        }
    }

    /// All that it looks at.
    #[inline]
    pub fn features<B: Bits>(&self, view: &View<B>) -> Features {
        self.look(view, f32::INFINITY)
    }

    /// The same, where mobilities need not be exact that are more than enough.
    #[inline]
    fn look<B: Bits>(&self, view: &View<B>, enough: f32) -> Features {
        floods::read(view, &Everything { surroundings: &self.surroundings, enough })
    }

    /// What it says of them.
    #[inline]
    pub fn judge(&self, features: &Features) -> Estimate {
        let terms = &features.terms;
        let phase = self.phase(terms.open);
        let parts = self.parts(terms);
        let territory: f32 =
            phase.weights.iter().zip(parts).map(|(weight, part)| weight * part).sum();
        let [own, other] = features.mobilities.map(|side| self.penalty(&side));
        let moves = territory + phase.malus * (other - own);
        Estimate { moves, doubt: phase.doubt, open: terms.open }
    }

    /// m: what the enclosed amazons of both sides come to.
    pub fn mobility(&self, features: &Features) -> f32 {
        let [own, other] = features.mobilities.map(|side| self.penalty(&side));
        self.phase(features.terms.open).malus * (other - own)
    }

    /// f(w, α): what one amazon costs.
    pub fn malus(&self, open: f32, alpha: f32) -> f32 {
        self.phase(open).malus * self.share(alpha)
    }

    /// t₁, c₁, c₂ and t₂.
    #[inline]
    pub fn parts(&self, terms: &Terms) -> [f32; 4] {
        [
            terms.moves + self.kappa[0] * terms.move_ties,
            terms.closeness,
            terms.lead,
            terms.steps + self.kappa[1] * terms.step_ties,
        ]
    }

    /// Territory by moves alone, with κ for ties or without.
    pub(crate) fn territory<B: Bits>(&self, view: &View<B>, kappa: bool) -> Estimate {
        let terms = Terms::of(view);
        let ties = if kappa { self.kappa[0] * terms.move_ties } else { 0.0 };
        let doubt = self.phase(terms.open).doubt;
        Estimate { moves: terms.moves + ties, doubt, open: terms.open }
    }

    #[inline]
    fn phase(&self, open: f32) -> Phase {
        let below = (open as usize).min(self.phases.len() - 2);
        let share = open - below as f32;
        let [a, b] = [&self.phases[below], &self.phases[below + 1]];
        let mix = |a: f32, b: f32| a + (b - a) * share;
        Phase {
            weights: std::array::from_fn(|n| mix(a.weights[n], b.weights[n])),
            malus: mix(a.malus, b.malus),
            doubt: mix(a.doubt, b.doubt),
        }
    }

    /// f(w, α) / f(w, 0).
    #[inline]
    fn share(&self, alpha: f32) -> f32 {
        let most = self.shares.len() - 2;
        let below = (alpha as usize).min(most);
        let rest = (alpha - below as f32).min(1.0);
        let [a, b] = [self.shares[below], self.shares[below + 1]];
        a + (b - a) * rest
    }

    /// The sum over the amazons of a side.
    #[inline]
    fn penalty(&self, side: &Mobilities) -> f32 {
        side.values().iter().map(|&alpha| self.share(alpha)).sum()
    }
}

/// Takes terms and mobilities.
struct Everything<'a> {
    surroundings: &'a Surroundings,
    enough: f32,
}

impl Judge for Everything<'_> {
    type Judgement = Features;

    #[inline(always)]
    fn judge(
        &self,
        [own, other, _]: [Halves; 3],
        reading: Reading<impl Fn(Halves) -> Halves, impl Fn(Halves) -> Halves>,
    ) -> Features {
        let Reading { queen, king, slides, neighbours, .. } = reading;
        let side = |amazons, contested| {
            self.surroundings.mobilities(amazons, contested, &neighbours, &slides, self.enough)
        };
        let mobilities = [side(own, king.reach[1]), side(other, king.reach[0])];
        Features { terms: Terms::from_readings(&queen, &king), mobilities }
    }
}

impl<B: Bits> Evaluation<B> for Full {
    #[inline]
    fn estimate(&self, view: &View<B>) -> Estimate {
        self.judge(&self.look(view, self.enough))
    }
}
