//! The real program, as a user runs it: in an empty folder, by its output and exit code.

mod program;

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use program::events::{interrupt, output_of, wait_until};
use program::{lines, otrera, run, run_with_input, text};
use serde_json::Value;

#[test]
fn perft_in_json_has_the_documented_fields() {
    let output = run(&["perft", "5x5", "2", "--json", "--divide"]);
    assert_eq!(output.status.code(), Some(0));
    let answer = &lines(&output)[0];
    assert_eq!(answer["depth"], 2);
    assert_eq!(answer["nodes"], 50_422);
    assert_eq!(answer["position"], ".b.b./b...b/5/w...w/.w.w. w");
    let divide = answer["divide"].as_object().unwrap();
    assert_eq!(divide.len(), 260, "260 first moves, as published");
    assert_eq!(divide.values().map(|nodes| nodes.as_u64().unwrap()).sum::<u64>(), 50_422);
}

/// More threads than any machine has are refused, by every command alike.
#[test]
fn threads_have_a_ceiling() {
    let commands: [&[&str]; 6] = [
        &["solve", "b...w"],
        &["perft", "4x4", "1"],
        &["check", "no.proof"],
        &["tables", "build", "--tables", "nowhere"],
        &["tables", "verify", "--tables", "nowhere"],
        &["lab", "tables", "4x4", "--tables", "nowhere"],
    ];
    for command in commands {
        for number in ["0", "1025", "1000000", "18446744073709551615", "18446744073709551616", "x"]
        {
            let output = run(&[command, &["--threads", number]].concat());
            assert_eq!(output.status.code(), Some(2), "{command:?} {number}");
            assert!(output.stdout.is_empty());
            let told = text(&output.stderr);
            let expected = format!("found `{number}`; expected a number of threads from 1 to 1024");
            assert!(told.contains(&expected), "{command:?}: {told}");
        }
    }
    assert!(!std::path::Path::new("nowhere").exists());
    assert!(run(&["perft", "4x4", "1", "--threads", "1024"]).status.success());
}

#[test]
fn threads_do_not_change_a_count() {
    for threads in ["1", "2", "7"] {
        let output = run(&["perft", "5x5", "3", "--threads", threads]);
        assert_eq!(text(&output.stdout), "7940210\n");
    }
    assert_eq!(text(&run(&["perft", "5x5", "0"]).stdout), "1\n");
    assert_eq!(text(&run(&["perft", "xx/xw w", "3"]).stdout), "0\n");
}

#[test]
fn a_batch_answers_every_line_and_tells_which_were_wrong() {
    let batch = b"# a remark\n5x6\n\n4x9\r\n.... w\nxw\\\xff\n";
    let output = run_with_input(&["moves", "--batch", "-"], batch);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), "");
    let answers = lines(&output);
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0]["count"], 410);
    assert_eq!(answers[1]["line"], 4);
    assert!(answers[1]["error"].as_str().unwrap().contains("no standard start"));
    assert_eq!(answers[2]["count"], 0);
    assert_eq!(answers[3]["line"], 6);
    let good = run_with_input(&["perft", "--batch", "-", "1"], b"5x6\n6x6 b\n");
    assert_eq!(good.status.code(), Some(0));
    assert_eq!(lines(&good)[1]["nodes"], 544);
}

#[test]
fn a_position_may_come_from_standard_input_or_a_file() {
    let output = run_with_input(&["moves", "-", "--json"], b"5x6 1. B1-B4xD4");
    assert_eq!(lines(&output)[0]["count"], 157);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    let sgf = run(&["convert", "5x6", "--play", "B1-B4xD4", "--to", "sgf"]).stdout;
    std::fs::write(&file, &sgf).unwrap();
    let output = run(&["moves", file.to_str().unwrap(), "--json"]);
    assert_eq!(lines(&output)[0]["count"], 157);
    let output = run(&["moves", file.to_str().unwrap(), "--json", "--at", "0"]);
    assert_eq!(lines(&output)[0]["count"], 410);
}

