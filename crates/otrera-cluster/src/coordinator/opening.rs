//! How a run begins and ends on the server.

use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use otrera_board::Color;
use otrera_campaign::{End, Key};
use tokio::sync::mpsc;

use super::Running;
use super::under_way::Out;
use crate::error::ClusterError;
use crate::message::Job;
use crate::place::{BARRED, CHARTER, OVER, Queue, STATE};
use crate::status::State;

/// When all is settled, results of jobs that were ended are waited for: each time so long, and in all.
const LAST_RESULT: Duration = Duration::from_millis(400);
const LAST_RESULTS: Duration = Duration::from_secs(3);

impl Running<'_> {
    /// Makes what it needs on the server, and takes over what an earlier run has left there.
    pub async fn open(&mut self) -> Result<(), ClusterError> {
        let server = self.link.server();
        self.set_up().await?;
        let store = self.place.store(self.link).await?;
        let before = store.get(STATE).await.map_err(ClusterError::nats)?;
        if let Some(before) = before.and_then(|text| serde_json::from_slice::<State>(&text).ok()) {
            let barred = before.barred.into_iter().map(|barred| (barred.worker, barred.reason));
            self.barred.extend(barred);
            self.set_aside = before.set_aside;
        }
        self.adopt().await?;
        self.share_all().await;
        self.server = server;
        Ok(())
    }

    /// Makes whatever is not on the server.
    pub async fn set_up(&mut self) -> Result<(), ClusterError> {
        self.place.make(self.link, self.settings.lease).await?;
        let store = self.place.store(self.link).await?;
        if store.get(OVER).await.map_err(ClusterError::nats)?.is_some() {
            // It was said of a folder that is no more, or has been set back.
            self.place.reopen(self.link).await?;
        }
        for (worker, reason) in &self.barred {
            let key = format!("{BARRED}{worker}");
            store.put(key, reason.clone().into()).await.map_err(ClusterError::nats)?;
        }
        // Last: whoever sees it finds everything else.
        let charter = serde_json::to_vec(&self.charter).map_err(ClusterError::nats)?;
        store.put(CHARTER, charter.into()).await.map_err(ClusterError::nats)?;
        Ok(())
    }

    /// Takes over the jobs of an earlier run that are still of use, and removes the others.
    async fn adopt(&mut self) -> Result<(), ClusterError> {
        let jobs = self.link.context.get_stream(self.place.jobs()).await;
        let jobs = jobs.map_err(ClusterError::nats)?;
        let all = self.place.subject("jobs.*");
        let begins = self.place.subject("jobs.");
        let mut left = jobs.cached_info().state.messages;
        let mut next = 1;
        while left > 0 {
            let Ok(message) = jobs.get_first_raw_message_by_subject(&all, next).await else {
                break;
            };
            let sequence = message.sequence;
            (left, next) = (left - 1, sequence + 1);
            let text = String::from_utf8_lossy(&message.payload).into_owned();
            if let Some(Job::Settle(task)) = Job::parse(&text, self.size)
                && self.session.wants(&task.key(), task.attempt)
                && !self.out.contains_key(&task.key())
            {
                let queue =
                    message.subject.strip_prefix(&begins).map_or(Queue::Anybody, Queue::parse);
                self.out.insert(task.key(), Out::new(task.attempt, sequence, text, queue));
            } else {
                // If it stays, or goes on with whoever has it, it is done for nothing.
                if let Some(job) = Job::parse(&text, self.size) {
                    let name = job.name().text(self.size);
                    let cancel = self.place.subject("cancel");
                    let _ = self.link.client.publish(cancel, name.into()).await;
                }
                let _ = jobs.delete_message(sequence).await;
            }
        }
        Ok(())
    }

    /// Ends all jobs, counts what they had found by then, and cleans up.
    pub async fn finish(
        &mut self,
        winner: Color,
        results: &mut mpsc::Receiver<Message>,
    ) -> Result<End, ClusterError> {
        let all: Vec<Key> = self.out.keys().copied().collect();
        for key in all {
            self.cancel(key).await?;
        }
        let began = Instant::now();
        while began.elapsed() < LAST_RESULTS && self.take_results(results, LAST_RESULT).await? > 0 {
        }
        if let Err(error) = self.close(winner).await {
            // The ledger has it all, and the next run tells the server.
            self.trouble(&error);
        }
        Ok(End::Settled(winner))
    }

    /// Tells a server that knows the campaign that it is over.
    pub async fn close(&mut self, winner: Color) -> Result<(), ClusterError> {
        if !self.place.is_there(self.link).await? {
            return Ok(());
        }
        let store = self.place.store(self.link).await?;
        let winner = winner.letter().to_string();
        store.put(OVER, winner.into()).await.map_err(ClusterError::nats)?;
        self.place.clear(self.link).await
    }
}
