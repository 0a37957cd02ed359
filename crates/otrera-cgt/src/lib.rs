//! Combinatorial game theory for any game that can list its options.
//!
//! A game here has two players, Left and Right, who alternate; who cannot move
//! loses. Its *value* says what it is worth in a sum of games. This crate finds
//! values exactly: as canonical forms, as thermographs, as bounds. It knows no
//! particular game; one implements [`Game`] by listing what each player can move to.
//!
//! ```
//! use otrera_cgt::{Class, Game, Player, Sum, Valuer};
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
//! let mut valuer = Valuer::new();
//! let value = valuer.form(&Coins(2))?;
//! assert_eq!(valuer.forms.text(value), "1/2±1/2"); // the switch {1|0}
//! assert_eq!(valuer.forms.thermograph(value).class(), Class::Hot);
//! # Ok::<(), otrera_cgt::Exhausted>(())
//! ```
//!
//! # Where to look
//! First [`Game`], which one implements, and [`Valuer`], which finds what it is worth; or [`Forms`] alone for games that are
//! written down by hand. `examples/` has Domineering and Toads and Frogs.
//!
//! | | |
//! |---|---|
//! | [`Game`], [`Sum`], [`Player`] | what a game tells of itself |
//! | [`Dyadic`] | exact numbers |
//! | [`Forms`], [`Form`] | canonical forms: comparison, sum, negative, text |
//! | [`Valuer`] | from positions to canonical forms |
//! | [`Thermograph`] | walls, mast, stops, class; from options alone |
//! | [`Thermographer`] | from positions to thermographs, without canonical forms |
//! | [`Bounds`] | lower and upper bounds, plain, tightened or relaxed |
//! | [`TempoBounds`] | integer bounds that know who moves first |
//! | [`SumSearch`] | who wins a sum, without its canonical form |
//! | [`tds`] | mean and temperature by forward search |
//! | [`expression`] | a calculator's language: `3 * ^ - {1\|-1} >= 0` |
//! | [`Limit`] | how much time and memory any of these may take |
//!
//! The feature `serde` makes numbers, players, outcomes and bounds serializable.

mod bounds;
mod dyadic;
pub mod expression;
mod forms;
mod game;
mod limit;
mod sum_search;
pub mod tds;
mod tempo;
mod thermograph;
mod thermographer;
mod valuer;

pub use bounds::{Bound, BoundKind, Bounds};
pub use dyadic::{Dyadic, MAX_EXPONENT, ParseDyadicError};
pub use forms::{Form, Forms, Small};
pub use game::{Game, Player, Sum, Term};
pub use limit::{Alarm, Exhausted, Limit};
pub use sum_search::SumSearch;
pub use tempo::{Assurance, AssuranceSum, TempoBounds, TempoSum};
pub use thermograph::{Class, Outcome, Point, Sign, Thermograph, Wall};
pub use thermographer::Thermographer;
pub use valuer::Valuer;
