//! The cluster's page under `otrera serve`, with a real nats-server: what it says, and what it does when that server goes away.
//!
//! Needs the program `nats-server`, which `scripts/test` installs.

#![cfg(unix)]

#[path = "serve/client.rs"]
#[allow(dead_code, reason = "the tests of the board use all of it")]
mod client;
mod program;
mod schema;

use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use client::{Server, wait_until};
use otrera_cluster::{Server as Nats, ServerSettings};
use program::{lines, otrera, text};
use schema::Schema;
use serde_json::{Value, json};

/// A folder with a NATS server, campaigns and whoever works on them, all of which end with it.
struct Cluster {
    folder: tempfile::TempDir,
    address: SocketAddr,
    nats: Option<Nats>,
    people: Vec<Child>,
}

impl Cluster {
    /// One whose server does not run yet.
    fn down() -> Cluster {
        let folder = tempfile::tempdir().unwrap();
        Cluster { folder, address: free_address(), nats: None, people: Vec::new() }
    }

    fn up() -> Cluster {
        let mut cluster = Cluster::down();
        cluster.start(None);
        cluster
    }

    fn start(&mut self, config: Option<&Path>) {
        let settings = ServerSettings {
            program: "nats-server".into(),
            folder: self.folder.path().join("nats"),
            address: self.address,
            config: config.map(Path::to_owned),
        };
        self.nats = Some(Nats::start(&settings).unwrap());
    }

    /// Sends a signal to the server itself.
    fn signal(&self, name: &str) {
        let pid = fs::read_to_string(self.folder.path().join("nats/nats-server.pid")).unwrap();
        assert!(Command::new("kill").args([name, pid.trim()]).status().unwrap().success());
    }

    fn kill(&mut self) {
        self.signal("-KILL");
        self.nats = None;
    }

    fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    /// A server of the page.
    fn page(&self) -> Server {
        Server::start(&["--nats", &self.url()])
    }

    /// What the command says.
    fn status(&self) -> Value {
        let args = ["cluster", "status", "--json", "--nats", &self.url()];
        let output = otrera().args(args).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        lines(&output).remove(0)
    }

