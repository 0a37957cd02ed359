//! How fast a match is played, and who counts.

use std::time::Duration;

use clap::ValueEnum;

use super::entrant::TimeShare;

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
    /// What a clock on the wall shows
    Wall,
    /// What the engine takes of the processor
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
    /// The time that counts: the wall's where the other is not known.
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
            (TimeShare::Times(factor), Pace::PerMove(time)) => Pace::PerMove(time.mul_f64(factor)),
            (TimeShare::Times(factor), Pace::Clock { main, increment }) => {
                Pace::Clock { main: main.mul_f64(factor), increment: increment.mul_f64(factor) }
            }
            (TimeShare::Times(_), pace) => pace,
        }
    }
}

impl std::fmt::Display for Pace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Pace::PerMove(time) => write!(f, "{} s a move", time.as_secs_f64()),
            Pace::Clock { main, increment } => {
                write!(f, "{} s + {} s a move", main.as_secs_f64(), increment.as_secs_f64())
            }
            Pace::Depth(depth) => write!(f, "depth {depth}"),
            Pace::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
        }
    }
}
