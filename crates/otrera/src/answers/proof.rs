//! Proof files, and whether they are proofs.

use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use otrera_proof::{CheckSettings, ProofFile, check};

use super::{Error, Told};
use crate::commands::check::Answer;
use crate::commands::proof::open;

/// Opens a proof file.
pub fn open_proof(path: &Path) -> Result<ProofFile, Error> {
    Ok(open(path)?)
}

/// Reads a proof of this name from bytes.
pub fn read_proof(name: &str, bytes: Vec<u8>) -> Result<ProofFile, Error> {
    let read = ProofFile::from_bytes(bytes).with_context(|| name.to_owned());
    Ok(read?)
}

/// What `otrera check` says of a proof of this name: none if it was stopped. It asks with the number
/// of entries that were checked since it asked last whether to go on.
pub fn check_proof(
    name: &str,
    proof: &ProofFile,
    threads: usize,
    go_on: &(dyn Fn(u64) -> bool + Sync),
) -> Result<Option<Told>, Error> {
    let began = Instant::now();
    let mut settings = CheckSettings::default();
    settings.threads = threads;
    settings.memory = 1 << 30;
    settings.go_on = go_on;
    let outcome = check(proof, settings).with_context(|| name.to_owned())?;
    let answer = Answer::new(name, proof, outcome, began.elapsed().as_secs_f64());
    answer.map(|answer| Told::new(&answer)).transpose()
}
