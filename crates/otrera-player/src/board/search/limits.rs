//! When a search ends.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::sums::Deadline;

/// What ends a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits<'a> {
    /// At this time at the latest.
    pub deadline: Option<Deadline>,
    /// As soon as this is set.
    pub stop: &'a AtomicBool,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
}

impl Limits<'_> {
    /// Has the time come, or were so many positions looked at?
    #[inline]
    pub(crate) fn reached(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|most| nodes >= most)
            || self.stop.load(Ordering::Relaxed)
            || self.deadline.is_some_and(Deadline::is_over)
    }
}
