//! A NATS server of our own, as a child of this process.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use serde::Deserialize;

use crate::error::ClusterError;

/// How a server is started.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The program.
    pub program: PathBuf,
    /// Where it keeps what it is told.
    pub folder: PathBuf,
    /// Where it listens.
    pub address: SocketAddr,
    /// A configuration file of NATS, for users, TLS and whatever else.
    pub config: Option<PathBuf>,
}

/// A server that runs. It ends with this.
#[derive(Debug)]
pub struct Server {
    child: Child,
    asks_for_users: bool,
}

/// The file of what the server says, and that of its process.
const LOG: &str = "nats-server.log";
const PID: &str = "nats-server.pid";

/// It begins within this time, or something is wrong.
const PATIENCE: Duration = Duration::from_secs(20);

impl Server {
    /// Starts it, and waits until it answers.
    pub fn start(settings: &ServerSettings) -> Result<Server, ClusterError> {
        let ServerSettings { program, folder, address, config } = settings;
        fs::create_dir_all(folder).map_err(|error| ClusterError::io(folder, error))?;
        let log = folder.join(LOG);
        let told = alone(folder, &log)?;
        // Another server there would answer in its place.
        if TcpStream::connect_timeout(address, Duration::from_secs(1)).is_ok() {
            let why = format!("another program listens on {address}; choose another --port");
            return Err(ClusterError::Server(why));
        }
        let same = told.try_clone().map_err(|error| ClusterError::io(&log, error))?;
        let mut command = Command::new(found(program));
        command.arg("-js").arg("-sd").arg(folder).arg("-P").arg(folder.join(PID));
        command.args(["-a", &address.ip().to_string(), "-p", &address.port().to_string()]);
        if let Some(config) = config {
            command.arg("-c").arg(config);
        }
        // Ctrl-C in a terminal is for us, who end it in order.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.stdin(Stdio::null()).stdout(told).stderr(same);
        let child = command.spawn().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => ClusterError::Server(format!(
                "{}: not found; install it (Debian: apt-get install nats-server)",
                program.display()
            )),
            _ => ClusterError::io(program, error),
        })?;
        let mut server = Server { child, asks_for_users: true };
        let began = Instant::now();
        loop {
            if let Some(greeting) = greeting(address) {
                server.asks_for_users = greeting.auth_required || greeting.tls_verify;
                return Ok(server);
            }
            if let Some(status) = server.ended()? {
                return Err(ClusterError::Server(format!("it ended ({status}): {}", last(&log))));
            }
            if began.elapsed() > PATIENCE {
                return Err(ClusterError::Server(format!("it does not answer: {}", last(&log))));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Does it ask for a password, a certificate or the like?
    pub fn asks_for_users(&self) -> bool {
        self.asks_for_users
    }

    /// How it ended, if it did.
    pub fn ended(&mut self) -> Result<Option<ExitStatus>, ClusterError> {
        self.child.try_wait().map_err(|error| ClusterError::Server(error.to_string()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It writes what it has not written yet when it is asked to end, and not when it is killed.
        #[cfg(unix)]
        {
            let pid = self.child.id().to_string();
            let asked = Command::new("kill").arg(pid).stderr(Stdio::null()).status();
            let began = Instant::now();
            while asked.as_ref().is_ok_and(ExitStatus::success)
                && began.elapsed() < Duration::from_secs(5)
            {
                if !matches!(self.child.try_wait(), Ok(None)) {
                    return;
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The file of what the server says, empty, with a lock on it. The server has the file open as long as it runs, and so
/// keeps the lock, also when the process is killed that has started it: two servers in one folder would ruin it.
fn alone(folder: &Path, log: &Path) -> Result<File, ClusterError> {
    let io = |error| ClusterError::io(log, error);
    let file = File::options().create(true).write(true).truncate(false).open(log).map_err(io)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let pid = fs::read_to_string(folder.join(PID)).unwrap_or_default();
            return Err(ClusterError::StoreInUse {
                folder: folder.into(),
                pid: pid.trim().to_owned(),
            });
        }
        // A file system without locks is no reason to start nothing.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
        Err(TryLockError::Error(error)) => return Err(io(error)),
    }
    file.set_len(0).map_err(io)?;
    Ok(file)
}

/// The program, which Debian has where ordinary users do not look.
fn found(program: &Path) -> PathBuf {
    let debian = Path::new("/usr/sbin").join(program);
    let named = std::env::var_os("PATH").is_some_and(|path| {
        std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
    });
    if !named && debian.is_file() { debian } else { program.into() }
}

/// What a server says to whoever comes, before it knows who that is.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Greeting {
    auth_required: bool,
    tls_verify: bool,
}

/// The greeting of a NATS server, if there is one.
fn greeting(address: &SocketAddr) -> Option<Greeting> {
    let stream = TcpStream::connect_timeout(address, Duration::from_secs(1)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(1))).ok()?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).ok()?;
    serde_json::from_str(line.strip_prefix("INFO ")?).ok()
}

/// The last line of a file.
fn last(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.lines().last().unwrap_or("it said nothing").to_owned()
}
