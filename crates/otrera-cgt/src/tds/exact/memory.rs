//! What is known of walls: before a search, and from it.

use super::ExactSearch;
use crate::dyadic::Dyadic;
use crate::game::{Game, Player, Sum};
use crate::tds::nodes::{Terms, negative, normal};
use crate::tds::stack::signed;
use crate::tds::walls::Walls;
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

/// Mean and temperature, or what is known of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The mean, at least and at most.
    pub mean: (Dyadic, Dyadic),
    /// The temperature, at least and at most.
    pub temperature: (Dyadic, Dyadic),
}

impl<G: Game, K: Knowledge<G>> ExactSearch<G, K> {
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

    /// What a move may be worth to a player, by what is known.
    pub(super) fn hope(&self, terms: &Terms, integer: i64, player: Player) -> i64 {
        let (key, flipped) = normal(terms);
        let mean = self.walls.get(&key).map_or(0, |walls| walls.mean.0 + walls.mean.1);
        signed(2 * integer * self.unit() + if flipped { -mean } else { mean }, player)
    }

    pub(super) fn best(&self, terms: &Terms, player: Player) -> usize {
        let (key, flipped) = normal(terms);
        let player = if flipped { !player } else { player };
        self.walls.get(&key).map_or(0, |walls| walls.best[player as usize] as usize)
    }

    pub(super) fn remember_best(&mut self, terms: &Terms, player: Player, option: usize) {
        let (key, flipped) = normal(terms);
        let player = if flipped { !player } else { player };
        if let Some(walls) = self.walls.get_mut(&key) {
            walls.best[player as usize] = option as u32;
        }
    }

    /// What is known of a player's wall, if it answers the question.
    pub(super) fn recall_wall(
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

    pub(super) fn recall(&mut self, terms: &Terms, level: u64, value: i64) -> Option<bool> {
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

    pub(super) fn learn(
        &mut self,
        terms: &Terms,
        player: Player,
        level: u64,
        value: i64,
        reaches: bool,
    ) {
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
}
