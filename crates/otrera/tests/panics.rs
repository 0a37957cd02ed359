//! Threads that panic, by a fault made on purpose: the program ends soon, and nothing is lost.

mod program;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use otrera_proof::{CheckSettings, Outcome, ProofFile, check};
use otrera_solver::{PANIC_AT, PANIC_IN_THREAD};
use program::events::output_of;

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_panic_ends_the_program_and_the_proof_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("4x5.proof");
    let part = folder.path().join(".4x5.proof.part");
    let checkpoint = folder.path().join("checkpoint");
    let todo = checkpoint.join("proof-4x5.proof.todo");
    let solve = ["solve", "4x5", "--threads", "2", "--checkpoint", text(&checkpoint)];
    assert!(program::run(&solve).status.success());
    let write = [&solve[..], &["--resume", "--proof", text(&path)]].concat();
    for question in [1, 200] {
        let mut command = program::otrera();
        command.args(&write).env(PANIC_AT, question.to_string());
        let mut child =
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it begins");
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
        assert!(lines.any(|line| line.contains("panicked at")));
        let said: Vec<String> = lines.collect();
        assert_eq!(child.wait().unwrap().code(), Some(2));
        let cause = format!("the solver panicked: asked to panic at question {question}");
        let said = said.join("\n");
        assert!(said.contains(&cause) && said.contains("--resume resumes it"), "{said}");
        assert!(part.exists() && todo.exists() && !path.exists());
    }
    assert!(program::run(&write).status.success());
    let proof = ProofFile::open(&path).unwrap();
    assert!(matches!(check(&proof, CheckSettings::default()), Ok(Outcome::Accepted(_))));
    assert!(!part.exists() && !todo.exists());
    // Without a checkpoint there is nothing to resume, and nothing is left.
    fs::remove_file(&path).unwrap();
    let plain = ["solve", "4x5", "--threads", "2", "--proof", text(&path)];
    let output = program::otrera().args(plain).env(PANIC_AT, "1").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(!part.exists() && !path.exists());
}

#[test]
fn a_panic_in_one_search_thread_stops_the_others() {
    // On so large a board a search has no other end.
    let mut command = program::otrera();
    command.args(["solve", "10x10", "--threads", "2"]).env(PANIC_IN_THREAD, "2");
    let output = output_of(command.stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("asked to panic in thread 2"), "{said}");
    assert_eq!(output.status.code(), Some(101), "{said}");
}
