//! Everything that the program prints for people fits the terminal: the examples of all pages and more, in
//! terminals of 60, 80 and 120 columns.

#![cfg(target_os = "linux")]

mod program;
mod terminal;

use std::path::{Path, PathBuf};
use std::process::Command;

use terminal::Terminal;

const WIDTHS: [u16; 3] = [60, 80, 120];

/// What the pages have no example of. `{data}` is a folder with rows of experiments.
const MORE: &[&str] = &[
    "show nothing-like-that",
    "show 5x6 --play B1-B4xB9xB9",
    "show 32x4",
    "show docs/games/greedy.sgf --at 30",
    "moves 4x4",
    "perft 4x4 2 --divide",
    "perft 4x4",
    "value 'b.x/..w/x.x' --tree --plain",
    "value 'b..x/..w./x.x.' 'b.w' 'b.x/..w/x.x' --plain",
    "value docs/games/greedy.sgf --at 44 --bounds",
    "areas docs/games/greedy.sgf --at 44 --explain",
    "areas docs/games/greedy.sgf --at 20 --search 10",
    "areas 10x10 --search 10",
    "territory '....x../..b..x./..x..../.......'",
    "territory '....x../..b..x./..x..../.......' --search 1",
    "lsg docs/games/greedy.sgf --at 50",
    "zugzwang 6 --gain 3",
    "zugzwang --sum '3|6 0|2 1|4 0|3 0|4 0|5 0|6 0|7 -12 1|9 2|8'",
    "solve 5x4 --root-moves all",
    "solve 5x4 --limit 10n --explain",
    "solve docs/games/greedy.sgf --at 44",
    "solve 4x4 --proof 4x4.proof",
    "check 4x4.proof",
    "proof info 4x4.proof",
    "tables list",
    "tables stats",
    "tables verify --share 0.01 --seed 1",
    "tables build --tables tiny --size tiny",
    "tables build --tables tiny --size tiny",
    "tables list --tables nowhere",
    "bench --nodes 1",
    "lab bounds --areas 30 --seed 1",
    "lab verdicts --positions 5 --seed 1",
    "lab growth --rows docs/data/growth-6x5.json",
    "lab kinds 5x6 --rows docs/data/kinds-5x6.json",
    "lab rules docs/games/5x5-1.sgf --rows docs/data/rules-5x5-1.json",
    "lab tables --rows docs/data/tables-6x6-1.json",
    "lab solved docs/games/6x6.sgf --rows docs/data/solved-6x6.json",
    "lab plain 4x4",
    "lab balanced --positions balanced.tsv",
    "lab proofs 4x4 --folder proofs",
];

/// Examples that take long, and what prints the same lines in no time.
const LONG: &[(&str, &str)] = &[
    ("check docs/proofs/5x6.proof", "check docs/proofs/4x4.proof"),
    ("lab tegos", "lab tegos --size 5"),
    ("solve 5x5", "solve 4x4"),
];

/// What other programs read, whole lines and all.
fn is_for_programs(words: &[String]) -> bool {
    let has = |text: &str| words.iter().any(|word| word == text);
    has("--json") || has("--batch") || words[0] == "convert" || words[0] == "completions"
}

/// A folder to work in, from which the pages are seen as from the repository.
fn work() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(root().join("docs"), folder.path().join("docs")).unwrap();
    let positions = "4x4 B1-B2xC2\ttuning\tb\t100000\t20000000\t123.45\t100000\n";
    std::fs::write(folder.path().join("balanced.tsv"), positions).unwrap();
    folder
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The commands of all pages.
fn examples() -> Vec<Vec<String>> {
    let mut pages: Vec<PathBuf> =
        root().join("docs").read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "md"));
    pages.push(root().join("README.md"));
    pages.sort();
    let texts: Vec<String> =
        pages.iter().map(|page| std::fs::read_to_string(page).unwrap()).collect();
    let lines = texts.iter().flat_map(|text| text.lines());
    let commands = lines.filter_map(|line| line.strip_prefix("$ otrera "));
    let quick = |command: &str| {
        let long = LONG.iter().find(|(long, _)| command.starts_with(long));
        long.map_or(command.to_owned(), |(long, quick)| command.replacen(long, quick, 1))
    };
    let found: Vec<Vec<String>> = commands.map(|command| words(&quick(command))).collect();
    assert!(found.len() > 30, "{} examples", found.len());
    found
}

