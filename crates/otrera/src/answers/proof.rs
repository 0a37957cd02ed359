//! Proof files, and whether they are proofs.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::Context;
use otrera_proof::{CheckSettings, ProofFile, check};

use super::{Error, Stop, Told};
use crate::commands::check::Answer;
use crate::commands::proof::open_while;
use crate::read;

/// Opens a proof file, which is read once, unless that was stopped.
pub fn open_proof(path: &Path, stop: Stop) -> Result<ProofFile, Error> {
    Ok(open_while(path, &|| !stop.load(Ordering::Relaxed))?)
}

/// All bytes of a file.
pub fn read_file(path: &Path) -> Result<Vec<u8>, Error> {
    Ok(std::fs::read(path).map_err(|error| read::cannot_read_file(path, &error))?)
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