#[test]
fn a_batch_goes_on_after_an_answer_that_failed() {
    let output = run_with_input(&["convert", "--batch", "-", "--to", "sgf"], b"64/64\n5x6\n");
    assert_eq!(output.status.code(), Some(2));
    let answers = lines(&output);
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["line"], 1);
    assert_eq!(answers[1]["to"], "sgf");
    let two_games = b"(;GM[18]SZ[4])(;GM[18]SZ[5])\n";
    let output = run_with_input(&["convert", "--batch", "-", "--to", "text"], two_games);
    assert_eq!(lines(&output).len(), 2);
}

/// A place that only the chosen game has is no fault of the others.
#[test]
fn a_place_in_one_game_of_several() {
    let games = b"(;GM[18]SZ[5:6]PL[W]AW[aa])(;GM[18]SZ[5:6];W[bfbcdc])";
    let output = run_with_input(&["moves", "-", "--game", "2", "--at", "1", "--json"], games);
    assert_eq!(lines(&output)[0]["count"], 157);
}

#[test]
fn special_files_are_written_to_and_links_followed() {
    let folder = tempfile::tempdir().unwrap();
    let (real, link) = (folder.path().join("real.svg"), folder.path().join("link.svg"));
    std::fs::write(&real, "old").unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    assert!(run(&["show", "5x6", "--svg", link.to_str().unwrap()]).status.success());
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(std::fs::read_to_string(&real).unwrap().starts_with("<svg"));
    let both = run(&["convert", "5x6", "--to", "mcgs", "--output", "/dev/stdout"]);
    assert_eq!(text(&both.stdout), ".X.X.|X...X|.....|.....|O...O|.O.O.\n");
    assert_eq!(
        run(&["show", "5x6", "--svg", folder.path().to_str().unwrap()]).status.code(),
        Some(2)
    );
}

/// A link to what is not there yet leads to where it is written, through other links.
#[test]
fn dangling_links_are_followed() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    std::fs::create_dir(place("pictures")).unwrap();
    std::os::unix::fs::symlink("pictures/second.svg", place("first.svg")).unwrap();
    std::os::unix::fs::symlink("real.svg", place("pictures/second.svg")).unwrap();
    std::os::unix::fs::symlink("round.svg", place("round.svg")).unwrap();
    std::os::unix::fs::symlink("nowhere/board.svg", place("lost.svg")).unwrap();
    let show = |name: &str| {
        let output = run(&["show", "5x6", "--svg", place(name).to_str().unwrap()]);
        (output.status.code(), text(&output.stderr))
    };
    assert_eq!(show("first.svg").0, Some(0));
    for link in ["first.svg", "pictures/second.svg"] {
        assert!(std::fs::symlink_metadata(place(link)).unwrap().is_symlink(), "{link}");
    }
    let real = std::fs::read_to_string(place("pictures/real.svg")).unwrap();
    assert!(real.starts_with("<svg"));
    let (code, told) = show("round.svg");
    assert!(code == Some(2) && told.contains("too many levels of links"), "{told}");
    let (code, told) = show("lost.svg");
    assert!(code == Some(2) && told.contains("nowhere; create it first"), "{told}");
}

