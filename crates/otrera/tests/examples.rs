//! The libraries' examples, built as somebody builds them who depends on the libraries: with the features that are
//! on by default, without what this project's own tests may use.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is run, and a line that it prints.
const EXAMPLES: [(&str, &str, &str); 9] = [
    ("otrera-board", "mobility", "cannot move."),
    ("otrera-cgt", "domineering", "2x2: ±1, mean 0, temperature 1"),
    ("otrera-cgt", "toads_and_frogs", "T.F: *"),
    ("otrera-area", "owners", "A3 B3 C3: Black's, worth [2, 2]"),
    ("otrera-player", "two_corridors", "board 1: temperature 4"),
    ("otrera-solver", "opening", "4x4: Black wins, after "),
    ("otrera-kernel", "no_entries", "Black wins, by facts alone."),
    ("otrera-proof", "second_opinion", "It begins with B1-B2xD2."),
    ("otrera-campaign", "sittings", "4x4: Black wins."),
];

/// A package that depends on the libraries. What is built of it is kept between runs.
fn dependant() -> PathBuf {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dependant");
    let mut manifest = "[package]\nname = \"dependant\"\nedition = \"2024\"\n\
                        [workspace]\n[profile.dev]\ndebug = false\n[dependencies]\n"
        .to_owned();
    for (library, example, _) in EXAMPLES {
        let path = project.join("crates").join(library);
        if !manifest.contains(library) {
            manifest += &format!("{library} = {{ path = {path:?} }}\n");
        }
        let program = folder.join("src/bin").join(example);
        fs::create_dir_all(&program).unwrap();
        fs::copy(path.join(format!("examples/{example}.rs")), program.join("main.rs")).unwrap();
    }
    // The games that two of them are about.
    for game in ["domineering", "toads_and_frogs"] {
        let games = folder.join("src/bin").join(game).join("games");
        fs::create_dir_all(&games).unwrap();
        let file = format!("{game}.rs");
        let from = project.join("crates/otrera-cgt/examples/games").join(&file);
        fs::copy(from, games.join(file)).unwrap();
    }
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::copy(project.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    folder
}

/// Front pages say where to look first, and what dependants must do for speed, as this project's own settings do
/// not reach them.
#[test]
fn front_pages_say_where_to_look() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for library in ["board", "cgt", "area", "player", "solver", "kernel", "proof", "campaign"] {
        let folder = crates.join(format!("otrera-{library}"));
        let page = fs::read_to_string(folder.join("src/lib.rs")).unwrap();
        let page: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("//!")).collect();
        let page = page.join("\n");
        assert!(page.contains("First [`") || page.contains("Look at [`"), "{library}:{page}");
        for name in page.split("`examples/").skip(1).filter_map(|rest| rest.split('`').next()) {
            assert!(folder.join("examples").join(name).exists(), "{library}: {name}");
        }
        let counts_bits = !matches!(library, "cgt" | "kernel");
        assert_eq!(page.contains("Speed"), counts_bits, "{library}");
    }
    let board = fs::read_to_string(crates.join("otrera-board/src/lib.rs")).unwrap();
    let settings = fs::read_to_string(crates.join("../.cargo/config.toml")).unwrap();
    let flags = settings.lines().find(|line| line.starts_with("rustflags")).unwrap();
    assert!(board.contains(flags), "the page has other flags than this project: {flags}");
}

#[test]
fn examples_are_built_and_run() {
    let folder = dependant();
    for (_, example, line) in EXAMPLES {
        let mut command = Command::new(env!("CARGO"));
        command.args(["run", "--offline", "--quiet", "--bin", example]).current_dir(&folder);
        command.env_remove("CARGO_MANIFEST_DIR").env("CARGO_TARGET_DIR", folder.join("target"));
        if example == "second_opinion" {
            command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/proofs/5x4.proof"));
        }
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.contains(line), "{example}: {said}{error}");
    }
}
