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
    /// The clock gets more time after so many moves of the player.
    pub moves_to_go: Option<u32>,
    /// What each move takes of the clock besides thinking: the way to the opponent and back.
    pub overhead: Duration,
    /// So many moves ahead.
    pub depth: Option<u32>,
    /// So many positions looked at.
    pub nodes: Option<u64>,
}

/// A move comes this much before its time is over: the program around the search needs some, too.
const MARGIN: Duration = Duration::from_millis(2);

/// So much of a clock is never planned with, …
const RESERVE: Duration = Duration::from_millis(50);

/// … nor is more than this share of it for one move, unless it gets more soon.
const LARGEST_SHARE: f32 = 0.2;
const LARGEST_SHARE_BEFORE_MORE: f32 = 0.8;

/// The share that is planned with if the overhead of all moves to come is more than the clock: then it will be less in truth.
const SHARE_IN_NEED: u32 = 20;

/// More is no time that anybody waits for, and nothing overflows with less.
const LONGEST: Duration = Duration::from_secs(1 << 30);

impl Allowance {
    /// This time for the move.
    pub fn per_move(time: Duration) -> Allowance {
        Allowance { per_move: Some(time), ..Allowance::default() }
    }

    /// How long a player may think about this position, if there is a limit.
    pub fn time_for(&self, position: &Position) -> Option<Duration> {
        let clock = self.clock.map(|clock| self.share_of(clock.min(LONGEST), position));
        let per_move = self.per_move.map(|time| time.min(LONGEST).saturating_sub(MARGIN));
        [clock, per_move].into_iter().flatten().min()
    }

    /// What a move may take of a clock. Every move burns a square, and when half of the squares that are free now have burnt, little
    /// is open any more: so many moves the player counts with, half of them his own, and some for what comes after. The overhead
    /// is kept for as many moves as there can be, so that it never takes what was planned with.
    fn share_of(&self, clock: Duration, position: &Position) -> Duration {
        let [increment, overhead] = [self.increment, self.overhead].map(|time| time.min(LONGEST));
        let squares = position.empty().count();
        let to_go = self.moves_to_go.unwrap_or(u32::MAX);
        let moves = (squares / 4 + 4).min(to_go.saturating_add(1));
        // What a move adds comes after it: the first one pays its overhead from the clock, the others with what they add.
        let others = squares.div_ceil(2).min(to_go).saturating_sub(1);
        let kept = overhead + overhead.saturating_sub(increment) * others;
        let free = clock.saturating_sub(RESERVE);
        let free = free.checked_sub(kept).unwrap_or(free / SHARE_IN_NEED);
        let even = free / moves + increment.saturating_sub(overhead).mul_f32(0.8);
        let largest = match self.moves_to_go {
            Some(_) => LARGEST_SHARE_BEFORE_MORE,
            None => LARGEST_SHARE,
        };
        // Early moves matter more.
        even.mul_f32(1.2).min(free.mul_f32(largest)).saturating_sub(MARGIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn time_for(allowance: Allowance) -> Duration {
        let start: Position = "10x10".parse().expect("a start");
        allowance.time_for(&start).expect("a limit")
    }

    #[test]
    fn the_last_move_before_the_clock_gets_more_keeps_a_reserve() {
        let (clock, increment) = (Some(ms(300)), ms(300));
        let allowance =
            Allowance { clock, increment, moves_to_go: Some(1), ..Allowance::default() };
        let time = time_for(allowance);
        assert!(ms(150) < time && time < ms(240), "{time:?}");
    }

    #[test]
    fn what_each_move_adds_pays_its_overhead() {
        let clock = Some(Duration::from_secs(10));
        let plain = Allowance { clock, ..Allowance::default() };
        let paid = Allowance { increment: ms(500), overhead: ms(500), ..plain };
        let unpaid = Allowance { overhead: ms(500), ..plain };
        assert!(time_for(paid) > time_for(plain) * 9 / 10);
        // More than the clock: then something is taken nevertheless.
        assert!(time_for(unpaid) > Duration::ZERO);
        // Before a move adds anything, its overhead must fit into the clock.
        let little = Allowance { clock: Some(ms(600)), ..paid };
        assert!(time_for(little) + ms(500) < ms(600));
    }

    #[test]
    fn endless_clocks() {
        for time in [Duration::from_secs_f64(1e19), Duration::MAX] {
            let clock = Allowance { clock: Some(time), ..Allowance::default() };
            for moves_to_go in [None, Some(0), Some(1), Some(u32::MAX)] {
                for (increment, overhead) in [(time, ms(0)), (ms(0), time), (time, time)] {
                    let it = Allowance { increment, overhead, moves_to_go, ..clock };
                    assert!(time_for(it) <= LONGEST);
                }
            }
            assert!(time_for(Allowance::per_move(time)) <= LONGEST);
        }
    }
}
