//! How fast a match is played, and who counts.

use std::time::Duration;

use clap::ValueEnum;

use super::entrant::TimeShare;
use crate::limits::LONGEST;

/// What a player may take for his moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pace {
    /// This time for each.
    PerMove(Duration),
    /// This time for all, and so much more for each.
    Clock { main: Duration, increment: Duration },
    /// However long so many moves ahead take.
    Depth(u32),
    /// However long so many positions take.
    Nodes(u64),
}

/// Which time counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Count {
    /// Wall-clock time
    Wall,
    /// CPU time
    Cpu,
}

impl Count {
    pub fn name(self) -> &'static str {
        match self {
            Count::Wall => "wall",
            Count::Cpu => "cpu",
        }
    }
}

/// Time as both clocks show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    pub wall: Duration,
    /// Nothing where the system does not tell.
    pub cpu: Option<Duration>,
}

impl Spent {
    /// The time that counts: wall-clock time where CPU time is not known.
    pub fn counted(&self, count: Count) -> Duration {
        match count {
            Count::Wall => self.wall,
            Count::Cpu => self.cpu.unwrap_or(self.wall),
        }
    }
}

/// Without a limit of time an engine that says nothing for this long hangs.
pub const HANGS_AFTER: Duration = Duration::from_secs(120);

impl Pace {
    /// The pace of one engine.
    pub fn of(self, share: TimeShare) -> Pace {
        match (share, self) {
            (TimeShare::PerMove(time), _) => Pace::PerMove(time),
            (TimeShare::Times(factor), Pace::PerMove(time)) => Pace::PerMove(scaled(time, factor)),
            (TimeShare::Times(factor), Pace::Clock { main, increment }) => {
                Pace::Clock { main: scaled(main, factor), increment: scaled(increment, factor) }
            }
            (TimeShare::Times(_), pace) => pace,
        }
    }
}

/// So many times a time, within the longest that there is.
fn scaled(time: Duration, factor: f64) -> Duration {
    let scaled = Duration::try_from_secs_f64(time.as_secs_f64() * factor);
    scaled.map_or(LONGEST, |scaled| scaled.min(LONGEST))
}

impl std::fmt::Display for Pace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Pace::PerMove(time) => write!(f, "{} s per move", time.as_secs_f64()),
            Pace::Clock { main, increment } => {
                write!(f, "{} s + {} s per move", main.as_secs_f64(), increment.as_secs_f64())
            }
            Pace::Depth(depth) => write!(f, "depth {depth}"),
            Pace::Nodes(nodes) => write!(f, "{nodes} nodes per move"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_time() {
        let per_move = |time, factor| Pace::PerMove(time).of(TimeShare::Times(factor));
        assert_eq!(per_move(Duration::from_secs(2), 1.5).to_string(), "3 s per move");
        assert_eq!(per_move(LONGEST, 1000.0), Pace::PerMove(LONGEST));
        assert_eq!(per_move(Duration::MAX, 2.0), Pace::PerMove(LONGEST));
        let share = TimeShare::PerMove(Duration::from_millis(500));
        assert_eq!(Pace::Nodes(7).of(share).to_string(), "0.5 s per move");
    }
}
