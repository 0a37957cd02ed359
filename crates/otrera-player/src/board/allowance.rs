//! How long a player may think.

use std::time::Duration;

use otrera_board::{Bits, Position};

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

/// A move comes this much before its time is over: the program around the search needs some, too.
const MARGIN: Duration = Duration::from_millis(2);

/// So much of a clock is never planned with, …
const RESERVE: Duration = Duration::from_millis(50);

/// … nor is more than this share of it for one move.
const LARGEST_SHARE: u32 = 5;

impl Allowance {
    /// This time for the move.
    pub fn per_move(time: Duration) -> Allowance {
        Allowance { per_move: Some(time), ..Allowance::default() }
    }

    /// How long a player may think about this position, if there is a limit.
    pub fn time_for(&self, position: &Position) -> Option<Duration> {
        let clock = self.clock.map(|clock| share_of_clock(clock, self.increment, position));
        let per_move = self.per_move.map(|time| time.saturating_sub(MARGIN));
        [clock, per_move].into_iter().flatten().min()
    }
}

/// What a move may take of a clock. Every move burns a square, and when half of the squares that are free now have burnt, little
/// is open any more: so many moves the player counts with, half of them his own, and some for what comes after.
fn share_of_clock(clock: Duration, increment: Duration, position: &Position) -> Duration {
    let moves = position.empty().count() / 4 + 4;
    let free = clock.saturating_sub(RESERVE);
    let even = free / moves + increment.mul_f32(0.8);
    // Early moves matter more.
    even.mul_f32(1.2).min(free / LARGEST_SHARE).saturating_sub(MARGIN)
}
