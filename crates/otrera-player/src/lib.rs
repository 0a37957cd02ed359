//! Playing the Game of Amazons: whole boards under a clock ([`BoardPlayer`]), and sums of positions ([`SumPlayer`]).
//!
//! ```
//! use std::time::Duration;
//!
//! use otrera_player::{Kind, SumPosition};
//!
//! let boards = ["b...w".parse()?, "b.w".parse()?];
//! let sum = SumPosition::new(boards, otrera_board::Color::Black)?;
//! let mut player = Kind::Hotstrat.player();
//! let turn = player.choose(&sum, Duration::from_millis(20).into())?;
//! // The corridor is hotter.
//! assert!(matches!(turn, Some(turn) if turn.board == 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//! First [`SumPosition`], then [`Kind`] for the players that there are and [`SumPlayer`] for what they do.
//! `examples/two_corridors.rs` plays a game.
//!
//! | | |
//! |---|---|
//! | [`SumPosition`], [`Turn`] | boards side by side, moves on them, who won by how much |
//! | [`SumPlayer`], [`Kind`] | players: Hotstrat, alpha-beta over the whole sum, thermostrat, exact |
//! | [`Plot`], [`Guess`] | areas as a heuristic search sees them, and guesses at what they are worth |
//! | [`Contest`] | games between two players, and what they come to |
//! | [`BoardPlayer`], [`Settings`], [`Allowance`] | whole boards under a clock |
//! | [`Evaluation`], [`Full`], [`Terms`], [`DistanceMaps`] | what positions look like: territory and mobility |
//! | [`Network`], [`Answer`], [`Policy`] | what a network from self-play says of positions and moves |
//! | [`Practice`], [`fit`](fit()) | games to fit the evaluation to, and the fit |
//! | [`Deadline`], [`Clock`] | the time for a move, by the clock on the wall or by the processor's |
//!
//! Bit sets are the inner loop here, too: see *Speed* in [`otrera_board`].

mod board;
#[cfg(feature = "testing")]
pub mod check;
mod sums;

pub use self::board::{Allowance, BoardPlayer, Decision, Endgame, Known, Opinion, Settings, Worth};
pub use self::board::{Answer, Network, NetworkError, Policy, Scratch, Tiles};
pub use self::board::{
    AnyEvaluation, DistanceMaps, Estimate, Evaluation, EvaluationKind, Features, Full, Mobilities,
    Parameters, Practice, Sample, SearchKind, Terms, Tuning, View, Width, fit, loss, probability,
};
pub use self::sums::{
    Clock, Contest, Deadline, Game, Guess, Hotstrat, Kind, Plot, Reading, Score, SumError,
    SumPlayer, SumPosition, Tally, Turn,
};
