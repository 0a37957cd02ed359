//! `otrera value` as a user runs it: positions, sums, expressions, limits.

mod program;

use otrera_board::{Position, Size};
#[cfg(target_os = "linux")]
use program::events::{interrupt, output_of, wait_until_it_has_worked};
use program::{lines, run, run_with_input, text};
use serde_json::{Value, json};

fn answer(args: &[&str]) -> Value {
    let output = run(&[&["value", "--json"], args].concat());
    let told = text(&output.stderr);
    lines(&output).into_iter().next().unwrap_or_else(|| panic!("{args:?}: {told}"))
}

fn code(args: &[&str]) -> Option<i32> {
    run(&[&["value"], args].concat()).status.code()
}

#[test]
fn a_value_has_the_documented_fields() {
    let found = answer(&["b...w"]);
    for (field, expected) in [
        ("position", "b...w w"),
        ("canonical", "±2"),
        ("kind", "hot"),
        ("mean", "0"),
        ("temperature", "2"),
        ("left_stop", "2"),
        ("right_stop", "-2"),
        ("outcome", "N"),
        ("lower", "-2-e"),
        ("upper", "2+e"),
    ] {
        assert_eq!(found[field], expected, "{field}");
    }
    assert_eq!(found["infinitesimal"], Value::Null);
    assert_eq!(found["expression"], Value::Null);
    // Left moves to 2 and pays the tax: 2 − t, from 3 at t = −1 to the mast at t = 2.
    assert_eq!(found["thermograph"]["left"], json!([["-1", "3"], ["2", "0"]]));
    assert_eq!(found["thermograph"]["right"], json!([["-1", "-3"], ["2", "0"]]));
    assert_eq!(answer(&["b.w", "--plain"])["canonical"], "{0|0}");
}

/// A position after random moves: the same for the same seed.
fn random_position(size: Size, seed: u64, moves: usize) -> Position {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = Position::start(size).unwrap();
    for _ in 0..moves {
        let legal: Vec<_> = position.moves().collect();
        if legal.is_empty() {
            break;
        }
        position = position.play(legal[random.usize(..legal.len())]).unwrap();
    }
    position
}

/// An end of bounds as a number and how strictly it is meant.
fn end(text: &Value) -> (f64, u8) {
    let text = text.as_str().unwrap();
    let strictness = match () {
        () if text.contains('e') => 0,
        () if text.contains(['[', ']']) => 1,
        () => 2,
    };
    let text = text.trim_end_matches("-e").trim_end_matches("+e");
    let text = text.trim_matches(|c| "[]()".contains(c));
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    (above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap(), strictness)
}

fn assert_no_wider(narrow: &Value, wide: &Value, what: &str) {
    let [(a, strict_a), (b, strict_b)] = [narrow, wide].map(|it| end(&it["lower"]));
    assert!((a, strict_a) >= (b, strict_b), "{what}: {narrow} {wide}");
    let [(a, strict_a), (b, strict_b)] = [narrow, wide].map(|it| end(&it["upper"]));
    assert!((-a, strict_a) >= (-b, strict_b), "{what}: {narrow} {wide}");
}

/// Whatever the time, on a board of 10×10 at all stages of a game: the ladder's bounds at least.
#[test]
fn never_worse_than_bounds() {
    let size = Size::new(10, 10).unwrap();
    for (seed, moves) in [(1, 30), (2, 44), (3, 52), (4, 56), (5, 60), (6, 62), (7, 66), (8, 72)] {
        let position = random_position(size, seed, moves).to_string();
        let bounds = answer(&[&position, "--bounds"]);
        let output = run(&["value", &position, "--json", "--limit", "1s"]);
        let found = &lines(&output)[0];
        assert_no_wider(found, &bounds, &position);
        let is_found = found["exhausted"].is_null();
        assert_eq!(output.status.code(), Some(if is_found { 0 } else { 3 }), "{position}");
        assert!(!is_found || !found["mean"].is_null(), "{position}");
    }
}

