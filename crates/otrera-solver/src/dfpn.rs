//! df-pn: depth-first proof number search.
//!
//! The cost of proving a node is the least cost of disproving one of its children, and disproving
//! it costs as much as proving all of them. The search goes to the child that looks cheapest and
//! stays there until another looks cheaper by a quarter (the 1 + ε rule of Pawlewicz and Lew).
//!
//! Threads search the same tree and share transpositions. A child that others search looks dearer
//! (a virtual proof number), so that they spread; what is remembered is not touched by that.
//! A thread below a node that another has settled gives up at its next look.

use otrera_board::{Bits, Move};

use crate::costs::{Costs, LARGEST_COST};
use crate::node::Node;
use crate::worker::{Halt, Worker};

/// How much cheaper another child must look before the search changes to it.
const EPSILON: f32 = 0.25;

/// After a search, so many of the best children are looked up again: other threads may have searched them.
const LOOKED_UP: usize = 16;

/// How much dearer a child looks for each thread that searches it.
const PENALTY_IF_LOST: f32 = 1.0;
const PENALTY_IF_WON: f32 = 0.02;

/// A child of a node, with the costs of its own player.
struct Child<B: 'static> {
    /// The move that leads to it, if it is not a free one.
    mv: Option<Move>,
    node: Node<B>,
    costs: Costs,
    /// How many threads search it.
    load: u32,
}

impl<B> Child<B> {
    /// What disproving it seems to cost when others are at it.
    fn virtual_cost(&self, penalty: f32) -> f32 {
        self.costs.disproof * (1.0 + penalty * self.load as f32)
    }
}

/// Searches a node until it is settled: does the player to move win?
pub(crate) fn solve<B: Bits>(worker: &mut Worker<'_, B>, root: &Node<B>) -> Result<bool, Halt> {
    let without_end = Costs { proof: f32::INFINITY, disproof: f32::INFINITY };
    loop {
        if let Some(mover_wins) = search(worker, root, without_end)?.outcome() {
            return Ok(mover_wins);
        }
    }
}

/// Searches a node until one of its costs reaches its limit, or it is settled.
fn search<B: Bits>(
    worker: &mut Worker<'_, B>,
    node: &Node<B>,
    limits: Costs,
) -> Result<Costs, Halt> {
    let began = worker.enter(node)?;
    let searched = match children(worker, node) {
        None => Ok(Costs::WON),
        Some(children) => search_children(worker, node, children, limits),
    };
    let depth = worker.leave(node);
    let costs = match searched {
        Ok(costs) => costs,
        // Another thread settled this node; if the table has lost that again, it is to be done again.
        Err(Halt::Overtaken(by)) if by == depth => {
            return Ok(worker.known(node).unwrap_or(Costs { proof: 1.0, disproof: 1.0 }));
        }
        Err(halt) => return Err(halt),
    };
    let work = worker.expansions() - began;
    worker.shared.transpositions.put(node, costs.finding(work));
    Ok(costs)
}

fn search_children<B: Bits>(
    worker: &mut Worker<'_, B>,
    node: &Node<B>,
    mut children: Vec<Child<B>>,
    limits: Costs,
) -> Result<Costs, Halt> {
    loop {
        children.retain(|child| !child.costs.is_won());
        children.sort_by(|a, b| a.costs.disproof.total_cmp(&b.costs.disproof));
        let Some(first) = children.first() else { return Ok(Costs::LOST) };
        if first.costs.is_lost() {
            worker.note_refutation(first.mv);
            return Ok(Costs::WON);
        }
        let all: f32 = children.iter().map(|child| child.costs.proof).sum();
        // Only what is settled has costs without end.
        let costs = Costs {
            proof: first.costs.disproof.min(LARGEST_COST),
            disproof: all.min(LARGEST_COST),
        };
        if costs.proof >= limits.proof || costs.disproof >= limits.disproof {
            return Ok(costs);
        }
        let chosen = choose(worker, &mut children, costs);
        let child = &children[chosen];
        // The next best but the chosen one.
        let second = children.get(usize::from(chosen == 0));
        let second = second.map_or(f32::INFINITY, |child| child.costs.disproof);
        let within = Costs {
            proof: limits.disproof - costs.disproof + child.costs.proof,
            // One that is not the best has to be searched nevertheless.
            disproof: limits.proof.min(second * (1.0 + EPSILON)).max(match chosen {
                0 => 0.0,
                _ => child.costs.disproof * (1.0 + EPSILON),
            }),
        };
        let next = child.node;
        // Told before it is searched: to the other threads, and to checkpoints.
        worker.shared.transpositions.put(node, costs.finding(0));
        worker.show_root(&next, costs, children.len());
        children[chosen].costs = search(worker, &next, within)?;
        if worker.shared.settings.threads > 1 {
            if let Some(costs) = worker.known(node)
                && costs.outcome().is_some()
            {
                return Ok(costs);
            }
            for child in children.iter_mut().take(LOOKED_UP) {
                if let Some(costs) = worker.known(&child.node) {
                    child.costs = costs;
                }
            }
        }
    }
}

