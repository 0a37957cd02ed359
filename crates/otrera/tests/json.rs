//! Every JSON answer of the real program, against `docs/answers.schema.json` and `docs/json.md`.

mod program;
mod schema;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use program::{lines, text};
use schema::Schema;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Definitions of answers that need more than this file has: `cluster.rs` checks them with a server.
const ELSEWHERE: &[(&str, &str)] = &[("cluster status", "otrera-cluster-status")];

const PAGE: &str = include_str!("../../../docs/json.md");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Definitions of the schema with commands that are answered so, and how these end.
const EXAMPLES: &[(&str, &[&str], i32)] = &[
    ("show", &["show", "5x6"], 0),
    ("show", &["show", "players.sgf"], 0),
    ("moves", &["moves", "b..x/.w.. w"], 0),
    ("perft", &["perft", "4x4", "1", "--divide"], 0),
    ("perft", &["perft", "--batch", "positions.txt", "1"], 0),
    ("bad line", &["moves", "--batch", "bad.txt"], 2),
    ("convert", &["convert", "5x6", "--to", "sgf"], 0),
    ("value", &["value", "b...w"], 0),
    ("value", &["value", "b.w", "b..w b"], 0),
    ("value", &["value", "b.w"], 0),
    ("value", &["value", "1/2 + {2|-1}", "--moves"], 0),
    ("value 'x <= y'", &["value", "* <= ^"], 1),
    ("value 'stops x'", &["value", "stops {2|-1}"], 0),
    ("value", &["value", "10x10", "--bounds"], 0),
    ("value", &["value", "b.../..../...w", "--limit", "1ms"], 3),
    ("tds", &["tds", "b...w"], 0),
    ("tds", &["tds", "b.../..../...w", "--limit", "10n"], 3),
    ("tds", &["tds", "10x10", "--depth", "1"], 0),
    ("genmove", &["genmove", "b.w", "--time", "10ms"], 0),
    ("genmove", &["genmove", "bxw. b"], 0),
    ("match", &["match", "otrera:hash=1", "otrera:hash=1", "--board", "b.w", "--games", "2"], 0),
    ("sum match", &["sum", "match", "--sizes", "3x3", "--positions", "1", "--time", "5s"], 0),
    ("analyse", &["analyse", "..bxw...xb.w b", "--play", "C1-B1xC1", "--limit", "5s"], 0),
    ("analyse", &["analyse", "5x6 B1-B4xD4", "--limit", "10ms"], 0),
    ("areas", &["areas", "..bxw...xb.w b"], 0),
    ("areas", &["areas", "10x10", "--search", "0"], 0),
    ("territory", &["territory", ".x./xbx"], 0),
    ("territory", &["territory", ".b.", "--blockers", "B1"], 0),
    ("lsg", &["lsg", "..x/xb."], 0),
    ("zugzwang SIZE", &["zugzwang", "6"], 0),
    ("zugzwang --sum", &["zugzwang", "--sum", "0|3 1|5 -1"], 0),
    ("zugzwang --sum", &["zugzwang", "--sum", "0"], 0),
    ("solve", &["solve", "4x4"], 0),
    ("solve", &["solve", "5x5", "--limit", "1n", "--no-tables"], 3),
    ("solve", &["solve", "5x6", "--first", "B1-B4xD4", "--limit", "1n", "--no-tables"], 3),
    ("solve", &["solve", "4x4", "--proof", "4x4.proof"], 0),
    ("solve", &["solve", "b..w", "--areas", "kept.areas"], 0),
    ("solve --root-moves all", &["solve", "b...w", "--root-moves", "all"], 0),
    ("check", &["check", "4x4.proof"], 0),
    ("check", &["check", "lie.proof"], 1),
    ("proof info", &["proof", "info", "4x4.proof"], 0),
    ("campaign status", &["campaign", "status", "campaign"], 0),
    ("campaign verify", &["campaign", "verify", "campaign", "--no-tables"], 0),
    ("tables list", &["tables", "list"], 0),
    ("tables list", &["tables", "list", "--tables", "nowhere"], 0),
    ("tables build", &["tables", "build", "--size", "tiny"], 0),
    ("tables verify", &["tables", "verify", "--share", "1", "--seed", "1"], 0),
    ("tables stats", &["tables", "stats"], 0),
    ("tables lookup", &["tables", "lookup", "b.wx..bxb.........w"], 0),
    ("merge-areas", &["merge-areas", "all.areas", "kept.areas"], 0),
    ("bench", &["bench", "--nodes", "1"], 0),
    ("lab tegos", &["lab", "tegos", "--size", "3"], 0),
    ("lab bounds", &["lab", "bounds", "--areas", "3", "--seed", "1"], 0),
    ("lab tds 1", &["lab", "tds", "1", "--sizes", "4"], 0),
    ("lab tds 2", &["lab", "tds", "2", "--sizes", "4"], 0),
    ("lab tds 3", &["lab", "tds", "3", "--sizes", "4", "--depth", "2"], 0),
    ("sum match", &["lab", "tds", "4", "--positions", "1", "--time", "1ms"], 0),
    ("lab tds speed", &["lab", "tds", "speed", "--sizes", "4"], 0),
    ("lab solved", &["lab", "solved", "short.sgf", "--search", "0s"], 0),
    ("lab rules", &["lab", "rules", "short.sgf"], 0),
    ("lab tables", &["lab", "tables", "b.w/...", "--limit", "1s"], 0),
    ("lab kinds", &["lab", "kinds", "4x4", "--nodes", "1"], 0),
    ("lab growth", &["lab", "growth", "--from", "5", "--to", "5", "--positions", "1"], 0),
    ("lab evaluation", &["lab", "evaluation", "--board", "4x4", "--nodes", "10"], 0),
    ("lab model", &["lab", "model", "--nodes", "1"], 0),
    ("lab balanced", &["lab", "balanced", "--positions", "balanced.tsv"], 0),
    ("lab ordering", ORDERING, 0),
    ("lab movetime", &["lab", "movetime", "--searches", "1", "--board", "b.w", "--most", "1h"], 0),
    ("lab proofs", &["lab", "proofs", "4x4"], 0),
];

