//! `otrera serve`, the real program over real connections.

mod abuse;
mod calls;
mod client;
mod doors;
mod jobs;
mod proofs;

use std::process::Command;

use serde_json::Value;

/// What another command says as JSON.
fn command(args: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_otrera")).args(args).arg("--json").output();
    serde_json::from_slice(&output.unwrap().stdout).unwrap_or_else(|_| panic!("{args:?}"))
}

/// Does an answer have all fields of another, with the same values? What takes time is left out.
fn assert_includes(answer: &Value, expected: &Value) {
    for (name, value) in expected.as_object().unwrap() {
        if !["seconds", "proof"].contains(&name.as_str()) {
            assert_eq!(&answer[name], value, "{name} in {answer}");
        }
    }
}
