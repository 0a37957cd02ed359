//! Thermographs of positions, without canonical forms.
//!
//! A position that is one game takes the thermographs of its options. Where a move
//! leaves several games, the thermograph of their sum is not to be had from theirs
//! (an integer, which only shifts it, apart): the sum is then a position of its own,
//! with the moves of all its terms. Terms that are numbers go to the number of the
//! sum, and a game and its negative cancel.

use rustc_hash::FxHashMap;

use crate::dyadic::Dyadic;
use crate::game::{Game, Player, Sum, Term};
use crate::limit::{Exhausted, Limit};
use crate::thermograph::Thermograph;

/// Finds thermographs of positions and remembers them.
#[derive(Debug)]
pub struct Thermographer<G> {
    games: FxHashMap<G, GameId>,
    /// Different games, each as it was first seen (its options then tend to have been
    /// seen as well), with its thermograph.
    known: Vec<(G, Option<Graph>)>,
    /// Their representatives ([`Game::canonical`]).
    representatives: FxHashMap<G, GameId>,
    sums: FxHashMap<SumKey, Graph>,
    /// Far fewer thermographs than positions exist: each is kept once.
    graphs: Vec<Thermograph>,
    graph_numbers: FxHashMap<Thermograph, Graph>,
    limit: Limit,
}

/// A thermograph by its number.
type Graph = u32;

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
            limit: Limit::default(),
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
        let id = self.identify(game);
        let graph = self.game_graph(id)?;
        Ok(self.graphs[graph as usize].clone())
    }

    /// The thermograph of a sum.
    pub fn sum(&mut self, sum: &Sum<G>) -> Result<Thermograph, Exhausted> {
        let graph = self.sum_graph(sum)?;
        Ok(self.graphs[graph as usize].clone())
    }

    fn identify(&mut self, game: &G) -> GameId {
        if let Some(&id) = self.games.get(game) {
            return id;
        }
        let (representative, negated) = game.canonical();
        let next = self.known.len() as u32;
        let (number, first) =
            *self.representatives.entry(representative).or_insert((next, negated));
        if number == next {
            self.known.push((game.clone(), None));
        }
        let id = (number, negated ^ first);
        self.games.insert(game.clone(), id);
        id
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
        Ok(if negated { self.change(graph, Thermograph::negated) } else { graph })
    }

    fn compute(&mut self, game: &G) -> Result<Graph, Exhausted> {
        self.limit.check(self.bytes())?;
        if let Some(integer) = game.integer() {
            return Ok(self.keep(Thermograph::of_number(integer.into())));
        }
        let mut options = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for sum in game.options(player) {
                options[player as usize].push(self.sum_graph(&sum)?);
            }
        }
        Ok(self.combine(options))
    }

    fn sum_graph(&mut self, sum: &Sum<G>) -> Result<Graph, Exhausted> {
        let ids = sum.terms.iter().map(|term| {
            let (number, negated) = self.identify(&term.game);
            (number, negated ^ term.negated)
        });
        let ids: Vec<GameId> = ids.collect();
        self.id_sum(sum.number, ids)
    }

    fn id_sum(&mut self, mut number: Dyadic, ids: Vec<GameId>) -> Result<Graph, Exhausted> {
        let mut games: Vec<GameId> = Vec::with_capacity(ids.len());
        for id in ids {
            let graph = self.game_graph(id)?;
            let graph = &self.graphs[graph as usize];
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
            [] => return Ok(self.keep(Thermograph::of_number(number))),
            &[id] if fraction == Dyadic::ZERO => self.game_graph(id)?,
            _ => {
                games.sort_unstable();
                self.true_sum((fraction, games))?
            }
        };
        Ok(if whole == 0 { graph } else { self.change(graph, |graph| graph.plus_integer(whole)) })
    }

    /// The thermograph of a sum that is nothing simpler, from its options.
    fn true_sum(&mut self, key: SumKey) -> Result<Graph, Exhausted> {
        if let Some(&graph) = self.sums.get(&key) {
            return Ok(graph);
        }
        self.limit.check(self.bytes())?;
        let (fraction, games) = &key;
        let mut options = [Vec::new(), Vec::new()];
        for (n, &(number, negated)) in games.iter().enumerate() {
            let game = self.known[number as usize].0.clone();
            let mut others = games.clone();
            others.remove(n);
            for player in Player::BOTH {
                let mover = if negated { !player } else { player };
                for option in game.options(mover) {
                    let mut ids = others.clone();
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
            options[0].push(self.id_sum(*fraction - unit, games.clone())?);
            options[1].push(self.id_sum(*fraction + unit, games.clone())?);
        }
        let graph = self.combine(options);
        self.sums.insert(key, graph);
        Ok(graph)
    }

    fn combine(&mut self, mut options: [Vec<Graph>; 2]) -> Graph {
        for side in &mut options {
            side.sort_unstable();
            side.dedup();
        }
        let [left, right] =
            options.each_ref().map(|side| side.iter().map(|&graph| &self.graphs[graph as usize]));
        let graph = Thermograph::from_options(left, right);
        self.keep(graph)
    }

    fn change(&mut self, graph: Graph, how: impl Fn(&Thermograph) -> Thermograph) -> Graph {
        let changed = how(&self.graphs[graph as usize]);
        self.keep(changed)
    }

    fn keep(&mut self, graph: Thermograph) -> Graph {
        if let Some(&number) = self.graph_numbers.get(&graph) {
            return number;
        }
        let number = self.graphs.len() as Graph;
        self.graphs.push(graph.clone());
        self.graph_numbers.insert(graph, number);
        number
    }
}
