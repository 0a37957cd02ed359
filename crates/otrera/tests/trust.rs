//! What `otrera solve` does when files of earlier runs are wrong, when the disk is full, and when there is
//! less memory than it would like.

mod program;

use std::path::Path;
use std::process::{Command, Output};

use program::{lines, run, text};
use serde_json::Value;

/// Runs the program in a shell that has set its limits.
#[cfg(unix)]
fn run_within(limits: &str, args: &[&str]) -> Output {
    let mut shell = Command::new("bash");
    shell.args(["-c", &format!("{limits}; exec \"$@\""), "bash", env!("CARGO_BIN_EXE_otrera")]);
    shell.args(args).output().unwrap()
}

/// Files of more than so many KiB cannot be written, as on a full disk.
#[cfg(unix)]
fn run_on_full_disk(kibibytes: usize, args: &[&str]) -> Output {
    run_within(&format!("trap '' XFSZ; ulimit -f {kibibytes}"), args)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// The winner is told even if the last checkpoint cannot be written; then the error.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_no_answer_to_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().to_str().unwrap();
    let args = ["solve", "5x4", "--no-tables", "--threads", "1", "--json", "--checkpoint", saved];
    let output = run_on_full_disk(0, &args);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(lines(&output)[0]["winner"], "w");
    let error = text(&output.stderr);
    assert!(error.contains("cannot write") && error.contains(saved), "{error}");
    assert_eq!(names(folder.path()), [""; 0]);
    let output = run(&[&args[..], &["--root-moves", "all"]].concat());
    assert_eq!(output.status.code(), Some(0));
}

/// The same for a proof, of which nothing is left.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_no_answer_to_a_proof() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("4x5.proof");
    let args = ["solve", "4x5", "--no-tables", "--json", "--proof", proof.to_str().unwrap()];
    for kibibytes in [0, 4] {
        let output = run_on_full_disk(kibibytes, &args);
        assert_eq!(output.status.code(), Some(2));
        let answer = &lines(&output)[0];
        assert_eq!((&answer["winner"], &answer["proof"]), (&"b".into(), &Value::Null));
        assert!(text(&output.stderr).contains("cannot write"), "{}", text(&output.stderr));
        assert_eq!(names(folder.path()), [""; 0]);
    }
}

/// A file of kept areas that could not be begun is not in the way of the next run.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_half_file_of_areas() {
    let folder = tempfile::tempdir().unwrap();
    let areas = folder.path().join("areas");
    let args = ["solve", "4x4", "--no-tables", "--json", "--areas", areas.to_str().unwrap()];
    for kibibytes in [0, 4, 40, 400] {
        let output = run_on_full_disk(kibibytes, &args);
        assert!(matches!(output.status.code(), Some(0 | 2)), "{}", text(&output.stderr));
        let output = run(&args);
        assert_eq!(output.status.code(), Some(0), "{kibibytes}: {}", text(&output.stderr));
        assert_eq!(lines(&output)[0]["winner"], "b");
        std::fs::remove_file(&areas).unwrap();
    }
}

/// An answer names the files of earlier runs that it rests on.
#[test]
fn what_an_answer_trusts() {
    let folder = tempfile::tempdir().unwrap();
    let areas = folder.path().join("areas").to_str().unwrap().to_owned();
    let saved = folder.path().join("saved").to_str().unwrap().to_owned();
    let args = ["solve", "5x5", "--no-tables", "--json", "--areas", &areas, "--checkpoint", &saved];
    assert_eq!(lines(&run(&args))[0]["trusts"], Value::Null);
    let output = run(&[&args[..], &["--resume"]].concat());
    let answer = &lines(&output)[0];
    let checkpoint = format!("{saved}/solve-5x5.checkpoint");
    assert_eq!(answer["trusts"], serde_json::json!([checkpoint, areas]));
    let output =
        run(&["solve", "4x4", "--no-tables", "--json", "--root-moves", "all", "--areas", &areas]);
    assert_eq!(lines(&output)[0]["trusts"], serde_json::json!([areas]));
    let batch = folder.path().join("batch");
    std::fs::write(&batch, "4x4\n").unwrap();
    let output =
        run(&["solve", "--no-tables", "--batch", batch.to_str().unwrap(), "--areas", &areas]);
    assert_eq!(lines(&output)[0]["trusts"], serde_json::json!([areas]));
}

/// Boards of up to 64 squares and larger ones in one batch share the memory.
#[cfg(target_os = "linux")]
#[test]
fn one_memory_for_a_batch() {
    let folder = tempfile::tempdir().unwrap();
    let batch = folder.path().join("batch");
    std::fs::write(&batch, "5x5\n10x10\n4x4\n").unwrap();
    let args = ["solve", "--no-tables", "--threads", "1", "--memory", "1G", "--limit", "20n"];
    let args = [&args[..], &["--batch", batch.to_str().unwrap()]].concat();
    // Not enough for two of a gibibyte each.
    let output = run_within("ulimit -v 1700000", &args);
    assert_eq!(lines(&output).len(), 3);
    assert!(lines(&output).iter().all(|answer| answer["error"].is_null()), "{output:?}");
}

