//! Runs the real program.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

pub fn otrera() -> Command {
    Command::new(env!("CARGO_BIN_EXE_otrera"))
}

pub fn run(args: &[&str]) -> Output {
    otrera().args(args).output().unwrap()
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

pub fn lines(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub fn run_with_input(args: &[&str], input: &[u8]) -> Output {
    let mut child = otrera()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}
