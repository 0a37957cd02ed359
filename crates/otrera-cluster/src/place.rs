//! A campaign as the server knows it: its streams, queues and stores.
//!
//! ```text
//! otrera-ID-jobs       work queue, a subject per queue   a job leaves it when its worker acknowledges it
//! otrera-ID-results    work queue                        a result leaves it when it is in the synced log
//! KV_otrera-ID         charter, state, settled.*, barred.*, over
//! OBJ_otrera-ID        proofs of spot checks
//! otrera.ID.wake, .cancel, .alive.WORKER                 said once, and no harm if nobody hears it
//! ```
//!
//! What a worker says has its name at the end of the subject, so that the server's permissions can bind a user to a name.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{DeleteStreamErrorKind, GetStreamErrorKind};
use async_nats::jetstream::kv::Store;
use async_nats::jetstream::stream::{self, DiscardPolicy, RetentionPolicy, Stream};
use futures_util::TryStreamExt;

use crate::error::ClusterError;
use crate::link::Link;
use crate::message::is_name;

/// The key of the charter in the store, …
pub(crate) const CHARTER: &str = "charter";
/// … that of the winner, when it is over, …
pub(crate) const OVER: &str = "over";
/// … that of what the coordinator tells of itself, …
pub(crate) const STATE: &str = "state";
/// … what begins the keys of settled positions, …
pub(crate) const SETTLED: &str = "settled.";
/// … and those of workers from whom nothing more is taken.
pub(crate) const BARRED: &str = "barred.";

/// The name of the consumer that takes results.
pub(crate) const TAKER: &str = "coordinator";

/// A queue of jobs. All are in one stream; each has a subject and a consumer of its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Queue {
    /// For whoever comes first.
    Anybody,
    /// For one worker, whose memory suits them; for others when he has no time.
    Of(String),
}

/// What begins the names of queues of workers.
const OF: &str = "worker-";

impl Queue {
    pub fn name(&self) -> String {
        match self {
            Queue::Anybody => "anybody".to_owned(),
            Queue::Of(worker) => format!("{OF}{worker}"),
        }
    }

    /// The queue of a name.
    pub fn parse(name: &str) -> Queue {
        name.strip_prefix(OF).map_or(Queue::Anybody, |worker| Queue::Of(worker.to_owned()))
    }
}

/// A campaign on a server, by its name there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place(pub String);

impl Place {
    pub fn jobs(&self) -> String {
        format!("otrera-{}-jobs", self.0)
    }

    pub fn results(&self) -> String {
        format!("otrera-{}-results", self.0)
    }

    pub fn bucket(&self) -> String {
        format!("otrera-{}", self.0)
    }

    pub fn subject(&self, of: &str) -> String {
        format!("otrera.{}.{of}", self.0)
    }

    /// The subject of the jobs in a queue.
    pub fn jobs_in(&self, queue: &Queue) -> String {
        self.subject(&format!("jobs.{}", queue.name()))
    }

    /// Where a worker says something: results, or signs of life.
    pub fn said_by(&self, what: &str, worker: &str) -> String {
        self.subject(&format!("{what}.{worker}"))
    }

    /// The worker who has said something on such a subject.
    pub fn speaker(subject: &str) -> Option<&str> {
        subject.rsplit('.').next().filter(|name| is_name(name))
    }

