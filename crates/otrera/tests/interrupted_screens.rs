//! Ctrl-C in a terminal while a line of progress is shown: no trace of that line is left.

#![cfg(target_os = "linux")]

mod program;
mod terminal;

use terminal::Terminal;

/// Long commands, and what their lines of progress show.
const COMMANDS: &[(&str, &str)] = &[
    ("solve 7x7 --memory 16M --no-tables", "node"),
    ("solve 6x6 --memory 16M --no-tables --root-moves all", "settled"),
    ("value b..../...../...../....w", "areas done"),
    ("zugzwang 8 --amazons 2", "regions"),
    ("perft 10x10 5", "first moves"),
    ("tables verify --all", "entries"),
    ("tables build --tables new --size full", "building"),
    ("lab bounds --for 1h --empty 5", "sound"),
    ("lab verdicts --for 1h", "right"),
    ("lab growth --board 6x6 --from 20 --to 24", "s ["),
    ("lab balanced", "positions"),
    ("lab tables 6x6 --limit 1h", "searches"),
];

/// What a line of progress has at its beginning: a spinner, or the time and a bar.
fn is_progress(line: &str) -> bool {
    line.contains("s [") || line.starts_with(|c: char| ('\u{2800}'..'\u{2900}').contains(&c))
}

#[test]
fn nothing_of_it_stays() {
    for (columns, commands) in [(60, COMMANDS), (80, &COMMANDS[..3])] {
        for (command, shown) in commands {
            let folder = tempfile::tempdir().unwrap();
            let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
            let tables = program::tables();
            let mut terminal = Terminal::start(folder.path(), columns, tables, &words);
            assert!(terminal.wait_for(shown), "{command}: {:?}", terminal.lines());
            terminal.press("\x03");
            let code = terminal.end();
            assert_eq!(code, Some(130), "{command}");
            // Its lines were as wide as they may be, or there was no room for ^C.
            let too_wide = |line: &String| line.chars().count() > columns.into();
            assert_eq!(terminal.lines().into_iter().find(too_wide), None, "{command}");
            let screen = terminal.screen();
            let stale = screen.iter().find(|line| is_progress(line));
            assert_eq!(stale, None, "{command} at {columns} columns:\n{}", screen.join("\n"));
        }
    }
}

/// Who presses twice does not wait, and finds the screen as clean.
#[test]
fn nor_after_pressing_twice() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["solve", "7x7", "--memory", "16M", "--no-tables"].map(str::to_owned);
    let mut terminal = Terminal::start(folder.path(), 80, program::tables(), &words);
    assert!(terminal.wait_for("node"));
    terminal.press("\x03\x03");
    assert_eq!(terminal.end(), Some(130));
    assert!(!terminal.screen().iter().any(|line| is_progress(line)), "{:?}", terminal.screen());
}
