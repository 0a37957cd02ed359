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

use rustc_hash::FxHashMap;

use super::nodes::{Nodes, Terms, negative, normal};
use super::play::{Scorer, State};
use super::stack::{CouponStack, SMALLEST_DELTA, StackError, signed};
use super::walls::Walls;
use crate::dyadic::Dyadic;
use crate::game::{Game, Player, Sum};
use crate::limit::{Exhausted, Limit};
use crate::thermograph::Thermograph;

/// What can be told of a game without searching it.
pub trait Knowledge<G> {
    /// Integers between which its value lies.
    fn bounds(&self, _: &G) -> Option<(i64, i64)> {
        None
    }

    /// Its thermograph.
    fn thermograph(&self, _: &G) -> Option<Thermograph> {
        None
    }
}

/// No knowledge.
impl<G> Knowledge<G> for () {}

/// How fine and how high a stack must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The step between coupons.
    pub delta: Dyadic,
    /// The topmost coupon.
    pub top: Dyadic,
    /// How many moves the game may last.
    pub moves: u32,
}

impl Grid {
    /// The grid that is fine enough and high enough for every game that lasts at most so many moves, both players'
    /// counted, up to where nobody can move: δ = 2^−h and a top of h − 1 + δ.
    pub fn for_moves(moves: u32) -> Option<Grid> {
        let exponent = moves.max(1);
        (exponent <= SMALLEST_DELTA).then(|| Grid::with_delta(moves, Dyadic::new(1, exponent)))
    }

    /// The same with another δ.
    pub fn with_delta(moves: u32, delta: Dyadic) -> Grid {
        let top = Dyadic::from(i64::from(moves.max(1)) - 1) + delta;
        Grid { delta, top, moves }
    }

    /// Is it fine enough to be exact?
    pub fn is_exact(&self) -> bool {
        self.delta.numerator() == 1 && self.delta.exponent() >= self.moves.max(1)
    }

    /// How far a mean may be off: δ for each move before those that are left when the grid is fine enough. At a crossing of
    /// scaffolds between two taxes the value that the coupons hand down is off by the distance to the nearer
    /// of them, at most δ, and scaffolds are off by what the options are.
    pub fn mean_error(&self) -> Dyadic {
        let moves = self.moves.saturating_sub(self.delta.exponent());
        (0..moves).fold(Dyadic::ZERO, |error, _| error + self.delta)
    }

    /// The extended stack.
    pub fn stack(&self) -> Result<CouponStack, StackError> {
        CouponStack::extended(self.top, self.delta, 2 * self.moves + 2)
    }
}

