//! The proofs that come with the project.

mod common;

use std::path::Path;
use std::process::Command;

use common::accepted;
use otrera_board::{Color, Position};
use otrera_proof::ProofFile;

/// Who wins, as Song and Müller have it in table I; but for 4×5, which is the second player's by plain
/// search of all positions (`otrera lab plain 4x5`).
const BOARDS: [(&str, Color); 5] = [
    ("4x4", Color::Black),
    ("5x4", Color::White),
    ("4x5", Color::Black),
    ("5x5", Color::White),
    ("5x6", Color::White),
];

#[test]
fn they_are_accepted() {
    for (board, winner) in BOARDS {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/proofs/{board}.proof"));
        let claim = ProofFile::open(&path).unwrap().claim;
        assert_eq!(claim.position, board.parse::<Position>().unwrap());
        assert_eq!(claim.winner, winner);
        assert!(accepted(&path), "{board}");
        // The naive checker in Python is good for small boards.
        if claim.position.size().squares() <= 25 {
            let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/check_proof.py");
            let output = Command::new("python3").arg(script).arg(&path).output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{board}: {said}");
            let position =
                said.trim().strip_prefix(&format!("accepted: {} wins ", winner.letter()));
            assert_eq!(position.unwrap().parse::<Position>().unwrap(), claim.position);
        }
    }
}
