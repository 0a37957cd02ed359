//! What is wrong with a text, and where.

use std::fmt;

use thiserror::Error;

/// A text that could not be read: the place, what was found there, what was expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{notation}, line {line}, column {column}: found {found}; expected {expected}")]
#[non_exhaustive]
pub struct NotationError {
    /// The notation that was being read.
    pub notation: &'static str,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What stands there.
    pub found: String,
    /// What should stand there.
    pub expected: String,
}

/// Some editors put it before a text; it is no part of it.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// How much of a line [`NotationError::excerpt`] shows on each side of the place.
const EXCERPT: usize = 28;

impl NotationError {
    /// The error at a byte offset of a text.
    pub(crate) fn new(
        notation: &'static str,
        text: &str,
        at: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> NotationError {
        let before = text[..at].trim_start_matches(BYTE_ORDER_MARK);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        NotationError {
            notation,
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            found: found.into(),
            expected: expected.into(),
        }
    }

    /// Two lines that show the place in the text that was read, a caret below it.
    pub fn excerpt(&self, text: &str) -> String {
        let text = text.trim_start_matches(BYTE_ORDER_MARK);
        let line = text.lines().nth(self.line - 1).unwrap_or_default();
        let skipped = self.column.saturating_sub(EXCERPT + 1);
        let shown: String = line
            .chars()
            .skip(skipped)
            .take(2 * EXCERPT)
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        format!("  {shown}\n  {}^", " ".repeat(self.column - 1 - skipped))
    }
}

/// A record that a format cannot hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{format} cannot hold {what}")]
#[non_exhaustive]
pub struct WriteError {
    /// The format asked for.
    pub format: super::Format,
    /// What does not fit.
    pub what: &'static str,
}

/// Text from outside, cut to a length fit for a message, control characters made visible.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 24;
        f.write_str("`")?;
        for c in self.0.chars().take(LONGEST) {
            match c.is_control() {
                true => write!(f, "{}", c.escape_default())?,
                false => write!(f, "{c}")?,
            }
        }
        let cut = self.0.chars().nth(LONGEST).is_some();
        f.write_str(if cut { "…`" } else { "`" })
    }
}