/// A named pipe has no writer, a device no end, and a sparse file of any size is soon made: none of
/// them is waited for or read into memory. What the shell has opened is read.
#[test]
fn only_ordinary_files_are_opened_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("queue");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let huge = folder.path().join("huge.sgf");
    std::fs::File::create(&huge).unwrap().set_len(1 << 40).unwrap();
    let [pipe, huge] = [&pipe, &huge].map(|path| path.to_str().unwrap());
    let refused = [
        (vec!["show", pipe], "not a regular file"),
        (vec!["moves", "--batch", pipe], "not a regular file"),
        (vec!["perft", "4x4", "2", "--checkpoint", pipe], "not a regular file"),
        (vec!["lab", "solved", pipe], "not a regular file"),
        (vec!["lab", "rungs", pipe], "not a regular file"),
        (vec!["show", "/dev/zero"], "not a regular file"),
        (vec!["show", huge], "longer than 256 MiB"),
        (vec!["lab", "rungs", huge], "longer than 256 MiB"),
        (vec!["moves", "--batch", huge], "line 1: longer than 1 MiB"),
        (vec!["perft", "4x4", "2", "--checkpoint", huge], "longer than 256 MiB"),
    ];
    for (args, message) in refused {
        let child = otrera()
            .args(&args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = output_of(child);
        let told = text(&output.stderr);
        assert!(output.status.code() == Some(2) && told.contains(message), "{args:?}: {told}");
    }
    for name in ["/dev/stdin", "/dev/fd/0", "-"] {
        for args in [vec!["moves", name, "--json"], vec!["moves", "--batch", name]] {
            assert_eq!(lines(&run_with_input(&args, b"5x6\n"))[0]["count"], 410, "{args:?}");
        }
    }
    let program = env!("CARGO_BIN_EXE_otrera");
    let script = format!("{program} moves <(echo 5x6) --json; {program} moves --batch <(echo 5x6)");
    let output = Command::new("bash").args(["-c", &script]).output().unwrap();
    assert_eq!(lines(&output).len(), 2, "{}", text(&output.stderr));
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("count.txt");
    let arguments = ["perft", "4x4", "3", "--checkpoint", checkpoint.to_str().unwrap()];
    let count = || run(&[&arguments[..], &["--resume"]].concat());
    assert_eq!(text(&run(&arguments).stdout), "139500\n");
    // Not without being asked.
    let output = run(&arguments);
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""));
    assert!(text(&output.stderr).contains("already exists; add --resume"));
    assert_eq!(text(&count().stdout), "139500\n");
    let damaged = std::fs::read_to_string(&checkpoint).unwrap().replacen('1', "7", 2);
    std::fs::write(&checkpoint, damaged).unwrap();
    let output = count();
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""));
}

#[test]
fn every_format_converts_into_every_other() {
    let formats = ["text", "moves", "sgf", "ggf", "liamazons", "fairy", "mcgs"];
    let game = ["5x6", "--play", "B1-B4xD4 E5-E3xC3"];
    for from in formats {
        let there = otrera().arg("convert").args(game).args(["--to", from]).output().unwrap();
        assert_eq!(there.status.code(), Some(0), "{from}");
        for to in formats {
            let args = ["convert", "-", "--from", from, "--to", to];
            let back = run_with_input(&args, &there.stdout);
            let direct = otrera().arg("convert").args(game).args(["--to", to]).output().unwrap();
            let games = ["moves", "sgf", "ggf"];
            if games.contains(&from) || !games.contains(&to) {
                assert_eq!(text(&back.stdout), text(&direct.stdout), "{from} to {to}");
            }
            assert_eq!(back.status.code(), Some(0), "{from} to {to}");
        }
    }
}

#[test]
fn what_a_format_cannot_keep_is_told() {
    let sgf = b"(;GM[18]SZ[5:6]PB[Ann](;W[bfbcdc]C[good])(;W[bfbddd]))";
    let output = run_with_input(&["convert", "-", "--to", "moves"], sgf);
    assert_eq!(output.status.code(), Some(0));
    let note = "note: game text cannot hold 1 node in variations and 2 remarks: left out\n";
    assert_eq!(text(&output.stderr), note);
    let output = run_with_input(&["convert", "-", "--to", "sgf"], sgf);
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn colours_only_where_they_are_wanted() {
    let escapes = |command: &mut Command| text(&command.output().unwrap().stdout).contains('\x1b');
    assert!(!escapes(otrera().args(["show", "5x6"])), "a pipe is no terminal");
    let forced = |command: &mut Command| escapes(command.env("CLICOLOR_FORCE", "1"));
    assert!(forced(otrera().args(["show", "5x6"])));
    assert!(!escapes(otrera().args(["show", "5x6"]).env("NO_COLOR", "1")));
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut child = otrera()
        .args(["moves", "10x10"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    reader.read_line(&mut first).unwrap();
    drop(reader);
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert_eq!((child.wait().unwrap().code(), told.as_str()), (Some(0), ""));
}

#[test]
fn completions_name_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(&run(&["completions", shell]).stdout);
        assert!(["show", "moves", "perft", "convert"].iter().all(|name| script.contains(name)));
    }
}

#[test]
fn help_and_version() {
    assert_eq!(
        text(&run(&["--version"]).stdout),
        concat!("otrera ", env!("CARGO_PKG_VERSION"), "\n")
    );
    assert_eq!(run(&[]).status.code(), Some(2));
    for command in ["show", "moves", "perft", "convert", "completions"] {
        let output = run(&[command, "--help"]);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains("Usage: otrera"));
    }
}

