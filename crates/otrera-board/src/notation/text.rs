//! The position text: `.b.b./b...b/5/5/w...w/.w.w. w`, or a board's name: `5x6`.
//!
//! Rows from the top, `/` between them; `.` or a number for empty squares, `b` and
//! `w` for amazons, `x` for burnt squares; then, if wanted, the side to move, which
//! is White otherwise. Case does not matter.
//!
//! Written, boards of up to seven files show their empty squares as points, so
//! that one can read them by eye, and wider ones as numbers; an empty row is
//! always a number. A board of one row is written with points alone: `5x6` as a
//! row would be taken for the board of that name. For the same reason a lone row of
//! numbers and burnt squares, such as `10` or `10x10x10`, is refused.

use std::fmt;
use std::str::FromStr;

use super::error::{NotationError, Quoted};
use super::rows::{Alphabet, Rows, write_rows};
use super::scanner::Scanner;
use crate::bits::Bits;
use crate::color::Color;
use crate::position::{Content, Position};
use crate::size::Size;
use crate::start::STANDARD_SIZES;

const NOTATION: &str = "position text";

pub(crate) const LETTERS: Alphabet = Alphabet {
    black: "bB",
    white: "wW",
    burnt: "xX",
    empty: ".",
    runs: true,
    separator: '/',
    in_words: "`b`, `w`, `x`, `.`, a number, or `/` between rows",
};

/// The widest board whose empty squares are written as points.
const WIDEST_WITH_POINTS: usize = 7;

impl FromStr for Position {
    type Err = NotationError;

    /// Reads the position text or a board's name.
    fn from_str(text: &str) -> Result<Position, NotationError> {
        let mut scanner = Scanner::new(NOTATION, text);
        scanner.skip_space();
        let (position, turn) = read_start(&mut scanner)?;
        scanner.finish(match turn {
            Some(_) => "nothing after the side to move",
            None => "the side to move, `w` or `b`, or nothing",
        })?;
        Ok(position)
    }
}

/// Reads a position or a board's name, and the side to move if it is given.
pub(crate) fn read_start(
    scanner: &mut Scanner<'_>,
) -> Result<(Position, Option<Color>), NotationError> {
    let position = match read_board_name(scanner)? {
        Some(start) => start,
        None => Rows::read(scanner, &LETTERS)?.position(Color::White),
    };
    let mut ahead = *scanner;
    ahead.skip_space();
    let color = match ahead.token() {
        "w" | "W" => Color::White,
        "b" | "B" => Color::Black,
        _ => return Ok((position, None)),
    };
    *scanner = ahead;
    Ok((position.with_to_move(color), Some(color)))
}

fn read_board_name(scanner: &mut Scanner<'_>) -> Result<Option<Position>, NotationError> {
    let mut ahead = *scanner;
    let Some([width, height]) = take_board_name(&mut ahead) else {
        return refuse_lookalikes(scanner).map(|()| None);
    };
    let number = |digits: &str| digits.parse().unwrap_or(usize::MAX);
    let size = Size::new(number(width), number(height)).map_err(|_| {
        let name = &scanner.rest()[..ahead.at() - scanner.at()];
        let found = format!("the board {}", Quoted(name));
        let expected = "width and height of at least 1 and at most 128 squares in all";
        scanner.error_at(scanner.at(), found, expected)
    })?;
    let start = Position::start(size).ok_or_else(|| {
        let found = format!("{size}, which has no standard start");
        let expected = format!("a position in rows, or a board with a start: {STANDARD_SIZES}");
        scanner.error_at(scanner.at(), found, expected)
    })?;
    *scanner = ahead;
    Ok(Some(start))
}

/// What stands between width and height.
const TIMES: [char; 3] = ['x', 'X', '×'];

/// Passes over a board's name and returns its numbers: `5x6`, `5X6`, `5×6`, `5 x 6`.
fn take_board_name<'a>(scanner: &mut Scanner<'a>) -> Option<[&'a str; 2]> {
    let width = scanner.take_while(|c| c.is_ascii_digit());
    scanner.skip_space();
    let divided = scanner.eat(&TIMES);
    scanner.skip_space();
    let height = scanner.take_while(|c| c.is_ascii_digit());
    let ends = scanner.peek().is_none_or(char::is_whitespace);
    (divided && ends && !width.is_empty() && !height.is_empty()).then_some([width, height])
}

