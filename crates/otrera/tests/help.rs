//! Help, manual pages and colours of the real program.

use std::collections::BTreeSet;
use std::process::{Command, Output};

fn run(args: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_otrera"));
    // Whatever the machine that tests has set.
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("COLUMNS");
    command.args(args).envs(environment.iter().copied()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The manual pages by name, written to a folder of their own.
fn manual() -> Vec<(String, String)> {
    let folder = tempfile::tempdir().unwrap();
    let output = run(&["man", folder.path().to_str().unwrap()], &[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let pages = std::fs::read_dir(folder.path()).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, std::fs::read_to_string(&path).unwrap())
    });
    pages.collect()
}

/// Every command is in the help under one heading, whatever the width.
#[test]
fn commands_are_grouped() {
    let help = text(&run(&["--help"], &[]).stdout);
    let (commands, _) = help.split_once("\nOptions:\n").unwrap();
    let mut listed: Vec<&str> = commands
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .map(|line| line.split_whitespace().next().unwrap())
        .collect();
    let headings = commands.lines().filter(|line| line.ends_with(':')).count();
    assert_eq!(headings, 8, "{help}");
    listed.sort_unstable();
    let pages = manual();
    let mut all: Vec<String> = pages
        .iter()
        .filter_map(|(name, _)| name.strip_prefix("otrera-")?.strip_suffix(".1"))
        .filter(|name| {
            !["proof-", "tables-", "lab-", "campaign-", "cluster-", "sum-", "engine-"]
                .iter()
                .any(|outer| name.starts_with(outer))
        })
        .map(str::to_owned)
        .collect();
    all.push("help".to_owned());
    all.sort_unstable();
    assert_eq!(listed, all);
}

#[test]
fn help_fits_the_terminal() {
    let commands: Vec<Vec<String>> = manual()
        .into_iter()
        .map(|(name, _)| {
            let name = name.strip_suffix(".1").unwrap().strip_prefix("otrera").unwrap().to_owned();
            // `merge-areas` is one word.
            let words = name.replace("merge-areas", "merge_areas");
            words.split('-').filter(|it| !it.is_empty()).map(|it| it.replace('_', "-")).collect()
        })
        .collect();
    assert!(commands.len() > 35);
    for width in [60, 80, 120] {
        let columns = width.to_string();
        for command in &commands {
            let args: Vec<&str> = command.iter().map(String::as_str).chain(["--help"]).collect();
            let output = run(&args, &[("COLUMNS", &columns)]);
            assert!(output.status.success(), "{args:?}");
            for line in text(&output.stdout).lines() {
                assert!(line.chars().count() <= width, "{args:?} at {width}: {line}");
            }
        }
    }
}

/// A page for each command, with its options, that a formatter accepts where there is one.
#[test]
fn manual_pages() {
    let pages = manual();
    let names: BTreeSet<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
    for name in ["otrera.1", "otrera-show.1", "otrera-tables-build.1", "otrera-lab-tegos.1"] {
        assert!(names.contains(name), "{name}");
    }
    for (name, page) in &pages {
        assert!(page.contains(".TH otrera") && page.contains(".SH SYNOPSIS"), "{name}");
        assert!(page.contains("\\-\\-color"), "{name}");
    }
    let (_, show) = pages.iter().find(|(name, _)| name == "otrera-show.1").unwrap();
    assert!(show.contains(".SH NOTES\n.nf\nA POSITION is one of\n"), "{show}");
    assert!(show.contains("\\-\\-svg"));
}

#[test]
fn manual_pages_are_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let output = run(&["man", file.to_str().unwrap()], &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot create folder"));
    // The folder is made, and a second time the pages are replaced.
    let pages = folder.path().join("man").join("man1");
    for _ in 0..2 {
        assert!(run(&["man", pages.to_str().unwrap()], &[]).status.success());
    }
    let odd = std::fs::read_dir(pages).unwrap().any(|entry| {
        let name = entry.unwrap().file_name();
        !name.to_str().unwrap().ends_with(".1")
    });
    assert!(!odd, "nothing unfinished is left");
}

/// `--color` has the last word; without it a pipe gets none.
#[test]
fn colours() {
    let colored = |args: &[&str], environment: &[(&str, &str)]| {
        let output = run(args, environment);
        [output.stdout, output.stderr].concat().contains(&b'\x1b')
    };
    let cases: [(&str, &[&str]); 5] = [
        ("a board", &["show", "5x6"]),
        ("our errors", &["show", "nofile"]),
        ("errors of the command line", &["show", "5x6", "--nonsense"]),
        ("a word that is no command", &["draw"]),
        ("help", &["--help"]),
    ];
    for (what, args) in cases {
        let with = |color: &'static [&'static str]| [color, args].concat();
        assert!(!colored(args, &[]), "{what}: a pipe is no terminal");
        assert!(colored(&with(&["--color", "always"]), &[]), "{what}");
        assert!(colored(&with(&["--color=always"]), &[("NO_COLOR", "1")]), "{what}");
        assert!(!colored(&with(&["--color", "auto"]), &[]), "{what}");
        assert!(!colored(&with(&["--color", "never"]), &[("CLICOLOR_FORCE", "1")]), "{what}");
    }
    // It may stand behind the command, too, and JSON is never coloured.
    assert!(colored(&["show", "5x6", "--color", "always"], &[]));
    assert!(!colored(&["show", "5x6", "--color", "always", "--json"], &[]));
    assert!(!colored(&["show", "nofile", "--color", "always", "--json"], &[]));
}
