//! What depends on the size of the board alone: lines, neighbours, slides.
//!
//! A slide along one line is the *obstruction difference*. Split the line's
//! other squares into those below and those above the start (by number). Then
//! `above − (highest blocker below)` borrows through all bits from that blocker
//! up to the lowest blocker above, so that the exclusive or with `above` marks
//! exactly the stretch between the two. With no blocker below, square 0 stands
//! in for it; with none above, the borrow runs to the top of the word. Both
//! ends are cut off by the line's mask.

use std::fmt;

use crate::bits::Bits;
use crate::size::{Size, Square};

/// The squares of one line through a square, on both sides of it.
#[derive(Clone, Copy)]
pub(crate) struct Line<B> {
    pub(crate) below: B,
    pub(crate) above: B,
}

impl<B: Bits> Line<B> {
    /// The squares that can be reached along the line.
    #[inline]
    pub(crate) fn slide(&self, occupied: B) -> B {
        let above = self.above & occupied;
        let blocker = (self.below & occupied).highest_or_zeroth();
        (above ^ above.wrapping_sub(blocker)) & (self.below | self.above) & !occupied
    }
}

/// A pair of opposite steps, as shifts of a whole set.
#[derive(Clone, Copy)]
pub(crate) struct Axis<B> {
    /// How far a square's number grows by one step upwards.
    pub(crate) step: u32,
    /// Squares from which a step upwards stays on the board.
    pub(crate) can_rise: B,
    /// Squares from which a step downwards stays on the board.
    pub(crate) can_fall: B,
}

/// The tables of one board size. Got from [`Bits::geometry`].
///
/// ```
/// use otrera_board::{Bits, Size};
///
/// let size = Size::new(4, 1)?;
/// let geometry = u64::geometry(size).expect("no more than 64 squares");
/// let [a, d] = [0, 3].map(|file| size.square(file, 0).expect("on the board"));
/// // A queen on A1, and something on D1.
/// assert_eq!(geometry.slides(a, u64::of(d)), 0b0110);
/// assert_eq!(geometry.near(a), 0b0010);
/// # Ok::<(), otrera_board::SizeError>(())
/// ```
pub struct Geometry<B> {
    size: Size,
    board: B,
    lines: Box<[[Line<B>; 4]]>,
    near: Box<[B]>,
    axes: [Axis<B>; 4],
}

/// East, north-west, north, north-east: the half of the eight directions in which numbers grow.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

impl<B> fmt::Debug for Geometry<B> {
    /// The size, from which all the rest follows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Geometry").field("size", &self.size).finish_non_exhaustive()
    }
}

impl<B: Bits> Geometry<B> {
    pub(crate) fn new(size: Size) -> Geometry<B> {
        let set = |squares: &mut dyn Iterator<Item = Square>| {
            squares.fold(B::EMPTY, |set, square| set | B::of(square))
        };
        let lines = size
            .iter()
            .map(|square| {
                DIRECTIONS.map(|(dx, dy)| Line {
                    below: set(&mut ray(size, square, -dx, -dy)),
                    above: set(&mut ray(size, square, dx, dy)),
                })
            })
            .collect();
        let axes = DIRECTIONS.map(|(dx, dy)| {
            let leads = |sign: isize| {
                set(&mut size
                    .iter()
                    .filter(|&square| ray(size, square, sign * dx, sign * dy).next().is_some()))
            };
            let (can_rise, can_fall) = (leads(1), leads(-1));
            // On a board of one row or file no step may be possible, and its length
            // could exceed the word.
            let step = match can_rise.is_empty() {
                true => 0,
                false => (dy * size.width() as isize + dx) as u32,
            };
            Axis { step, can_rise, can_fall }
        });
        let mut geometry =
            Geometry { size, board: set(&mut size.iter()), lines, near: Box::default(), axes };
        geometry.near = size.iter().map(|square| geometry.neighbours(B::of(square))).collect();
        geometry
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// All squares of the board.
    pub fn board(&self) -> B {
        self.board
    }

    /// The squares that a queen on `square` reaches when `occupied` stop her.
    /// The square itself is never among them.
    #[inline]
    pub fn slides(&self, square: Square, occupied: B) -> B {
        let [a, b, c, d] = &self.lines[square.index()];
        a.slide(occupied) | b.slide(occupied) | c.slide(occupied) | d.slide(occupied)
    }

    /// The squares that queens on any of `squares` reach over `empty` ones. All of them slide at once, a
    /// step at a time: cheaper than one after another when there are more than two.
    #[inline]
    pub fn slides_of_all(&self, squares: B, empty: B) -> B {
        let mut reached = B::EMPTY;
        for axis in &self.axes {
            let mut rising = squares;
            loop {
                rising = (rising & axis.can_rise) << axis.step & empty;
                if rising.is_empty() {
                    break;
                }
                reached |= rising;
            }
            let mut falling = squares;
            loop {
                falling = (falling & axis.can_fall) >> axis.step & empty;
                if falling.is_empty() {
                    break;
                }
                reached |= falling;
            }
        }
        reached
    }

    /// The squares next to any of `squares`, in all eight directions.
    #[inline]
    pub fn neighbours(&self, squares: B) -> B {
        self.axes.iter().fold(B::EMPTY, |near, axis| {
            near | (squares & axis.can_rise) << axis.step | (squares & axis.can_fall) >> axis.step
        })
    }

    /// The squares next to `square`, in all eight directions.
    #[inline]
    pub fn near(&self, square: Square) -> B {
        self.near[square.index()]
    }

    /// `squares` and the squares next to any of them.
    #[inline]
    pub fn spread(&self, squares: B) -> B {
        let [east, _, north, _] = &self.axes;
        let row = squares
            | (squares & east.can_rise) << east.step
            | (squares & east.can_fall) >> east.step;
        row | (row & north.can_rise) << north.step | (row & north.can_fall) >> north.step
    }

    #[inline]
    pub(crate) fn lines(&self, square: Square) -> &[Line<B>; 4] {
        &self.lines[square.index()]
    }

    #[inline]
    pub(crate) fn axes(&self) -> &[Axis<B>; 4] {
        &self.axes
    }
}

/// The squares of a ray from its start, which is left out, to the edge.
fn ray(size: Size, start: Square, dx: isize, dy: isize) -> impl Iterator<Item = Square> {
    (1..).map_while(move |n| {
        let file = size.file(start).checked_add_signed(n * dx)?;
        let rank = size.rank(start).checked_add_signed(n * dy)?;
        size.square(file, rank)
    })
}
