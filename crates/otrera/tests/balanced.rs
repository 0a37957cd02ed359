//! `otrera lab balanced`, on files of positions that take no time.

mod program;

use std::path::Path;
use std::process::Output;

use program::{lines, otrera, text};
use serde_json::json;

/// Who moves takes the square between and wins. The figures are invented.
const RIGHT: &str = "\
# position\thalf\twinner\tnodes\tevaluations\tuser seconds\tinstructions per node

b.w w\ttuning\tw\t4\t20\t2.00\t100
b.w b\ttuning\tb\t9\t45\t4.50\t-
b.xw. w\theld-back\tb\t7\t7\t1.00\t-
";

fn balanced(folder: &Path, content: &str, args: &[&str]) -> Output {
    std::fs::write(folder.join("positions.tsv"), content).unwrap();
    let begin = ["lab", "balanced", "--no-tables", "--positions", "positions.tsv"];
    otrera().args(begin).args(args).current_dir(folder).output().unwrap()
}

/// The geometric means of 4 and 9, 20 and 45, 2 and 4.5 are 6, 30 and 3.
#[test]
fn means_stand_beside_those_of_the_last_release() {
    let folder = tempfile::tempdir().unwrap();
    let output = balanced(folder.path(), RIGHT, &["--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let rows = lines(&output);
    let positions: Vec<_> = rows.iter().map(|row| row["position"].clone()).collect();
    assert_eq!(positions, [json!("b.w w"), json!("b.w b"), json!(null)]);
    assert_eq!(rows[0]["last_release"]["nodes"], 4);
    let last = &rows[2]["last_release"];
    assert_eq!((&last["nodes"], &last["evaluations"]), (&json!(6), &json!(30)));
    let near = |field: &str, expected: f64| {
        let found = last[field].as_f64().unwrap();
        assert!((found / expected - 1.0).abs() < 1e-9, "{field}: {found}");
    };
    near("user_seconds", 3.0);
    near("nodes_per_second", 2.0);
    near("evaluations_per_second", 10.0);
    // Not known of all.
    assert_eq!(last["instructions"], json!(null));
    let table = text(&balanced(folder.path(), RIGHT, &[]).stdout);
    let row = |name: &str| table.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    let cells = row("last release");
    assert_eq!(cells.split_whitespace().collect::<Vec<_>>()[2..], ["6", "30", "3.00", "2", "10"]);
    assert!(row("b.w w").split_whitespace().any(|cell| cell == "w"));
    assert!(!table.contains("b.xw.") && !table.contains("instructions"), "{table}");
}

/// The other half is measured where it is asked for, and alone.
#[test]
fn what_is_held_back_must_be_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let rows = lines(&balanced(folder.path(), RIGHT, &["--json", "--half", "held-back"]));
    assert_eq!(rows.len(), 2);
    assert_eq!((&rows[0]["position"], &rows[0]["half"]), (&json!("b.xw. w"), &json!("held-back")));
    let tuning_only = RIGHT.replace("held-back", "tuning");
    let output = balanced(folder.path(), &tuning_only, &["--half", "held-back"]);
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr);
    assert_eq!(told, "error: positions.tsv: no position of the half `held-back` found\n");
}

#[test]
fn another_winner_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = RIGHT.replace("b.w b\ttuning\tb", "b.w b\ttuning\tw");
    let output = balanced(folder.path(), &wrong, &[]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert_eq!(told, "error: b.w b: Black wins, but the last release says White\n");
    // The table is there all the same.
    assert!(text(&output.stdout).contains("geometric mean"));
}

#[test]
fn wrong_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let row = ["b.w w", "tuning", "w", "4", "20", "2.00", "100"];
    for (column, cell, expected) in [
        (0, "b.k w", "position text, line 1, column 3"),
        (0, "10x10", "more than 64 squares"),
        (1, "all", "found `all`; expected tuning or held-back"),
        (2, "W", "found `W`; expected the winner, b or w"),
        (3, "-", "found `-`; expected a number of nodes"),
        (4, "many", "found `many`; expected a number of evaluations"),
        (5, "-1", "found `-1`; expected user seconds, or -"),
        (5, "NaN", "found `NaN`; expected user seconds, or -"),
        (6, "", "found ``; expected instructions per node, or -"),
    ] {
        let mut cells = row;
        cells[column] = cell;
        let output = balanced(folder.path(), &format!("# first\n{}\n", cells.join("\t")), &[]);
        assert_eq!(output.status.code(), Some(2), "{cell}");
        assert_eq!(text(&output.stdout), "", "{cell}");
        let told = text(&output.stderr);
        let expected = format!("error: positions.tsv, line 2: {expected}");
        assert!(told.starts_with(&expected), "{told}");
    }
}

#[test]
fn instructions_need_valgrind() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("positions.tsv"), RIGHT).unwrap();
    let args = ["lab", "balanced", "--no-tables", "--positions", "positions.tsv", "--instructions"];
    let output = otrera().args(args).current_dir(folder.path()).env("PATH", "").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr);
    assert!(
        told.starts_with("error: --instructions needs valgrind, which was not found"),
        "{told}"
    );
}
