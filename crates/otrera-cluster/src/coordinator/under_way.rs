//! Jobs under way: handed out, handed out again, withdrawn.

use std::time::Instant;

use futures_util::future::join_all;
use otrera_campaign::{Dealt, Key, SOON};

use super::Running;
use super::spot_checks::Held;
use crate::error::ClusterError;
use crate::message::JobName;
use crate::place::Queue;

/// A job that is under way.
#[derive(Debug)]
pub struct Out {
    pub attempt: u64,
    /// Its place in the stream of jobs; 0 if it is not there.
    pub sequence: u64,
    pub text: String,
    pub queue: Queue,
    /// When it was handed out last, …
    pub since: Instant,
    /// … and when a worker said last that he is at it, or all others were busy.
    pub heard: Instant,
    /// The last result there was on the server when it was found that the job is not there any more.
    pub gone_by: Option<u64>,
    /// Whose claim it is to prove, if it is a spot check.
    pub held: Option<Held>,
}

/// So many jobs are put into a worker's own queue: the one that he is at, and the next.
const AHEAD: usize = 2;

impl Out {
    pub fn new(attempt: u64, sequence: u64, text: String, queue: Queue) -> Out {
        let now = Instant::now();
        Out { attempt, sequence, text, queue, since: now, heard: now, gone_by: None, held: None }
    }
}

impl Running<'_> {
    /// The job of this name, if it is under way.
    pub fn under_way(&mut self, name: &str) -> Option<&mut Out> {
        let name = JobName::read(name, self.size)?;
        self.out.get_mut(&name.key).filter(|out| out.attempt == name.attempt)
    }

    /// Hands out as many jobs as the workers need to have one each, and a few to begin with when these are done.
    pub async fn hand_out(&mut self) -> Result<(), ClusterError> {
        loop {
            let workers = self.workers.len();
            let wanted = (workers + 1 + workers / 2).saturating_sub(self.out.len());
            if wanted == 0 {
                return Ok(());
            }
            let under_way: Vec<Key> = self.out.keys().copied().collect();
            // Whoever would have nothing to do may as well try an alternative.
            let idle = workers.saturating_sub(self.out.len());
            let dealt = self.session.deal(&under_way, wanted, idle);
            if dealt.is_empty() {
                return Ok(());
            }
            let mut sent: Vec<(Key, Out)> = Vec::new();
            for dealt in dealt {
                match dealt {
                    Dealt::Task { task, way } => {
                        let key = task.key();
                        let queue = match self.experience.of(&way) {
                            // He has said so, but his word is not taken for it. Others would have to search for it.
                            Some(worker) if self.seems_known(&key) && self.is_heard(worker) => {
                                Queue::Of(worker.to_owned())
                            }
                            worker => self.queue_for(worker, &sent),
                        };
                        sent.push((key, Out::new(task.attempt, 0, task.text(), queue)));
                    }
                    Dealt::Expand(key) => {
                        self.session.expand(self.solver, &key)?;
                        if self.winner().is_some() {
                            return Ok(());
                        }
                    }
                }
            }
            let this = &*self;
            let placed = sent.iter().map(|(_, out)| this.place_job(&out.queue, &out.text));
            let placed = join_all(placed).await;
            // What a round has placed counts, also if some of it was not.
            let mut failed = None;
            for ((key, out), sequence) in sent.into_iter().zip(placed) {
                match sequence {
                    Ok(sequence) => {
                        self.out.insert(key, Out { sequence, ..out });
                    }
                    Err(error) => failed = Some(error),
                }
            }
            // Something may have been expanded that others wait for no more.
            self.cancel_unwanted().await?;
            if let Some(error) = failed {
                return Err(error);
            }
        }
    }

    /// The queue of a job for which this worker's memory is the best, if these are handed out, too.
    pub fn queue_for(&self, worker: Option<&str>, sent: &[(Key, Out)]) -> Queue {
        let Some(worker) = worker.filter(|worker| self.is_heard(worker)) else {
            return Queue::Anybody;
        };
        let queue = Queue::Of(worker.to_owned());
        let out = self.out.iter().chain(sent.iter().map(|(key, out)| (key, out)));
        let there = out.filter(|(key, out)| out.queue == queue && !self.seems_known(key));
        if there.count() < AHEAD { queue } else { Queue::Anybody }
    }

    fn is_heard(&self, worker: &str) -> bool {
        self.workers.contains_key(worker)
    }

    /// Does the worker who searched above a position seem to know who wins it?
    fn seems_known(&self, key: &Key) -> bool {
        let ledger = self.ledger();
        ledger.find(key).is_some_and(|id| {
            let record = ledger.get(id);
            record.jobs == 0 && record.costs.proof.min(record.costs.disproof) <= SOON
        })
    }

    /// Puts a job into its queue and says so; returns its place in the stream.
    pub async fn place_job(&self, queue: &Queue, text: &str) -> Result<u64, ClusterError> {
        let subject = self.place.jobs_in(queue);
        let sent = self.link.context.publish(subject, text.to_owned().into()).await;
        let sent = sent.map_err(ClusterError::nats)?.await.map_err(ClusterError::nats)?;
        // Whoever does not hear it looks by himself before long.
        let _ = self.link.client.publish(self.place.subject("wake"), queue.name().into()).await;
        Ok(sent.sequence)
    }

    /// Hands a job out once more, for whoever comes first.
    pub async fn give_again(&mut self, key: &Key, attempt: u64) {
        let Some(out) = self.out.get(key).filter(|out| out.attempt == attempt) else { return };
        let (before, text) = (out.sequence, out.text.clone());
        self.withdraw(before, &text).await;
        // If it is not placed now, the audit finds it missing.
        let sequence = self.place_job(&Queue::Anybody, &text).await.unwrap_or(0);
        if let Some(out) = self.out.get_mut(key) {
            let held = out.held.take();
            *out = Out { held, ..Out::new(attempt, sequence, text, Queue::Anybody) };
        }
    }

    /// Ends jobs whose results are of no use any more.
    pub async fn cancel_unwanted(&mut self) -> Result<(), ClusterError> {
        let unwanted =
            |(key, out): (&Key, &Out)| (!self.session.wants(key, out.attempt)).then_some(*key);
        let unwanted: Vec<Key> = self.out.iter().filter_map(unwanted).collect();
        for key in unwanted {
            self.cancel(key).await?;
        }
        Ok(())
    }

    pub async fn cancel(&mut self, key: Key) -> Result<(), ClusterError> {
        let Some(out) = self.out.remove(&key) else { return Ok(()) };
        let name = JobName { key, attempt: out.attempt }.text(self.size);
        // If this is not heard, somebody works for nothing, and no harm is done.
        let _ = self.link.client.publish(self.place.subject("cancel"), name.into()).await;
        self.withdraw(out.sequence, &out.text).await;
        match out.held {
            // The winner was to be proved before it counts, and nobody asks for it any more; the work was done.
            Some(held) => self.count(&held.report).await,
            None => Ok(()),
        }
    }

    /// Takes a job out of its queue, if it is still there: after a break another may have its place.
    async fn withdraw(&self, sequence: u64, text: &str) {
        if let Ok(jobs) = self.link.context.get_stream_no_info(self.place.jobs()).await {
            let same = jobs.get_raw_message(sequence).await;
            if same.is_ok_and(|message| message.payload == text.as_bytes()) {
                // If it stays, it is done for nothing.
                let _ = jobs.delete_message(sequence).await;
            }
        }
    }
}
