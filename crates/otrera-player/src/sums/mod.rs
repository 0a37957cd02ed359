//! Sums of boards: positions, players, matches.

mod alpha_beta;
mod clock;
mod contest;
mod evaluation;
mod exact;
mod hotstrat;
mod player;
mod plot;
mod sum;
mod thermostrat;

pub(crate) use self::clock::charged;
pub use self::clock::{Clock, Deadline};
pub use self::contest::{Contest, Game, Tally};
pub use self::evaluation::Guess;
pub use self::hotstrat::{Hotstrat, Reading};
pub use self::player::{Kind, SumPlayer};
pub use self::plot::Plot;
pub use self::sum::{Score, SumError, SumPosition, Turn};
