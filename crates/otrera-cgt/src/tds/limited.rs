//! Heuristic discovery: limited by depth, nodes and time, with guesses at unfinished leaves.

use std::time::Instant;

use rustc_hash::FxHashMap;

use super::discovery::Ending;
use super::nodes::{Node, Nodes, Terms, negative, normal};
use super::play::{Play, State};
use super::stack::{CouponStack, StackError, signed};
use crate::dyadic::Dyadic;
use crate::game::{Game, Player, Sum};
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

impl Patience {
    /// One part of so many of the time that is left.
    fn part(self, parts: u32) -> Patience {
        let part = |deadline: Instant| {
            let now = Instant::now();
            now + deadline.saturating_duration_since(now) / parts
        };
        let limit = Limit { deadline: self.limit.deadline.map(part), ..self.limit };
        Patience { limit, ..self }
    }
}

/// No search goes deeper.
pub const DEEPEST: u32 = 4000;

/// What a search of a game beside a stack found.
#[derive(Clone, PartialEq, Debug)]
pub struct Searched<G> {
    /// The score, less what the stack is worth to who begins: the mean, if the game is colder than the stack.
    pub mean: Dyadic,
    /// Best play, as far as it was searched.
    pub line: Vec<Play<G>>,
    /// How it ended.
    pub ending: Ending,
    /// How deep it looked.
    pub depth: u32,
    /// Did it reach the end of the play everywhere, so that no guess mattered?
    pub is_complete: bool,
}

/// Mean and temperature, estimated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// The mean.
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
    /// Did no guess matter?
    pub is_complete: bool,
    /// How many searches this took.
    pub searches: u32,
}

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
    Option(u32),
}

/// Beyond every value.
const INFINITE: i64 = i64::MAX / 4;

/// A search that met no guess is as good as one of any depth.
const COMPLETE: u32 = u32::MAX;

/// The coupons of −1 that are there in reserve: more than moves are left in any game.
const SPARE: u32 = 1000;

