//! df-pn: depth-first proof number search.
//!
//! The cost of proving a node is the least cost of disproving one of its children, and disproving it costs as much
//! as proving all of them. The search goes to the child that looks cheapest and stays there until another
//! looks cheaper by a quarter (the 1 + ε rule of Pawlewicz and Lew). Of the children that must all
//! be proved only the best few count at a time; the others come up as these fall (widening).

use std::time::Instant;

use otrera_board::{Bits, Color, Move, Position};
use otrera_cgt::{Exhausted, Limit};

use crate::evaluation::{Costs, first_costs};
use crate::node::Node;
use crate::table::Table;

/// How much cheaper another child must look before the search changes to it.
const EPSILON: f64 = 0.25;

/// The share of the open children that count at a time, besides the first.
const WIDTH: f64 = 0.2;

/// The largest cost of a node that is not settled. It fits into the table's short numbers.
const LARGEST_COST: f64 = 1e30;

/// What a search has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Nodes whose moves were generated.
    pub expansions: u64,
    /// Positions that were bounded.
    pub evaluations: u64,
}

/// Solves positions, one after another, and remembers what it found.
#[derive(Debug)]
pub struct Solver<B: 'static> {
    table: Table<B>,
    effort: Effort,
    deadline: Option<Instant>,
}

/// A child of a node, with the costs of its own player.
struct Child<B: 'static> {
    node: Node<B>,
    costs: Costs,
}

impl<B: Bits> Solver<B> {
    /// A solver with a table of so many bytes.
    pub fn new(bytes: usize) -> Solver<B> {
        Solver { table: Table::new(bytes), effort: Effort::default(), deadline: None }
    }

    /// What all searches so far have cost.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Who wins. Of the limit only the time counts: the table has its size.
    pub fn winner(&mut self, position: &Position<B>, limit: Limit) -> Result<Color, Exhausted> {
        self.deadline = limit.deadline;
        let settled = Node::of(position);
        self.effort.evaluations += 1;
        if let Some(winner) = settled.winner {
            return Ok(winner);
        }
        let without_end = Costs { proof: f64::INFINITY, disproof: f64::INFINITY };
        let costs = self.search(&settled.node, without_end)?;
        assert!(costs.is_settled(), "a search without limits ends with a proof");
        let mover = position.to_move();
        Ok(if costs.is_won() { mover } else { !mover })
    }

    /// A move that wins, if there is one, found by solving what the moves lead to.
    pub fn winning_move(
        &mut self,
        position: &Position<B>,
        limit: Limit,
    ) -> Result<Option<Move>, Exhausted> {
        let mut moves: Vec<(f64, Move, Position<B>)> = Vec::new();
        for mv in position.moves() {
            let mut after = *position;
            after.make(mv);
            let settled = Node::of(&after);
            let first = first_costs(&settled);
            let costs = match first.is_settled() {
                true => first,
                false => self.table.get(&settled.node).unwrap_or(first),
            };
            moves.push((costs.disproof, mv, after));
        }
        // Those that are known to win come first.
        moves.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, mv, after) in moves {
            if self.winner(&after, limit)? == position.to_move() {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Searches a node until one of its costs reaches its limit.
    fn search(&mut self, node: &Node<B>, limits: Costs) -> Result<Costs, Exhausted> {
        const BETWEEN_LOOKS_AT_THE_CLOCK: u64 = 64;
        if self.effort.expansions.is_multiple_of(BETWEEN_LOOKS_AT_THE_CLOCK)
            && self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
        {
            return Err(Exhausted::Time);
        }
        let began = self.effort.expansions;
        self.effort.expansions += 1;
        let costs = match self.children(node) {
            None => Costs::WON,
            Some(mut children) => loop {
                children.retain(|child| !child.costs.is_won());
                children.sort_by(|a, b| a.costs.disproof.total_cmp(&b.costs.disproof));
                let Some(first) = children.first() else { break Costs::LOST };
                let width = 1 + (WIDTH * children.len() as f64).ceil() as usize;
                if first.costs.is_lost() {
                    break Costs::WON;
                }
                let all: f64 = children.iter().take(width).map(|child| child.costs.proof).sum();
                // Only what is settled has costs without end.
                let costs = Costs {
                    proof: first.costs.disproof.min(LARGEST_COST),
                    disproof: all.min(LARGEST_COST),
                };
                if costs.proof >= limits.proof || costs.disproof >= limits.disproof {
                    break costs;
                }
                let second = children.get(1).map_or(f64::INFINITY, |child| child.costs.disproof);
                let child = children[0].node;
                let limits = Costs {
                    proof: limits.disproof - costs.disproof + children[0].costs.proof,
                    disproof: limits.proof.min(second * (1.0 + EPSILON)),
                };
                children[0].costs = self.search(&child, limits)?;
            },
        };
        self.table.put(node, costs, self.effort.expansions - began);
        Ok(costs)
    }

    /// The children of a node; none if one of them is lost for its player.
    fn children(&mut self, node: &Node<B>) -> Option<Vec<Child<B>>> {
        let mut children = Vec::new();
        let won = node.any_move(|settled| {
            self.effort.evaluations += 1;
            let first = first_costs(&settled);
            let costs = match first.is_settled() {
                true => first,
                false => self.table.get(&settled.node).unwrap_or(first),
            };
            children.push(Child { node: settled.node, costs });
            costs.is_lost()
        });
        (!won).then_some(children)
    }
}
