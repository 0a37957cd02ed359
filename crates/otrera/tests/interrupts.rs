//! Ctrl-C at random moments of every long command: its exit code says so, what was promised to be kept is
//! kept, and nothing else is left behind.

#![cfg(target_os = "linux")]

mod program;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Output, Stdio};

use fastrand::Rng;
use program::events::{self, wait_until, wait_until_it_has_worked, wait_until_it_listens};
use program::{lines, otrera, run, text};

/// So often each command is interrupted.
const TIMES: usize = 10;

/// Runs a command in a folder and interrupts it at a random moment. It may be done before.
fn interrupt(rng: &mut Rng, folder: &Path, args: &[&str], input: &str) -> Output {
    interrupt_when(folder, args, input, |child| {
        wait_until_it_listens(child);
        wait_until_it_has_worked(child, rng.u64(0..=10));
    })
}

/// The same when something has happened.
fn interrupt_when(
    folder: &Path,
    args: &[&str],
    input: &str,
    happens: impl FnOnce(&mut Child),
) -> Output {
    let mut child = otrera()
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Standard input stays open: whoever waits for more must be interrupted as well.
    let mut standard_input = child.stdin.take().unwrap();
    // It may be done before it has read all.
    let _ = standard_input.write_all(input.as_bytes());
    happens(&mut child);
    events::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    drop(standard_input);
    let code = output.status.code();
    // 4: the rest of a proof was checked before.
    assert!(matches!(code, Some(0 | 4 | 130)), "{args:?}: {code:?} {}", text(&output.stderr));
    output
}

/// The names of what is in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

/// Each of these ends with 130 and leaves nothing.
fn leave_nothing(times: usize, commands: &[&[&str]]) {
    let mut rng = Rng::new();
    for args in commands {
        let folder = tempfile::tempdir().unwrap();
        let mut interrupted = 0;
        for _ in 0..times {
            let output = interrupt(&mut rng, folder.path(), args, "");
            interrupted += usize::from(output.status.code() == Some(130));
            let left = names(folder.path());
            assert!(left.is_empty(), "{args:?}: {left:?}");
        }
        assert!(interrupted > 0, "{args:?} is too short to be interrupted");
    }
}

#[test]
fn commands_that_keep_nothing() {
    leave_nothing(
        TIMES,
        &[
            &["value", "b..../...../...../....w", "--svg", "value.svg"],
            &["areas", "10x10", "--search", "100000000"],
            &["zugzwang", "8", "--amazons", "2"],
            &["bench", "--nodes", "1000000"],
            &["perft", "10x10", "5"],
            &["solve", "7x7", "--memory", "16M", "--explain"],
            &["solve", "6x6", "--memory", "16M", "--root-moves", "all"],
            &["solve", "-"],
            &["tables", "verify", "--all"],
            &["tables", "stats"],
            &[
                "proof",
                "browse",
                concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/proofs/4x4.proof"),
            ],
        ],
    );
}

#[test]
fn experiments() {
    let sgf = text(&run(&["lab", "games", "6x5", "--games", "1", "--seed", "5"]).stdout);
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game.sgf");
    fs::write(&game, sgf).unwrap();
    let game = game.to_str().unwrap();
    leave_nothing(
        TIMES,
        &[
            &["lab", "tegos", "--size", "11"],
            &["lab", "bounds", "--for", "1h", "--empty", "5"],
            &["lab", "verdicts", "--for", "1h"],
            &["lab", "plain", "5x5"],
            &["lab", "solved", game, "--search", "1h", "--svg", "solved.svg"],
            &["lab", "rungs", game, "--limit", "1h", "--svg", "rungs.svg"],
            &["lab", "tables", "6x6", "--limit", "1h", "--svg", "tables.svg"],
            &["lab", "kinds", "6x6", "--nodes", "100000000", "--svg", "kinds.svg"],
            &[
                "lab",
                "growth",
                "--board",
                "6x6",
                "--from",
                "20",
                "--to",
                "24",
                "--svg",
                "growth.svg",
            ],
            &["lab", "fit", "model.tsv"],
            &["lab", "model"],
            &["lab", "balanced"],
            &["lab", "balanced", "--choose"],
            &["lab", "games", "8x8"],
        ],
    );
    // Its first step takes a second or two.
    leave_nothing(2, &[&["lab", "attack", "--for", "1h"]]);
    // This one has a folder for its proofs, and a proof is whole or not there.
    let mut rng = Rng::new();
    for _ in 0..TIMES {
        let args = ["lab", "proofs", "4x5", "--memory", "16M", "--folder", "."];
        interrupt(&mut rng, folder.path(), &args, "");
        let left = names(folder.path());
        let expected = ["4x5.proof", "game.sgf"];
        assert!(left.iter().all(|name| expected.contains(&name.as_str())), "{left:?}");
    }
}

