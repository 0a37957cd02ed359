//! From the library's positions to the twin's.

use otrera_board::{Bits, Content, Position};

use super::SlowBoard;

pub fn slow<B: Bits>(position: &Position<B>) -> SlowBoard {
    let size = position.size();
    let letter = |file, rank| match position.at(size.square(file, rank).unwrap()) {
        Content::Empty => '.',
        Content::Amazon(color) => color.letter(),
        Content::Burnt => 'x',
    };
    let row = |rank| (0..size.width()).map(|file| letter(file, rank)).collect();
    SlowBoard { rows: (0..size.height()).map(row).collect(), to_move: position.to_move().letter() }
}
