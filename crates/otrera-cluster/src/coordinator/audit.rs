//! Looks after what is under way: a server that was killed may have lost any of it.

use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::GetStreamErrorKind;
use async_nats::jetstream::stream::{LastRawMessageErrorKind, Stream};
use futures_util::TryStreamExt;
use futures_util::future::join_all;
use otrera_campaign::Key;

use super::{BETWEEN_AUDITS, Running};
use crate::error::ClusterError;
use crate::place::{OVER, Queue, TAKER};

/// For so long beyond its lease a job may be in its queue while somebody has nothing to do.
const GRACE: Duration = Duration::from_secs(5);

/// How far the taking of results has come.
#[derive(Clone, Copy)]
struct Taking {
    /// The last result on the server.
    last: u64,
    /// All up to this one were taken.
    taken: u64,
}

impl Taking {
    /// Were all results taken that were there when this was the last one? A server that has lost its results begins to
    /// count anew.
    fn has_passed(self, last: u64) -> bool {
        self.taken >= last || self.last < last
    }
}

impl Running<'_> {
    /// Looks for jobs that are under way and neither in a queue nor done. A worker hands in the result before it takes
    /// the job off, so a job that is gone is lost only if all results that were there by then have been taken.
    pub async fn audit(&mut self) -> Result<(), ClusterError> {
        let Some(server) = self.link.server() else { return Ok(()) };
        let found = self.link.context.get_stream(self.place.jobs()).await;
        let jobs = match found {
            Ok(jobs) => Some(jobs),
            // It has lost everything, or has another folder.
            Err(error) if matches!(error.kind(), GetStreamErrorKind::JetStream(_)) => None,
            Err(error) => return Err(ClusterError::nats(error)),
        };
        let Some(jobs) = jobs.filter(|_| self.server.as_ref() == Some(&server)) else {
            // Not until all of this has worked is it left alone.
            self.server = None;
            self.set_up().await?;
            self.mend().await?;
            self.shared.clear();
            self.share_all().await;
            self.server = Some(server);
            return Ok(());
        };
        if self.is_called_over().await? {
            // We would know.
            self.set_up().await?;
        }
        let there = self.look(&jobs).await;
        let idle = self.workers.values().any(|(_, alive)| alive.job.is_none());
        let patience = self.settings.lease + GRACE;
        let mut taking = None;
        for (key, is_there) in there {
            let Some(out) = self.out.get_mut(&key) else { continue };
            if is_there {
                out.gone_by = None;
                if !idle {
                    // Nobody has the time for it.
                    out.heard = Instant::now();
                } else if out.heard.elapsed() > patience {
                    // Its queue does not give it out.
                    self.hand_out_again(&key).await;
                }
                continue;
            }
            let taking = match taking {
                Some(taking) => taking,
                None => *taking.insert(self.taking().await?),
            };
            let Some(out) = self.out.get_mut(&key) else { continue };
            match out.gone_by {
                None => out.gone_by = Some(taking.last),
                Some(last) if taking.has_passed(last) => self.hand_out_again(&key).await,
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Does the server tell workers that the campaign is over?
    async fn is_called_over(&self) -> Result<bool, ClusterError> {
        let over = self.place.store(self.link).await?.get(OVER).await;
        over.map(|over| over.is_some()).map_err(ClusterError::nats)
    }

    async fn hand_out_again(&mut self, key: &Key) {
        let Some(out) = self.out.get(key) else { return };
        self.done.resubmitted += 1;
        self.give_again(key, out.attempt).await;
    }

    /// Which jobs are in the stream, of those that were handed out a while ago; nothing of those where that is not known.
    async fn look(&self, jobs: &Stream) -> Vec<(Key, bool)> {
        let looked = self.out.iter().filter(|(_, out)| out.since.elapsed() >= BETWEEN_AUDITS);
        let looked = looked.map(|(&key, out)| async move {
            match jobs.get_raw_message(out.sequence).await {
                Ok(message) => Some((key, message.payload == out.text.as_bytes())),
                Err(error) => {
                    use LastRawMessageErrorKind::{JetStream, NoMessageFound};
                    matches!(error.kind(), NoMessageFound | JetStream(_)).then_some((key, false))
                }
            }
        });
        join_all(looked).await.into_iter().flatten().collect()
    }

    async fn taking(&self) -> Result<Taking, ClusterError> {
        let context = &self.link.context;
        let results = context.get_stream(self.place.results()).await.map_err(ClusterError::nats)?;
        let taker: PullConsumer = results.get_consumer(TAKER).await.map_err(ClusterError::nats)?;
        let (results, taker) = (&results.cached_info().state, taker.cached_info());
        let all = taker.num_pending == 0 && taker.num_ack_pending == 0;
        // After a restart of the server the stream may still have what was taken, or the consumer may not know it.
        let taken = match all {
            true => results.last_sequence,
            false => taker.ack_floor.stream_sequence.max(results.first_sequence.saturating_sub(1)),
        };
        Ok(Taking { last: results.last_sequence, taken })
    }

    /// A server that was killed may remember that messages were delivered, and not that they were there: it gives the
    /// same numbers to others and passes these over. Such consumers begin anew.
    async fn mend(&self) -> Result<(), ClusterError> {
        for name in [self.place.jobs(), self.place.results()] {
            let stream = self.link.context.get_stream(name.clone()).await;
            let stream = stream.map_err(ClusterError::nats)?;
            let consumers: Vec<_> =
                stream.consumers().try_collect().await.map_err(ClusterError::nats)?;
            // Only now: messages come while we look.
            let stream = self.link.context.get_stream(name).await.map_err(ClusterError::nats)?;
            let last = stream.cached_info().state.last_sequence;
            for consumer in consumers {
                if consumer.delivered.stream_sequence > last {
                    stream.delete_consumer(&consumer.name).await.map_err(ClusterError::nats)?;
                }
            }
        }
        // Those of workers are made by themselves.
        self.place.make(self.link, self.settings.lease).await
    }

    /// Removes the queues of workers who are gone, when nothing is left in them.
    pub async fn sweep(&self) -> Result<(), ClusterError> {
        let jobs = self.link.context.get_stream(self.place.jobs()).await;
        let jobs = jobs.map_err(ClusterError::nats)?;
        let consumers: Vec<_> = jobs.consumers().try_collect().await.map_err(ClusterError::nats)?;
        for consumer in consumers {
            let Queue::Of(worker) = Queue::parse(&consumer.name) else { continue };
            let empty = consumer.num_pending == 0 && consumer.num_ack_pending == 0;
            if empty && !self.workers.contains_key(&worker) {
                jobs.delete_consumer(&consumer.name).await.map_err(ClusterError::nats)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_on_their_way_are_waited_for() {
        let taking = |last, taken| Taking { last, taken };
        assert!(!taking(7, 6).has_passed(7) && !taking(90, 6).has_passed(7));
        assert!(taking(7, 7).has_passed(7) && taking(90, 8).has_passed(7));
        // After a break: whatever there was is lost.
        assert!(taking(2, 1).has_passed(7) && taking(0, 0).has_passed(0));
    }
}
