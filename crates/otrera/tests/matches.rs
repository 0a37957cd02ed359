//! Matches between engines: good ones, bad ones, and matches that are killed.

mod program;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Output, Stdio};

use program::events::wait_until;
use program::{lines, otrera, text};
use serde_json::{Value, json};

/// An engine that misbehaves as it is told.
fn fake(mood: &str) -> String {
    format!("python3 {}/tests/data/fake_engine.py {mood}", env!("CARGO_MANIFEST_DIR"))
}

/// Small boards and few nodes: games that take a moment, and that are always the same.
const QUICK: &[&str] = &["--board", "4x4", "--random-moves", "1", "--nodes", "30"];

fn run(engines: [&str; 2], args: &[&str]) -> Output {
    otrera().arg("match").args(engines).args(args).output().unwrap()
}

fn report(engines: [&str; 2], args: &[&str]) -> Value {
    let output = run(engines, &[args, &["--json"]].concat());
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
    lines(&output).remove(0)
}

fn quick<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [QUICK, args].concat()
}

#[test]
fn faults_lose_and_are_told_apart() {
    for (mood, field) in [
        ("illegal", "illegal"),
        ("word", "illegal"),
        ("crash 2", "crashed"),
        ("resign", "resigned"),
    ] {
        let answer = report(["otrera", &fake(mood)], &quick(&["--games", "2"]));
        for counted in ["illegal", "crashed", "late", "resigned"] {
            let expected = if counted == field { json!([0, 2]) } else { json!([0, 0]) };
            assert_eq!(answer[counted], expected, "{mood}: {counted}");
        }
        assert_eq!((&answer["wins"], &answer["losses"]), (&json!(2), &json!(0)), "{mood}");
    }
}

/// An engine that thinks for too long loses, whether it answers in the end or not; by CPU time no engine sleeps too long.
#[test]
fn time_is_kept() {
    let args = ["--board", "4x4", "--time", "20ms", "--margin", "1200ms", "--games", "1"];
    for mood in ["hang", "late"] {
        let answer = report(["otrera", &fake(mood)], &args);
        assert_eq!((&answer["late"], &answer["wins"]), (&json!([0, 1]), &json!(1)), "{mood}");
        // A move that was never made has no part in the mean time of a move.
        let seconds = [&answer["longest"][1], &answer["wall_seconds"][1]].map(|it| it.as_f64());
        assert!(matches!(seconds, [Some(1.2..), Some(..0.5)]), "{mood}: {answer}");
    }
    if cfg!(target_os = "linux") {
        let args = [&args[..], &["--count", "cpu"]].concat();
        let answer = report(["otrera", &fake("late 3")], &args);
        assert_eq!(answer["late"], json!([0, 0]));
    }
}

/// Nonsense between lines that matter is passed over.
#[test]
fn chatter_does_no_harm() {
    let answer = report([&fake("chatter"), &fake("")], &quick(&["--games", "2"]));
    assert_eq!(answer["games"], 2);
    for counted in ["illegal", "crashed", "late", "resigned"] {
        assert_eq!(answer[counted], json!([0, 0]), "{counted}");
    }
}

#[test]
fn exit_codes_and_messages() {
    let lost = run([&fake("crash"), "otrera"], &quick(&["--games", "2"]));
    assert_eq!(lost.status.code(), Some(1));
    let told = text(&lost.stdout);
    assert!(told.contains("Forfeits   python3: 2 crashes"), "{told}");
    assert!(told.contains("game 1: python3 crashed: exit status: 1: I have had enough"), "{told}");
    let mute = run(["otrera", "/bin/cat /dev/null"], &quick(&["--games", "2"]));
    assert_eq!(mute.status.code(), Some(2));
    let told = text(&mute.stderr);
    assert!(told.starts_with("error: engine `cat`: it has ended: exit status: 0"), "{told}");
}

