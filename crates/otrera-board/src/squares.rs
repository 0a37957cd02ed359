//! Sets of squares for people: they know their board, so they can be listed and printed by name.

use std::fmt;

use crate::bits::{Bits, SquareIter};
use crate::position::{Content, Position};
use crate::size::{Size, Square, SquareName};

/// A set of squares of one board.
///
/// Solvers work on bare words, which have no names for their squares: [`Bits`]. This is the same for
/// whoever wants to look at them. [`Position::squares`] makes it of what stands on a board,
/// [`Squares::new`] of any word.
///
/// ```
/// use otrera_board::{Color, Content, Position};
///
/// let start: Position = "5x6".parse()?;
/// let white = start.squares(Content::Amazon(Color::White));
/// assert_eq!(white.to_string(), "B1 D1 A2 E2");
/// assert_eq!(white.len(), 4);
/// for square in white {
///     assert_eq!(start.at(square), Content::Amazon(Color::White));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Squares<B = u128> {
    size: Size,
    set: B,
}

impl<B: Bits> Squares<B> {
    /// The squares of a word on a board of this size. What lies off the board is left out.
    ///
    /// ```
    /// use otrera_board::{Position, Squares};
    ///
    /// let position: Position = "b.x/.w.".parse()?;
    /// let free = Squares::new(position.size(), position.empty());
    /// assert_eq!(free.to_string(), "A1 C1 B2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(size: Size, set: B) -> Squares<B> {
        let on_board = set.squares().filter(|square| square.index() < size.squares());
        Squares { size, set: on_board.fold(B::EMPTY, |set, square| set | B::of(square)) }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The same set as a bare word.
    pub fn bits(&self) -> B {
        self.set
    }

    /// How many squares there are.
    pub fn len(&self) -> usize {
        self.set.count() as usize
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.set.is_empty()
    }

    /// Is this square among them?
    pub fn contains(&self, square: Square) -> bool {
        square.index() < self.size.squares() && self.set.has(square)
    }

    /// The squares, by number: from A1 along the first rank, then the second, and so on.
    pub fn iter(&self) -> SquareIter<B> {
        self.set.squares()
    }

    /// Their names, in the same order.
    pub fn names(&self) -> impl Iterator<Item = SquareName> + use<B> {
        let size = self.size;
        self.iter().map(move |square| size.name(square))
    }
}

impl<B: Bits> IntoIterator for Squares<B> {
    type Item = Square;
    type IntoIter = SquareIter<B>;

    fn into_iter(self) -> SquareIter<B> {
        self.iter()
    }
}

impl<B: Bits> IntoIterator for &Squares<B> {
    type Item = Square;
    type IntoIter = SquareIter<B>;

    fn into_iter(self) -> SquareIter<B> {
        self.iter()
    }
}

impl<B: Bits> fmt::Display for Squares<B> {
    /// Names with spaces between them; nothing for no squares.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, name) in self.names().enumerate() {
            let space = if n == 0 { "" } else { " " };
            write!(f, "{space}{name}")?;
        }
        Ok(())
    }
}

impl<B: Bits> fmt::Debug for Squares<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl<B: Bits> Position<B> {
    /// The squares with this on them.
    ///
    /// ```
    /// use otrera_board::{Content, Position};
    ///
    /// let position: Position = "b.x/.w.".parse()?;
    /// assert_eq!(position.squares(Content::Burnt).to_string(), "C2");
    /// assert_eq!(position.squares(Content::Empty).len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn squares(&self, content: Content) -> Squares<B> {
        let set = match content {
            Content::Amazon(color) => self.amazons(color),
            Content::Burnt => self.burnt(),
            Content::Empty => self.empty(),
        };
        Squares::new(self.size(), set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_listed_and_named() {
        let size = Size::new(5, 4).unwrap();
        let squares = Squares::new(size, 1 << 7 | 1 << 0 | 1_u64 << 19);
        assert_eq!(squares.to_string(), "A1 C2 E4");
        assert_eq!(format!("{squares:?}"), "{A1 C2 E4}");
        assert_eq!(squares.into_iter().map(Square::index).collect::<Vec<_>>(), [0, 7, 19]);
        assert_eq!((&squares).into_iter().len(), squares.len());
        assert!(squares.contains(Square::new(7).unwrap()));
        assert!(!squares.contains(Square::new(8).unwrap()));
        assert_eq!(Squares::new(size, 0_u64).to_string(), "");
        assert!(Squares::new(size, 0_u64).is_empty());
    }

    /// A word has room for squares that a board has not.
    #[test]
    fn what_is_off_the_board_is_left_out() {
        let size = Size::new(5, 4).unwrap();
        let squares = Squares::new(size, u64::MAX);
        assert_eq!((squares.len(), squares.bits()), (20, (1 << 20) - 1));
        assert!(!squares.contains(Square::new(127).unwrap()), "nor asked of the word");
        assert_eq!(Squares::new(Size::new(8, 16).unwrap(), u128::MAX).len(), 128);
    }
}
