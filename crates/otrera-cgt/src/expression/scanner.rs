//! A cursor over the text of an expression.

use super::error::{ExpressionError, Place, quoted};

#[derive(Clone)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Scanner<'a> {
        Scanner { text, at: 0 }
    }

    pub(super) fn place(&self) -> Place {
        Place(self.at)
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The character behind the next one.
    pub(super) fn peek_second(&self) -> Option<char> {
        self.rest().chars().nth(1)
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Passes over a character if it is one of these.
    pub(super) fn eat(&mut self, wanted: &[char]) -> bool {
        let found = self.peek().is_some_and(|next| wanted.contains(&next));
        if found {
            self.bump();
        }
        found
    }

    /// Passes over a text if it is there.
    pub(super) fn eat_text(&mut self, wanted: &str) -> bool {
        let found = self.rest().starts_with(wanted);
        if found {
            self.at += wanted.len();
        }
        found
    }

    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Passes over blanks, and says whether there were any.
    pub(super) fn skip_space(&mut self) -> bool {
        !self.take_while(char::is_whitespace).is_empty()
    }

    pub(super) fn digits(&mut self) -> &'a str {
        self.take_while(|c| c.is_ascii_digit())
    }

    /// The error that something else was expected here.
    pub(super) fn wrong(&self, expected: impl Into<String>) -> ExpressionError {
        let found = match self.peek() {
            None => "the end of the expression".to_owned(),
            Some(c) if c.is_alphanumeric() => {
                let rest = self.rest();
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
                quoted(&rest[..end.unwrap_or(rest.len())])
            }
            Some(c) => quoted(c.encode_utf8(&mut [0; 4])),
        };
        ExpressionError::new(self.text, self.place(), found, expected)
    }

    /// The error that something was found at an earlier place, up to here.
    pub(super) fn wrong_since(&self, place: Place, expected: impl Into<String>) -> ExpressionError {
        let found = quoted(&self.text[place.0..self.at]);
        ExpressionError::new(self.text, place, found, expected)
    }

    /// A cursor at another place of the same text.
    pub(super) fn moved_to(&self, place: Place) -> Scanner<'a> {
        Scanner { text: self.text, at: place.0 }
    }
}
