//! GGF, the game format of the GGS server.
//!
//! `(;GM[Amazons]…BO[10 rows *]B[D1-D7-G7/11.50/5.04]W[…];)`: `*` is Black, `O`
//! White, `-` empty, and the last mark of `BO` is the side to move. **Row 1 is the
//! top of the text**, so D1 there is D10 here. A move may carry an evaluation and a
//! time; in a record they are the properties `GE` and `GT`.
//!
//! The server's boards are square and start without burnt squares. For the others
//! we write the size as `5x6` and a burnt square as `x`, and read them so.

use std::borrow::Cow;

use super::error::{NotationError, Quoted, WriteError};
use super::move_text::{Dialect, read_move};
use super::properties::{RawProperty, RawValue, read_collection, write_property};
use super::rows::{Alphabet, Rows, write_rows};
use super::scanner::Scanner;
use super::{Format, result};
use crate::color::Color;
use crate::moves::Move;
use crate::position::Position;
use crate::property::Property;
use crate::record::{NodeId, Record, Step};
use crate::remarks::{PropertyRef, Remarks, Ring};
use crate::size::{Size, Square};

const NOTATION: &str = "GGF";

const LETTERS: Alphabet = Alphabet {
    black: "*",
    white: "Oo",
    burnt: "xX#",
    empty: "-",
    runs: false,
    separator: '\n',
    in_words: "`*` (Black), `O` (White), `-`, or white space between rows",
};

const EVALUATION: &str = "GE";
const TIME: &str = "GT";

/// Is a text that begins with a bracket GGF and not SGF? Its first `GM` or `BO` tells: SGF
/// numbers games and GGF names them.
pub(crate) fn is_likely(text: &str) -> bool {
    let mut scanner = Scanner::new(NOTATION, text);
    scanner.take_while(|c| c == '(' || c == ';' || c.is_whitespace());
    while let Ok(property) = RawProperty::read(&mut scanner) {
        match property.ident.as_ref() {
            "GM" => {
                return !property.first_text().trim().starts_with(|c: char| c.is_ascii_digit());
            }
            "BO" => return true,
            _ => {}
        }
    }
    false
}

/// Reads all games of a GGF text.
pub fn parse(text: &str) -> Result<Vec<Record>, NotationError> {
    read_collection(Scanner::new(NOTATION, text), read_game)
}

fn read_game(scanner: &mut Scanner<'_>) -> Result<Record, NotationError> {
    let begin = scanner.at();
    if !scanner.eat(&['(']) || !scanner.eat(&[';']) {
        return Err(scanner.unexpected("`(;`, the beginning of a game"));
    }
    // Remarks on the game stand before its board, and behind.
    let (mut remarks, mut on_game) = (Remarks::default(), Ring::default());
    let mut is_amazons = false;
    let mut game: Option<(Record, NodeId, Position)> = None;
    loop {
        scanner.skip_space();
        if scanner.eat(&[';']) {
            break;
        }
        if !scanner.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
            return Err(scanner.unexpected("a property, or `;)`, the end of the game"));
        }
        let property = RawProperty::read(scanner)?;
        match (property.ident.as_ref(), &mut game) {
            ("GM", _) => {
                check_game(&property, scanner)?;
                is_amazons = true;
            }
            // The type of the game is its size, which the board has as well.
            ("TY", _) => {}
            ("BO", None) => {
                let start = read_board(&property.single(scanner)?, scanner)?;
                let record = Record::with_remarks(start, std::mem::take(&mut remarks));
                game = Some((record, NodeId::ROOT, start));
            }
            ("B" | "W", Some((record, node, position))) => {
                let color = if property.ident == "B" { Color::Black } else { Color::White };
                let number = record.node_count();
                let (mv, remarks) =
                    read_turn(&property.single(scanner)?, color, number, position, scanner)?;
                position.make(mv);
                *node = record.push_move(*node, mv);
                for remark in remarks {
                    record.add_property(*node, remark);
                }
            }
            ("BO" | "B" | "W", _) => {
                let found = format!("{} here", property.ident);
                return Err(scanner.error_at(
                    property.at,
                    found,
                    "one board, BO, before all moves",
                ));
            }
            (_, Some((record, ..))) => property.keep(record.remarks_mut(), &mut on_game),
            (_, None) => property.keep(&mut remarks, &mut on_game),
        }
    }
    if !scanner.eat(&[')']) {
        return Err(scanner.unexpected("`)`, the end of the game"));
    }
    if !is_amazons {
        return Err(scanner.error_at(begin, "a game without GM", "GM[Amazons]"));
    }
    let Some((mut record, ..)) = game else {
        return Err(scanner.error_at(begin, "a game without a board", "the property BO"));
    };
    record.attach(NodeId::ROOT, on_game);
    Ok(record)
}

fn check_game(property: &RawProperty<'_>, scanner: &Scanner<'_>) -> Result<(), NotationError> {
    let value = property.single(scanner)?;
    match value.text.trim().eq_ignore_ascii_case("amazons") {
        true => Ok(()),
        false => {
            let found = format!("a game of {}", Quoted(&value.text));
            Err(scanner.error_at(value.at, found, "GM[Amazons]"))
        }
    }
}

