//! The examples of README and docs, run with the real program.

use std::process::Command;

#[test]
fn examples_print_what_the_pages_say() {
    trycmd::TestCases::new().case("../../README.md").case("../../docs/*.md");
}

/// The picture of the README is what the command draws.
#[test]
fn the_picture_is_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("opening.svg");
    let status = Command::new(env!("CARGO_BIN_EXE_otrera"))
        .args(["show", "10x10", "--play", "D1-D7xG7 J7-G4xB4", "--svg"])
        .arg(&file)
        .output()
        .unwrap()
        .status;
    assert!(status.success());
    let drawn = std::fs::read_to_string(file).unwrap();
    assert_eq!(drawn, include_str!("../../../docs/img/opening.svg"));
}
