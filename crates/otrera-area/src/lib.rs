//! Areas of the Game of Amazons as combinatorial games.
//!
//! Burnt squares cut a board into areas that no longer influence each other: a
//! position is the sum of its areas. Black is Left, White is Right.
//!
//! ```
//! use otrera_area::{Area, areas};
//! use otrera_board::Position;
//! use otrera_cgt::Valuer;
//!
//! // A shared corridor of three squares: whoever moves first takes two of them.
//! let position: Position = "b...w".parse()?;
//! let mut valuer = Valuer::<Area<u128>>::new();
//! let value = valuer.sum(&areas(&position).into_iter().collect())?;
//! assert_eq!(valuer.forms.text(value), "±2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//! First [`areas`], then [`Ladder`] for bounds and the winner, or a [`Valuer`](otrera_cgt::Valuer) for exact values.
//! `examples/owners.rs` says who owns what on a board.
//!
//! | | |
//! |---|---|
//! | [`areas`], [`Area`] | a position in areas; their moves, keys and values |
//! | [`Ladder`], [`Rung`] | bounds on an area from ever dearer methods, and who wins a position |
//! | [`position_bounds`], [`split`] | bounds without any search |
//! | [`LocalSearch`] | is an area worth x or more? |
//! | [`Territory`], [`Filler`] | how many moves a territory gives |
//! | [`Part`] | the improved partition, to be shown |
//! | [`tables`] | endgame tables: building, looking up, verifying |
//! | [`regions`], [`defects`], [`LineSegmentGraph`] | small regions, and territories that cannot be filled |
//! | [`rooms`] | small areas with an amazon of each colour |
//! | [`zugzwang`], [`ZugzwangSum`] | small zugzwangs, and sums of them |
//!
//! Sets of squares are bare words here, `u64` or `u128`; [`Squares`](otrera_board::Squares) goes through them and prints them.
//!
//! The feature `testing` adds `random` areas and the check of their `soundness`.
//!
//! Like all that counts bits, it is faster if your program is built for a processor that can:
//! see *Speed* in [`otrera_board`].

mod area;
mod connect;
mod dead_ends;
pub mod defects;
mod division;
mod filling;
mod key;
mod ladder;
mod line_segments;
mod local_search;
mod partition;
mod pieces;
mod plodding;
#[cfg(feature = "testing")]
pub mod random;
pub mod regions;
mod rooms;
mod rung;
mod safe_moves;
#[cfg(feature = "testing")]
pub mod soundness;
mod stake;
mod static_bounds;
pub mod tables;
pub mod zugzwang;
mod zugzwang_sum;

pub use area::{Area, areas, areas_of, color_of, player_of};
pub use connect::is_connected;
pub use filling::{Filler, Moves, Territory};
pub use ladder::{Climb, Judgement, Ladder};
pub use line_segments::{CanonicalGraph, LineSegmentGraph};
pub use local_search::LocalSearch;
pub use partition::{Kind, Part};
pub use pieces::Pieces;
pub use rooms::rooms;
pub use rung::{Rung, Rungs, Tools, Workshop, thresholds};
pub use stake::Stake;
pub use static_bounds::{
    blocker_territories, counting, counting_for, position_bounds, safe_moves, safe_moves_for,
    split, split_for, split_without_safe_moves_for,
};
pub use zugzwang_sum::{Ending, SimpleZugzwang, SumMove, ZugzwangSum};
