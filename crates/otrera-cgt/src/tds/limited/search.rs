//! Alpha-beta to a depth, with what was found before.

use super::{Best, COMPLETE, Entry, Evaluation, INFINITE, Key, LimitedSearch};
use crate::dyadic::Dyadic;
use crate::game::{Game, Player, Term};
use crate::limit::Exhausted;
use crate::tds::nodes::{Node, Terms, normal};
use crate::tds::plain::seen;
use crate::tds::play::State;
use crate::tds::stack::signed;

impl<G: Game, E: Evaluation<G>> LimitedSearch<G, E> {
    /// The score less what the stack is worth to who begins, and whether a guess mattered.
    pub(super) fn search(
        &mut self,
        terms: &Terms,
        state: State,
        depth: u32,
        (mut alpha, mut beta): (i64, i64),
    ) -> Result<(i64, bool), Exhausted> {
        if terms.is_empty() {
            return Ok((0, false));
        }
        if depth == 0 {
            return Ok((self.guess(terms), true));
        }
        self.count_node()?;
        let (key, flipped) = self.key(terms, state);
        if flipped {
            (alpha, beta) = (-beta, -alpha);
        }
        let outside = |value: i64| if flipped { -value } else { value };
        let known = self.table.get(&key).copied();
        if let Some(entry) = known.filter(|entry| entry.depth >= depth) {
            let met_guess = entry.depth != COMPLETE;
            if entry.least >= beta || entry.least == entry.most {
                return Ok((outside(entry.least), met_guess));
            }
            if entry.most <= alpha {
                return Ok((outside(entry.most), met_guess));
            }
        }
        let window = (alpha, beta);
        let hint = known.map(|entry| entry.best);
        let state = State { mover: key.2, ..state };
        let (value, best, met_guess) = self.expand(&key.0, state, depth, window, hint)?;
        let entry = Entry {
            depth: if met_guess { depth } else { COMPLETE },
            least: if value > window.0 { value } else { -INFINITE },
            most: if value < window.1 { value } else { INFINITE },
            best,
        };
        self.table.insert(key, entry);
        Ok((outside(value), met_guess))
    }

    /// Tries the top coupon first, which wins ties, then moves in the game.
    fn expand(
        &mut self,
        terms: &Terms,
        state: State,
        depth: u32,
        (mut alpha, mut beta): (i64, i64),
        hint: Option<Best>,
    ) -> Result<(i64, Best, bool), Exhausted> {
        if depth == 1 {
            return Ok(self.frontier(terms, state, (alpha, beta)));
        }
        let mover = state.mover;
        // Often the coupon is good enough, and nobody need know what moves there are.
        let (mut value, mut met_guess) = self.after_coupon(terms, state, depth, (alpha, beta))?;
        let mut best = Best::Coupon;
        match mover {
            Player::Left => alpha = alpha.max(value),
            Player::Right => beta = beta.min(value),
        }
        if alpha >= beta {
            return Ok((value, best, met_guess));
        }
        let tax = signed(2 * self.stack.share_units(state.height), mover);
        let options = self.nodes.options(terms, mover);
        for n in self.ordered(&options, mover, hint) {
            let option = &options[n as usize];
            let gain = option.integer * self.stack.unit() - tax;
            let window = (alpha - gain, beta - gain);
            let (found, guessed) = self.search(&option.terms, state.moved(), depth - 1, window)?;
            let found = found + gain;
            met_guess |= guessed;
            match mover {
                Player::Left if found > value => {
                    (value, best, alpha) = (found, Best::Option(n), alpha.max(found))
                }
                Player::Right if found < value => {
                    (value, best, beta) = (found, Best::Option(n), beta.min(found))
                }
                _ => {}
            }
            if alpha >= beta {
                break;
            }
        }
        Ok((value, best, met_guess))
    }

