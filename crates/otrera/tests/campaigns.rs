//! Campaigns as a user runs them: killed, interrupted, exported, proved and verified; and what is planted in them.

#![cfg(unix)]

mod program;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use program::{lines, otrera, text};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Runs `otrera campaign` in a folder.
fn campaign(folder: &Path, args: &[&str]) -> Output {
    otrera().arg("campaign").args(args).current_dir(folder).output().unwrap()
}

/// The same, which must be well.
fn done(folder: &Path, args: &[&str]) -> String {
    let output = campaign(folder, args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// The same, which must end with this code; what it says on standard error.
fn refused(folder: &Path, code: i32, args: &[&str]) -> String {
    let output = campaign(folder, args);
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {told} {}", text(&output.stdout));
    told
}

fn status(folder: &Path, name: &str) -> Value {
    lines(&campaign(folder, &["status", name, "--json"])).remove(0)
}

fn start(folder: &Path, args: &[&str]) -> Child {
    let mut command = otrera();
    command.arg("campaign").args(args).current_dir(folder);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until a file has so many bytes more, or the process is over.
fn wait_for_growth(child: &mut Child, file: &Path, more: u64) {
    let length = || fs::metadata(file).map_or(0, |found| found.len());
    let (began, before) = (Instant::now(), length());
    while length() < before + more && child.try_wait().unwrap().is_none() {
        assert!(began.elapsed() < Duration::from_secs(120), "{} does not grow", file.display());
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Whoever wins, condensed and in full, has it accepted. The winners of 4×5 and 5×5 are published (Song and
/// Müller, An Enhanced Solver for the Game of Amazons).
#[test]
fn settled_campaigns_are_proved() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (board, winner) in [("5x5", "w"), ("4x5", "b")] {
        done(folder, &["new", board, board, "--expand-after", "300"]);
        assert_eq!(status(folder, board)["winner"], Value::Null);
        done(folder, &["run", board, "--threads", "1"]);
        let now = status(folder, board);
        assert_eq!(now["winner"], winner);
        assert!(now["nodes"].as_u64().unwrap() > 100 && now["core_hours"].as_f64().unwrap() > 0.0);
        let condensed = format!("{board}.condensed");
        done(folder, &["proof", board, &condensed, "--condensed"]);
        assert!(fs::metadata(folder.join(&condensed)).unwrap().len() < 20_000);
        let verified = campaign(folder, &["verify", &condensed, "--json"]);
        let answer = &lines(&verified)[0];
        assert_eq!((verified.status.code(), &answer["verdict"]), (Some(0), &"verified".into()));
        assert_eq!(answer["leaves_proved"], answer["leaves"]);
        let full = format!("{board}.proof");
        done(folder, &["proof", board, &full]);
        let check = otrera().args(["check", "--json", &full]).current_dir(folder).output().unwrap();
        let check = &lines(&check)[0];
        assert_eq!((&check["verdict"], &check["winner"]), (&"accepted".into(), &winner.into()));
        // The whole ledger, by the rules and by all of its leaves.
        assert!(done(folder, &["verify", board]).starts_with("Verified: "));
    }
    let svg = folder.join("4x5.svg");
    done(folder, &["status", "4x5", "--svg", svg.to_str().unwrap()]);
    assert!(fs::read_to_string(svg).unwrap().contains("on what is settled"));
    let told = refused(folder, 4, &["verify", "4x5.condensed", "--sample", "3", "--seed", "1"]);
    assert_eq!(told, "");
}

/// Killed ten times with SIGKILL: what was written is there, and the winner is the same.
#[test]
fn killed_campaigns_are_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    done(folder, &["new", "4x5", "4x5", "--expand-after", "1000"]);
    let log = folder.join("4x5/log");
    let mut kills = 0;
    let mut before = (0, 0);
    while kills < 10 {
        let mut child = start(folder, &["run", "4x5", "--threads", "1"]);
        wait_for_growth(&mut child, &log, 200);
        child.kill().unwrap();
        child.wait().unwrap();
        let now = status(folder, "4x5");
        let now = (now["jobs"].as_u64().unwrap(), now["nodes"].as_u64().unwrap());
        assert!(now >= before, "{now:?} after {before:?}");
        (before, kills) = (now, kills + 1);
    }
    done(folder, &["run", "4x5"]);
    assert_eq!(status(folder, "4x5")["winner"], "b");
    assert!(done(folder, &["verify", "4x5"]).starts_with("Verified: Black wins"));
}

/// Without room for search results a campaign goes on; without room for its log it ends with an error, and is
/// resumed when there is room again.
#[test]
fn full_disks_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let run = |kibibytes: usize, name: &str| {
        let mut shell = Command::new("bash");
        let limits = format!("trap '' XFSZ; ulimit -f {kibibytes}; exec \"$@\"");
        shell.args(["-c", &limits, "bash", env!("CARGO_BIN_EXE_otrera"), "campaign", "run", name]);
        shell.args(["--no-tables", "--threads", "1"]).current_dir(folder).output().unwrap()
    };
    done(folder, &["new", "4x5", "small"]);
    done(folder, &["new", "4x5", "tiny"]);
    let output = run(64, "small");
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.contains("cannot save search results"), "{told}");
    assert_eq!(status(folder, "small")["winner"], "b");
    let output = run(3, "tiny");
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("tiny/log: File too large"), "{told}");
    let now = status(folder, "tiny");
    assert!(now["winner"].is_null() && now["jobs"].as_u64().unwrap() > 1);
    done(folder, &["run", "tiny"]);
    assert_eq!(status(folder, "tiny")["winner"], "b");
}

/// One process at a time; Ctrl-C keeps everything; others may look.
#[test]
fn one_run_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    done(folder, &["new", "6x5", "6x5"]);
    let log = folder.join("6x5/log");
    let mut child = start(folder, &["run", "6x5", "--threads", "1"]);
    wait_for_growth(&mut child, &log, 2000);
    let told = refused(folder, 2, &["run", "6x5"]);
    assert!(told.contains("6x5: another process is running this campaign"), "{told}");
    let looked = status(folder, "6x5");
    assert_eq!(looked["winner"], Value::Null);
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with("Open. "));
    let now = status(folder, "6x5");
    assert!(now["nodes"].as_u64().unwrap() >= looked["nodes"].as_u64().unwrap());
    assert!(now["moves"].as_array().unwrap().len() > 100);
    let told = refused(folder, 3, &["run", "6x5", "--for", "100ms", "--threads", "1"]);
    assert_eq!(told, "");
    let told = refused(folder, 2, &["proof", "6x5", "6x5.proof"]);
    assert!(told.contains("the campaign is open"), "{told}");
    assert!(!folder.join("6x5.proof").exists());
    // Its settled part can be verified all the same.
    let verified = campaign(folder, &["verify", "6x5", "--sample", "2", "--json"]);
    assert!(matches!(verified.status.code(), Some(0 | 4)), "{}", text(&verified.stderr));
    assert_eq!(lines(&verified)[0]["winner"], Value::Null);
}

