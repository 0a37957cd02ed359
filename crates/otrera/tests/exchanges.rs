//! The exchanges on the pages of the protocols, held with the real program.
//!
//! A block that opens with ```` ```text exchange=ARGUMENTS ```` is one. Lines that begin with `> ` are said to the program, the others
//! must come from it; `…` is any number of lines. Words with digits in them may be other words with digits: moves and counts differ from
//! run to run.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

const PAGES: [(&str, &str, usize); 3] = [
    ("docs/uci.md", include_str!("../../../docs/uci.md"), 1),
    ("docs/gtp.md", include_str!("../../../docs/gtp.md"), 1),
    ("docs/botzone.md", include_str!("../../../docs/botzone.md"), 3),
];

const PATIENCE: Duration = Duration::from_secs(120);

#[test]
fn exchanges_go_as_the_pages_say() {
    for (page, text, count) in PAGES {
        let blocks: Vec<&str> = text.split("```text exchange=").skip(1).collect();
        assert_eq!(blocks.len(), count, "{page}");
        for block in blocks {
            let (arguments, rest) = block.split_once('\n').unwrap();
            let (lines, _) = rest.split_once("```").unwrap();
            hold(page, arguments, lines);
        }
    }
}

fn hold(page: &str, arguments: &str, lines: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_otrera"));
    command.args(arguments.split_whitespace()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take();
    let (send, heard) = mpsc::channel();
    let output = BufReader::new(child.stdout.take().unwrap());
    std::thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            let _ = send.send(line);
        }
    });
    let mut anything = false;
    for line in lines.lines() {
        match line.strip_prefix("> ") {
            Some(said) => writeln!(input.as_mut().unwrap(), "{said}").unwrap(),
            None if line == "…" => anything = true,
            None => loop {
                let found = heard.recv_timeout(PATIENCE);
                let found = found.unwrap_or_else(|_| panic!("{page}: no answer for `{line}`"));
                if is_like(&found, line) {
                    anything = false;
                    break;
                }
                assert!(anything, "{page}: found `{found}`; expected `{line}`");
            },
        }
    }
    input = None;
    drop(input);
    assert!(child.wait().unwrap().success(), "{page}");
    assert_eq!(heard.try_recv().ok(), None, "{page}: it says more");
}

/// Is a line the same but for moves and counts? A line of play may be longer or shorter.
fn is_like(found: &str, expected: &str) -> bool {
    let has_digit = |word: &str| word.contains(|c: char| c.is_ascii_digit());
    let [mut found, mut expected] = [found, expected].map(|line| {
        let line = line.split(" pv ").next().unwrap_or_default();
        line.split(" ponder ").next().unwrap_or_default().split_whitespace()
    });
    loop {
        match (found.next(), expected.next()) {
            (None, None) => return true,
            (Some(one), Some(other)) if one == other || has_digit(one) && has_digit(other) => {}
            _ => return false,
        }
    }
}
