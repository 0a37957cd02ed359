//! Playing sums of positions of the Game of Amazons.
//!
//! ```
//! use std::time::Duration;
//!
//! use otrera_player::{Kind, SumPosition};
//!
//! let boards = ["b...w".parse()?, "b.w".parse()?];
//! let sum = SumPosition::new(boards, otrera_board::Color::Black)?;
//! let mut player = Kind::Hotstrat.player();
//! let turn = player.choose(&sum, Duration::from_millis(20))?;
//! // The corridor is hotter.
//! assert!(matches!(turn, Some(turn) if turn.board == 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//! First [`SumPosition`], then [`Kind`] for the players that there are and [`SumPlayer`] for what they do.
//!
//! | | |
//! |---|---|
//! | [`SumPosition`], [`Turn`] | boards side by side, moves on them, who won by how much |
//! | [`SumPlayer`], [`Kind`] | players: Hotstrat, alpha-beta over the whole sum, thermostrat, exact |
//! | [`Plot`], [`Guess`] | areas as a heuristic search sees them, and guesses at what they are worth |
//! | [`Contest`] | games between two players, and what they come to |

mod alpha_beta;
mod board;
mod contest;
mod evaluation;
mod exact;
mod hotstrat;
mod player;
mod plot;
mod sum;
mod thermostrat;

pub use board::{SearchKind, Tuning, Width, AnyEvaluation, Estimate, Evaluation, EvaluationKind, Features, Full, Mobilities, Parameters, Practice, Sample, Terms, View, fit, loss, probability};
pub use board::{Allowance, BoardPlayer, Decision, Endgame, Known, Opinion, Settings, Worth};
pub use contest::{Contest, Game, Tally};
pub use evaluation::Guess;
pub use hotstrat::{Hotstrat, Reading};
pub use player::{Kind, SumPlayer};
pub use plot::Plot;
pub use sum::{Score, SumError, SumPosition, Turn};
