//! Temperature discovery search: mean and temperature of a game by forward search (Müller, Enzenberger and
//! Schaeffer).
//!
//! A game G is played beside a [`CouponStack`] C. While its coupons are worth more than a move in G, both
//! players take coupons; where best play turns to G it shows G's temperature, and the score its mean.
//!
//! ```
//! use otrera_cgt::tds::{ExactSearch, Scorer};
//! use otrera_cgt::{Dyadic, Game, Player, Sum};
//!
//! /// A strip of coins: Left takes one, Right takes two.
//! #[derive(Clone, PartialEq, Eq, Hash)]
//! struct Coins(u32);
//!
//! impl Game for Coins {
//!     fn options(&self, player: Player) -> Vec<Sum<Coins>> {
//!         let taken = if player == Player::Left { 1 } else { 2 };
//!         self.0.checked_sub(taken).map(|left| Coins(left).into()).into_iter().collect()
//!     }
//! }
//!
//! // The switch {1|0}. A play lasts two moves at most.
//! let mut search = ExactSearch::new(2).expect("few moves");
//! assert_eq!(search.mean(&Coins(2).into())?, Dyadic::new(1, 1));
//! assert_eq!(search.temperature(&Coins(2).into())?, Dyadic::new(1, 1));
//! # Ok::<(), otrera_cgt::Exhausted>(())
//! ```
//!
//! | | |
//! |---|---|
//! | [`CouponStack`] | simple and extended stacks, what they are worth, their tax |
//! | [`ExactSearch`] | exact, with coupons skipped; why it is exact, and how the temperature is settled |
//! | [`PlainSearch`] | alpha-beta as in the paper, for any δ: the reference |
//! | [`LimitedSearch`] | within a depth, nodes or time, with guesses at unfinished leaves; best moves |
//! | [`side`], [`average`], [`best_line`] | the paper's two phases, and lines of play, with any of these |

mod discovery;
mod exact;
mod limited;
mod nodes;
mod plain;
mod play;
mod stack;
mod walls;

pub use discovery::{Average, Ending, Lowering, Side, average, best_line, side};
pub use exact::{ExactSearch, Grid, Knowledge, Known};
pub use limited::{
    Choice, DEEPEST, Estimate, Evaluation, LimitedSearch, Patience, Picked, Searched,
};
pub use plain::PlainSearch;
pub use play::{Play, Scorer, State};
pub use stack::{CouponStack, HIGHEST_TOP, SMALLEST_DELTA, StackError};
