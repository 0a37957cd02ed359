//! Thermographs of positions, without canonical forms.
//!
//! A position that is one game takes the thermographs of its options. Where a move
//! leaves several games, the thermograph of their sum is not to be had from theirs
//! (an integer, which only shifts it, apart): the sum is then a position of its own,
//! with the moves of all its terms. Terms that are numbers go to the number of the
//! sum, and a game and its negative cancel.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::dyadic::Dyadic;
use crate::game::{COMMON, Game, Player, Sum, Term};
use crate::limit::{Exhausted, Limit};
use crate::thermograph::{Thermograph, Wall, best_of};

/// Finds thermographs of positions and remembers them.
#[derive(Debug)]
pub struct Thermographer<G> {
    /// Games as they came, with their thermographs once these are known.
    games: FxHashMap<G, (GameId, Option<Graph>)>,
    /// Different games, each as it was first seen (its options then tend to have been
    /// seen as well), with its thermograph.
    known: Vec<(G, Option<Graph>)>,
    /// Their representatives ([`Game::canonical`]).
    representatives: FxHashMap<G, GameId>,
    sums: FxHashMap<SumKey, Graph>,
    /// Far fewer thermographs than positions exist: each is kept once, and so are its walls.
    graphs: Vec<(Thermograph, [WallId; 2])>,
    graph_numbers: FxHashMap<Thermograph, Graph>,
    walls: Vec<Wall>,
    wall_numbers: FxHashMap<Wall, WallId>,
    /// The best of two walls, for each player.
    best: [FxHashMap<(WallId, WallId), WallId>; 2],
    /// Thermographs by the best walls that the players can move to.
    combined: FxHashMap<[Option<WallId>; 2], Graph>,
    integers: FxHashMap<i64, Graph>,
    negatives: FxHashMap<Graph, Graph>,
    shifted: FxHashMap<(Graph, i64), Graph>,
    limit: Limit,
    checks: u32,
}

/// A thermograph by its number.
type Graph = u32;

/// A wall by its number.
type WallId = u32;

/// A game by its number, and whether its negative is meant.
type GameId = (u32, bool);

/// A sum: the fraction of its number and its games, sorted.
type SumKey = (Dyadic, Vec<GameId>);

impl<G: Game> Default for Thermographer<G> {
    fn default() -> Thermographer<G> {
        Thermographer {
            games: FxHashMap::default(),
            known: Vec::new(),
            representatives: FxHashMap::default(),
            sums: FxHashMap::default(),
            graphs: Vec::new(),
            graph_numbers: FxHashMap::default(),
            walls: Vec::new(),
            wall_numbers: FxHashMap::default(),
            best: Default::default(),
            combined: FxHashMap::default(),
            integers: FxHashMap::default(),
            negatives: FxHashMap::default(),
            shifted: FxHashMap::default(),
            limit: Limit::default(),
            checks: 0,
        }
    }
}

impl<G: Game> Thermographer<G> {
    /// A thermographer that knows nothing yet.
    pub fn new() -> Thermographer<G> {
        Thermographer::default()
    }

    /// From now on, fail when this is used up. What was found stays.
    pub fn set_limit(&mut self, limit: Limit) {
        self.limit = limit;
    }

    /// How many different positions were computed, symmetric ones counted once.
    pub fn positions(&self) -> usize {
        self.known.len() + self.sums.len()
    }

    /// How many bytes this holds, roughly.
    pub fn bytes(&self) -> usize {
        let entry = std::mem::size_of::<G>() + 16;
        (self.games.len() + 2 * self.known.len()) * 2 * entry
            + self.sums.len() * 120
            + self.graphs.len() * 600
    }

    /// The thermograph of a position.
    pub fn thermograph(&mut self, game: &G) -> Result<Thermograph, Exhausted> {
        let graph = self.graph_of(game)?;
        Ok(self.graphs[graph as usize].0.clone())
    }

    /// The thermograph of a sum.
    pub fn sum(&mut self, sum: &Sum<G>) -> Result<Thermograph, Exhausted> {
        let graph = self.sum_graph(sum)?;
        Ok(self.graphs[graph as usize].0.clone())
    }

