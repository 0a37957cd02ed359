//! Proofs of who wins a position of the Game of Amazons, and a checker that trusts nobody.
//!
//! A proof is the winner's strategy: what he plays wherever he is to move. The loser's replies are not
//! stored; the checker goes through all of them. It knows the rules and a few elementary facts, each
//! with its argument beside it, and nothing of whoever found the proof.
//!
//! ```
//! use otrera_proof::{CheckSettings, Outcome, ProofFile, check};
//!
//! // White wins 5×4: a strategy of one entry, in 203 bytes.
//! let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/5x4.proof");
//! let proof = ProofFile::open(path.as_ref())?;
//! assert!(matches!(check(&proof, CheckSettings::default())?, Outcome::Accepted(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is trusted
//! A verdict rests on the crate [`otrera_kernel`], less than a thousand lines, and on what it uses of
//! `otrera-board`. Nothing here can accept a proof: an [`Accepted`] has private fields, and only the kernel
//! makes one.
//!
//! ```compile_fail
//! # use otrera_board::{Color, Position};
//! # use otrera_proof::{Accepted, Counts};
//! fn forged(position: Position) -> Accepted {
//!     Accepted { position, winner: Color::White, counts: Counts::default() }
//! }
//! ```
//!
//! # Where to look
//! First [`ProofFile::open`] and [`check`]. `examples/second_opinion.rs` checks files and plays the first moves of their
//! strategies.
//!
//! | | |
//! |---|---|
//! | [`ProofFile`], [`Claim`], [`FileError`] | a file, what it claims, and why it cannot be read |
//! | [`check`], [`CheckSettings`], [`Outcome`] | checks, and where they were when they were stopped |
//! | [`Accepted`], [`CheckedInPart`], [`Rejection`] | how a check ends; a rejection has a line of play to the fault |
//! | [`Guide`] | playing as a proof says |
//! | [`Oracle`], [`Strategy`], [`Draft`] | writing a proof, from whoever knows how to win |
//! | [`Reasoner`], [`State`], [`LeafLimits`] | what the checker knows without being told |
//!
//! The format is in `docs/proofs.md` of the project, for whoever writes another checker.
//!
//! Like all that counts bits, it is faster if your program is built for a processor that can:
//! see *Speed* in [`otrera_board`].

mod draft;
mod error;
mod file;
mod guide;
mod notes;
mod outcome;
mod reject;
mod strategy;
mod write;

pub use draft::Draft;
pub use error::FileError;
pub use file::{Claim, ProofFile};
pub use guide::Guide;
/// ```
/// use otrera_board::{Color, Position};
/// use otrera_proof::{LeafLimits, Reasoner, State};
///
/// // One square between the two: whoever moves first takes it.
/// let position: Position = "b.w".parse()?;
/// let mut reasoner = Reasoner::new(position.geometry(), LeafLimits::LARGEST);
/// let state = State::of(&position, Color::Black);
/// assert!(reasoner.wins_first(&state).is_some());
/// assert!(reasoner.wins_second(&state).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(inline)]
pub use otrera_kernel::Reasoner;
/// ```
/// use otrera_board::{Bits, Color, Position};
/// use otrera_proof::{LeafLimits, Reasoner, Side, State};
///
/// // Black has two moves in her corner, White one: together a free move for Black.
/// let position: Position = "b..xw.".parse()?;
/// let state = State::of(&position, Color::Black);
/// let reduced = Reasoner::new(state.geometry(), LeafLimits::LARGEST).reduced(&state);
/// assert_eq!((reduced.free(), reduced.empty().count()), (1, 0));
/// assert!(reduced.after(Side::Winner, None).is_some());
/// assert!(reduced.after(Side::Loser, None).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(inline)]
pub use otrera_kernel::State;
pub use otrera_kernel::{Accepted, CheckedInPart, Counts, Fact, Leaf, LeafLimits, Play, Side};
pub use outcome::{CheckSettings, Outcome, check};
pub use reject::Rejection;
pub use strategy::{NoAnswer, Oracle, Progress, Strategy, StrategyError};
pub use write::Written;