    /// The last move of a search: guesses at what moves lead to, without remembering it all.
    fn frontier(
        &mut self,
        terms: &Terms,
        state: State,
        (mut alpha, mut beta): (i64, i64),
    ) -> (i64, Best, bool) {
        let mover = state.mover;
        let here = self.guess(terms);
        let ends = state.passed && self.stack.is_last_resort(state.height);
        let (mut value, mut best) = (if ends { 0 } else { here }, Best::Coupon);
        let mut met_guess = !ends;
        match mover {
            Player::Left => alpha = alpha.max(value),
            Player::Right => beta = beta.min(value),
        }
        if alpha >= beta {
            return (value, best, met_guess);
        }
        let tax = signed(2 * self.stack.share_units(state.height), mover);
        let (unit, sixteenth) = (self.stack.unit(), self.stack.unit() / 16);
        for (n, &term) in terms.iter().enumerate() {
            let others = here - self.guess(&std::iter::once(term).collect());
            let (evaluation, mut option) = (&self.evaluation, 0);
            self.nodes.each_raw_option(term, mover, &mut |sum, negated| {
                option += 1;
                if alpha >= beta {
                    return;
                }
                let (mut own, mut guessed) = (0, terms.len() > 1);
                for Term { game, negated } in &sum.terms {
                    let worth = match seen(game) {
                        Some(integer) => integer * unit,
                        None => {
                            guessed = true;
                            i64::from(evaluation.guess(game)) * sixteenth
                        }
                    };
                    own += if *negated { -worth } else { worth };
                }
                own += self.stack.units(sum.number).unwrap_or_default();
                let found = others + if negated { -own } else { own } - tax;
                met_guess |= guessed;
                let better = match mover {
                    Player::Left => found > value,
                    Player::Right => found < value,
                };
                if better {
                    (value, best) = (found, Best::Raw(n as u32, option - 1));
                    match mover {
                        Player::Left => alpha = alpha.max(found),
                        Player::Right => beta = beta.min(found),
                    }
                }
            });
            if alpha >= beta {
                break;
            }
        }
        (value, best, met_guess)
    }

    pub(super) fn after_coupon(
        &mut self,
        terms: &Terms,
        state: State,
        depth: u32,
        window: (i64, i64),
    ) -> Result<(i64, bool), Exhausted> {
        let last_resort = self.stack.is_last_resort(state.height);
        if last_resort && state.passed {
            // Both would rather not move on: the game is called zero.
            return Ok((0, false));
        }
        let mut after = state.took_coupon(&self.stack);
        if last_resort {
            // There are always enough of them.
            after.height = state.height;
        }
        self.search(terms, after, depth - 1, window)
    }

    /// Moves in the game by their guess, but first what was best before.
    fn ordered(&mut self, options: &[Node], mover: Player, hint: Option<Best>) -> Vec<u32> {
        let mut order: Vec<(i64, u32)> = Vec::with_capacity(options.len());
        for (n, option) in options.iter().enumerate() {
            let hinted = hint == Some(Best::Option(n as u32));
            let guess = self.guess(&option.terms) + option.integer * self.stack.unit();
            order.push((if hinted { -INFINITE } else { signed(-guess, mover) }, n as u32));
        }
        order.sort_unstable();
        order.into_iter().map(|(_, n)| n).collect()
    }

    pub(super) fn guess(&mut self, terms: &Terms) -> i64 {
        let mut total = 0;
        for &(number, negated) in terms {
            let guess = i64::from(self.guess_of(number));
            total += if negated { -guess } else { guess };
        }
        total * (self.stack.unit() / 16)
    }

    fn guess_of(&mut self, number: u32) -> i32 {
        let place = number as usize;
        if self.guesses.len() <= place {
            self.guesses.resize(place + 1, None);
        }
        if let Some(guess) = self.guesses[place] {
            return guess;
        }
        let guess = match (self.nodes.game(number), self.nodes.fraction(number)) {
            (Some(game), _) => self.evaluation.guess(game),
            (_, fraction) => (fraction.map_or(0.0, Dyadic::to_f64) * 16.0) as i32,
        };
        self.guesses[place] = Some(guess);
        guess
    }

    pub(super) fn key(&self, terms: &Terms, state: State) -> (Key, bool) {
        let (terms, flipped) = normal(terms);
        let mover = if flipped { !state.mover } else { state.mover };
        ((terms, state.height, mover, state.passed), flipped)
    }
}
