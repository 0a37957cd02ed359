//! An attack: the server stays up, says no in a clear way, stays under its memory, and has time for its page.

use std::io::{Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Answer, Server};

/// What docs/serve.md says: jobs × memory, and 400 MiB for all else.
const MEMORY: &str = "64M";
const CAP: u64 = 2 * 64 + 400;

#[test]
fn an_attack() {
    let mut server = Server::start(&["--jobs", "2", "--memory", MEMORY]);
    let over = AtomicBool::new(false);
    let slowest = std::thread::scope(|scope| {
        let server = &server;
        let over = &over;
        // A page that somebody uses meanwhile.
        let page = scope.spawn(move || {
            let mut slowest = Duration::ZERO;
            while !over.load(Ordering::Relaxed) {
                let began = Instant::now();
                assert_eq!(server.get("/").status, 200);
                let shown = server.post("/api/show", &json!({"position": "10x10"}));
                assert!([200, 429].contains(&shown.status), "{}", shown.text());
                slowest = slowest.max(began.elapsed());
                std::thread::sleep(Duration::from_millis(20));
            }
            slowest
        });
        let attacks = [
            scope.spawn(|| solves(server)),
            scope.spawn(|| bodies(server)),
            scope.spawn(|| malformed(server)),
            scope.spawn(|| slow_heads(server)),
            scope.spawn(|| slow_bodies(server)),
            scope.spawn(|| closed(server)),
            scope.spawn(|| values(server)),
            scope.spawn(|| proofs(server)),
        ];
        let ended: Vec<_> = attacks.into_iter().map(|attack| attack.join()).collect();
        over.store(true, Ordering::Relaxed);
        let slowest = page.join();
        assert!(ended.iter().all(Result::is_ok));
        slowest.unwrap()
    });
    println!("slowest page {slowest:?}, peak memory {} MiB", server.peak_memory());
    assert!(slowest < Duration::from_secs(2), "the page took {slowest:?}");
    assert!(server.peak_memory() < CAP, "{} MiB", server.peak_memory());
    assert!(server.is_up());
    // It works as before.
    let done = server.done("/api/solve", &json!({"position": "b...w w", "seconds": 5}));
    assert_eq!(done["winner"], "w");
}

/// 200 at a time: a few are let in, and the others are told when to come again.
fn solves(server: &Server) {
    let request = json!({"position": "7x7", "seconds": 1});
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let solve = || {
            let mut events = server.begin("/api/solve", &request);
            if events.status == 200 {
                let last = events.by_ref().last();
                assert_eq!(last.map(|(name, _)| name).as_deref(), Some("done"));
            }
            events.status
        };
        let all: Vec<_> = (0..200).map(|_| scope.spawn(solve)).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let refused = statuses.iter().filter(|&&status| status == 429).count();
    let accepted = statuses.iter().filter(|&&status| status == 200).count();
    assert_eq!(refused + accepted, 200);
    assert!(refused > 50 && accepted >= 2, "{refused} {accepted}");
}

fn bodies(server: &Server) {
    let ten = vec![b'x'; 10 << 20];
    let json = ("Content-Type", "application/json");
    let bytes = ("Content-Type", "application/octet-stream");
    std::thread::scope(|scope| {
        for n in 0..12 {
            let ten = &ten;
            scope.spawn(move || {
                let (what, kind) = match n % 2 {
                    0 => ("POST /api/solve", json),
                    _ => ("POST /api/proofs", bytes),
                };
                let Some(answer) = server.try_send(what, &[kind], ten) else { return };
                assert!([400, 413, 429].contains(&answer.status), "{}", answer.status);
                assert!(!answer.error().is_empty());
            });
        }
    });
}

fn malformed(server: &Server) {
    let deep = "[".repeat(500_000);
    let long = format!(r#"{{"position":"{}"}}"#, "b".repeat(1_000_000));
    let nodes = vec![r#"{"parent":null,"move":"B1-B4xD4"}"#; 20_000].join(",");
    let many =
        format!(r#"{{"start":"5x6","format":"sgf","nodes":[{nodes},{{"parent":9,"move":"?"}}]}}"#);
    for body in ["", "{", "null", "\u{0}", "{\"position\":", "[1,2]", &deep, &long, &many] {
        for path in
            ["/api/show", "/api/read", "/api/write", "/api/think", "/api/solve", "/api/value"]
        {
            let answer = server.post_text(path, body);
            assert!([400, 429].contains(&answer.status), "{path}: {}", answer.status);
            assert!(!answer.error().is_empty());
        }
    }
    // What is no HTTP has no answer, or a short one.
    for bytes in [&b"\x16\x03\x01\x02\x00"[..], b"GET\r\n\r\n", &[b'A'; 100_000]] {
        let mut stream = server.connect();
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        if let Some(answer) = Answer::read(stream) {
            assert!((400..500).contains(&answer.status));
        }
    }
}

/// More connections than there may be, which say a letter now and then.
fn slow_heads(server: &Server) {
    let mut streams: Vec<_> = (0..300).map(|_| server.connect()).collect();
    for letter in b"GET / HTTP/1.1\r\nX: yyyyyyyyyyyy" {
        for stream in &mut streams {
            let _ = stream.write_all(&[*letter]);
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// A body that comes in drops is waited for, but not for long.
fn slow_bodies(server: &Server) {
    let headers = [("Content-Type", "application/json"), ("Content-Length", "1000")];
    let mut stream = server.connect();
    stream.write_all(server.head("POST /api/show", &headers).as_bytes()).unwrap();
    let began = Instant::now();
    stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    let mut told = Vec::new();
    let mut buffer = [0; 1000];
    while began.elapsed() < Duration::from_secs(20) {
        let _ = stream.write_all(b" ");
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => told.extend(&buffer[..count]),
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(_) => break,
        }
    }
    // Under attack it may also be closed to make room.
    let told = String::from_utf8(told).unwrap();
    assert!(told.is_empty() || told.starts_with("HTTP/1.1 408"), "{told}");
    assert!(began.elapsed() < Duration::from_secs(15));
}

/// Connections that are closed in the middle of everything.
fn closed(server: &Server) {
    let body = r#"{"position":"10x10","seconds":300}"#;
    let length = body.len().to_string();
    let headers = [("Content-Type", "application/json"), ("Content-Length", length.as_str())];
    let request = server.head("POST /api/solve", &headers) + body;
    for n in 0..200 {
        let mut stream = server.connect();
        let end = request.len() * (n % 10 + 1) / 10;
        let _ = stream.write_all(&request.as_bytes()[..end]);
    }
}

/// Good proofs, more than there is room for at a time.
fn proofs(server: &Server) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/proofs/5x6.proof");
    let proof = std::fs::read(path).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..20 {
            scope.spawn(|| {
                let kind = ("Content-Type", "application/octet-stream");
                let status = server.send("POST /api/proofs", &[kind], &proof).status;
                assert!([200, 429].contains(&status), "{status}");
            });
        }
    });
}

fn values(server: &Server) {
    std::thread::scope(|scope| {
        for _ in 0..40 {
            scope.spawn(|| {
                let request = json!({"position": "11/11/2b3b4/11/11/11/2w5w2/11/11/11/11 w"});
                let status = server.post("/api/value", &request).status;
                assert!([200, 429].contains(&status), "{status}");
            });
        }
    });
}