    fn campaign(&self, board: &str, more: &[&str]) {
        let output = self.command(&["campaign", "new", board, board]).args(more).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = otrera();
        command.args(args).current_dir(self.folder.path());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Starts the coordinator of a campaign, …
    fn run(&mut self, board: &str) {
        let args = ["campaign", "run", board, "--cluster", &self.url()];
        let child = self.command(&args).spawn().unwrap();
        self.people.push(child);
    }

    /// … and a worker.
    fn work(&mut self, name: &str) {
        let args = ["cluster", "worker", "--nats", &self.url(), "--name", name];
        let mut worker = self.command(&args);
        let child = worker.args(["--threads", "1", "--memory", "32M"]).spawn().unwrap();
        self.people.push(child);
    }

    /// Sends all of them home, and waits until they have gone.
    fn send_home(&mut self) {
        for mut child in self.people.drain(..) {
            let pid = child.id().to_string();
            let _ = Command::new("kill").args(["-INT", &pid]).stderr(Stdio::null()).status();
            child.wait().unwrap();
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for child in &mut self.people {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// What the page is told, which must be as the schema says of the command.
fn told(page: &Server) -> Value {
    let answer = page.get("/api/cluster");
    assert_eq!(answer.status, 200, "{}", answer.text());
    let told = answer.json();
    Schema::read().check("cluster status", &told).unwrap_or_else(|why| panic!("{why}\n{told}"));
    told
}

/// The same as soon as it is so.
fn told_when(page: &Server, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    let mut last = Value::Null;
    wait_until(what, || {
        last = told(page);
        is_so(&last)
    });
    last
}

fn error(told: &Value) -> &str {
    told["error"].as_str().unwrap_or_default()
}

/// An answer without what another moment changes.
fn lasting(mut told: Value) -> Value {
    told["age_seconds"] = Value::Null;
    for campaign in told["campaigns"].as_array_mut().unwrap() {
        campaign["heard_seconds"] = Value::Null;
        campaign["workers"] = json!([]);
    }
    told
}

/// Jobs so short that there are many.
const SHORT: [&str; 4] = ["--first-budget", "200", "--expand-after", "400"];

/// Black wins 4×5 (Müller, Solving 5×5 Amazons).
#[test]
fn figures_are_those_of_the_command() {
    let mut cluster = Cluster::up();
    let page = cluster.page();
    let nothing = told(&page);
    assert_eq!(
        (&nothing["server"], &nothing["error"], &nothing["campaigns"]),
        (&json!(cluster.url()), &Value::Null, &json!([]))
    );
    cluster.campaign("4x5", &SHORT);
    cluster.campaign("6x5", &[]);
    cluster.work("helper");
    cluster.run("4x5");
    let over = told_when(&page, "4x5 is settled", |told| told["campaigns"][0]["winner"] == "b");
    assert_eq!(over["campaigns"][0]["position"], ".bb./b..b/4/w..w/.ww. w");
    cluster.run("6x5");
    // Longer than it takes for a rate.
    let at_work = |told: &Value| {
        let campaign = &told["campaigns"][1];
        campaign["workers"][0]["nodes_per_second"].as_f64() > Some(0.0)
            && campaign["state"]["jobs"].as_u64() > Some(0)
    };
    let during = told_when(&page, "somebody works on 6x5", at_work);
    let worker = &during["campaigns"][1]["workers"][0];
    assert_eq!(worker["worker"], "helper");
    assert!(worker["heard_seconds"].as_f64() < Some(5.0), "{worker}");
    assert!(during["age_seconds"].as_f64() < Some(5.0), "{during}");
    assert_eq!(during["campaigns"][1]["winner"], Value::Null);
    // When all have gone home nothing changes any more.
    cluster.send_home();
    let last = cluster.status();
    let same = told_when(&page, "it knows the last state", |told| {
        told["campaigns"][1]["state"] == last["campaigns"][1]["state"]
            && told["campaigns"][1]["workers"] == json!([])
    });
    assert_eq!(lasting(same), lasting(cluster.status()));
}

#[test]
fn a_server_that_goes_away_comes_back() {
    let mut cluster = Cluster::down();
    let page = cluster.page();
    let before = told(&page);
    assert!(error(&before).ends_with("Connection refused (os error 111)"), "{before}");
    assert_eq!((&before["age_seconds"], &before["campaigns"]), (&Value::Null, &json!([])));
    cluster.start(None);
    cluster.campaign("6x5", &[]);
    cluster.run("6x5");
    let ran = told_when(&page, "it runs", |told| told["campaigns"][0]["state"].is_object());
    assert_eq!(ran["error"], Value::Null);
    cluster.kill();
    let away = told_when(&page, "it says so", |told| told["error"].is_string());
    assert_eq!(error(&away), format!("{}: the connection is lost", cluster.url()));
    // What is known stays, and its age grows.
    assert_eq!(away["campaigns"][0]["campaign"], ran["campaigns"][0]["campaign"]);
    let age = |told: &Value| told["age_seconds"].as_f64().unwrap();
    told_when(&page, "the figures grow old", |told| age(told) > age(&away) + 1.0);
    cluster.start(None);
    let back = told_when(&page, "figures return", |told| told["error"].is_null());
    assert!(age(&back) < 3.0, "{back}");
    let newer = |told: &Value| {
        let seconds = |told: &Value| told["campaigns"][0]["state"]["seconds"].as_f64();
        seconds(told) > seconds(&away)
    };
    told_when(&page, "the coordinator is heard again", newer);
}

/// A server that takes what is sent and says nothing.
#[test]
fn a_server_that_stalls_holds_nothing_up() {
    let mut cluster = Cluster::up();
    cluster.campaign("6x5", &[]);
    cluster.run("6x5");
    let page = cluster.page();
    told_when(&page, "it runs", |told| told["campaigns"][0]["state"].is_object());
    cluster.signal("-STOP");
    let began = Instant::now();
    let mut slowest = Duration::ZERO;
    let mut away = Value::Null;
    while began.elapsed() < Duration::from_secs(8) {
        let asked = Instant::now();
        away = told(&page);
        page.ask("/api/show", &json!({"position": "5x6"}));
        slowest = slowest.max(asked.elapsed());
        std::thread::sleep(Duration::from_millis(50));
    }
    cluster.signal("-CONT");
    println!("both answers after {slowest:?} at most");
    // Questions to the server take three seconds until they have failed.
    assert!(slowest < Duration::from_secs(2), "{slowest:?}");
    assert!(error(&away).starts_with(&cluster.url()), "{away}");
    assert!(away["age_seconds"].as_f64() > Some(4.0), "{away}");
    assert_eq!(away["campaigns"].as_array().unwrap().len(), 1);
    told_when(&page, "figures return", |told| told["error"].is_null());
}

/// However many ask, there is one connection, on which little is said.
#[test]
fn all_who_look_share_one_connection() {
    let mut cluster = Cluster::down();
    let watched = free_address();
    let config = cluster.folder.path().join("nats.conf");
    fs::write(&config, format!("http: \"{watched}\"\n")).unwrap();
    cluster.start(Some(&config));
    cluster.campaign("6x5", &[]);
    cluster.run("6x5");
    let page = cluster.page();
    told_when(&page, "it runs", |told| told["campaigns"][0]["state"].is_object());
    let sent = |page: &Server| {
        let connections = connections(watched);
        let ours = connections.iter().filter(|it| it["name"] == "otrera serve");
        let ours: Vec<&Value> = ours.collect();
        assert_eq!(ours.len(), 1, "{connections:?} for {}", page.address);
        ours[0]["in_msgs"].as_u64().unwrap()
    };
    let (before, began) = (sent(&page), Instant::now());
    let asked: usize = std::thread::scope(|scope| {
        let browsers = [(); 6].map(|()| {
            scope.spawn(|| {
                let mut asked = 0;
                while began.elapsed() < Duration::from_secs(4) {
                    told(&page);
                    asked += 1;
                }
                asked
            })
        });
        browsers.into_iter().map(|it| it.join().unwrap()).sum()
    });
    let (messages, seconds) = (sent(&page) - before, began.elapsed().as_secs());
    println!("{asked} answers, {messages} questions to the server in {seconds} s");
    // One look at a campaign takes 14 questions: the streams, the store, three values, the queues, the results.
    assert!(asked > 50 && messages <= (seconds + 2) * 16, "{asked} {messages}");
}

/// The connections that the server's own monitor knows.
fn connections(address: SocketAddr) -> Vec<Value> {
    use std::io::{Read, Write};
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    let request = format!("GET /connz HTTP/1.0\r\nHost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let told: Value = serde_json::from_str(body).unwrap();
    told["connections"].as_array().unwrap().clone()
}

#[test]
fn without_a_cluster_there_is_no_page() {
    let page = Server::start(&[]);
    assert_eq!(page.get("/api/about").json()["cluster"], false);
    for path in ["/cluster", "/api/cluster"] {
        let answer = page.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.error().contains("otrera serve --nats URL"), "{}", answer.error());
    }
    assert_eq!(page.get("/cluster.html").status, 404);
    // With one there is, also while nobody answers there.
    let url = format!("nats://me:secret@{}", free_address());
    let page = Server::start(&["--nats", &url]);
    assert_eq!(page.get("/api/about").json()["cluster"], true);
    let answer = page.get("/cluster");
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, Some("text/html; charset=utf-8"))
    );
    assert!(answer.body == include_bytes!("../../../web/cluster.html"), "{}", answer.text());
    assert_eq!(page.send("POST /cluster", &[], b"").status, 405);
    assert_eq!(page.send("POST /api/cluster", &[], b"").status, 405);
    let told = told(&page);
    assert!(error(&told).contains("Connection refused"), "{told}");
    assert!(!told.to_string().contains("secret"), "{told}");
    // Other pages get nothing of it.
    let foreign = [("Origin", "http://evil.example")];
    assert_eq!(page.send("GET /api/cluster", &foreign, b"").status, 403);
}