    fn graph_of(&mut self, game: &G) -> Result<Graph, Exhausted> {
        if let Some(&(_, Some(graph))) = self.games.get(game) {
            return Ok(graph);
        }
        let id = self.represent(game);
        let graph = self.game_graph(id)?;
        self.games.insert(game.clone(), (id, Some(graph)));
        Ok(graph)
    }

    fn identify(&mut self, game: &G) -> GameId {
        if let Some(&(id, _)) = self.games.get(game) {
            return id;
        }
        let id = self.represent(game);
        self.games.insert(game.clone(), (id, None));
        id
    }

    /// The identity of a game by its representative.
    fn represent(&mut self, game: &G) -> GameId {
        let (representative, negated) = game.canonical();
        let next = self.known.len() as u32;
        let (number, first) =
            *self.representatives.entry(representative).or_insert((next, negated));
        if number == next {
            self.known.push((game.clone(), None));
        }
        (number, negated ^ first)
    }

    fn game_graph(&mut self, (number, negated): GameId) -> Result<Graph, Exhausted> {
        let graph = match &self.known[number as usize] {
            (_, Some(graph)) => *graph,
            (game, None) => {
                let game = game.clone();
                let graph = self.compute(&game)?;
                self.known[number as usize].1 = Some(graph);
                graph
            }
        };
        Ok(if negated { self.negative(graph) } else { graph })
    }

    fn compute(&mut self, game: &G) -> Result<Graph, Exhausted> {
        self.check_limit()?;
        if let Some(integer) = game.integer() {
            return Ok(self.integer(integer));
        }
        let mut options = [Vec::with_capacity(COMMON), Vec::with_capacity(COMMON)];
        let mut outcome = Ok(());
        for player in Player::BOTH {
            game.each_option(player, &mut |sum| {
                if outcome.is_ok() {
                    let found = self.sum_graph(&sum);
                    outcome = found.map(|found| options[player as usize].push(found));
                }
            });
        }
        outcome?;
        Ok(self.combine(options))
    }

    fn sum_graph(&mut self, sum: &Sum<G>) -> Result<Graph, Exhausted> {
        // Nearly every move leaves one game and no number.
        if let ([Term { game, negated: false }], true) =
            (sum.terms.as_slice(), sum.number == Dyadic::ZERO)
        {
            return self.graph_of(game);
        }
        let ids = sum.terms.iter().map(|term| {
            let (number, negated) = self.identify(&term.game);
            (number, negated ^ term.negated)
        });
        let ids: SmallVec<[GameId; 2]> = ids.collect();
        self.id_sum(sum.number, ids)
    }

    fn id_sum(
        &mut self,
        mut number: Dyadic,
        ids: SmallVec<[GameId; 2]>,
    ) -> Result<Graph, Exhausted> {
        let mut games: Vec<GameId> = Vec::with_capacity(ids.len());
        for id in ids {
            let graph = self.game_graph(id)?;
            let (graph, _) = &self.graphs[graph as usize];
            let opposite = games.iter().position(|&other| other == (id.0, !id.1));
            if graph.is_number() {
                number = number + graph.mean();
            } else if let Some(opposite) = opposite {
                games.swap_remove(opposite);
            } else {
                games.push(id);
            }
        }
        let whole = number.floor();
        let fraction = number - whole.into();
        let graph = match games.as_slice() {
            [] if fraction == Dyadic::ZERO => return Ok(self.integer(whole)),
            [] => return Ok(self.keep(Thermograph::of_number(number))),
            &[id] if fraction == Dyadic::ZERO => self.game_graph(id)?,
            _ => {
                games.sort_unstable();
                self.true_sum((fraction, games))?
            }
        };
        Ok(if whole == 0 { graph } else { self.shift(graph, whole) })
    }

