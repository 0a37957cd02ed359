//! Checkpoints that were changed, with a right checksum.

use crate::edits::{Edit, apply};

const HASH: usize = 32;

/// A checkpoint with some changes.
pub fn forged(file: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut bytes = file[..file.len() - HASH].to_vec();
    apply(edits, &mut bytes);
    let hash = blake3::hash(&bytes);
    bytes.extend(hash.as_bytes());
    bytes
}
