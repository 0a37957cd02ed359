//! Endgame tables from the command line: built, interrupted, used, damaged and kept areas.

mod program;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use fastrand::Rng;
use program::events::{wait_until_it_has_worked, wait_until_it_listens};
use program::{lines, otrera, tables, text};
use serde_json::Value;

const FILES: [&str; 3] = ["territories.table", "blockers.table", "active.table"];

/// Runs the program with tables in this folder.
fn run_in(folder: &Path, args: &[&str]) -> Output {
    otrera().env("OTRERA_TABLES", folder).args(args).output().unwrap()
}

fn build_tiny(folder: &Path) {
    let output = run_in(folder, &["tables", "build", "--size", "tiny"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// Interrupted by Ctrl-C and by `kill -9` at random moments, a build goes on and ends with the same files.
#[cfg(target_os = "linux")]
#[test]
fn interrupted_builds_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut rng = Rng::new();
    for signal in ["-INT", "-KILL", "-INT", "-KILL", "-INT", "-KILL"] {
        let mut child = otrera()
            .args(["tables", "build", "--tables"])
            .arg(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_until_it_listens(&mut child);
        wait_until_it_has_worked(&mut child, rng.u64(0..250));
        Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        let status = child.wait().unwrap();
        let ended = if signal == "-INT" { Some(130) } else { None };
        assert!([ended, Some(0)].contains(&status.code()), "{signal}: {status}");
    }
    let output = run_in(folder.path(), &["tables", "build"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for name in FILES {
        let [one, other] = [folder.path(), tables()].map(|it| fs::read(it.join(name)).unwrap());
        assert!(one == other, "{name} differs");
    }
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, FILES.len() + 1, "three tables and the lock");
}

/// Where nothing can be built a search does without, and says so.
#[test]
fn tables_that_cannot_be_built() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("tables");
    fs::write(&folder, "a file where the folder should be").unwrap();
    let output = run_in(&folder, &["solve", "6x4", "--limit", "100000n", "--threads", "1"]);
    assert_eq!(output.status.code(), Some(3));
    let told = text(&output.stderr);
    assert!(told.contains("note: continuing without endgame tables: "), "{told}");
}

#[test]
fn commands_answer_in_json() {
    let folder = tempfile::tempdir().unwrap();
    let list = |expected: Value| {
        let files = &lines(&run_in(folder.path(), &["tables", "list", "--json"]))[0]["files"];
        assert_eq!(files.as_array().unwrap().len(), FILES.len());
        assert!(files.as_array().unwrap().iter().all(|file| file["size"] == expected), "{files}");
    };
    list(Value::Null);
    let args = ["tables", "build", "--size", "tiny", "--threads", "1", "--json"];
    let built = &lines(&run_in(folder.path(), &args))[0];
    assert_eq!((&built["size"], &built["threads"]), (&"tiny".into(), &1.into()));
    assert!(built["databases"].as_array().unwrap().iter().all(|it| it["seconds"].is_number()));
    assert!(built["peak_memory"].as_u64().is_none_or(|bytes| bytes > 1 << 20));
    let bytes: u64 =
        FILES.iter().map(|name| folder.path().join(name).metadata().unwrap().len()).sum();
    assert_eq!(built["bytes"], bytes);
    let again = &lines(&run_in(folder.path(), &args))[0];
    assert!(again["databases"].as_array().unwrap().iter().all(|it| it["seconds"].is_null()));
    list("tiny".into());

    let stats = &lines(&run_in(folder.path(), &["tables", "stats", "--json"]))[0];
    let of = |kind: &str, frame: &str| -> Value {
        let all = stats["databases"].as_array().unwrap();
        all.iter().find(|it| it["kind"] == kind && it["box"] == frame).unwrap().clone()
    };
    // A corridor of four squares and its amazons: one of 4, 2 of 6 pairs, three of four … none of
    // them defective. Active: a black and a white one with 2 empty squares, two of one
    // colour and one of the other with one.
    assert_eq!(of("territories", "4x1")["entries"], 4 + 6 + 4);
    assert_eq!(of("territories", "4x1")["defective"], 0);
    assert_eq!(of("active areas", "4x1")["entries"], 6 + 4 * 3);
    assert_eq!(stats["families"].as_array().unwrap().len(), 3);
    assert!(
        stats["families"].as_array().unwrap().iter().all(|it| it["factor"].as_f64() > Some(5.0))
    );

    let verified = &lines(&run_in(folder.path(), &["tables", "verify", "--all", "--json"]))[0];
    assert_eq!((&verified["differences"], &verified["share"]), (&0.into(), &1.0.into()));

    // ±2, and what a blocker makes of it: she must shoot back, so she has no more than one square less.
    let found =
        &lines(&run_in(folder.path(), &["tables", "lookup", "b...w", "--json"]))[0]["areas"][0];
    assert_eq!(found["known"], true);
    assert_eq!((&found["mean"], &found["temperature"]), (&"0".into(), &"2".into()));
    assert_eq!((&found["lower"], &found["upper"]), (&(-3).into(), &3.into()));
    assert_eq!((&found["left_first"], &found["right_first"]), (&2.into(), &(-2).into()));
    let args = ["tables", "lookup", "..b", "--blockers", "C1", "--json"];
    let found = &lines(&run_in(folder.path(), &args))[0]["areas"][0];
    assert_eq!((&found["moves"], &found["needed"]), (&2.into(), &vec!["C1"].into()));
    let found =
        &lines(&run_in(folder.path(), &["tables", "lookup", "5x5", "--json"]))[0]["areas"][0];
    assert_eq!((&found["known"], &found["mean"]), (&false.into(), &Value::Null));
}

/// Damaged, foreign and old files are refused, and damage deep inside a file is met without harm.
#[test]
fn damaged_tables() {
    let folder = tempfile::tempdir().unwrap();
    build_tiny(folder.path());
    let path = folder.path().join("active.table");
    let sound = fs::read(&path).unwrap();
    let solve = |args: &[&str]| {
        run_in(folder.path(), &[&["solve", "4x4", "--threads", "1"], args].concat())
    };
    for bytes in [&sound[..100], &sound[..sound.len() - 1], b"something else", b""] {
        fs::write(&path, bytes).unwrap();
        let output = solve(&[]);
        assert_eq!(output.status.code(), Some(2));
        let told = text(&output.stderr);
        assert!(
            told.contains("active.table") && told.contains("otrera tables build --again"),
            "{told}"
        );
        assert!(told.contains("--no-tables"), "{told}");
        assert!(solve(&["--no-tables"]).status.success());
        assert_eq!(run_in(folder.path(), &["tables", "verify"]).status.code(), Some(2));
        assert!(text(&run_in(folder.path(), &["tables", "list"]).stdout).contains("active.table"));
    }
    // All data of the file spoilt: it says so and finds the answer without.
    let mut bytes = sound.clone();
    let data = u64::from_le_bytes(sound[24..32].try_into().unwrap()) as usize;
    bytes[data..].iter_mut().for_each(|byte| *byte ^= 1);
    fs::write(&path, &bytes).unwrap();
    let output = solve(&[]);
    assert!(output.status.success());
    assert!(text(&output.stdout).starts_with("White to move: Black wins."));
    let told = text(&output.stderr);
    assert!(told.starts_with("note: a part of the tables could not be used"), "{told}");
    assert_eq!(run_in(folder.path(), &["tables", "verify"]).status.code(), Some(2));
    build_tiny(folder.path());
    assert!(fs::read(&path).unwrap() == sound, "built anew");
    assert!(
        run_in(folder.path(), &["tables", "build", "--size", "tiny", "--again"]).status.success()
    );
    assert!(fs::read(&path).unwrap() == sound, "and again");
}

/// A section of a table file, from where `docs/tables.md` says that it is.
fn section(bytes: &[u8], [kind, width, height, squares]: [u8; 4]) -> &[u8] {
    let sections = u32::from_le_bytes(bytes[16..20].try_into().unwrap()) as usize;
    let sections = bytes[40..].chunks_exact(56).take(sections);
    sections.into_iter().find(|it| it[..4] == [kind, width, height, squares]).unwrap()
}

/// Records, which searches read, that say something else than the values, with all checksums right.
#[test]
fn wrong_records_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    build_tiny(folder.path());
    let path = folder.path().join("active.table");
    let mut bytes = fs::read(&path).unwrap();
    let long = |bytes: &[u8], at: usize| {
        u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize
    };
    let found = section(&bytes, [2, 3, 1, 3]).to_vec();
    let records = long(&bytes, 24) + long(&found, 32)..;
    for record in bytes[records].chunks_exact_mut(8).take(long(&found, 16)) {
        record[..3].copy_from_slice(&[1, 1, 0]);
    }
    otrera_area::tables::reseal(&mut bytes);
    fs::write(&path, &bytes).unwrap();
    let output = run_in(folder.path(), &["tables", "verify", "--all"]);
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("active.table is wrong: "), "{told}");
    assert!(!told.contains("panicked"), "{told}");
}

/// A copy of the small set.
fn copy_of_tables() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in FILES {
        fs::copy(tables().join(name), folder.path().join(name)).unwrap();
    }
    folder
}

