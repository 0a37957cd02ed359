//! What the set-ups of a record change on its board.
//!
//! A square has two bits: is Black there, is White; both mean that it is burnt. A change is the bits
//! that differ, so it leads from the position before to the one after and back, and takes a
//! quarter of a byte per square.

use crate::color::Color;
use crate::position::Position;
use crate::size::Size;

/// The bits of all squares: those that Black has, those that White has, burnt ones in both.
pub(crate) type Planes = [u128; 2];

/// The contents of a position.
pub(crate) fn planes(position: &Position) -> Planes {
    Color::ALL.map(|color| position.amazons(color) | position.burnt())
}

/// The position with these contents.
pub(crate) fn position([black, white]: Planes, size: Size, to_move: Color) -> Position {
    Position::new(size, black & !white, white & !black, black & white, to_move)
        .expect("squares of one board, with one thing on each")
}

/// What differs between two boards.
pub(crate) fn difference(one: Planes, other: Planes) -> Planes {
    [one[0] ^ other[0], one[1] ^ other[1]]
}

/// The changes of a record, by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct SetUps {
    /// Each takes as many bytes as its board needs, twice.
    bytes: Vec<u8>,
}

impl SetUps {
    pub(crate) fn add(&mut self, size: Size, change: Planes) -> usize {
        let length = length(size);
        let number = self.bytes.len() / (2 * length);
        for plane in change {
            self.bytes.extend(&plane.to_le_bytes()[..length]);
        }
        number
    }

    pub(crate) fn get(&self, size: Size, number: usize) -> Planes {
        let length = length(size);
        [0, 1].map(|plane| {
            let at = (2 * number + plane) * length;
            let mut bytes = [0; size_of::<u128>()];
            bytes[..length].copy_from_slice(&self.bytes[at..at + length]);
            u128::from_le_bytes(bytes)
        })
    }
}

/// The bytes of one bit per square.
fn length(size: Size) -> usize {
    size.squares().div_ceil(8)
}
