//! Calls that answer at once. What is expected is what the commands say, or was made by hand.

use serde_json::{Value, json};

use crate::client::Server;
use crate::{assert_includes, command};

#[test]
fn about() {
    let server = Server::start(&[]);
    let about = server.get("/api/about").json();
    assert_eq!(about["version"], env!("CARGO_PKG_VERSION"));
    // 4x4 to 7x7, 8x8 and 10x10, as the help says.
    let boards: Vec<&str> =
        about["boards"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    assert_eq!(boards.len(), 4 * 4 + 2);
    assert!(["4x4", "5x6", "7x7", "8x8", "10x10"].iter().all(|name| boards.contains(name)));
    assert_eq!(about["formats"].as_array().unwrap().len(), 7);
    assert_eq!(about["limits"]["body"], 1 << 20);
    assert_eq!(about["limits"]["proof"], 16 << 20);
    let proofs = about["proofs"].as_array().unwrap();
    let ids: Vec<&str> = proofs.iter().map(|proof| proof["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["4x4", "4x5", "5x4", "5x5", "5x6"]);
    assert_eq!((&proofs[4]["winner"], &proofs[4]["entries"]), (&json!("w"), &json!(191_803)));
}

#[test]
fn positions() {
    let server = Server::start(&[]);
    for position in ["5x6", "10x10", "b..x/.w.. w"] {
        let shown = server.ask("/api/show", &json!({"position": position}));
        assert_includes(&shown, &command(&["show", position]));
        assert_eq!(shown["score"], Value::Null);
    }
    // By hand: Black has no move, and White three behind the burnt square.
    let over = server.ask("/api/show", &json!({"position": "bxw... b"}));
    assert_eq!(over["score"], json!({"winner": "w", "moves": 3}));
    let svg = server.ask("/api/svg", &json!({"position": "5x6", "last": "B1-B4xD4"}));
    assert!(svg["svg"].as_str().unwrap().starts_with("<svg "));
    assert_eq!(server.post("/api/svg", &json!({"position": "5x6", "last": "B9"})).status, 400);
}

#[test]
fn areas_and_values() {
    let server = Server::start(&[]);
    for position in ["..bw... b", "..bxw...xb.w b"] {
        let areas = server.ask("/api/areas", &json!({"position": position}));
        let expected = command(&["areas", position]);
        for field in ["winner", "lower", "upper", "left_first", "right_first"] {
            assert_eq!(areas[field], expected[field], "{position}");
        }
        let all = |answer: &Value| answer["areas"].as_array().unwrap().clone();
        for (area, expected) in all(&areas).iter().zip(all(&expected)) {
            assert_eq!(area["squares"], expected["squares"]);
        }
    }
    // By hand: each amazon keeps the other from the squares behind it, in which there are no defects.
    let areas = server.ask("/api/areas", &json!({"position": "..bw... b"}));
    let area = &areas["areas"][0];
    assert_eq!(area["blockers"], json!(["C1", "D1"]));
    let part = &area["parts"][1];
    assert_eq!(
        (&part["owner"], &part["moves"], &part["defects"]),
        (&json!("w"), &json!(3), &json!(0))
    );
    assert_eq!(part["blockers"], json!(["D1"]));
    // Only one amazon of White's is there, and nothing to guard: from C1 one of the two squares is lost.
    let closed = server.ask("/api/areas", &json!({"position": "b.x/xxx/.w. w"}));
    let white =
        closed["areas"].as_array().unwrap().iter().find(|area| area["owner"] == "w").unwrap();
    let part = &white["parts"][0];
    assert_eq!((&part["moves"], &part["defects"]), (&json!(2), &json!(0)));
    assert_eq!(part["blockers"], json!([]));

    let value = server.ask("/api/value", &json!({"position": "b...w"}));
    assert_includes(&value, &command(&["value", "b...w"]));
    assert!(value["thermograph_svg"].as_str().unwrap().contains("Thermograph"));
    let unknown = server.ask("/api/value", &json!({"position": "10x10"}));
    assert_eq!((&unknown["canonical"], &unknown["thermograph_svg"]), (&Value::Null, &Value::Null));
}

#[test]
fn games_in_and_out() {
    let server = Server::start(&[]);
    let read = |text: &str| server.ask("/api/read", &json!({"text": text}));
    let game = read("5x6 B1-B4xD4 E5-E3xC3");
    assert_eq!(
        (&game["format"], &game["at"], &game["games"]),
        (&json!("moves"), &json!(1), &json!(1))
    );
    assert_eq!(
        game["nodes"],
        json!([{"parent": null, "move": "B1-B4xD4"}, {"parent": 0, "move": "E5-E3xC3"}])
    );
    // Variations, comments and names, by hand.
    let sgf = "(;GM[18]SZ[5:6]PB[Ann]PW[Bob]DT[2003]RE[W+R];W[bfbcdc]C[a wall](;B[eeecca];W[aeadaa])(;B[ebebea]))";
    let sgf =
        sgf.replace("eeecca", "ebedcd").replace("aeadaa", "aeacbb").replace("ebebea", "ebecea");
    let tree = read(&sgf);
    assert_eq!(tree["players"]["black"], "Ann");
    assert_eq!(tree["players"]["result"], "W+R");
    let parents: Vec<&Value> =
        tree["nodes"].as_array().unwrap().iter().map(|node| &node["parent"]).collect();
    assert_eq!(parents, [&Value::Null, &json!(0), &json!(1), &json!(0)]);
    assert_eq!((&tree["at"], &tree["nodes"][0]["comment"]), (&json!(2), &json!("a wall")));
    // Written and read again it is the same.
    let mut request = json!({"format": "sgf"});
    for field in ["start", "nodes", "at", "players"] {
        request[field] = tree[field].clone();
    }
    let written = server.ask("/api/write", &request);
    assert_eq!(written["file"], "amazons-5x6.sgf");
    let again = read(written["text"].as_str().unwrap());
    for field in ["start", "nodes", "at", "players"] {
        assert_eq!(again[field], tree[field], "{field}");
    }
    // Formats without variations have the line through the node, and those of positions the position at it.
    request["at"] = json!(3);
    request["format"] = json!("moves");
    let moves = server.ask("/api/write", &request);
    assert_eq!(read(moves["text"].as_str().unwrap())["nodes"].as_array().unwrap().len(), 2);
    request["at"] = Value::Null;
    request["format"] = json!("text");
    assert_eq!(server.ask("/api/write", &request)["text"], tree["start"]);
    for about in server.get("/api/about").json()["formats"].as_array().unwrap() {
        request["format"] = about["name"].clone();
        let text = server.ask("/api/write", &request)["text"].as_str().unwrap().to_owned();
        assert_eq!(read(&text)["start"], tree["start"], "{text}");
    }
    // A real game, with the moves that `convert` finds.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/games/greedy.sgf");
    let real = read(&std::fs::read_to_string(file).unwrap());
    let expected = command(&["convert", file, "--to", "moves"]);
    let moves: Vec<&str> = expected["text"].as_str().unwrap().split_whitespace().collect();
    let count = moves.iter().filter(|word| word.contains('-')).count();
    assert_eq!(real["nodes"].as_array().unwrap().len(), count);
    assert_eq!((&real["at"], &real["left_out"]), (&json!(count - 1), &json!(0)));
    // Set-ups: the first ones make the start, and what follows another is not in the list.
    let set_up = read("(;GM[18]SZ[3:1]AB[aa];PL[B]AW[ca];B[aabaaa];AE[aa]PL[B];B[baaaba])");
    assert_eq!((&set_up["start"], &set_up["left_out"]), (&json!("b.w b"), &json!(2)));
    assert_eq!(set_up["nodes"].as_array().unwrap().len(), 1);
    let two = json!({"text": "(;GM[18]SZ[4])(;GM[18]SZ[3:1]PL[B]AB[aa]AW[ca])", "game": 2});
    assert_eq!(server.ask("/api/read", &two)["start"], "b.w b");
}

#[test]
fn wrong_input() {
    let server = Server::start(&[]);
    for (path, body, error, place) in [
        ("show", r#"{"position":"b..k"}"#, "found `k`", Some((1, 4))),
        ("show", r#"{"position":1}"#, "expected a string", Some((1, 13))),
        ("show", r#"{"position":"5x6","colour":1}"#, "unknown field `colour`", Some((1, 26))),
        ("show", "{}", "missing field `position`", Some((1, 2))),
        ("show", "{\n  \"position\": ", "EOF", Some((2, 14))),
        ("show", "", "EOF", Some((1, 0))),
        ("read", r#"{"text":"(;GM[1])"}"#, "SGF", None),
        ("read", r#"{"text":"5x6","game":2}"#, "expected a number from 1 to 1", None),
        ("write", r#"{"start":"5x6","format":"pgn"}"#, "expected one of text, moves, sgf", None),
        ("write", r#"{"start":"5x6","format":"sgf","at":3}"#, "at: found 3, of 0 nodes", None),
        (
            "write",
            r#"{"start":"5x6","format":"sgf","nodes":[{"parent":0,"move":"B1-B4xD4"}]}"#,
            "node 0: its parent must come before it",
            None,
        ),
        (
            "write",
            r#"{"start":"5x6","format":"sgf","nodes":[{"parent":null,"move":"A1-B4xD4"}]}"#,
            "node 0: ",
            None,
        ),
        ("think", r#"{"position":"5x6","seconds":0}"#, "seconds: found 0", None),
        ("think", r#"{"position":"5x6","seconds":1e9}"#, "at most 600", None),
        ("think", r#"{"position":"5x6","evaluation":"oracle"}"#, "unknown variant", Some((1, 39))),
        ("think", r#"{"position":"5x6","before":"b.k"}"#, "found `k`", Some((1, 3))),
        ("solve", r#"{"position":"12x12"}"#, "128 squares", Some((1, 1))),
        ("analyse", r#"{"start":"5x6","moves":[]}"#, "expected a game", None),
        (
            "analyse",
            r#"{"start":"5x6","moves":["B1-B4xD4","B4-B5xB6"]}"#,
            "move 2, B4-B5xB6: ",
            None,
        ),
        ("proofs/5x6/answer", r#"{"position":"5x5"}"#, "the proof is about 5x6", None),
        (
            "proofs/4x4/answer",
            r#"{"position":"4x4"}"#,
            "expected a position in which Black is",
            None,
        ),
    ] {
        let answer = server.post_text(&format!("/api/{path}"), body);
        assert_eq!(answer.status, 400, "{path} {body}: {}", answer.text());
        assert!(answer.error().contains(error), "{path} {body}: {}", answer.error());
        let told = answer.json();
        if let Some((line, column)) = place {
            assert_eq!(
                (&told["line"], &told["column"]),
                (&json!(line), &json!(column)),
                "{path} {body}"
            );
        }
    }
}