/// What an engine does not know it does not silently ignore.
#[test]
fn unknown_options_are_refused() {
    let program = env!("CARGO_BIN_EXE_otrera");
    let gtp = format!("gtp:{program} engine gtp");
    let option = ["--first-option", "level=9", "--board", "4x4", "--time", "10ms"];
    for (engine, told) in [
        (fake(""), "error: engine `python3`: no option `level`; it announces none\n"),
        (
            "otrera".to_owned(),
            "error: engine `otrera`: no option `level`; expected one of Threads, Hash,",
        ),
        (gtp, "error: engine `otrera`: `level 9` was refused: unknown command\n"),
    ] {
        let output = run([&engine, "otrera"], &option);
        assert_eq!(output.status.code(), Some(2), "{engine}");
        let error = text(&output.stderr);
        assert!(error.starts_with(told), "{error}");
    }
    let known = ["--first-option", "hash=1", "--games", "1"];
    assert_eq!(report(["otrera", "otrera"], &quick(&known))["games"], 1);
}

/// A GTP engine that refuses a legal move loses; one that refuses the board cannot take part.
#[test]
fn refusals_are_told() {
    let refuses = |command: &str| {
        format!(
            "gtp:sh -c 'while read line; do case \"$line\" in {command}*) echo \"? not me\";; *) echo =;; esac; echo; done'"
        )
    };
    let args = ["--board", "4x4", "--random-moves", "1", "--time", "10ms", "--margin", "10s"];
    let args = [&args[..], &["--games", "2"]].concat();
    let plays = run(["otrera:hash=1", &refuses("play")], &args);
    // However the lines are folded.
    let told = text(&plays.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("Forfeits sh: 2 illegal moves"), "{told}");
    assert!(told.contains("game 1: sh refused a legal move: `play "), "{told}");
    assert!(told.contains("` was refused: not me"), "{told}");
    let sizes = run(["otrera:hash=1", &refuses("boardsize")], &args);
    assert_eq!(sizes.status.code(), Some(2));
    assert_eq!(text(&sizes.stderr), "error: engine `sh`: `boardsize 4` was refused: not me\n");
}

/// Games that would only be repeated are not counted again.
#[test]
fn openings_of_a_list_are_played_once() {
    let folder = tempfile::tempdir().unwrap();
    let openings = folder.path().join("openings.txt");
    std::fs::write(&openings, "5x5 B1-C1xB1\n5x5\n").unwrap();
    let args = ["--openings", openings.to_str().unwrap(), "--nodes", "20"];
    let engines = ["otrera:hash=1", "otrera:hash=2"];
    assert_eq!(report(engines, &args)["games"], 4);
    let more = run(engines, &[&args[..], &["--games", "5"]].concat());
    assert_eq!(more.status.code(), Some(2));
    let told = text(&more.stderr);
    assert!(told.starts_with("error: --games: found 5; expected at most 4, "), "{told}");
}

