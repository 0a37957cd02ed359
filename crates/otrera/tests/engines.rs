//! The protocols of `otrera engine`, as the programs at the other end see them.

mod program;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use fastrand::Rng;
use program::{run_with_input, text};

/// A program and its lines.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

/// Nothing takes so long unless it never comes.
const PATIENCE: Duration = Duration::from_secs(120);

impl Talk {
    fn with(args: &[&str]) -> Talk {
        let mut command = Command::new(env!("CARGO_BIN_EXE_otrera"));
        command.args(args).arg("--no-tables").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (send, lines) = mpsc::channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Talk { input: child.stdin.take(), child, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn hear(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line")
    }

    /// The first line that begins so.
    fn until(&self, beginning: &str) -> String {
        loop {
            let line = self.hear();
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    /// Does it not answer yet? It may say what it thinks.
    fn still_waits(&self) -> bool {
        let until = Instant::now() + Duration::from_millis(300);
        let left = || until.saturating_duration_since(Instant::now());
        std::iter::from_fn(|| self.lines.recv_timeout(left()).ok())
            .all(|line| !line.starts_with("bestmove"))
    }

    fn end(mut self) {
        self.input = None;
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn uci_waits_for_stop_and_for_ponderhit() {
    let mut talk = Talk::with(&["engine", "uci", "--player", "hash=1"]);
    talk.say("setoption name BoardSize value 4x4");
    talk.say("position fen b.w w");
    // The only move is known at once, but nobody has asked for it yet.
    talk.say("go infinite");
    talk.until("info depth");
    talk.say("isready");
    assert_eq!(talk.until("readyok"), "readyok");
    assert!(talk.still_waits());
    talk.say("stop");
    assert_eq!(talk.until("bestmove"), "bestmove c1b1,b1c1");
    talk.say("go ponder wtime 1000 btime 1000");
    talk.until("info depth");
    talk.say("ponderhit");
    assert_eq!(talk.until("bestmove"), "bestmove c1b1,b1c1");
    // Commands that change what is thought about end it first.
    talk.say("position startpos");
    talk.say("go");
    talk.say("position fen b.w b");
    talk.until("bestmove");
    talk.say("go movetime 20");
    assert_eq!(talk.until("bestmove"), "bestmove a1b1,b1a1");
    talk.say("position fen bxw b");
    talk.say("go movetime 20");
    assert_eq!(talk.until("bestmove"), "bestmove (none)");
    talk.end();
}

#[test]
fn uci_tells_what_it_does_not_understand() {
    let mut talk = Talk::with(&["engine", "uci"]);
    for (line, told) in [
        ("castle", "info string found `castle`; expected uci,"),
        ("position", "info string position: found ``; expected startpos, or fen and a FEN"),
        ("position fen", "info string position: found `fen`; expected startpos, or fen and a FEN"),
        (
            "position startposmoves d1d7,d7g7",
            "info string position: found `startposmoves d1d7,d7g7`; expected startpos,",
        ),
        ("position fen foo", "info string position: position text, line 1, column 1: found `f`"),
        ("position fen 3k4 w", "info string position: position text, line 1, column 2: found `k`"),
        (
            "position startpos moves d1d9,d9d1 d1d2,d2d3",
            "info string position, move 2: D1-D2xD3 is illegal",
        ),
        ("go movetime soon", "info string go movetime: found `soon`; expected a number"),
        ("go mate 3", "info string go: found `mate`; expected movetime,"),
        (
            "setoption name Threads value 0",
            "info string setoption: threads: found `0`; expected a number from 1",
        ),
        (
            "setoption name Colour value 1",
            "info string setoption: found `Colour`; expected a name that `uci` lists",
        ),
        (
            "setoption name UCI_Variant value chess",
            "info string setoption: UCI_Variant: found `chess`; expected amazons",
        ),
    ] {
        talk.say(line);
        let heard = talk.hear();
        assert!(heard.starts_with(told), "{line}: {heard}");
    }
    talk.end();
}

/// Words of the protocols, and other things, in any order.
fn nonsense(rng: &mut Rng, words: &[&str]) -> Vec<u8> {
    let mut line = Vec::new();
    for _ in 0..rng.usize(0..7) {
        match rng.u8(0..10) {
            0 => line
                .extend((0..rng.usize(0..20)).map(|_| rng.u8(1..=255)).filter(|&it| it != b'\n')),
            1 => line.extend(rng.i64(..).to_string().bytes()),
            2 => line.extend(b"d1d7,d7g7"),
            _ => line.extend(words[rng.usize(..words.len())].bytes()),
        }
        line.push(b' ');
    }
    line.push(b'\n');
    line
}

/// A thousand lines of nonsense each: answers for some of them, and an orderly end.
#[test]
fn nonsense_does_no_harm() {
    const UCI: &[&str] = &[
        "uci",
        "isready",
        "ucinewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "go",
        "movetime",
        "wtime",
        "depth",
        "nodes",
        "infinite",
        "ponder",
        "stop",
        "ponderhit",
        "setoption",
        "name",
        "value",
        "Hash",
        "BoardSize",
        "4x4",
        "b.w",
        "q2/3/Q2 w - - 0 1",
        "-1",
        "1",
        "d",
        "debug",
        "Threads",
        "é",
        "\0",
    ];
    const GTP: &[&str] = &[
        "protocol_version",
        "boardsize",
        "4",
        "clear_board",
        "play",
        "genmove",
        "undo",
        "showboard",
        "time_settings",
        "time_left",
        "final_score",
        "known_command",
        "komi",
        "b",
        "w",
        "white",
        "0",
        "0.01",
        "A2-A3xA2",
        "#",
        "-1",
        "1e308",
        "nan",
        "999",
    ];
    const BOTZONE: &[&str] = &["1", "2", "-1", "0", "7", "8", "x", "100", "1e5"];
    for (protocol, words) in [("uci", UCI), ("gtp", GTP)] {
        let mut rng = Rng::with_seed(20);
        let lines: Vec<u8> = (0..1000).flat_map(|_| nonsense(&mut rng, words)).collect();
        let args = ["engine", protocol, "--no-tables", "--player", "hash=1"];
        let time: &[&str] = if protocol == "gtp" { &["--time", "1ms"] } else { &[] };
        let input = [&lines[..], b"\nquit\n"].concat();
        let output = run_with_input(&[&args[..], time].concat(), &input);
        assert!(output.status.success(), "{protocol}: {}", text(&output.stderr));
        assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
        let known = ["id ", "option ", "uciok", "readyok", "info ", "bestmove ", "=", "?"];
        if protocol == "uci" {
            let told = String::from_utf8_lossy(&output.stdout).into_owned();
            let odd = told.lines().find(|line| {
                let position = line.contains(" w") || line.contains(" b");
                !known.iter().any(|it| line.starts_with(it)) && !position
            });
            assert_eq!(odd, None);
            assert!(told.contains("info string "));
        }
    }
    // Botzone's input ends at the first thing that is wrong, so each line is a program of its own.
    let mut rng = Rng::with_seed(20);
    for _ in 0..40 {
        let lines: Vec<u8> = (0..25).flat_map(|_| nonsense(&mut rng, BOTZONE)).collect();
        let args = ["engine", "botzone", "--no-tables", "--time", "1ms", "--keep-running"];
        let output = run_with_input(&[&args[..], &["--player", "hash=1"]].concat(), &lines);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.starts_with("error: standard input"), "{told}");
    }
}

#[test]
fn gtp_plays_a_game() {
    let mut talk = Talk::with(&["engine", "gtp", "--time", "5ms", "--player", "hash=1"]);
    let answer = |talk: &mut Talk, command: &str| {
        talk.say(command);
        let first = talk.hear();
        let mut rest = first.clone();
        loop {
            match talk.hear().as_str() {
                "" => return rest,
                line => rest += &format!("\n{line}"),
            }
        }
    };
    assert_eq!(answer(&mut talk, "boardsize 4"), "=");
    assert_eq!(answer(&mut talk, "17 known_command genmove"), "=17 true");
    assert_eq!(answer(&mut talk, "komi 6.5"), "=");
    assert_eq!(answer(&mut talk, "komi x"), "? syntax error: found `x`; expected a number");
    assert_eq!(answer(&mut talk, "undo"), "? cannot undo");
    assert_eq!(answer(&mut talk, "final_score"), "? the game is not over");
    // Controllers of Go let Black begin.
    assert_eq!(answer(&mut talk, "play b B4-B2/B4"), "=");
    assert!(
        answer(&mut talk, "play b B2-B3xB2").starts_with("? illegal move: it is the turn of White")
    );
    assert_eq!(answer(&mut talk, "time_settings 10 0 0"), "=");
    let mut colors = ["w", "b"].iter().cycle();
    let last = loop {
        let told = answer(&mut talk, &format!("genmove {}", colors.next().unwrap()));
        assert!(told.starts_with("= "), "{told}");
        if told == "= resign" {
            break colors.next().unwrap().to_uppercase();
        }
    };
    let score = answer(&mut talk, "final_score");
    assert!(score.starts_with(&format!("= {last}+")), "{score}");
    assert_eq!(answer(&mut talk, "undo"), "=");
    assert!(answer(&mut talk, "showboard").contains("\n   A B C D\n"));
    assert_eq!(answer(&mut talk, "quit now"), "? syntax error");
    assert_eq!(answer(&mut talk, "quit"), "=");
    talk.end();
}

/// The example of the site's page: the third turn of the player who began.
#[test]
fn botzone_goes_on_with_a_game() {
    let history = "2\n-1 -1 -1 -1 -1 -1\n5 0 5 6 2 3\n0 5 0 4 0 5\n";
    let args = ["engine", "botzone", "--time", "20ms", "--no-tables"];
    let output = run_with_input(&args, history.as_bytes());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told = text(&output.stdout);
    assert_eq!(told.lines().count(), 1);
    let numbers: Vec<u8> = told.split_whitespace().map(|it| it.parse().unwrap()).collect();
    assert!(numbers.len() == 6 && numbers.iter().all(|&it| it < 8), "{told}");
}
