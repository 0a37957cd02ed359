//! A network as the eyes of a tree search: one evaluation tells who may win and how often to think of each move.

use otrera_board::{Bits, Position, Size};

use super::sight::{Look, Prospect, Sight};
use super::tree::Tuning;
use crate::board::network::{Network, Scratch};

/// Looks at positions of one board through a network.
#[derive(Debug)]
pub(crate) struct NetworkSight<'n> {
    pub network: &'n Network,
    pub size: Size,
    pub tuning: Tuning,
}

#[derive(Debug)]
pub(crate) struct NetworkScratch {
    network: Scratch,
    moves: Vec<Prospect>,
}

impl<B: Bits> Sight<B> for NetworkSight<'_> {
    type Scratch = NetworkScratch;

    fn scratch(&self) -> NetworkScratch {
        NetworkScratch {
            network: self.network.scratch(self.size, 1),
            moves: Vec::with_capacity(4096),
        }
    }

    fn look<'s>(
        &self,
        NetworkScratch { network, moves }: &'s mut NetworkScratch,
        position: &Position<B>,
        width: usize,
    ) -> Look<'s> {
        let mut answers = self.network.evaluate(network, std::slice::from_ref(position));
        let answer = answers.next().expect("an answer for the position");
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
