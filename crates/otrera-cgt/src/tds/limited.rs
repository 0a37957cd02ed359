//! Heuristic discovery: limited by depth, nodes and time, with guesses at unfinished leaves.

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

    /// Mean and temperature from both sides, by deeper and deeper searches. A search that ends in coupons alone, or begins with a
    /// move in the game, is followed by one on a lower or a higher stack, never higher than the highest given here.
    pub fn estimate(
        &mut self,
        sum: &Sum<G>,
        highest: Dyadic,
        patience: Patience,
    ) -> Result<Estimate, Exhausted> {
        let mut last = None;
        for depth in 1..=patience.depth {
            match self.estimate_at(sum, highest, last, Patience { depth, ..patience }) {
                Ok(found) => last = Some(found),
                Err(Exhausted::Interrupt) => return Err(Exhausted::Interrupt),
                // What an earlier search found is better than nothing.
                Err(error) => return last.ok_or(error),
            }
            if last.is_some_and(|estimate| estimate.is_complete) {
                break;
            }
        }
        last.ok_or(Exhausted::Nodes)
    }

    /// The same by searches of the whole depth at once, with an earlier estimate to begin at.
    pub fn estimate_at(
        &mut self,
        sum: &Sum<G>,
        highest: Dyadic,
        earlier: Option<Estimate>,
        patience: Patience,
    ) -> Result<Estimate, Exhausted> {
        self.begin(patience);
        let expected = match earlier {
            Some(earlier) => self.rounded(earlier.temperature),
            None => self.first_guess(sum),
        };
        let mut tops = [self.just_above(expected, highest).min(highest); 2];
        let mut searches = earlier.map_or(0, |earlier| earlier.searches);
        self.both_sides(sum, highest, &mut tops, patience.depth, &mut searches)
    }

    /// The nearest coupon that is not less.
    fn rounded(&self, temperature: Dyadic) -> Dyadic {
        let delta = self.stack.delta();
        match temperature.exponent() > delta.exponent() {
            true => {
                let units = self.stack.units(temperature).unwrap_or_default();
                let step = self.stack.delta_units();
                self.stack.number(-(-units).div_euclid(step) * step)
            }
            false => temperature,
        }
    }

    fn both_sides(
        &mut self,
        sum: &Sum<G>,
        highest: Dyadic,
        tops: &mut [Dyadic; 2],
        depth: u32,
        searches: &mut u32,
    ) -> Result<Estimate, Exhausted> {
        let [left, right] = [Player::Left, Player::Right].map(|first| {
            self.regular(sum, highest, &mut tops[first as usize], (first, depth), searches)
        });
        let [left, right] = [left?, right?];
        Ok(Estimate {
            mean: (left.mean + right.mean).half(),
            temperature: (left.temperature + right.temperature).half(),
            is_complete: left.is_complete && right.is_complete,
            searches: *searches,
        })
    }

    /// A search to a depth on a stack that shows the temperature, if one is found.
    fn regular(
        &mut self,
        sum: &Sum<G>,
        highest: Dyadic,
        top: &mut Dyadic,
        (first, depth): (Player, u32),
        searches: &mut u32,
    ) -> Result<Searched<G>, Exhausted> {
        let delta = self.stack.delta();
        // A move in the game came first here; nothing but coupons came down to here.
        let (mut hot, mut cold): (Option<Dyadic>, Option<Dyadic>) = (None, None);
        let mut step = delta + delta;
        loop {
            let mut found = self.search_to(sum, *top, first, depth)?;
            *searches += 1;
            match found.ending {
                Ending::FailLow => hot = Some(*top),
                Ending::FailHigh if !found.is_complete => cold = Some(found.temperature),
                _ => return Ok(found),
            }
            step = step + step;
            *top = match (hot, cold) {
                (Some(hot), None) if hot >= highest => return Ok(found),
                (None, Some(cold)) if cold <= Dyadic::MINUS_ONE => return Ok(found),
                (Some(hot), None) => (hot + step).min(highest),
                (None, Some(cold)) => (cold - step).max(Dyadic::MINUS_ONE),
                (Some(hot), Some(cold)) if cold <= hot + delta + delta => {
                    // A deeper search will tell more.
                    (found.temperature, found.is_complete) = (cold, false);
                    return Ok(found);
                }
                (Some(hot), Some(cold)) => self.between(hot, cold),
                (None, None) => return Ok(found),
            };
        }
    }

    /// The middle between two coupons, an even number of coupons above the lower one.
    fn between(&self, low: Dyadic, high: Dyadic) -> Dyadic {
        let [below, above] = [low, high].map(|coupon| self.stack.height_at(coupon));
        let steps = (above - below) / 4 * 2;
        self.stack.coupon(below + steps.max(2)).unwrap_or(high)
    }

    /// Half of what moving first gains, by nothing but guesses: to begin somewhere.
    fn first_guess(&mut self, sum: &Sum<G>) -> Dyadic {
        let best = |moves: Vec<(i64, Picked, Node)>| moves.first().map(|&(badness, ..)| -badness);
        let [left, right] = Player::BOTH.map(|player| best(self.root_moves(sum, player)));
        let width = match (left, right) {
            (Some(left), Some(right)) => left + right,
            _ => 0,
        };
        let delta = self.stack.delta_units();
        self.stack.number((width / 2).div_euclid(delta) * delta).max(Dyadic::MINUS_ONE)
    }

    /// Where a search may begin that expects a temperature: some coupons above it, an even number below the highest, so that the
    /// same player has the same coupons.
    fn just_above(&self, temperature: Dyadic, highest: Dyadic) -> Dyadic {
        let delta = self.stack.delta();
        let above = temperature + delta + delta;
        let odd = (self.stack.height_at(highest) ^ self.stack.height_at(above)) & 1 == 1;
        if odd { above + delta } else { above }
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
        if depth == 1 {
            return Ok(self.frontier(terms, state, (alpha, beta)));
        }
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
                Best::Raw(..) => continue,
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
        let tax = signed(2 * self.stack.share_units(state.height), mover);
        let (unit, sixteenth) = (self.stack.unit(), self.stack.unit() / 16);
        for (n, &term) in terms.iter().enumerate() {
            let others = here - self.guess(&std::iter::once(term).collect());
            let (evaluation, mut option) = (&self.evaluation, 0);
            self.nodes.each_raw_option(term, mover, &mut |sum, negated| {
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
                if better && alpha < beta {
                    (value, best) = (found, Best::Raw(n as u32, option));
                    match mover {
                        Player::Left => alpha = alpha.max(found),
                        Player::Right => beta = beta.min(found),
                    }
                }
                option += 1;
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
