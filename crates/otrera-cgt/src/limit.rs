//! How much a computation may take.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

/// What a computation may use up before it gives up.
///
/// ```
/// use otrera_cgt::{Exhausted, Limit};
///
/// let limit = Limit { bytes: Some(1 << 20), ..Limit::default() };
/// assert_eq!(limit.check(1 << 10), Ok(()));
/// assert_eq!(limit.check(1 << 30), Err(Exhausted::Memory));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Limit {
    /// When it must be done.
    pub deadline: Option<Instant>,
    /// How many bytes it may hold, roughly.
    pub bytes: Option<usize>,
    /// It gives up once this is set.
    pub stop: Option<&'static AtomicBool>,
    /// When it must be done by another clock.
    pub alarm: Option<Alarm>,
}

/// A time by a clock of the caller's, such as the processor time of a thread.
#[derive(Clone, Copy, Debug)]
pub struct Alarm {
    /// What the clock shows.
    pub now: fn() -> Duration,
    /// When it is too late.
    pub at: Duration,
}

/// A computation reached its [`Limit`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Exhausted {
    /// There was no time left.
    #[error("out of time")]
    Time,
    /// There was no memory left.
    #[error("out of memory")]
    Memory,
    /// A form would have been too deep, or a number in it too large or too fine.
    #[error("beyond the size of forms")]
    Size,
    /// So many nodes were searched as were allowed.
    #[error("out of nodes")]
    Nodes,
    /// Somebody set [`Limit::stop`].
    #[error("interrupted")]
    Interrupt,
}

impl Exhausted {
    /// What ran out: `time`, `memory`, `size`, `nodes` or `interrupt`.
    pub const fn what(self) -> &'static str {
        match self {
            Exhausted::Time => "time",
            Exhausted::Memory => "memory",
            Exhausted::Size => "size",
            Exhausted::Nodes => "nodes",
            Exhausted::Interrupt => "interrupt",
        }
    }
}

impl Limit {
    /// Fails once the limit is reached.
    pub fn check(&self, bytes: usize) -> Result<(), Exhausted> {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Exhausted::Interrupt);
        }
        if self.bytes.is_some_and(|limit| bytes > limit) {
            return Err(Exhausted::Memory);
        }
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.alarm.is_some_and(|alarm| (alarm.now)() >= alarm.at);
        if late { Err(Exhausted::Time) } else { Ok(()) }
    }
}
