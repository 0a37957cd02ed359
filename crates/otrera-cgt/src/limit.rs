//! How much a computation may take.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

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
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Exhausted::Time),
            _ => Ok(()),
        }
    }
}
