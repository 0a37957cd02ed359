//! Scores beside a stack, for the paper's two phases and for lines of play.

use super::{ExactSearch, Knowledge};
use crate::game::{Game, Player, Sum};
use crate::limit::Exhausted;
use crate::tds::nodes::Terms;
use crate::tds::play::{Scorer, State};
use crate::tds::stack::CouponStack;

impl<G: Game, K: Knowledge<G>> ExactSearch<G, K> {
    /// The level of a stack with so many coupons left.
    fn level(&self, height: u64) -> u64 {
        let tax = 2 * self.stack.share_units(height) / (2 * self.stack.delta_units());
        (tax + self.unit()).max(0) as u64
    }

    /// The score less what the stack is worth to who begins, compared with steps.
    fn state_reaches(
        &mut self,
        terms: &Terms,
        state: State,
        value: i64,
    ) -> Result<bool, Exhausted> {
        let level = self.level(state.height);
        if state.passed && !terms.is_empty() {
            // To take a coupon as well ends the play, at zero.
            self.count_node()?;
            let moves = self.scaffold(terms, state.mover, level, value)?;
            return Ok(match state.mover {
                Player::Left => moves || 0 >= value,
                Player::Right => moves && 0 >= value,
            });
        }
        self.reaches_at(terms, state.mover, level, value)
    }
}

impl<G: Game, K: Knowledge<G>> Scorer<G> for ExactSearch<G, K> {
    fn stack(&self) -> &CouponStack {
        &self.stack
    }

    fn nodes(&self) -> u64 {
        self.searched
    }

    fn score(&mut self, sum: &Sum<G>, state: State) -> Result<i64, Exhausted> {
        let node = self.nodes.node(sum);
        let (mut least, mut most) = (-self.widest, self.widest);
        while least < most {
            let middle = (least + most + 1).div_euclid(2);
            match self.state_reaches(&node.terms, state, middle)? {
                true => least = middle,
                false => most = middle - 1,
            }
        }
        let step = 2 * self.stack.delta_units();
        let shared = self.stack.shared(state.height, state.mover);
        Ok(least * step + node.integer * self.stack.unit() + shared)
    }

    fn reaches(&mut self, sum: &Sum<G>, state: State, score: i64) -> Result<bool, Exhausted> {
        let node = self.nodes.node(sum);
        let shared = self.stack.shared(state.height, state.mover);
        let wanted = score - shared - node.integer * self.stack.unit();
        let step = 2 * self.stack.delta_units();
        self.state_reaches(&node.terms, state, -(-wanted).div_euclid(step))
    }

    fn is_over(&mut self, sum: &Sum<G>) -> bool {
        self.nodes.node(sum).terms.is_empty()
    }
}
