//! What a verdict on a proof rests on, all of it: what is known without being told, and the checker.
//!
//! Look at [`check`] and [`EntrySource`] first, then at [`State`] and [`Reasoner`]. Nothing but [`check`] makes an
//! [`Accepted`]: its fields are private. Whoever depends on this crate, as `otrera-proof` does to read, write and
//! explain proofs, accepts none. It trusts boards, sets of squares and slides, and no source of entries.
//!
//! ```
//! use otrera_board::{Color, Position};
//! use otrera_kernel::{LeafLimits, Run, EntrySource, Verdict, check};
//!
//! /// No entries at all.
//! struct Nothing;
//!
//! impl EntrySource for Nothing {
//!     type Error = std::io::Error;
//!     fn blocks(&self) -> usize { 0 }
//!     fn block_of(&self, _key: &[u8]) -> Option<usize> { None }
//!     fn block(&self, _block: usize) -> std::io::Result<Vec<u8>> { unreachable!() }
//!     fn changed(&self, _block: usize) -> std::io::Error { unreachable!() }
//! }
//!
//! // Black has two moves, White one: that needs no entry.
//! let position: Position = "b..xw. b".parse()?;
//! let verdict = check(&position, Color::Black, LeafLimits::LARGEST, &Nothing, Run::default())?;
//! let Verdict::Accepted(accepted) = verdict else { panic!("{verdict:?}") };
//! assert_eq!((accepted.position(), accepted.winner()), (position, Color::Black));
//! let verdict = check(&position, Color::White, LeafLimits::LARGEST, &Nothing, Run::default())?;
//! assert!(matches!(verdict, Verdict::Rejected(None, _)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod areas;
mod check;
mod entries;
mod reason;
pub mod record;
mod state;

pub use check::{Accepted, CheckedInPart, Counts, Fault, RULES, Run, Verdict, check};
pub use entries::{Entries, EntrySource};
pub use reason::{Fact, Leaf, LeafLimits, Reasoner};
pub use state::{Play, Side, State};
