//! How campaigns on a server stand, asked by whoever can reach it.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use crate::charter::Charter;
use crate::error::ClusterError;
use crate::link::Link;
use crate::message::Alive;
use crate::place::{CHARTER, OVER, Place, STATE};
use crate::worker::BETWEEN_SIGNS;

/// What a coordinator tells of itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct State {
    /// Jobs in the ledger, …
    pub jobs: u64,
    /// … and their expansions.
    pub nodes: u64,
    /// Positions in the ledger, …
    pub positions: usize,
    /// … and those that are settled.
    pub settled: usize,
    /// Jobs that were handed out and have not come back.
    pub under_way: usize,
    /// How long this run goes on, …
    pub seconds: f64,
    /// … how many jobs it counts in a second …
    pub jobs_per_second: f64,
    /// … and how many of their expansions.
    pub nodes_per_second: f64,
    /// Expansions that may be left: low, middle and high guess.
    pub left_nodes: Option<[f64; 3]>,
    /// Positions whose job never came back.
    pub set_aside: Vec<String>,
    /// Workers from whom nothing more is taken, and why.
    pub barred: Vec<Barred>,
}

/// A worker from whom nothing more is taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Barred {
    /// Its name.
    pub worker: String,
    /// What it did.
    pub reason: String,
}

/// A campaign on a server.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CampaignStatus {
    /// Its name there.
    pub campaign: String,
    /// Its position.
    pub position: String,
    /// The winner, if it is over.
    pub winner: Option<char>,
    /// Jobs that nobody has begun, …
    pub queued: u64,
    /// … that workers have, …
    pub running: u64,
    /// … and results that the coordinator has not taken yet.
    pub results: u64,
    /// What the coordinator told last, …
    pub state: Option<State>,
    /// … and how many seconds ago.
    pub heard_seconds: Option<f64>,
    /// The workers that are heard now.
    pub workers: Vec<Alive>,
}

impl Link {
    /// All campaigns on the server, after listening to their workers for a moment.
    pub fn status(&self) -> Result<Vec<CampaignStatus>, ClusterError> {
        self.wait(async {
            let mut signs =
                self.client.subscribe("otrera.*.alive").await.map_err(ClusterError::nats)?;
            let mut heard: BTreeMap<(String, String), Alive> = BTreeMap::new();
            let listen = async {
                while let Some(sign) = signs.next().await {
                    let campaign = sign.subject.split('.').nth(1).unwrap_or_default().to_owned();
                    if let Ok(alive) = serde_json::from_slice::<Alive>(&sign.payload) {
                        heard.insert((campaign, alive.worker.clone()), alive);
                    }
                }
            };
            // Only the time is over, as it should.
            let _ = timeout(BETWEEN_SIGNS + Duration::from_millis(300), listen).await;
            let mut all = Vec::new();
            for place in Place::all(self).await? {
                all.extend(self.status_of(&place, &heard).await?);
            }
            Ok(all)
        })
    }

    async fn status_of(
        &self,
        place: &Place,
        heard: &BTreeMap<(String, String), Alive>,
    ) -> Result<Option<CampaignStatus>, ClusterError> {
        let store = place.store(self).await?;
        let charter = store.get(CHARTER).await.map_err(ClusterError::nats)?;
        let Some(charter) = charter.and_then(|it| serde_json::from_slice::<Charter>(&it).ok())
        else {
            return Ok(None);
        };
        let over = store.get(OVER).await.map_err(ClusterError::nats)?;
        let state = store.entry(STATE).await.map_err(ClusterError::nats)?;
        let heard_seconds = state.as_ref().map(|entry| {
            (time::OffsetDateTime::now_utc() - entry.created).as_seconds_f64().max(0.0)
        });
        let (mut queued, mut running, mut results) = (0, 0, 0);
        // They are gone when it is over.
        if let Ok(jobs) = self.context.get_stream_no_info(place.jobs()).await {
            let queues: Vec<_> = jobs.consumers().try_collect().await.unwrap_or_default();
            for queue in queues {
                queued += queue.num_pending;
                running += queue.num_ack_pending as u64;
            }
        }
        if let Ok(stream) = self.context.get_stream(place.results()).await {
            results = stream.cached_info().state.messages;
        }
        let here =
            heard.iter().filter(|((campaign, _), alive)| *campaign == place.0 && !alive.gone);
        Ok(Some(CampaignStatus {
            campaign: place.0.clone(),
            position: charter.position,
            winner: over.and_then(|winner| winner.first().map(|&letter| letter as char)),
            queued,
            running,
            results,
            state: state.and_then(|entry| serde_json::from_slice(&entry.value).ok()),
            heard_seconds,
            workers: here.map(|(_, alive)| alive.clone()).collect(),
        }))
    }
}
