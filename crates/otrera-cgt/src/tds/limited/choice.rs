//! The best move of a player, by limited searches of all moves.

use super::super::nodes::Node;
use super::super::play::State;
use super::super::stack::signed;
use super::{Evaluation, INFINITE, LimitedSearch, Patience};
use crate::dyadic::Dyadic;
use crate::game::{Game, Player, Sum};
use crate::limit::Exhausted;

/// A move in one of the games of a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Which game.
    pub term: usize,
    /// Which of the mover's options, in the order of [`Game::options`].
    pub option: usize,
}

/// What a search would play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Picked {
    /// A move in the game.
    Move(Choice),
    /// The top coupon.
    Coupon,
    /// There is no move.
    Nothing,
}

/// Moves by what they promise, each with where it leads.
pub(super) type RootMoves = Vec<(i64, Picked, Node)>;

impl<G: Game, E: Evaluation<G>> LimitedSearch<G, E> {
    /// The best move of a player at a temperature, as deeper and deeper searches see it. The first move must be in the game unless
    /// the top coupon is allowed, too.
    pub fn best_move(
        &mut self,
        sum: &Sum<G>,
        top: Dyadic,
        mover: Player,
        coupon_allowed: bool,
        patience: Patience,
    ) -> Result<Picked, Exhausted> {
        self.begin(patience);
        let state = State { height: self.stack.height_at(top), mover, passed: false };
        let mut moves = self.root_moves(sum, mover);
        if coupon_allowed {
            let here = self.nodes.node(sum);
            moves.push((i64::MAX, Picked::Coupon, here));
        }
        for depth in 1..=patience.depth {
            if moves.len() < 2 {
                break;
            }
            match self.order_moves(&mut moves, state, depth) {
                Ok((_, true)) => {}
                Err(Exhausted::Interrupt) => return Err(Exhausted::Interrupt),
                // No guess mattered, or there is no time for more.
                Ok((_, false)) | Err(_) => break,
            }
        }
        Ok(moves.first().map_or(Picked::Nothing, |&(_, picked, _)| picked))
    }

    /// All moves, each with where it leads; equal ones once. The guess orders them.
    pub(super) fn root_moves(&mut self, sum: &Sum<G>, mover: Player) -> RootMoves {
        let mut moves = RootMoves::new();
        let mut met = rustc_hash::FxHashSet::default();
        for (term, held) in sum.terms.iter().enumerate() {
            let player = if held.negated { !mover } else { mover };
            for (option, left) in held.game.options(player).into_iter().enumerate() {
                let node = self.nodes.node(&sum.after(term, left));
                if met.insert(node.clone()) {
                    let guess = self.guess(&node.terms) + node.integer * self.stack.unit();
                    let picked = Picked::Move(Choice { term, option });
                    moves.push((signed(-guess, mover), picked, node));
                }
            }
        }
        moves.sort_by_key(|&(badness, ..)| badness);
        moves
    }

    /// Searches all moves to a depth and puts the best first. If it cannot finish, a better one that was found by then
    /// has come first already. What the best is worth to the mover, and whether a guess mattered.
    pub(super) fn order_moves(
        &mut self,
        moves: &mut [(i64, Picked, Node)],
        state: State,
        depth: u32,
    ) -> Result<(i64, bool), Exhausted> {
        let mut best = -INFINITE;
        let mut met_guess = false;
        for n in 0..moves.len() {
            let (picked, node) = (moves[n].1, moves[n].2.clone());
            let mut whole = node.integer * self.stack.unit();
            if picked != Picked::Coupon {
                whole -= signed(2 * self.stack.share_units(state.height), state.mover);
            }
            // Only what is better than the best matters.
            let window = match state.mover {
                Player::Left => (best - whole, INFINITE),
                Player::Right => (-INFINITE, -best - whole),
            };
            let (value, guessed) = match picked {
                Picked::Coupon => self.after_coupon(&node.terms, state, depth, window)?,
                _ => self.search(&node.terms, state.moved(), depth - 1, window)?,
            };
            met_guess |= guessed;
            let value = signed(value + whole, state.mover);
            if value > best {
                best = value;
                moves[..=n].rotate_right(1);
            }
        }
        Ok((best, met_guess))
    }
}
