//! Proofs: those of the program, those that were sent, and those that were made.

use otrera_board::{Move, Position};
use serde_json::{Value, json};

use crate::client::{Answer, Server};
use crate::{assert_includes, command};

fn file(name: &str) -> String {
    format!("{}/../../docs/proofs/{name}.proof", env!("CARGO_MANIFEST_DIR"))
}

fn send(server: &Server, bytes: &[u8]) -> Answer {
    server.send("POST /api/proofs", &[("Content-Type", "application/octet-stream")], bytes)
}

#[test]
fn files() {
    let server = Server::start(&[]);
    for name in ["4x4", "4x5", "5x4", "5x5", "5x6"] {
        let answer = server.get(&format!("/api/proofs/{name}"));
        assert_eq!(answer.header("content-type"), Some("application/octet-stream"));
        assert_eq!(answer.body, std::fs::read(file(name)).unwrap());
    }
    let bytes = std::fs::read(file("4x5")).unwrap();
    let sent = send(&server, &bytes).json();
    assert_includes(
        &json!({"position": sent["position"], "to_move": sent["to_move"], "winner": sent["winner"],
            "entries": sent["entries"], "bytes": sent["bytes"]}),
        &{
            let info = command(&["proof", "info", &file("4x5")]);
            json!({"position": info["position"], "to_move": info["to_move"], "winner": info["winner"],
                "entries": info["entries"], "bytes": info["bytes"]})
        },
    );
    let id = sent["id"].as_str().unwrap();
    assert_eq!(server.get(&format!("/api/proofs/{id}")).body, bytes);
    assert_eq!(server.get("/api/proofs/nothing").status, 404);
    // One bit less, and one byte more than is allowed.
    let mut damaged = bytes.clone();
    damaged[20_000] ^= 1;
    let answer = send(&server, &damaged);
    assert_eq!(
        (answer.status, answer.error().contains("checksum")),
        (400, true),
        "{}",
        answer.error()
    );
    assert_eq!(send(&server, b"").status, 400);
    assert_eq!(send(&server, &vec![0; (16 << 20) + 1]).status, 413);
}

/// Newer ones take the place of older ones.
#[test]
fn room_for_proofs_has_an_end() {
    let server = Server::start(&[]);
    let mut ids = Vec::new();
    for n in 1..=66 {
        // Boards of one row: Black, a burnt square, and White with n squares to go.
        let position = format!("bxw{} b", ".".repeat(n));
        let done = server.done("/api/solve", &json!({"position": position}));
        assert_eq!((&done["winner"], &done["wins_by"]), (&json!("w"), &json!(n)));
        ids.push(done["proof"]["id"].as_str().unwrap().to_owned());
    }
    let status = |id: &str| server.get(&format!("/api/proofs/{id}")).status;
    assert_eq!(
        (status(&ids[0]), status(&ids[1]), status(&ids[2]), status(&ids[65])),
        (404, 404, 200, 200)
    );
}

#[test]
fn checks() {
    let server = Server::start(&[]);
    for name in ["4x4", "4x5"] {
        let done = server.done(&format!("/api/proofs/{name}/check"), &json!({}));
        let mut expected = command(&["check", &file(name)]);
        expected["file"] = json!(format!("{name}.proof"));
        assert_includes(&done, &expected);
        assert_eq!(done["accepted"], true);
    }
    // What the server has proved is accepted by the command.
    let solved = server.done("/api/solve", &json!({"position": "5x5", "seconds": 30}));
    let id = solved["proof"]["id"].as_str().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("solved.proof");
    std::fs::write(&path, server.get(&format!("/api/proofs/{id}")).body).unwrap();
    let checked = command(&["check", path.to_str().unwrap()]);
    assert_eq!((&checked["verdict"], &checked["winner"]), (&json!("accepted"), &json!("w")));
    let done = server.done(&format!("/api/proofs/{id}/check"), &json!({}));
    assert_eq!(done["entries_checked"], checked["entries_checked"]);
}

/// Whatever the loser tries, the proof wins; and what it says at the end is a fact.
#[test]
fn walks() {
    let server = Server::start(&[]);
    let mut rng = fastrand::Rng::with_seed(22);
    for (name, games) in [("5x6", 3), ("5x5", 2), ("4x4", 2)] {
        let claim = server.get("/api/about").json()["proofs"].as_array().unwrap().clone();
        let claim = claim.into_iter().find(|proof| proof["id"] == name).unwrap();
        let winner = claim["winner"].as_str().unwrap().to_owned();
        let path = format!("/api/proofs/{name}/answer");
        for _ in 0..games {
            let mut position: Position = claim["position"].as_str().unwrap().parse().unwrap();
            let mut was_leaf = false;
            while !position.is_over() {
                if position.to_move().letter().to_string() != winner {
                    let moves: Vec<Move> = position.moves().collect();
                    position.make(*rng.choice(&moves).unwrap());
                    continue;
                }
                let answer = server.ask(&path, &json!({"position": position.to_string()}));
                assert_eq!(answer["leads"], true, "{position}: {answer}");
                // From a leaf on, facts decide.
                let leaf = answer["leaf"].as_bool().unwrap();
                assert!(leaf || !was_leaf, "{position}: {answer}");
                was_leaf = leaf;
                let reason = answer["reason"].as_str().unwrap();
                let word = if leaf { "Counting decides: " } else { "The proof has an answer to " };
                assert!(reason.starts_with(word), "{reason}");
                let mv = Move::parse(answer["move"].as_str().unwrap(), position.size()).unwrap();
                position = position.play(mv).unwrap();
            }
            let end = server.ask(&path, &json!({"position": position.to_string()}));
            assert_eq!(
                (&end["move"], &end["leads"], &end["leaf"]),
                (&Value::Null, &json!(true), &json!(true))
            );
            assert!(end["reason"].as_str().unwrap().contains("has no move"));
        }
    }
    // White's own mistakes are not answered: here she has burnt her way.
    let lost = "b.bb./b..../xxxxx/5/wx.xw/xwxwx w";
    let answer = server.post("/api/proofs/5x6/answer", &json!({"position": lost})).json();
    assert!(answer["leads"].is_boolean());
}