/// The words of a command as a shell reads them, as far as the examples go.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for character in command.chars() {
        match (quote, character) {
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            (None, ' ') => words.push(std::mem::take(&mut word)),
            _ => word.push(character),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// Does a line fit but for words that nobody could break: positions, names of files, values in braces, and
/// checksums?
fn fits(line: &str, columns: usize) -> bool {
    let width = line.chars().count();
    let is_digest = |word: &str| word.len() == 64 && word.chars().all(|c| c.is_ascii_hexdigit());
    let is_word = |word: &str| word.contains(['/', '{']) || is_digest(word);
    let long = |word: &&str| word.chars().count() > 24 && is_word(word);
    let unbreakable: usize =
        line.split_whitespace().filter(long).map(|word| word.chars().count()).sum();
    width <= columns || unbreakable > 0 && width - unbreakable + 24 <= columns
}

/// The lines of a command that are too long.
fn too_long(folder: &Path, columns: u16, words: &[String]) -> Vec<String> {
    let mut terminal = Terminal::start(folder, columns, program::tables(), words);
    terminal.end();
    let lines = terminal.lines().into_iter().filter(|line| !fits(line, columns.into()));
    lines.map(|line| format!("otrera {words:?} at {columns} columns: {line}\n")).collect()
}

#[test]
fn answers_fit_the_terminal() {
    let mut commands = examples();
    commands.extend(MORE.iter().map(|command| words(command)));
    let mut found = Vec::new();
    for columns in WIDTHS {
        let folder = work();
        for words in commands.iter().filter(|words| !is_for_programs(words)) {
            found.extend(too_long(folder.path(), columns, words));
        }
    }
    assert!(found.is_empty(), "{}", found.concat());
}

#[test]
fn help_fits_the_terminal() {
    let mut found = Vec::new();
    for columns in WIDTHS {
        let folder = work();
        for command in commands(&[]) {
            for help in ["-h", "--help"] {
                let words = [command.as_slice(), &[help.to_owned()]].concat();
                found.extend(too_long(folder.path(), columns, &words));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.concat());
}

/// A command and those below it, by their own help.
fn commands(path: &[String]) -> Vec<Vec<String>> {
    let output = Command::new(env!("CARGO_BIN_EXE_otrera")).args(path).arg("-h").output().unwrap();
    let help = program::text(&output.stdout);
    let mut found = vec![path.to_vec()];
    // Names of commands stand below headings of their own, two spaces to the right, and have a description.
    let usage = help.lines().find(|line| line.starts_with("Usage:")).unwrap_or_default();
    if !usage.contains("<COMMAND>") {
        return found;
    }
    for line in help.lines() {
        let Some(name) = line.strip_prefix("  ").and_then(|line| line.split_once("  ")) else {
            continue;
        };
        let is_name = name.0.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        if is_name && !name.0.starts_with('-') && !name.0.is_empty() && name.0 != "help" {
            found.extend(commands(&[path, &[name.0.to_owned()]].concat()));
        }
    }
    found
}

/// Without a terminal there are 80 columns, whatever the machine.
#[test]
fn pipes_have_eighty_columns() {
    let root = root();
    for command in ["areas docs/games/greedy.sgf --at 44 --explain", "zugzwang 6"] {
        let output = program::otrera().args(words(command)).current_dir(&root).output().unwrap();
        let text = program::text(&output.stdout);
        assert!(text.lines().all(|line| fits(line, 80)), "{text}");
    }
}
