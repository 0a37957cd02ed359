//! What rests on notes is never called accepted.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::parts::Parts;
use common::{threads, write};
use otrera_board::{Color, Position};
use otrera_proof::{LeafLimits, Outcome, ProofFile, check};
use sha2::{Digest, Sha256};

fn otrera_check(proof: &Path, notes: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_otrera-check"));
    command.arg(proof).arg("--notes").arg(notes).output().unwrap()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Notes as somebody may write them who wants to deceive, with the right sums.
fn forged(proof: &ProofFile, blocks: usize) -> String {
    let program = format!("notes of otrera-proof {}, rules 2", env!("CARGO_PKG_VERSION"));
    let notes = format!("{program}\nproof {}\nblocks {blocks}\n", hex(&proof.digest()));
    format!("{notes}sha256 {}\n", hex(&Sha256::digest(&notes)))
}

/// A false claim with the entry that it needs: without notes it is rejected, and with forged ones
/// it is checked in part.
#[test]
fn forged_notes_make_nothing_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let [path, notes] = ["false.proof", "notes"].map(|name| folder.path().join(name));
    let header = "otrera-proof 1\nposition .bw w\nwinner w\nlookahead 1\nterritory 8\norigin x\n\n";
    let records = vec![vec![2, 0b01_11_10_00, 128, 255, 255, 255]];
    let parts = Parts { header: header.into(), records };
    fs::write(&path, parts.bytes(&parts.blocks())).unwrap();
    let rejected = otrera_check(&path, &notes);
    assert_eq!(rejected.status.code(), Some(1));
    assert!(!notes.exists());
    let proof = ProofFile::open(&path).unwrap();
    fs::write(&notes, forged(&proof, 1)).unwrap();
    let mut options = threads(1);
    options.notes = Some(&notes);
    let outcome = check(&proof, options).unwrap();
    let Outcome::CheckedInPart(part) = outcome else { panic!("{outcome:?}") };
    assert_eq!(part.counts().entries, 0);
    let output = otrera_check(&path, &notes);
    assert_eq!(output.status.code(), Some(4));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("checked in part: White wins"), "{said}");
    assert!(said.contains("\n1 entry not checked: the checkpoint says"), "{said}");
    assert!(!said.to_lowercase().contains("accepted"), "{said}");
}

/// A proof of 4×4 in many blocks.
fn proof_of_4x4(folder: &Path) -> PathBuf {
    let path = folder.join("4x4.proof");
    let start = "4x4".parse::<Position>().unwrap().narrow().unwrap();
    write(&path, &start, Color::Black, LeafLimits::LARGEST);
    let parts = Parts::read(&path);
    assert!(parts.blocks().len() > 3);
    fs::write(&path, parts.bytes(&parts.blocks())).unwrap();
    path
}

/// A check that notes what it does and comes to its end takes nothing from them; the next one does.
#[test]
fn only_what_is_taken_from_notes_counts() {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("notes");
    let proof = proof_of_4x4(folder.path());
    let entries = ProofFile::open(&proof).unwrap().entries();
    let said = |output: &Output| String::from_utf8(output.stdout.clone()).unwrap();
    let whole = otrera_check(&proof, &notes);
    assert_eq!(whole.status.code(), Some(0));
    assert!(said(&whole).starts_with("accepted: Black wins"));
    let again = otrera_check(&proof, &notes);
    assert_eq!(again.status.code(), Some(4));
    assert!(said(&again).contains("\n0 entries, "), "{}", said(&again));
    let unchecked = format!("\n{entries} entries not checked");
    assert!(said(&again).contains(&unchecked), "{}", said(&again));
}

/// Notes that are damaged, of another proof, version or rules, or no ordinary file are refused.
#[test]
fn other_notes_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("notes");
    let path = proof_of_4x4(folder.path());
    let proof = ProofFile::open(&path).unwrap();
    let right = forged(&proof, 1);
    let refused = |text: &[u8]| {
        fs::write(&notes, text).unwrap();
        let output = otrera_check(&path, &notes);
        assert!(output.stdout.is_empty());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("notes ") && said.contains("remove the file"), "{said}");
        assert_eq!(output.status.code(), Some(2));
    };
    for at in (0..right.len()).step_by(7) {
        let mut flipped = right.clone().into_bytes();
        flipped[at] ^= 1;
        refused(&flipped);
        refused(&right.as_bytes()[..at]);
    }
    refused(forged(&proof, 99).as_bytes());
    // The sum alone does not do.
    let repaired = |notes: String| format!("{notes}sha256 {}\n", hex(&Sha256::digest(&notes)));
    let (start, _) = right.split_once("sha256").unwrap();
    for (part, other) in [("rules 2", "rules 1"), ("otrera-proof 0", "otrera-proof 9")] {
        refused(repaired(start.replace(part, other)).as_bytes());
    }
    let other = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/5x4.proof");
    let other = ProofFile::open(&other).unwrap();
    refused(forged(&other, 1).as_bytes());
    refused(right.repeat(1000).as_bytes());
    fs::write(&notes, &right).unwrap();
    assert_eq!(otrera_check(&path, &notes).status.code(), Some(4));
    for odd in [folder.path(), Path::new("/dev/zero")] {
        let output = otrera_check(&path, odd);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("not a regular file"));
    }
}
