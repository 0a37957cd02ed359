//! Work beside the interpreter: other Python threads go on meanwhile, Ctrl-C ends it, and a callback is told how it goes.

use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use otrera::answers::Stop;
use pyo3::prelude::*;

/// As much as a program's first thread has, and more.
const STACK: usize = 64 << 20;

/// How soon Ctrl-C is noticed.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Does work in a thread of its own. Each line that it sends is given to the callback. If that raises an exception, or Ctrl-C
/// does, the flag is set, and once the work has ended the exception goes on its way.
pub fn aside<T: Send>(
    py: Python<'_>,
    callback: Option<&Py<PyAny>>,
    work: impl FnOnce(Stop, Sender<String>) -> T + Send,
) -> PyResult<T> {
    let flag = Flag::take();
    py.detach(|| {
        let (send, lines) = mpsc::channel();
        thread::scope(|scope| {
            let worker = thread::Builder::new().stack_size(STACK);
            let worker = worker.spawn_scoped(scope, || work(flag.0, send))?;
            let watched = watch(&lines, callback);
            if watched.is_err() {
                flag.0.store(true, Ordering::Relaxed);
            }
            let done = worker.join().unwrap_or_else(|panic| panic::resume_unwind(panic));
            watched.map(|()| done)
        })
    })
}

/// Until the work has ended.
fn watch(lines: &Receiver<String>, callback: Option<&Py<PyAny>>) -> PyResult<()> {
    let mut looked = Instant::now();
    loop {
        let line = match lines.recv_timeout(BETWEEN_LOOKS) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        let told = line.zip(callback);
        if told.is_some() || looked.elapsed() >= BETWEEN_LOOKS {
            looked = Instant::now();
            Python::attach(|py| {
                py.check_signals()?;
                told.map_or(Ok(()), |(line, callback)| callback.call1(py, (line,)).map(drop))
            })?;
        }
    }
}

/// A flag of this work alone. Flags live forever, as computations ask for, so they are used again.
struct Flag(Stop);

static FREE: Mutex<Vec<Stop>> = Mutex::new(Vec::new());

impl Flag {
    fn take() -> Flag {
        let free = FREE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Flag(free.unwrap_or_else(|| Box::leak(Box::new(AtomicBool::new(false)))))
    }
}

impl Drop for Flag {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
        FREE.lock().unwrap_or_else(PoisonError::into_inner).push(self.0);
    }
}
