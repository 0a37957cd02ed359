//! Where a worker takes jobs from: its own queue first, then that for anybody, and at last those of other workers.
//!
//! A job is in a worker's own queue because its memory suits it. Others leave it there as long as its owner takes
//! something out every moment; else it is better done with another memory than later. The queue of a worker who is
//! gone is emptied like this, too.

use std::collections::HashMap;
use std::time::Duration;

use async_nats::Subscriber;
use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::{FutureExt, StreamExt, TryStreamExt};
use tokio::time::{Instant, timeout, timeout_at};

use crate::error::ClusterError;
use crate::link::Link;
use crate::place::{Place, Queue};

/// Time between two looks into empty queues, if nobody says that there is something.
const BETWEEN_POLLS: Duration = Duration::from_secs(1);

/// For so long a job is left to the owner of its queue, if he takes nothing else out of it.
const STAND_BACK: Duration = Duration::from_millis(100);

/// An answer that takes longer does not come.
const PATIENCE: Duration = Duration::from_secs(3);

/// So many queues of others are looked into at a time.
const OTHERS: usize = 8;

/// The queues that a worker takes jobs from.
pub struct Queues {
    own: PullConsumer,
    anybody: PullConsumer,
    /// The names of both.
    names: [String; 2],
    jobs: String,
    wake: Subscriber,
    /// How many jobs had been taken out of queues of others when they were looked at last.
    taken: HashMap<String, u64>,
    /// Is one to be looked at again soon?
    again: bool,
}

impl Queues {
    /// Makes what is not there of them.
    pub async fn make(
        link: &Link,
        place: &Place,
        worker: &str,
        lease: Duration,
    ) -> Result<Queues, ClusterError> {
        let jobs = link.context.get_stream(place.jobs()).await.map_err(ClusterError::nats)?;
        let own = Queue::Of(worker.to_owned());
        Ok(Queues {
            own: place.make_queue(&jobs, &own, lease).await?,
            anybody: place.make_queue(&jobs, &Queue::Anybody, lease).await?,
            names: [own.name(), Queue::Anybody.name()],
            jobs: place.jobs(),
            wake: link.client.subscribe(place.subject("wake")).await.map_err(ClusterError::nats)?,
            taken: HashMap::new(),
            again: false,
        })
    }

    /// A job, if there is one before long.
    pub async fn next(&mut self, link: &Link) -> Result<Option<Message>, ClusterError> {
        // What was said before we look is old.
        while let Some(Some(_)) = self.wake.next().now_or_never() {}
        for consumer in [&self.own, &self.anybody] {
            if let Some(message) = pull(consumer).await? {
                return Ok(Some(message));
            }
        }
        let poll = BETWEEN_POLLS.mul_f64(0.5 + fastrand::f64());
        let mut until = Instant::now() + if self.again { STAND_BACK } else { poll };
        while let Ok(Some(said)) = timeout_at(until, self.wake.next()).await {
            if self.names.iter().any(|name| name.as_bytes() == &said.payload[..]) {
                return Ok(None);
            }
            until = until.min(Instant::now() + STAND_BACK);
        }
        self.of_others(link).await
    }

    /// A job of another worker, who has not begun it, or has not been heard of for longer than its lease.
    async fn of_others(&mut self, link: &Link) -> Result<Option<Message>, ClusterError> {
        let jobs = link.context.get_stream_no_info(&self.jobs).await.map_err(ClusterError::nats)?;
        let all: Vec<_> = jobs.consumers().try_collect().await.map_err(ClusterError::nats)?;
        self.again = false;
        let mut others = Vec::new();
        for other in all {
            let has_jobs = other.num_pending > 0 || other.num_ack_pending > 0;
            if self.names.contains(&other.name) || !has_jobs {
                continue;
            }
            let taken = other.delivered.consumer_sequence;
            if self.taken.insert(other.name.clone(), taken) == Some(taken) {
                others.push(other);
            } else {
                self.again = true;
            }
        }
        fastrand::shuffle(&mut others);
        others.sort_by_key(|other| other.num_pending == 0);
        for other in others.iter().take(OTHERS) {
            let consumer = jobs.get_consumer(&other.name).await.map_err(ClusterError::nats)?;
            if let Some(message) = pull(&consumer).await? {
                return Ok(Some(message));
            }
        }
        Ok(None)
    }
}

async fn pull(consumer: &PullConsumer) -> Result<Option<Message>, ClusterError> {
    let fetched = consumer.fetch().max_messages(1).messages().await;
    let mut fetched = fetched.map_err(ClusterError::nats)?;
    match timeout(PATIENCE, fetched.next()).await {
        Ok(Some(Ok(message))) => Ok(Some(message)),
        Ok(None) => Ok(None),
        Ok(Some(Err(error))) => Err(ClusterError::nats(error)),
        Err(late) => Err(ClusterError::nats(late)),
    }
}
