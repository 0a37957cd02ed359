//! Searches of the Game of Amazons that take days.
//!
//! A campaign keeps the top of its tree in a ledger: positions with who wins, work spent, and costs of
//! proving and of disproving. Jobs settle positions within a budget on the ordinary solver; what comes back
//! open is expanded in the ledger, and the next job is the most promising one by proof numbers over
//! all of it. What happens is written to a log line by line, so a process that is killed loses the
//! job it was at.
//!
//! A settled campaign yields a condensed proof: the upper part of the winner's strategy, checked by the rules
//! alone, above leaves that a solver proves again.

mod audit;
mod campaign;
mod condense;
mod condensed;
mod error;
mod estimate;
mod event;
mod export;
mod history;
mod ledger;
mod log;
mod memory;
mod notes;
mod oracle;
mod packed;
mod record;
mod run;
mod successors;
mod tree;
mod verify;

pub use audit::Inconsistency;
pub use campaign::{Campaign, Plan, Session};
pub use condensed::{Condensed, Flaw, Leaf};
pub use error::CampaignError;
pub use estimate::Estimate;
pub use export::Import;
pub use history::{History, Moment};
pub use ledger::Ledger;
pub use notes::Notes;
pub use oracle::SolverOracle;
pub use record::{Id, Misfit, Record, Value, Work};
pub use run::{End, Told, Until, teach};
pub use successors::{Key, NoKey, Successor, successors};
pub use tree::Costs;
pub use verify::{Verified, Verify, Wrong};