/// A count long enough to be interrupted, and known from elsewhere.
const LONG: [&str; 5] = ["perft", "10x10", "3", "--threads", "1"];
const LONG_COUNT: &str = "8350439170\n";

fn start_long(checkpoint: &Path) -> Child {
    let command = &mut otrera();
    command
        .args(LONG)
        .arg("--resume")
        .arg("--checkpoint")
        .arg(checkpoint)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// The first moves that are in the checkpoint.
fn finished(checkpoint: &Path) -> usize {
    // Not counting the question and the checksum.
    let lines = std::fs::read_to_string(checkpoint).map_or(0, |text| text.lines().count());
    lines.saturating_sub(2)
}

#[cfg(unix)]
#[test]
fn a_count_survives_interruption_and_death() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("count.txt");
    let mut child = start_long(&checkpoint);
    wait_until("a first move is counted", || finished(&checkpoint) > 0);
    child.kill().unwrap();
    child.wait().unwrap();
    let after_death = finished(&checkpoint);
    let child = start_long(&checkpoint);
    wait_until("another is counted", || finished(&checkpoint) > after_death);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    if output.status.code() != Some(0) {
        assert_eq!(output.status.code(), Some(130));
        assert!(text(&output.stderr).contains("to resume from "));
        assert_eq!(text(&output.stdout), "");
    }
    assert!(finished(&checkpoint) > after_death);
    let output = start_long(&checkpoint).wait_with_output().unwrap();
    assert_eq!(text(&output.stdout), LONG_COUNT);
    assert_eq!(finished(&checkpoint), 2176);
}

/// The fields that the documentation promises, on a board where all can be counted: two squares are
/// Black's, three White's, and one is shared by both.
#[test]
fn areas_have_the_documented_fields() {
    let answer = &lines(&run(&["areas", "..bxw...xb.w b", "--json"]))[0];
    let areas = answer["areas"].as_array().unwrap();
    let found: Vec<_> =
        areas.iter().map(|area| (&area["kind"], &area["owner"], &area["lower"])).collect();
    assert_eq!(found[0], (&"territory".into(), &"b".into(), &"[2".into()));
    assert_eq!(found[1], (&"territory".into(), &"w".into(), &"[-3".into()));
    assert_eq!(found[2].0, "active");
    assert_eq!(areas[0]["squares"], serde_json::json!(["A1", "B1", "C1"]));
    assert_eq!(areas[0]["source"], "plodding");
    assert_eq!(areas[2]["parts"][0]["label"], "d");
    // Black is one behind, and takes the last square if he moves first: not enough.
    assert_eq!((&answer["verdict"], &answer["to_move"]), (&"white".into(), &"b".into()));
    assert_eq!(answer["left_first"], -1);
    // Any patience will do, also for the second area.
    let bounds = |search| {
        let two = "b...b/w...w/xxxxx/b..bx/w..wx";
        let areas = &lines(&run(&["areas", two, "--json", "--search", search]))[0]["areas"];
        (areas[0]["lower"].clone(), areas[1]["lower"].clone(), areas[1]["source"].clone())
    };
    assert_eq!(bounds("18446744073709551615"), bounds("1000000"));
    assert_eq!(bounds("1000000").2, "local search");
    let open = &lines(&run(&["areas", "10x10", "--json", "--search", "0"]))[0];
    assert_eq!(open["verdict"], "open");
}

