//! The proofs that come with the project.

use std::path::Path;
use std::process::Command;

use otrera_board::{Color, Position};
use otrera_proof::{CheckSettings, Outcome, ProofFile, check};

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
        let proof = ProofFile::open(&path).unwrap();
        let outcome = check(&proof, CheckSettings::default()).unwrap();
        let Outcome::Accepted(accepted) = outcome else { panic!("{board}: {outcome:?}") };
        assert_eq!(accepted.position(), board.parse::<Position>().unwrap());
        assert_eq!(accepted.winner(), winner);
        assert_eq!(accepted.counts().entries, proof.entries());
        // The naive checker in Python is good for small boards.
        if accepted.position().size().squares() <= 25 {
            let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/check_proof.py");
            let output = Command::new("python3").arg(script).arg(&path).output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{board}: {said}");
            let position =
                said.trim().strip_prefix(&format!("accepted: {} wins ", winner.letter()));
            assert_eq!(position.unwrap().parse::<Position>().unwrap(), accepted.position());
        }
    }
}
