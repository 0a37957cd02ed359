//! Exact discovery: the same scores from far fewer nodes.
//!
//! # Scores are walls
//! Write ℓ and r for the score of G + C less what the stack is worth to who begins, with Left and with Right beginning,
//! and τ = V(C, Left) − V(C, Right) for the tax of C. Taking a coupon keeps the difference, a move in G pays the tax:
//!
//! > ℓ = max(max r(G^L) − τ, r with one coupon less),  r = min(min ℓ(G^R) + τ, ℓ with one coupon less)
//!
//! For δ = 1 / 2m the taxes of stacks that grow coupon by coupon are −1, then each of −1 + 2δ, −1 + 4δ, … twice.
//! **If the temperatures of G and of all that it leads to are multiples of 2δ, then ℓ and r are the walls L and R of the
//! thermograph at t = τ.** By induction: with coupons of −1 alone and two of them in a row ending the play,
//! ℓ = max(λ, min(ρ, 0)) and r = min(ρ, max(λ, 0)) for the scaffolds λ and ρ at −1: these are λ and ρ if λ > ρ, and else the
//! integer nearest to zero between them, which is how the thermograph begins. Below the temperature r with one coupon less
//! is at most the mean, which is at most λ, so ℓ = λ; at the temperature, which is a tax, both are the mean; and above it
//! λ ≤ mean ≤ ρ while the coupons hand down the mean. ∎
//!
//! A game that lasts h moves at most has temperatures that are multiples of 2^(1−h): whoever knows h knows a δ that is
//! exact, 2^−h ([`Grid::for_moves`]).
//!
//! # Which temperature
//! The paper's second phase looks at one wall in every other step, so where that wall is vertical below the mast (as in ↑)
//! it goes one coupon too far. Here **the temperature is the least tax at which both sides, searched with the same stack,
//! come to the same value**: below t(G) the walls are apart, from there on they are one.
//!
//! # How coupons are skipped
//! A question is whether L ≥ v at a level j. It is if λ ≥ v at j; it is not if ρ < v as well. Else the mast has begun below, and
//! L ≥ v if and only if λ ≥ v at some level i below and ρ ≥ v at i + 1. λ falls and ρ rises, so the level is found by halving,
//! and the coupons in between are never taken one by one. What was found at a level tells of others ([`Walls`]).

mod grid;
mod memory;
mod scorer;

pub use self::grid::Grid;
pub use self::memory::{Knowledge, Known};

use rustc_hash::FxHashMap;

use super::nodes::{Nodes, Terms, negative};
use super::stack::{CouponStack, signed};
use super::walls::Walls;
use crate::dyadic::Dyadic;
use crate::game::{Game, Player, Sum};
use crate::limit::{Exhausted, Limit};

/// Searches games that last at most a given number of moves.
#[derive(Debug)]
pub struct ExactSearch<G, K = ()> {
    stack: CouponStack,
    /// No value is larger, in steps.
    widest: i64,
    levels: u64,
    nodes: Nodes<G>,
    walls: FxHashMap<Terms, Walls>,
    knowledge: K,
    searched: u64,
    most_nodes: Option<u64>,
    limit: Limit,
}

impl<G: Game> ExactSearch<G> {
    /// A search for games that last at most so many moves. Nothing if that takes coupons of less than 2^−40.
    pub fn new(moves: u32) -> Option<ExactSearch<G>> {
        ExactSearch::on_grid(Grid::for_moves(moves)?, ())
    }
}

impl<G: Game, K: Knowledge<G>> ExactSearch<G, K> {
    /// A search beside a stack of this grid, with knowledge about games. Nothing if the grid is not fine enough to be exact.
    pub fn on_grid(grid: Grid, knowledge: K) -> Option<ExactSearch<G, K>> {
        let stack = grid.stack().ok().filter(|_| grid.is_exact())?;
        let moves = grid.moves;
        // The smallest δ of all is 1/2.
        let steps_to_one = 1 << (grid.delta.exponent() - 1);
        Some(ExactSearch {
            stack,
            widest: i64::from(moves) * steps_to_one,
            levels: u64::from(moves.max(1)) * steps_to_one as u64,
            nodes: Nodes::new(),
            walls: FxHashMap::default(),
            knowledge,
            searched: 0,
            most_nodes: None,
            limit: Limit::default(),
        })
    }

    /// From now on, fail when this is used up. What was found stays.
    pub fn set_limit(&mut self, limit: Limit, nodes: Option<u64>) {
        self.limit = limit;
        self.most_nodes = nodes.map(|nodes| self.searched.saturating_add(nodes));
    }

    /// Steps of 2δ in a whole number.
    fn unit(&self) -> i64 {
        1 << (self.stack.delta().exponent() - 1)
    }

    fn tax(&self, level: u64) -> i64 {
        level as i64 - self.unit()
    }

    fn number(&self, steps: i64) -> Dyadic {
        Dyadic::new(steps, self.stack.delta().exponent() - 1)
    }

    /// The mean of a sum.
    pub fn mean(&mut self, sum: &Sum<G>) -> Result<Dyadic, Exhausted> {
        let node = self.nodes.node(sum);
        let mean = self.wall_value(&node.terms, Player::Left, self.levels)?;
        Ok(self.number(mean) + node.integer.into())
    }

