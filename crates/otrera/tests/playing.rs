//! `otrera genmove` and `otrera play`.

mod program;

use program::{lines, run, run_with_input, text};

/// By hand: there is one move, and then none for Black.
#[test]
fn the_only_move() {
    let args = ["genmove", "b.w", "--time", "10ms", "--no-tables", "--json"];
    let answer = &lines(&run(&args))[0];
    assert_eq!((&answer["move"], &answer["to_move"]), (&"C1-B1xC1".into(), &"w".into()));
    let answer = &lines(&run(&["genmove", "bxw. b", "--no-tables", "--json"]))[0];
    assert!(answer["move"].is_null());
    assert_eq!((&answer["winner"], &answer["margin"]), (&"w".into(), &1.into()));
}

fn play(args: &[&str], typed: &str) -> String {
    let args = [&["play"], args, &["--time", "20ms", "--no-tables", "--player", "hash=1"]].concat();
    let output = run_with_input(&args, typed.as_bytes());
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn a_game_is_played_taken_back_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    let save = format!("save {}\n", file.display());
    let told =
        play(&["4x4"], &format!("undo\nB1-B2xB1\nundo\nB1-B2xB3\nhint\nscore\n{save}quit\n"));
    assert!(told.starts_with("You are White. Type a move"), "{told}");
    assert!(told.contains("Nothing to take back"), "{told}");
    assert_eq!(told.matches("Black plays ").count(), 2, "{told}");
    assert!(told.contains("Saved to "), "{told}");
    // The game goes on where it was saved, with White to move again.
    let again = play(&[file.to_str().unwrap(), "--side", "w"], "show\n");
    assert!(again.contains("White to move."), "{again}");
    let record = &lines(&run(&["show", file.to_str().unwrap(), "--json"]))[0];
    assert_eq!(record["record"]["white"], "You");
    let moves = text(&run(&["convert", file.to_str().unwrap(), "--to", "moves"]).stdout);
    assert!(moves.contains("1. B1-B2xB3 "), "{moves}");
}

#[test]
fn what_cannot_be_done_is_said() {
    let told = play(&["4x4"], "B1-B9xB1\nA1-A2xA3\nsave\nsave nowhere/game.sgf\nfly\n");
    for part in [
        "found `B9`; expected a square of the 4x4 board",
        "A1-A2xA3 is illegal",
        "Name a file",
        "no such folder: nowhere",
        "found `fly`",
    ] {
        // Lines are folded.
        let words: Vec<&str> = told.split_whitespace().collect();
        assert!(words.join(" ").contains(part), "{part} is missing in\n{told}");
    }
}

#[test]
fn who_cannot_move_loses() {
    let told = play(&["b.w", "--side", "w"], "C1-B1xC1\nscore\nB1-A1xB1\n");
    assert!(told.contains("White wins, with 0 moves left."), "{told}");
    assert!(told.contains("the game is over; undo takes back a move"), "{told}");
    let told = play(&["b.w", "--side", "b"], "");
    assert!(told.contains("White plays C1-B1xC1"), "{told}");
}
