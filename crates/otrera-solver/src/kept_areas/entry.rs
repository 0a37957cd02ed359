//! One kept area: its picture, the bytes of its bounds, and whether these can be true.

use otrera_area::{Area, LocalSearch, areas, split};
use otrera_board::{Bits, Color, Position, Size};
use otrera_cgt::{Assurance, Game, TempoBounds};
use smallvec::SmallVec;

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

const CHECKSUM: usize = 8;
const NUMBERS: usize = 6;

pub(super) fn encode(picture: &[u8], bounds: TempoBounds) -> [u8; 2 * NUMBERS + CHECKSUM] {
    let TempoBounds { left, right } = bounds;
    let numbers = [left.least, left.star, left.first, right.least, right.star, right.first];
    let mut bytes = [0; 2 * NUMBERS + CHECKSUM];
    for (place, number) in bytes.chunks_exact_mut(2).zip(numbers) {
        place.copy_from_slice(&(number as i16).to_le_bytes());
    }
    let sum = checksum(picture, &bytes[..2 * NUMBERS]);
    bytes[2 * NUMBERS..].copy_from_slice(&sum);
    bytes
}

pub(super) fn decode(picture: &[u8], bytes: &[u8]) -> Option<TempoBounds> {
    let (numbers, sum) = bytes.split_at_checked(2 * NUMBERS)?;
    (checksum(picture, numbers)[..] == *sum).then_some(())?;
    let mut numbers =
        numbers.chunks_exact(2).map(|pair| i32::from(i16::from_le_bytes([pair[0], pair[1]])));
    let mut assurance = || {
        Some(Assurance { least: numbers.next()?, star: numbers.next()?, first: numbers.next()? })
    };
    Some(TempoBounds { left: assurance()?, right: assurance()? })
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
        in_range(bounds.left) && in_range(bounds.right) && bounds.and(split(&area)).is_consistent()
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

fn checksum(picture: &[u8], numbers: &[u8]) -> [u8; CHECKSUM] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&[picture.len() as u8]).update(picture).update(numbers);
    hasher.finalize().as_bytes()[..CHECKSUM].try_into().expect("8 of 32 bytes")
}