/// Reads the value of `BO`: size, rows from the top, side to move.
fn read_board(value: &RawValue<'_>, outer: &Scanner<'_>) -> Result<Position, NotationError> {
    let mut scanner = outer.within(value.at, value.length);
    scanner.skip_space();
    let size_at = scanner.at();
    let word = scanner.token();
    let (width, height) = word.split_once('x').unwrap_or((word, word));
    let number = |digits: &str| digits.parse().unwrap_or(0);
    let size = Size::new(number(width), number(height)).map_err(|_| {
        let expected = "the board's size, such as `10` or `5x6`, with at most 128 squares";
        scanner.error_at(size_at, Quoted(word).to_string(), expected)
    })?;
    let mut rows = Rows::default();
    while rows.height() < size.height() {
        scanner.skip_space();
        let at = scanner.at();
        rows.read_row(&mut scanner, &LETTERS)?;
        if rows.width() != size.width() {
            let found = format!("a row of {}", rows.width());
            return Err(scanner.error_at(at, found, format!("{} squares", size.width())));
        }
    }
    scanner.skip_space();
    let to_move = match scanner.peek() {
        Some('*') => Color::Black,
        Some('O' | 'o') => Color::White,
        _ => {
            let expected = "the side to move, `*` (Black) or `O` (White), behind the rows";
            return Err(scanner.unexpected(expected));
        }
    };
    scanner.bump();
    scanner.finish("`]` behind the side to move")?;
    Ok(rows.position(to_move))
}

/// Reads the value of `B` or `W`: a move, then perhaps an evaluation and a time.
fn read_turn(
    value: &RawValue<'_>,
    color: Color,
    number: usize,
    position: &Position,
    outer: &Scanner<'_>,
) -> Result<(Move, Vec<Property>), NotationError> {
    let size = position.size();
    let mut scanner = outer.within(value.at, value.length);
    if position.to_move() != color {
        let found = format!("move {number} by {color}");
        return Err(scanner.error_at(value.at, found, format!("one by {}", position.to_move())));
    }
    let mv = upside_down(read_move(&mut scanner, size)?, size);
    position.check(mv).map_err(|illegal| {
        let expected = format!("a legal move for {color} (ranks count from the top in GGF)");
        scanner.error_at(value.at, format!("move {number}: {illegal}"), expected)
    })?;
    let mut remarks = Vec::new();
    for ident in [EVALUATION, TIME] {
        if scanner.eat(&['/']) {
            let text = scanner.take_while(|c| c != '/');
            if !text.is_empty() {
                remarks.extend(Property::new(ident, vec![text.to_owned()]).ok());
            }
        }
    }
    scanner.finish("`]` or `/evaluation/time` behind the move")?;
    Ok((mv, remarks))
}

/// The same squares with ranks counted from the other edge.
fn upside_down(mv: Move, size: Size) -> Move {
    let turn = |square: Square| {
        let rank = size.height() - 1 - size.rank(square);
        size.square(size.file(square), rank).expect("the square stays on the board")
    };
    Move { from: turn(mv.from), to: turn(mv.to), arrow: turn(mv.arrow) }
}

/// Has GGF room for this remark on a node of the main line? On the root it has for all; on
/// a move only for an evaluation and a time, which must fit between two slashes.
pub fn keeps(node: NodeId, property: PropertyRef<'_>) -> bool {
    let fits = |value: &str| !value.is_empty() && !value.contains(['/', ']', '\\']);
    let mut values = property.values();
    node == NodeId::ROOT
        || [EVALUATION, TIME].contains(&property.ident())
            && matches!((values.next(), values.next()), (Some(value), None) if fits(value))
}

/// Writes the main line of a record.
pub fn write(record: &Record) -> Result<String, WriteError> {
    let size = record.start().size();
    let name = match size.width() == size.height() {
        true => size.width().to_string(),
        false => size.to_string(),
    };
    let mut out = String::from("(;GM[Amazons]");
    for property in record.properties(NodeId::ROOT) {
        let values = property.values().map(|value| match property.ident() {
            "RE" => result::for_ggf(value),
            _ => Cow::Borrowed(value),
        });
        write_property(&mut out, property.ident(), values);
    }
    out.push_str(&format!("TY[{name}]BO[{name}\n"));
    write_rows(&mut out, record.start(), &LETTERS, |_| false);
    let mark = |color| if color == Color::Black { '*' } else { 'O' };
    out.push_str(&format!("\n{}]\n", mark(record.start().to_move())));
    let mut color = record.start().to_move();
    for node in record.main_line().skip(1) {
        let mv = match record.step(node) {
            Step::Move(mv) => mv,
            Step::None => continue,
            Step::Setup => {
                let what = "a set-up in the middle of a game";
                return Err(WriteError { format: Format::Ggf, what });
            }
        };
        let ident = color.letter().to_ascii_uppercase();
        let text = upside_down(mv, size).text_in(Dialect::Dash, size);
        let remark = |ident| {
            let mut kept = record.properties(node).filter(|&property| keeps(node, property));
            let found = kept.find(|property| property.ident() == ident);
            found.and_then(|property| property.values().next()).unwrap_or_default()
        };
        let remarks = match (remark(EVALUATION), remark(TIME)) {
            ("", "") => String::new(),
            (evaluation, "") => format!("/{evaluation}"),
            (evaluation, time) => format!("/{evaluation}/{time}"),
        };
        write_property(&mut out, &ident.to_string(), [text + &remarks]);
        color = !color;
    }
    out.push_str(";)");
    Ok(out)
}
