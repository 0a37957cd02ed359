//! How a check is asked for, and how it ends. The [kernel](otrera_kernel) decides; here its checks take notes
//! and its rejections are explained.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use otrera_kernel::{Accepted, CheckedInPart, Run, Verdict};

use crate::error::FileError;
use crate::file::ProofFile;
use crate::notes::Notes;
use crate::reject::{Rejection, explain};

/// How a proof is checked.
///
/// ```
/// let mut options = otrera_proof::CheckSettings::default();
/// options.threads = 2;
/// assert!(options.notes.is_none());
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct CheckSettings<'a> {
    /// How many threads check.
    pub threads: usize,
    /// Bytes for unpacked entries.
    pub memory: usize,
    /// Where to note what is done, and to resume from if it is there.
    pub notes: Option<&'a Path>,
    /// Called with the number of entries whenever some more are done, and with 0 between any two
    /// replies; the check stops if it returns false.
    pub go_on: &'a (dyn Fn(u64) -> bool + Sync),
    /// Told why notes cannot be written. The check continues without them.
    pub notes_lost: &'a (dyn Fn(FileError) + Sync),
}

impl Default for CheckSettings<'_> {
    /// On all cores, with 256 MiB, without notes and to the end.
    fn default() -> Self {
        let Run { threads, memory, go_on, .. } = Run::default();
        CheckSettings { threads, memory, notes: None, go_on, notes_lost: &|_| {} }
    }
}

/// How a check ended.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// The claim is true: every entry was checked in this run.
    Accepted(Accepted),
    /// The claim is true if the notes are: what this run checked is right, and the notes say that the
    /// rest was checked before.
    CheckedInPart(CheckedInPart),
    /// The file proves nothing.
    Rejected(Box<Rejection>),
    /// It was stopped.
    Stopped,
}

/// Checks a proof.
///
/// ```
/// use otrera_proof::{CheckSettings, Outcome, ProofFile, check};
///
/// let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/5x4.proof");
/// let proof = ProofFile::open(path.as_ref())?;
/// let outcome = check(&proof, CheckSettings::default())?;
/// let Outcome::Accepted(accepted) = outcome else { panic!("{outcome:?}") };
/// assert_eq!(accepted.counts().entries, proof.entries());
/// # Ok::<(), otrera_proof::FileError>(())
/// ```
pub fn check(proof: &ProofFile, options: CheckSettings<'_>) -> Result<Outcome, FileError> {
    let mut run = Run::default();
    (run.threads, run.memory, run.go_on) = (options.threads, options.memory, options.go_on);
    let notes = options.notes.map(|path| Notes::open(path, proof)).transpose()?;
    run.first_block = notes.as_ref().map_or(0, Notes::blocks);
    let notes = Mutex::new(notes);
    let block_done = |block| {
        let mut notes = notes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(taken) = &mut *notes
            && let Err(error) = taken.add(block)
        {
            *notes = None;
            (options.notes_lost)(error);
        }
        true
    };
    run.block_done = &block_done;
    let claim = proof.claim();
    let verdict = otrera_kernel::check(&claim.position, claim.winner, claim.limits, proof, run)?;
    Ok(match verdict {
        Verdict::Accepted(accepted) => Outcome::Accepted(accepted),
        Verdict::CheckedInPart(part) => Outcome::CheckedInPart(part),
        Verdict::Rejected(place, fault) => {
            Outcome::Rejected(Box::new(explain(proof, place, fault, options)?))
        }
        Verdict::Stopped => Outcome::Stopped,
    })
}
