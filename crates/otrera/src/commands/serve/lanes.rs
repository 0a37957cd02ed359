//! Calls that answer at once: on threads of their own, a few at a time, and with a short queue.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use tokio::sync::{Semaphore, oneshot};

use super::refusal::Refusal;

/// Whoever finds a queue full may come again after this time.
const RETRY: Duration = Duration::from_secs(1);

/// So many calls at a time, and so many that wait.
pub struct Lane {
    running: Arc<Semaphore>,
    inside: Arc<AtomicUsize>,
    most_inside: usize,
    stack: usize,
}

/// One of those inside, until it is dropped.
struct Inside(Arc<AtomicUsize>);

impl Drop for Inside {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Lane {
    /// So many calls at a time, with stacks of so many bytes, and a queue of this length.
    pub fn new(at_a_time: usize, queue: usize, stack: usize) -> Lane {
        Lane {
            running: Arc::new(Semaphore::new(at_a_time)),
            inside: Arc::default(),
            most_inside: at_a_time + queue,
            stack,
        }
    }

    /// What a call comes to.
    pub async fn run<T: Send + 'static>(
        &self,
        call: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let inside = Inside(Arc::clone(&self.inside));
        if self.inside.fetch_add(1, Ordering::SeqCst) >= self.most_inside {
            return Err(Refusal::busy("too many requests at a time", RETRY));
        }
        let running = Arc::clone(&self.running).acquire_owned().await;
        let running = running.map_err(|_| Refusal::failed())?;
        let (sender, answer) = oneshot::channel();
        let spawned = thread::Builder::new().stack_size(self.stack).spawn(move || {
            // Both are held until the thread ends, also where nobody waits any more.
            let _held = (inside, running);
            let _ = sender.send(call());
        });
        spawned.map_err(|_| Refusal::busy("no thread to spare", RETRY))?;
        // A thread that panics sends nothing.
        answer.await.unwrap_or_else(|_| Err(Refusal::failed()))
    }
}
