//! Moves as text: `B1-B4xD4`, and the other spellings in use.

use std::fmt::Write;

use super::error::NotationError;
use super::scanner::Scanner;
use crate::moves::Move;
use crate::size::{Size, Square};

const NOTATION: &str = "move";

/// How a move is spelled. Reading accepts all of them, in capitals or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Dialect {
    /// `B1-B4xD4`, as in the papers of the Alberta group, and here.
    #[default]
    Papers,
    /// `b1-b4/d4`, as in forums.
    Slash,
    /// `b1b4,b4d4`, as in the UCI protocol of Fairy-Stockfish.
    Uci,
    /// `B1-B4-D4`, as in GGF (whose ranks, however, count from the top).
    Dash,
    /// `b1-b4(d4)`, as on some wikis.
    Parentheses,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Dialect; 5] =
        [Dialect::Papers, Dialect::Slash, Dialect::Uci, Dialect::Dash, Dialect::Parentheses];

    /// Its name in one word.
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::Papers => "papers",
            Dialect::Slash => "slash",
            Dialect::Uci => "uci",
            Dialect::Dash => "dash",
            Dialect::Parentheses => "parentheses",
        }
    }

    /// A move in it.
    pub const fn example(self) -> &'static str {
        match self {
            Dialect::Papers => "B1-B4xD4",
            Dialect::Slash => "b1-b4/d4",
            Dialect::Uci => "b1b4,b4d4",
            Dialect::Dash => "B1-B4-D4",
            Dialect::Parentheses => "b1-b4(d4)",
        }
    }
}

impl Move {
    /// Reads a move in any dialect. Its squares are checked against the board's
    /// size; whether it is legal, a position must say.
    pub fn parse(text: &str, size: Size) -> Result<Move, NotationError> {
        let mut scanner = Scanner::new(NOTATION, text);
        scanner.skip_space();
        let mv = read_move(&mut scanner, size)?;
        scanner.finish("nothing after the move")?;
        Ok(mv)
    }

    /// The move in the dialect of the papers: `B1-B4xD4`.
    pub fn text(self, size: Size) -> String {
        self.text_in(Dialect::Papers, size)
    }

    /// The move in a dialect.
    pub fn text_in(self, dialect: Dialect, size: Size) -> String {
        let [from, to, arrow] = [self.from, self.to, self.arrow].map(|square| size.name(square));
        match dialect {
            Dialect::Papers => format!("{from}-{to}x{arrow}"),
            Dialect::Slash => format!("{from}-{to}/{arrow}").to_ascii_lowercase(),
            Dialect::Uci => format!("{from}{to},{to}{arrow}").to_ascii_lowercase(),
            Dialect::Dash => format!("{from}-{to}-{arrow}"),
            Dialect::Parentheses => format!("{from}-{to}({arrow})").to_ascii_lowercase(),
        }
    }
}

/// Reads a move and stops behind it.
pub(crate) fn read_move(scanner: &mut Scanner<'_>, size: Size) -> Result<Move, NotationError> {
    let from = read_square(scanner, size)?;
    eat_spaced(scanner, &DASHES);
    let to = read_square(scanner, size)?;
    let bracket = eat_spaced(scanner, &['(']);
    let comma = !bracket && eat_spaced(scanner, &[',']);
    if !(bracket || comma || eat_spaced(scanner, &['/', '-', '–', '—']) || eat_cross(scanner, size))
    {
        return Err(scanner.unexpected("`x`, `/`, `-`, `,` or `(` before the arrow's square"));
    }
    let arrow_at = scanner.at();
    let mut arrow = read_square(scanner, size)?;
    if bracket {
        skip_blanks(scanner);
    }
    if bracket && !scanner.eat(&[')']) {
        return Err(scanner.unexpected("`)` behind the arrow's square"));
    }
    // In `b1b4,b4d4` the square before the arrow's repeats where the amazon went.
    if comma && scanner.peek().is_some_and(|next| next.is_ascii_alphabetic()) {
        if arrow != to {
            let found = format!("an arrow shot from {}", size.name(arrow));
            let expected = format!("{}, where the amazon went", size.name(to));
            return Err(scanner.error_at(arrow_at, found, expected));
        }
        arrow = read_square(scanner, size)?;
    }
    Ok(Move { from, to, arrow })
}

