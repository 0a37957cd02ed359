//! Shapes: the connected sets of squares that fit a box, each up to turns and mirror images once.
//!
//! A shape belongs to the smallest box around it, which lies: it is no higher than wide. Of all its
//! pictures in that box the one with the least number is canonical. Shapes are numbered by
//! their squares first, so that those with equally many, a *level*, are neighbours. A table of all
//! sets of squares of the box tells at once which shape a set is, and how it is turned.

use std::fmt;
use std::str::FromStr;

use otrera_board::{Bits, Geometry, Size, Square, Symmetry};

use crate::connect::connected_pieces;

/// Boxes have no more squares than this.
pub(crate) const MOST_SQUARES: usize = 18;

/// … and no longer side.
const LONGEST: u32 = 6;

/// A box around a shape, lying: no higher than wide.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Frame {
    /// The longer side.
    pub width: u8,
    /// The shorter side.
    pub height: u8,
}

impl Frame {
    /// A box with these sides, if its shapes can be listed: 1 to 3 rows of up to 6 squares, or 4×4.
    pub fn new(width: u8, height: u8) -> Option<Frame> {
        let known = match height {
            1..=3 => (height..=6).contains(&width) && width > 1,
            4 => width == 4,
            _ => false,
        };
        known.then_some(Frame { width, height })
    }

    /// All boxes, smaller ones before those that hold them.
    pub fn all() -> impl Iterator<Item = Frame> {
        (1..=4).flat_map(|height| (height..=6).filter_map(move |width| Frame::new(width, height)))
    }

    /// How many squares it has.
    pub fn squares(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// Its number among all boxes.
    pub(crate) fn number(self) -> usize {
        // At most six a row of the list; holes do no harm.
        6 * (usize::from(self.height) - 1) + usize::from(self.width) - 1
    }

    /// One more than the largest number of a box.
    pub(crate) const NUMBERS: usize = 24;
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Frame {
    type Err = ();

    fn from_str(text: &str) -> Result<Frame, ()> {
        let (width, height) = text.split_once('x').ok_or(())?;
        let [width, height] = [width, height].map(|side| side.parse().map_err(|_| ()));
        Frame::new(width?, height?).ok_or(())
    }
}

/// The shapes of one box.
#[derive(Debug)]
pub(crate) struct Shapes {
    pub frame: Frame,
    pub geometry: &'static Geometry<u64>,
    /// The canonical shapes, those with fewer squares first.
    pub masks: Vec<u32>,
    /// The number of the first shape with so many squares.
    levels: [u32; MOST_SQUARES + 2],
    /// For every set of squares of the lying and of the standing box: one more than eight times its
    /// shape plus its turn, or 0.
    found: [Vec<u32>; 2],
    /// By [turn](Symmetry::ALL): where a square of the turned box lies in the canonical one.
    back: [[u8; MOST_SQUARES]; 8],
}

/// A shape, and how it is turned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turned {
    pub shape: u32,
    turn: u8,
}

impl Shapes {
    pub fn new(frame: Frame) -> Shapes {
        let [width, height] = [frame.width, frame.height].map(usize::from);
        let size = Size::new(width, height).expect("a small box");
        let geometry = u64::geometry(size).expect("a small box");
        let mut back = [[0; MOST_SQUARES]; 8];
        for (turn, back) in Symmetry::ALL.into_iter().zip(&mut back) {
            for square in size.iter() {
                back[turn.square(size, square).index()] = square.index() as u8;
            }
        }
        let image = |mask: u32, turn: Symmetry| turn.set(size, u64::from(mask)) as u32;
        let sets = 1usize << frame.squares();
        let mut seen = vec![false; sets];
        let mut masks = Vec::new();
        for mask in 1..sets as u32 {
            if seen[mask as usize] || !is_shape(frame, geometry, mask) {
                continue;
            }
            Symmetry::of(size).iter().for_each(|&turn| seen[image(mask, turn) as usize] = true);
            masks.push(mask);
        }
        masks.sort_by_key(|mask| (mask.count_ones(), *mask));
        let mut found = [vec![0; sets], vec![0; if width == height { 0 } else { sets }]];
        for (shape, &mask) in masks.iter().enumerate() {
            for (number, turn) in Symmetry::ALL.into_iter().enumerate() {
                let standing = usize::from(turn.exchanges() && width != height);
                let slot = &mut found[standing][image(mask, turn) as usize];
                if *slot == 0 {
                    *slot = (shape as u32) << 3 | number as u32 | 1 << 31;
                }
            }
        }
        let mut levels = [0; MOST_SQUARES + 2];
        for (squares, level) in levels.iter_mut().enumerate() {
            *level = masks.partition_point(|mask| (mask.count_ones() as usize) < squares) as u32;
        }
        Shapes { frame, geometry, masks, levels, found, back }
    }

    /// The numbers of the shapes with so many squares.
    pub fn level(&self, squares: usize) -> std::ops::Range<u32> {
        self.levels[squares]..self.levels[squares + 1]
    }

    /// How many different pictures the shapes have together, by the number of squares.
    pub fn pictures(&self) -> [u64; MOST_SQUARES + 1] {
        let mut pictures = [0; MOST_SQUARES + 1];
        for (set, &found) in self.found.iter().flat_map(|sets| sets.iter().enumerate()) {
            pictures[set.count_ones() as usize] += u64::from(found != 0);
        }
        pictures
    }

