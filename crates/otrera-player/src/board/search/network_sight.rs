//! A network as the eyes of a tree search: one evaluation tells who may win and how often to think of each move.

use otrera_board::{Bits, Position, Size};

use super::sight::{Look, Prospect, Sight};
use super::tree::Tuning;
use crate::board::network::{Answer, Network, Scratch};

/// Looks at positions of one board through a network.
#[derive(Debug)]
pub(crate) struct NetworkSight<'n> {
    pub network: &'n Network,
    pub size: Size,
    pub tuning: Tuning,
}

/// Many positions are evaluated together in less time each, but in other blocks of memory.
#[derive(Debug)]
pub(crate) struct NetworkScratch {
    few: Scratch,
    many: Scratch,
    moves: Vec<Prospect>,
}

/// Up to so many positions are few.
const FEW: usize = 4;
const MANY: usize = 8;

impl<B: Bits> Sight<B> for NetworkSight<'_> {
    type Scratch = NetworkScratch;

    fn scratch(&self) -> NetworkScratch {
        NetworkScratch {
            few: self.network.scratch(self.size, FEW),
            many: self.network.scratch(self.size, MANY),
            moves: Vec::with_capacity(4096),
        }
    }

    fn batch(&self) -> usize {
        MANY
    }

    fn look<'s>(
        &self,
        NetworkScratch { few, moves, .. }: &'s mut NetworkScratch,
        position: &Position<B>,
        width: usize,
    ) -> Look<'s> {
        let mut answers = self.network.evaluate(few, std::slice::from_ref(position));
        let answer = answers.next().expect("an answer for each position");
        self.prospects(&answer, position, width, moves)
    }

    fn look_at_all(
        &self,
        NetworkScratch { few, many, moves }: &mut NetworkScratch,
        positions: &[Position<B>],
        widths: &[usize],
        tell: &mut dyn FnMut(usize, Look<'_>),
    ) {
        let scratch = if positions.len() <= FEW { few } else { many };
        let answers = self.network.evaluate(scratch, positions);
        for (number, answer) in answers.enumerate() {
            let look = self.prospects(&answer, &positions[number], widths[number], moves);
            tell(number, look);
        }
    }
}

impl NetworkSight<'_> {
    /// What an answer says of the moves of a position: the best of them by their priors.
    fn prospects<'s, B: Bits>(
        &self,
        answer: &Answer<'_>,
        position: &Position<B>,
        width: usize,
        moves: &'s mut Vec<Prospect>,
    ) -> Look<'s> {
        // Weights may be absurd: a number that is none says nothing.
        let sensible = |number: f32, otherwise| if number.is_finite() { number } else { otherwise };
        let (value, policy) = (sensible(answer.win(), 0.5), answer.policy());
        // A move that was not tried is taken to be a little worse than the position seems to be.
        let guess = (value - self.tuning.caution).max(0.0);
        moves.clear();
        position.geometry().any_move(
            position.amazons(position.to_move()),
            position.geometry().board() & !position.empty(),
            |mv| {
                moves.push(Prospect { mv, guess, prior: sensible(policy.logit(mv), 0.0) });
                false
            },
        );
        let by_prior =
            |a: &Prospect, b: &Prospect| b.prior.total_cmp(&a.prior).then(a.mv.cmp(&b.mv));
        let whole = moves.len() <= width;
        if !whole {
            let _ = moves.select_nth_unstable_by(width, by_prior);
            moves.truncate(width);
        }
        moves.sort_unstable_by(by_prior);
        let most = moves.first().map_or(0.0, |best| best.prior);
        for it in moves.iter_mut() {
            it.prior = ((it.prior - most) / self.tuning.tolerance).exp();
        }
        Look { moves, whole, value, evaluations: 1 }
    }
}