/// An area out of reach costs nothing but its own value: the rest is exact. The corridor of three is ±2, and the
/// board of 11 rows has 42 empty squares.
#[test]
fn exact_values_and_bounds_add_up() {
    let large = "..../..../..../..../..../..../..../..../..../..../b..w";
    let output = run(&["value", "--json", large]);
    assert_eq!(output.status.code(), Some(3));
    let alone = &lines(&output)[0];
    assert_eq!((&alone["canonical"], &alone["exhausted"]), (&Value::Null, &"size".into()));
    let both = answer(&[large, "b...w"]);
    let [(lower, _), (sum_lower, _)] = [&alone["lower"], &both["lower"]].map(end);
    assert_eq!(lower - 2.0, sum_lower);
    let shifted = answer(&[&format!("\"{large}\" + 1/2"), "--bounds"]);
    assert_eq!(end(&shifted["lower"]).0, lower + 0.5);
    let told = text(&run(&["value", large]).stdout);
    assert!(told.contains("Unfinished   an area of 42 empty squares is out of reach"), "{told}");
}

#[test]
fn a_batch_of_values() {
    let lines_in = b"b.w\n10x10\nb...w\n\"b.w\" + 1 > 0\n{1|\n# a remark\nstops {5|1}\n";
    let output = run_with_input(&["value", "--batch", "-"], lines_in);
    assert_eq!(output.status.code(), Some(2), "a line was wrong");
    let answers = lines(&output);
    assert_eq!((&answers[0]["canonical"], &answers[2]["canonical"]), (&"*".into(), &"±2".into()));
    assert_eq!(
        (&answers[1]["canonical"], &answers[1]["exhausted"]),
        (&Value::Null, &"size".into())
    );
    assert_eq!(answers[3]["holds"], true);
    assert_eq!(answers[4]["line"], 5);
    assert!(answers[4]["error"].as_str().unwrap().contains("expression, line 1, column 4"));
    assert_eq!((&answers[5]["left_stop"], &answers[5]["right_stop"]), (&"5".into(), &"1".into()));
    // The exit code of a batch is not about what it answers.
    let output = run_with_input(&["value", "--batch", "-"], b"1 < 0\n");
    assert_eq!((output.status.code(), &lines(&output)[0]["holds"]), (Some(0), &false.into()));
}

#[test]
fn limits_end_in_exit_code_3_with_bounds() {
    let hard = "b..../...../...../....w";
    let bounds = answer(&[hard, "--bounds"]);
    for limit in ["1ms", "100K"] {
        let output = run(&["value", hard, "--json", "--limit", limit]);
        assert_eq!(output.status.code(), Some(3), "{limit}");
        let found = &lines(&output)[0];
        assert_eq!(found["canonical"], Value::Null);
        // Eighteen empty squares, and a safe move for each.
        let counted = json!({"lower": "[-17", "upper": "17]"});
        assert_no_wider(found, if limit == "1ms" { &counted } else { &bounds }, limit);
        let expected = if limit == "1ms" { "time" } else { "memory" };
        assert_eq!(found["exhausted"], expected);
    }
    let told = text(&run(&["value", hard, "--limit", "100K"]).stdout);
    assert!(
        told.ends_with("Unfinished   out of memory at 100 KiB; --limit allows more\n"),
        "{told}"
    );
    // In a batch the next position starts with all the memory and time again.
    for limit in ["100K", "1s"] {
        let batch = format!("{hard}\n{hard}\nb...w\n");
        let output = run_with_input(&["value", "--batch", "-", "--limit", limit], batch.as_bytes());
        assert_eq!(output.status.code(), Some(3));
        assert_eq!(lines(&output)[2]["canonical"], "±2", "{limit}");
    }
    let help = text(&run(&["value", "--help"]).stdout);
    assert!(help.contains("[default: 10s,1G]"), "{help}");
}

/// b…w with s squares between is ±(s − 1): for this sum all temperatures differ, and the
/// players take turns from the hottest, 4 − 3 + 2 − 1 = 2 for whoever begins.
#[test]
fn a_sum_of_switches() {
    let sum = ["b.....w", "b....w", "b...w", "b..w"];
    let found = answer(&sum);
    assert_eq!((&found["left_stop"], &found["right_stop"]), (&"2".into(), &"-2".into()));
    assert_eq!((&found["outcome"], &found["mean"]), (&"N".into(), &"0".into()));
    assert_eq!(found["best_moves"]["black"][0]["moves"][0], "1:A1-B1xF1");
    let written = r#""b.....w" + "b....w" + "b...w" + "b..w""#;
    let same = answer(&[written]);
    assert_eq!((&same["canonical"], &same["expression"]), (&found["canonical"], &written.into()));
}

