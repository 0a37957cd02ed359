//! Rules, bitboards and notations of the Game of Amazons.
//!
//! Two players move queens, the amazons, on a board of any size up to 128
//! squares. A move takes an amazon along a row, column or diagonal, and then
//! shoots an arrow from where she stands to a square that burns for the rest of
//! the game. Nobody passes a burnt square or another amazon. Who cannot move
//! loses.
//!
//! ```
//! use otrera_board::{Move, Position};
//!
//! let start: Position = "5x6".parse()?;
//! assert_eq!(start.moves().count(), 410);
//!
//! // The winning first move on this board, by Song and Müller.
//! let opening = Move::parse("B1-B4xD4", start.size())?;
//! let after = start.play(opening)?;
//! assert_eq!(after.to_string(), ".b.b./b...b/.w.x./5/w...w/...w. b");
//! assert_eq!(after.count_moves(), 157);
//!
//! // What cannot be played says why.
//! let error = after.play(Move::parse("B6-C5xE3", start.size())?).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "B6-C5xE3 is illegal: the arrow's way from C5 to E3 is blocked at D4: it is burnt"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//! First [`Position`]: it parses, prints, lists moves and plays them. `examples/mobility.rs` plays a game.
//!
//! | | |
//! |---|---|
//! | [`Position`] | contents, side to move, make and unmake, hash |
//! | [`Move`], [`Moves`] | listing, counting and checking moves |
//! | [`Squares`] | which squares are empty, burnt or taken, to go through and to print |
//! | [`Size`], [`Square`] | boards and the names of their squares |
//! | [`Record`] | games with variations |
//! | [`notation`] | every format, by [`notation::Format`] |
//! | [`Symmetry`] | turns and mirror images of squares, moves and positions |
//! | [`Position::perft`] | the classic test of a move generator |
//! | [`Bits`], [`Geometry`], [`king_distances`], [`queen_distances`] | what a solver needs below the rules |
//!
//! The feature `serde` makes sizes, squares, colours, moves and positions serializable.
//!
//! # Speed
//! Population counts and bit scans are the inner loop. Compilers use the processor's own instructions for them only
//! if they are told to, and no library can tell them: that is up to the program that depends on it. Without,
//! moves are counted at half the speed. In `.cargo/config.toml` of your program:
//!
//! ```toml
//! [target.'cfg(target_arch = "x86_64")']
//! rustflags = ["-C", "target-cpu=x86-64-v3"] # Intel since 2013, AMD since 2015; or "native" for this machine alone
//! ```
//!
//! `Position<u64>`, which [`Position::narrow`] makes where a board has at most 64 squares, is twice as fast as
//! `Position`.

mod bits;
mod color;
mod distance;
mod geometry;
mod moves;
mod perft;
mod position;
mod property;
mod record;
mod remarks;
#[cfg(feature = "serde")]
mod serial;
mod set_ups;
mod size;
mod squares;
mod start;
mod symmetry;
mod zobrist;

pub mod notation;

pub use bits::{Bits, SquareIter};
pub use color::Color;
pub use distance::{king_distances, queen_distances};
pub use geometry::Geometry;
pub use moves::{IllegalMove, Move, Moves};
pub use position::{Content, Position, PositionError};
pub use property::{Property, PropertyError};
pub use record::{NodeId, Record, SizeChange, Step};
pub use remarks::PropertyRef;
pub use size::{FileName, MAX_SQUARES, Size, SizeError, Square, SquareName};
pub use squares::Squares;
pub use start::STANDARD_SIZES;
pub use symmetry::Symmetry;
