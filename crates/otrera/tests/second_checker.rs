//! `scripts/check_proof.py` as a user runs it. That it says what the checker here says is tested with the
//! checker: `crates/otrera-proof/tests/agreement.rs`.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn project(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn checker() -> Command {
    let mut command = Command::new("python3");
    command.arg(project("scripts/check_proof.py"));
    command
}

#[test]
fn help_and_usage() {
    let help = checker().arg("--help").output().unwrap();
    let said = String::from_utf8(help.stdout).unwrap();
    assert!(help.status.success() && said.starts_with("usage: check_proof.py"), "{said}");
    for part in ["PROOF", "Exit codes: 0 accepted, 1 rejected, 2 not a proof file", "5x6"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let nothing = checker().output().unwrap();
    assert_eq!(nothing.status.code(), Some(2));
    assert!(nothing.stdout.is_empty());
    assert!(String::from_utf8_lossy(&nothing.stderr).contains("required: PROOF"));
}

/// One line for each file, whatever is wrong with others; the exit code is the worst of them.
#[test]
fn several_files() {
    let files = ["docs/proofs/4x4.proof", "no-such-file", "README.md", "docs/proofs/5x4.proof"];
    let output = checker().args(files.map(project)).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stderr.is_empty());
    let said = String::from_utf8(output.stdout).unwrap();
    let begins =
        ["accepted: b wins", "not a proof file: ", "not a proof file: ", "accepted: w wins"];
    assert_eq!(said.lines().count(), begins.len(), "{said}");
    assert!(said.lines().zip(begins).all(|(line, begin)| line.starts_with(begin)), "{said}");
}

/// On a terminal it says how far it is, and Ctrl-C leaves no half line behind.
#[cfg(unix)]
#[test]
fn progress_and_interruption() {
    // Python gives it a terminal, and passes on what is typed there.
    let terminal = "import os, pty, sys; \
                    sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";
    let mut child = Command::new("python3")
        .args(["-c", terminal, "python3"])
        .args([project("scripts/check_proof.py"), project("docs/proofs/5x6.proof")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut keyboard = child.stdin.take().unwrap();
    let mut screen = child.stdout.take().unwrap();
    let mut seen = String::new();
    let mut bytes = [0; 256];
    while !seen.contains(" of 191,803 entries (") {
        let count = screen.read(&mut bytes).unwrap();
        assert!(count > 0, "it ended before it said how far it was: {seen}");
        seen.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
    keyboard.write_all(b"\x03").unwrap();
    screen.read_to_string(&mut seen).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{seen}");
    let last = seen.rsplit('\r').next().unwrap();
    assert_eq!(last, "\x1b[K", "the line is wiped: {seen:?}");
}

/// Some minutes, so only when asked for: `cargo test --test second_checker -- --ignored`.
#[test]
#[ignore = "takes some minutes"]
fn the_largest_proof() {
    let output = checker().arg(project("docs/proofs/5x6.proof")).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && said.starts_with("accepted: w wins .b.b."), "{said}");
}