/// Refuses a single row of numbers and burnt squares alone: `10`, `5x`, `10x10x10`. Whoever writes
/// this means a board; as a position it has no amazons, and can be written with points. The same
/// holds for a board with the side to move too close behind it: `5x6b`.
fn refuse_lookalikes(scanner: &Scanner<'_>) -> Result<(), NotationError> {
    let mut ahead = *scanner;
    let word = ahead.token();
    let (name, side) = match word.find(['b', 'B', 'w', 'W']) {
        Some(at) if at + 1 == word.len() => word.split_at(at),
        _ => (word, ""),
    };
    let digit = |c: char| c.is_ascii_digit();
    if !name.contains(digit) || !name.chars().all(|c| digit(c) || TIMES.contains(&c)) {
        return Ok(());
    }
    let quoted = Quoted(word);
    let numbers = name.split(TIMES).filter(|digits| !digits.is_empty()).count();
    let (found, expected) = match (numbers, side) {
        (1, "") if name.chars().all(digit) => {
            (format!("the number {quoted}"), BOARD_OR_ROWS.into())
        }
        (1, "") => (quoted.to_string(), BOARD_OR_POINTS.into()),
        (_, "") | (3.., _) => {
            (format!("the board {quoted}"), "a width and a height, such as `10x10`".into())
        }
        (2, side) if !name.ends_with(TIMES) && !name.starts_with(TIMES) => (
            quoted.to_string(),
            format!("`{name} {side}` for a board, or points for empty squares, to keep them apart"),
        ),
        _ => return Ok(()),
    };
    Err(scanner.error_at(scanner.at(), found, expected))
}

const BOARD_OR_ROWS: &str =
    "a board such as `10x10`, or the rows of a position such as `b..w/....`";
const BOARD_OR_POINTS: &str =
    "a board such as `5x6` (a row without amazons is written with points: `.....x`)";

impl<B: Bits> fmt::Display for Position<B> {
    /// Writes the position text, side to move included.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        let runs = |row: &[Content]| {
            size.height() > 1
                && (size.width() > WIDEST_WITH_POINTS || row.iter().all(|&c| c == Content::Empty))
        };
        let mut text = String::new();
        write_rows(&mut text, &self.widen(), &LETTERS, runs);
        write!(f, "{text} {}", self.to_move().letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_starts_of_the_format_page() {
        let text = |name: &str| name.parse::<Position>().unwrap().to_string();
        assert_eq!(text("5x6"), ".b.b./b...b/5/5/w...w/.w.w. w");
        assert_eq!(text("4x5 b"), ".bb./b..b/4/w..w/.ww. b");
        assert_eq!(text("10×10 b"), text("10x10 b"));
        assert_eq!(text("5 x 6 b"), text("5x6 b"));
        assert_eq!(text(" 5 × 6\n"), text("5x6"));
        assert_eq!(text("8X8"), "2b2b2/8/b6b/8/8/w6w/8/2w2w2 w");
        assert_eq!(text("10x10"), "3b2b3/10/10/b8b/10/10/w8w/10/10/3w2w3 w");
    }

    #[test]
    fn spelling_is_free() {
        let read = |text: &str| text.parse::<Position>().unwrap();
        assert_eq!(read(" B1.x/4 B\n"), read("b..x/.... b"));
        assert_eq!(read("3/w.."), read("./w".replace('.', "...").replace('w', "w2").as_str()));
    }

    /// What someone writes who means a board is not read as a row of empty squares.
    #[test]
    fn rows_that_look_like_boards_are_refused() {
        let found = |text: &str| text.parse::<Position>().unwrap_err().found;
        for (text, expected) in [
            ("10", "the number `10`"),
            (" 10 w", "the number `10`"),
            ("0", "the number `0`"),
            ("10x10x10", "the board `10x10x10`"),
            ("4×4×4 b", "the board `4×4×4`"),
            ("5x", "`5x`"),
            ("x5", "`x5`"),
            ("5xx6", "the board `5xx6`"),
            ("5x6b", "`5x6b`"),
            ("10x10x10b", "the board `10x10x10b`"),
            ("10×10W", "`10×10W`"),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
        for row in [".....x", "x", "b5x3", "5/5", "5x/x5", "w10", "10w", "5xb", "x5b", "2x3bw"] {
            assert!(row.parse::<Position>().is_ok(), "{row}");
        }
    }

    #[test]
    fn a_row_that_looks_like_a_name_is_written_with_points() {
        let row: Position = ".....x......".parse().unwrap();
        assert_eq!(row.size(), Size::new(12, 1).unwrap());
        assert_eq!(row.to_string(), ".....x...... w");
    }
}
