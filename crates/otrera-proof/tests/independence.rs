//! What is to be trusted is small, and knows nothing of the solver.

use std::path::Path;
use std::process::Command;

/// Reading, reasoning and checking: what a verdict rests on, besides the rules. `reject`, which says why a
/// proof is rejected, is not among them: nothing is accepted by it.
const CHECKER: [&str; 7] = ["areas", "check", "file", "notes", "reason", "record", "state"];

#[test]
fn the_checker_is_small() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let lines = |name: &str| {
        let text = std::fs::read_to_string(source.join(name).with_extension("rs")).unwrap();
        text.lines().count()
    };
    let all: usize = CHECKER.into_iter().map(lines).sum();
    assert!(all < 1_000, "{all} lines");
    // Nothing of it looks at what writes proofs or plays by them.
    for name in CHECKER {
        let text = std::fs::read_to_string(source.join(name).with_extension("rs")).unwrap();
        for other in ["crate::strategy", "crate::draft", "crate::write", "crate::guide"] {
            assert!(!text.contains(other), "{name} uses {other}");
        }
    }
}

#[test]
fn it_depends_on_the_rules_alone() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--package", "otrera-proof", "--edges", "normal", "--prefix", "none"])
        .args(["--offline", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let tree = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && tree.starts_with("otrera-proof "), "{tree}");
    let ours: Vec<&str> = tree.lines().filter(|line| line.starts_with("otrera")).collect();
    assert!(
        ours.iter()
            .all(|line| { line.starts_with("otrera-proof ") || line.starts_with("otrera-board ") }),
        "{ours:?}"
    );
}