/// Searches on other stacks, at most.
const MOST_SEARCHES: u32 = 12;

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
        Ok(Searched { mean, line, ending, depth, is_complete: !met_guess })
    }

    /// Mean and temperature from both sides. A search that ends in coupons alone, or begins with a move in the game,
    /// is followed by one on a lower or a higher stack, which is never higher than the highest given here.
    pub fn estimate(
        &mut self,
        sum: &Sum<G>,
        (top, highest): (Dyadic, Dyadic),
        patience: Patience,
    ) -> Result<Estimate, Exhausted> {
        let mut total = (Dyadic::ZERO, Dyadic::ZERO);
        let (mut is_complete, mut searches) = (true, 0);
        let mut next = top.min(highest);
        for first in Player::BOTH {
            let share = if first == Player::Left { patience.part(2) } else { patience };
            let (found, temperature, taken) = self.side(sum, (next, highest), first, share)?;
            total = (total.0 + found.mean, total.1 + temperature);
            is_complete &= found.is_complete;
            searches += taken;
            next = self.just_above(temperature, next).min(highest);
        }
        let (mean, temperature) = (total.0.half(), total.1.half());
        Ok(Estimate { mean, temperature, is_complete, searches })
    }

    /// Where a search may begin that expects a temperature: some coupons above it, an even number below where another
    /// began, so that the same player has the same coupons.
    fn just_above(&self, temperature: Dyadic, top: Dyadic) -> Dyadic {
        let delta = self.stack.delta();
        let above = temperature + delta + delta;
        let odd = (self.stack.height_at(top) ^ self.stack.height_at(above)) & 1 == 1;
        if odd { above + delta } else { above }
    }

    fn side(
        &mut self,
        sum: &Sum<G>,
        (mut top, highest): (Dyadic, Dyadic),
        first: Player,
        patience: Patience,
    ) -> Result<(Searched<G>, Dyadic, u32), Exhausted> {
        let mut searches = 0;
        let mut last = None;
        loop {
            let found = match (self.deepen(sum, top, first, patience.part(2)), last) {
                (Ok(found), _) => found,
                (Err(Exhausted::Interrupt), _) => return Err(Exhausted::Interrupt),
                // What an earlier search found is better than nothing.
                (Err(_), Some(last)) => return Ok(last),
                (Err(error), None) => return Err(error),
            };
            searches += 1;
            let temperature = found.temperature(top);
            let again = match found.ending {
                Ending::FailLow if top < highest => {
                    Some((top + top + Dyadic::from(2)).min(highest))
                }
                Ending::FailHigh if !found.is_complete && temperature > Dyadic::MINUS_ONE => {
                    // From here on the line goes on below; a step of one coupon is progress, too.
                    Some(temperature.min(top - self.stack.delta()))
                }
                _ => None,
            };
            match again {
                Some(next) if searches < MOST_SEARCHES => {
                    (top, last) = (next, Some((found, temperature, searches)));
                }
                _ => return Ok((found, temperature, searches)),
            }
        }
    }

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
                Ok(true) => {}
                Err(Exhausted::Interrupt) => return Err(Exhausted::Interrupt),
                // No guess mattered, or there is no time for more.
                Ok(false) | Err(_) => break,
            }
        }
        Ok(moves.first().map_or(Picked::Nothing, |&(_, picked, _)| picked))
    }

    /// All moves, each with where it leads; equal ones once. The guess orders them.
    fn root_moves(&mut self, sum: &Sum<G>, mover: Player) -> Vec<(i64, Picked, Node)> {
        let mut moves: Vec<(i64, Picked, Node)> = Vec::new();
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
    /// has come first already. Whether a guess mattered.
    fn order_moves(
        &mut self,
        moves: &mut [(i64, Picked, Node)],
        state: State,
        depth: u32,
    ) -> Result<bool, Exhausted> {
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
        Ok(met_guess)
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
        let mover = state.mover;
        let mut value = signed(-INFINITE, mover);
        let (mut best, mut met_guess) = (Best::Coupon, false);
        let tax = signed(2 * self.stack.share_units(state.height), mover);
        let options = self.nodes.options(terms, mover);
        for choice in self.ordered(&options, mover, hint) {
            let (found, guessed) = match choice {
                Best::Coupon => self.after_coupon(terms, state, depth, (alpha, beta))?,
                Best::Option(n) => {
                    let option = &options[n as usize];
                    let gain = option.integer * self.stack.unit() - tax;
                    let window = (alpha - gain, beta - gain);
                    let (found, guessed) =
                        self.search(&option.terms, state.moved(), depth - 1, window)?;
                    (found + gain, guessed)
                }
            };
            met_guess |= guessed;
            match mover {
                Player::Left if found > value => {
                    (value, best, alpha) = (found, choice, alpha.max(found))
                }
                Player::Right if found < value => {
                    (value, best, beta) = (found, choice, beta.min(found))
                }
                _ => {}
            }
            if alpha >= beta {
                break;
            }
        }
        Ok((value, best, met_guess))
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

    /// The coupon, then moves in the game by their guess. What was best before wins nothing but time.
    fn ordered(&mut self, options: &[Node], mover: Player, hint: Option<Best>) -> Vec<Best> {
        let mut order: Vec<(i64, u32)> = Vec::with_capacity(options.len());
        for (n, option) in options.iter().enumerate() {
            let guess = self.guess(&option.terms) + option.integer * self.stack.unit();
            order.push((signed(-guess, mover), n as u32));
        }
        order.sort_unstable();
        let mut choices = vec![Best::Coupon];
        choices.extend(order.into_iter().map(|(_, n)| Best::Option(n)));
        if let Some(place) = hint.and_then(|hint| choices.iter().position(|&it| it == hint)) {
            let first = usize::from(place > 0);
            choices[first..=place.max(first)].rotate_right(usize::from(place > first));
        }
        choices
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
                Best::Option(n) => {
                    let mut after = self.nodes.options(&key.0, key.2).swap_remove(n as usize);
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
        match self.searched.is_multiple_of(64) {
            true => self.limit.check(self.bytes()),
            false => Ok(()),
        }
    }
}

impl<G> Searched<G> {
    /// The temperature that the line shows, with a stack up to this coupon: the last one that was taken before a move in the game.
    pub fn temperature(&self, top: Dyadic) -> Dyadic {
        let coupons = self.line.iter().map_while(|play| match play {
            Play::Coupon(coupon) => Some(*coupon),
            Play::Move { .. } => None,
        });
        match self.ending {
            Ending::FailHigh if self.is_complete => Dyadic::MINUS_ONE,
            _ => coupons.last().unwrap_or(top),
        }
    }
}