    /// Which shape a set of squares is, in the box or in the box standing.
    pub fn find(&self, set: u32, standing: bool) -> Option<Turned> {
        let found = *self.found[usize::from(standing)].get(set as usize)?;
        (found != 0).then_some(Turned { shape: found << 1 >> 4, turn: (found & 7) as u8 })
    }

    /// Where a square of the turned shape is among the squares of the canonical one.
    #[inline]
    pub fn place(&self, turned: Turned, square: u32) -> u32 {
        let square = self.back[usize::from(turned.turn)][square as usize];
        (self.masks[turned.shape as usize] & ((1 << square) - 1)).count_ones()
    }
}

/// Is this a connected set that touches all sides of the box?
fn is_shape(frame: Frame, geometry: &Geometry<u64>, mask: u32) -> bool {
    let [width, height] = [frame.width, frame.height].map(u32::from);
    let row = (1u32 << width) - 1;
    let column = (0..height).fold(0u32, |set, y| set | 1 << (y * width));
    let sides = [row, row << (width * (height - 1)), column, column << (width - 1)];
    sides.iter().all(|side| mask & side != 0)
        && connected_pieces(geometry, u64::from(mask)).count() == 1
}

/// The shapes of all boxes, each listed when it is first asked for.
#[derive(Debug)]
pub(crate) struct Catalogue {
    frames: [std::sync::OnceLock<Shapes>; Frame::NUMBERS],
}

impl Default for Catalogue {
    fn default() -> Catalogue {
        Catalogue { frames: [const { std::sync::OnceLock::new() }; Frame::NUMBERS] }
    }
}

/// The smallest box around a set of squares of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline {
    pub frame: Frame,
    width: u32,
    height: u32,
    /// How far the first square of the box is from the first of the board.
    offset: u32,
    board_width: u32,
}

impl Outline {
    /// The box around a set of squares, if there are tables for it.
    #[inline]
    pub fn of<B: Bits>(geometry: &Geometry<B>, set: B) -> Option<Outline> {
        if set.is_empty() {
            return None;
        }
        let board_width = geometry.size().width() as u32;
        let bits = set.widen();
        let first = bits.trailing_zeros() / board_width;
        let last = (127 - bits.leading_zeros()) / board_width;
        let height = last + 1 - first;
        if height > LONGEST {
            return None;
        }
        // A board of one row is as wide as its bits.
        let row = u128::MAX >> (128 - board_width);
        let files =
            (first..=last).fold(0, |files, rank| files | bits >> (rank * board_width) & row);
        let file = files.trailing_zeros();
        let width = 128 - files.leading_zeros() - file;
        if width > LONGEST {
            return None;
        }
        let frame = Frame::new(width.max(height) as u8, width.min(height) as u8)?;
        Some(Outline { frame, width, height, offset: first * board_width + file, board_width })
    }

    /// A set of squares of the board, in the box.
    #[inline]
    fn boxed(&self, bits: u128) -> u32 {
        let row = (1 << self.width) - 1;
        let bits = bits >> self.offset;
        (0..self.height).fold(0, |set, y| {
            set | ((bits >> (y * self.board_width)) as u32 & row) << (y * self.width)
        })
    }

    /// The square of the board that a square of the box is.
    fn square(&self, boxed: u32) -> Option<Square> {
        let (x, y) = (boxed % self.width, boxed / self.width);
        Square::new((self.offset + y * self.board_width + x) as usize)
    }
}

/// A shape as it was found on a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Located<'a> {
    pub shapes: &'a Shapes,
    pub turned: Turned,
    outline: Outline,
}

impl Catalogue {
    pub fn shapes(&self, frame: Frame) -> &Shapes {
        self.frames[frame.number()].get_or_init(|| Shapes::new(frame))
    }

    /// Which shape a connected set of squares of a board is, if it fits a box.
    pub fn locate<B: Bits>(&self, geometry: &Geometry<B>, set: B) -> Option<Located<'_>> {
        self.locate_in(Outline::of(geometry, set)?, set)
    }

    /// The same where the box is known.
    #[inline]
    pub fn locate_in<B: Bits>(&self, outline: Outline, set: B) -> Option<Located<'_>> {
        let shapes = self.shapes(outline.frame);
        let turned = shapes.find(outline.boxed(set.widen()), outline.width < outline.height)?;
        Some(Located { shapes, turned, outline })
    }
}

impl Located<'_> {
    /// The number of the shape among those with as many squares.
    #[inline]
    pub fn among_its_level(&self) -> u32 {
        let shape = self.turned.shape;
        let squares = self.shapes.masks[shape as usize].count_ones();
        shape - self.shapes.levels[squares as usize]
    }

    /// A set of squares of the shape, as places among the squares of the canonical shape.
    #[inline]
    pub fn places<B: Bits>(&self, set: B) -> u32 {
        let mut open = self.outline.boxed(set.widen());
        let mut places = 0;
        while open != 0 {
            places |= 1 << self.shapes.place(self.turned, open.trailing_zeros());
            open &= open - 1;
        }
        places
    }

    /// The square of the board at a place of the canonical shape.
    pub fn square(&self, place: u32) -> Option<Square> {
        let mask = self.shapes.masks[self.turned.shape as usize];
        let at = u64::from(mask).squares().nth(place as usize)?.index();
        let back = &self.shapes.back[usize::from(self.turned.turn)];
        let boxed = back.iter().position(|&square| usize::from(square) == at)?;
        self.outline.square(boxed as u32)
    }
}