    /// The thermograph of a sum that is nothing simpler, from its options.
    fn true_sum(&mut self, key: SumKey) -> Result<Graph, Exhausted> {
        if let Some(&graph) = self.sums.get(&key) {
            return Ok(graph);
        }
        self.check_limit()?;
        let (fraction, games) = &key;
        let mut options = [Vec::new(), Vec::new()];
        for (n, &(number, negated)) in games.iter().enumerate() {
            let game = self.known[number as usize].0.clone();
            let mut others = games.clone();
            others.remove(n);
            for player in Player::BOTH {
                let mover = if negated { !player } else { player };
                for option in game.options(mover) {
                    let mut ids: SmallVec<[GameId; 2]> = others.iter().copied().collect();
                    for Term { game, negated: again } in &option.terms {
                        let (number, swapped) = self.identify(game);
                        ids.push((number, swapped ^ again ^ negated));
                    }
                    let moved = if negated { -option.number } else { option.number };
                    options[player as usize].push(self.id_sum(*fraction + moved, ids)?);
                }
            }
        }
        if *fraction != Dyadic::ZERO {
            let unit = Dyadic::new(1, fraction.exponent());
            options[0].push(self.id_sum(*fraction - unit, games.iter().copied().collect())?);
            options[1].push(self.id_sum(*fraction + unit, games.iter().copied().collect())?);
        }
        let graph = self.combine(options);
        self.sums.insert(key, graph);
        Ok(graph)
    }

    fn combine(&mut self, options: [Vec<Graph>; 2]) -> Graph {
        let envelopes = Player::BOTH.map(|player| {
            // Left moves to where Right begins: the right walls count.
            let wall = |&graph: &Graph| self.graphs[graph as usize].1[!player as usize];
            let mut walls: Vec<WallId> = options[player as usize].iter().map(wall).collect();
            walls.sort_unstable();
            walls.dedup();
            walls.into_iter().reduce(|a, b| self.best_wall(a, b, player))
        });
        if let Some(&known) = self.combined.get(&envelopes) {
            return known;
        }
        let [left, right] = envelopes.map(|wall| wall.map(|wall| &self.walls[wall as usize]));
        let graph = Thermograph::from_envelopes(left, right);
        let graph = self.keep(graph);
        self.combined.insert(envelopes, graph);
        graph
    }

    fn best_wall(&mut self, a: WallId, b: WallId, mover: Player) -> WallId {
        if let Some(&known) = self.best[mover as usize].get(&(a, b)) {
            return known;
        }
        let [of_a, of_b] = [a, b].map(|wall| Cow::Borrowed(&self.walls[wall as usize]));
        let best = best_of(of_a, of_b, mover).into_owned();
        let best = self.keep_wall(&best);
        self.best[mover as usize].insert((a, b), best);
        best
    }

    fn negative(&mut self, graph: Graph) -> Graph {
        if let Some(&known) = self.negatives.get(&graph) {
            return known;
        }
        let negative = self.keep(self.graphs[graph as usize].0.negated());
        self.negatives.insert(graph, negative);
        negative
    }

    fn shift(&mut self, graph: Graph, by: i64) -> Graph {
        if let Some(&known) = self.shifted.get(&(graph, by)) {
            return known;
        }
        let shifted = self.keep(self.graphs[graph as usize].0.plus_integer(by));
        self.shifted.insert((graph, by), shifted);
        shifted
    }

    fn integer(&mut self, integer: i64) -> Graph {
        if let Some(&known) = self.integers.get(&integer) {
            return known;
        }
        let graph = self.keep(Thermograph::of_number(integer.into()));
        self.integers.insert(integer, graph);
        graph
    }

    /// Fails if the limit is reached. Looks at the clock only now and then.
    fn check_limit(&mut self) -> Result<(), Exhausted> {
        self.checks = self.checks.wrapping_add(1);
        match self.checks % 256 {
            0 => self.limit.check(self.bytes()),
            _ => Ok(()),
        }
    }

    fn keep(&mut self, graph: Thermograph) -> Graph {
        if let Some(&number) = self.graph_numbers.get(&graph) {
            return number;
        }
        let number = self.graphs.len() as Graph;
        let walls = Player::BOTH.map(|player| self.keep_wall(graph.wall(player)));
        self.graphs.push((graph.clone(), walls));
        self.graph_numbers.insert(graph, number);
        number
    }

    fn keep_wall(&mut self, wall: &Wall) -> WallId {
        if let Some(&number) = self.wall_numbers.get(wall) {
            return number;
        }
        let number = self.walls.len() as WallId;
        self.walls.push(wall.clone());
        self.wall_numbers.insert(wall.clone(), number);
        number
    }
}
