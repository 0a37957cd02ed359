//! What all who work on a campaign must have in common, and where its messages are.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::kv::Store;
use async_nats::jetstream::stream::{self, DiscardPolicy, RetentionPolicy};
use otrera_board::Position;
use otrera_campaign::Key;
use serde::{Deserialize, Serialize};

use crate::error::ClusterError;
use crate::link::Link;

/// What a program is: results of another one are not taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// The version of Otrera, and of the messages.
    pub version: String,
    /// The digest of the endgame tables, if there are any.
    pub tables: Option<String>,
}

/// Raised with every change of the messages.
const PROTOCOL: u32 = 1;

impl Terms {
    /// Those of this program with these tables.
    pub fn new(tables: Option<String>) -> Terms {
        Terms { version: format!("{}/{PROTOCOL}", env!("CARGO_PKG_VERSION")), tables }
    }

    /// Why somebody with these terms cannot work for somebody with those, if so.
    pub(crate) fn against(&self, theirs: &Terms) -> Option<String> {
        let tables = |terms: &Terms| match &terms.tables {
            Some(digest) => format!("the endgame tables {}", &digest[..digest.len().min(8)]),
            None => "no endgame tables".to_owned(),
        };
        if self.version != theirs.version {
            let (ours, theirs) = (&self.version, &theirs.version);
            return Some(format!("it is otrera {ours}, and the coordinator is otrera {theirs}"));
        }
        (self.tables != theirs.tables)
            .then(|| format!("it has {}, and the coordinator has {}", tables(self), tables(theirs)))
    }
}

/// What a worker must know of a campaign.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Charter {
    pub terms: Terms,
    pub position: String,
    /// A job that is silent for so long is given to another worker.
    pub lease_ms: u64,
    /// A job that was handed out so often without a result is set aside.
    pub tries: u64,
}

impl Charter {
    pub fn root(&self) -> Result<Position<u64>, ClusterError> {
        let root = self.position.parse::<Position>().ok().and_then(|root| root.narrow());
        root.ok_or_else(|| ClusterError::Nats(format!("found the position {}", self.position)))
    }
}

/// Jobs are in so many queues. A worker prefers the one it was served from last: neighbours are in the same.
pub(crate) const LANES: u64 = 8;

/// The name of the consumer that takes results.
pub(crate) const TAKER: &str = "coordinator";

/// The name of the consumer that all workers share in a lane.
pub(crate) fn lane_name(lane: u64) -> String {
    format!("lane-{lane}")
}

/// A campaign as the server knows it.
///
/// ```text
/// otrera-ID-jobs       work queue, a subject a lane      a job leaves it when its worker acknowledges it
/// otrera-ID-results    work queue                        a result leaves it when it is in the synced log
/// KV_otrera-ID         charter, state, settled.*, barred.*, over
/// OBJ_otrera-ID        proofs of spot checks
/// otrera.ID.wake, .cancel, .alive                        said once, and no harm if nobody hears it
/// ```
#[derive(Clone, Debug)]
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

    /// The subject of the jobs of a region.
    pub fn lane(&self, region: &Key, size: otrera_board::Size) -> String {
        let text = region.text(size);
        // Any spread does.
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, mix);
        self.subject(&format!("jobs.{}", (hash >> 32) % LANES))
    }

    /// Makes whatever of it is not there.
    pub async fn make(&self, link: &Link, lease: Duration) -> Result<(), ClusterError> {
        let queue = |name: String, subject: String| stream::Config {
            name,
            subjects: vec![subject],
            retention: RetentionPolicy::WorkQueue,
            ..stream::Config::default()
        };
        let context = &link.context;
        let jobs = queue(self.jobs(), self.subject("jobs.*"));
        let jobs = context.get_or_create_stream(jobs).await.map_err(ClusterError::nats)?;
        for lane in 0..LANES {
            let name = lane_name(lane);
            let config = pull::Config {
                durable_name: Some(name.clone()),
                filter_subject: self.subject(&format!("jobs.{lane}")),
                ack_policy: AckPolicy::Explicit,
                ack_wait: lease,
                ..pull::Config::default()
            };
            // The lease may be another one than at the last run.
            jobs.create_consumer(config).await.map_err(ClusterError::nats)?;
        }
        let results = queue(self.results(), self.subject("results"));
        let results = context.get_or_create_stream(results).await.map_err(ClusterError::nats)?;
        let config = pull::Config {
            durable_name: Some(TAKER.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ..pull::Config::default()
        };
        results.create_consumer(config).await.map_err(ClusterError::nats)?;
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

    /// Removes all but the news that it is over, which goes after a day.
    pub async fn clear(&self, link: &Link) -> Result<(), ClusterError> {
        const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);
        for name in [self.jobs(), self.results(), format!("OBJ_{}", self.bucket())] {
            link.context.delete_stream(name).await.map_err(ClusterError::nats)?;
        }
        let aging = link.context.update_stream(self.bucket_config(A_DAY)).await;
        aging.map(|_| ()).map_err(ClusterError::nats)
    }

    /// The key-value store.
    pub async fn store(&self, link: &Link) -> Result<Store, ClusterError> {
        link.context.get_key_value(self.bucket()).await.map_err(ClusterError::nats)
    }

    /// All campaigns on a server, in the order of their names.
    pub async fn all(link: &Link) -> Result<Vec<Place>, ClusterError> {
        use futures_util::TryStreamExt;
        let names: Vec<String> =
            link.context.stream_names().try_collect().await.map_err(ClusterError::nats)?;
        let id = |name: &String| Some(Place(name.strip_prefix("KV_otrera-")?.to_owned()));
        let mut places: Vec<Place> = names.iter().filter_map(id).collect();
        places.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(places)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_name_what_differs() {
        let ours = Terms::new(Some("0123456789".to_owned()));
        assert_eq!(ours.against(&ours), None);
        let told = ours.against(&Terms::new(None)).unwrap();
        assert_eq!(
            told,
            "it has the endgame tables 01234567, and the coordinator has no endgame tables"
        );
        let theirs = Terms { version: "9.9.9/1".to_owned(), ..ours.clone() };
        assert!(ours.against(&theirs).unwrap().contains("the coordinator is otrera 9.9.9/1"));
    }
}
