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
//!
//! ```
//! use otrera_board::{Color, Position};
//! use otrera_campaign::{Condensed, End, Plan, Session, RunSettings};
//! use otrera_solver::{Settings, Solver};
//!
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path().join("4x4");
//! let start = "4x4".parse::<Position>()?.narrow().expect("16 squares");
//! let mut session = Session::create(&folder, &start, Plan::default())?;
//! let mut solver = Solver::new(Settings { memory: 4 << 20, ..Settings::default() })?;
//! // Stopped at any moment, it would be resumed with `Session::open`.
//! let end = session.run(&mut solver, RunSettings::default(), &mut |_| {})?;
//! assert_eq!(end, End::Settled(Color::Black));
//!
//! // Black has an answer to each of White's 88 first moves, which are 44 up to symmetry.
//! let proof = Condensed::of_ledger(session.campaign().ledger(), "an example", 1000).unwrap();
//! assert_eq!((proof.upper_positions(), proof.check()?.len()), (1, 44));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//! First [`Session`] and [`Ledger`]. `examples/sittings.rs` settles a board in several sittings.
//!
//! | | |
//! |---|---|
//! | [`Session`], [`RunSettings`], [`End`] | a campaign that is run: its folder, locked; how long; how it ended |
//! | [`Task`], [`Report`], [`Dealt`] | jobs for somebody else, on the way and back |
//! | [`Campaign`], [`Plan`] | a campaign that is only read; the budgets of its jobs |
//! | [`Ledger`], [`Record`], [`Costs`] | the top of the tree |
//! | [`Estimate`], [`History`] | what may be left, and what was done |
//! | [`Condensed`], [`SolverOracle`] | condensed proofs; full ones in the words of a solver |
//! | [`Import`] | ledgers from elsewhere |
//!
//! Like all that counts bits, it is faster if your program is built for a processor that can:
//! see *Speed* in [`otrera_board`].

mod audit;
mod campaign;
mod condense;
mod condensed;
mod deal;
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
mod resistance;
mod run;
mod successors;
mod task;
mod tree;
mod verify;

pub use audit::Inconsistency;
pub use campaign::{Campaign, Plan, Session};
pub use condensed::{Condensed, Flaw, Leaf};
pub use deal::{Dealt, SOON, Taken};
pub use error::CampaignError;
pub use estimate::Estimate;
pub use export::Import;
pub use history::{History, Moment};
pub use ledger::Ledger;
pub use notes::Notes;
pub use oracle::{SolverOracle, write_proof};
pub use record::{Id, Misfit, Record, Value, Work};
pub use run::{End, RunSettings, Told, teach};
pub use successors::{Key, NoKey, Successor, successors};
pub use task::{Report, Task};
pub use tree::Costs;
pub use verify::{Verified, Verify, Wrong};
