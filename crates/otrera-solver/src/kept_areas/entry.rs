//! One kept area: its picture, the bytes of its bounds, and whether these can be true.

use otrera_area::{Area, LocalSearch, areas, split};
use otrera_board::{Bits, Color, Position, Size};
use otrera_cgt::{Assurance, Game, TempoBounds};
use smallvec::SmallVec;

use crate::area_cache::is_small;

/// An area as it is kept: the size of its box, then two bits per square.
pub(super) type Picture = SmallVec<[u8; 16]>;

/// The picture of an area, and whether that shows its negative.
pub(super) fn picture<B: Bits>(area: &Area<B>) -> (Picture, bool) {
    let (area, negated) = area.canonical();
    let size = area.geometry().size();
    let mut picture: Picture = [size.width() as u8, size.height() as u8].into_iter().collect();
    for (n, square) in size.iter().enumerate() {
        let code = match () {
            () if area.empty().has(square) => 1,
            () if area.amazons(Color::Black).has(square) => 2,
            () if area.amazons(Color::White).has(square) => 3,
            () => 0,
        };
        if n % 4 == 0 {
            picture.push(0);
        }
        *picture.last_mut().expect("a byte was pushed") |= code << (n % 4 * 2);
    }
    (picture, negated)
}

/// The bytes of an entry behind its picture.
const NUMBERS: usize = 6;

/// Appends the bytes of an entry: the length of the picture, the picture, and six numbers.
pub(super) fn encode(picture: &[u8], bounds: TempoBounds, to: &mut Vec<u8>) {
    let TempoBounds { left, right } = bounds;
    to.push(picture.len() as u8);
    to.extend(picture);
    // No area of at most 128 squares has more than an i16 can tell; kept ones have eight.
    let numbers = [left.least, left.star, left.first, right.least, right.star, right.first];
    to.extend(numbers.iter().flat_map(|&number| (number as i16).to_le_bytes()));
}

/// Takes an entry from the front of some bytes.
pub(super) fn decode(from: &mut &[u8]) -> Option<(Picture, TempoBounds)> {
    let (&length, rest) = from.split_first()?;
    let (picture, rest) = rest.split_at_checked(length.into())?;
    let (numbers, rest) = rest.split_at_checked(2 * NUMBERS)?;
    *from = rest;
    let mut numbers =
        numbers.chunks_exact(2).map(|pair| i32::from(i16::from_le_bytes([pair[0], pair[1]])));
    let mut assurance = || {
        Some(Assurance { least: numbers.next()?, star: numbers.next()?, first: numbers.next()? })
    };
    let bounds = TempoBounds { left: assurance()?, right: assurance()? };
    Some((Picture::from_slice(picture), bounds))
}

/// The area that a picture shows; none if it shows none.
fn area(picture: &[u8]) -> Option<Area<u128>> {
    let (&[width, height], codes) = picture.split_first_chunk()?;
    let size = Size::new(width.into(), height.into()).ok()?;
    if codes.len() != size.squares().div_ceil(4) {
        return None;
    }
    let mut sets = [0_u128; 4];
    for square in size.iter() {
        let code = codes[square.index() / 4] >> (square.index() % 4 * 2) & 3;
        sets[usize::from(code)] |= u128::of(square);
    }
    let [burnt, _, black, white] = sets;
    let position = Position::new(size, black, white, burnt, Color::Black).ok()?;
    match areas(&position)[..] {
        [area] => Some(area),
        _ => None,
    }
}

/// Can these be the bounds of the area of this picture, as far as a look at it tells?
///
/// Sound: nobody can make more moves in an area than it has empty squares, and what static bounds say is
/// true.
pub(super) fn is_possible(picture: &[u8], bounds: TempoBounds) -> bool {
    area(picture).is_some_and(|area| {
        let most = area.empty().count() as i32 + 1;
        let in_range = |sure: Assurance| {
            let numbers = [sure.least, sure.star, sure.first];
            numbers.iter().all(|number| number.abs() <= most)
                && (-1..=1).contains(&(sure.star - sure.least))
                && sure.first >= sure.least - 1
        };
        is_small(&area)
            && in_range(bounds.left)
            && in_range(bounds.right)
            && bounds.and(split(&area)).is_consistent()
    })
}

/// Does a search of the area, within so many positions, agree with its bounds?
pub(super) fn is_confirmed(picture: &[u8], bounds: TempoBounds, patience: usize) -> bool {
    area(picture).is_some_and(|area| {
        let found = LocalSearch::new().bounds(&area, patience);
        bounds.and(found).is_consistent()
    })
}

/// The area of a picture as text, for messages.
pub(super) fn text(picture: &[u8]) -> String {
    area(picture).map_or_else(
        || "no area".to_owned(),
        |area| {
            let text = area.position(Color::Black).to_string();
            text.strip_suffix(" b").unwrap_or(&text).to_owned()
        },
    )
}
