//! When a look at an endgame comes to its end.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::sums::Deadline;

/// A look came to its end before it knew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Halt;

/// Counts the work, and looks at the time every so often.
#[derive(Debug)]
pub(super) struct Clock<'a> {
    deadline: Option<Deadline>,
    stop: &'a AtomicBool,
    nodes: u64,
    most_nodes: u64,
    until_look: u32,
    over: bool,
}

/// So much work is done between two looks at the time: a few microseconds each as a rule, a millisecond where an area is new.
const BETWEEN_LOOKS: u32 = 4;

impl<'a> Clock<'a> {
    pub fn new(
        deadline: Option<Deadline>,
        most_nodes: Option<u64>,
        stop: &'a AtomicBool,
    ) -> Clock<'a> {
        let most_nodes = most_nodes.unwrap_or(u64::MAX);
        Clock { deadline, stop, nodes: 0, most_nodes, until_look: 0, over: false }
    }

    /// A little work is done.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Halt> {
        self.nodes += 1;
        match self.until_look {
            0 => self.look(),
            _ => {
                self.until_look -= 1;
                if self.over { Err(Halt) } else { Ok(()) }
            }
        }
    }

    /// Much work is done: looks at the time.
    pub fn look(&mut self) -> Result<(), Halt> {
        self.until_look = BETWEEN_LOOKS;
        let late = || self.deadline.is_some_and(Deadline::is_over);
        self.over = self.over
            || self.nodes >= self.most_nodes
            || self.stop.load(Ordering::Relaxed)
            || late();
        if self.over { Err(Halt) } else { Ok(()) }
    }

    /// A clock that ends when this share of what is left is used up.
    pub fn part(&self, share: f64) -> Clock<'a> {
        let deadline = self.deadline.map(|end| end.after_share(share));
        let most_nodes = self.most_nodes.saturating_sub(self.nodes);
        let most_nodes = match self.most_nodes {
            u64::MAX => u64::MAX,
            _ => (most_nodes as f64 * share) as u64,
        };
        Clock { deadline, most_nodes, nodes: 0, until_look: 0, ..*self }
    }

    /// A clock that ends after so much work, and never later than this one.
    pub fn at_most(&self, nodes: u64) -> Clock<'a> {
        let most_nodes = self.most_nodes.saturating_sub(self.nodes).min(nodes);
        Clock { most_nodes, nodes: 0, until_look: 0, ..*self }
    }

    /// Adds what a part of it has done.
    pub fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// How much work was done.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How much work may still be done, if that is limited.
    pub fn nodes_left(&self) -> Option<u64> {
        (self.most_nodes < u64::MAX).then(|| self.most_nodes.saturating_sub(self.nodes))
    }

    pub fn deadline(&self) -> Option<Deadline> {
        self.deadline
    }
}
