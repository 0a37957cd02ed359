//! The two FEN dialects.
//!
//! LiAmazons: `layout turn shooting-square move-number`, letters `b w x`. The third
//! field names an amazon that has moved but not shot yet; a position in the middle
//! of a turn is none of ours and is refused.
//!
//! Fairy-Stockfish (and pyffish), variant `amazons`: `q` Black, `Q` White, `*` burnt,
//! then side, castling `-`, en passant `-`, half-move clock and move number.
//!
//! The move number written is one more than half the number of burnt squares: each
//! move burns one.

use super::error::NotationError;
use super::rows::{Alphabet, Rows, write_rows};
use super::scanner::Scanner;
use super::text;
use crate::bits::Bits;
use crate::color::Color;
use crate::position::Position;

const LIAMAZONS: &str = "LiAmazons FEN";
const FAIRY: &str = "Fairy-Stockfish FEN";

const FAIRY_LETTERS: Alphabet = Alphabet {
    black: "q",
    white: "Q",
    burnt: "*",
    empty: ".",
    runs: true,
    separator: '/',
    in_words: "`q` (Black), `Q` (White), `*`, a number, or `/` between rows",
};

impl Position {
    /// Reads the FEN of LiAmazons: `3b2b3/10/… w - 1`.
    pub fn from_liamazons(text: &str) -> Result<Position, NotationError> {
        let mut scanner = Scanner::new(LIAMAZONS, text);
        let position = read_layout_and_turn(&mut scanner, &text::LETTERS)?;
        scanner.skip_space();
        if !eat_dash(&mut scanner) {
            return Err(scanner.unexpected_token(
                "`-`: no amazon may be left to shoot (finish the turn, then give the position)",
            ));
        }
        read_counter(&mut scanner, "the number of the move")?;
        scanner.finish("nothing after the move number")?;
        Ok(position)
    }

    /// Writes the FEN of LiAmazons.
    pub fn to_liamazons(&self) -> String {
        let mut fen = String::new();
        write_rows(&mut fen, self, &text::LETTERS, |_| true);
        fen + &format!(" {} - {}", self.to_move().letter(), move_number(self))
    }

    /// Reads the FEN of Fairy-Stockfish: `3q2q3/10/… w - - 0 1`.
    pub fn from_fairy(text: &str) -> Result<Position, NotationError> {
        let mut scanner = Scanner::new(FAIRY, text);
        let position = read_layout_and_turn(&mut scanner, &FAIRY_LETTERS)?;
        for field in ["castling rights", "en passant square"] {
            scanner.skip_space();
            if !eat_dash(&mut scanner) {
                return Err(scanner.unexpected_token(format!("`-` ({field})")));
            }
        }
        read_counter(&mut scanner, "the half-move clock")?;
        read_counter(&mut scanner, "the number of the move")?;
        scanner.finish("nothing after the move number")?;
        Ok(position)
    }

    /// Writes the FEN of Fairy-Stockfish.
    pub fn to_fairy(&self) -> String {
        let mut fen = String::new();
        write_rows(&mut fen, self, &FAIRY_LETTERS, |_| true);
        fen + &format!(" {} - - 0 {}", self.to_move().letter(), move_number(self))
    }
}

fn read_layout_and_turn(
    scanner: &mut Scanner<'_>,
    alphabet: &Alphabet,
) -> Result<Position, NotationError> {
    scanner.skip_space();
    let rows = Rows::read(scanner, alphabet)?;
    scanner.skip_space();
    let mut ahead = *scanner;
    let to_move = match ahead.token() {
        "w" | "W" => Color::White,
        "b" | "B" => Color::Black,
        _ => return Err(scanner.unexpected_token("the side to move, `w` or `b`")),
    };
    *scanner = ahead;
    Ok(rows.position(to_move))
}

fn eat_dash(scanner: &mut Scanner<'_>) -> bool {
    let mut ahead = *scanner;
    let found = ahead.token() == "-";
    if found {
        *scanner = ahead;
    }
    found
}

/// Passes over a number that positions here do not carry.
fn read_counter(scanner: &mut Scanner<'_>, what: &str) -> Result<(), NotationError> {
    scanner.skip_space();
    let mut ahead = *scanner;
    let digits = ahead.token();
    if digits.is_empty() || digits.len() > 9 || !digits.bytes().all(|c| c.is_ascii_digit()) {
        return Err(scanner.unexpected_token(format!("{what} in digits")));
    }
    *scanner = ahead;
    Ok(())
}

fn move_number(position: &Position) -> u32 {
    1 + position.burnt().count() / 2
}
