//! The temperature as the tax at which it does not matter who moves first, without coupons that come before.

use super::super::play::State;
use super::choice::RootMoves;
use super::{Estimate, Evaluation, LimitedSearch, Patience};
use crate::dyadic::Dyadic;
use crate::game::{Game, Player, Sum};
use crate::limit::Exhausted;

impl<G: Game, E: Evaluation<G>> LimitedSearch<G, E> {
    /// Mean and temperature by searches of one depth in which the first move is in the game, for either player with the same stack: at
    /// the temperature it does not matter who moves first. At lower taxes it does, mostly by twice the difference; from there the
    /// tax is found at which to search again, or the temperature if that is no other.
    ///
    /// [`estimate_at`](LimitedSearch::estimate_at) spends the first moves of its searches on coupons; here all of the depth is for
    /// what follows a move in the game.
    pub fn crossing_at(
        &mut self,
        sum: &Sum<G>,
        highest: Dyadic,
        earlier: Option<Estimate>,
        patience: Patience,
    ) -> Result<Estimate, Exhausted> {
        self.begin(patience);
        let expected = earlier.map_or_else(|| self.first_guess(sum), |earlier| earlier.temperature);
        let mut moves = Player::BOTH.map(|player| self.root_moves(sum, player));
        if moves.iter().any(Vec::is_empty) {
            // Somebody never moves here.
            let (mean, temperature) = (Dyadic::ZERO, Dyadic::MINUS_ONE);
            return Ok(Estimate { mean, temperature, is_complete: false, searches: 0 });
        }
        let mut found = Estimate {
            mean: Dyadic::ZERO,
            temperature: expected,
            is_complete: false,
            searches: earlier.map_or(0, |earlier| earlier.searches),
        };
        let mut taxes = [None; TRIES];
        for tried in 0..TRIES {
            let tax = self.nearest_tax(found.temperature).min(highest);
            if taxes.contains(&Some(tax)) {
                break;
            }
            taxes[tried] = Some(tax);
            let (gain, middle, met_guess) = self.worth(&mut moves, tax, patience.depth)?;
            let half_gain = self.stack.number(gain.div_euclid(2));
            found.temperature = (tax + half_gain).max(Dyadic::MINUS_ONE).min(highest);
            found.mean = self.stack.number(middle);
            found.is_complete = !met_guess;
            found.searches += 2;
        }
        Ok(found)
    }

    /// The coupon nearest to a temperature beside which a move is taxed with just its value.
    pub fn nearest_tax(&self, temperature: Dyadic) -> Dyadic {
        let (step, unit) = (2 * self.stack.delta_units(), self.stack.unit());
        let above = self.stack.units(temperature).unwrap_or_default() + unit;
        self.stack.number((above.max(0) + step / 2).div_euclid(step) * step - unit)
    }

    /// What moving first gains over moving second beside a stack with this top, the middle between both, and whether a guess mattered.
    fn worth(
        &mut self,
        moves: &mut [RootMoves; 2],
        top: Dyadic,
        depth: u32,
    ) -> Result<(i64, i64, bool), Exhausted> {
        let height = self.stack.height_at(top);
        let [left, right] = Player::BOTH.map(|mover| {
            let state = State { height, mover, passed: false };
            self.order_moves(&mut moves[mover as usize], state, depth)
        });
        let ((left, guessed), (right, guessed_too)) = (left?, right?);
        Ok((left + right, (left - right) / 2, guessed || guessed_too))
    }
}

/// So many taxes are tried for one estimate.
const TRIES: usize = 3;
