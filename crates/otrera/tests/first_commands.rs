//! What a user without endgame tables meets: no wait for them, and an answer in any case.

mod program;

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use program::events::{interrupt, wait_for_file};
use program::{lines, otrera, tables, text};

fn run_in(folder: &Path, args: &[&str]) -> Output {
    otrera().env("OTRERA_TABLES", folder).args(args).output().unwrap()
}

/// A search that ends soon builds no tables, and one whose time ends soon does not begin to.
#[test]
fn nobody_waits_for_tables() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("tables");
    assert!(run_in(&folder, &["solve", "4x4"]).status.success());
    assert!(run_in(&folder, &["solve", "5x5"]).status.success());
    // More than three million positions: now tables are thought of.
    let output = run_in(&folder, &["solve", "6x4", "--limit", "110s,150000n", "--json"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(lines(&output)[0]["evaluations"].as_u64() > Some(3_000_000));
    assert!(!folder.exists());
}

/// Tables but for one family, which takes a moment to build.
fn almost_all_tables() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["territories.table", "active.table"] {
        fs::copy(tables().join(name), folder.path().join(name)).unwrap();
    }
    folder
}

/// A search that drags on has its tables built, and uses them; with one thread it can be repeated.
#[test]
fn long_searches_get_their_tables() {
    let args = ["solve", "6x4", "--limit", "120000n", "--json", "--threads", "1"];
    let mut counts = Vec::new();
    for _ in 0..2 {
        let folder = almost_all_tables();
        let output = run_in(folder.path(), &args);
        let told = text(&output.stderr);
        assert!(told.contains("building endgame tables in "), "{told}");
        assert!(told.contains("--no-tables"), "{told}");
        assert!(folder.path().join("blockers.table").exists());
        counts.push(lines(&output)[0]["evaluations"].as_u64().unwrap());
    }
    assert_eq!(counts[0], counts[1]);
}

/// With two threads one of them builds while the other searches, and Ctrl-C ends both.
#[cfg(unix)]
#[test]
fn tables_are_built_beside_a_search() {
    let folder = almost_all_tables();
    let mut command = otrera();
    command.env("OTRERA_TABLES", folder.path()).args(["solve", "6x5", "--threads", "2"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_file(&mut child, &folder.path().join("blockers.table"));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stdout).starts_with("White to move: open (interrupted)."));
}

/// An open position: bounds, a guess that is called one, what to try, and what is settled.
#[test]
fn an_answer_even_when_it_is_open() {
    let output = otrera().args(["solve", "6x4", "--limit", "2000n"]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let told = text(&output.stdout);
    for row in ["Margin     Black by at most ", "Guess      ", "Candidates ", "Settled    "] {
        assert!(told.lines().any(|line| line.starts_with(row)), "{row} is missing in\n{told}");
    }
    assert!(told.contains("not a result"), "{told}");
    let output = otrera().args(["solve", "6x4", "--limit", "2000n", "--json"]).output().unwrap();
    let answer = &lines(&output)[0];
    assert_eq!(answer["candidates"].as_array().unwrap().len(), 3);
    let chance = answer["guess"]["chance"].as_f64().unwrap();
    assert!((0.5..1.0).contains(&chance));
    assert!(answer["settled"]["of"].as_u64() > Some(50));
    for player in ["b", "w"] {
        assert_eq!(answer["margin"][player][0], 0);
    }
}

/// By hand: in `b...w` whoever begins takes two moves; a territory of three squares is three moves, of which the
/// player to move needs one.
#[test]
fn margins() {
    for (position, winner, margin) in
        [("b...w b", "b", 2), ("b...w w", "w", 2), ("b...xw b", "b", 2), ("b...xw w", "b", 3)]
    {
        let output = otrera().args(["solve", position, "--json"]).output().unwrap();
        let answer = &lines(&output)[0];
        assert_eq!(answer["winner"], winner, "{position}");
        assert_eq!(answer["margin"], serde_json::json!({ winner: [margin, margin] }), "{position}");
    }
    let output = otrera().args(["solve", "b...w b"]).output().unwrap();
    let told = text(&output.stdout);
    assert!(told.contains("Margin     2 moves to spare"), "{told}");
}

/// The loser is told what holds out longest.
#[test]
fn resistance() {
    let output = otrera().args(["solve", "4x4", "--json"]).output().unwrap();
    let answer = &lines(&output)[0];
    assert_eq!((&answer["winner"], &answer["best_move"]), (&"b".into(), &serde_json::Value::Null));
    assert_eq!(answer["resistance"], answer["line"][0]);
    // Nobody resists who cannot move.
    let output = otrera().args(["solve", "b.xw w", "--json"]).output().unwrap();
    assert!(lines(&output)[0].get("resistance").is_none());
}