/// A position of a game on the large board, as picture and as text.
#[test]
fn areas_of_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("map.svg");
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/games/greedy.sgf");
    for at in ["0", "30", "50", "60"] {
        let output = run(&["areas", game, "--at", at, "--svg", picture.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{at}");
        let told = text(&output.stdout);
        assert!(told.contains(" to move: ") || told.contains(" cannot move: "), "{told}");
        assert!(std::fs::read_to_string(&picture).unwrap().starts_with("<svg"));
    }
}

#[test]
fn a_territory_has_the_documented_fields() {
    let answer = |args: &[&str]| lines(&run(args))[0].clone();
    let bent = answer(&["territory", ".x./xwx", "--json"]);
    assert_eq!(
        (&bent["owner"], &bent["empty"], &bent["moves"], &bent["defects"]),
        (&"w".into(), &2.into(), &1.into(), &1.into())
    );
    assert_eq!(bent["used"], serde_json::json!(["B1"]));
    // The line can be played: two moves of one side, so the other passes in between.
    let strip = answer(&["territory", ".b.", "--json"]);
    assert_eq!(strip["line"].as_array().unwrap().len(), 2);
    let guarded = answer(&["territory", ".b.", "--blockers", "b1", "--json"]);
    assert_eq!(guarded["moves"], 1);
    // Squares that nobody can reach do not count.
    assert_eq!(answer(&["territory", "b.x...", "--json"])["empty"], 1);
}

/// A territory that is given up on keeps its bounds.
#[test]
fn a_hard_territory_ends_in_exit_code_3() {
    let hard = "xbx...x./x...xx.x/xxx.x.xx/xx.x.xxx/x.xxbxxx/.xx..xxx/xxxxx.xx/xxx..xxx/xxxxx.xx";
    let output = run(&["territory", hard, "--search", "10", "--json"]);
    assert_eq!(output.status.code(), Some(3));
    let answer = &lines(&output)[0];
    assert_eq!(answer["moves"], Value::Null);
    assert!(answer["least"].as_i64() < answer["most"].as_i64());
}

#[test]
fn line_segment_graphs_have_names() {
    let name = |text: &str| lines(&run(&["lsg", text, "--json"]))[0]["name"].clone();
    assert_eq!(name("..x/xx."), name("x.x/.x."));
    assert_ne!(name("..x/xx."), name("..."));
}

/// Numbers of three digits keep apart.
#[test]
fn line_segment_graphs_of_large_boards() {
    for (board, points) in [("10x10", 100), ("16/16/16/16/16/16/16/16", 128)] {
        let told = text(&run(&["lsg", board]).stdout);
        let numbers = told.lines().skip(1).take_while(|line| !line.starts_with("    "));
        let mut found: Vec<usize> = numbers
            .flat_map(|line| {
                let cells: Vec<usize> =
                    line.split_whitespace().map(|cell| cell.parse().unwrap()).collect();
                cells[1..cells.len() - 1].to_vec()
            })
            .collect();
        found.sort_unstable();
        assert_eq!(found, (1..=points).collect::<Vec<usize>>(), "{told}");
    }
}

/// Figure 19 and section 5.3 on the command line.
#[test]
fn zugzwangs() {
    let found = lines(&run(&["zugzwang", "6", "--json"]));
    assert_eq!(found.last().unwrap()["graph"], 4);
    let played = &lines(&run(&["zugzwang", "--sum", "0|3 1|5 -1", "--to-move", "b", "--json"]))[0];
    assert_eq!((&played["winner"], &played["margin"]), (&"b".into(), &2.into()));
    assert_eq!(played["best_move"], "1|5");
}

/// Tables 1 and 2 of the paper, up to ten squares.
#[test]
fn the_paper_of_mueller_and_tegos() {
    let told = text(&run(&["lab", "tegos", "--size", "10"]).stdout);
    assert!(told.ends_with("Every cell that can be read in the paper is the same.\n"), "{told}");
    let cells: Vec<&str> = told.lines().rev().nth(2).unwrap().split_whitespace().collect();
    let paper =
        ["10", "ours", "755047", "137988", "929277/28500", "137976/2665", "5464/70", "42/3"];
    assert_eq!(cells, paper);
}

#[test]
fn the_check_of_bounds() {
    let output = run(&["lab", "bounds", "--areas", "40", "--seed", "1"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("no bound was wrong. Seed 1."));
}
