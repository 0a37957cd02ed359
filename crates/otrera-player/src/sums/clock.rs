//! Time to think, by the clock on the wall or by that of the processor.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use otrera_cgt::{Alarm, Limit};

use super::player::MEMORY;

/// What the time for a move is measured by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Clock {
    /// The clock on the wall.
    #[default]
    Wall,
    /// The processor time of the player's thread: what else the machine does takes nothing from a player.
    Processor,
}

impl Clock {
    /// All of them.
    pub const ALL: [Clock; 2] = [Clock::Wall, Clock::Processor];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Clock::Wall => "wall",
            Clock::Processor => "processor",
        }
    }
}

/// When a move must be made.
#[derive(Clone, Copy, Debug)]
pub enum Deadline {
    /// By the clock on the wall.
    Wall(Instant),
    /// Once the thread has had so much processor time.
    Processor(Duration),
}

impl Deadline {
    /// A deadline so far from now by a clock. Where threads have no clock of their own, the one on the wall is taken.
    pub fn after(clock: Clock, time: Duration) -> Deadline {
        match (clock, ThreadTime::try_now()) {
            (Clock::Processor, Ok(now)) => Deadline::Processor(now.as_duration() + time),
            _ => Deadline::Wall(Instant::now() + time),
        }
    }

    /// How much time is left.
    pub fn left(self) -> Duration {
        match self {
            Deadline::Wall(end) => end.saturating_duration_since(Instant::now()),
            Deadline::Processor(end) => end.saturating_sub(thread_time()),
        }
    }

    /// An earlier one, after a share of the time that is left.
    pub(crate) fn share(self, parts: u32, of: u32) -> Deadline {
        let rest = self.left() / of * (of - parts);
        match self {
            Deadline::Wall(end) => Deadline::Wall(end - rest),
            Deadline::Processor(end) => Deadline::Processor(end - rest),
        }
    }

    /// An earlier one, when this share of the time that is left is over.
    pub(crate) fn after_share(self, share: f64) -> Deadline {
        let time = self.left().mul_f64(share);
        match self {
            Deadline::Wall(_) => Deadline::Wall(Instant::now() + time),
            Deadline::Processor(_) => Deadline::Processor(thread_time() + time),
        }
    }

    /// Is it over?
    #[inline]
    pub(crate) fn is_over(self) -> bool {
        self.left().is_zero()
    }

    /// The limit of what is done until then.
    pub(crate) fn limit(self) -> Limit {
        let limit = Limit { bytes: Some(2 * MEMORY), ..Limit::default() };
        match self {
            Deadline::Wall(end) => Limit { deadline: Some(end), ..limit },
            Deadline::Processor(at) => {
                Limit { alarm: Some(Alarm { now: thread_time, at }), ..limit }
            }
        }
    }
}

impl From<Duration> for Deadline {
    /// So far from now by the clock on the wall.
    fn from(time: Duration) -> Deadline {
        Deadline::after(Clock::Wall, time)
    }
}

/// The processor time of this thread; without end where it cannot be had, so that nothing goes on for ever.
fn thread_time() -> Duration {
    ThreadTime::try_now().map_or(Duration::MAX, |time| time.as_duration())
}
