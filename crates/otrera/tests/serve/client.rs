//! The real server, and a client that knows as much of HTTP as the tests need.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Nothing takes longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server of its own for a test, which ends with it.
pub struct Server {
    pub address: SocketAddr,
    child: Child,
    // Its folder for endgame tables, in which there are none.
    _folder: tempfile::TempDir,
}

impl Server {
    pub fn start(options: &[&str]) -> Server {
        Server::start_with(options, &[])
    }

    /// The same with these variables in its environment.
    pub fn start_with(options: &[&str], environment: &[(&str, &str)]) -> Server {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_otrera"))
            .args(["serve", "--port", "0"])
            .args(options)
            .env("OTRERA_TABLES", folder.path())
            .envs(environment.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("{line}")).parse().unwrap();
        Server { address, child, _folder: folder }
    }

    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    pub fn is_up(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// The most memory that it has had, in MiB.
    #[cfg(target_os = "linux")]
    pub fn peak_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().strip_suffix("kB").unwrap().trim().parse::<u64>().unwrap() >> 10
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// The head of a request, with these headers besides those that each has.
    pub fn head(&self, what: &str, headers: &[(&str, &str)]) -> String {
        let mut head = format!("{what} HTTP/1.1\r\n");
        let has = |name: &str| headers.iter().any(|(given, _)| given.eq_ignore_ascii_case(name));
        if !has("host") {
            head += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head + "Connection: close\r\n\r\n"
    }

    pub fn send(&self, what: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        self.try_send(what, headers, body).unwrap()
    }

    /// Sends a request and reads the answer; none if the connection was closed without one.
    pub fn try_send(&self, what: &str, headers: &[(&str, &str)], body: &[u8]) -> Option<Answer> {
        let mut stream = self.connect();
        let length = body.len().to_string();
        let mut headers = headers.to_vec();
        if !what.starts_with("GET") {
            headers.push(("Content-Length", &length));
        }
        stream.write_all(self.head(what, &headers).as_bytes()).ok()?;
        // A server that has seen enough may close before all is sent.
        let _ = stream.write_all(body);
        Answer::read(stream)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send(&format!("GET {path}"), &[], b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_text(path, &body.to_string())
    }

    pub fn post_text(&self, path: &str, body: &str) -> Answer {
        let kind = ("Content-Type", "application/json");
        self.send(&format!("POST {path}"), &[kind], body.as_bytes())
    }

    /// What a call answers that is to succeed.
    pub fn ask(&self, path: &str, body: &Value) -> Value {
        let answer = self.post(path, body);
        assert_eq!(answer.status, 200, "{path} {body}: {}", answer.text());
        answer.json()
    }

    /// Begins a job, whose events are read one by one.
    pub fn begin(&self, path: &str, body: &Value) -> Events {
        let mut stream = self.connect();
        let text = body.to_string();
        let length = text.len().to_string();
        let headers = [("Content-Type", "application/json"), ("Content-Length", &length)];
        let head = self.head(&format!("POST {path}"), &headers);
        stream.write_all((head + &text).as_bytes()).unwrap();
        Events::new(stream)
    }

    /// All events of a job.
    pub fn job(&self, path: &str, body: &Value) -> Vec<(String, Value)> {
        self.begin(path, body).collect()
    }

    /// The last event of a job that is to succeed.
    pub fn done(&self, path: &str, body: &Value) -> Value {
        let events = self.job(path, body);
        let (name, data) = events.last().unwrap_or_else(|| panic!("{path} {body}: no event"));
        assert_eq!(name, "done", "{path} {body}: {data}");
        data.clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub struct Answer {
    pub status: u16,
    head: String,
    pub body: Vec<u8>,
}

impl Answer {
    /// The answer on a connection that is closed behind it.
    pub fn read(mut stream: TcpStream) -> Option<Answer> {
        let mut bytes = Vec::new();
        let mut buffer = [0; 1 << 16];
        loop {
            match stream.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => bytes.extend(&buffer[..count]),
                Err(error) if error.kind() == ErrorKind::ConnectionReset => break,
                Err(error) => panic!("no answer: {error}"),
            }
        }
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Answer { status, head, body: bytes[end + 4..].to_vec() })
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{}", self.text()))
    }

    /// What is said of a request that is refused.
    pub fn error(&self) -> String {
        assert_eq!(self.header("content-type"), Some("application/json"), "{}", self.text());
        self.json()["error"].as_str().unwrap().to_owned()
    }
}

/// The events of a job.
pub struct Events {
    lines: BufReader<TcpStream>,
    pub status: u16,
}

impl Events {
    fn new(stream: TcpStream) -> Events {
        let mut lines = BufReader::new(stream);
        let mut line = String::new();
        lines.read_line(&mut line).unwrap();
        let status = line.split(' ').nth(1).unwrap().parse().unwrap();
        while lines.read_line(&mut line).unwrap() > 2 {}
        Events { lines, status }
    }
}

impl Iterator for Events {
    type Item = (String, Value);

    fn next(&mut self) -> Option<(String, Value)> {
        let mut name = None;
        loop {
            let mut line = String::new();
            // The sizes of chunks, blanks and comments say nothing.
            if self.lines.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if let Some(event) = line.strip_prefix("event: ") {
                name = Some(event.trim().to_owned());
            } else if let (Some(name), Some(data)) = (&name, line.strip_prefix("data: ")) {
                return Some((name.clone(), serde_json::from_str(data).unwrap()));
            }
        }
    }
}

/// Waits for something, though not for ever.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