/// Six rooms of eight squares, whose canonical form is out of reach: the winner and the
/// mean are found all the same.
#[test]
fn a_verdict_without_a_canonical_form() {
    let sum = [
        "value",
        "--json",
        "--limit",
        "10m",
        "xx.x/xx../xx.w/xb..",
        "xx.x/x..w/x..b/xx.x",
        "xx../x.wx/b.../xxxx",
        "..x./b..x/w.xx/xxxx",
        "x.wx/.b.x/...x/xxxx",
        ".b../.w.x/xx.x/xxxx",
    ];
    let output = run(&sum);
    assert_eq!(output.status.code(), Some(0));
    let found = &lines(&output)[0];
    assert_eq!((&found["canonical"], &found["exhausted"]), (&Value::Null, &Value::Null));
    assert!(found["outcome"].is_string() && found["mean"].is_string());
}

/// What was finished before the limit keeps its exact bounds: a strip of ten squares between the amazons is
/// ±9, and the hard board is no worse than its bounds.
#[test]
fn finished_areas_keep_their_bounds() {
    let hard = "b..../...../...../....w";
    let bounds = answer(&[hard, "--bounds"]);
    let output = run(&["value", "b..........w", hard, "--limit", "300K", "--json"]);
    assert_eq!(output.status.code(), Some(3));
    let [(lower, _), (upper, _)] = ["lower", "upper"].map(|field| end(&lines(&output)[0][field]));
    let [(hard_lower, _), (hard_upper, _)] = ["lower", "upper"].map(|field| end(&bounds[field]));
    assert!(lower >= hard_lower - 9.0 && upper <= hard_upper + 9.0, "{lower} {upper}");
}

/// A territory is no matter of size, and a hard one ends at the limit.
#[test]
fn territories() {
    assert_eq!(answer(&["b....................."])["canonical"], "21");
    let hard = "xbx...x./x...xx.x/xxx.x.xx/xx.x.xxx/x.xxbxxx/.xx..xxx/xxxxx.xx/xxx..xxx/xxxxx.xx";
    assert_eq!(code(&[hard, "--limit", "200ms"]), Some(3));
}

#[test]
fn a_tree_of_options() {
    let told = text(&run(&["value", "b..w", "--tree=2"]).stdout);
    assert!(told.ends_with("Left to 1\n  Left to 0\nRight to -1\n  Right to 0\n"), "{told}");
}

