//! The examples of README and docs, run with the real program.

mod program;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Pages show what a reader will see; what differs from run to run is made a pattern before it is compared.
#[test]
fn examples_print_what_the_pages_say() {
    at_the_root();
    let folder = tempfile::tempdir().unwrap();
    let pages = fs::read_dir("docs").unwrap().map(|entry| entry.unwrap().path());
    let pages = pages.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    for page in pages.chain([PathBuf::from("README.md")]) {
        let text = fs::read_to_string(&page).unwrap();
        fs::write(folder.path().join(page.file_name().unwrap()), patterns(&text)).unwrap();
    }
    trycmd::TestCases::new()
        .env("OTRERA_TABLES", program::tables().display().to_string())
        .case(folder.path().join("*.md"));
}

/// A page with patterns for seconds, for what a search counts, and for the moves it happens to find.
fn patterns(page: &str) -> String {
    let mut text = String::new();
    let mut in_a_line_of_play = false;
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        let continues = in_a_line_of_play && line.starts_with("           ");
        in_a_line_of_play = line.starts_with("Line       ") || continues;
        match line {
            _ if continues => {}
            _ if in_a_line_of_play => text += "Line       [..]\n...\n",
            _ if line.starts_with("Best move  ") => text += "Best move  [..]\n",
            // What is certain stays as it is.
            _ if line.starts_with("Worth      ") && line.contains("(a guess)") => {
                text += "Worth      [..]\n";
            }
            _ if ["Colours    ", "Length     "].iter().any(|it| line.starts_with(it)) => {
                text += &format!("{}[..]\n", &line[..11]);
            }
            _ if line.starts_with("Search     ") => text += "Search     [..]\n",
            _ if line.starts_with("Time       ") => text += "Time       [..]\n",
            _ if line.starts_with("Proof      ") => text += "Proof      [..]\n",
            _ if line.contains(" entries, ") && line.contains(" replies, ") => {
                text += "[..] entries, [..] replies, [..] s\n"
            }
            _ if line.contains(" leaves, by the last fact") => {
                text += "[..] leaves, by the last fact needed:\n"
            }
            _ if line.contains(" %, after a move ") => {
                let fact = line.split_whitespace().next().unwrap_or_default();
                text += &format!("  {fact} [..] %, after a move [..] %\n");
            }
            _ if line.contains(" positions bounded, ") => text += "[..] positions bounded, [..]\n",
            _ => text += &(without_seconds(line) + "\n"),
        }
        // A reader takes an exit code for output, so pages need not have it.
        if let Some(next) = lines.peek().filter(|_| line.starts_with("$ otrera ")) {
            match () {
                () if next.starts_with("error: ") => text += "? 2\n",
                () if next.contains(" to move: open (") => text += "? 3\n",
                () => {}
            }
        }
    }
    text
}

/// A line with a pattern for `0.47 s`.
fn without_seconds(line: &str) -> String {
    let Some((before, after)) = line
        .split_once(" s")
        .filter(|(_, after)| after.is_empty() || after.starts_with([',', '.', ';', ' ', ')']))
    else {
        return line.to_owned();
    };
    let number = before.rsplit([' ', '(']).next().unwrap_or_default();
    match number.contains('.') && number.parse::<f64>().is_ok() {
        true => format!("{}[..] s{after}", &before[..before.len() - number.len()]),
        false => line.to_owned(),
    }
}

/// Commands on the pages are run where a reader has the repository.
fn at_the_root() {
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
}

/// The pictures are what the commands draw.
#[test]
fn the_pictures_are_up_to_date() {
    at_the_root();
    let folder = tempfile::tempdir().unwrap();
    let pictures: [(&str, &[&str]); 6] = [
        ("opening", &["show", "10x10", "--play", "D1-D7xG7 J7-G4xB4"]),
        ("switch", &["value", "b...w"]),
        ("up", &["value", ".x/b./wx/.x"]),
        ("zugzwang", &["value", ".xx/bx./xwx/.xx"]),
        ("areas", &["areas", "docs/games/greedy.sgf", "--at", "44"]),
        ("graph", &["lsg", ".xb/..x/x.w"]),
    ];
    for (name, args) in pictures {
        let file = folder.path().join(name);
        let program = &mut Command::new(env!("CARGO_BIN_EXE_otrera"));
        assert!(program.args(args).arg("--svg").arg(&file).output().unwrap().status.success());
        let drawn = fs::read_to_string(file).unwrap();
        let page = fs::read_to_string(format!("docs/img/{name}.svg")).unwrap();
        assert_eq!(drawn, page, "{name}");
    }
}
