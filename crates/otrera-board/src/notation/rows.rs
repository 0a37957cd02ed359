//! Boards as rows of letters, from the top: what all position notations share.

use std::fmt::Write;

use super::error::NotationError;
use super::scanner::Scanner;
use crate::bits::Bits;
use crate::color::Color;
use crate::position::{Content, Position};
use crate::size::{MAX_SQUARES, Size};

/// How one notation spells the contents of squares.
pub(crate) struct Alphabet {
    /// Accepted letters for Black, White, burnt and empty; the first of each is written.
    pub(crate) black: &'static str,
    pub(crate) white: &'static str,
    pub(crate) burnt: &'static str,
    pub(crate) empty: &'static str,
    /// May a number stand for a run of empty squares?
    pub(crate) runs: bool,
    /// What stands between two rows.
    pub(crate) separator: char,
    /// The letters in words, for messages.
    pub(crate) in_words: &'static str,
}

impl Alphabet {
    fn read(&self, letter: char) -> Option<Content> {
        let spelled = |letters: &str| letters.contains(letter);
        match () {
            () if spelled(self.empty) => Some(Content::Empty),
            () if spelled(self.black) => Some(Content::Amazon(Color::Black)),
            () if spelled(self.white) => Some(Content::Amazon(Color::White)),
            () if spelled(self.burnt) => Some(Content::Burnt),
            () => None,
        }
    }

    fn letter(&self, content: Content) -> char {
        let letters = match content {
            Content::Empty => self.empty,
            Content::Amazon(Color::Black) => self.black,
            Content::Amazon(Color::White) => self.white,
            Content::Burnt => self.burnt,
        };
        letters.chars().next().unwrap_or('.')
    }
}

/// A board that is being read row by row from the top.
#[derive(Default)]
pub(crate) struct Rows {
    squares: Vec<Content>,
    width: usize,
    height: usize,
}

impl Rows {
    /// Reads rows up to the first character that belongs to none.
    pub(crate) fn read(
        scanner: &mut Scanner<'_>,
        alphabet: &Alphabet,
    ) -> Result<Rows, NotationError> {
        let mut rows = Rows::default();
        rows.read_row(scanner, alphabet)?;
        while scanner.eat(&[alphabet.separator]) {
            rows.read_row(scanner, alphabet)?;
        }
        Ok(rows)
    }

    /// Reads one row, which must be as long as those before it.
    pub(crate) fn read_row(
        &mut self,
        scanner: &mut Scanner<'_>,
        alphabet: &Alphabet,
    ) -> Result<(), NotationError> {
        let start = scanner.at();
        let before = self.squares.len();
        while let Some(next) = scanner.peek() {
            if alphabet.runs && next.is_ascii_digit() {
                self.read_run(scanner)?;
            } else if let Some(content) = alphabet.read(next) {
                self.push(scanner, content, 1)?;
                scanner.bump();
            } else {
                break;
            }
        }
        let width = self.squares.len() - before;
        if width == 0 {
            return Err(scanner.unexpected(format!("a row: {}", alphabet.in_words)));
        }
        let ends = scanner.peek().is_none_or(|c| c.is_whitespace() || c == alphabet.separator);
        if !ends {
            return Err(scanner.unexpected(alphabet.in_words));
        }
        if self.height > 0 && width != self.width {
            let found = format!("{} in row {}", counted(width), self.height + 1);
            return Err(scanner.error_at(start, found, format!("{} as in row 1", self.width)));
        }
        self.width = width;
        self.height += 1;
        Ok(())
    }

    fn read_run(&mut self, scanner: &mut Scanner<'_>) -> Result<(), NotationError> {
        let mut ahead = *scanner;
        let digits = ahead.take_while(|c| c.is_ascii_digit());
        match digits.parse() {
            Ok(run @ 1..=MAX_SQUARES) if !digits.starts_with('0') => {
                self.push(scanner, Content::Empty, run)?;
                *scanner = ahead;
                Ok(())
            }
            _ => {
                let expected = format!("a number of empty squares from 1 to {MAX_SQUARES}");
                Err(scanner.unexpected_token(expected))
            }
        }
    }

    fn push(
        &mut self,
        scanner: &Scanner<'_>,
        content: Content,
        times: usize,
    ) -> Result<(), NotationError> {
        let squares = self.squares.len() + times;
        if squares > MAX_SQUARES {
            let found = format!("square number {squares}");
            let expected = format!("a board of at most {MAX_SQUARES} squares");
            return Err(scanner.error_at(scanner.at(), found, expected));
        }
        self.squares.resize(squares, content);
        Ok(())
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn height(&self) -> usize {
        self.height
    }

    /// The position with these rows. At least one row must have been read.
    pub(crate) fn position(&self, to_move: Color) -> Position {
        let size = Size::new(self.width, self.height).expect("rows are checked as they are read");
        let set = |wanted: Content| {
            let squares =
                self.squares.iter().enumerate().filter(|&(_, &content)| content == wanted);
            squares
                .filter_map(|(n, _)| size.square(n % self.width, self.height - 1 - n / self.width))
                .fold(u128::EMPTY, |set, square| set | u128::of(square))
        };
        let [black, white] = Color::ALL.map(|color| set(Content::Amazon(color)));
        Position::new(size, black, white, set(Content::Burnt), to_move)
            .expect("each square was read once")
    }
}

/// Writes the rows of a position. `runs` tells of each row whether runs of empty
/// squares in it become numbers.
pub(crate) fn write_rows(
    out: &mut String,
    position: &Position,
    alphabet: &Alphabet,
    runs: impl Fn(&[Content]) -> bool,
) {
    let size = position.size();
    for rank in (0..size.height()).rev() {
        if rank + 1 < size.height() {
            out.push(alphabet.separator);
        }
        let row: Vec<Content> = (0..size.width())
            .filter_map(|file| size.square(file, rank))
            .map(|square| position.at(square))
            .collect();
        if !runs(&row) {
            out.extend(row.iter().map(|&content| alphabet.letter(content)));
            continue;
        }
        for stretch in row.chunk_by(|a, b| a == b) {
            match stretch[0] {
                Content::Empty => write!(out, "{}", stretch.len()).expect("strings grow"),
                content => out.extend(stretch.iter().map(|_| alphabet.letter(content))),
            }
        }
    }
}

fn counted(squares: usize) -> String {
    format!("{squares} square{}", if squares == 1 { "" } else { "s" })
}
