//! `otrera solve` as a user runs it.

mod program;

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use program::events::{
    interrupt, wait_for_file, wait_until, wait_until_it_has_worked, wait_until_it_listens,
};
use program::{lines, otrera, run, run_with_input, text};
use serde_json::Value;

/// 4×4 is a win for the second player, 5×4 for the first (Song and Müller, table I).
#[test]
fn boards_are_solved() {
    let answers = run_with_input(&["solve", "--batch", "-"], b"4x4\n5x4\nb.w b\n");
    assert_eq!(answers.status.code(), Some(0));
    let answers = lines(&answers);
    let winners: Vec<_> = answers.iter().map(|answer| &answer["winner"]).collect();
    assert_eq!(winners, ["b", "w", "b"]);
    assert_eq!(answers[0]["best_move"], Value::Null);
    assert!(answers[1]["best_move"].is_string() && answers[1]["nodes"].is_u64());
    assert_eq!(answers[1]["line"][0], answers[1]["best_move"]);
    assert_eq!(answers[2]["best_move"], "A1-B1xA1");
}

/// A limit ends in exit code 3, and what is known is told.
#[test]
fn limits_end_in_exit_code_3() {
    for limit in ["10ms,1M", "50n", "100K"] {
        let output = run(&["solve", "6x6", "--limit", limit, "--json"]);
        assert_eq!(output.status.code(), Some(3), "{limit}");
        assert_eq!(lines(&output)[0]["winner"], Value::Null);
    }
    let output = run(&["solve", "6x6", "--limit", "50n"]);
    assert!(text(&output.stdout).starts_with("White to move: open (node limit reached)."));
    let output = run(&["solve", "6x6", "--limit", "100K"]);
    assert!(text(&output.stdout).starts_with("White to move: open (memory limit reached)."));
    let output = run(&["solve", "5x5", "--root-moves", "all", "--limit", "50n", "--json"]);
    assert_eq!(output.status.code(), Some(3));
    let answer = &lines(&output)[0];
    assert_eq!(
        answer["wins"].as_u64().unwrap()
            + answer["open"].as_u64().unwrap()
            + answer["losses"].as_u64().unwrap(),
        260
    );
}

/// Both engines, any number of threads, hardly any memory: the same answer.
#[test]
fn the_answer_depends_on_nothing() {
    for more in [
        &["--engine", "ab"][..],
        &["--threads", "1"],
        &["--threads", "3"],
        &["--memory", "64K"],
        &["--engine", "ab", "--threads", "2"],
    ] {
        let output = run(&[&["solve", "5x4", "--json"][..], more].concat());
        assert_eq!(lines(&output)[0]["winner"], "w", "{more:?}");
    }
}

/// The one winning first move of 5×4 and its mirror image, and a losing one.
#[test]
fn first_moves() {
    let output = run(&["solve", "5x4", "--root-moves", "all", "--json"]);
    let answer = &lines(&output)[0];
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 170);
    for first in moves.iter().filter(|first| first["winner"] == "w") {
        let text = first["move"].as_str().unwrap();
        let output = run(&["solve", "5x4", "--first", text, "--json"]);
        assert_eq!(lines(&output)[0]["winner"], "w");
        assert_eq!(lines(&output)[0]["best_move"], text);
    }
    let losing = moves.iter().find(|first| first["winner"] == "b").unwrap();
    let output = run(&["solve", "5x4", "--first", losing["move"].as_str().unwrap(), "--json"]);
    assert_eq!(lines(&output)[0]["winner"], "b");
    assert_eq!(lines(&output)[0]["best_move"], Value::Null);
}

#[test]
fn a_leaf_is_explained() {
    let output = run(&["solve", "5x4", "--threads", "1", "--explain"]);
    let text = text(&output.stdout);
    assert!(text.contains("sum"), "{text}");
    assert!(
        text.contains("wins by answering.") || text.contains("wins by moving first."),
        "{text}"
    );
}

/// The search is the one whose signature is on record. Who changes the search changes the record, and says
/// so in the commit.
#[test]
fn the_signature() {
    let record = include_str!("data/bench.tsv");
    let pinned = record.lines().filter(|line| !line.starts_with('#')).map(str::trim).next();
    let found = lines(&run(&["bench", "--json"])).remove(0);
    assert_eq!(Some(found["signature"].to_string().as_str()), pinned);
}

/// A search that was stopped by its limit goes on where it was.
#[test]
fn a_search_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("saved");
    let saved = saved.to_str().unwrap();
    let arguments = ["solve", "4x5", "--threads", "1", "--json", "--checkpoint", saved];
    let whole = lines(&run(&arguments[..5])).remove(0);
    let first = run(&[&arguments[..], &["--limit", "10000n"]].concat());
    assert_eq!(first.status.code(), Some(3));
    assert!(text(&first.stderr).contains("run again with --resume"), "{}", text(&first.stderr));
    // Not without being asked.
    assert_eq!(run(&arguments).status.code(), Some(2));
    let second = run(&[&arguments[..], &["--resume"]].concat());
    let answer = &lines(&second)[0];
    assert_eq!(answer["winner"], "b");
    let [nodes, undisturbed] = [answer, &whole].map(|answer| answer["nodes"].as_u64().unwrap());
    assert!(nodes >= 10_000 && nodes <= undisturbed * 13 / 10, "{nodes} {undisturbed}");
}

