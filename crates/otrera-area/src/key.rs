//! The key of an area: one representative for all areas that are the same game.
//!
//! Moves follow lines, and lines are carried into lines by shifts, quarter turns and
//! mirror images of the board: areas that differ by these have the same value.
//! Exchanging the colours exchanges the players and changes the sign.

use otrera_board::{Bits, Color, Size};

use crate::area::Area;

/// The least, in some fixed order, of the sixteen pictures of an area, moved into the
/// corner of the smallest board that holds it; and whether its colours were exchanged.
pub(crate) fn canonical<B: Bits>(area: &Area<B>) -> (Area<B>, bool) {
    let size = area.geometry().size();
    let squares = area.squares();
    let files = || squares.squares().map(|square| size.file(square));
    let ranks = || squares.squares().map(|square| size.rank(square));
    let (left, right) = (files().min().unwrap_or(0), files().max().unwrap_or(0));
    let (bottom, top) = (ranks().min().unwrap_or(0), ranks().max().unwrap_or(0));
    let (width, height) = (right - left + 1, top - bottom + 1);
    let mut least: Option<(Picture<B>, bool)> = None;
    for turn in 0..8 {
        let turned = turn & 4 != 0;
        // Lying pictures come before standing ones; of a square all eight count.
        if turned && width > height || !turned && width < height {
            continue;
        }
        let (wide, high) = if turned { (height, width) } else { (width, height) };
        let mut picture = Picture { wide, high, empty: B::EMPTY, amazons: [B::EMPTY; 2] };
        for square in squares.squares() {
            let (mut x, mut y) = (size.file(square) - left, size.rank(square) - bottom);
            if turn & 1 != 0 {
                x = width - 1 - x;
            }
            if turn & 2 != 0 {
                y = height - 1 - y;
            }
            if turned {
                (x, y) = (y, x);
            }
            let bit = B::EMPTY | B::narrow(1 << (y * wide + x)).unwrap_or(B::EMPTY);
            for color in Color::ALL {
                if area.amazons(color).has(square) {
                    picture.amazons[color as usize] |= bit;
                }
            }
            if area.empty().has(square) {
                picture.empty |= bit;
            }
        }
        for swapped in [false, true] {
            let candidate = if swapped { picture.swapped() } else { picture };
            if least.is_none_or(|(best, _)| candidate < best) {
                least = Some((candidate, swapped));
            }
        }
    }
    let (picture, swapped) = least.expect("an area has a picture");
    let size = Size::new(picture.wide, picture.high).expect("no larger than its board");
    let geometry = B::geometry(size).expect("no larger than its board");
    (Area::new(geometry, picture.amazons, picture.empty), swapped)
}

/// An area in the corner of its smallest board. The order of fields is the order of pictures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Picture<B> {
    wide: usize,
    high: usize,
    empty: B,
    amazons: [B; 2],
}

impl<B: Bits> Picture<B> {
    fn swapped(self) -> Picture<B> {
        Picture { amazons: [self.amazons[1], self.amazons[0]], ..self }
    }
}
