//! What a check has seen so far, and notes of it on the disk to go on from another time.

use std::fs;
use std::io::{Error, ErrorKind};
use std::path::Path;

use crate::file::{FileError, ProofFile};

/// What a check has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Entries.
    pub entries: u64,
    /// Replies of the loser.
    pub replies: u64,
    /// Positions that each fact decided: at once, and after a move of the winner.
    pub leaves: [[u64; 3]; 2],
}

impl Counts {
    pub(crate) fn add(&mut self, other: &Counts) {
        self.entries += other.entries;
        self.replies += other.replies;
        let more = other.leaves.as_flattened();
        self.leaves.as_flattened_mut().iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    }
}

/// The first words of the notes on a proof: they hold for this very file.
fn title(proof: &ProofFile) -> String {
    proof.digest.iter().fold("otrera-check ".into(), |text, byte| format!("{text}{byte:02x}"))
}

/// Notes that so many blocks are done: under a temporary name first, then renamed.
pub(crate) fn write(
    path: Option<&Path>,
    proof: &ProofFile,
    blocks: usize,
    Counts { entries, replies, leaves }: &Counts,
) -> Result<(), FileError> {
    let Some(path) = path else { return Ok(()) };
    let [[a, b, c], [d, e, f]] = leaves;
    let counts = format!("{entries} {replies} {a} {b} {c} {d} {e} {f}");
    let unfinished = path.with_extension("part");
    fs::write(&unfinished, format!("{} {blocks} {counts}\n", title(proof)))?;
    Ok(fs::rename(&unfinished, path)?)
}

/// How many blocks are done by the notes; none if there are no notes yet.
pub(crate) fn read(path: Option<&Path>, proof: &ProofFile) -> Result<(usize, Counts), FileError> {
    let Some(path) = path else { return Ok(Default::default()) };
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Default::default()),
        other => other?,
    };
    let numbers = text.strip_prefix(&title(proof)).and_then(|rest| {
        rest.split_whitespace().map(|number| number.parse().ok()).collect::<Option<Vec<u64>>>()
    });
    if let Some(&[blocks, entries, replies, a, b, c, d, e, f]) = numbers.as_deref() {
        let leaves = [[a, b, c], [d, e, f]];
        return Ok((proof.blocks.len().min(blocks as usize), Counts { entries, replies, leaves }));
    }
    let what = format!("{} has no notes on this proof; remove it", path.display());
    Err(Error::new(ErrorKind::InvalidData, what).into())
}