/// Late in a game, so that it takes a moment.
const ORDERING: &[&str] =
    &["lab", "ordering", "--random-moves", "8", "--least", "5", "--positions", "1"];

const FILES: [(&str, &str); 5] = [
    ("players.sgf", "(;GM[18]SZ[4:1]PB[Ann]PW[Bob]RE[W+1]PL[W]AB[aa]AW[ba];W[bacada])"),
    ("short.sgf", "(;GM[18]SZ[4:1]PL[W]AB[aa]AW[ba])"),
    ("positions.txt", "4x4\nb..w\n"),
    ("balanced.tsv", "b.w w\ttuning\tw\t1\t2\t0.01\t-\nb.w b\ttuning\tb\t1\t2\t-\t5\n"),
    ("bad.txt", "9x9\nhello\n"),
];

/// A proof that comes with the project, with the other winner in its header and all checksums right.
fn false_proof() -> Vec<u8> {
    let proof = std::fs::read(Path::new(ROOT).join("docs/proofs/4x4.proof")).unwrap();
    let end = proof.windows(2).position(|two| two == b"\n\n").unwrap() + 2;
    let header = String::from_utf8(proof[..end].to_vec()).unwrap();
    let mut lie = header.replace("\nwinner b\n", "\nwinner w\n").into_bytes();
    assert_ne!(lie, proof[..end]);
    lie.extend(&Sha256::digest(&lie)[..8]);
    lie.extend(&proof[end + 8..proof.len() - 32]);
    lie.extend(&Sha256::digest(&lie)[..]);
    lie
}

/// A folder with the files, a false proof and small endgame tables.
fn prepared() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in FILES {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    std::fs::write(folder.path().join("lie.proof"), false_proof()).unwrap();
    let campaign = |args: &[&str]| {
        assert!(run_plainly(folder.path(), &[&["campaign"], args].concat()).status.success());
    };
    campaign(&["new", "b...w", "campaign"]);
    campaign(&["run", "campaign", "--no-tables"]);
    // The examples use them before they build them.
    assert!(run_in(folder.path(), &["tables", "build", "--size", "tiny"]).status.success());
    folder
}

/// The definitions that are used.
fn names() -> impl Iterator<Item = &'static str> {
    EXAMPLES.iter().map(|&(name, ..)| name).chain(ELSEWHERE.iter().map(|&(name, _)| name))
}

#[test]
fn every_answer_is_as_the_schema_says() {
    let schema = Schema::read();
    let folder = prepared();
    for &(name, args, code) in EXAMPLES {
        let output = run_in(folder.path(), args);
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {told}");
        let answers = lines(&output);
        assert!(!answers.is_empty(), "{args:?}");
        for answer in &answers {
            schema.check(name, answer).unwrap_or_else(|why| panic!("{args:?}: {why}\n{answer}"));
        }
        for line in told.lines() {
            let note = serde_json::from_str(line).unwrap_or_else(|_| panic!("{args:?}: {line}"));
            schema.check("note", &note).unwrap_or_else(|why| panic!("{args:?}: {why}"));
        }
    }
}