/// What `areas` concludes, `solve` concludes at once.
#[test]
fn solve_knows_what_areas_knows() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/games/greedy.sgf");
    let areas = run(&["areas", game, "--at", "44", "--json"]);
    assert_eq!(lines(&areas)[0]["verdict"], "black");
    let solve = run(&["solve", game, "--at", "44", "--json", "--limit", "100000n"]);
    assert_eq!(lines(&solve)[0]["winner"], "b");
}

/// Also where the player to move wins, under small limits, and with the move.
#[test]
fn solve_finds_the_move_that_areas_promises() {
    let position = "xx.x...x../.x.x....x./.x....xxx./b.wwxxxxxx/x..xx...xx/.xxxx.x.../x.x.x.xxxx/.xx..xx.xx/xxx...xx.x/xb.x.x..xx w";
    assert_eq!(lines(&run(&["areas", position, "--json"]))[0]["verdict"], "white");
    for limit in ["1h", "100n"] {
        let solve = run(&["solve", position, "--json", "--limit", limit]);
        assert_eq!(lines(&solve)[0]["winner"], "w", "{limit}");
    }
    let solve = run(&["solve", position, "--json"]);
    let best = lines(&solve)[0]["best_move"].as_str().unwrap().to_owned();
    let after = run(&["areas", position, "--play", &best, "--json"]);
    assert_eq!(lines(&after)[0]["verdict"], "white");
}

/// A full disk under all files at once: every error is told, and nothing is left that cannot be resumed.
#[cfg(unix)]
#[test]
fn a_full_disk_under_checkpoint_and_proof() {
    let folder = tempfile::tempdir().unwrap();
    let [saved, proof] = ["saved", "4x5.proof"].map(|name| folder.path().join(name));
    let [saved_text, proof_text] = [&saved, &proof].map(|path| path.to_str().unwrap());
    let args = ["solve", "4x5", "--no-tables", "--checkpoint", saved_text, "--proof", proof_text];
    let output = run_on_full_disk(4, &args);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stdout).contains("Black wins."));
    let errors = text(&output.stderr);
    assert!(errors.contains("solve-4x5.checkpoint") && errors.contains("4x5.proof"), "{errors}");
    assert_eq!(names(folder.path()), ["saved"]);
}

/// A verdict on a proof is not lost either.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_no_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("saved");
    let file = file.to_str().unwrap();
    let proof = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/proofs/5x5.proof");
    let output = run_on_full_disk(0, &["check", proof, "--checkpoint", file, "--json"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(lines(&output)[0]["verdict"], "accepted");
    assert!(text(&output.stderr).contains("notes"), "{}", text(&output.stderr));
    assert_eq!(names(folder.path()), [""; 0]);
}

/// Nothing is written through a link that somebody has put in the place of the unfinished file.
#[cfg(unix)]
#[test]
fn a_link_in_place_of_the_unfinished_proof() {
    let folder = tempfile::tempdir().unwrap();
    let [proof, precious] = ["a.proof", "precious"].map(|name| folder.path().join(name));
    std::fs::write(&precious, "precious").unwrap();
    std::os::unix::fs::symlink("precious", folder.path().join(".a.proof.part")).unwrap();
    let output = run(&["solve", "5x4", "--no-tables", "--proof", proof.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains(".a.proof.part is in the way"));
    assert_eq!(std::fs::read_to_string(precious).unwrap(), "precious");
}

/// A proof is written where a link points to, even if nothing is there yet.
#[cfg(unix)]
#[test]
fn proofs_follow_links() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("link");
    std::os::unix::fs::symlink("real", &link).unwrap();
    let output = run(&["solve", "5x4", "--no-tables", "--proof", link.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(link.is_symlink() && folder.path().join("real").is_file());
}

/// A pipe or a device is no file to read from: nothing waits for a writer, and nothing without an end is read.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let saved = folder.path().join("saved");
    std::fs::create_dir(&saved).unwrap();
    std::fs::rename(&pipe, saved.join("solve-4x4.checkpoint")).unwrap();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let [pipe, saved] = [&pipe, &saved].map(|path| path.to_str().unwrap());
    let proof = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/proofs/4x4.proof");
    for args in [
        &["show", pipe][..],
        &["show", "--batch", pipe],
        &["show", "/dev/zero"],
        &["show", "--batch", "/dev/zero"],
        &["solve", "4x4", "--no-tables", "--areas", pipe],
        &["solve", "4x4", "--no-tables", "--areas", "/dev/zero"],
        &["solve", "4x4", "--no-tables", "--resume", "--checkpoint", saved],
        &["merge-areas", "new", pipe],
        &["check", pipe],
        &["check", "/dev/zero"],
        &["check", proof, "--resume", "--checkpoint", pipe],
        &["check", proof, "--resume", "--checkpoint", "/dev/zero"],
        &["check", proof, "--notes", pipe],
        &["perft", "4x4", "2", "--checkpoint", pipe],
        &["lab", "rungs", pipe],
    ] {
        // Without a writer a pipe would be waited for: `timeout` would end it with 124.
        let mut command = Command::new("timeout");
        command.args(["60", env!("CARGO_BIN_EXE_otrera")]).args(args);
        let output = command.current_dir(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", text(&output.stderr));
    }
}
