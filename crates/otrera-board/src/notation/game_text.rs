//! Games as text: a start position, then moves.
//!
//! ```text
//! 5x6
//! 1. B1-B4xD4 E5-E3xC3
//! 2. A2-A4xB5
//! ```
//! The start is a position text or a board's name; without one, it is the 10×10
//! start. Moves may be in any dialect, with or without numbers, divided by white
//! space or `;`. Moves are numbered in pairs, whoever begins.

use super::error::NotationError;
use super::move_text::{Dialect, read_move, write_move_list};
use super::scanner::Scanner;
use super::text::read_start;
use super::{Format, WriteError};
use crate::position::Position;
use crate::record::{NodeId, Record, Step};

const NOTATION: &str = "game text";

/// Characters of moves that no position text has.
const MOVE_MARKS: [char; 5] = ['-', '–', '—', ',', '('];

/// Could this word be a move, and not a position?
pub(crate) fn looks_like_move(word: &str) -> bool {
    word.len() > 1 && word.contains(MOVE_MARKS)
}

/// Reads a game text.
pub fn parse(text: &str) -> Result<Record, NotationError> {
    let mut scanner = Scanner::new(NOTATION, text);
    scanner.skip_space();
    let mut ahead = scanner;
    skip_number(&mut ahead);
    let numbered = ahead.at() > scanner.at();
    let start = match numbered || looks_like_move(ahead.token()) {
        true => "10x10".parse()?,
        false => read_start(&mut scanner)?.0,
    };
    read_moves(&mut scanner, start)
}

/// Reads moves alone, played from a given position.
pub fn parse_moves(text: &str, start: Position) -> Result<Record, NotationError> {
    read_moves(&mut Scanner::new("moves", text), start)
}

/// Reads moves up to the end of the text.
fn read_moves(scanner: &mut Scanner<'_>, mut position: Position) -> Result<Record, NotationError> {
    let mut record = Record::new(position);
    let mut node = NodeId::ROOT;
    let mut number = 0;
    loop {
        skip_number(scanner);
        if scanner.peek().is_none() {
            return Ok(record);
        }
        let at = scanner.at();
        let mv = read_move(scanner, position.size())?;
        number += 1;
        position = position.play(mv).map_err(|illegal| {
            let expected = format!("a legal move for {}", position.to_move());
            scanner.error_at(at, format!("move {number}: {illegal}"), expected)
        })?;
        node = record.push_move(node, mv);
        let divided = scanner.peek().is_none_or(|c| c.is_whitespace() || c == ';');
        if !divided {
            return Err(scanner.unexpected_token("white space or `;` behind a move"));
        }
    }
}

/// Passes over dividers and a move's number: `12.` or `12...`.
fn skip_number(scanner: &mut Scanner<'_>) {
    let divider = |c: char| c.is_whitespace() || c == ';';
    scanner.take_while(divider);
    let mut ahead = *scanner;
    let digits = ahead.take_while(|c| c.is_ascii_digit());
    let points = ahead.take_while(|c| c == '.');
    if !digits.is_empty() && !points.is_empty() {
        *scanner = ahead;
        scanner.take_while(divider);
    }
}

/// Writes the main line of a record as game text, moves in the given dialect.
pub fn write(record: &Record, dialect: Dialect) -> Result<String, WriteError> {
    let set_up = record.main_line().any(|node| record.step(node) == Step::Setup);
    if set_up {
        return Err(WriteError { format: Format::Moves, what: "a set-up in the middle of a game" });
    }
    let mut text = format!("{}\n", record.start());
    write_move_list(&mut text, &record.main_moves(), dialect, record.start().size());
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forum_text_without_a_start_is_ten_by_ten() {
        let record = parse("1.d1–d5,g8; g10–d7,h3;").unwrap();
        assert_eq!(
            write(&record, Dialect::Slash).unwrap().lines().nth(1),
            Some("1. d1-d5/g8 g10-d7/h3")
        );
    }

    #[test]
    fn an_illegal_move_is_named() {
        let error = parse("5x6 w\n1. B1-B4xD4 E5-E3xC3\n2. B4-B5xB6").unwrap_err();
        assert_eq!((error.line, error.column), (3, 4));
        assert_eq!(
            error.found,
            "move 3: B4-B5xB6 is illegal: the arrow cannot go from B5 to B6: an amazon stands there"
        );
    }
}
