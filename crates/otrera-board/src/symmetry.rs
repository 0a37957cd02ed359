//! Turns and mirror images of boards.
//!
//! Lines are carried into lines, so what may be played here may be played in the image, too: a position and
//! its image are the same game.

use crate::bits::Bits;
use crate::color::Color;
use crate::moves::Move;
use crate::position::Position;
use crate::size::{Size, Square};

/// One of the eight ways to lay a rectangle on a rectangle: files reversed or not, ranks reversed or not, and
/// then files and ranks exchanged or not.
///
/// ```
/// use otrera_board::{Move, Position, Symmetry};
///
/// let position: Position = "b../..x w".parse()?;
/// let images = Symmetry::ALL.map(|symmetry| symmetry.position(&position).to_string());
/// assert_eq!(images[1], "..b/x.. w"); // left and right exchanged
/// assert_eq!(images[4], "x./2/.b w"); // on its side
///
/// // Four of the eight keep the sides of every rectangle.
/// let start: Position = "5x6".parse()?;
/// let mv = Move::parse("B1-B4xD4", start.size())?;
/// let images = Symmetry::OF_RECTANGLE.map(|symmetry| symmetry.mv(start.size(), mv));
/// assert_eq!(images[1].text(start.size()).to_string(), "D1-D4xB4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symmetry {
    // The order of fields makes the order of symmetries that of `ALL`.
    exchanges: bool,
    reverses_ranks: bool,
    reverses_files: bool,
}

impl Symmetry {
    /// All eight. The first does nothing, and the first four are [those of a
    /// rectangle](Symmetry::OF_RECTANGLE).
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry::numbered(0); 8];
        let mut number = 0;
        while number < 8 {
            all[number as usize] = Symmetry::numbered(number);
            number += 1;
        }
        all
    };

    /// Those that keep every rectangle as it lies: nothing, left and right exchanged, top and bottom
    /// exchanged, both.
    pub const OF_RECTANGLE: [Symmetry; 4] =
        [Symmetry::ALL[0], Symmetry::ALL[1], Symmetry::ALL[2], Symmetry::ALL[3]];

    const fn numbered(number: u8) -> Symmetry {
        Symmetry {
            exchanges: number & 4 != 0,
            reverses_ranks: number & 2 != 0,
            reverses_files: number & 1 != 0,
        }
    }

    /// Those that lay a board on itself: all eight for a square, four for other rectangles.
    pub const fn of(size: Size) -> &'static [Symmetry] {
        match size.width() == size.height() {
            true => &Symmetry::ALL,
            false => &Symmetry::OF_RECTANGLE,
        }
    }

    /// Does it reverse the order of files?
    #[inline]
    pub const fn reverses_files(self) -> bool {
        self.reverses_files
    }

    /// Does it reverse the order of ranks?
    #[inline]
    pub const fn reverses_ranks(self) -> bool {
        self.reverses_ranks
    }

    /// Does it then exchange files and ranks?
    #[inline]
    pub const fn exchanges(self) -> bool {
        self.exchanges
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self.exchanges {
            // What was a file is a rank by then.
            true => Symmetry {
                reverses_files: self.reverses_ranks,
                reverses_ranks: self.reverses_files,
                ..self
            },
            false => self,
        }
    }

    /// The size of a board's image.
    pub fn size(self, size: Size) -> Size {
        let [width, height] = [size.width(), size.height()];
        let sides = if self.exchanges { [height, width] } else { [width, height] };
        Size::new(sides[0], sides[1]).expect("as many squares as before")
    }

    /// The image of a place, by file and rank, in a box of this width and height.
    #[inline]
    pub const fn place(self, [width, height]: [u8; 2], [file, rank]: [u8; 2]) -> [u8; 2] {
        let file = if self.reverses_files { width - 1 - file } else { file };
        let rank = if self.reverses_ranks { height - 1 - rank } else { rank };
        if self.exchanges { [rank, file] } else { [file, rank] }
    }

    /// The image of a square of a board.
    #[inline]
    pub fn square(self, size: Size, square: Square) -> Square {
        let [width, height] = [size.width() as u8, size.height() as u8];
        let place = [size.file(square) as u8, size.rank(square) as u8];
        let [file, rank] = self.place([width, height], place);
        let width = if self.exchanges { height } else { width };
        Square::new(usize::from(rank) * usize::from(width) + usize::from(file))
            .expect("a square of the image")
    }

    /// The image of a set of squares of a board.
    #[inline]
    pub fn set<B: Bits>(self, size: Size, set: B) -> B {
        set.squares().fold(B::EMPTY, |image, square| image | B::of(self.square(size, square)))
    }

    /// Is a set of squares of a board its own image?
    #[inline]
    pub fn keeps<B: Bits>(self, size: Size, set: B) -> bool {
        set.squares().all(|square| set.has(self.square(size, square)))
    }

    /// The image of a move on a board.
    #[inline]
    pub fn mv(self, size: Size, mv: Move) -> Move {
        let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(|square| self.square(size, square));
        Move { from, to, arrow }
    }

    /// The image of a position.
    pub fn position<B: Bits>(self, position: &Position<B>) -> Position<B> {
        let size = position.size();
        let [black, white] = Color::ALL.map(|color| position.amazons(color));
        let [black, white, burnt] = [black, white, position.burnt()].map(|set| self.set(size, set));
        Position::new(self.size(size), black, white, burnt, position.to_move())
            .expect("as many squares as before, and no two things on one")
    }
}
