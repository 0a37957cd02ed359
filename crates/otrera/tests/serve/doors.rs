//! Who is let in: statuses, headers, names, addresses, and how the program ends.

use std::net::TcpListener;
use std::process::Command;

use crate::client::{Server, wait_until};

#[test]
fn the_page_and_what_every_answer_says() {
    let server = Server::start(&[]);
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    assert!(page.body == include_bytes!("../../../../web/index.html"), "{}", page.text());
    let tag = page.header("etag").unwrap();
    assert_eq!(server.send("GET /index.html", &[("If-None-Match", tag)], b"").status, 304);
    for answer in
        [page, server.get("/api/about"), server.get("/nowhere"), server.get("/api/nothing")]
    {
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'; "));
        assert!(!policy.contains("unsafe") && !policy.contains('*'));
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value));
        }
    }
}

#[test]
fn paths_that_lead_nowhere() {
    let server = Server::start(&[]);
    for path in [
        "/../Cargo.toml",
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/js/../index.html",
        "/js/%2e%2e/index.html",
        "//etc/passwd",
        "/.git/config",
        "/tests/",
        "/index.html/",
        "/%00",
        "/api/proofs/../about",
        "/api/proofs/%2e%2e%2fabout",
        "/api",
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.error().is_empty());
    }
}

#[test]
fn methods_kinds_and_sizes() {
    let server = Server::start(&[]);
    assert_eq!(server.get("/api/show").status, 405);
    assert!(server.get("/api/show").error().contains("GET"));
    let json = ("Content-Type", "application/json");
    assert_eq!(server.send("POST /api/about", &[json], b"{}").status, 405);
    assert_eq!(server.send("DELETE /", &[], b"").status, 405);
    let body = br#"{"position":"5x6"}"#;
    for kinds in
        [&[][..], &[("Content-Type", "text/plain")], &[("Content-Type", "application/jsonp")]]
    {
        let answer = server.send("POST /api/show", kinds, body);
        assert_eq!(answer.status, 415, "{kinds:?}");
        assert!(answer.error().contains("application/json"));
    }
    let spelled = ("Content-Type", "Application/JSON; charset=utf-8");
    assert_eq!(server.send("POST /api/show", &[spelled], body).status, 200);
    assert_eq!(server.send("POST /api/proofs", &[json], b"{}").status, 415);
    // One byte more than is allowed, with its length told and without.
    let large = vec![b' '; (1 << 20) + 1];
    let answer = server.send("POST /api/show", &[json], &large);
    assert_eq!((answer.status, answer.error().contains("at most 1 MiB")), (413, true));
    let mut chunks = format!("{:x}\r\n", large.len()).into_bytes();
    chunks.extend(&large);
    chunks.extend(b"\r\n0\r\n\r\n");
    let mut stream = server.connect();
    let head = server.head("POST /api/show", &[json, ("Transfer-Encoding", "chunked")]);
    std::io::Write::write_all(&mut stream, &[head.as_bytes(), &chunks].concat()).unwrap();
    assert_eq!(crate::client::Answer::read(stream).unwrap().status, 413);
}

#[test]
fn foreign_hosts_and_origins() {
    let server = Server::start(&[]);
    let own = format!("http://{}", server.address);
    let host = format!("localhost:{}", server.address.port());
    assert_eq!(server.send("GET /", &[("Host", &host)], b"").status, 200);
    for path in ["/", "/api/about", "/nowhere"] {
        for header in [
            ("Host", "evil.example"),
            ("Host", "127.0.0.1"),
            ("Host", ""),
            ("Origin", "http://evil.example"),
            ("Origin", "null"),
            ("Origin", &format!("http://{host}")),
        ] {
            let answer = server.send(&format!("GET {path}"), &[header], b"");
            assert_eq!(answer.status, 403, "{path} {header:?}");
            assert!(answer.error().starts_with(header.0));
        }
        let answer = server.send(&format!("GET {path}"), &[("Origin", &own)], b"");
        assert_ne!(answer.status, 403, "{path}");
    }
    let foreign = ("Sec-Fetch-Site", "cross-site");
    assert_eq!(server.send("GET /api/about", &[foreign], b"").status, 403);
    // A link to the page is fine.
    assert_eq!(server.send("GET /", &[foreign], b"").status, 200);
}

fn refused(args: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_otrera")).arg("serve").args(args).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn addresses() {
    assert!(refused(&["--address", "0.0.0.0", "--port", "0"]).contains("add --public"));
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let told = refused(&["--port", &port]);
    assert!(
        told.contains(&format!("cannot listen on 127.0.0.1:{port}: another program")),
        "{told}"
    );
    assert!(refused(&["--public"]).contains("--address"));
    // What only this computer can reach has only this computer's names, whatever is said.
    let server = Server::start(&["--address", "127.0.0.1", "--public"]);
    assert_eq!(server.send("GET /", &[("Host", "evil.example")], b"").status, 403);
    assert!(refused(&["--jobs", "0"]).contains("--jobs"));
    // In public it has any name, and other origins are still foreign.
    let server = Server::start(&["--address", "0.0.0.0", "--public"]);
    let address = format!("127.0.0.1:{}", server.address.port()).parse().unwrap();
    let server = At { address, server };
    let host = ("Host", "board.example:7531");
    assert_eq!(server.send("GET /", &[host]), 200);
    assert_eq!(server.send("GET /", &[host, ("Origin", "http://board.example:7531")]), 200);
    assert_eq!(server.send("GET /", &[host, ("Origin", "http://evil.example")]), 403);
}

/// A server that listens everywhere, here.
struct At {
    address: std::net::SocketAddr,
    server: Server,
}

impl At {
    fn send(&self, what: &str, headers: &[(&str, &str)]) -> u16 {
        let mut stream = std::net::TcpStream::connect(self.address).unwrap();
        let head = self.server.head(what, headers);
        std::io::Write::write_all(&mut stream, head.as_bytes()).unwrap();
        crate::client::Answer::read(stream).unwrap().status
    }
}

/// Ctrl-C ends it at once, also with jobs at work.
#[cfg(unix)]
#[test]
fn interrupts() {
    let mut server = Server::start(&[]);
    let request = serde_json::json!({"position": "10x10", "seconds": 60});
    let mut job = server.begin("/api/think", &request);
    assert_eq!(job.next().unwrap().0, "opinion");
    let id = server.child().id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let mut code = None;
    wait_until("it ends", || {
        code = server.child().try_wait().unwrap();
        code.is_some()
    });
    assert_eq!(code.unwrap().code(), Some(130));
}