/// The child to search next: the cheapest, with what others do taken into account.
///
/// Where the node seems lost, all children must be searched, so threads share them freely. Where it
/// seems won one child is enough, and another is worth a thread only if it looks as good.
fn choose<B: Bits>(worker: &Worker<'_, B>, children: &mut [Child<B>], costs: Costs) -> usize {
    if worker.shared.settings.threads == 1 {
        return 0;
    }
    let penalty = match costs.proof > costs.disproof {
        true => PENALTY_IF_LOST,
        false => PENALTY_IF_WON,
    };
    let mut best = 0;
    for n in 0..children.len() {
        if n > 0 && children[n].costs.disproof >= children[best].virtual_cost(penalty) {
            break;
        }
        children[n].load = worker.shared.busy.threads(&children[n].node);
        if n > 0 && children[n].virtual_cost(penalty) < children[best].virtual_cost(penalty) {
            best = n;
        }
    }
    best
}

/// The children of a node; none if one of them is lost for its player.
fn children<B: Bits>(worker: &mut Worker<'_, B>, node: &Node<B>) -> Option<Vec<Child<B>>> {
    let asks_first = worker.asks_cheaply();
    if asks_first && is_won_at_once(worker, node) {
        return None;
    }
    let mut children = Vec::new();
    let won = node.any_move(|mv, raw| {
        let settled = match asks_first {
            true => worker.settle_unless_won(raw),
            false => worker.settle(raw),
        };
        if settled.winner.is_none() {
            children.push(Child { mv, node: settled.node, costs: Costs::UNKNOWN, load: 0 });
        }
        let won = settled.winner == Some(node.mover);
        if won {
            worker.note_refutation(mv);
        }
        won
    });
    if won || is_known_to_win(worker, &mut children) {
        return None;
    }
    for child in children.iter_mut().filter(|child| child.costs == Costs::UNKNOWN) {
        child.costs = first_costs(worker, &child.node);
    }
    Some(children)
}

/// Looks all children up; is one of them known to be lost for its player?
fn is_known_to_win<B: Bits>(worker: &mut Worker<'_, B>, children: &mut [Child<B>]) -> bool {
    // Where they may lie is far away in memory: on the way to all of them at once, not to one after another.
    for child in children.iter() {
        worker.shared.transpositions.approach(&child.node);
    }
    for child in children {
        if let Some(costs) = worker.known(&child.node) {
            child.costs = costs;
            if costs.is_lost() {
                worker.note_refutation(child.mv);
                return true;
            }
        }
    }
    false
}

/// One node in four is won by a move that bounds decide; then nothing else need be known of the other moves.
fn is_won_at_once<B: Bits>(worker: &mut Worker<'_, B>, node: &Node<B>) -> bool {
    node.any_move(|mv, raw| {
        let won = worker.is_won_at_once(&raw);
        if won {
            worker.note_refutation(mv);
        }
        won
    })
}

/// The moves that won last are tried before anything else is known of a child: that is cheaper than a guess.
const TRIED_FIRST: usize = 2;

/// What a child costs that nobody has searched. The moves that won against its siblings are tried at once:
/// the last of them always, the others if its player seems to win.
fn first_costs<B: Bits>(worker: &mut Worker<'_, B>, node: &Node<B>) -> Costs {
    if worker.refuted(node, ..TRIED_FIRST) {
        return Costs::WON;
    }
    let costs = worker.shared.first_costs(node);
    match costs.proof < costs.disproof && worker.refuted(node, TRIED_FIRST..) {
        true => Costs::WON,
        false => costs,
    }
}