/// Corridors of one and three squares are ∗ and ±2; the rest is arithmetic.
#[test]
fn expressions() {
    let rows = [
        (r#""b...w" + 1/2 - "b.w""#, "{5/2*|-3/2*}"),
        (r#"'b...w' - "b...w""#, "0"),
        (r#"3 * "b.w""#, "*"),
        (r#"{"b.w"|-"b.w"}"#, "0"),
        (r#"cool("b...w", 2)"#, "*"),
        (r#"heat("b.w", 2)"#, "±2"),
        (r#"temperature "b...w" + mean("b...w" + 3)"#, "5"),
        (r#"atomic("b.w" + ^3)"#, "3"),
        ("-1 + ^", "-1^"),
        ("{0|*}", "^"),
        ("↑ + ∗", "^*"),
        ("20 1/2", "41/2"),
        ("v", "v"),
        ("1000000 * ±1", "0"),
        ("3", "3"),
        ("2/2", "1"),
    ];
    for (expression, expected) in rows {
        let found = answer(&[expression]);
        assert_eq!(found["canonical"], expected, "{expression}");
        assert_eq!(found["position"], Value::Null, "{expression}");
    }
    // A canonical form reads back.
    let form = answer(&["x.xw/b..x"])["canonical"].as_str().unwrap().to_owned();
    assert_eq!(code(&[&format!("{form} == \"x.xw/b..x\"")]), Some(0));
}

/// A number is a number, unless it stands in quotes or a format is named: then it is a row of empty
/// squares, where nobody has a move.
#[test]
fn numbers_and_positions() {
    assert_eq!(answer(&["b.w", "3"])["canonical"], "3*");
    assert_eq!(answer(&["b.w", "-1"])["canonical"], "-1*");
    assert_eq!(answer(&["b.w", "--", "-1/2"])["canonical"], "-1/2*");
    assert_eq!(answer(&["b.w", "\"...\""])["canonical"], "*");
    // Quotes around a position change nothing.
    assert_eq!(answer(&["'b...w'"]), answer(&["b...w"]));
    // Names of boards and files work in quotes as everywhere; so does --at.
    assert_eq!(answer(&["\"10x10\" - '10x10'"])["canonical"], "0");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("corridor.txt");
    std::fs::write(&file, "b...w").unwrap();
    let sum = format!("\"{}\" + 1", file.display());
    assert_eq!(answer(&[&sum])["canonical"], "1±2");
}

/// The file of the library, through the program.
#[test]
fn textbook_identities() {
    let rows = include_str!("../../otrera-cgt/tests/data/identities.tsv").lines();
    let rows: Vec<Vec<&str>> =
        rows.filter(|row| !row.starts_with('#')).map(|row| row.split('\t').collect()).collect();
    let batch = rows.iter().map(|row| format!("{}\n", row[0])).collect::<String>();
    let answers = lines(&run_with_input(&["value", "--batch", "-"], batch.as_bytes()));
    assert_eq!(answers.len(), rows.len());
    for (row, found) in rows.iter().zip(answers) {
        assert_eq!(found["holds"].to_string(), row[1], "{row:?}: {found}");
    }
}

#[test]
fn comparisons_answer_by_exit_code() {
    let rows = [
        ("^ > 0", 0),
        ("^ >= *", 1),
        ("^ || *", 0),
        ("{2|v} + ^ == {2^|0}", 0),
        ("\"b.w\" <= 1", 0),
        ("\"b.w\" == 0", 1),
        ("\"b.w\" + \"b.w\" == 0", 0),
        ("* != 0", 0),
        ("^ <| *", 0),
        ("1 |> 2", 1),
    ];
    for (comparison, expected) in rows {
        assert_eq!(code(&[comparison]), Some(expected), "{comparison}");
    }
    let found = answer(&["^ >= *"]);
    assert_eq!(
        found,
        json!({"expression": "^ >= *", "holds": false, "relation": "||", "exhausted": null})
    );
    let told = text(&run(&["value", "^ >= *"]).stdout);
    assert_eq!(told, "Comparison   ^ >= *\nAnswer       no: the sides are confused\n");
    // Bounds are enough for an answer where there is no value: a board has 92 empty squares.
    assert_eq!(answer(&["\"10x10\" < 93"])["holds"], true);
    let open = run(&["value", "\"10x10\" < 1"]);
    assert_eq!(open.status.code(), Some(3));
    assert!(text(&open.stdout).contains("Answer       open: an area of 92 empty squares"));
}

#[test]
fn stops_alone() {
    let told = text(&run(&["value", "stops(\"b...w\" + 1)"]).stdout);
    let expected =
        "Expression   stops(\"b...w\" + 1)\nStops        3 if Black begins, -1 if White does\n";
    assert_eq!(told, expected);
}

/// By hand: 0 < ^, so 0 is dominated. The game is ^^*, and both right options * of ^ and 0 of * are no more
/// than that.
#[test]
fn dominated_and_reversible_moves() {
    let told = text(&run(&["value", "{0,^,*|^}", "--moves"]).stdout);
    let left: Vec<&str> = told.lines().filter(|line| line.starts_with("Left ")).collect();
    let expected = [
        "Left         to ^ by ^, reversible through *",
        "Left         to * by *, reversible through 0",
        "Left         to 0 by 0, dominated by ^",
    ];
    assert_eq!(left, expected, "{told}");
    let all = answer(&["{0,^,*|^}", "--moves"]);
    let target = &all["best_moves"]["black"][2];
    assert_eq!((&target["value"], &target["dominated_by"]), (&"0".into(), &"^".into()));
    // Without the option dominated moves are left out. In 0 = ∗ + ∗ a move to ∗ is answered by one to 0.
    let zero = answer(&["b.w", "b.w"]);
    assert_eq!(zero["best_moves"]["black"][0]["reversible_through"], "0");
    assert_eq!(zero["best_moves"]["black"].as_array().unwrap().len(), 1);
    assert_eq!(answer(&["{0,^,*|^}"])["best_moves"]["black"].as_array().unwrap().len(), 2);
    // In what is taken away the roles are exchanged: Left moves White's amazon.
    let minus = answer(&["\"b.w\" - \"xw.\""]);
    let moves = minus["best_moves"]["black"].as_array().unwrap();
    assert!(moves.iter().any(|target| target["moves"][0] == "1:A1-B1xA1"), "{minus}");
}

/// Two areas of the page of values: ∗ and ↑. Hot games have no atomic weight.
#[test]
fn atomic_weights() {
    assert_eq!(answer(&["b.w"])["atomic_weight"], "0");
    assert_eq!(answer(&[".x/b./wx/.x"])["atomic_weight"], "1");
    assert_eq!(answer(&["3v2*"])["atomic_weight"], "-2");
    for none in ["b...w", "3", "tiny 2"] {
        assert_eq!(answer(&[none])["atomic_weight"], Value::Null, "{none}");
    }
    let told = text(&run(&["value", "{^3|v3}"]).stdout);
    assert!(told.contains("Weight       ±1 (atomic)\n"), "{told}");
}

/// Whatever is typed, the program ends with an answer or an error.
#[test]
fn hostile_expressions() {
    let deep = "(".repeat(50_000) + "1" + &")".repeat(50_000);
    let bars = "{1|".repeat(30_000);
    for expression in [deep.as_str(), bars.as_str(), &"-".repeat(90_000), "99999999999999999999"] {
        let output = run(&["value", expression]);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    }
    for expression in [
        "1000000 * {9|5||3}",
        "16777216 * {16777216|{3|^}}",
        "16777216 * 16777216 * ^",
        "1000000 * {{9|5||3},{7|6||1}|-4,{1|-7||-30}} + 999 * {5,{8|4||2}|-3,{^|-9||-22}}",
    ] {
        let output = run(&["value", expression, "--limit", "500ms,50M"]);
        let told = text(&output.stderr);
        let ends = [Some(0), Some(2), Some(3)];
        assert!(ends.contains(&output.status.code()), "{expression}: {told}");
    }
    // Numbers of very different sizes have a sum, but no form.
    let far_apart = answer(&["16777216 + 1/1073741824 + {3|^}"]);
    assert_eq!((&far_apart["canonical"], &far_apart["outcome"]), (&Value::Null, &"L".into()));
    // As deep as forms get.
    assert_eq!(code(&["490 * tiny 1 < ^"]), Some(0));
    assert_eq!(code(&["998 * ^ < 1/1024"]), Some(0));
}

#[test]
fn pictures_of_expressions() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sum.svg");
    let path = file.display().to_string();
    assert_eq!(code(&["\"b...w\" + {3|1}", "--svg", &path]), Some(0));
    assert!(std::fs::read_to_string(file).unwrap().starts_with("<svg"));
}

/// The bounds of 4x4 leave one number, and its moves were not valued with it.
#[test]
fn moves_that_take_long_are_left_out() {
    let output = run(&["value", "4x4", "--limit", "10m"]);
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{told}");
    let row = "Moves        left out: they take longer; --moves lists them\n";
    assert!(told.contains("Value        0\n") && told.contains(row), "{told}");
    let found = answer(&["4x4", "--limit", "10m"]);
    assert_eq!((&found["best_moves"], &found["exhausted"]), (&Value::Null, &Value::Null));
    // Whoever asks for them is told that they were not found.
    let asked = run(&["value", "4x4", "--moves", "--limit", "4M"]);
    assert_eq!(asked.status.code(), Some(3));
    let told = text(&asked.stdout);
    assert!(told.ends_with("Unfinished   out of memory at 4 MiB; --limit allows more\n"), "{told}");
    // There are moves, although the boards cancel out.
    let told = text(&run(&["value", "\"10x10\" - '10x10'"]).stdout);
    assert!(told.contains("Moves        left out: some areas cancel out"), "{told}");
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_ends_with_what_is_known() {
    let hard = "b..../...../...../....w";
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_otrera"));
    command.args(["value", hard, "--limit", "1h,100G"]);
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    wait_until_it_has_worked(&mut child, 100);
    interrupt(&child);
    let output = output_of(child);
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(
        told.contains("Bounds       ") && told.ends_with("Unfinished   interrupted\n"),
        "{told}"
    );
}

/// A form that is merely too large is no failure, unless it is needed.
#[test]
fn forms_that_are_too_large() {
    let far_apart = "16777216 + 1/1073741824 + {3|^}";
    let output = run(&["value", far_apart]);
    assert_eq!(output.status.code(), Some(0));
    let told = text(&output.stdout);
    assert!(told.contains("Value        its canonical form is too large\n"), "{told}");
    assert!(!told.contains("Unfinished"), "{told}");
    for option in ["--tree", "--moves"] {
        let output = run(&["value", far_apart, option]);
        assert_eq!(output.status.code(), Some(3), "{option}");
        let why = "Unfinished   the canonical form of the sum is too large\n";
        assert!(text(&output.stdout).contains(why), "{option}");
    }
    assert_eq!(code(&[&format!("stops({far_apart})")]), Some(3));
}

fn refusal(args: &[&str]) -> String {
    let output = run(&[&["value"], args].concat());
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {told}");
    assert!(output.stdout.is_empty(), "{args:?}");
    told
}

/// As for other misread input: one line, and the place in fields of its own.
#[test]
fn errors_of_expressions_in_json() {
    for (expression, column) in [("1+", 3), ("cool {3|-1} 1", 6), ("1 + \"b.q\"", 6), ("b.w^", 4)] {
        let told = refusal(&["--json", expression]);
        let error: Value = serde_json::from_str(&told).unwrap();
        assert_eq!((&error["line"], &error["column"]), (&1.into(), &column.into()), "{told}");
        assert!(!error["error"].as_str().unwrap().contains('\n'), "{told}");
    }
}

#[test]
fn options_without_effect_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("f.svg");
    let svg = format!("--svg={}", file.display());
    for (expression, option) in [
        ("1", "--play=A1-A2"),
        ("{1|0}", "--at=3"),
        ("{1|0}", "--game=1"),
        ("1<2", "--tree=2"),
        ("1<2", &svg),
        ("stops 1", "--moves"),
        ("1 == 2", "--plain"),
    ] {
        let name = option.split('=').next().unwrap();
        let told = refusal(&[expression, option]);
        assert!(told.contains(&format!("{name} needs a ")), "{told}");
    }
    assert!(!file.exists());
}

#[test]
fn messages_say_how_to_write_it() {
    let rows = [
        ("stops {1|0} + 1", "found `+`; expected the end, or parentheses"),
        ("1==1==1", "found `=`; expected `+`, `-`, or the end: one comparison"),
        ("cool {3|-1} 1", "column 6: found"),
        ("cool(1, {3|-1})", "column 9: found"),
        ("3 *", "a star is written `(*)`"),
        ("heat 1 *", "a star is written `(*)`"),
        ("0.5", "found `0.5`; expected a fraction, as in `1/2`"),
        ("up + 1", "found `up`; expected `^`"),
        ("2 * star", "found `star`; expected `*`"),
        ("tiny up", "found `up`; expected `^`"),
    ];
    for (expression, expected) in rows {
        let told = refusal(&[expression]);
        assert!(told.contains(expected), "{expression}: {told}");
    }
}

/// Left and Right where there are no amazons, and titles that fit.
#[test]
fn words_of_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("value.svg");
    let draw = |expression: &str| {
        assert_eq!(code(&[expression, "--svg", &file.display().to_string()]), Some(0));
        std::fs::read_to_string(&file).unwrap()
    };
    let picture = draw("{3|1}");
    assert!(picture.contains("what Left gets if Right moves first") && !picture.contains("Black"));
    assert!(draw("\"b...w\" + {3|1}").contains("what Black gets if White moves first"));
    let long = draw("{{41|30||20}|{-10||-30|-41}}");
    assert!(long.contains(">Thermograph of a value too long to write<"), "{long}");
}

#[test]
fn numbers_and_kinds_in_plain_words() {
    let told = text(&run(&["value", "^"]).stdout);
    assert!(told.contains("Kind         a positive infinitesimal\n"), "{told}");
    let told = text(&run(&["value", "1^"]).stdout);
    assert!(told.contains("Kind         a number and a positive infinitesimal\n"), "{told}");
    // Five switches as options, none better than another: four are shown.
    let told = text(&run(&["value", "{±1,±2,±3,±4,±5|-9}"]).stdout);
    assert!(told.contains("Left         to 1 more value\n"), "{told}");
}
