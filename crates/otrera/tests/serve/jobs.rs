//! Jobs: what they say, how they queue, and that they end with their clients.

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Server;
use crate::{assert_includes, command};

#[test]
fn thinking() {
    let server = Server::start(&[]);
    // By hand: White takes the square between, and Black is stuck; she then has the two behind her.
    let request = json!({"position": "b.w w", "seconds": 0.2});
    let done = server.done("/api/think", &request);
    assert_eq!((&done["move"], &done["winner"]), (&json!("C1-B1xC1"), &json!("w")));
    assert_eq!(
        (&done["margin"], &done["chance"], &done["ahead"]),
        (&json!(0), &json!(0.0), &Value::Null)
    );
    assert_eq!(done["reason"], "Black has no move left: White wins.");
    // In the beginning nothing is certain, and what is thought is told on the way.
    for evaluation in ["classical", "network"] {
        let request = json!({"position": "10x10", "seconds": 0.5, "evaluation": evaluation});
        let events = server.job("/api/think", &request);
        assert!(events.len() > 1, "{events:?}");
        for (name, thought) in &events {
            assert_eq!(name == "opinion", thought.get("reason").is_none());
            assert_eq!((&thought["winner"], &thought["margin"]), (&Value::Null, &Value::Null));
            let chance = thought["chance"].as_f64().unwrap();
            let ahead = thought["ahead"].as_f64().unwrap();
            assert!(0.0 < chance && chance < 1.0 && (chance - 0.5) * ahead >= 0.0, "{thought}");
        }
        let done = &events.last().unwrap().1;
        let reason = done["reason"].as_str().unwrap();
        assert!(reason.contains("(a guess)"), "{reason}");
        let moves = command(&["moves", "10x10"]);
        assert!(moves["moves"].as_array().unwrap().contains(&done["move"]));
    }
    // Nobody can move: White has won, with the square behind her.
    let over = server.done("/api/think", &json!({"position": "bxw. b"}));
    assert_eq!(
        (&over["move"], &over["winner"], &over["margin"]),
        (&Value::Null, &json!("w"), &json!(1))
    );
}

/// What was thought of a game serves its next move: the tree is there already.
#[test]
fn engines_stay_warm() {
    let server = Server::start(&["--jobs", "1"]);
    let think = |position: &str, before: Value| {
        let request = json!({"position": position, "seconds": 1, "before": before});
        server.done("/api/think", &request)
    };
    let first = think("8x8", Value::Null);
    let line = first["line"].as_array().unwrap();
    let text = format!("8x8 {} {}", line[0].as_str().unwrap(), line[1].as_str().unwrap());
    let next = server.ask("/api/read", &json!({"text": text}));
    let text = server.ask(
        "/api/write",
        &json!({
            "start": next["start"], "nodes": next["nodes"], "at": 1, "format": "text"
        }),
    );
    let position = text["text"].as_str().unwrap().to_owned();
    // The first opinion comes after the same short time; with a tree, it is of more depth. The job before may still be about to leave.
    let depth = |server: &Server, before: Value| {
        let request = json!({"position": position, "seconds": 0.3, "before": before});
        let mut events = server.begin("/api/think", &request);
        let (_, opinion) = events.find(|(name, _)| name == "opinion").unwrap();
        opinion["depth"].as_u64().unwrap()
    };
    let warm = depth(&server, json!("8x8"));
    let cold = depth(&Server::start(&["--jobs", "1"]), Value::Null);
    assert!(warm > cold, "{warm} {cold}");
}

#[test]
fn solving() {
    let server = Server::start(&[]);
    for position in ["4x4", "b...w w", "..bxw...xb.w b"] {
        let done = server.done("/api/solve", &json!({"position": position, "seconds": 20}));
        let expected = command(&["solve", position, "--no-tables"]);
        for field in ["position", "to_move", "winner"] {
            assert_eq!(done[field], expected[field], "{position}");
        }
        let winner = if done["winner"] == "b" { "Black" } else { "White" };
        assert!(done["verdict"].as_str().unwrap().starts_with(&format!("{winner} wins")));
        assert_eq!(done["proof"]["winner"], done["winner"]);
        assert_eq!(done["proof"]["position"], done["position"]);
    }
    // By hand: White has three moves, Black two, and Black begins: White has two left when Black is stuck at
    // the third turn, less one for each of Black's.
    let done = server.done("/api/solve", &json!({"position": "b..xw... b"}));
    assert_eq!((&done["verdict"], &done["wins_by"]), (&json!("White wins by 1"), &json!(1)));
    // More than a moment: it is told how it goes.
    let events = server.job("/api/solve", &json!({"position": "6x6", "seconds": 2}));
    let progress: Vec<&Value> =
        events.iter().filter(|(name, _)| name == "progress").map(|(_, data)| data).collect();
    assert!(progress.len() > 2, "{events:?}");
    let last = progress.last().unwrap();
    assert!(last["nodes"].as_u64() > progress[0]["nodes"].as_u64());
    assert!(
        last["nodes_per_second"].as_f64().unwrap() > 0.0
            && last["settled"]["of"].as_u64() > Some(10)
    );
    let done = &events.last().unwrap().1;
    assert_eq!((&done["winner"], &done["proof"]), (&Value::Null, &Value::Null));
    assert!(done["verdict"].as_str().unwrap().starts_with("Open: "));
    assert!(done["seconds"].as_f64().unwrap() < 6.0);
}

