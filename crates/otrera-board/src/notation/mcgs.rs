//! The board text of MCGS, cgt and CGSuite: `X..#|.O..`.
//!
//! `X` is Black, `O` White, `#` burnt, `.` empty, `|` stands between rows; letters
//! may be small. These programs keep the side to move elsewhere. We read MCGS's
//! section title `[amazons]` before the board and its run command `{B}` or `{W}`
//! behind it, and write `{B}` where Black is to move; White is the default.

use super::error::NotationError;
use super::rows::{Alphabet, Rows, write_rows};
use super::scanner::Scanner;
use crate::color::Color;
use crate::position::Position;

const NOTATION: &str = "MCGS text";

const LETTERS: Alphabet = Alphabet {
    black: "Xx",
    white: "Oo",
    burnt: "#",
    empty: ".",
    runs: false,
    separator: '|',
    in_words: "`X` (Black), `O` (White), `#`, `.`, or `|` between rows",
};

pub(crate) const TITLE: &str = "[amazons]";

impl Position {
    /// Reads the text of MCGS, cgt or CGSuite.
    pub fn from_mcgs(text: &str) -> Result<Position, NotationError> {
        let mut scanner = Scanner::new(NOTATION, text);
        scanner.skip_space();
        if scanner.peek() == Some('[') {
            let mut ahead = scanner;
            if ahead.token() != TITLE {
                return Err(scanner.unexpected_token(format!("`{TITLE}` or the board")));
            }
            scanner = ahead;
            scanner.skip_space();
        }
        let rows = Rows::read(&mut scanner, &LETTERS)?;
        scanner.skip_space();
        let to_move = match scanner.peek() {
            None => Color::White,
            Some(_) => read_turn(&mut scanner)?,
        };
        scanner.finish("nothing after the side to move")?;
        Ok(rows.position(to_move))
    }

    /// Writes the text of MCGS.
    pub fn to_mcgs(&self) -> String {
        let mut text = String::new();
        write_rows(&mut text, self, &LETTERS, |_| false);
        if self.to_move() == Color::Black {
            text.push_str(" {B}");
        }
        text
    }
}

fn read_turn(scanner: &mut Scanner<'_>) -> Result<Color, NotationError> {
    let mut ahead = *scanner;
    let color = match ahead.token() {
        "{B}" | "{b}" => Color::Black,
        "{W}" | "{w}" => Color::White,
        _ => return Err(scanner.unexpected_token("the side to move, `{B}` or `{W}`")),
    };
    *scanner = ahead;
    Ok(color)
}