#[test]
fn exports_are_imported_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    done(folder, &["new", "4x5", "4x5", "--expand-after", "1000"]);
    let mut child = start(folder, &["run", "4x5", "--threads", "1"]);
    wait_for_growth(&mut child, &folder.join("4x5/log"), 2000);
    child.kill().unwrap();
    child.wait().unwrap();
    done(folder, &["export", "4x5", "4x5.ledger"]);
    done(folder, &["import", "4x5.ledger", "copy"]);
    done(folder, &["export", "copy", "copy.ledger"]);
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(read("4x5.ledger"), read("copy.ledger"));
    done(folder, &["run", "copy"]);
    assert_eq!(status(folder, "copy")["winner"], "b");
    let told = refused(folder, 2, &["import", "4x5.ledger", "copy"]);
    assert!(told.contains("copy: already exists; name a new folder"), "{told}");
    let mut cut = read("4x5.ledger");
    cut.truncate(cut.len() / 2);
    fs::write(folder.join("cut.ledger"), cut).unwrap();
    let told = refused(folder, 2, &["import", "cut.ledger", "other"]);
    assert!(told.contains("cut.ledger: truncated or damaged"), "{told}");
    assert!(!folder.join("other").exists());
}

/// A log with all its checksums, whatever its lines say.
fn write_log(folder: &Path, lines: &[String]) {
    let (mut log, mut chain) = (String::new(), String::new());
    for line in lines {
        let digest = Sha256::digest(format!("{chain}{line}"));
        chain = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        log += &format!("{line} #{chain}\n");
    }
    fs::write(folder.join("log"), log).unwrap();
    fs::write(folder.join("head"), format!("{} {chain}\n", lines.len())).unwrap();
    // What the solver remembers knows better.
    let _ = fs::remove_file(folder.join("memory"));
}

