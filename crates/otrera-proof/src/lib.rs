//! Proofs of who wins a position of the Game of Amazons, and a checker that trusts nobody.
//!
//! A proof is the winner's strategy: what he plays wherever he is to move. The loser's replies are not
//! stored; the checker goes through all of them. It knows the rules and a few elementary facts, each
//! with its argument beside it, and nothing of whoever found the proof.
//!
//! ```
//! use std::path::Path;
//! use otrera_proof::{Options, Outcome, ProofFile, check};
//!
//! // White wins 5×5: 122 positions in 633 bytes.
//! let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/proofs/5x5.proof");
//! let proof = ProofFile::open(&path)?;
//! let options = Options { threads: 2, memory: 1 << 24, notes: None, go_on: &|_| true };
//! assert!(matches!(check(&proof, options)?, Outcome::Accepted(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//! | | |
//! |---|---|
//! | `areas`, `state`, `reason` | what is known without being told: areas of one colour, facts, a move ahead |
//! | `record`, `file` | the format |
//! | `check`, `notes` | the checker, and where it was when it was stopped |
//! | `outcome`, `reject`, `error` | what is told of a check; why a proof is rejected, and by which line of play |
//! | `strategy`, `draft`, `write` | writing a proof, from whoever knows how to win: an [`Oracle`] |
//! | `guide` | playing as a proof says |
//!
//! The first three rows, less than a thousand lines, are what a verdict rests on.

mod areas;
mod check;
mod draft;
mod error;
mod file;
mod guide;
mod notes;
mod outcome;
mod reason;
mod record;
mod reject;
mod state;
mod strategy;
mod write;

pub use check::check;
pub use draft::Draft;
pub use error::FileError;
pub use file::{Claim, ProofFile};
pub use guide::Guide;
pub use outcome::{Counts, Fact, Leaf, Options, Outcome};
pub use reason::{Limits, Reasoner};
pub use reject::Rejection;
pub use state::{Play, Side, State};
pub use strategy::{NoAnswer, Oracle, Progress, Strategy, StrategyError};
pub use write::Written;
