//! A server, a coordinator and workers on this machine, to be killed and started again.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{lines, otrera, text};

/// Nothing takes so long unless it never comes.
const PATIENCE: Duration = Duration::from_secs(180);

/// The plan of a campaign with jobs so short that there are many.
pub const SHORT: [&str; 4] = ["--first-budget", "200", "--expand-after", "400"];

/// A folder with a server, a coordinator and workers, all of which end with it.
pub struct Cluster {
    folder: tempfile::TempDir,
    pub port: u16,
    pub server: Option<Child>,
}

impl Cluster {
    pub fn up() -> Cluster {
        let mut cluster = Cluster::down();
        cluster.start_server();
        cluster
    }

    /// One whose server does not run yet.
    pub fn down() -> Cluster {
        let folder = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        Cluster { folder, port, server: None }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub fn start_server(&mut self) {
        self.start_server_with(&[]);
    }

    pub fn start_server_with(&mut self, more: &[&str]) {
        let mut command = otrera();
        command.args(["cluster", "up", "--store", "nats", "--port", &self.port.to_string()]);
        command.args(more);
        let mut server = command
            .current_dir(self.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        // It says so when it listens.
        let mut said = BufReader::new(server.stdout.take().unwrap());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        assert!(line.starts_with("Listening on nats://"), "{line}");
        self.server = Some(server);
    }

    /// Kills the server itself with SIGKILL; `cluster up` says so and ends.
    pub fn kill_server(&mut self) {
        let pid = fs::read_to_string(self.path().join("nats/nats-server.pid")).unwrap();
        signal("-KILL", pid.trim());
        let status = self.server.take().unwrap().wait().unwrap();
        assert_eq!(status.code(), Some(2));
    }

    pub fn campaign(&self, args: &[&str]) -> Output {
        otrera().arg("campaign").args(args).current_dir(self.path()).output().unwrap()
    }

    /// The same, which must be well.
    pub fn done(&self, args: &[&str]) -> String {
        let output = self.campaign(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    /// Begins a campaign of short jobs on a board, in the folder of its name.
    pub fn new_with_short_jobs(&self, board: &str) {
        self.done(&[&["new", board, board][..], &SHORT].concat());
    }

    pub fn status(&self, name: &str) -> Value {
        lines(&self.campaign(&["status", name, "--json"])).remove(0)
    }

    /// The only campaign, as the server knows it.
    pub fn on_server(&self) -> Value {
        let output = otrera().args(["cluster", "status", "--json", "--nats", &self.url()]).output();
        lines(&output.unwrap())[0]["campaigns"][0].clone()
    }

    pub fn log(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name).join("log")).unwrap()
    }

    /// How many jobs the log has.
    pub fn jobs_in_log(&self, name: &str) -> usize {
        self.log(name).lines().filter(|line| line.starts_with("job ")).count()
    }

    /// How many of them found a winner.
    pub fn winners_in_log(&self, name: &str) -> usize {
        let jobs = self.log(name);
        let jobs = jobs.lines().filter(|line| line.starts_with("job "));
        jobs.filter(|line| matches!(line.split(' ').nth(3), Some("b" | "w"))).count()
    }

    /// The position of the first job of a campaign by one process, which is the first of all.
    pub fn first_job(&self, name: &str) -> String {
        let log = self.log(name);
        let job = log.lines().find(|line| line.starts_with("job ")).unwrap();
        job.split(' ').skip(1).take(2).collect::<Vec<_>>().join(" ")
    }

    pub fn log_length(&self, name: &str) -> u64 {
        fs::metadata(self.path().join(name).join("log")).map_or(0, |found| found.len())
    }

    /// Starts a coordinator, with short leases.
    pub fn coordinator(&self, name: &str, more: &[&str]) -> Running {
        let url = self.url();
        let args = ["campaign", "run", name, "--cluster", &url, "--lease", "1s"];
        self.start("coordinator", &[&args[..], more].concat(), &[])
    }

    pub fn worker(&self, name: &str, environment: &[(&str, &str)]) -> Running {
        let url = self.url();
        let args = ["cluster", "worker", "--nats", &url, "--name", name, "--once"];
        self.start(name, &[&args[..], &["--threads", "1", "--memory", "32M"]].concat(), environment)
    }

    pub fn start(&self, name: &str, args: &[&str], environment: &[(&str, &str)]) -> Running {
        let said = self.path().join(format!("{name}-{}", fastrand::u32(..)));
        let file = fs::File::create(&said).unwrap();
        let mut command = otrera();
        command.args(args).envs(environment.iter().copied()).current_dir(self.path());
        command.stdout(file.try_clone().unwrap()).stderr(file);
        Running { child: command.spawn().unwrap(), said }
    }

    /// Says something on the server, with these headers, as anybody may who knows its protocol.
    pub fn publish(&self, subject: &str, headers: &str, text: &str) {
        let mut server = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let headers = format!("NATS/1.0\r\n{headers}\r\n");
        let (head, all) = (headers.len(), headers.len() + text.len());
        let said = format!(
            "CONNECT {{\"headers\":true,\"verbose\":false}}\r\nHPUB {subject} {head} {all}\r\n{headers}{text}\r\nPING\r\n"
        );
        server.write_all(said.as_bytes()).unwrap();
        let answer =
            BufReader::new(server).lines().map(Result::unwrap).find(|it| !it.starts_with("INFO"));
        assert_eq!(answer.as_deref(), Some("PONG"));
    }

    /// The winner is this one, and a proof is accepted.
    pub fn assert_proved(&self, name: &str, winner: &str) {
        assert_eq!(self.status(name)["winner"], winner);
        let proof = format!("{name}.proof");
        self.done(&["proof", name, &proof]);
        let check = otrera().args(["check", "--json", &proof]).current_dir(self.path()).output();
        let check = &lines(&check.unwrap())[0];
        assert_eq!((&check["verdict"], &check["winner"]), (&"accepted".into(), &winner.into()));
    }

    /// Waits until the log has so many bytes more, or the coordinator has ended.
    pub fn wait_for_growth(&self, name: &str, more: u64, coordinator: &mut Running) {
        let before = self.log_length(name);
        wait("the log does not grow", || {
            self.log_length(name) >= before + more || coordinator.has_ended()
        });
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Some(server) = &mut self.server {
            signal("-INT", &server.id().to_string());
            let _ = server.wait();
        }
    }
}

/// A process that ends with this.
pub struct Running {
    child: Child,
    said: PathBuf,
}

impl Running {
    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    pub fn said(&self) -> String {
        fs::read_to_string(&self.said).unwrap()
    }

    /// Waits for its end, which must come with this exit code; what it said.
    pub fn ends(mut self, code: i32) -> String {
        let began = Instant::now();
        while !self.has_ended() {
            assert!(began.elapsed() < PATIENCE, "it does not end: {}", self.said());
            std::thread::sleep(Duration::from_millis(10));
        }
        let said = self.said();
        assert_eq!(self.child.wait().unwrap().code(), Some(code), "{said}");
        said
    }

    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn signal(&self, name: &str) {
        signal(name, &self.child.id().to_string());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn signal(name: &str, pid: &str) {
    assert!(Command::new("kill").args([name, pid]).status().unwrap().success());
}

pub fn wait(what: &str, mut until: impl FnMut() -> bool) {
    let began = Instant::now();
    while !until() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
