//! Free regions: 8-connected sets of squares, one for all that are equal by shifts, turns and
//! mirror images.

use otrera_board::{Bits, Geometry, Size, Square, Symmetry};
use rustc_hash::FxHashSet;

/// The largest bounding box, in squares (Müller and Tegos, 3.1), …
pub const LARGEST_BOX: usize = 56;

/// … and its longest side: it must lie on the 10×10 board.
pub const LONGEST_SIDE: usize = 10;

/// A region in the corner of its bounding box, under a fixed choice among its eight pictures.
///
/// The lower 56 bits are the squares, row by row; above them is the width of the box.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Region(u64);

/// A square of a region, in the region's own frame.
pub(crate) type Cell = u8;

impl Region {
    /// The region of one square.
    pub const SINGLE: Region = Region(1 << LARGEST_BOX | 1);

    /// Its squares in the frame of [`Region::geometry`].
    pub fn squares(self) -> u64 {
        self.0 & ((1 << LARGEST_BOX) - 1)
    }

    fn width(self) -> usize {
        (self.0 >> LARGEST_BOX) as usize
    }

    fn height(self) -> usize {
        (64 - self.squares().leading_zeros() as usize).div_ceil(self.width())
    }

    /// The board that it just fits on.
    pub fn geometry(self) -> &'static Geometry<u64> {
        let size = Size::new(self.width(), self.height()).expect("a box that is small enough");
        u64::geometry(size).expect("a box that is small enough")
    }

    /// The region of these squares of a board, and where one of them lies in it; of the pictures
    /// that show the same region the one with the least place is taken. None if the box is too
    /// large.
    pub(crate) fn with_cell(
        geometry: &Geometry<u64>,
        squares: u64,
        marked: Option<Square>,
    ) -> Option<(Region, Cell)> {
        let size = geometry.size();
        let mut places: [(u8, u8); LARGEST_BOX] = [(0, 0); LARGEST_BOX];
        let mut count = 0;
        let mut mark = 0;
        for square in squares.squares() {
            if Some(square) == marked {
                mark = count;
            }
            places[count] = (size.file(square) as u8, size.rank(square) as u8);
            count += 1;
        }
        Region::from_places(&places[..count], mark)
    }

    fn from_places(places: &[(u8, u8)], mark: usize) -> Option<(Region, Cell)> {
        let (mut left, mut right, mut bottom, mut top) = (u8::MAX, 0, u8::MAX, 0);
        for &(x, y) in places {
            (left, right) = (left.min(x), right.max(x));
            (bottom, top) = (bottom.min(y), top.max(y));
        }
        let (width, height) = (right - left + 1, top - bottom + 1);
        if usize::from(width) * usize::from(height) > LARGEST_BOX
            || usize::from(width.max(height)) > LONGEST_SIDE
        {
            return None;
        }
        let mut least = (Region(u64::MAX), Cell::MAX);
        for turn in Symmetry::ALL {
            let (wide, high) = if turn.exchanges() { (height, width) } else { (width, height) };
            if high < wide {
                // Standing pictures come first, so lying ones need not be drawn.
                continue;
            }
            let mut cells = 0;
            let mut cell = 0;
            for (n, &(x, y)) in places.iter().enumerate() {
                let [x, y] = turn.place([width, height], [x - left, y - bottom]);
                let at = y * wide + x;
                cells |= 1u64 << at;
                if n == mark {
                    cell = at;
                }
            }
            least = least.min((Region(cells | u64::from(wide) << LARGEST_BOX), cell));
        }
        Some(least)
    }

    /// The squares of the region, one for each class under its own symmetries.
    pub fn distinct_cells(self) -> impl Iterator<Item = Square> {
        let geometry = self.geometry();
        let squares = self.squares();
        squares.squares().filter(move |&square| {
            let found = Region::with_cell(geometry, squares, Some(square));
            found.is_some_and(|(_, cell)| usize::from(cell) == square.index())
        })
    }
}

/// All regions with one square more than these, which must be all of their size, in order.
///
/// Every connected region has a square whose loss leaves it connected, in no larger a box: none is
/// missed.
pub fn grown(regions: &[Region]) -> Vec<Region> {
    let mut found: FxHashSet<Region> = FxHashSet::default();
    let mut places: Vec<(u8, u8)> = Vec::new();
    for region in regions {
        let (width, height) = (region.width(), region.height());
        places.clear();
        // Moved by one, so that there is room on all sides.
        places.extend(
            region
                .squares()
                .squares()
                .map(|s| (1 + (s.index() % width) as u8, 1 + (s.index() / width) as u8)),
        );
        places.push((0, 0));
        let last = places.len() - 1;
        for x in 0..width as u8 + 2 {
            for y in 0..height as u8 + 2 {
                let near = |&(px, py): &(u8, u8)| px.abs_diff(x) <= 1 && py.abs_diff(y) <= 1;
                let others = &places[..last];
                if others.contains(&(x, y)) || !others.iter().any(near) {
                    continue;
                }
                places[last] = (x, y);
                found.extend(Region::from_places(&places, 0).map(|(region, _)| region));
            }
        }
    }
    let mut regions: Vec<Region> = found.into_iter().collect();
    regions.sort_unstable();
    regions
}
