//! How a check is asked for, and how it ends. Nothing is decided here.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::reject::Rejection;

/// How a proof is checked.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// How many threads check.
    pub threads: usize,
    /// Bytes for unpacked entries.
    pub memory: usize,
    /// Where to note what is done, and to resume from if it is there.
    pub notes: Option<&'a Path>,
    /// Called with the number of entries whenever some more are done, and with 0 between any two
    /// replies; the check stops if it returns false.
    pub go_on: &'a (dyn Fn(u64) -> bool + Sync),
}

/// Lets whoever asked for a check stop it, for good.
pub(crate) struct Watch<'a> {
    go_on: &'a (dyn Fn(u64) -> bool + Sync),
    stopped: AtomicBool,
}

impl<'a> Watch<'a> {
    pub const fn new(go_on: &'a (dyn Fn(u64) -> bool + Sync)) -> Watch<'a> {
        Watch { go_on, stopped: AtomicBool::new(false) }
    }

    /// Tells that so many entries are done. Is it to stop?
    pub fn stops(&self, done: u64) -> bool {
        if !(self.go_on)(done) {
            self.stopped.store(true, Ordering::Relaxed);
        }
        self.stopped.load(Ordering::Relaxed)
    }
}

/// The last fact that was needed to see who wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// Counting, with free moves.
    Counting,
    /// Plodding.
    Plodding,
    /// Answers.
    Answers,
}

/// How a position without an entry was decided: whether the winner had to make a move first, and the
/// last fact that was needed.
pub type Leaf = (bool, Fact);

/// What a check has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Entries.
    pub entries: u64,
    /// Replies of the loser.
    pub replies: u64,
    /// Positions that each fact decided: at once, and after a move of the winner.
    pub leaves: [[u64; 3]; 2],
}

impl Counts {
    pub(crate) fn add(&mut self, other: &Counts) {
        self.entries += other.entries;
        self.replies += other.replies;
        let more = other.leaves.as_flattened();
        self.leaves.as_flattened_mut().iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    }
}

/// How a check ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The claim is true: every entry was checked in this run.
    Accepted(Counts),
    /// The claim is true if the notes are: what this run checked is right, and the notes say that the
    /// rest was checked before.
    CheckedInPart {
        /// What this run has seen.
        counts: Counts,
        /// How many entries were not checked, as the notes say that they are right.
        from_notes: u64,
    },
    /// The file proves nothing.
    Rejected(Box<Rejection>),
    /// It was stopped.
    Stopped,
}
