//! Random positions and games for property tests.

use otrera_board::{Color, Move, Position, Record, Size, Square};
use proptest::prelude::*;

/// Boards from 1×2 up to 11×11, and the shapes at the edges of the words.
pub fn sizes() -> impl Strategy<Value = Size> {
    let odd = [
        (1, 2),
        (2, 1),
        (1, 1),
        (8, 8),
        (8, 16),
        (16, 8),
        (1, 64),
        (64, 1),
        (13, 5),
        (128, 1),
        (1, 128),
    ];
    prop_oneof![
        6 => (1..=11usize, 1..=11usize),
        2 => Just((8, 16)),
        1 => Just((11, 11)),
        1 => prop::sample::select(odd.to_vec()),
    ]
    .prop_map(|(width, height)| Size::new(width, height).unwrap())
}

/// Boards whose squares and files need several letters or digits too.
#[allow(dead_code, reason = "each test binary takes what it needs")]
pub fn wide_sizes() -> impl Strategy<Value = Size> {
    let wide = [(128, 1), (1, 128), (25, 4), (30, 4), (52, 2), (2, 52), (53, 2), (64, 2)];
    let wide = prop::sample::select(wide.to_vec());
    prop_oneof![
        3 => sizes(),
        1 => wide.prop_map(|(width, height)| Size::new(width, height).unwrap()),
    ]
}

/// A position on a board of this size: each square empty, burnt or with an amazon,
/// the mixture itself drawn at random.
pub fn positions(size: Size) -> impl Strategy<Value = Position> {
    let mixture = (0..100u8, 0..25u8);
    let dice = prop::collection::vec(0..100u8, size.squares());
    (mixture, dice, any::<bool>()).prop_map(move |((burnt, amazons), dice, black)| {
        let mut sets = [0u128; 3];
        for (n, &roll) in dice.iter().enumerate() {
            if roll < amazons {
                sets[usize::from(roll % 2)] |= 1 << n;
            } else if roll >= 100 - burnt {
                sets[2] |= 1 << n;
            }
        }
        let [a, b, burnt] = sets;
        let to_move = if black { Color::Black } else { Color::White };
        Position::new(size, a, b, burnt, to_move).unwrap()
    })
}

/// The square of a board by its number.
#[allow(dead_code, reason = "each test binary takes what it needs")]
pub fn square(index: usize) -> Square {
    Square::new(index).unwrap()
}

/// A game without variations from a position, some moves long.
#[allow(dead_code, reason = "each test binary takes what it needs")]
pub fn games(start: Position) -> impl Strategy<Value = Record> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..30).prop_map(move |choices| {
        let mut record = Record::new(start);
        for choice in choices {
            let end = record.main_end();
            let moves: Vec<Move> = record.position(end).moves().collect();
            if moves.is_empty() {
                break;
            }
            record.add_move(end, *choice.get(&moves)).unwrap();
        }
        record
    })
}