    /// The temperature of a sum.
    pub fn temperature(&mut self, sum: &Sum<G>) -> Result<Dyadic, Exhausted> {
        let terms = self.nodes.node(sum).terms;
        let mean = self.wall_value(&terms, Player::Left, self.levels)?;
        let (mut below, mut level) = (None, self.levels);
        while level > below.map_or(0, |below: u64| below + 1) {
            let middle = below.map_or(0, |below: u64| below + 1).midpoint(level - 1);
            match self.is_mast(&terms, middle, mean)? {
                true => level = middle,
                false => below = Some(middle),
            }
        }
        Ok(self.number(self.tax(level)))
    }

    fn is_mast(&mut self, terms: &Terms, level: u64, mean: i64) -> Result<bool, Exhausted> {
        Ok(!self.reaches_at(terms, Player::Left, level, mean + 1)?
            && self.reaches_at(terms, Player::Right, level, mean)?)
    }

    /// A wall at a level, in steps.
    fn wall_value(&mut self, terms: &Terms, player: Player, level: u64) -> Result<i64, Exhausted> {
        let (mut least, mut most) = (-self.widest, self.widest);
        while least < most {
            let middle = (least + most + 1).div_euclid(2);
            match self.reaches_at(terms, player, level, middle)? {
                true => least = middle,
                false => most = middle - 1,
            }
        }
        Ok(least)
    }

    /// Is a player's wall at a level so much or more, in steps?
    fn reaches_at(
        &mut self,
        terms: &Terms,
        player: Player,
        level: u64,
        value: i64,
    ) -> Result<bool, Exhausted> {
        match player {
            Player::Left => self.left_reaches(terms, level, value),
            // R(X) ≥ v unless L(−X) ≥ 1 − v.
            Player::Right => Ok(!self.left_reaches(&negative(terms), level, 1 - value)?),
        }
    }

    fn left_reaches(&mut self, terms: &Terms, level: u64, value: i64) -> Result<bool, Exhausted> {
        if terms.is_empty() {
            return Ok(0 >= value);
        }
        if let Some(known) = self.recall(terms, level, value) {
            return Ok(known);
        }
        self.count_node()?;
        if self.scaffold(terms, Player::Left, level, value)? {
            self.learn(terms, Player::Left, level, value, true);
            return Ok(true);
        }
        if !self.scaffold(terms, Player::Right, level, value)? {
            self.learn(terms, Player::Left, level, value, false);
            return Ok(false);
        }
        // The mast has begun: both walls are the mean here.
        let reaches = self.mast_reaches(terms, level, value)?;
        let wall = if reaches { Player::Right } else { Player::Left };
        self.learn(terms, wall, level, value, reaches);
        Ok(reaches)
    }

    /// Is the mean so much or more, given that λ < v ≤ ρ at a level?
    fn mast_reaches(&mut self, terms: &Terms, level: u64, value: i64) -> Result<bool, Exhausted> {
        // λ ≥ v up to some level from here, and ρ ≥ v from some level up to there.
        let (mut low, mut high) = (0, level);
        while low < high {
            let middle = low.midpoint(high);
            match self.scaffold(terms, Player::Left, middle, value)? {
                true if self.scaffold(terms, Player::Right, middle + 1, value)? => return Ok(true),
                true => {
                    self.learn(terms, Player::Left, middle, value, true);
                    low = middle + 1;
                }
                false if !self.scaffold(terms, Player::Right, middle, value)? => return Ok(false),
                false => high = middle,
            }
        }
        // λ < v everywhere: two coupons of −1 end the play, and the game is called zero.
        Ok(low == 0 && value <= 0)
    }

    /// Is λ, or ρ, at a level so much or more?
    fn scaffold(
        &mut self,
        terms: &Terms,
        player: Player,
        level: u64,
        value: i64,
    ) -> Result<bool, Exhausted> {
        let options = self.nodes.options(terms, player);
        let tax = signed(self.tax(level), player);
        // Left needs one move that is good enough; Right has one that is too good, or none.
        let good = player == Player::Left;
        let wanted = |integer: i64, unit: i64| value + tax - integer * unit;
        let unit = self.unit();
        let mut open = Vec::new();
        for (n, option) in options.iter().enumerate() {
            let wanted = wanted(option.integer, unit);
            match self.recall_wall(&option.terms, !player, level, wanted) {
                Some(known) if known == good => {
                    self.remember_best(terms, player, n);
                    return Ok(good);
                }
                Some(_) => {}
                None => open.push((self.hope(&option.terms, option.integer, player), n)),
            }
        }
        let best = self.best(terms, player);
        open.sort_by_key(|&(hope, n)| (n != best, -hope));
        for (_, n) in open {
            let option = &options[n];
            let wanted = wanted(option.integer, unit);
            if self.reaches_at(&option.terms, !player, level, wanted)? == good {
                self.remember_best(terms, player, n);
                return Ok(good);
            }
        }
        Ok(!good)
    }

    fn count_node(&mut self) -> Result<(), Exhausted> {
        self.searched += 1;
        if self.most_nodes.is_some_and(|most| self.searched > most) {
            return Err(Exhausted::Nodes);
        }
        match self.searched.is_multiple_of(256) {
            true => self.limit.check(self.bytes()),
            false => Ok(()),
        }
    }

    /// How many bytes this holds, roughly.
    pub fn bytes(&self) -> usize {
        self.nodes.bytes() + self.walls.len() * 400
    }
}
