//! Notes on the disk of how far a check has come, to resume it another time. Anybody can write such a file:
//! an outcome that rests on notes says so.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Error, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use otrera_kernel::{EntrySource, RULES};
use sha2::{Digest, Sha256};

use crate::error::FileError;
use crate::file::ProofFile;

/// Notes that so many blocks of this very file are done, by this version and these rules.
fn text(proof: &ProofFile, blocks: usize) -> String {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let program = format!("notes of otrera-proof {}, rules {RULES}", env!("CARGO_PKG_VERSION"));
    let notes = format!("{program}\nproof {}\nblocks {blocks}\n", hex(&proof.digest()));
    format!("{notes}sha256 {}\n", hex(&Sha256::digest(&notes)))
}

fn named(path: &Path, error: io::Error) -> FileError {
    Error::new(error.kind(), format!("notes {}: {error}", path.display())).into()
}

/// Notes that are being taken.
pub(crate) struct Notes<'a> {
    path: &'a Path,
    proof: &'a ProofFile,
    /// How many blocks from the first on are done, …
    blocks: usize,
    /// … and others that are.
    others: BTreeSet<usize>,
}

impl<'a> Notes<'a> {
    /// Resumes the notes in a file, if there are any.
    pub fn open(path: &'a Path, proof: &'a ProofFile) -> Result<Notes<'a>, FileError> {
        Ok(Notes { path, proof, blocks: read(path, proof)?, others: BTreeSet::new() })
    }

    /// How many blocks from the first on are done.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// Notes that one more block is done.
    pub fn add(&mut self, block: usize) -> Result<(), FileError> {
        self.others.insert(block);
        while self.others.remove(&self.blocks) {
            self.blocks += 1;
        }
        write(self.path, self.proof, self.blocks)
    }
}

/// Notes that so many blocks are done: under a temporary name of this process first, then renamed. Links are
/// followed, but for one under that name.
fn write(path: &Path, proof: &ProofFile, blocks: usize) -> Result<(), FileError> {
    let end = end_of_links(path);
    let mut unfinished = end.as_os_str().to_owned();
    unfinished.push(format!(".{}.part", std::process::id()));
    // What another process of this number has left.
    let _ = fs::remove_file(&unfinished);
    let file = File::options().write(true).create_new(true).open(&unfinished);
    let written = file.and_then(|mut file| file.write_all(text(proof, blocks).as_bytes()));
    let written = written.and_then(|()| fs::rename(&unfinished, &end));
    written.map_err(|error| {
        // Only tidiness.
        let _ = fs::remove_file(&unfinished);
        named(path, error)
    })
}

/// Where links lead, whether anything is there or not.
fn end_of_links(path: &Path) -> PathBuf {
    const MOST_LINKS: usize = 40;
    let mut end = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&end) else { break };
        end = end.parent().map_or_else(|| next.clone(), |folder| folder.join(&next));
    }
    end
}

/// How many blocks are done by the notes; none if there are no notes yet.
fn read(path: &Path, proof: &ProofFile) -> Result<usize, FileError> {
    let wrong = |what: &str| Err(named(path, Error::new(ErrorKind::InvalidData, what)));
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(0),
        Ok(found) if !found.is_file() => return wrong("not a regular file"),
        _ => {}
    }
    let mut found = String::new();
    let read = File::open(path).and_then(|file| file.take(1 << 10).read_to_string(&mut found));
    read.map_err(|error| named(path, error))?;
    let line = found.lines().find_map(|line| line.strip_prefix("blocks "));
    match line.and_then(|blocks| blocks.parse().ok()) {
        Some(blocks) if blocks <= proof.blocks() && found == text(proof, blocks) => Ok(blocks),
        _ => wrong("damaged, or from another proof or version; remove the file"),
    }
}
