//! The bytes of one entry: a position with the winner to move, and what he plays.
//! `docs/proofs.md` has them one by one. All but those of the play are the *key*. Keys in the order of their
//! bytes have positions with many empty squares first, and equal boards side by side, by free moves.

use otrera_board::{Bits, Geometry, Move, Size, Square};

use crate::state::{Play, Side, State};

/// The bytes of a free move.
pub const FREE_MOVE: [u8; 3] = [255; 3];

/// How many bytes a key has on a board.
pub fn key_length(size: Size) -> usize {
    2 + size.squares().div_ceil(4)
}

/// How many bytes an entry has on a board.
pub fn length(size: Size) -> usize {
    key_length(size) + FREE_MOVE.len()
}

/// The key of a state: with fewer free moves for the winner than he has, if a byte cannot tell so many.
/// None if the loser has more than that.
pub fn key<B: Bits>(state: &State<B>) -> Option<Vec<u8>> {
    let size = state.geometry().size();
    let [own, other] = [Side::Winner, Side::Loser].map(|side| state.amazons(side));
    let mut bytes = vec![0; key_length(size)];
    bytes[0] = (size.squares() as u32 - state.empty().count()) as u8;
    for (value, squares) in [(1, state.empty()), (2, own), (3, other)] {
        for square in squares.squares() {
            bytes[1 + square.index() / 4] |= value << (6 - square.index() % 4 * 2);
        }
    }
    *bytes.last_mut()? = u8::try_from(state.free().min(127) + 128).ok()?;
    Some(bytes)
}

/// The state and the play of an entry; none if something is off the board, miscounted or missing.
pub fn decode<B: Bits>(geometry: &'static Geometry<B>, record: &[u8]) -> Option<(State<B>, Play)> {
    let squares = geometry.size().squares();
    if record.len() != length(geometry.size()) {
        return None;
    }
    let (key, play) = record.split_at(record.len() - FREE_MOVE.len());
    let mut sets = [B::EMPTY; 4];
    for (n, byte) in key[1..key.len() - 1].iter().enumerate() {
        for (m, shift) in [6, 4, 2, 0].into_iter().enumerate() {
            let value = byte >> shift & 3;
            match Square::new(4 * n + m).filter(|square| square.index() < squares) {
                Some(square) => sets[usize::from(value)] |= B::of(square),
                None if value == 0 => {}
                None => return None,
            }
        }
    }
    let [_, empty, winners, losers] = sets;
    if u32::from(key[0]) != squares as u32 - empty.count() {
        return None;
    }
    let free = i32::from(key[key.len() - 1]) - 128;
    let state = State::new(geometry, [winners, losers], empty, free)?;
    let on_board = |byte: u8| Square::new(byte.into()).filter(|square| square.index() < squares);
    let play = match [on_board(play[0]), on_board(play[1]), on_board(play[2])] {
        [Some(from), Some(to), Some(arrow)] => Some(Move { from, to, arrow }),
        _ if play == FREE_MOVE => None,
        _ => return None,
    };
    Some((state, play))
}