/// The validator sees what is wrong.
#[test]
fn wrong_answers_are_noticed() {
    let schema = Schema::read();
    let good = json!({"position": "b.w w", "to_move": "w", "count": 1, "moves": ["C1-B1xC1"]});
    assert_eq!(schema.check("moves", &good), Ok(()));
    for (field, value, why) in [
        ("count", json!("1"), "moves.count: found \"1\", expected the type \"integer\""),
        ("to_move", json!("white"), "moves.to_move: found \"white\", expected one of"),
        ("moves", json!([1]), "moves.moves[0]: found 1"),
        ("nodes", json!(1), "moves.nodes: add it to docs/answers.schema.json"),
    ] {
        let mut wrong = good.clone();
        wrong[field] = value;
        let told = schema.check("moves", &wrong).unwrap_err();
        assert!(told.starts_with(why), "{told}");
    }
    let mut missing = good.clone();
    missing.as_object_mut().unwrap().remove("count");
    assert_eq!(schema.check("moves", &missing), Err("moves: `count` is missing".to_owned()));
    let area = json!({"squares": [], "known": true});
    let lookup = json!({"position": "b.w w", "areas": [area]});
    assert!(schema.check("tables lookup", &lookup).unwrap_err().contains("none of these"));
}

/// The pages of the manual are the list of all commands, and show which have `--json`.
#[test]
fn every_command_with_json_has_an_example_and_a_row() {
    let folder = tempfile::tempdir().unwrap();
    let written = Command::new(env!("CARGO_BIN_EXE_otrera")).arg("man").arg(folder.path()).output();
    assert!(written.unwrap().status.success());
    let mut with_json = BTreeSet::new();
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        let page = std::fs::read_to_string(&path).unwrap();
        if page.contains("\\-\\-json") && page.contains("Print JSON") {
            with_json.insert(path.file_stem().unwrap().to_str().unwrap().to_owned());
        }
    }
    let shown = |args: &[&str]| {
        let nested = ["tables", "proof", "lab", "campaign", "sum"].contains(&args[0]);
        format!("otrera-{}", args[..if nested { 2 } else { 1 }].join("-"))
    };
    let mut examples: BTreeSet<String> = EXAMPLES.iter().map(|(_, args, _)| shown(args)).collect();
    examples.extend(ELSEWHERE.iter().map(|(_, page)| (*page).to_owned()));
    assert_eq!(with_json, examples);
    let used: BTreeSet<&str> = names().collect();
    let parts = ["color", "winner", "squares", "walls", "ordered", "leaves", "error", "note"];
    let schema = Schema::read();
    let defined: BTreeSet<&str> = schema.names().filter(|name| !parts.contains(name)).collect();
    assert_eq!(used, defined);
}

/// The page names the fields that the schema has, in the row of each answer.
#[test]
fn the_page_names_every_field() {
    let schema = Schema::read();
    let used: BTreeSet<&str> = names().collect();
    for name in used.into_iter().filter(|&name| name != "bad line") {
        let row = PAGE.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        let row = row.unwrap_or_else(|| panic!("docs/json.md has no row for `{name}`"));
        for field in schema.definition(name)["properties"].as_object().unwrap().keys() {
            assert!(row.contains(&format!("`{field}`")), "docs/json.md: `{name}` lacks `{field}`");
        }
    }
}

/// Wherever a winner is named, it is coded in the same way.
#[test]
fn a_winner_is_coded_in_one_way() {
    fn visit(place: &str, rule: &Value) {
        for (word, below) in rule.as_object().into_iter().flatten() {
            if word == "winner" {
                assert_eq!(below, &json!({"$ref": "#/$defs/winner"}), "{place}");
            }
            visit(place, below);
        }
        rule.as_array().into_iter().flatten().for_each(|below| visit(place, below));
    }
    let schema = Schema::read();
    assert_eq!(schema.definition("winner")["enum"], json!(["b", "w", null]));
    schema.names().for_each(|name| visit(name, schema.definition(name)));
}

