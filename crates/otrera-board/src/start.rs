//! The standard start positions.

use crate::bits::Bits;
use crate::color::Color;
use crate::position::Position;
use crate::size::Size;

/// The sizes that have a standard start, in words for messages.
pub const STANDARD_SIZES: &str = "4x4 to 7x7 (width and height each from 4 to 7), 8x8 and 10x10";

impl Position {
    /// The standard start of a board, White below and to move, if the board has one.
    ///
    /// Boards from 4 to 7 squares wide and high have amazons on the (1,2)-points
    /// of the corners, as in the solving papers; 8×8 and 10×10 have their own.
    pub fn start(size: Size) -> Option<Position> {
        let (width, height) = (size.width(), size.height());
        // Distances of White's amazons from the nearest side edge: on the first
        // rank, and the rank (from 0) of the two on the edge files.
        let (inset, rank) = match (width, height) {
            (4..=7, 4..=7) => (1, 1),
            (8, 8) => (2, 2),
            (10, 10) => (3, 3),
            _ => return None,
        };
        let points = [(inset, 0), (width - 1 - inset, 0), (0, rank), (width - 1, rank)];
        let set = |flip: fn(usize, usize) -> usize| {
            points
                .iter()
                .filter_map(|&(file, rank)| size.square(file, flip(height, rank)))
                .fold(u128::EMPTY, |set, square| set | u128::of(square))
        };
        let white = set(|_, rank| rank);
        let black = set(|height, rank| height - 1 - rank);
        Position::new(size, black, white, u128::EMPTY, Color::White).ok()
    }
}
