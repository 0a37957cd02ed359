//! SGF FF\[4\] for Amazons (`GM[18]`), with variations and set-up properties.
//!
//! A point is two letters, column from the left and row **from the top**; a move
//! is from, to and arrow run together. `AB`, `AW` and `AA` put amazons and arrows on
//! the board, `AE` clears squares, `PL` says who is to move.
//!
//! Records without a set-up disagree on who sits at the bottom: in the
//! specification it is Black, who also begins; PlayStrategy writes White there. The
//! first move settles it: whoever makes it owns the amazon that moves. A record
//! without set-up, `PL` and moves has Black below and to move, as specified; one
//! with a set-up but neither `PL` nor moves has White to move, as everywhere here.
//! Written records always say both.
//!
//! Properties that mean nothing for the rules are kept as they are, in order.

mod read;
mod write;

pub use read::parse;
pub use write::write;

/// Points have one letter a coordinate: `a` … `z`, `A` … `Z`.
const MAX_SIDE: usize = 52;
