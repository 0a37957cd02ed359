//! A cursor over a text, shared by all readers.

use super::error::{BYTE_ORDER_MARK, NotationError, Quoted};

#[derive(Clone, Copy)]
pub(crate) struct Scanner<'a> {
    notation: &'static str,
    text: &'a str,
    at: usize,
    /// What comes behind the last character, for messages.
    end: &'static str,
}

impl<'a> Scanner<'a> {
    /// A cursor at the start of a text; a byte order mark is passed over.
    pub(crate) fn new(notation: &'static str, text: &'a str) -> Scanner<'a> {
        let at = text.len() - text.trim_start_matches(BYTE_ORDER_MARK).len();
        Scanner { notation, text, at, end: "the end of the text" }
    }

    /// A cursor over a value of a property in the same text; errors keep their places in the whole.
    pub(crate) fn within(&self, at: usize, length: usize) -> Scanner<'a> {
        Scanner { text: &self.text[..at + length], at, end: "the end of the value", ..*self }
    }

    /// A cursor at another place of the same text.
    pub(crate) fn back_at(&self, at: usize) -> Scanner<'a> {
        Scanner { at, ..*self }
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(crate) fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Passes over a character if it is one of these.
    pub(crate) fn eat(&mut self, wanted: &[char]) -> bool {
        let found = self.peek().is_some_and(|next| wanted.contains(&next));
        if found {
            self.bump();
        }
        found
    }

    pub(crate) fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Passes over the longest run of such characters and returns it.
    pub(crate) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let run = rest.find(|c| !wanted(c)).map_or(rest, |end| &rest[..end]);
        self.at += run.len();
        run
    }

    /// Passes over the characters up to the next white space and returns them.
    pub(crate) fn token(&mut self) -> &'a str {
        self.take_while(|c| !c.is_whitespace())
    }

    /// Nothing but white space may follow.
    pub(crate) fn finish(&mut self, expected: &str) -> Result<(), NotationError> {
        self.skip_space();
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.unexpected_token(expected)),
        }
    }

    /// The error that the next character is not what was expected.
    pub(crate) fn unexpected(&self, expected: impl Into<String>) -> NotationError {
        let rest = self.rest();
        let next = rest.chars().next().map_or("", |c| &rest[..c.len_utf8()]);
        self.unexpected_text(next, expected)
    }

    /// The error that the next word is not what was expected.
    pub(crate) fn unexpected_token(&self, expected: impl Into<String>) -> NotationError {
        let mut ahead = *self;
        self.unexpected_text(ahead.token(), expected)
    }

    fn unexpected_text(&self, next: &str, expected: impl Into<String>) -> NotationError {
        match self.peek() {
            None => self.error_at(self.at, self.end, expected),
            Some(_) => self.error_at(self.at, Quoted(next).to_string(), expected),
        }
    }

    pub(crate) fn error_at(
        &self,
        at: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> NotationError {
        NotationError::new(self.notation, self.text, at, found, expected)
    }
}