/// Ctrl-C does not wait for an engine that thinks.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_game_ends_soon() {
    let child = otrera()
        .args(["match", &fake("hang"), &fake("hang"), "--time", "10000h", "--concurrency", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let threads = format!("/proc/{}/task", child.id());
    wait_until("an engine runs", || {
        let threads = std::fs::read_dir(&threads).into_iter().flatten().flatten();
        let mut children = threads.map(|it| std::fs::read_to_string(it.path().join("children")));
        children.any(|it| it.is_ok_and(|it| !it.is_empty()))
    });
    program::events::interrupt(&child);
    let output = program::events::output_of(child);
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(text(&output.stdout), "");
    assert_eq!(text(&output.stderr), "note: no game was finished\n");
}

#[test]
fn sequential_tests_stop_when_they_know() {
    let sprt = quick(&["--sprt", "-500,500", "--concurrency", "1"]);
    for (engines, code, accepted) in
        [(["otrera", &fake("crash")], 0, "h1"), ([&fake("crash"), "otrera"], 1, "h0")]
    {
        let output = run(engines, &[&sprt[..], &["--json"]].concat());
        assert_eq!(output.status.code(), Some(code));
        let answer = &lines(&output)[0];
        assert_eq!(answer["sprt"]["accepted"], accepted);
        assert_eq!(answer["games"], 2, "{answer}");
    }
    let open = run(["otrera", &fake("crash")], &quick(&["--sprt", "0,5", "--games", "2"]));
    assert_eq!(open.status.code(), Some(3));
    assert!(text(&open.stdout).contains("undecided: more games are needed"));
}

/// The same engine with GTP and with UCI, from openings of a file; records that can be read again.
#[test]
fn protocols_openings_and_records() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(file("openings.txt"), "# two openings\n5x5 B1-C1xB1\n\n5x5\n").unwrap();
    let gtp = format!("gtp:{} engine gtp --player hash=1", env!("CARGO_BIN_EXE_otrera"));
    let [openings, sgf] = [file("openings.txt"), file("games.sgf")];
    let args = ["--openings", &openings, "--time", "10ms", "--margin", "10s"];
    let args = [&args[..], &["--games", "4", "--sgf", &sgf]].concat();
    let answer = report(["otrera:hash=1,search=alpha-beta", &gtp], &args);
    assert_eq!(answer["games"], 4);
    assert_eq!(answer["illegal"], json!([0, 0]));
    let shown = otrera().args(["convert", &file("games.sgf"), "--to", "moves"]).output().unwrap();
    assert!(shown.status.success());
    let games = text(&shown.stdout);
    assert_eq!(games.matches("1. B1-C1xB1 ").count(), 2, "{games}");
    let record = otrera().args(["show", &file("games.sgf"), "--json"]).output().unwrap();
    let record = &lines(&record)[0]["record"];
    assert_eq!(record["contradicted"], false);
    let players = [&record["black"], &record["white"]].map(|it| it.as_str().unwrap().to_owned());
    assert!(players.contains(&"otrera:hash=1,search=alpha-beta".to_owned()), "{players:?}");
}

#[test]
fn clocks_run() {
    let args = ["--board", "5x5", "--clock", "10s+10ms", "--games", "2", "--adjudicate"];
    let answer = report(["otrera:hash=1", &fake("")], &args);
    assert_eq!((&answer["games"], &answer["late"]), (&json!(2), &json!([0, 0])));
    assert_eq!(answer["pace"], "10 s + 0.01 s per move");
}

fn results(path: &Path) -> Vec<String> {
    std::fs::read_to_string(path).unwrap_or_default().lines().map(str::to_owned).collect()
}

/// Killed again and again, a match plays every game once.
#[test]
fn killed_matches_resume() {
    const GAMES: usize = 12;
    let folder = tempfile::tempdir().unwrap();
    let [log, sgf] = ["results.json", "games.sgf"].map(|name| folder.path().join(name));
    let games = GAMES.to_string();
    let args = quick(&["--games", &games, "--results", log.to_str().unwrap()]);
    let args = [&args[..], &["--sgf", sgf.to_str().unwrap(), "--json"]].concat();
    let command = || {
        let mut command = otrera();
        command.args(["match", "otrera:hash=1", &fake("")]).args(&args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let mut known = Vec::new();
    for _ in 0..3 {
        let mut child = command().spawn().unwrap();
        let more = known.len() + 2;
        wait_until("games are kept", || {
            results(&log).len() >= more || child.try_wait().unwrap().is_some()
        });
        // SIGKILL: it cannot be prepared for.
        child.kill().unwrap();
        child.wait().unwrap();
        let now = results(&log);
        assert!(now.starts_with(&known), "what was kept stays");
        known = now;
        // The last line may be cut.
        known.pop();
    }
    let output = command().output().unwrap();
    let answer = &lines(&output)[0];
    assert_eq!(answer["games"], GAMES, "{}", text(&output.stderr));
    let all = results(&log);
    assert!(all.starts_with(&known));
    let numbers: BTreeSet<u64> = all
        .iter()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["game"].as_u64().unwrap())
        .collect();
    assert_eq!((all.len(), numbers.len()), (GAMES, GAMES));
    let records: BTreeSet<String> = results(&sgf).into_iter().collect();
    assert_eq!((results(&sgf).len(), records.len()), (GAMES, GAMES));
    // Once more: there is nothing left to play.
    assert_eq!(&lines(&command().output().unwrap())[0], answer);
    assert_eq!(results(&log).len(), GAMES);
}
