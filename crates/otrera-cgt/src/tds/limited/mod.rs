//! Heuristic discovery: limited by depth, nodes and time, with guesses at unfinished leaves.

mod choice;
mod crossing;
mod estimate;
mod line;
mod search;

pub use self::choice::{Choice, Picked};
pub use self::estimate::Estimate;

use rustc_hash::FxHashMap;

use self::line::last_coupon;
use super::discovery::Ending;
use super::nodes::{Nodes, Terms};
use super::play::{Play, State};
use super::stack::{CouponStack, StackError};
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
