//! Who wins a position of the Game of Amazons, proved.
//!
//! A position is a sum of areas. Those whose bounds leave one integer only are replaced by it; what
//! is left is bounded, and searched one move deeper where the bounds do not decide. The search is
//! df-pn, which spends its effort where a proof looks cheapest, with a transposition table that
//! compares whole positions, never hashes alone.
//!
//! ```
//! use otrera_board::{Color, Position};
//! use otrera_solver::{Limit, Solver};
//!
//! // 4×4 is a win for the second player.
//! let start: Position = "4x4".parse()?;
//! let mut solver = Solver::new(16 << 20);
//! let winner = solver.winner(&start.narrow().unwrap(), Limit::default())?;
//! assert_eq!(winner, Color::Black);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dfpn;
mod evaluation;
mod node;
mod table;

pub use dfpn::{Effort, Solver};
pub use otrera_cgt::{Exhausted, Limit};
