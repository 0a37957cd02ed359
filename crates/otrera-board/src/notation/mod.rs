//! Reading and writing positions and games in every notation in use.
//!
//! [`Format`] is the front door: it recognises a format, reads it into
//! [`Record`]s and writes it. Readers are strict about content and kind about
//! spelling, take time linear in the length of the text, and every error names
//! the place, what was found and what was expected.

use std::fmt;

use crate::record::Record;

mod error;
mod fen;
mod mcgs;
mod move_text;
mod properties;
mod result;
mod rows;
mod scanner;
mod text;

pub mod game_text;
pub mod ggf;
pub mod sgf;

pub use error::{NotationError, WriteError};
pub use move_text::Dialect;
pub(crate) use result::for_sgf as result_for_sgf;

/// The longest text of games that is read, in bytes. With a few bytes of text per node a record takes
/// up to eight times as much.
pub const MAX_TEXT: usize = 256 << 20;

/// A notation for positions or games.
///
/// ```
/// use otrera_board::notation::Format;
///
/// let text = "(;GM[18]SZ[5:6];W[bfbcdc])";
/// let format = Format::detect(text);
/// assert_eq!(format, Format::Sgf);
/// let record = &format.read(text)?[0];
/// assert_eq!(Format::Text.write(record)?.trim_end(), ".b.b./b...b/.w.x./5/w...w/...w. b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// The position text, or a board's name: `5x6`.
    Text,
    /// A start position and moves: [`game_text`].
    Moves,
    /// SGF `GM[18]`: [`sgf`].
    Sgf,
    /// The format of the GGS server: [`ggf`].
    Ggf,
    /// The FEN of LiAmazons.
    Liamazons,
    /// The FEN of Fairy-Stockfish.
    Fairy,
    /// The board text of MCGS, cgt and CGSuite.
    Mcgs,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 7] = [
        Format::Text,
        Format::Moves,
        Format::Sgf,
        Format::Ggf,
        Format::Liamazons,
        Format::Fairy,
        Format::Mcgs,
    ];

    /// Its name in one word.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Moves => "moves",
            Format::Sgf => "sgf",
            Format::Ggf => "ggf",
            Format::Liamazons => "liamazons",
            Format::Fairy => "fairy",
            Format::Mcgs => "mcgs",
        }
    }

    /// What it is, in a few words.
    pub const fn description(self) -> &'static str {
        match self {
            Format::Text => "position text: rows and side to move",
            Format::Moves => "a start position and its moves",
            Format::Sgf => "SGF, GM[18], with variations",
            Format::Ggf => "the format of the GGS server",
            Format::Liamazons => "FEN of LiAmazons",
            Format::Fairy => "FEN of Fairy-Stockfish and pyffish",
            Format::Mcgs => "rows of MCGS, cgt and CGSuite",
        }
    }

    /// The format that a text is most likely in. Reading it tells for certain.
    ///
    /// A single row such as `x..` is taken for position text (where `x` is burnt),
    /// not for MCGS text (where it is Black).
    pub fn detect(text: &str) -> Format {
        let text = text.trim_start_matches(error::BYTE_ORDER_MARK).trim();
        if text.starts_with('(') {
            return if ggf::is_likely(text) { Format::Ggf } else { Format::Sgf };
        }
        if text.starts_with(mcgs::TITLE) {
            return Format::Mcgs;
        }
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or_default();
        let second = words.next().unwrap_or_default();
        if text.split_whitespace().any(game_text::looks_like_move) {
            Format::Moves
        } else if first.contains(['q', 'Q', '*']) && !first.contains(['b', 'w', 'x', '.']) {
            Format::Fairy
        } else if first.contains(['|', 'o', 'O', '#']) && !first.contains(['b', 'w', '/'])
            || second.starts_with('{')
        {
            Format::Mcgs
        } else {
            let digits = |word: &str| word.bytes().all(|c| c.is_ascii_digit());
            match (words.next(), words.next()) {
                (Some("-"), Some("-")) => Format::Fairy,
                (Some("-"), _) => Format::Liamazons,
                (Some(_), Some(number)) if digits(number) => Format::Liamazons,
                _ => Format::Text,
            }
        }
    }

    /// Reads the games of a text. A position becomes a game without moves. There is
    /// always at least one game in what is returned.
    pub fn read(self, text: &str) -> Result<Vec<Record>, NotationError> {
        use crate::position::Position;
        let position = match self {
            Format::Moves => return Ok(vec![game_text::parse(text)?]),
            Format::Sgf => return sgf::parse(text),
            Format::Ggf => return ggf::parse(text),
            Format::Text => text.parse(),
            Format::Liamazons => Position::from_liamazons(text),
            Format::Fairy => Position::from_fairy(text),
            Format::Mcgs => Position::from_mcgs(text),
        };
        Ok(vec![Record::new(position?)])
    }

    /// Writes a game; a format for positions takes the end of its main line. There
    /// is no newline at the end.
    pub fn write(self, record: &Record) -> Result<String, WriteError> {
        let last = || record.position(record.main_end());
        Ok(match self {
            Format::Text => last().to_string(),
            Format::Moves => game_text::write(record, Dialect::Papers)?.trim_end().to_owned(),
            Format::Sgf => sgf::write(record)?,
            Format::Ggf => ggf::write(record)?,
            Format::Liamazons => last().to_liamazons(),
            Format::Fairy => last().to_fairy(),
            Format::Mcgs => last().to_mcgs(),
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Text => "position text",
            Format::Moves => "game text",
            Format::Sgf => "SGF",
            Format::Ggf => "GGF",
            Format::Liamazons => "LiAmazons FEN",
            Format::Fairy => "Fairy-Stockfish FEN",
            Format::Mcgs => "MCGS text",
        })
    }
}

/// The text in some bytes, which must be UTF-8; the error names the first place
/// where they are not.
pub fn decode(bytes: &[u8]) -> Result<&str, NotationError> {
    std::str::from_utf8(bytes).map_err(|fault| {
        let good = std::str::from_utf8(&bytes[..fault.valid_up_to()]).unwrap_or_default();
        let byte = bytes.get(fault.valid_up_to()).copied().unwrap_or_default();
        let found = format!("the byte 0x{byte:02x}");
        NotationError::new("text", good, good.len(), found, "UTF-8 (save the file as UTF-8)")
    })
}
