//! `otrera analyse`, as a user runs it.

mod program;

use std::path::Path;
use std::process::{Command, Output};

use program::{lines, text};
use serde_json::json;

fn analyse(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_otrera"))
        .current_dir(folder)
        .arg("analyse")
        .args(args)
        .arg("--no-tables")
        .output()
        .unwrap()
}

/// By hand: Black has two moves in his corridor and White three in hers, behind a burnt file. Black moves first. He shoots his corridor to
/// pieces: from A1 to C1 and back to B1 leaves him nothing, so White, with three moves left, makes one and Black is stuck: two are left.
/// One step and a shot back would have left him one more: White then wins by one.
const WASTED: &str = "b..xw... b";
const WASTED_MOVES: &str = "A1-C1xB1 E1-F1xE1";

#[test]
fn a_wasted_move_is_found_with_what_would_have_kept_it() {
    let folder = tempfile::tempdir().unwrap();
    let told = analyse(folder.path(), &[WASTED, "--play", WASTED_MOVES, "--json"]);
    assert!(told.status.success(), "{}", text(&told.stderr));
    let answer = &lines(&told)[0];
    assert_eq!((&answer["winner"], &answer["margin"]), (&json!("w"), &json!(2)));
    assert_eq!((&answer["over"], &answer["exact_from"]), (&json!(true), &json!(0)));
    let first = &answer["moves"][0];
    assert_eq!((&first["winner"], &first["margin"]), (&json!("w"), &json!(2)));
    assert_eq!((&first["lost"]["game"], &first["lost"]["moves"]), (&json!(false), &json!(1)));
    // What is better leaves a move: three do.
    let better = first["lost"]["better"].as_str().unwrap();
    assert!(["A1-B1xA1", "A1-B1xC1", "A1-C1xA1"].contains(&better), "{better}");
    assert_eq!(answer["moves"][1]["lost"], json!(null));
}

/// By hand: with three moves each, the player who moves second wins. A wasted move of his turns that around.
#[test]
fn a_game_that_is_thrown_away_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["b...xw... b", "--play", "A1-B1xA1 F1-I1xG1", "--json"];
    let answer = &lines(&analyse(folder.path(), &args))[0];
    let second = &answer["moves"][1];
    assert_eq!((&second["player"], &second["winner"]), (&json!("w"), &json!("b")));
    assert_eq!(second["lost"]["game"], json!(true));
    let told = analyse(folder.path(), &args[..3]);
    let told = text(&told.stdout);
    assert!(told.contains("throws the game away; F1-G1xF1 keeps it"), "{told}");
    assert!(told.contains("the game was thrown away at move 2"), "{told}");
    let known = "Known from the start: White wins by 0.\nDecided at move 2: Black wins by 0.\n";
    assert!(told.contains(known), "{told}");
}

#[test]
fn pictures_and_records_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let game = "(;GM[18]SZ[8:1]PL[B]AB[aa]AW[ea]AA[da];B[aacaba]C[Hm.](;W[eafaea])(;W[eahaga]))";
    std::fs::write(folder.path().join("game.sgf"), game).unwrap();
    let args = ["game.sgf", "--svg", "game.svg", "--sgf", "annotated.sgf"];
    let told = analyse(folder.path(), &args);
    assert!(told.status.success(), "{}", text(&told.stderr));
    let read = |name| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(read("game.svg").starts_with("<svg "));
    let record = read("annotated.sgf");
    // What was said before, what is said now, the mark, the variation of the record, and ours behind the main line.
    for part in [
        "C[Hm.\n\nWhite wins by 2. This gives away 1 move; ",
        "BM[1]",
        "W[eahaga]",
        "Keeps it: White wins by 1.",
    ] {
        assert!(record.contains(part), "{part}: {record}");
    }
    // It is a record that can be read again, with the same game.
    let again = analyse(folder.path(), &["annotated.sgf", "--json"]);
    assert_eq!(lines(&again)[0]["moves"].as_array().unwrap().len(), 2);
}

/// A large board, no time: nothing is claimed that is not known.
#[test]
fn without_time_little_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let told = analyse(folder.path(), &["10x10 D1-D7xG7", "--limit", "20ms"]);
    assert!(told.status.success(), "{}", text(&told.stderr));
    let told = text(&told.stdout);
    assert!(told.contains("It is open who wins.\nNothing is exact"), "{told}");
}

/// Ten minutes would be allowed; after Ctrl-C the answer is what is known by then.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_it_with_what_is_known() {
    use program::events::{interrupt, output_of, wait_until_it_has_worked, wait_until_it_listens};
    use std::process::Stdio;

    let mut child = Command::new(env!("CARGO_BIN_EXE_otrera"))
        .args(["analyse", "10x10 D1-D7xG7", "--limit", "10m", "--json", "--no-tables"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until_it_listens(&mut child);
    wait_until_it_has_worked(&mut child, 5);
    interrupt(&child);
    let output = output_of(child);
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    let answer = &lines(&output)[0];
    assert_eq!((&answer["interrupted"], &answer["winner"]), (&json!(true), &json!(null)));
}
