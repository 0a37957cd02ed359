//! A program that runs beside this one: lines to it, lines from it, and its CPU time.

use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::commands::engine::lines_of;

/// Lines that wait to be read. A program that says more is held up.
const MOST_WAITING: usize = 1024;

pub struct Process {
    child: Child,
    /// Gone once it is to end.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// What it complained of last, and the thread that hears it.
    complaint: Arc<Mutex<String>>,
    listener: Option<JoinHandle<()>>,
}

/// Why there is no line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Silence {
    /// It was waited for long enough.
    Late,
    /// The program has ended, perhaps with a complaint.
    Ended(String),
}

impl Process {
    /// Runs a program with its arguments.
    pub fn run(command: &[String]) -> io::Result<Process> {
        let [program, arguments @ ..] = command else {
            return Err(io::Error::from(io::ErrorKind::InvalidInput));
        };
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for this program, which ends the others.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (send, lines) = mpsc::sync_channel(MOST_WAITING);
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                for line in lines_of(BufReader::new(output)).map_while(Result::ok) {
                    if send.send(line).is_err() {
                        return;
                    }
                }
            });
        }
        let complaint = Arc::new(Mutex::new(String::new()));
        let listener = child.stderr.take().map(|errors| {
            let last = complaint.clone();
            thread::spawn(move || keep_last(errors, &last))
        });
        Ok(Process { input: child.stdin.take(), child, lines, complaint, listener })
    }

    /// Says a line to it. Whether it is heard, its answer tells.
    pub fn say(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
        }
    }

    /// Its next line, waited for until then.
    pub fn line(&mut self, until: Instant) -> Result<String, Silence> {
        match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => Err(Silence::Late),
            Err(RecvTimeoutError::Disconnected) => Err(Silence::Ended(self.last_words())),
        }
    }

    /// What there is to say of a program that has ended.
    fn last_words(&mut self) -> String {
        // It has closed its output, and ends soon if it has not yet; its last complaint may still be on its way.
        let patience = Instant::now() + Duration::from_secs(1);
        let status = loop {
            let status = self.child.try_wait().ok().flatten();
            let is_heard = self.listener.as_ref().is_none_or(JoinHandle::is_finished);
            if status.is_some() && is_heard || Instant::now() > patience {
                break status;
            }
            thread::sleep(Duration::from_millis(5));
        };
        let complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let status = status.map_or("its output has ended".to_owned(), |status| status.to_string());
        match complaint.as_str() {
            "" => status,
            complaint => format!("{status}: {complaint}"),
        }
    }

    /// Its CPU time so far, that of the programs it runs included; nothing where the system does not tell.
    pub fn cpu_time(&self) -> Option<Duration> {
        cpu_time(self.child.id())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.child.id()) {
            use nix::sys::signal::{Signal, killpg};
            // With whatever it runs.
            let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Keeps the last line that says something.
fn keep_last(from: impl Read, last: &Mutex<String>) {
    for line in lines_of(BufReader::new(from)).map_while(Result::ok) {
        let line: String = line.chars().filter(|c| !c.is_control()).take(200).collect();
        if !line.is_empty() {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = line;
        }
    }
}

/// The kernel counts in hundredths of a second, on every machine that this runs on.
const TICKS_PER_SECOND: u64 = 100;

fn cpu_time(process: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program stands in parentheses and may hold anything. Behind it the user's and the system's time are the 12th and
    // 13th field, and those of programs that it ran and that have ended the next two.
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks: u64 = fields.split_whitespace().skip(11).take(4).flat_map(str::parse::<u64>).sum();
    let own = Duration::from_millis(ticks * 1000 / TICKS_PER_SECOND);
    let children = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
    let children = children.unwrap_or_default();
    let below = children.split_whitespace().flat_map(str::parse).filter_map(cpu_time);
    Some(own + below.sum::<Duration>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        Process::run(&["sh", "-c", script].map(str::to_owned)).unwrap()
    }

    #[test]
    fn programs_talk_wait_and_end() {
        let soon = || Instant::now() + Duration::from_secs(20);
        let mut echo = shell("read line; echo \"you said $line\"; echo sorry >&2; exit 3");
        assert_eq!(echo.line(Instant::now()), Err(Silence::Late));
        echo.say("hello");
        assert_eq!(echo.line(soon()), Ok("you said hello".to_owned()));
        assert_eq!(echo.line(soon()), Err(Silence::Ended("exit status: 3: sorry".to_owned())));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn programs_below_count() {
        let mut busy = shell(
            "sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo done; read line'; true",
        );
        let until = Instant::now() + Duration::from_secs(60);
        assert_eq!(busy.line(until), Ok("done".to_owned()));
        assert!(busy.cpu_time() > Some(Duration::from_millis(20)));
    }
}
