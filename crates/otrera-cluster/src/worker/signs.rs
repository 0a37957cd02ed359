//! What others hear of a worker while it is busy, and what ends its job.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::Subscriber;
use futures_util::StreamExt;
use tokio::time::sleep;

use crate::message::Alive;

/// Time between two signs of life.
pub(crate) const BETWEEN_SIGNS: Duration = Duration::from_secs(1);

/// What the threads that pass bytes on look at.
#[derive(Default)]
pub struct Shared {
    /// The job that goes on.
    job: Mutex<Option<String>>,
    /// Set to end it.
    pub stop: AtomicBool,
    pub jobs: AtomicU64,
    pub nodes: AtomicU64,
}

impl Shared {
    fn job(&self) -> Option<String> {
        self.job.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn set_job(&self, job: Option<String>) {
        *self.job.lock().unwrap_or_else(PoisonError::into_inner) = job;
    }

    /// A sign of life.
    pub fn alive(&self, name: &str, gone: bool) -> Vec<u8> {
        let alive = Alive {
            worker: name.to_owned(),
            job: self.job(),
            jobs: self.jobs.load(Ordering::Relaxed),
            nodes: self.nodes.load(Ordering::Relaxed),
            gone,
        };
        serde_json::to_vec(&alive).unwrap_or_default()
    }
}

/// Ends a job that is cancelled.
pub async fn listen_for_cancel(mut cancel: Subscriber, shared: Arc<Shared>) {
    while let Some(message) = cancel.next().await {
        if shared.job().is_some_and(|job| job.as_bytes() == &message.payload[..]) {
            shared.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Ends a job when the worker is to end: what it has found by then is a result, too.
pub async fn listen_for_interrupt(interrupted: &'static AtomicBool, shared: Arc<Shared>) {
    loop {
        if interrupted.load(Ordering::Relaxed) {
            shared.stop.store(true, Ordering::Relaxed);
        }
        sleep(Duration::from_millis(50)).await;
    }
}

/// Says again and again that the worker is there.
pub async fn show(client: async_nats::Client, subject: String, name: String, shared: Arc<Shared>) {
    loop {
        // Nobody needs to hear every one of them.
        let _ = client.publish(subject.clone(), shared.alive(&name, false).into()).await;
        sleep(BETWEEN_SIGNS).await;
    }
}
