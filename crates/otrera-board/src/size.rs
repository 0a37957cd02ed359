//! Board sizes, squares, and how squares are named.
//!
//! Squares are numbered from the bottom left, rank by rank, so that A1 is 0 and
//! the number of a square depends on the width of its board. Names therefore
//! come from [`Size::name`], not from the square alone.

use std::fmt;

use thiserror::Error;

/// The largest number of squares a board may have.
pub const MAX_SQUARES: usize = 128;

/// A square of some board, by its number: `rank × width + file`, A1 = 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square with this number, if any board has it.
    pub const fn new(index: usize) -> Option<Square> {
        if index < MAX_SQUARES { Some(Square(index as u8)) } else { None }
    }

    /// Its number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Width and height of a board: at least one square, at most [`MAX_SQUARES`].
///
/// ```
/// use otrera_board::Size;
///
/// let size = Size::new(5, 6)?;
/// assert_eq!(size.to_string(), "5x6");
/// let square = size.square(1, 3).expect("on the board");
/// assert_eq!(size.name(square).to_string(), "B4");
/// assert!(Size::new(12, 11).is_err());
/// # Ok::<(), otrera_board::SizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A width and a height that make no board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "{width}x{height} is not a board: width and height are at least 1, and width × height at most {MAX_SQUARES}"
)]
#[non_exhaustive]
pub struct SizeError {
    /// The width asked for.
    pub width: usize,
    /// The height asked for.
    pub height: usize,
}

impl Size {
    /// A board of `width` files and `height` ranks.
    pub fn new(width: usize, height: usize) -> Result<Size, SizeError> {
        let squares = width.checked_mul(height);
        match squares {
            Some(1..=MAX_SQUARES) => Ok(Size { width: width as u8, height: height as u8 }),
            _ => Err(SizeError { width, height }),
        }
    }

    /// The number of files.
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// The number of ranks.
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// The number of squares.
    pub const fn squares(self) -> usize {
        self.width() * self.height()
    }

    /// The square on a file (from the left) and a rank (from the bottom), both counted from 0.
    pub const fn square(self, file: usize, rank: usize) -> Option<Square> {
        if file < self.width() && rank < self.height() {
            Square::new(rank * self.width() + file)
        } else {
            None
        }
    }

    /// The file of a square, counted from 0 at the left.
    pub const fn file(self, square: Square) -> usize {
        // In bytes: dividing whole words takes several times as long.
        (square.0 % self.width) as usize
    }

    /// The rank of a square, counted from 0 at the bottom.
    pub const fn rank(self, square: Square) -> usize {
        (square.0 / self.width) as usize
    }

    /// The name of a square: `A1` is bottom left, and no letter is skipped.
    pub const fn name(self, square: Square) -> SquareName {
        SquareName { file: self.file(square), rank: self.rank(square) }
    }

    /// All squares of the board, by number.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        (0..self.squares()).filter_map(Square::new)
    }
}

impl fmt::Display for Size {
    /// Width first, as in the papers: `5x6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A square's name, ready to print. Made by [`Size::name`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareName {
    file: usize,
    rank: usize,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", FileName(self.file), self.rank + 1)
    }
}

/// The name of a file counted from 0: `A` … `Z`, then `AA`, `AB` … as in a spreadsheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileName(pub usize);

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |n: usize| char::from(b'A' + (n % 26) as u8);
        if self.0 >= 26 {
            write!(f, "{}", letter(self.0 / 26 - 1))?;
        }
        write!(f, "{}", letter(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_checked() {
        for (width, height) in [(0, 5), (5, 0), (200, 3), (129, 1), (12, 11), (usize::MAX, 2)] {
            assert_eq!(Size::new(width, height), Err(SizeError { width, height }));
        }
        for (width, height) in [(1, 1), (128, 1), (1, 128), (11, 11), (8, 16)] {
            assert_eq!(Size::new(width, height).map(Size::squares), Ok(width * height));
        }
    }

    #[test]
    fn squares_are_named_from_the_bottom_left() {
        let size = Size::new(10, 10).unwrap();
        let name = |file, rank| size.name(size.square(file, rank).unwrap()).to_string();
        assert_eq!([name(0, 0), name(3, 0), name(9, 3), name(8, 9)], ["A1", "D1", "J4", "I10"]);
        assert_eq!(size.square(10, 0), None);
        assert_eq!(size.square(0, 10), None);
    }

    #[test]
    fn files_beyond_z_take_two_letters() {
        let names: Vec<String> = [25, 26, 51, 52, 127].map(|n| FileName(n).to_string()).into();
        assert_eq!(names, ["Z", "AA", "AZ", "BA", "DX"]);
    }
}
