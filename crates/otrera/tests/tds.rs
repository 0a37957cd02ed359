//! Temperature discovery search and sums, by the real program.

mod program;

use program::{lines, run, run_with_input, text};
use serde_json::json;

/// Figure 2 of the paper.
const FIGURE_2: &str = "x.x/.xb/w.x/xxx b";

#[test]
fn the_worked_example() {
    let told = text(&run(&["tds", FIGURE_2, "--explain"]).stdout);
    for line in [
        "Mean         3/4",
        "Temperature  5/4",
        "Coupons      17/8 down to -1 in steps of 1/8",
        "  score 15/8, coupons alone 9/8: mean 6/8",
        "  first move in the game after C(11/8)",
        "  coupons down to C(10/8) first: 15/8, no loss",
        "  coupons down to C(9/8) first: 13/8, a loss",
        "  tax 8/8: 8/8 with Black first, 4/8 with White first",
    ] {
        assert!(told.lines().any(|it| it == line), "{line}:\n{told}");
    }
    let answer = &lines(&run(&["tds", FIGURE_2, "--json"]))[0];
    let line: Vec<&str> =
        answer["line"].as_array().unwrap().iter().filter_map(|it| it.as_str()).collect();
    assert_eq!(line[..3], ["C(17/8)", "C(16/8)", "C(15/8)"]);
    assert_eq!((line[7], line[18], line[22]), ("A2-A3xB2", "C(0)", "C3-B4xC3"));
}

/// Answers are those of `otrera value`, which has them from canonical forms; also in wide boards and sums of areas.
#[test]
fn exact_answers_are_the_values() {
    let wide = format!("b..w{}", "x".repeat(61));
    for position in
        ["b.w", "b...w", "b..w/....", "b..wxb.w", "b.w.xw..b", "bw./...", "wb..xb..w b", &wide]
    {
        let [tds, value] =
            ["tds", "value"].map(|command| lines(&run(&[command, position, "--json"])).remove(0));
        assert_eq!(tds["exact"], true, "{position}");
        for field in ["mean", "temperature", "position"] {
            assert_eq!(tds[field], value[field], "{position} {field}");
        }
    }
}

/// What is not settled says so, with bounds that hold; the exit code is 3.
#[test]
fn not_settled() {
    let output = run(&["tds", "b.../..../...w", "--limit", "10n", "--json"]);
    assert_eq!(output.status.code(), Some(3));
    let answer = &lines(&output)[0];
    assert_eq!((&answer["mean"], &answer["temperature"]), (&json!(null), &json!(null)));
    assert_eq!((&answer["exact"], &answer["exhausted"]), (&json!(false), &json!("nodes")));
    assert!(answer["mean_bounds"][0].as_str().unwrap().starts_with('-'));
    let told = run(&["tds", "b.../..../...w", "--limit", "10n"]);
    assert!(text(&told.stdout).contains("Mean         not settled (out of nodes); for certain -"));
    let large = run(&["tds", "10x10", "--limit", "1s", "--json"]);
    assert_eq!((large.status.code(), &lines(&large)[0]["exhausted"]), (Some(3), &json!("size")));
    // A batch goes on, and ends with 3.
    let batch =
        run_with_input(&["tds", "--batch", "-", "--limit", "10n"], b"b.../..../...w\nb.w\n");
    assert_eq!(batch.status.code(), Some(3));
    let answers = lines(&batch);
    assert_eq!((&answers[0]["mean"], &answers[1]["mean"]), (&json!(null), &json!("0")));
}

/// Coarse steps and guesses are called what they are.
#[test]
fn estimates() {
    let coarse = &lines(&run(&["tds", FIGURE_2, "--delta", "1/2", "--json"]))[0];
    assert_eq!((&coarse["exact"], &coarse["delta"]), (&json!(false), &json!("1/2")));
    assert_eq!(coarse["mean_bounds"], json!(["0", "2"]));
    let guess = &lines(&run(&["tds", FIGURE_2, "--depth", "4", "--json"]))[0];
    assert_eq!((&guess["exact"], &guess["line"]), (&json!(false), &json!(null)));
    // A finer step than is needed changes nothing.
    let fine = &lines(&run(&["tds", FIGURE_2, "--delta", "1/32", "--json"]))[0];
    assert_eq!((&fine["exact"], &fine["temperature"]), (&json!(true), &json!("5/4")));
}

/// Endgame tables answer at once.
#[test]
fn tables_are_used() {
    let tables = program::tables().to_str().unwrap();
    let plain = &lines(&run(&["tds", "b../.w.", "--json"]))[0];
    let looked_up = &lines(&run(&["tds", "b../.w.", "--tables", tables, "--json"]))[0];
    assert_eq!(plain["mean"], looked_up["mean"]);
    assert_eq!(plain["temperature"], looked_up["temperature"]);
    assert!(plain["nodes"].as_u64() > looked_up["nodes"].as_u64(), "{plain} {looked_up}");
}

