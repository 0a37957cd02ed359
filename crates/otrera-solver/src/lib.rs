//! Who wins a position of the Game of Amazons, proved.
//!
//! A position is a sum of areas. Those whose bounds leave one integer only are replaced by it, opposite
//! ones cancel, and the bounds of the others are added, with who moves first. Where that does
//! not tell the winner, a search goes one move deeper: df-pn, which spends its effort where a proof
//! looks cheapest by a model learned from finished searches, or alpha-beta. What it finds is kept
//! in fixed memory that compares whole positions, never hashes alone.
//!
//! ```
//! use otrera_board::{Color, Position};
//! use otrera_solver::{Limits, Settings, Solver};
//!
//! // 4×4 is a win for the second player.
//! let start: Position = "4x4".parse()?;
//! let mut solver = Solver::new(Settings { memory: 16 << 20, ..Settings::default() })?;
//! let winner = solver.winner(&start.narrow().unwrap(), Limits::default())?;
//! assert_eq!(winner, Color::Black);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//! First [`Solver`] and [`Settings`]. `examples/opening.rs` finds the first moves that win a board.
//!
//! | | |
//! |---|---|
//! | [`Solver`] | who wins, winning moves, lines of play; watched, saved and resumed |
//! | [`Settings`], [`Limits`], [`Stopped`] | how it works, when it gives up, and why it did |
//! | [`Rules`], [`Engine`] | what can be switched off, and the two kinds of search |
//! | [`Explanation`] | why bounds alone tell the winner of a position |
//! | [`KeptAreas`] | small areas that were searched, in a file |
//! | [`Strategist`] | winning moves of positions that follow from a solved one: what proofs are made of |
//! | [`Model`], [`train`] | the learned costs, and how they are found |
//!
//! That it is right is nothing to believe: `otrera-proof` writes down what it finds and checks it.
//!
//! Like all that counts bits, it is faster if your program is built for a processor that can:
//! see *Speed* in [`otrera_board`].

mod alpha_beta;
mod area_cache;
mod bounding;
mod busy;
#[cfg(feature = "testing")]
pub mod check;
mod checkpoint;
mod costs;
mod dfpn;
mod explanation;
#[cfg(feature = "faults")]
mod faults;
mod features;
mod fit;
mod judge;
mod kept_areas;
mod kinds;
mod lines;
mod model;
mod node;
mod prospect;
mod refutations;
mod root_ladder;
mod rules;
mod solver;
mod strategist;
mod training;
mod transpositions;
mod worker;

pub use checkpoint::CheckpointError;
pub use explanation::{Explained, Explanation, Source};
#[cfg(feature = "faults")]
pub use faults::{Fault, PANIC_AT, PANIC_IN_THREAD};
pub use kept_areas::{KeptAreas, KeptError};
pub use kinds::Kinds;
pub use lines::Candidate;
pub use model::Model;
pub use node::distinct_moves;
pub use prospect::Prospect;
pub use rules::Rules;
pub use solver::{
    Effort, Engine, Limits, Look, MOST_THREADS, Progress, Settings, Solver, Stopped, Unaffordable,
};
pub use strategist::{Question, Strategist};
pub use training::{Recipe, train};
