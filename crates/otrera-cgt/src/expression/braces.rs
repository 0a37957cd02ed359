//! Reading games by their options: `{a,b|c}`, and with longer bars `{a||b|c}`.

use super::error::{ExpressionError, Place};
use super::reader::Reader;
use super::tree::Expression;

/// The longest bar.
const LONGEST_BAR: usize = 20;

/// Lists of options with bars between them.
struct Row {
    lists: Vec<Vec<Expression>>,
    bars: Vec<Bar>,
}

#[derive(Clone, Copy)]
struct Bar {
    length: usize,
    place: Place,
}

/// Reads from the opening brace on.
pub(super) fn read(reader: &mut Reader<'_>) -> Result<Expression, ExpressionError> {
    let opening = reader.scanner.clone();
    reader.scanner.bump();
    let mut row = Row { lists: vec![list(reader)?], bars: Vec::new() };
    loop {
        let place = reader.scanner.place();
        let length = reader.scanner.take_while(|c| c == '|').len();
        match length {
            0 => break,
            1..=LONGEST_BAR => row.bars.push(Bar { length, place }),
            _ => {
                let expected = format!("no more than {LONGEST_BAR} bars in a row");
                return Err(reader.scanner.wrong_since(place, expected));
            }
        }
        row.lists.push(list(reader)?);
    }
    if !reader.scanner.eat(&['}']) {
        let expected = match row.bars.is_empty() {
            true => "`+`, `-`, `,` or `|`",
            false => "`+`, `-`, `,`, `|` or `}`",
        };
        return Err(reader.scanner.wrong(expected));
    }
    if row.bars.is_empty() {
        let expected = "options of both players, as in `{1|-1}`; one side may be empty";
        return Err(reader.scanner.wrong_since(opening.place(), expected));
    }
    row.divide().map_err(|second| {
        let mut scanner = opening.moved_to(second);
        scanner.take_while(|c| c == '|');
        scanner.wrong_since(second, "one bar that is longer than all others, as in `{a||b|c}`")
    })
}

/// Options with commas between them; there may be none.
fn list(reader: &mut Reader<'_>) -> Result<Vec<Expression>, ExpressionError> {
    let mut options = Vec::new();
    reader.scanner.skip_space();
    if reader.scanner.peek().is_some_and(|c| "|}".contains(c)) {
        return Ok(options);
    }
    loop {
        options.push(reader.sum()?);
        reader.scanner.skip_space();
        if !reader.scanner.eat(&[',']) {
            return Ok(options);
        }
    }
}

impl Row {
    /// The game that is divided by the longest bar; the error is a second bar of that length.
    fn divide(mut self) -> Result<Expression, Place> {
        let longest = self.bars.iter().map(|bar| bar.length).max().unwrap_or(0);
        let mut places = (0..self.bars.len()).filter(|&n| self.bars[n].length == longest);
        let Some(middle) = places.next() else { return Err(Place(0)) };
        if let Some(second) = places.next() {
            return Err(self.bars[second].place);
        }
        let right =
            Row { lists: self.lists.split_off(middle + 1), bars: self.bars.split_off(middle + 1) };
        self.bars.pop();
        Ok(Expression::Braces(self.side()?, right.side()?))
    }

    /// Options, or a game with shorter bars that is the only option.
    fn side(mut self) -> Result<Vec<Expression>, Place> {
        match self.bars.is_empty() {
            true => Ok(self.lists.pop().unwrap_or_default()),
            false => Ok(vec![self.divide()?]),
        }
    }
}
