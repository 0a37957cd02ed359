//! Random keys for the incremental hash of a position.
//!
//! The keys are fixed for all time and the same for both word widths, so that a
//! hash may be written to disk. With `scatter` the finishing step of SplitMix64 below,
//! a position's hash is the exclusive or of
//!
//! - `scatter(2^20 + 256 × width + height)`,
//! - `scatter(2^10)` if Black is to move,
//! - `scatter(128 × kind + square + 1)` for each thing on the board, where kind is 0 for
//!   a black amazon, 1 for a white one and 2 for a burnt square.

use crate::color::Color;
use crate::size::{MAX_SQUARES, Size, Square};

/// The finishing step of the SplitMix64 generator: a bijection that scatters its input.
const fn scatter(n: u64) -> u64 {
    let z = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// One key for each square and each of: black amazon, white amazon, burnt.
static SQUARES: [[u64; MAX_SQUARES]; 3] = {
    let mut keys = [[0; MAX_SQUARES]; 3];
    let mut n = 0;
    while n < 3 * MAX_SQUARES {
        keys[n / MAX_SQUARES][n % MAX_SQUARES] = scatter(n as u64 + 1);
        n += 1;
    }
    keys
};

const BLACK_TO_MOVE: u64 = scatter(1 << 10);

#[inline]
pub(crate) fn amazon(color: Color, square: Square) -> u64 {
    SQUARES[color as usize][square.index()]
}

#[inline]
pub(crate) fn burnt(square: Square) -> u64 {
    SQUARES[2][square.index()]
}

/// Changes whenever the side to move does.
#[inline]
pub(crate) const fn turn() -> u64 {
    BLACK_TO_MOVE
}

/// Tells boards of different sizes apart.
pub(crate) fn board(size: Size) -> u64 {
    scatter(1 << 20 | (size.width() << 8 | size.height()) as u64)
}
