//! How hard a node looks: the proof numbers that a search begins with.
//!
//! Who is ahead is guessed from the squares that each side reaches first, and from the middle of the
//! bounds. A guess decides nothing: it only says where to look first.

use otrera_board::{Bits, Color, queen_distances};

use crate::node::Settled;

/// Costs of proving and of disproving that the player to move wins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Costs {
    pub proof: f64,
    pub disproof: f64,
}

impl Costs {
    pub const WON: Costs = Costs { proof: 0.0, disproof: f64::INFINITY };
    pub const LOST: Costs = Costs { proof: f64::INFINITY, disproof: 0.0 };

    pub fn is_won(&self) -> bool {
        self.proof == 0.0
    }

    pub fn is_lost(&self) -> bool {
        self.disproof == 0.0
    }

    pub fn is_settled(&self) -> bool {
        self.is_won() || self.is_lost()
    }
}

/// How much one move more or less changes the costs, as a power of e.
const SCALE: f64 = 0.8;

/// What having the move is worth, in moves.
const TEMPO: f64 = 0.5;

/// The costs of a node by its bounds and by a look at the board.
pub(crate) fn first_costs<B: Bits>(settled: &Settled<B>) -> Costs {
    let node = &settled.node;
    match settled.winner {
        Some(winner) if winner == node.mover => return Costs::WON,
        Some(_) => return Costs::LOST,
        None => {}
    }
    let middle = f64::from(settled.bounds.lower() + settled.bounds.upper()) / 2.0;
    let ahead = (territory(settled) + f64::from(node.number) + middle) / 2.0;
    let ahead = if node.mover == Color::Black { ahead } else { -ahead };
    let exponent = (SCALE * (ahead + TEMPO)).clamp(-6.0, 6.0);
    Costs { proof: 1.0 + 4.0 * (-exponent).exp(), disproof: 1.0 + 4.0 * exponent.exp() }
}

/// Squares that Black reaches first, less those that White does.
fn territory<B: Bits>(settled: &Settled<B>) -> f64 {
    let node = &settled.node;
    let [mut black, mut white] =
        node.amazons.map(|amazons| queen_distances(node.geometry, amazons, node.empty));
    let mut open = node.empty;
    let mut ahead = 0;
    while !open.is_empty() {
        let [by_black, by_white] =
            [black.next(), white.next()].map(|level| level.unwrap_or(B::EMPTY));
        if (by_black | by_white).is_empty() {
            break;
        }
        ahead += (by_black & !by_white & open).count() as i32;
        ahead -= (by_white & !by_black & open).count() as i32;
        open &= !(by_black | by_white);
    }
    f64::from(ahead)
}
