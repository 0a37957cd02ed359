//! Notes on the disk of how far a check has come, to go on from there another time. Who checks with notes
//! trusts them: they are to be his own.

use std::io::{Error, ErrorKind};
use std::path::Path;
use std::{fs, io};

use crate::file::{FileError, ProofFile};

/// The first words of the notes on a proof: they hold for this very file and this version.
fn title(proof: &ProofFile) -> String {
    let start = format!("otrera-check {} ", env!("CARGO_PKG_VERSION"));
    proof.digest.iter().fold(start, |text, byte| format!("{text}{byte:02x}"))
}

fn named(path: &Path, error: io::Error) -> FileError {
    Error::new(error.kind(), format!("notes {}: {error}", path.display())).into()
}

/// Notes that so many blocks are done: under a temporary name first, then renamed.
pub(crate) fn write(path: &Path, proof: &ProofFile, blocks: usize) -> Result<(), FileError> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".part");
    let written = fs::write(&unfinished, format!("{} {blocks}\n", title(proof)));
    written.and_then(|()| fs::rename(&unfinished, path)).map_err(|error| named(path, error))
}

/// How many blocks are done by the notes; none if there are no notes yet.
pub(crate) fn read(path: &Path, proof: &ProofFile) -> Result<usize, FileError> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(0),
        other => other.map_err(|error| named(path, error))?,
    };
    let blocks = text.strip_prefix(&title(proof)).and_then(|rest| rest.trim().parse().ok());
    blocks.filter(|&blocks| blocks <= proof.blocks.len()).ok_or_else(|| {
        named(path, Error::new(ErrorKind::InvalidData, "they are not on this proof; remove them"))
    })
}