#[test]
fn experiments() {
    let exact = &lines(&run(&["lab", "tds", "1", "--sizes", "4", "--json"]))[0];
    assert_eq!((&exact["rooms"], &exact["exact_temperatures"]), (&json!(132), &json!(132)));
    let steps = lines(&run(&["lab", "tds", "2", "--sizes", "5", "--json"]));
    let equal: Vec<bool> = steps.iter().map(|row| row["equal"].as_bool().unwrap()).collect();
    // δ = 1 differs, and δ = 1/8 by rooms that are ↑ or ↓.
    assert_eq!(equal, [false, true, true, false]);
    assert_eq!(steps[3]["mean_error"], 0.0);
    let speed =
        &lines(&run(&["lab", "tds", "speed", "--sizes", "6", "--every", "100", "--json"]))[0];
    assert_eq!(speed["rooms"], speed["same"]);
    assert!(speed["node_ratio"].as_f64().unwrap() >= 20.0, "{speed}");
}

/// With enough depth a limited search is as good as one that is not.
#[test]
fn depths() {
    let folder = tempfile::tempdir().unwrap();
    let chart = folder.path().join("depths.svg");
    let args = ["lab", "tds", "3", "--sizes", "4", "--depth", "12", "--json", "--svg"];
    let rows = lines(&run(&[&args[..], &[chart.to_str().unwrap()]].concat()));
    assert_eq!(rows.len(), 24);
    assert!(rows[0]["temperature_error"].as_f64() > Some(1.0));
    assert_eq!(rows[11]["temperature_error"], 0.0);
    assert!(std::fs::read_to_string(chart).unwrap().starts_with("<svg"));
}

/// A match is kept game by game, resumed without playing any twice, and its rows are the same again.
#[test]
fn matches_are_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.json");
    let play = |positions: &str| {
        let args = [
            "sum",
            "match",
            "--sizes",
            "3x3",
            "--boards",
            "1,2",
            "--time",
            "5s",
            "--positions",
            positions,
        ];
        let output = run(&[&args[..], &["--json", "--results", file.to_str().unwrap()]].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        lines(&output)
    };
    let rows = play("2");
    assert_eq!((rows.len(), &rows[0]["games"]), (2, &json!(4)));
    let games = std::fs::read_to_string(&file).unwrap();
    assert_eq!(games.lines().count(), 8);
    // The program was killed while it wrote a line.
    std::fs::write(&file, format!("{games}{{\"players\":[\"hot")).unwrap();
    assert_eq!(play("2"), rows);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), games);
    play("3");
    let longer = std::fs::read_to_string(&file).unwrap();
    assert!(longer.starts_with(&games) && longer.lines().count() == 12);
}

/// A person plays, is told temperatures, takes back and wins.
/// A depth that a limit has prevented is not settled.
#[test]
fn a_depth_that_is_not_reached() {
    let args = ["tds", "b.../..../...w", "--depth", "40", "--limit", "10n", "--json"];
    let output = run_with_input(&args, b"");
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    let told = text(&output.stdout);
    assert!(told.contains(r#""temperature":null"#) && told.contains(r#""mean":null"#), "{told}");
    assert!(!told.contains(r#""exhausted":null"#), "{told}");
}

#[test]
fn a_person_plays_a_sum() {
    let script =
        b"hint\nundo\n1 nonsense\n7 A1-B1xC1\n1 A1-B1xE1\n1 A1-B1xA1\nundo\n1 A1-C1xB1\nshow\n";
    let args = ["sum", "play", "b...w", "b.w", "--opponent", "exact", "--time", "5s"];
    let output = run_with_input(&args, script);
    let told = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for part in [
        "You are Black.",
        "Board 1: temperature 2, mean 0",
        "Board 2: temperature 0, mean 0",
        "expected a number from 1 to 2",
        "is illegal",
        "Nothing to take back",
        "White plays ",
    ] {
        assert!(told.contains(part), "{part}:\n{told}");
    }
    assert_eq!(told.matches("White plays ").count(), 2, "{told}");
    // Territory counts: three moves of Black, alone and beside an area worth nothing.
    let output = run_with_input(&["sum", "play", "b...x", "b...xb.w", "w..xb.w"], b"");
    let told = text(&output.stdout);
    for part in [
        "Board 1: settled, worth 3",
        "Board 2: temperature 0, mean 3",
        "Board 3: temperature 0, mean -2",
    ] {
        assert!(told.contains(part), "{part}:\n{told}");
    }
    // The move that ends a game can be taken back.
    let output =
        run_with_input(&["sum", "play", "b..w", "--time", "5s"], b"A1-C1xB1\n1 A1-B1xA1\nundo\n");
    let told = text(&output.stdout);
    assert!(told.contains("The game is over: "), "{told}");
    assert_eq!(told.matches("Black to move.").count(), 2, "{told}");
    // Corridors against an opponent who moves second: Black wins.
    let output = run_with_input(&["sum", "play", "b..w", "--time", "5s"], b"A1-C1xB1\n");
    assert!(text(&output.stdout).contains("Black wins, with "), "{}", text(&output.stdout));
}
