//! The examples of README and docs, run with the real program.

mod program;

use std::process::Command;

#[test]
fn examples_print_what_the_pages_say() {
    at_the_root();
    trycmd::TestCases::new()
        .env("OTRERA_TABLES", program::tables().display().to_string())
        .case("README.md")
        .case("docs/*.md");
}

/// Commands on the pages are run where a reader has the repository.
fn at_the_root() {
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
}

/// The pictures are what the commands draw.
#[test]
fn the_pictures_are_up_to_date() {
    at_the_root();
    let folder = tempfile::tempdir().unwrap();
    let pictures: [(&str, &[&str]); 6] = [
        ("opening", &["show", "10x10", "--play", "D1-D7xG7 J7-G4xB4"]),
        ("switch", &["value", "b...w"]),
        ("up", &["value", ".x/b./wx/.x"]),
        ("zugzwang", &["value", ".xx/bx./xwx/.xx"]),
        ("areas", &["areas", "docs/games/greedy.sgf", "--at", "44"]),
        ("graph", &["lsg", ".xb/..x/x.w"]),
    ];
    for (name, args) in pictures {
        let file = folder.path().join(name);
        let program = &mut Command::new(env!("CARGO_BIN_EXE_otrera"));
        assert!(program.args(args).arg("--svg").arg(&file).output().unwrap().status.success());
        let drawn = std::fs::read_to_string(file).unwrap();
        let page = std::fs::read_to_string(format!("docs/img/{name}.svg")).unwrap();
        assert_eq!(drawn, page, "{name}");
    }
}