/// A search loses no node that it has expanded, and no area that it has searched.
#[test]
fn searches() {
    let mut rng = Rng::new();
    let folder = tempfile::tempdir().unwrap();
    let args = ["solve", "6x5", "--memory", "16M", "--no-tables", "--json", "--areas", "areas"];
    let args = [&args[..], &["--checkpoint", "saved", "--resume"]].concat();
    // Something to lose.
    let limited = [&args[..], &["--limit", "2000n"]].concat();
    let begun = otrera().args(limited).current_dir(folder.path()).output().unwrap();
    let mut nodes = lines(&begun)[0]["nodes"].as_u64().unwrap();
    let mut areas = kept_areas(folder.path(), 0);
    assert!(nodes > 0 && areas > 0, "{nodes} {areas}");
    for _ in 0..TIMES {
        let output = interrupt(&mut rng, folder.path(), &args, "");
        // Interrupted before it began to search it says nothing.
        for answer in lines(&output) {
            let now = answer["nodes"].as_u64().unwrap();
            assert!(now >= nodes, "{now} after {nodes}");
            nodes = now;
        }
        areas = kept_areas(folder.path(), areas);
        assert_eq!(names(folder.path()), ["areas", "saved"]);
        assert_eq!(names(&folder.path().join("saved")), ["solve-6x5.checkpoint"]);
    }
}

/// The number of areas in a file, which does not shrink. It is read through another one.
fn kept_areas(folder: &Path, before: u64) -> u64 {
    let copy = tempfile::tempdir().unwrap();
    let output = otrera()
        .args(["merge-areas", "--json"])
        .arg(copy.path().join("all"))
        .arg(folder.join("areas"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let now = lines(&output)[0]["areas"].as_u64().unwrap();
    assert!(now >= before, "{now} areas after {before}");
    now
}

/// A batch keeps its areas, also while it waits for the next line, and repeats no answer.
#[test]
fn batches() {
    let mut rng = Rng::new();
    let folder = tempfile::tempdir().unwrap();
    let args = ["solve", "--batch", "-", "--memory", "16M", "--no-tables", "--areas", "areas"];
    let mut areas = 0;
    for n in 0..TIMES {
        // With nothing left to do it waits for more.
        let input = if n % 2 == 0 { "4x4\nb...w\n" } else { "4x4\n7x7\n4x4\n" };
        let output = interrupt(&mut rng, folder.path(), &args, input);
        assert_eq!(output.status.code(), Some(130), "the input has not ended");
        assert!(lines(&output).iter().all(|answer| answer["winner"].is_string()));
        areas = kept_areas(folder.path(), areas);
        assert_eq!(names(folder.path()), ["areas"]);
    }
}

/// A count keeps its finished first moves.
#[test]
fn counts() {
    let mut rng = Rng::new();
    let folder = tempfile::tempdir().unwrap();
    let args = ["perft", "8x8", "3", "--checkpoint", "count", "--resume"];
    let saved = || {
        let saved = fs::read_to_string(folder.path().join("count")).unwrap_or_default();
        // Not counting the question and the checksum.
        saved.lines().count().saturating_sub(2)
    };
    // Something to lose.
    interrupt_when(folder.path(), &args, "", |_| wait_until("moves are counted", || saved() > 0));
    let mut finished = saved();
    for _ in 0..TIMES {
        let output = interrupt(&mut rng, folder.path(), &args, "");
        let now = saved();
        assert!(now >= finished && now > 0, "{now} after {finished}");
        finished = now;
        assert_eq!(names(folder.path()), ["count"]);
        if output.status.code() == Some(0) {
            break;
        }
    }
}

/// A proof is resumed until it is written, and so is its check.
#[test]
fn proofs() {
    let mut rng = Rng::new();
    let folder = tempfile::tempdir().unwrap();
    let solve = ["solve", "4x5", "--threads", "1", "--checkpoint", "saved", "--resume"];
    let solve = [&solve[..], &["--proof", "4x5.proof"]].concat();
    for _ in 0..TIMES {
        let output = interrupt(&mut rng, folder.path(), &solve, "");
        if output.status.code() == Some(0) {
            break;
        }
        let left = names(folder.path());
        let expected = ["saved", ".4x5.proof.part"];
        assert!(left.iter().all(|name| expected.contains(&name.as_str())), "{left:?}");
    }
    let output = otrera().args(&solve).current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(names(folder.path()), ["4x5.proof", "saved"]);
    let check = ["check", "4x5.proof", "--threads", "1", "--checkpoint", "checked", "--resume"];
    for _ in 0..TIMES {
        interrupt(&mut rng, folder.path(), &check, "");
        let left = names(folder.path());
        let expected = ["4x5.proof", "checked", "saved"];
        assert!(left.iter().all(|name| expected.contains(&name.as_str())), "{left:?}");
    }
    let output = otrera().args(check).current_dir(folder.path()).output().unwrap();
    assert!(matches!(output.status.code(), Some(0 | 4)), "{}", text(&output.stderr));
}

/// Tables are built in parts, which stay.
#[test]
fn tables() {
    let mut rng = Rng::new();
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..TIMES {
        interrupt(&mut rng, folder.path(), &["tables", "build", "--tables", "tables"], "");
        let output = otrera()
            .args(["tables", "list", "--json", "--tables", "tables"])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        let left = names(folder.path());
        assert!(left.iter().all(|name| name == "tables"), "{left:?}");
    }
}
