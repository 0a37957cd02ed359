//! Waiting for what a running program does. No test counts on something having happened after some time: on a
//! busy machine it has not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};

/// Nothing takes so long, on whatever machine, unless it never comes.
const PATIENCE: Duration = Duration::from_secs(600);

/// Waits until something has happened.
pub fn wait_until(what: &str, mut happened: impl FnMut() -> bool) {
    let began = Instant::now();
    while !happened() {
        assert!(began.elapsed() < PATIENCE, "still waiting: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Waits until a file is there, or the program ends without it.
pub fn wait_for_file(child: &mut Child, file: &Path) {
    let there = || file.exists() || child.try_wait().unwrap().is_some();
    wait_until(&format!("{} appears", file.display()), there);
}

/// Waits until a program listens to Ctrl-C, or ends. Before that there is nothing to interrupt.
#[cfg(target_os = "linux")]
pub fn wait_until_it_listens(child: &mut Child) {
    let path = format!("/proc/{}/status", child.id());
    wait_until("it listens to Ctrl-C", || {
        let status = fs::read_to_string(&path).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
        caught.is_some_and(|bits| bits & 1 << 1 != 0) || child.try_wait().unwrap().is_some()
    });
}

/// Waits until a program has used so many hundredths of a second of processor time, on all its threads; or has
/// nothing to do until somebody tells it more, or ends. However busy the machine is, it has come as far.
#[cfg(target_os = "linux")]
pub fn wait_until_it_has_worked(child: &mut Child, hundredths: u64) {
    let process = PathBuf::from(format!("/proc/{}", child.id()));
    wait_until("it has worked so long", || {
        let [_, user, system] = state_and_times(&process);
        let Ok(threads) = fs::read_dir(process.join("task")) else { return true };
        let mut states = threads.flatten().map(|thread| state_and_times(&thread.path())[0]);
        let is_idle = states.all(|state| state == u64::from(b'S'));
        user + system >= hundredths || is_idle || child.try_wait().unwrap().is_some()
    });
}

/// The state of a process or thread as a letter, and its processor time as a user and in the system; 0 if it
/// has ended.
#[cfg(target_os = "linux")]
fn state_and_times(process: &Path) -> [u64; 3] {
    let stat = fs::read_to_string(process.join("stat")).unwrap_or_default();
    // Before these fields there is the name, which may hold anything.
    let fields: Vec<&str> =
        stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let [Some(state), Some(user), Some(system)] = [0, 11, 12].map(|n| fields.get(n)) else {
        return [0; 3];
    };
    [state.as_bytes()[0].into(), user.parse().unwrap(), system.parse().unwrap()]
}

/// Presses Ctrl-C. If the program is done there is nobody to tell.
#[cfg(unix)]
pub fn interrupt(child: &Child) {
    let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).output();
}

/// The output of a program that must come to its end.
pub fn output_of(mut child: Child) -> Output {
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("it never ends");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.wait_with_output().unwrap()
}
