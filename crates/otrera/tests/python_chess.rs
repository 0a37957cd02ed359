//! A driver that was not written for us: python-chess, in an environment of its own below `target`.

mod program;

use std::path::{Path, PathBuf};
use std::process::Command;

use program::{otrera, text};

/// Python with python-chess, made once.
fn python() -> PathBuf {
    const VERSION: &str = "1.11.2";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("python-chess-{VERSION}"));
    let python = folder.join("bin").join("python");
    let works = |python: &Path| {
        let told = Command::new(python).args(["-c", "import chess.engine"]).output();
        told.is_ok_and(|told| told.status.success())
    };
    if !works(&python) {
        let made = Command::new("python3").args(["-m", "venv"]).arg(&folder).output().unwrap();
        assert!(made.status.success(), "{}", text(&made.stderr));
        let wanted = format!("chess=={VERSION}");
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", &wanted];
        let installed = Command::new(&python).args(install).output().unwrap();
        assert!(installed.status.success(), "{}", text(&installed.stderr));
    }
    assert!(works(&python), "python-chess is installed and cannot be imported");
    python
}

#[test]
fn python_chess_drives_a_game() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/python_chess.py");
    let engine = [env!("CARGO_BIN_EXE_otrera"), "engine", "uci", "--no-tables"];
    let output = Command::new(python()).arg(script).args(engine).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let moves = text(&output.stdout).trim().replace(',', "x");
    // Every move was legal: the whole game is read again, and is over.
    let moves: Vec<String> = moves
        .split_whitespace()
        .map(|mv| format!("{}-{}x{}", &mv[..2], &mv[2..4], &mv[7..9]))
        .collect();
    assert!(moves.len() > 10, "{moves:?}");
    let shown = otrera().args(["show", "6x6", "--play", &moves.join(" "), "--json"]).output();
    let shown = &program::lines(&shown.unwrap())[0];
    assert_eq!(shown["over"], true);
}
