//! `docs/errors.md` as a test of the real program.

mod program;

use std::path::Path;
use std::process::Command;

const PAGE: &str = include_str!("../../../docs/errors.md");

/// The files of the page: blocks that open with ```` ```text file=NAME ````.
fn write_files(folder: &Path) -> usize {
    let mut count = 0;
    for block in PAGE.split("```text file=").skip(1) {
        let (name, rest) = block.split_once('\n').unwrap();
        let (content, _) = rest.split_once("```").unwrap();
        let file = folder.join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, content).unwrap();
        count += 1;
    }
    count
}

/// The rows of the table: command and message, each in backticks.
fn rows() -> Vec<(String, String)> {
    let cell = |text: &str| {
        let text = text.replace("\\|", "|");
        let text = text.trim();
        let ticks = text.len() - text.trim_start_matches('`').len();
        text[ticks..text.len() - ticks].trim().to_owned()
    };
    let rows = PAGE.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let escaped = row.replace("\\|", "\u{1}");
        let cells: Vec<String> =
            escaped.split('|').map(|text| text.replace('\u{1}', "|")).collect();
        assert_eq!(cells.len(), 4, "{row}");
        (cell(&cells[1]), cell(&cells[2]))
    })
    .collect()
}

#[test]
fn every_wrong_input_of_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let files = write_files(folder.path());
    assert_eq!(files, 8);
    let program = Path::new(env!("CARGO_BIN_EXE_otrera"));
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let rows = rows();
    assert!(rows.len() >= 20, "the page has {} rows", rows.len());
    for (command, message) in rows {
        let run = Command::new("sh")
            .args(["-c", &command])
            .env("PATH", &path)
            .env("OTRERA_TABLES", program::tables())
            .current_dir(folder.path())
            .output()
            .unwrap();
        let told = String::from_utf8(run.stderr).unwrap();
        assert_eq!(told.lines().next(), Some(format!("error: {message}").as_str()), "{command}");
        assert_eq!(run.status.code(), Some(2), "{command}");
        assert_eq!(String::from_utf8(run.stdout).unwrap(), "", "{command}");
    }
    let left = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, files, "no command left a file behind");
}
