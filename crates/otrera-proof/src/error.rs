//! Why a proof file cannot be read.

use std::io;

use thiserror::Error;

/// Why a file is not a proof file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Its bytes make no sense: where, and why.
    #[error("not a proof file: at byte {0}, {1}")]
    Malformed(u64, String),
    /// The block at this byte is not what it was when the file was opened.
    #[error(
        "the file changed while it was read: at byte {0}, a block is not what it was; check a copy"
    )]
    Changed(u64),
    /// Whoever asked for it did not want to wait any longer.
    #[error("interrupted")]
    Interrupted,
}

/// The error that the bytes there make no sense.
pub(crate) fn malformed<T>(at: u64, what: impl Into<String>) -> Result<T, FileError> {
    Err(FileError::Malformed(at, what.into()))
}
