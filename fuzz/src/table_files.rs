//! Table files that were changed, with right checksums, by `docs/tables.md`.

use crate::edits::{Edit, apply};

const FIXED: usize = 40;
const SECTION: usize = 56;
const CHECKSUM: usize = 16;
const HASH: usize = 32;
const BLOCK: usize = 1 << 16;

/// A file with its head and its data changed. The checksums are put right wherever the head says that
/// they are.
pub fn forged(file: &[u8], head: &[Edit], data: &[Edit]) -> Vec<u8> {
    let start = number(file, 24).expect("a whole file").min(file.len() as u64) as usize;
    let mut new_head = file[..start - HASH].to_vec();
    apply(head, &mut new_head);
    let mut new_data = file[start..].to_vec();
    apply(data, &mut new_data);
    // The lengths are those of the file unless an edit was about them.
    if number(&new_head, 24) == number(file, 24) {
        let length = (new_head.len() + HASH) as u64;
        set_number(&mut new_head, 24, length);
    }
    if number(&new_head, 32) == number(file, 32) {
        set_number(&mut new_head, 32, new_data.len() as u64);
    }
    let sections = number(&new_head, 16).unwrap_or_default() as u32 as usize;
    let sums_at = sections.saturating_mul(SECTION).saturating_add(FIXED);
    for (n, block) in new_data.chunks(BLOCK).enumerate() {
        let sum = blake3::hash(block);
        let at = sums_at.saturating_add(n * CHECKSUM);
        if let Some(place) = new_head.get_mut(at..at.saturating_add(CHECKSUM)) {
            place.copy_from_slice(&sum.as_bytes()[..CHECKSUM]);
        }
    }
    let hash = blake3::hash(&new_head);
    [&new_head[..], hash.as_bytes(), &new_data].concat()
}

fn number(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn set_number(bytes: &mut [u8], at: usize, number: u64) {
    if let Some(place) = bytes.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
        *place = number.to_le_bytes();
    }
}
