//! How long a player may think.

use std::time::Duration;

/// What ends the thinking about a move. Whatever is `None` does not; with nothing set, a player thinks until he is stopped or knows
/// everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Allowance {
    /// This time for the move, all of it if need be.
    pub per_move: Option<Duration>,
    /// The time left on a clock for all moves to come, of which the player takes what he finds right.
    pub clock: Option<Duration>,
    /// What the clock gains with each move.
    pub increment: Duration,
    /// So many moves ahead.
    pub depth: Option<u32>,
    /// So many positions looked at.
    pub nodes: Option<u64>,
}

impl Allowance {
    /// This time for the move.
    pub fn per_move(time: Duration) -> Allowance {
        Allowance { per_move: Some(time), ..Allowance::default() }
    }
}
