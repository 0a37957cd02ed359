//! Proofs of who wins a position of the Game of Amazons, and a checker that trusts nobody.

mod areas;
mod check;
mod file;
mod guide;
mod notes;
mod reason;
mod record;
mod reject;
mod state;
mod strategy;
mod write;

pub use check::{Options, Outcome, check};
pub use file::{Claim, FileError, ProofFile};
pub use guide::Guide;
pub use notes::Counts;
pub use reason::{Fact, Leaf, Limits, Reasoner};
pub use reject::Rejection;
pub use state::{Play, Side, State};
pub use strategy::{NoAnswer, Oracle, Progress, Strategy, StrategyError};
pub use write::Written;