    /// Makes whatever of it is not there.
    pub async fn make(&self, link: &Link, lease: Duration) -> Result<(), ClusterError> {
        let work_queue = |name: String, subject: String| stream::Config {
            name,
            subjects: vec![subject],
            retention: RetentionPolicy::WorkQueue,
            ..stream::Config::default()
        };
        let context = &link.context;
        let jobs = work_queue(self.jobs(), self.subject("jobs.*"));
        let jobs = context.get_or_create_stream(jobs).await.map_err(ClusterError::nats)?;
        self.make_queue(&jobs, &Queue::Anybody, lease).await?;
        let results = work_queue(self.results(), self.said_by("results", "*"));
        // Earlier versions had no names in its subject.
        context.create_or_update_stream(results).await.map_err(ClusterError::nats)?;
        let config = pull::Config {
            durable_name: Some(TAKER.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ..pull::Config::default()
        };
        let made = context.create_consumer_on_stream(config, self.results()).await;
        made.map_err(ClusterError::nats)?;
        // Made by hand: servers before 2.10 refuse what `create_key_value` asks for.
        let bucket = self.bucket_config(Duration::ZERO);
        context.get_or_create_stream(bucket).await.map_err(ClusterError::nats)?;
        let proofs = stream::Config {
            name: format!("OBJ_{}", self.bucket()),
            subjects: ["C", "M"].map(|kind| format!("$O.{}.{kind}.>", self.bucket())).into(),
            discard: DiscardPolicy::New,
            allow_rollup: true,
            allow_direct: true,
            ..stream::Config::default()
        };
        context.get_or_create_stream(proofs).await.map_err(ClusterError::nats)?;
        Ok(())
    }

    /// Makes the consumer of a queue, if it is not there with this lease.
    pub async fn make_queue(
        &self,
        jobs: &Stream,
        queue: &Queue,
        lease: Duration,
    ) -> Result<PullConsumer, ClusterError> {
        let config = pull::Config {
            durable_name: Some(queue.name()),
            filter_subject: self.jobs_in(queue),
            ack_policy: AckPolicy::Explicit,
            ack_wait: lease,
            ..pull::Config::default()
        };
        // The lease may be another one than at the last run.
        jobs.create_consumer(config).await.map_err(ClusterError::nats)
    }

    fn bucket_config(&self, max_age: Duration) -> stream::Config {
        stream::Config {
            name: format!("KV_{}", self.bucket()),
            subjects: vec![format!("$KV.{}.>", self.bucket())],
            max_messages_per_subject: 1,
            discard: DiscardPolicy::New,
            allow_rollup: true,
            deny_delete: true,
            allow_direct: true,
            max_age,
            ..stream::Config::default()
        }
    }

    /// Has the server heard of it?
    pub async fn is_there(&self, link: &Link) -> Result<bool, ClusterError> {
        match link.context.get_stream(format!("KV_{}", self.bucket())).await {
            Ok(_) => Ok(true),
            Err(error) if matches!(error.kind(), GetStreamErrorKind::JetStream(_)) => Ok(false),
            Err(error) => Err(ClusterError::nats(error)),
        }
    }

    /// Removes all but the news that it is over, which goes after a day.
    pub async fn clear(&self, link: &Link) -> Result<(), ClusterError> {
        const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);
        for name in [self.jobs(), self.results(), format!("OBJ_{}", self.bucket())] {
            match link.context.delete_stream(name).await {
                Err(error) if !matches!(error.kind(), DeleteStreamErrorKind::JetStream(_)) => {
                    return Err(ClusterError::nats(error));
                }
                // It may have been removed before.
                _ => {}
            }
        }
        let aging = link.context.update_stream(self.bucket_config(A_DAY)).await;
        aging.map(|_| ()).map_err(ClusterError::nats)
    }

    /// Takes back the news that it is over.
    pub async fn reopen(&self, link: &Link) -> Result<(), ClusterError> {
        let lasting = self.bucket_config(Duration::ZERO);
        link.context.update_stream(lasting).await.map_err(ClusterError::nats)?;
        self.store(link).await?.delete(OVER).await.map_err(ClusterError::nats)
    }

    /// The key-value store.
    pub async fn store(&self, link: &Link) -> Result<Store, ClusterError> {
        link.context.get_key_value(self.bucket()).await.map_err(ClusterError::nats)
    }

    /// All campaigns on a server, in the order of their names.
    pub async fn all(link: &Link) -> Result<Vec<Place>, ClusterError> {
        let names: Vec<String> =
            link.context.stream_names().try_collect().await.map_err(ClusterError::nats)?;
        let id = |name: &String| Some(Place(name.strip_prefix("KV_otrera-")?.to_owned()));
        let mut places: Vec<Place> = names.iter().filter_map(id).collect();
        places.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(places)
    }
}

/// Has somebody said this himself? A server sends copies of what it has stored wherever whoever asks for them likes, whatever he may
/// say there.
pub(crate) fn is_said(message: &async_nats::Message) -> bool {
    message.headers.as_ref().is_none_or(|headers| headers.get("Nats-Stream").is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queues_have_names_of_their_own() {
        for queue in [Queue::Anybody, Queue::Of("anybody".to_owned())] {
            assert_eq!(Queue::parse(&queue.name()), queue);
        }
    }
}
