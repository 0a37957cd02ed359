//! The key of an area: one representative for all areas that are the same game.
//!
//! Moves follow lines, and lines are carried into lines by shifts, quarter turns and
//! mirror images of the board: areas that differ by these have the same value.
//! Exchanging the colours exchanges the players and changes the sign.

use otrera_board::{Bits, Color, Content, MAX_SQUARES, Size, Square, Symmetry};

use crate::area::Area;
use crate::filling::Territory;

/// The least, in some fixed order, of the sixteen pictures of an area, moved into the
/// corner of the smallest board that holds it; and whether its colours were exchanged.
pub(crate) fn canonical<B: Bits>(area: &Area<B>) -> (Area<B>, bool) {
    least_picture(area, &[false, true])
}

/// The same of a territory: an area with its normal amazons and its blockers as the two colours,
/// which are not exchanged.
pub(crate) fn of_territory<B: Bits>(territory: &Territory<B>) -> Area<B> {
    let [normal, blockers, empty] = territory.contents();
    let area = Area::new(territory.geometry(), [normal, blockers], empty);
    least_picture(&area, &[false]).0
}

/// The least picture among those with the colours as they are or exchanged, as is allowed.
fn least_picture<B: Bits>(area: &Area<B>, exchanges: &[bool]) -> (Area<B>, bool) {
    let size = area.geometry().size();
    // Divisions are what this costs: one of each kind a square.
    let mut places = [(0u8, 0u8, Content::Burnt); MAX_SQUARES];
    let mut count = 0;
    let (mut left, mut right, mut bottom, mut top) = (u8::MAX, 0, u8::MAX, 0);
    for square in area.squares().squares() {
        let (x, y) = (size.file(square) as u8, size.rank(square) as u8);
        let content = match () {
            () if area.empty().has(square) => Content::Empty,
            () if area.amazons(Color::Black).has(square) => Content::Amazon(Color::Black),
            () => Content::Amazon(Color::White),
        };
        places[count] = (x, y, content);
        count += 1;
        (left, right) = (left.min(x), right.max(x));
        (bottom, top) = (bottom.min(y), top.max(y));
    }
    let (width, height) = (right - left + 1, top - bottom + 1);
    let profile = Profile::new(&places[..count], [left, bottom], [width, height]);
    let first = Symmetry::ALL.into_iter().filter_map(|turn| profile.turned(turn)).min();
    let mut least: Option<(Picture<B>, bool)> = None;
    for turn in Symmetry::ALL.into_iter().filter(|&turn| profile.turned(turn) == first) {
        let (wide, high) = if turn.exchanges() { (height, width) } else { (width, height) };
        let mut picture = Picture { wide, high, empty: B::EMPTY, amazons: [B::EMPTY; 2] };
        for &(x, y, content) in &places[..count] {
            let [x, y] = turn.place([width, height], [x - left, y - bottom]);
            let bit = Square::new(usize::from(y * wide + x)).map_or(B::EMPTY, B::of);
            match content {
                Content::Amazon(color) => picture.amazons[color as usize] |= bit,
                _ => picture.empty |= bit,
            }
        }
        for &swapped in exchanges {
            let candidate = if swapped { picture.swapped() } else { picture };
            if least.is_none_or(|(best, _)| candidate < best) {
                least = Some((candidate, swapped));
            }
        }
    }
    let (picture, swapped) = least.expect("an area has a picture");
    let size =
        Size::new(picture.wide.into(), picture.high.into()).expect("no larger than its board");
    let geometry = B::geometry(size).expect("no larger than its board");
    (Area::new(geometry, picture.amazons, picture.empty), swapped)
}

/// How heavy the columns and rows of an area are, from both ends. It tells most pictures
/// apart before they are drawn, and knows no colours.
struct Profile {
    width: u8,
    height: u8,
    columns: [u64; 2],
    rows: [u64; 2],
}

impl Profile {
    fn new(places: &[(u8, u8, Content)], from: [u8; 2], [width, height]: [u8; 2]) -> Profile {
        // One byte each; longer sides than fit are left out, and all turns then tie.
        const LONGEST: u8 = 8;
        let mut profile = Profile { width, height, columns: [0; 2], rows: [0; 2] };
        if width <= LONGEST && height <= LONGEST {
            for &(x, y, content) in places {
                let weight: u64 = if content == Content::Empty { 1 } else { 5 };
                let (x, y) = (x - from[0], y - from[1]);
                profile.columns[0] += weight << (8 * x);
                profile.columns[1] += weight << (8 * (width - 1 - x));
                profile.rows[0] += weight << (8 * y);
                profile.rows[1] += weight << (8 * (height - 1 - y));
            }
        }
        profile
    }

    /// The profile of a turned picture. Lying pictures come before standing ones, which
    /// have none.
    fn turned(&self, turn: Symmetry) -> Option<(u64, u64)> {
        let columns = self.columns[usize::from(turn.reverses_files())];
        let rows = self.rows[usize::from(turn.reverses_ranks())];
        match turn.exchanges() {
            false if self.width < self.height => None,
            true if self.width > self.height => None,
            false => Some((columns, rows)),
            true => Some((rows, columns)),
        }
    }
}

/// An area in the corner of its smallest board. The order of fields is the order of pictures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Picture<B> {
    wide: u8,
    high: u8,
    empty: B,
    amazons: [B; 2],
}

impl<B: Bits> Picture<B> {
    fn swapped(self) -> Picture<B> {
        Picture { amazons: [self.amazons[1], self.amazons[0]], ..self }
    }
}
