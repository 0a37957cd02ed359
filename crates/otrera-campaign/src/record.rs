//! What a ledger has of a position, and what can be added to it.

use otrera_board::{Color, Position};

use crate::successors::Key;
use crate::tree::Costs;

/// The number of a record, in the order in which positions were met.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Id(pub(crate) u32);

impl Id {
    /// Its place among the records.
    pub(crate) fn number(self) -> usize {
        self.0 as usize
    }
}

/// What the ledger knows of a position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Record {
    /// The position as it was first met: what the search below has left in memory is about this image.
    pub position: Position<u64>,
    /// What stands for all its images.
    pub key: Key,
    /// Where it follows from; the first is where it was met.
    pub parents: Vec<Id>,
    /// What follows from it, in the order of keys, if it was expanded.
    pub children: Option<Vec<Id>>,
    /// Who wins, if that is known.
    pub winner: Option<Color>,
    /// Costs of proving and of disproving that the player to move wins.
    pub costs: Costs,
    /// What these were when it was met; none for the root, and for what was settled at once.
    pub first_costs: Option<Costs>,
    /// Jobs on it, …
    pub jobs: u64,
    /// … what they have expanded, …
    pub expansions: u64,
    /// … and the milliseconds of processor time they took.
    pub milliseconds: u64,
    /// Expansions of jobs on it and on all that was first met below it.
    pub expansions_below: u64,
    /// Is it settled, or does it only matter to what is?
    pub(crate) closed: bool,
}

impl Record {
    /// Is it settled, and by nothing that follows from it in the ledger?
    pub fn is_settled_leaf(&self) -> bool {
        self.winner.is_some() && self.children.is_none()
    }
}

/// What is found of a position when it is met.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// It is in the ledger already.
    Met,
    /// It is settled.
    Settled(Color),
    /// It is open, and seems to cost this.
    Open(Costs),
}

/// What jobs on a position have found and taken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Work {
    /// The winner, or what the costs are now.
    pub found: Result<Color, Costs>,
    /// How many jobs these were, …
    pub jobs: u64,
    /// … their expansions, …
    pub expansions: u64,
    /// … and the milliseconds of processor time they took.
    pub milliseconds: u64,
}

/// Why something cannot be in a ledger.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Misfit {
    /// Nothing in the ledger leads to it.
    #[error("no expanded position leads to {0}")]
    Unknown(String),
    /// It needs no work any more.
    #[error("{0} is already settled")]
    Settled(String),
    /// Its children are in the ledger.
    #[error("{0} is already expanded")]
    Expanded(String),
    /// Not as many values as there are positions.
    #[error("{position} leads to {expected} positions, not {found}")]
    OtherCount {
        /// The position.
        position: String,
        /// How many there are by the rules.
        expected: usize,
        /// How many values were given.
        found: usize,
    },
    /// A value says that a position was met, or that it was not.
    #[error("position {0} of those that follow was {1}")]
    NotAsMet(usize, &'static str),
}
