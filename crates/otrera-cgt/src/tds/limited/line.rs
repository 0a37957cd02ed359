//! Lines of play out of what a search remembers.

use super::{Best, Evaluation, LimitedSearch};
use crate::dyadic::Dyadic;
use crate::game::{Game, Player, Sum};
use crate::tds::nodes::{Node, negative};
use crate::tds::play::{Play, State};

impl<G: Game, E: Evaluation<G>> LimitedSearch<G, E> {
    /// The line that the table tells of, from a state that was searched to a depth.
    pub(super) fn line(&mut self, sum: &Sum<G>, mut state: State, depth: u32) -> Vec<Play<G>> {
        let (stack, mut sum, mut line) = (self.stack, sum.clone(), Vec::new());
        for _ in 0..depth {
            let node = self.nodes.node(&sum);
            let (key, flipped) = self.key(&node.terms, state);
            let Some(entry) = self.table.get(&key).copied() else { break };
            match entry.best {
                Best::Coupon => {
                    line.extend(stack.coupon(state.height).map(Play::Coupon));
                    if stack.is_last_resort(state.height) {
                        if state.passed {
                            break;
                        }
                        state = State { mover: !state.mover, passed: true, ..state };
                    } else {
                        state = state.took_coupon(&stack);
                    }
                }
                Best::Option(_) | Best::Raw(..) => {
                    let after = match entry.best {
                        Best::Raw(n, option) => {
                            self.nodes.after_raw(&key.0, n as usize, option, key.2)
                        }
                        Best::Option(n) => {
                            self.nodes.options(&key.0, key.2).into_iter().nth(n as usize)
                        }
                        Best::Coupon => None,
                    };
                    let Some(mut after) = after else { break };
                    if flipped {
                        after = Node { integer: -after.integer, terms: negative(&after.terms) };
                    }
                    after.integer += node.integer;
                    let Some((play, next)) = self.raw_move(&sum, state.mover, &after) else {
                        break;
                    };
                    line.push(play);
                    (sum, state) = (next, state.moved());
                }
            }
        }
        line
    }

    /// The move of a sum that leads to a node.
    fn raw_move(
        &mut self,
        sum: &Sum<G>,
        mover: Player,
        wanted: &Node,
    ) -> Option<(Play<G>, Sum<G>)> {
        for (term, held) in sum.terms.iter().enumerate() {
            let player = if held.negated { !mover } else { mover };
            for (option, left) in held.game.options(player).into_iter().enumerate() {
                let after = sum.after(term, left);
                if self.nodes.node(&after) == *wanted {
                    let (game, negated) = (held.game.clone(), held.negated);
                    return Some((Play::Move { game, negated, option }, after));
                }
            }
        }
        None
    }
}

/// The last coupon of a line before a move in the game.
pub(super) fn last_coupon<G>(line: &[Play<G>]) -> Option<Dyadic> {
    let coupons = line.iter().map_while(|play| match play {
        Play::Coupon(coupon) => Some(*coupon),
        Play::Move { .. } => None,
    });
    coupons.last()
}
