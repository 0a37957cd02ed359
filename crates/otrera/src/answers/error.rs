//! What goes wrong, in the words of the command line.

use std::fmt;

use crate::input::Misread;

/// What the command line says behind `error:`.
#[derive(Debug)]
pub struct Error {
    message: String,
    /// The place in the text that was read: line and column, from 1.
    pub place: Option<(usize, usize)>,
}

impl Error {
    pub(super) fn new(message: impl Into<String>) -> Error {
        Error { message: message.into(), place: None }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl From<anyhow::Error> for Error {
    fn from(error: anyhow::Error) -> Error {
        let place = error.chain().find_map(|cause| cause.downcast_ref::<Misread>());
        let place = place.map(|misread| (misread.line, misread.column));
        Error { message: format!("{error:#}"), place }
    }
}
