//! Jobs: work that takes a while. A few at a time, each on a thread of its own, and a short queue before them.
//!
//! A job tells how it goes by events, which nobody has to wait for: what a slow client has no room for is left out,
//! only the last event is not. When its client goes, a job is told to stop, and its place in the queue is free
//! at once; its place at work is free when its thread has ended, so that no more are ever at work than allowed.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::Response;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::connections::Connection;
use super::events::{self, Events};
use super::refusal::{FAILED, Refusal};

/// So many jobs wait, and no more.
const QUEUE: usize = 16;

/// So many events wait for a client.
const EVENTS: usize = 32;

/// Whoever finds the queue full may come again after this time.
const RETRY: Duration = Duration::from_secs(5);

/// Threads of jobs need no more stack than this.
const STACK: usize = 16 << 20;

/// All jobs.
pub struct Jobs {
    at_a_time: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    running: usize,
    waiting: VecDeque<Waiting>,
}

/// What a job does: it tells how it goes, and returns what its last event says.
type Work = Box<dyn FnOnce(&Job) -> anyhow::Result<Value> + Send>;

struct Waiting {
    job: Job,
    work: Work,
}

/// A job as it sees itself.
pub struct Job {
    stop: Arc<AtomicBool>,
    events: mpsc::Sender<Bytes>,
    last: Arc<Mutex<Option<Bytes>>>,
    connection: Arc<Connection>,
}

impl Job {
    /// Set when the job is to end, as nobody waits for it any more.
    pub fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Tells how it goes.
    pub fn tell(&self, event: &str, data: &impl Serialize) {
        // Where there is no room, somebody is slow; there will be news.
        let _ = self.events.try_send(events::event(event, data));
    }

    fn end(&self, event: &str, data: &impl Serialize) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(events::event(event, data));
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.connection.set_at_work(false);
    }
}

/// The client's hold on a job, which ends with it.
pub struct Hold {
    jobs: Arc<Jobs>,
    stop: Arc<AtomicBool>,
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.jobs.sweep();
    }
}

impl Jobs {
    pub fn new(at_a_time: usize) -> Arc<Jobs> {
        Arc::new(Jobs { at_a_time, state: Mutex::default() })
    }

    /// Begins a job, or puts it in the queue. The answer is the stream of its events.
    pub fn begin(
        self: &Arc<Jobs>,
        connection: Arc<Connection>,
        work: impl FnOnce(&Job) -> anyhow::Result<Value> + Send + 'static,
    ) -> Result<Response<Body>, Refusal> {
        let (sender, receiver) = mpsc::channel(EVENTS);
        let (stop, last) = <(Arc<AtomicBool>, Arc<Mutex<Option<Bytes>>>)>::default();
        let mut state = self.state();
        if state.running >= self.at_a_time && state.waiting.len() >= QUEUE {
            let error = format!("{QUEUE} jobs are waiting already; try again later");
            return Err(Refusal::busy(error, RETRY));
        }
        connection.set_at_work(true);
        let job =
            Job { stop: Arc::clone(&stop), events: sender, last: Arc::clone(&last), connection };
        state.waiting.push_back(Waiting { job, work: Box::new(work) });
        self.proceed(&mut state);
        let hold = Hold { jobs: Arc::clone(self), stop };
        Ok(events::response(Events::new(receiver, last, hold)))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets go of jobs in the queue that nobody waits for.
    fn sweep(self: &Arc<Jobs>) {
        let mut state = self.state();
        state.waiting.retain(|waiting| !waiting.job.is_stopped());
        self.proceed(&mut state);
    }

    /// Begins jobs for which there is room, and tells the others how many come first.
    fn proceed(self: &Arc<Jobs>, state: &mut State) {
        while state.running < self.at_a_time
            && let Some(Waiting { job, work }) = state.waiting.pop_front()
        {
            // Unless it says something else.
            job.end("failed", &json!({"error": FAILED}));
            let jobs = Arc::clone(self);
            let worker = thread::Builder::new().name("job".to_owned()).stack_size(STACK);
            let spawned = worker.spawn(move || {
                let _place = Place(jobs);
                run(job, work);
            });
            state.running += usize::from(spawned.is_ok());
        }
        for (ahead, waiting) in state.waiting.iter().enumerate() {
            waiting.job.tell("queued", &json!({"ahead": ahead + 1}));
        }
    }
}

/// A job's place at work, until it is dropped.
struct Place(Arc<Jobs>);

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.running -= 1;
        self.0.proceed(&mut state);
    }
}

fn run(job: Job, work: Work) {
    match catch_unwind(AssertUnwindSafe(|| work(&job))) {
        Ok(Ok(answer)) => job.end("done", &answer),
        Ok(Err(error)) => job.end("failed", &json!({"error": format!("{error:#}")})),
        Err(_) => job.end("failed", &json!({"error": FAILED})),
    }
}
