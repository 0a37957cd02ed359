//! `otrera proof`: looking into proofs.

pub mod browse;
pub mod info;

use std::path::Path;

use anyhow::{Context, bail};
use otrera_proof::ProofFile;

/// Opens a proof file.
pub fn open(path: &Path) -> anyhow::Result<ProofFile> {
    // It is read here and there, not from beginning to end.
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        bail!("{}: it is no ordinary file; save the proof to one first", path.display());
    }
    ProofFile::open(path).with_context(|| path.display().to_string())
}