/// One position, asked of each command that names a winner: White to move takes the square between
/// and wins; with Black to move it is the other way round.
#[test]
fn all_commands_name_the_same_winner() {
    let folder = tempfile::tempdir().unwrap();
    for (position, winner) in [("b.w w", "w"), ("b.w b", "b"), ("b.xw. w", "b"), ("bx.w w", "w")] {
        for command in ["show", "value", "areas", "solve"] {
            let mut args = vec![command, position];
            args.extend((command == "solve").then_some("--no-tables"));
            let answer = &lines(&run_in(folder.path(), &args))[0];
            assert_eq!(answer["winner"], winner, "{command} {position}");
        }
    }
    // The old fields say the same for one release more.
    let value = &lines(&run_in(folder.path(), &["value", "b.w"]))[0];
    assert_eq!((&value["won_by"], &value["outcome"]), (&json!("first"), &json!("N")));
    let areas = &lines(&run_in(folder.path(), &["areas", "b.w"]))[0];
    assert_eq!((&areas["winner"], &areas["verdict"]), (&json!("w"), &json!("white")));
    let open = &lines(&run_in(folder.path(), &["areas", "10x10", "--search", "0"]))[0];
    assert_eq!((&open["winner"], &open["verdict"]), (&Value::Null, &json!("open")));
}

/// Whatever is wrong, standard output is empty and standard error is one JSON object.
#[test]
fn errors_are_json_too() {
    let schema = Schema::read();
    let folder = prepared();
    let error = |args: &[&str]| {
        let output = run_in(folder.path(), args);
        assert_eq!(
            (output.status.code(), text(&output.stdout).as_str()),
            (Some(2), ""),
            "{args:?}"
        );
        let told = text(&output.stderr);
        assert_eq!(told.lines().count(), 1, "{args:?}: {told}");
        let error: Value = serde_json::from_str(&told).unwrap();
        schema.check("error", &error).unwrap_or_else(|why| panic!("{args:?}: {why}"));
        assert_eq!(error["code"], 2);
        error
    };
    let place = |error: &Value| (error["line"].clone(), error["column"].clone());
    let misread = error(&["moves", "b..k/w..."]);
    assert_eq!(place(&misread), (json!(1), json!(4)));
    let message = misread["error"].as_str().unwrap();
    assert!(message.starts_with("position text, line 1, column 4: found `k`"), "{message}");
    std::fs::write(folder.path().join("cut.sgf"), "(;GM[18]SZ[5]\n;W[bebb").unwrap();
    assert_eq!(place(&error(&["solve", "cut.sgf"])), (json!(2), json!(4)));
    let told = |args: &[&str]| error(args)["error"].as_str().unwrap().to_owned();
    assert_eq!(told(&["show", "nofile"]), "no such file, and not a position: nofile");
    assert_eq!(told(&["moves", "--batch", "nofile"]), "no such file: nofile");
    assert_eq!(told(&["check", "li.proof"]), "no such file: li.proof; did you mean lie.proof?");
    // What is wrong with the command line itself.
    assert!(told(&["perft", "4x4"]).contains("found a position and no depth"));
    assert!(
        told(&["show", "5x5", "--plai", "x"]).contains("tip: a similar argument exists: '--play'")
    );
    assert!(told(&["draw"]).contains("`otrera show`"));
    assert!(told(&["show"]).contains("required"));
    assert_eq!(told(&[]), "unexpected argument '--json' found");
    // Behind `--` there are no options.
    let plain = Command::new(env!("CARGO_BIN_EXE_otrera")).args(["show", "--", "--json"]).output();
    assert!(text(&plain.unwrap().stderr).starts_with("error: "));
}

/// Notes come beside an answer, as objects of their own.
#[test]
fn notes_are_json_too() {
    let folder = tempfile::tempdir().unwrap();
    let games = "(;GM[18]SZ[5:6];W[bfbcdc])(;GM[18]SZ[4])";
    std::fs::write(folder.path().join("two.sgf"), games).unwrap();
    let output = run_in(folder.path(), &["moves", "two.sgf"]);
    assert_eq!(lines(&output)[0]["count"], 157);
    let note: Value = serde_json::from_str(&text(&output.stderr)).unwrap();
    assert_eq!(note["note"], "found 2 games; this is the first (--game N takes another)");
    let shown = &lines(&run_in(folder.path(), &["show", "two.sgf"]))[0];
    assert_eq!((&shown["game"], &shown["games"]), (&json!(1), &json!(2)));
}

fn run_in(folder: &Path, args: &[&str]) -> Output {
    run_plainly(folder, &[args, &["--json"]].concat())
}

fn run_plainly(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_otrera"));
    command.args(args).current_dir(folder);
    command.env("OTRERA_TABLES", folder.join("tables")).output().unwrap()
}
