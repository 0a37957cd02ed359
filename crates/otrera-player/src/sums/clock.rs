//! Time to think, by the clock on the wall or by that of the processor.

use std::cell::Cell;
use std::time::{Duration, Instant};

use cpu_time::{ProcessTime, ThreadTime};
use otrera_cgt::{Alarm, Limit};

use super::player::MEMORY;

/// What the time for a move is measured by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Clock {
    /// The clock on the wall.
    #[default]
    Wall,
    /// The processor time of the player's thread, and of the solver's threads that work for it: what else the machine does takes nothing
    /// from a player.
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
            (Clock::Processor, Ok(_)) => Deadline::Processor(thread_time() + time),
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

thread_local! {
    /// The processor time that other threads have spent on behalf of this one.
    static SPENT_BY_OTHERS: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Does what starts threads of its own and waits for them, and charges their processor time to this thread. Whatever else the process does
/// meanwhile is charged, too: a player who is measured by the processor should have the process to himself.
pub(crate) fn charged<T>(work: impl FnOnce() -> T) -> T {
    let (process, thread) = (ProcessTime::try_now(), ThreadTime::try_now());
    let result = work();
    if let (Ok(process), Ok(thread)) = (process, thread)
        && let (Ok(process), Ok(thread)) = (process.try_elapsed(), thread.try_elapsed())
    {
        let others = process.saturating_sub(thread);
        SPENT_BY_OTHERS.set(SPENT_BY_OTHERS.get() + others);
    }
    result
}

/// The processor time of this thread and of those that worked for it; without end where it cannot be had, so that nothing goes on for ever.
fn thread_time() -> Duration {
    ThreadTime::try_now().map_or(Duration::MAX, |time| time.as_duration() + SPENT_BY_OTHERS.get())
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;
    use std::time::Duration;

    use super::{Clock, Deadline, charged};

    #[test]
    fn work_of_other_threads_counts() {
        let time = Duration::from_secs(60);
        let deadline = Deadline::after(Clock::Processor, time);
        charged(|| {
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    while cpu_time::ThreadTime::now().as_duration() < Duration::from_millis(50) {
                        black_box(0);
                    }
                });
            });
        });
        assert!(deadline.left() <= time - Duration::from_millis(50));
    }
}
