//! `--checkpoint` and `--resume`, the same in every command that has them: what was done is saved there from
//! time to time and when interrupted; one that is there is resumed from with `--resume`, and refused without.

use std::path::Path;

use anyhow::anyhow;

use crate::output::warn;

/// The error where a checkpoint is there and nobody asked to resume from it.
pub fn already_exists(checkpoint: &Path) -> anyhow::Error {
    anyhow!(
        "checkpoint {} already exists; add --resume to resume from it, or remove it to start over",
        checkpoint.display()
    )
}

/// Tells how to go on after an unfinished run.
pub fn tell(checkpoint: &Path) {
    warn(&format!("to resume from {}, run again with --resume", checkpoint.display()));
}