/// Mean and temperature, or what is known of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The mean, at least and at most.
    pub mean: (Dyadic, Dyadic),
    /// The temperature, at least and at most.
    pub temperature: (Dyadic, Dyadic),
}

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

    /// What is known of mean and temperature by now.
    pub fn known(&mut self, sum: &Sum<G>) -> Known {
        let node = self.nodes.node(sum);
        let (key, flipped) = normal(&node.terms);
        let (mut least, mut most) = match self.walls.get(&key) {
            // At the top of the stack both walls are the mean.
            Some(walls) => {
                let [left, right] = Player::BOTH.map(|player| walls.range(player, self.levels));
                (left.0.max(right.0), left.1.min(right.1))
            }
            None if key.is_empty() => (0, 0),
            None => (-self.widest, self.widest),
        };
        if flipped {
            (least, most) = (-most, -least);
        }
        let whole = Dyadic::from(node.integer);
        let mean = (self.number(least) + whole, self.number(most) + whole);
        let mut range = (0, if key.is_empty() { 0 } else { self.levels });
        if let Some(walls) = self.walls.get(&key) {
            let known = |level: u64| {
                let [left, right] = Player::BOTH.map(|player| walls.range(player, level));
                // Apart for certain, and one for certain.
                (left.0 > right.1, left.1 == right.0)
            };
            let mut levels = (0..=self.levels).step_by(self.coarse_step());
            range.0 =
                levels.clone().take_while(|&level| known(level).0).last().map_or(0, |it| it + 1);
            range.1 = levels.find(|&level| known(level).1).unwrap_or(self.levels);
        }
        let [low, high] = [range.0, range.1].map(|level| self.number(self.tax(level)));
        Known { mean, temperature: (low, high) }
    }

    /// What is known is looked up at no more than some thousand levels.
    fn coarse_step(&self) -> usize {
        (self.levels / 4096 + 1) as usize
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

    /// What a move may be worth to a player, by what is known.
    fn hope(&self, terms: &Terms, integer: i64, player: Player) -> i64 {
        let (key, flipped) = normal(terms);
        let mean = self.walls.get(&key).map_or(0, |walls| walls.mean.0 + walls.mean.1);
        signed(2 * integer * self.unit() + if flipped { -mean } else { mean }, player)
    }

    fn best(&self, terms: &Terms, player: Player) -> usize {
        let (key, flipped) = normal(terms);
        let player = if flipped { !player } else { player };
        self.walls.get(&key).map_or(0, |walls| walls.best[player as usize] as usize)
    }

    fn remember_best(&mut self, terms: &Terms, player: Player, option: usize) {
        let (key, flipped) = normal(terms);
        let player = if flipped { !player } else { player };
        if let Some(walls) = self.walls.get_mut(&key) {
            walls.best[player as usize] = option as u32;
        }
    }

    /// What is known of a player's wall, if it answers the question.
    fn recall_wall(
        &mut self,
        terms: &Terms,
        player: Player,
        level: u64,
        value: i64,
    ) -> Option<bool> {
        match player {
            _ if terms.is_empty() => Some(0 >= value),
            Player::Left => self.recall(terms, level, value),
            Player::Right => self.recall(&negative(terms), level, 1 - value).map(|known| !known),
        }
    }

    fn recall(&mut self, terms: &Terms, level: u64, value: i64) -> Option<bool> {
        let (key, flipped) = normal(terms);
        if !self.walls.contains_key(&key) {
            let walls = self.first_look(&key);
            self.walls.insert(key.clone(), walls);
        }
        let walls = &self.walls[&key];
        match flipped {
            false => walls.reaches(Player::Left, level, value),
            true => walls.reaches(Player::Right, level, 1 - value).map(|known| !known),
        }
    }

    fn learn(&mut self, terms: &Terms, player: Player, level: u64, value: i64, reaches: bool) {
        let (key, flipped) = normal(terms);
        let Some(walls) = self.walls.get_mut(&key) else { return };
        match flipped {
            false => walls.learn(player, level, value, reaches),
            true => walls.learn(!player, level, 1 - value, !reaches),
        }
    }

    /// What can be told of a sum before it is searched.
    fn first_look(&self, terms: &Terms) -> Walls {
        let unit = self.unit();
        let (mut least, mut most) = (0, 0);
        for &(number, negated) in terms {
            let bounds = match (self.nodes.game(number), self.nodes.fraction(number)) {
                (Some(game), _) => self.knowledge.bounds(game),
                (_, Some(fraction)) => Some((fraction.floor(), fraction.ceil())),
                _ => None,
            };
            let (low, high) = bounds.unwrap_or((-self.widest / unit, self.widest / unit));
            least += if negated { -high } else { low };
            most += if negated { -low } else { high };
        }
        let widest = self.widest;
        let mut walls = Walls::between(
            (least * unit).clamp(-widest, widest),
            (most * unit).clamp(-widest, widest),
        );
        if let [(number, negated)] = terms.as_slice()
            && let Some(graph) =
                self.nodes.game(*number).and_then(|game| self.knowledge.thermograph(game))
        {
            let graph = if *negated { graph.negated() } else { graph };
            self.copy_walls(&graph, &mut walls);
        }
        walls
    }

    /// Learns a thermograph by its corners: between two, walls lean by one step a level or not at all.
    fn copy_walls(&self, graph: &Thermograph, walls: &mut Walls) {
        let scale = self.stack.delta().exponent() - 1;
        for player in Player::BOTH {
            for (t, value) in graph.corners(player) {
                if let (Some(t), Some(value)) = (t.units(scale), value.units(scale)) {
                    let level = (t + self.unit()) as u64;
                    walls.learn(player, level, value, true);
                    walls.learn(player, level, value + 1, false);
                }
            }
        }
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