/// A flipped winner, an invented position, a truncated file: found by `verify`, refused by `proof`.
#[test]
fn planted_results_become_no_proof() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    done(folder, &["new", "4x4", "4x4"]);
    done(folder, &["run", "4x4", "--threads", "1"]);
    assert_eq!(status(folder, "4x4")["winner"], "b");
    let place = folder.join("4x4");
    let log = fs::read_to_string(place.join("log")).unwrap();
    let whole: Vec<String> =
        log.lines().map(|line| line.rsplit_once(" #").unwrap().0.to_owned()).collect();
    let none_written = || {
        let left = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let left: Vec<_> = left.filter(|name| name != "4x4").collect();
        assert!(left.is_empty(), "{left:?}");
    };

    // White wins after one first move: then White wins the board, and the campaign is over.
    let job = whole.iter().position(|line| line.contains(" b b 1 ")).unwrap();
    let mut flipped = whole[..=job].to_vec();
    flipped[job] = flipped[job].replacen(" b b 1 ", " b w 1 ", 1);
    write_log(&place, &flipped);
    assert_eq!(status(folder, "4x4")["winner"], "w");
    let output = campaign(folder, &["verify", "4x4", "--json"]);
    let answer = &lines(&output)[0];
    assert_eq!((output.status.code(), &answer["verdict"]), (Some(1), &"wrong".into()));
    assert_eq!(answer["wrong"]["reason"], "Black wins");
    let told = refused(folder, 2, &["proof", "4x4", "4x4.proof"]);
    assert!(told.contains("the solver contradicts itself"), "{told}");
    none_written();
    // Condensed, it is a file like any other, and falls when its leaves are proved.
    done(folder, &["proof", "4x4", "flipped", "--condensed"]);
    let output = campaign(folder, &["verify", "flipped"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("White is said to win, but Black wins"));
    fs::remove_file(folder.join("flipped")).unwrap();

    // A position that no move leads to.
    let mut invented = whole.clone();
    invented.insert(2, "job wwww/4/4/bbbb b w 1 100 1".to_owned());
    write_log(&place, &invented);
    for args in [&["verify", "4x4"][..], &["proof", "4x4", "4x4.proof"], &["run", "4x4"]] {
        let told = refused(folder, 2, args);
        let expected = "4x4/log, line 3: no expanded position leads to wwww/4/4/bbbb b";
        assert!(told.contains(expected), "{args:?}: {told}");
    }
    none_written();

    // A log that was cut short, and one with a changed byte.
    write_log(&place, &whole);
    let log = fs::read(place.join("log")).unwrap();
    fs::write(place.join("log"), &log[..log.len() / 2]).unwrap();
    for args in [&["verify", "4x4"][..], &["proof", "4x4", "4x4.proof"], &["status", "4x4"]] {
        let told = refused(folder, 2, args);
        assert!(told.contains("4x4/log: truncated: it had"), "{args:?}: {told}");
    }
    let mut changed = log.clone();
    // What stands before a checksum, and not the mark between them.
    let middle = log.len() / 2;
    let digit = middle + log[middle..].iter().position(u8::is_ascii_digit).unwrap();
    changed[digit] ^= 1;
    fs::write(place.join("log"), &changed).unwrap();
    let told = refused(folder, 2, &["verify", "4x4"]);
    assert!(told.contains("4x4/log, line ") && told.contains("checksum mismatch"), "{told}");
    none_written();
    fs::write(place.join("log"), log).unwrap();
    assert!(done(folder, &["verify", "4x4"]).starts_with("Verified: Black wins"));
}

/// Notes let an interrupted verification go on; what rests on them is a part, and says so.
#[test]
fn verification_is_resumed_from_notes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    done(folder, &["new", "4x5", "4x5"]);
    done(folder, &["run", "4x5"]);
    done(folder, &["proof", "4x5", "4x5.condensed", "--condensed"]);
    let verify = ["verify", "4x5.condensed", "--threads", "1", "--checkpoint", "notes"];
    let mut child = start(folder, &verify);
    wait_for_growth(&mut child, &folder.join("notes"), 500);
    child.kill().unwrap();
    child.wait().unwrap();
    let told = refused(folder, 2, &verify);
    assert!(told.contains("checkpoint notes already exists; add --resume"), "{told}");
    let output = campaign(folder, &[&verify[..], &["--resume", "--json"]].concat());
    assert_eq!(output.status.code(), Some(4), "{}", text(&output.stderr));
    let answer = &lines(&output)[0];
    let number = |name: &str| answer[name].as_u64().unwrap();
    assert_eq!(answer["verdict"], "verified_in_part");
    assert!(number("leaves_from_notes") > 0);
    assert_eq!(number("leaves_from_notes") + number("leaves_proved"), number("leaves"));
    let told = refused(folder, 3, &["verify", "4x5.condensed", "--expansions", "1"]);
    assert_eq!(told, "");
}
