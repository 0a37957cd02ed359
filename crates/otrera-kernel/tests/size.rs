//! What is to be trusted is small, and knows nothing of who found, wrote or read a proof.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Everything in this crate can make an acceptance, so everything counts: comments, arguments and all.
#[test]
fn the_kernel_is_small() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let lines = |file: fs::DirEntry| fs::read_to_string(file.path()).unwrap().lines().count();
    let all: usize = fs::read_dir(source).unwrap().map(|file| lines(file.unwrap())).sum();
    assert!(all < 1_000, "{all} lines");
}

#[test]
fn it_depends_on_the_rules_alone() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--package", "otrera-kernel", "--edges", "normal", "--prefix", "none"])
        .args(["--offline", "--depth", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let tree = String::from_utf8(output.stdout).unwrap();
    let names: Vec<&str> =
        tree.lines().map(|line| line.split(' ').next().unwrap_or_default()).collect();
    assert_eq!(names, ["otrera-kernel", "otrera-board", "rustc-hash", "sha2"]);
}
