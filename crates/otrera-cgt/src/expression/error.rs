//! What is wrong with an expression, and where.

use std::fmt;

use thiserror::Error;

/// An expression that could not be read or evaluated: the place, what was found there, what was expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expression, line {line}, column {column}: found {found}; expected {expected}")]
#[non_exhaustive]
pub struct ExpressionError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What stands there.
    pub found: String,
    /// What should stand there.
    pub expected: String,
}

/// How much of a line [`ExpressionError::excerpt`] shows on each side of the place.
const EXCERPT: usize = 36;

impl ExpressionError {
    /// The error at a place of a text.
    pub fn new(
        text: &str,
        place: Place,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> ExpressionError {
        let before = text.get(..place.0).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        ExpressionError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            found: found.into(),
            expected: expected.into(),
        }
    }

    /// Two lines that show the place in the text that was read, a caret below it.
    pub fn excerpt(&self, text: &str) -> String {
        let line = text.lines().nth(self.line - 1).unwrap_or_default();
        let skipped = self.column.saturating_sub(EXCERPT + 1);
        let shown = line.chars().skip(skipped).take(2 * EXCERPT);
        let shown: String = shown.map(|c| if c.is_control() { ' ' } else { c }).collect();
        format!("  {shown}\n  {}^", " ".repeat(self.column - 1 - skipped))
    }
}

/// Where a part of an expression begins in its text, in bytes. It is no part of what the expression
/// means, so that all places are equal.
#[derive(Clone, Copy, Default)]
pub struct Place(pub usize);

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

impl Eq for Place {}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("_")
    }
}

/// Text from outside, cut to a length fit for a message, control characters made visible.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut shown = String::from("`");
    for c in text.chars().take(LONGEST) {
        match c.is_control() {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    shown.push_str(if text.chars().nth(LONGEST).is_some() { "…`" } else { "`" });
    shown
}
