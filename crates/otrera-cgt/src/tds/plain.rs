//! The search of the paper and nothing more: what the others are measured against.

use std::collections::HashMap;

use super::play::{Scorer, State};
use super::stack::{CouponStack, signed};
use crate::game::{Game, Player, Sum, Term};
use crate::limit::{Exhausted, Limit};

/// Alpha-beta over moves in G and the top coupon, to where nobody can move or both would rather not, with a
/// transposition table whose keys are whole positions.
#[derive(Debug)]
pub struct PlainSearch<G> {
    stack: CouponStack,
    table: Option<HashMap<Key<G>, Interval>>,
    nodes: u64,
    most_nodes: Option<u64>,
    limit: Limit,
}

type Key<G> = (Vec<Term<G>>, u64, Player, bool);

/// What is known of a score: at least, at most.
type Interval = (i64, i64);

/// No score is so large.
const INFINITE: i64 = i64::MAX / 4;

impl<G: Game> PlainSearch<G> {
    /// A search with this stack.
    pub fn new(stack: CouponStack) -> PlainSearch<G> {
        PlainSearch {
            stack,
            table: Some(HashMap::new()),
            nodes: 0,
            most_nodes: None,
            limit: Limit::default(),
        }
    }

    /// The same without transpositions.
    pub fn without_transpositions(stack: CouponStack) -> PlainSearch<G> {
        PlainSearch { table: None, ..PlainSearch::new(stack) }
    }

    /// From now on, fail when this is used up.
    pub fn set_limit(&mut self, limit: Limit, nodes: Option<u64>) {
        self.limit = limit;
        self.most_nodes = nodes.map(|nodes| self.nodes.saturating_add(nodes));
    }

    /// The score from here on, exact if it is in the window.
    fn search(
        &mut self,
        terms: Vec<Term<G>>,
        state: State,
        (mut alpha, mut beta): Interval,
    ) -> Result<i64, Exhausted> {
        self.nodes += 1;
        if self.most_nodes.is_some_and(|most| self.nodes > most) {
            return Err(Exhausted::Nodes);
        }
        if self.nodes.is_multiple_of(1 << 10) {
            self.limit.check(self.table.as_ref().map_or(0, |table| table.len() * 160))?;
        }
        let State { height, mover, passed } = state;
        if terms.is_empty() {
            return Ok(self.stack.shared(height, mover));
        }
        let key = (terms, height, mover, passed);
        let known = self.table.as_ref().and_then(|table| table.get(&key)).copied();
        let (mut least, mut most) = known.unwrap_or((-INFINITE, INFINITE));
        if least >= beta || least == most {
            return Ok(least);
        }
        if most <= alpha {
            return Ok(most);
        }
        (alpha, beta) = (alpha.max(least), beta.min(most));
        let window = (alpha, beta);
        let mut best = signed(-INFINITE, mover);
        let sum = Sum { number: Default::default(), terms: key.0.iter().cloned().collect() };
        let mut moves: Vec<(i64, Vec<Term<G>>, State)> = Vec::new();
        for option in moves_in(&sum, mover) {
            let (number, terms) = recognised(&option, &self.stack);
            moves.push((number, terms, State { height, mover: !mover, passed: false }));
        }
        if height > 0 {
            let coupon = signed(self.stack.coupon_units(height), mover);
            let last_resort = self.stack.is_last_resort(height);
            let after = State { height: height - 1, mover: !mover, passed: last_resort };
            // Both would rather not move on: the game is called zero.
            let terms = if passed && last_resort { Vec::new() } else { key.0.clone() };
            moves.push((coupon, terms, after));
        }
        if moves.is_empty() {
            return Ok(0);
        }
        for (gain, terms, after) in moves {
            let score = gain + self.search(terms, after, (alpha - gain, beta - gain))?;
            match mover {
                Player::Left => {
                    best = best.max(score);
                    alpha = alpha.max(best);
                }
                Player::Right => {
                    best = best.min(score);
                    beta = beta.min(best);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        if let Some(table) = &mut self.table {
            if best > window.0 {
                least = least.max(best);
            }
            if best < window.1 {
                most = most.min(best);
            }
            table.insert(key, (least, most));
        }
        Ok(best)
    }
}

/// The sums that a player's moves in a sum lead to, term by term.
pub(crate) fn moves_in<G: Game>(sum: &Sum<G>, mover: Player) -> impl Iterator<Item = Sum<G>> {
    sum.terms.iter().enumerate().flat_map(move |(n, term)| {
        let player = if term.negated { !mover } else { mover };
        term.game.options(player).into_iter().map(move |option| sum.after(n, option))
    })
}

/// The whole number in a sum, and the terms whose value cannot be seen at once.
fn recognised<G: Game>(sum: &Sum<G>, stack: &CouponStack) -> (i64, Vec<Term<G>>) {
    let mut total = stack.units(sum.number).expect("numbers of a game are multiples of δ");
    let mut terms = Vec::new();
    for term in &sum.terms {
        match seen(&term.game) {
            Some(integer) => total += if term.negated { -integer } else { integer } * stack.unit(),
            None => terms.push(term.clone()),
        }
    }
    (total, terms)
}

/// The integer that a game says it is, or zero if nobody can move.
pub(crate) fn seen<G: Game>(game: &G) -> Option<i64> {
    game.integer().or_else(|| game.is_over().then_some(0))
}

impl<G: Game> Scorer<G> for PlainSearch<G> {
    fn stack(&self) -> &CouponStack {
        &self.stack
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn score(&mut self, sum: &Sum<G>, state: State) -> Result<i64, Exhausted> {
        let (number, terms) = recognised(sum, &self.stack);
        Ok(number + self.search(terms, state, (-INFINITE, INFINITE))?)
    }

    fn reaches(&mut self, sum: &Sum<G>, state: State, score: i64) -> Result<bool, Exhausted> {
        let (number, terms) = recognised(sum, &self.stack);
        let wanted = score - number;
        Ok(self.search(terms, state, (wanted - 1, wanted))? >= wanted)
    }

    fn is_over(&mut self, sum: &Sum<G>) -> bool {
        recognised(sum, &self.stack).1.is_empty()
    }
}