/// Tables that are cut off under a search: it goes on without what it has not read yet, and says so.
#[test]
fn tables_cut_off_under_a_search() {
    let folder = copy_of_tables();
    let mut child = otrera()
        .env("OTRERA_TABLES", folder.path())
        .args(["solve", "--batch", "-", "--threads", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut questions, answers) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut answers = BufReader::new(answers).lines();
    let mut winner = |board: &str| {
        writeln!(questions, "{board}").unwrap();
        let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        answer["winner"].clone()
    };
    assert_eq!(winner("4x4"), "b");
    for name in FILES {
        // In place, as `cp` does.
        fs::OpenOptions::new().write(true).truncate(true).open(folder.path().join(name)).unwrap();
    }
    assert_eq!(winner("4x6"), "w");
    drop(questions);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", output.status);
    let told = text(&output.stderr);
    assert!(told.contains("note: a part of the tables could not be used"), "{told}");
}

/// Tables that are overwritten while they are checked are reported as such, whenever it happens.
#[cfg(target_os = "linux")]
#[test]
fn tables_overwritten_under_a_check() {
    let folder = copy_of_tables();
    // In hundredths of a second; to check all takes minutes.
    for used in [0, 20, 100] {
        let mut child = otrera()
            .args(["tables", "verify", "--all", "--tables"])
            .arg(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        wait_until_it_has_worked(&mut child, used);
        assert!(child.try_wait().unwrap().is_none());
        let path = folder.path().join("active.table");
        let sound = fs::read(&path).unwrap();
        fs::write(&path, vec![0; sound.len() / 2]).unwrap();
        let output = child.wait_with_output().unwrap();
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "after {used}: {}, {told}", output.status);
        assert!(told.contains("active.table"), "{told}");
        fs::write(&path, sound).unwrap();
    }
}

/// A pipe in place of a table is refused: to read it would take for ever.
#[cfg(unix)]
#[test]
fn pipes_are_no_tables() {
    let folder = tempfile::tempdir().unwrap();
    build_tiny(folder.path());
    let path = folder.path().join("active.table");
    fs::remove_file(&path).unwrap();
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    for args in [&["solve", "4x4"][..], &["tables", "verify"], &["tables", "lookup", "b.w"]] {
        let output = run_in(folder.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let told = text(&output.stderr);
        assert!(told.contains("active.table: not a regular file"), "{told}");
    }
}

/// A user without a home, whom no system knows: the answer is found without tables.
#[cfg(target_os = "linux")]
#[test]
fn a_user_without_a_home() {
    // A copy, since this user may not reach where the program is.
    let folder = tempfile::Builder::new()
        .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .tempdir()
        .unwrap();
    let program = folder.path().join("otrera");
    fs::copy(env!("CARGO_BIN_EXE_otrera"), &program).unwrap();
    let as_nobody_known = |tool: &[&str]| {
        let mut command = Command::new(tool[0]);
        command.args(&tool[1..]).env_clear().env("PATH", std::env::var_os("PATH").unwrap());
        command
    };
    // Root can be anyone; others can be, in a namespace of their own, where the system lets them.
    let ways: [&[&str]; 2] = [
        &["setpriv", "--reuid=54321", "--regid=54321", "--clear-groups"],
        &["unshare", "--user", "--map-user=54321"],
    ];
    let works = |way: &&&[&str]| {
        let output = as_nobody_known(way).args(["id", "-u"]).output();
        output.is_ok_and(|output| output.stdout == b"54321\n")
    };
    let Some(way) = ways.iter().find(works) else {
        // `users_without_a_home` checks the same from inside the program.
        eprintln!("nobody can be another user here");
        return;
    };
    let run = |args: &[&str]| as_nobody_known(way).arg(&program).args(args).output().unwrap();
    for position in ["b.w w", "4x4"] {
        let output = run(&["solve", position]);
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{told}");
        assert!(
            told.starts_with("note: continuing without endgame tables: no cache folder"),
            "{told}"
        );
    }
    let output = run(&["tables", "list"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--tables"), "{}", text(&output.stderr));
}

/// Areas that were searched serve other searches, and files of them are put together.
#[test]
fn areas_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
    let nodes = |board: &str, path: &Path| {
        let output = otrera()
            .args(["solve", board, "--threads", "1", "--no-tables", "--json", "--areas"])
            .arg(path)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        (lines(&output)[0]["winner"].clone(), lines(&output)[0]["nodes"].clone())
    };
    let first = nodes("5x5", &one);
    assert_eq!(first, nodes("5x5", &one));
    nodes("4x6", &other);
    let merge =
        |args: &[&Path]| otrera().args(["merge-areas", "--json"]).args(args).output().unwrap();
    let merged = lines(&merge(&[&one, &other]));
    let (areas, added) = (&merged[0]["areas"], &merged[0]["added"]);
    assert!(areas.as_u64() > added.as_u64() && added.as_u64() > Some(0), "{merged:?}");
    assert_eq!(lines(&merge(&[&one, &other]))[0]["added"], 0);
    // What it was called before still works.
    let output = otrera().args(["tables", "merge"]).args([&one, &other]).output().unwrap();
    assert!(text(&output.stdout).ends_with(" areas, 0 of them new\n"), "{}", text(&output.stdout));
    assert_eq!(merge(&[&one, &one]).status.code(), Some(2));
    assert_eq!(merge(&[&one, &folder.path().join("nothing")]).status.code(), Some(2));
    assert_eq!(lines(&merge(&[&one, &other, &other]))[0]["added"], 0, "each file once");
    // Boards of up to 64 squares and larger ones share the file.
    let batch = folder.path().join("batch");
    fs::write(&batch, format!("b...w\nb...w{}\n", "x".repeat(65))).unwrap();
    let output =
        otrera().args(["solve", "--batch"]).arg(&batch).arg("--areas").arg(&one).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stdout));
    // A file that its writer never finished is read as far as it goes; one that was changed is refused.
    let whole = fs::read(&one).unwrap();
    fs::write(&one, &whole[..whole.len() - 5]).unwrap();
    assert_eq!(first, nodes("5x5", &one));
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    fs::write(&one, changed).unwrap();
    let output = otrera().args(["solve", "4x4", "--areas"]).arg(&one).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("checksum mismatch"), "{}", text(&output.stderr));
    fs::write(&one, whole).unwrap();
    fs::write(&other, "no areas").unwrap();
    let refused = merge(&[&one, &other]);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
}