/// Ctrl-C and `kill -9`: what was found by then is kept.
#[cfg(target_os = "linux")]
#[test]
fn a_search_survives_interruption_and_death() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solve-6x5.checkpoint");
    let start = || {
        let mut command = otrera();
        command.args(["solve", "6x5", "--memory", "64M", "--resume", "--checkpoint"]);
        command.arg(folder.path()).stdout(std::process::Stdio::piped());
        command.stderr(std::process::Stdio::piped()).spawn().unwrap()
    };
    let mut child = start();
    wait_for_file(&mut child, &file);
    child.kill().unwrap();
    child.wait().unwrap();
    let interrupted = || {
        let mut child = start();
        wait_until_it_listens(&mut child);
        wait_until_it_has_worked(&mut child, 20);
        interrupt(&child);
        child.wait_with_output().unwrap()
    };
    // Interrupted before it began to search it says nothing.
    let output = (0..20).map(|_| interrupted()).find(|output| !output.stdout.is_empty()).unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stdout).contains("open (interrupted)."), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("run again with --resume"));
    let output = run(&[
        "solve",
        "6x5",
        "--resume",
        "--limit",
        "1n",
        "--json",
        "--checkpoint",
        folder.path().to_str().unwrap(),
    ]);
    assert!(lines(&output)[0]["nodes"].as_u64().unwrap() > 1000);
    // Nothing is left beside it.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Ctrl-C ends a batch, not only the line at hand.
#[cfg(unix)]
#[test]
fn an_interrupted_batch() {
    let mut child = otrera()
        .args(["solve", "--batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"4x4\n7x7\n4x4\n").unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let first: Value = serde_json::from_str(&answers.next().unwrap()).unwrap();
    assert_eq!(first["winner"], "b");
    interrupt(&child);
    assert_eq!(answers.count(), 0, "the line at hand is open, and the next is not begun");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// What is resident stays within the limit and 50 MB: on 5×5 to the end, on 6×5 for so long that the
/// search comes to all parts of the table. Endgame tables come on top.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded() {
    for (board, limit) in [("5x5", "1h"), ("6x5", "15s,400000n")] {
        let mut child = otrera()
            .args(["solve", board, "--memory", "64M", "--limit", limit, "--no-tables"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut most = 0;
        let status = format!("/proc/{}/status", child.id());
        wait_until("it ends", || {
            let text = std::fs::read_to_string(&status).unwrap_or_default();
            let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let kilobytes = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse().ok());
            most = most.max(kilobytes.unwrap_or(0_u64));
            child.try_wait().unwrap().is_some()
        });
        let code = child.wait().unwrap().code();
        assert_eq!(code, Some(if board == "5x5" { 0 } else { 3 }), "{board}");
        assert!((1..(64 + 50) << 10).contains(&most), "{board}: {most} KiB");
    }
}

#[test]
fn experiments() {
    let output = run(&["lab", "verdicts", "--positions", "40", "--seed", "1"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("all as plain search says. Seed 1."));
    let output = run(&["lab", "plain", "4x4"]);
    assert!(text(&output.stdout).starts_with("4x4: Black wins, the second player."));
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.sgf");
    let output = run(&["lab", "games", "4x4", "--games", "3", "--seed", "5"]);
    std::fs::write(&games, &output.stdout).unwrap();
    let games = games.to_str().unwrap();
    let plot = folder.path().join("plot.svg");
    let plot = plot.to_str().unwrap();
    let output = run(&["lab", "solved", games, "--search", "5s", "--json", "--svg", plot]);
    let rows = lines(&output);
    let last = rows.last().unwrap();
    assert_eq!(
        (&last["moves"], &last["games"], &last["by_search"]),
        (&0.into(), &3.into(), &3.into())
    );
    assert!(std::fs::read_to_string(plot).unwrap().contains("</svg>"));
    let output = run(&["lab", "rungs", games, "--limit", "5s", "--json"]);
    let rows = lines(&output);
    // The start of 4×4 is a win for the second player, in every way.
    let last = rows.last().unwrap();
    assert_eq!((&last["moves"], &last["winner"]), (&0.into(), &"b".into()));
    let output = run(&[
        "lab",
        "growth",
        "--board",
        "4x4",
        "--from",
        "4",
        "--to",
        "6",
        "--positions",
        "3",
        "--json",
    ]);
    assert_eq!(lines(&output).len(), 3);
    let output = run(&["lab", "kinds", "4x4", "--nodes", "100", "--json"]);
    assert!(lines(&output).iter().any(|row| row["open"].as_f64() > Some(0.0)));
}
