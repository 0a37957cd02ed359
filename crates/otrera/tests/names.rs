//! Names, files and words as users type them: boards, files that are not there, several games in a
//! file, commands by another name.

mod program;

use std::path::Path;
use std::process::{Command, Output};

use program::{lines, text};
use serde_json::{Value, json};
use tempfile::TempDir;

fn folder_with(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    folder
}

/// These commands need no endgame tables.
fn run_in(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_otrera"));
    command.args(args).current_dir(folder).output().unwrap()
}

fn told(folder: &TempDir, args: &[&str]) -> String {
    let output = run_in(folder.path(), args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert_eq!(text(&output.stdout), "", "{args:?}");
    text(&output.stderr)
}

fn shown(folder: &TempDir, args: &[&str]) -> String {
    let output = run_in(folder.path(), args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// All spellings of a board are the same board, in every command.
#[test]
fn spellings_of_a_board() {
    let folder = folder_with(&[]);
    let expected = shown(&folder, &["moves", "5x6", "--json"]);
    for name in ["5X6", "5×6", "5 x 6", " 5 × 6 ", "5x6 w"] {
        assert_eq!(shown(&folder, &["moves", name, "--json"]), expected, "{name}");
    }
    let after = ["moves", "5×6 B1-B4xD4", "--json"];
    assert_eq!(serde_json::from_str::<Value>(&shown(&folder, &after)).unwrap()["count"], 157);
    assert_eq!(shown(&folder, &["perft", "10×10", "1"]), "2176\n");
    shown(&folder, &["lab", "games", "4×4", "--games", "1"]);
}

/// What means a board, and is none, is no row of empty squares either.
#[test]
fn boards_that_are_none() {
    let folder = folder_with(&[]);
    for name in [
        "10x10x10", "4×4×4", "10", "5", "0", "5x", "x5", "×5", "5x6x", "10 w", "9x9", "0x5", "5x6b",
    ] {
        for command in ["show", "moves", "areas", "solve"] {
            let told = told(&folder, &[command, name]);
            assert!(told.starts_with("error: position text, line 1, column 1: found "), "{told}");
        }
    }
}

#[test]
fn the_nearest_file_is_named() {
    let game = "(;GM[18]SZ[5:6];W[bfbcdc])";
    let folder = folder_with(&[
        ("mygame.sgf", game),
        ("mygame.pdf", "%PDF"),
        ("Other Game.sgf", game),
        ("notes", "remember the milk"),
    ]);
    std::fs::create_dir(folder.path().join("games")).unwrap();
    std::fs::write(folder.path().join("games/final.ggf"), game).unwrap();
    let hints = [
        ("mygame.pgn", Some("mygame.sgf")),
        ("mygame", Some("mygame.sgf")),
        ("MyGame.SGF", Some("mygame.sgf")),
        ("mygmae.sgf", Some("mygame.sgf")),
        ("other game.sgf", Some("Other Game.sgf")),
        ("note", Some("notes")),
        ("games/finale.ggf", Some("games/final.ggf")),
        ("somewhere", None),
        ("quite-another.sgf", None),
    ];
    for (name, hint) in hints {
        let hint = hint.map_or_else(String::new, |hint| format!("; did you mean {hint}?"));
        let expected = format!("error: no such file, and not a position: {name}{hint}\n");
        assert_eq!(told(&folder, &["show", name]), expected);
        assert_eq!(told(&folder, &["solve", name, "--no-tables"]), expected);
    }
    let expected = "error: games is a folder, and not a position; name a file in it, such as games/final.ggf\n";
    assert_eq!(told(&folder, &["show", "games"]), expected);
    // What is there and no game says what is wrong with it.
    assert!(told(&folder, &["show", "notes"]).starts_with("error: notes: "));
    // What begins like a position is one with an error, and so are moves.
    assert!(told(&folder, &["show", "b..k/w..."]).contains("found `k`"));
    assert!(told(&folder, &["show", "5x6 B1-B9xB2"]).contains("found `B9`"));
    // A name does not command the terminal.
    assert!(!told(&folder, &["show", "no\x1b[2Jfile"]).contains('\x1b'));
}

const THREE: &str = "(;GM[18]SZ[4])(;GM[18]SZ[5]PB[Ann]PW[Bob])(;GM[18]SZ[6])";

#[test]
fn of_several_games_one_is_named() {
    let same = "(;GM[18]SZ[2:1]AB[aa]AW[ba])(;GM[18]SZ[2:1]AB[aa])";
    let files = [("three.sgf", THREE), ("one.sgf", "(;GM[18]SZ[4])"), ("same.sgf", same)];
    let folder = folder_with(&files);
    let first = |args: &[&str]| shown(&folder, args).lines().next().unwrap().to_owned();
    assert_eq!(first(&["show", "three.sgf"]), "Game 1 of 3 (--game N shows another)");
    assert_eq!(
        first(&["show", "three.sgf", "--game", "2"]),
        "Game 2 of 3 (--game N shows another)"
    );
    assert!(!shown(&folder, &["show", "one.sgf"]).contains("Game"));
    // The other commands say so in a note, unless one was asked for.
    let note = "note: found 3 games; this is the first (--game N takes another)\n";
    let commands: [&[&str]; 5] = [
        &["moves", "three.sgf"],
        &["areas", "three.sgf", "--search", "0"],
        &["perft", "three.sgf", "1"],
        &["lsg", "three.sgf"],
        &["solve", "three.sgf", "--no-tables"],
    ];
    for command in commands {
        let output = run_in(folder.path(), command);
        assert_eq!(text(&output.stderr), note, "{command:?}");
        assert!(output.status.success());
        let asked = run_in(folder.path(), &[command, &["--game", "1"]].concat());
        assert_eq!(text(&asked.stderr), "", "{command:?}");
        assert!(asked.status.success());
    }
    let lab = run_in(folder.path(), &["lab", "rules", "same.sgf"]);
    assert_eq!(text(&lab.stderr), "note: found 2 games; this is the first\n");
    assert!(told(&folder, &["show", "three.sgf", "--game", "4"]).contains("from 1 to 3"));
    let all = run_in(folder.path(), &["convert", "three.sgf", "--to", "sgf"]);
    assert_eq!((text(&all.stdout).lines().count(), text(&all.stderr).as_str()), (3, ""));
}

/// What a record says of its game. White has moved and shot himself in: Black has the last move.
#[test]
fn players_and_results() {
    let game = |remarks: &str| format!("(;GM[18]SZ[4:1]{remarks}PL[W]AB[aa]AW[ba];W[bacada])");
    let remarks = "PB[Ann]BR[2100]PW[Bob \\[B.\\]\n]EV[Olympiad]RO[3]DT[2003-11-23]PC[Graz]RE[B+1]";
    let folder = folder_with(&[("game.sgf", &game(remarks))]);
    let told = shown(&folder, &["show", "game.sgf"]);
    let head: Vec<&str> = told.lines().take(7).collect();
    let expected = [
        "Black   Ann (2100)",
        "White   Bob [B.]",
        "Event   Olympiad, round 3",
        "Place   Graz",
        "Date    2003-11-23",
        "Result  B+1",
        "    A  B  C  D ",
    ];
    assert_eq!(head, expected);
    let answer = &lines(&run_in(folder.path(), &["show", "game.sgf", "--json"]))[0];
    let record = &answer["record"];
    assert_eq!((&record["black"], &record["result"]), (&json!("Ann"), &json!("B+1")));
    assert_eq!((&record["contradicted"], &answer["winner"]), (&json!(false), &json!("b")));
    // Earlier in the game the record is the same.
    let earlier = shown(&folder, &["show", "game.sgf", "--at", "0"]);
    assert!(earlier.starts_with(&told[..told.find("    A").unwrap()]));
    // A record that says nothing has no head, and its colours no command over the terminal.
    std::fs::write(folder.path().join("bare.sgf"), game("")).unwrap();
    assert!(shown(&folder, &["show", "bare.sgf"]).starts_with("    A"));
    std::fs::write(folder.path().join("loud.sgf"), game("PB[\x1b[2J]")).unwrap();
    assert!(!shown(&folder, &["show", "loud.sgf"]).contains('\x1b'));
}

/// Black has the only move left in this game, whatever its record says.
#[test]
fn results_that_cannot_be() {
    let folder = folder_with(&[]);
    let place = folder.path().join("game.sgf");
    let objection = |result: &str, moves: &str, args: &[&str]| {
        let game = format!("(;GM[18]SZ[4:1]RE[{result}]PL[W]AB[aa]AW[ba];W[bacada]{moves})");
        std::fs::write(&place, game).unwrap();
        let args = [&["show", "game.sgf"], args].concat();
        let told = shown(&folder, &args);
        let answer = &lines(&run_in(folder.path(), &[&args[..], &["--json"]].concat()))[0];
        let objection = told.lines().find_map(|line| line.strip_prefix("        but "));
        assert_eq!(answer["record"]["contradicted"], objection.is_some());
        objection.map(str::to_owned)
    };
    let bounds = Some("Black wins the last position: bounds prove it".to_owned());
    for wrong in ["W+1", "W+R", "w+", "Draw", "0"] {
        assert_eq!(objection(wrong, "", &[]), bounds, "{wrong}");
        // It is the end of the game that the result is about.
        assert_eq!(objection(wrong, "", &["--at", "0"]), bounds, "{wrong}");
    }
    for fine in ["B+1", "B+R", "?", "Void", ""] {
        let game = format!("(;GM[18]SZ[4:1]RE[{fine}]PL[W]AB[aa]AW[ba];W[bacada])");
        std::fs::write(&place, game).unwrap();
        assert!(!shown(&folder, &["show", "game.sgf"]).contains("but"), "{fine}");
    }
    let over = Some("White cannot move at the end: Black has won".to_owned());
    assert_eq!(objection("W+R", ";B[aabaaa]", &[]), over);
    // Nobody knows who wins from here.
    std::fs::write(&place, "(;GM[18]SZ[10]RE[W+R]PB[Ann])").unwrap();
    let told = shown(&folder, &["show", "game.sgf"]);
    assert!(told.contains("Result  W+R\n    ") && !told.contains("but"), "{told}");
}

#[test]
fn commands_by_another_name() {
    let folder = folder_with(&[("game.sgf", "(;GM[18]SZ[4])")]);
    for (word, tip) in [
        ("draw", "for that there is `otrera show`"),
        ("SHOW", "for that there is `otrera show`"),
        ("prove", "for that there is `otrera solve`"),
        ("browse", "for that there is `otrera proof browse`"),
        (
            "verify",
            "for that there is `otrera check` and `otrera campaign verify` and `otrera tables verify`",
        ),
        ("5x5", "put a command before it, such as `otrera show 5x5`"),
        ("game.sgf", "put a command before it, such as `otrera show game.sgf`"),
        ("solv", "a similar subcommand exists: 'solve'"),
    ] {
        let told = told(&folder, &[word]);
        assert!(told.starts_with(&format!("error: unrecognized subcommand '{word}'\n")), "{told}");
        assert!(told.contains(&format!("  tip: {tip}\n")), "{told}");
    }
}

#[test]
fn perft_asks_for_the_depth() {
    let folder = folder_with(&[]);
    for position in ["4x4", "b..w", "game.sgf"] {
        let told = told(&folder, &["perft", position]);
        assert!(told.contains("found a position and no depth"), "{told}");
        assert!(told.contains(&format!("otrera perft {position} 3\n")), "{told}");
    }
    let spaced = told(&folder, &["perft", "b..w b"]);
    assert!(spaced.contains("otrera perft POSITION 3\n"), "{spaced}");
    assert!(told(&folder, &["perft", "4x4", "many"]).contains("expected a number of moves"));
}

/// Endless input ends early where it is no text, and at the limit where it is; the memory it may take
/// is limited by the shell.
#[cfg(unix)]
#[test]
fn reading_stops_at_a_sane_size() {
    let run = |command: &str| {
        let script = format!("ulimit -v 1500000; {command}");
        let program = Path::new(env!("CARGO_BIN_EXE_otrera")).parent().unwrap();
        let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
        let output = Command::new("sh").args(["-c", &script]).env("PATH", path).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}");
        text(&output.stderr)
    };
    let zeros = run("otrera show - < /dev/zero");
    assert_eq!(zeros, "error: cannot read standard input: not text: byte 1 is zero\n");
    let letters = run("yes | otrera show -");
    assert_eq!(letters, "error: cannot read standard input: longer than 256 MiB; split it\n");
    let line = run("tr '\\0' b < /dev/zero | otrera moves --batch -");
    assert!(line.contains("line 1: longer than 1 MiB"), "{line}");
    assert!(run("otrera show /dev/zero").contains("not a regular file"));
}
