//! Heuristic discovery: limited by depth, nodes and time, with guesses at unfinished leaves.

mod choice;
mod crossing;
mod estimate;

pub use self::choice::{Choice, Picked};
pub use self::estimate::Estimate;

use rustc_hash::FxHashMap;

use super::discovery::Ending;
use super::nodes::{Node, Nodes, Terms, negative, normal};
use super::plain::seen;
use super::play::{Play, State};
use super::stack::{CouponStack, StackError, signed};
use crate::dyadic::Dyadic;
use crate::game::{Game, Player, Sum, Term};
use crate::limit::{Exhausted, Limit};

/// A guess at what a game is worth.
pub trait Evaluation<G> {
    /// The guess in sixteenths of a move, positive for Left.
    fn guess(&self, game: &G) -> i32;
}

impl<G, F: Fn(&G) -> i32> Evaluation<G> for F {
    fn guess(&self, game: &G) -> i32 {
        self(game)
    }
}

/// How long a search may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// How many moves deep it looks, coupons counted.
    pub depth: u32,
    /// How many nodes it searches.
    pub nodes: Option<u64>,
    /// Time and memory.
    pub limit: Limit,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { depth: DEEPEST, nodes: None, limit: Limit::default() }
    }
}

/// No search goes deeper.
pub const DEEPEST: u32 = 4000;

/// What a search of a game beside a stack found.
#[derive(Clone, PartialEq, Debug)]
pub struct Searched<G> {
    /// The score, less what the stack is worth to who begins: the mean, if the game is colder than the stack.
    pub mean: Dyadic,
    /// The temperature that the line shows: the last coupon that was taken before a move in the game.
    pub temperature: Dyadic,
    /// Best play, as far as it was searched.
    pub line: Vec<Play<G>>,
    /// How it ended.
    pub ending: Ending,
    /// How deep it looked.
    pub depth: u32,
    /// Did it reach the end of the play everywhere, so that no guess mattered?
    pub is_complete: bool,
}

/// Searches games beside stacks with one δ, and remembers what it found.
#[derive(Debug)]
pub struct LimitedSearch<G, E> {
    /// A stack to count with, of no particular height.
    stack: CouponStack,
    evaluation: E,
    nodes: Nodes<G>,
    guesses: Vec<Option<i32>>,
    table: FxHashMap<Key, Entry>,
    searched: u64,
    stop_at: Option<u64>,
    limit: Limit,
}

type Key = (Terms, u64, Player, bool);

/// What is known of a node: by a search so deep, at least, at most, and which move was best.
#[derive(Clone, Copy, Debug)]
struct Entry {
    depth: u32,
    least: i64,
    most: i64,
    best: Best,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Best {
    Coupon,
    /// By its number among equal ones once.
    Option(u32),
    /// At the end of a search: a game of the sum, and the number of its option as it comes.
    Raw(u32, u32),
}

/// Beyond every value.
const INFINITE: i64 = i64::MAX / 4;

/// A search that met no guess is as good as one of any depth.
const COMPLETE: u32 = u32::MAX;

/// The coupons of −1 that are there in reserve: more than moves are left in any game.
const SPARE: u32 = 1000;

impl<G: Game, E: Evaluation<G>> LimitedSearch<G, E> {
    /// A search beside extended stacks with this δ.
    pub fn new(delta: Dyadic, evaluation: E) -> Result<LimitedSearch<G, E>, StackError> {
        Ok(LimitedSearch {
            stack: CouponStack::extended(Dyadic::MINUS_ONE, delta, SPARE)?,
            evaluation,
            nodes: Nodes::new(),
            guesses: Vec::new(),
            table: FxHashMap::default(),
            searched: 0,
            stop_at: None,
            limit: Limit::default(),
        })
    }

    /// The step between coupons.
    pub fn delta(&self) -> Dyadic {
        self.stack.delta()
    }

    /// How many nodes were searched so far.
    pub fn nodes(&self) -> u64 {
        self.searched
    }

    /// How many bytes this holds, roughly.
    pub fn bytes(&self) -> usize {
        self.nodes.bytes() + self.table.len() * 2 * (size_of::<Key>() + size_of::<Entry>())
    }

