//! Runs the real program.

#![allow(dead_code, reason = "each test uses a part of it")]

pub mod events;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

/// The program, with the small set of endgame tables.
pub fn otrera() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_otrera"));
    command.env("OTRERA_TABLES", tables());
    command
}

/// The small set, built once and kept between runs.
pub fn tables() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let name = format!("small-{}", otrera_area::tables::VERSION);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let mut build = Command::new(env!("CARGO_BIN_EXE_otrera"));
        build.args(["tables", "build", "--tables"]).arg(&folder);
        let output = build.output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        folder
    })
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
