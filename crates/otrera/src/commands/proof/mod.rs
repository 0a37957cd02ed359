//! `otrera proof`: looking into proofs.

pub mod browse;
pub mod info;

use std::path::Path;

use anyhow::Context;
use otrera_proof::ProofFile;

/// Opens a proof file.
pub fn open(path: &Path) -> anyhow::Result<ProofFile> {
    ProofFile::open(path).with_context(|| path.display().to_string())
}