#[test]
fn analysing() {
    let server = Server::start(&[]);
    // Black has one of three moves on the left, White three on the right; C1-B1xC1 is fine.
    let request = json!({"start": "..bxw...xb.w b", "moves": ["C1-B1xC1"], "seconds": 5});
    let events = server.job("/api/analyse", &request);
    assert!(events.iter().any(|(name, _)| name == "progress"));
    let done = &events.last().unwrap().1;
    let mut expected = command(&[
        "analyse",
        "..bxw...xb.w b",
        "--play",
        "C1-B1xC1",
        "--limit",
        "5s",
        "--no-tables",
    ]);
    expected["moves"] = done["moves"].clone();
    assert_includes(done, &expected);
    // The command says the same to people.
    let args = ["analyse", "..bxw...xb.w b", "--play", "C1-B1xC1", "--limit", "5s", "--no-tables"];
    let said = Command::new(env!("CARGO_BIN_EXE_otrera")).args(args).output().unwrap().stdout;
    let verdict = done["verdict"].as_str().unwrap();
    assert!(
        String::from_utf8(said).unwrap().lines().any(|line| line == format!("{verdict}.")),
        "{verdict}"
    );
    // By hand: whoever begins takes the square between; Black wastes the chance and loses.
    let request = json!({"start": "b.wxb.. b", "moves": ["E1-F1xE1"], "seconds": 5});
    let done = server.done("/api/analyse", &request);
    assert_eq!(done["moves"].as_array().unwrap().len(), 1);
}

/// Jobs wait for each other, are told so, and the queue has an end.
#[test]
fn queues() {
    let server = Server::start(&["--jobs", "1", "--memory", "32M"]);
    let request = json!({"position": "10x10", "seconds": 30});
    let mut running = server.begin("/api/think", &request);
    assert_eq!(running.next().unwrap().0, "opinion");
    let mut waiting: Vec<_> = (0..16).map(|_| server.begin("/api/think", &request)).collect();
    for (n, job) in waiting.iter_mut().enumerate() {
        assert_eq!(job.next().unwrap(), ("queued".to_owned(), json!({"ahead": n + 1})));
    }
    let full = server.post("/api/think", &request);
    assert_eq!((full.status, full.error().contains("waiting already")), (429, true));
    assert!(full.header("retry-after").unwrap().parse::<u32>().unwrap() > 0);
    // Who leaves makes room for those behind.
    let first = waiting.remove(0);
    drop(first);
    let second = &mut waiting[0];
    let moved_up = second.find(|(_, data)| data["ahead"] == 1);
    assert!(moved_up.is_some());
    // And when the one at work goes, the next one begins.
    drop(running);
    let began = Instant::now();
    assert!(waiting[0].any(|(name, _)| name == "opinion"));
    assert!(began.elapsed() < Duration::from_secs(10));
}

/// A job ends with its connection: with one at a time, another can begin only then.
#[test]
fn closed_connections_cancel() {
    let server = Server::start(&["--jobs", "1"]);
    for (path, request) in [
        ("/api/think", json!({"position": "10x10", "seconds": 500})),
        ("/api/solve", json!({"position": "7x7", "seconds": 500})),
        (
            "/api/analyse",
            json!({"start": "10x10", "moves": ["D1-D7xG7", "A7-E3xE6", "J4-J6xI6"], "seconds": 500}),
        ),
        ("/api/proofs/5x6/check", json!({})),
    ] {
        let mut job = server.begin(path, &request);
        assert_eq!(job.status, 200);
        // The one before may not have left its place yet.
        let (name, _) = job.find(|(name, _)| name != "queued").unwrap();
        assert!(["opinion", "progress"].contains(&name.as_str()), "{path}: {name}");
        drop(job);
        let began = Instant::now();
        let done = server.done("/api/think", &json!({"position": "b.w w", "seconds": 0.1}));
        assert_eq!(done["winner"], "w");
        assert!(began.elapsed() < Duration::from_secs(10), "{path}: {:?}", began.elapsed());
    }
}

/// A job that panics says that it failed, and the server lives on. The solver panics for who asks it to.
#[cfg(feature = "faults")]
#[test]
fn panics() {
    let mut server = Server::start_with(&["--jobs", "1"], &[(otrera_solver::PANIC_IN_THREAD, "1")]);
    for _ in 0..2 {
        let events = server.job("/api/solve", &json!({"position": "5x5", "seconds": 5}));
        let (name, data) = events.last().unwrap();
        assert_eq!(name, "failed");
        assert!(data["error"].as_str().unwrap().contains("failed in the program itself"));
    }
    assert!(server.is_up());
    assert_eq!(server.get("/").status, 200);
}