    /// Forgets everything, to have room.
    pub fn forget(&mut self) {
        self.nodes = Nodes::new();
        self.guesses.clear();
        self.table.clear();
    }

    fn begin(&mut self, patience: Patience) {
        self.limit = patience.limit;
        self.stop_at = patience.nodes.map(|nodes| self.searched.saturating_add(nodes));
    }

    /// Searches a sum beside a stack up to a coupon, deeper and deeper: what the last search found that was finished.
    /// Fails if not even the first was.
    pub fn deepen(
        &mut self,
        sum: &Sum<G>,
        top: Dyadic,
        first: Player,
        patience: Patience,
    ) -> Result<Searched<G>, Exhausted> {
        self.begin(patience);
        let mut found = self.search_to(sum, top, first, 1)?;
        for depth in 2..=patience.depth {
            if found.is_complete {
                break;
            }
            match self.search_to(sum, top, first, depth) {
                Ok(deeper) => found = deeper,
                Err(Exhausted::Interrupt) => return Err(Exhausted::Interrupt),
                Err(_) => break,
            }
        }
        Ok(found)
    }

    fn search_to(
        &mut self,
        sum: &Sum<G>,
        top: Dyadic,
        first: Player,
        depth: u32,
    ) -> Result<Searched<G>, Exhausted> {
        let stack = self.stack;
        let node = self.nodes.node(sum);
        let state = State { height: stack.height_at(top), mover: first, passed: false };
        let (value, met_guess) = self.search(&node.terms, state, depth, (-INFINITE, INFINITE))?;
        // What earlier searches have finished goes on below.
        let line = self.line(sum, state, if met_guess { depth } else { DEEPEST });
        let ending = Ending::of(&line);
        let mean = stack.number(value + node.integer * stack.unit());
        let is_complete = !met_guess;
        let mut temperature = match ending {
            Ending::FailHigh if is_complete => Dyadic::MINUS_ONE,
            _ => last_coupon(&line).unwrap_or(top),
        };
        // With nothing but coupons of −1 left a player may have to move because two of them would end the play. Whether
        // taking the first was a loss shows when it was not taken of one's own free will.
        if ending == Ending::Regular && temperature == Dyadic::MINUS_ONE + stack.delta() {
            let odd = (state.height - stack.height_at(Dyadic::MINUS_ONE)) % 2 == 1;
            let mover = if odd { first } else { !first };
            let bottom = State { height: stack.height_at(Dyadic::MINUS_ONE), mover, passed: false };
            if self.search(&node.terms, bottom, depth, (-INFINITE, INFINITE))?.0 == value {
                temperature = Dyadic::MINUS_ONE;
            }
        }
        Ok(Searched { mean, temperature, line, ending, depth, is_complete })
    }

    /// The score less what the stack is worth to who begins, and whether a guess mattered.
    fn search(
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

    fn after_coupon(
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

    fn guess(&mut self, terms: &Terms) -> i64 {
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

    fn key(&self, terms: &Terms, state: State) -> (Key, bool) {
        let (terms, flipped) = normal(terms);
        let mover = if flipped { !state.mover } else { state.mover };
        ((terms, state.height, mover, state.passed), flipped)
    }

    /// The line that the table tells of, from a state that was searched to a depth.
    fn line(&mut self, sum: &Sum<G>, mut state: State, depth: u32) -> Vec<Play<G>> {
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

    fn count_node(&mut self) -> Result<(), Exhausted> {
        self.searched += 1;
        if self.stop_at.is_some_and(|stop| self.searched > stop) {
            return Err(Exhausted::Nodes);
        }
        match self.searched.is_multiple_of(4) {
            true => self.limit.check(self.bytes()),
            false => Ok(()),
        }
    }
}

/// The last coupon of a line before a move in the game.
fn last_coupon<G>(line: &[Play<G>]) -> Option<Dyadic> {
    let coupons = line.iter().map_while(|play| match play {
        Play::Coupon(coupon) => Some(*coupon),
        Play::Move { .. } => None,
    });
    coupons.last()
}