const DASHES: [char; 3] = ['-', '–', '—'];

/// Passes over one of these characters and the blanks around it, if it is there.
fn eat_spaced(scanner: &mut Scanner<'_>, wanted: &[char]) -> bool {
    let mut ahead = *scanner;
    skip_blanks(&mut ahead);
    let found = ahead.eat(wanted);
    if found {
        skip_blanks(&mut ahead);
        *scanner = ahead;
    }
    found
}

/// Passes over an `x` that stands before a square. On boards of 24 files and more `x` is
/// also a file; then a digit follows it, not a letter.
fn eat_cross(scanner: &mut Scanner<'_>, size: Size) -> bool {
    const FILES_UP_TO_X: usize = 24;
    let mut ahead = *scanner;
    let found = eat_spaced(&mut ahead, &['x', 'X', '×'])
        && (size.width() < FILES_UP_TO_X
            || ahead.peek().is_some_and(|next| next.is_ascii_alphabetic()));
    if found {
        *scanner = ahead;
    }
    found
}

fn skip_blanks(scanner: &mut Scanner<'_>) {
    scanner.take_while(|c| c == ' ' || c == '\t');
}

/// Reads a square's name: letters for the file, digits for the rank.
pub(crate) fn read_square(scanner: &mut Scanner<'_>, size: Size) -> Result<Square, NotationError> {
    let mut ahead = *scanner;
    let letters = ahead.take_while(|c| c.is_ascii_alphabetic());
    let digits = ahead.take_while(|c| c.is_ascii_digit());
    let file = letters.bytes().try_fold(0usize, |file, letter| {
        file.checked_mul(26)?.checked_add(usize::from(letter.to_ascii_uppercase() - b'A' + 1))
    });
    let rank = digits.parse::<usize>().ok().filter(|_| !digits.starts_with('0'));
    let square = match (file, rank) {
        (Some(file @ 1..), Some(rank @ 1..)) => size.square(file - 1, rank - 1),
        _ => None,
    };
    let Some(square) = square else {
        let last = size.iter().last().map_or_else(String::new, |last| size.name(last).to_string());
        let expected = format!("a square of the {size} board, A1 to {last}");
        let name = &scanner.rest()[..letters.len() + digits.len()];
        return Err(match name {
            "" => scanner.unexpected(expected),
            _ => scanner.error_at(scanner.at(), super::error::Quoted(name).to_string(), expected),
        });
    };
    *scanner = ahead;
    Ok(square)
}

/// Writes moves as numbered pairs, one pair a line.
pub(crate) fn write_move_list(out: &mut String, moves: &[Move], dialect: Dialect, size: Size) {
    for (n, pair) in moves.chunks(2).enumerate() {
        write!(out, "{}.", n + 1).expect("strings grow");
        for mv in pair {
            write!(out, " {}", mv.text_in(dialect, size)).expect("strings grow");
        }
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every spelling of `formats.md` and of the design page, on a 10×10 board.
    #[test]
    fn all_spellings_in_use() {
        let size = Size::new(10, 10).unwrap();
        let text = |text: &str| Move::parse(text, size).unwrap().text(size);
        for spelling in [
            "b1-b4/d4",
            "b1b4,b4d4",
            "B1-B4-D4",
            "b1-b4(d4)",
            "B1-B4 x D4",
            "b1–b4,d4",
            "B1 - B4 / D4",
            "b1-b4 ( d4 )",
            "B1–B4×D4",
        ] {
            assert_eq!(text(spelling), "B1-B4xD4", "{spelling}");
        }
        assert_eq!(text("d10-c9(h4)"), "D10-C9xH4");
        assert_eq!(text("E4-H7 x E4"), "E4-H7xE4");
    }

    #[test]
    fn an_x_may_be_a_file() {
        let size = Size::new(25, 4).unwrap();
        let text = |text: &str| Move::parse(text, size).unwrap().text(size);
        assert_eq!(text("x1-x2xx3"), "X1-X2xX3");
        assert_eq!(text("w1-x1/x2"), "W1-X1xX2");
        assert_eq!(text("x1x2,x2x3"), "X1-X2xX3");
    }
}
