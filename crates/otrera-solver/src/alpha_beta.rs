//! Alpha-beta with iterative deepening, as in the solver of 5×5: for comparison, and for small
//! positions.
//!
//! Values are the model's odds, and without end for what is proved. Each depth is searched with the
//! values of the one before as the order of moves, until the root is proved.
//!
//! **Sound:** only proofs have values without end. A node is won if one child is proved lost, and lost
//! if all are proved won; values in between never become proofs.

use std::sync::atomic::Ordering;

use otrera_board::Bits;

use crate::node::Node;
use crate::transpositions::Finding;
use crate::worker::{Halt, Worker};

const WON: f32 = f32::INFINITY;
const LOST: f32 = f32::NEG_INFINITY;

/// Searches deeper and deeper until the root is settled: does the player to move win?
pub(crate) fn solve<B: Bits>(worker: &mut Worker<'_, B>, root: &Node<B>) -> Result<bool, Halt> {
    // A game is over when the empty squares are used up, and so are the free moves; deeper
    // searches than this repeat the last.
    for depth in (1..).map(|depth: u32| u8::try_from(depth).unwrap_or(u8::MAX)) {
        match search(worker, root, depth, [LOST, WON])? {
            WON => return Ok(true),
            LOST => return Ok(false),
            // What the root is worth may be known to this depth: then no node was entered, and no stop noticed.
            _ if worker.shared.stop.load(Ordering::Relaxed) => return Err(Halt::Stopped),
            _ => {}
        }
    }
    unreachable!("the depths have no end")
}

/// The value of a node at a depth, exact within the window, else a bound.
fn search<B: Bits>(
    worker: &mut Worker<'_, B>,
    node: &Node<B>,
    depth: u8,
    window: [f32; 2],
) -> Result<f32, Halt> {
    let [mut alpha, mut beta] = window;
    if let Some(found) = worker.shared.transpositions.get(node) {
        if let Some(mover_wins) = found.outcome {
            return Ok(if mover_wins { WON } else { LOST });
        }
        if found.depth >= depth {
            let [lower, upper] = guesses(found.numbers);
            if lower >= beta || lower == upper {
                return Ok(lower);
            }
            if upper <= alpha {
                return Ok(upper);
            }
            alpha = alpha.max(lower);
            beta = beta.min(upper);
        }
    }
    let began = worker.enter(node)?;
    let searched = match children(worker, node) {
        None => Ok(WON),
        Some(children) => search_children(worker, children, depth, [alpha, beta]),
    };
    let place = worker.leave(node);
    let value = match searched {
        // Another thread settled this node.
        Err(Halt::Overtaken(by)) if by == place => return search(worker, node, depth, window),
        searched => searched?,
    };
    let outcome = match value {
        WON => Some(true),
        LOST => Some(false),
        _ => None,
    };
    let numbers = match () {
        () if value <= alpha => [LOST, value],
        () if value >= beta => [value, WON],
        () => [value, value],
    };
    let work = u32::try_from(worker.expansions() - began).unwrap_or(u32::MAX);
    worker.shared.transpositions.put(node, Finding { outcome, numbers, depth, work });
    Ok(value)
}

fn search_children<B: Bits>(
    worker: &mut Worker<'_, B>,
    mut children: Vec<(f32, Node<B>)>,
    depth: u8,
    [alpha, beta]: [f32; 2],
) -> Result<f32, Halt> {
    children.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut best = LOST;
    for (value, child) in children {
        let value = match depth {
            0 | 1 => value,
            _ => {
                let from = best.max(alpha);
                // First ask whether it is better than the best at all; only then how much.
                let asked = -search(worker, &child, depth - 1, [-next_up(from), -from])?;
                match asked > from && asked < beta {
                    true => -search(worker, &child, depth - 1, [-beta, -asked])?,
                    false => asked,
                }
            }
        };
        best = best.max(value);
        if best >= beta || best == WON {
            break;
        }
    }
    Ok(best)
}

/// Bounds of a value that is not settled. An open entry proves nothing, whatever its numbers say: the lower
/// one is never a win, and the upper one never a loss.
fn guesses([lower, upper]: [f32; 2]) -> [f32; 2] {
    [lower.min(f32::MAX), upper.max(f32::MIN)]
}

/// The smallest number above another, so that a window holds no value between.
fn next_up(value: f32) -> f32 {
    if value == LOST { f32::MIN } else { value.next_up() }
}

/// The children of a node that are not lost at once, with their values for the player to move; none
/// if one of them wins at once.
fn children<B: Bits>(worker: &mut Worker<'_, B>, node: &Node<B>) -> Option<Vec<(f32, Node<B>)>> {
    let mut children = Vec::new();
    let won = node.any_move(|_, raw| {
        let settled = worker.settle(raw);
        let mut outcome = settled.winner.map(|winner| winner == settled.node.mover);
        let mut value = None;
        if outcome.is_none()
            && let Some(found) = worker.shared.transpositions.get(&settled.node)
        {
            outcome = found.outcome;
            value = found.numbers.into_iter().find(|number| number.is_finite());
        }
        if outcome.is_none() {
            let value = value.unwrap_or_else(|| worker.shared.odds(&settled));
            children.push((-value, settled.node));
        }
        outcome == Some(false)
    });
    (!won).then_some(children)
}
