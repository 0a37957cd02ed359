//! Which campaign is served: one whose coordinator is heard, if there are several.

use std::time::{Duration, Instant};

use tokio::time::sleep;

use super::{BETWEEN_LOOKS, Worker};
use crate::charter::Charter;
use crate::coordinator::BETWEEN_STATES;
use crate::error::ClusterError;
use crate::link::Link;
use crate::place::{CHARTER, OVER, Place, STATE};

/// Campaigns on a server.
pub struct Looked {
    /// The one that is to be served, or refuses us.
    pub(crate) open: Option<(Place, Charter)>,
    /// If there is none: one that would refuse us, if its coordinator were there, and why.
    pub(crate) silent: Option<(String, String)>,
    /// The names of those that are over.
    pub over: Vec<String>,
}

/// A coordinator that says nothing for so long is not counted on.
const SHORT_SILENCE: Duration = BETWEEN_STATES.saturating_mul(2);

/// What its coordinator says has this number in the store, which is another one each time; 0 if it has said nothing.
type Revision = u64;

impl Worker {
    /// Looks for campaigns that are to be served.
    pub(crate) async fn look(&self, link: &Link) -> Result<Looked, ClusterError> {
        let (open, over) = self.all(link).await?;
        let suits = |charter: &Charter| self.terms.against(&charter.terms).is_none();
        let (mut open, mut unsuited): (Vec<_>, Vec<_>) =
            open.into_iter().partition(|(_, charter, _)| suits(charter));
        let chosen = match open.len() {
            0 => {
                // Without a coordinator its terms are old: the next one may bring others.
                let heard = self.first_heard(link, &unsuited).await?;
                heard.map(|heard| unsuited.swap_remove(heard))
            }
            // Then there is no choice, and what is in its queue can be done without its coordinator.
            1 => open.pop(),
            _ => {
                let heard = self.first_heard(link, &open).await?;
                Some(open.swap_remove(heard.unwrap_or(0)))
            }
        };
        let silent = unsuited
            .into_iter()
            .next()
            .and_then(|(place, charter, _)| Some((place.0, self.terms.against(&charter.terms)?)));
        Ok(Looked { open: chosen.map(|(place, charter, _)| (place, charter)), silent, over })
    }

    /// Is there a campaign besides this one whose coordinator is heard?
    pub(crate) async fn has_another(
        &self,
        link: &Link,
        besides: &Place,
    ) -> Result<bool, ClusterError> {
        if self.campaign.is_some() {
            return Ok(false);
        }
        let (mut open, _) = self.all(link).await?;
        open.retain(|(place, charter, _)| {
            place != besides && self.terms.against(&charter.terms).is_none()
        });
        Ok(!open.is_empty() && self.first_heard(link, &open).await?.is_some())
    }

    /// The campaigns that are open, and the names of those that are over.
    async fn all(
        &self,
        link: &Link,
    ) -> Result<(Vec<(Place, Charter, Revision)>, Vec<String>), ClusterError> {
        let (mut open, mut over) = (Vec::new(), Vec::new());
        for place in Place::all(link).await? {
            if self.campaign.as_ref().is_some_and(|wanted| *wanted != place.0) {
                continue;
            }
            let store = place.store(link).await?;
            let charter = store.get(CHARTER).await.map_err(ClusterError::nats)?;
            if store.get(OVER).await.map_err(ClusterError::nats)?.is_some() {
                over.push(place.0);
            } else if let Some(charter) = charter
                && let Ok(charter) = serde_json::from_slice(&charter)
            {
                let revision = revision(link, &place).await?;
                open.push((place, charter, revision));
            }
        }
        Ok((open, over))
    }

    /// The first of these whose coordinator says something before long. Not by the clock: theirs may differ from ours.
    async fn first_heard(
        &self,
        link: &Link,
        open: &[(Place, Charter, Revision)],
    ) -> Result<Option<usize>, ClusterError> {
        let began = Instant::now();
        while !open.is_empty() && began.elapsed() < SHORT_SILENCE && !self.is_interrupted() {
            sleep(BETWEEN_LOOKS).await;
            for (n, (place, _, before)) in open.iter().enumerate() {
                if revision(link, place).await? != *before {
                    return Ok(Some(n));
                }
            }
        }
        Ok(None)
    }
}

async fn revision(link: &Link, place: &Place) -> Result<Revision, ClusterError> {
    let state = place.store(link).await?.entry(STATE).await.map_err(ClusterError::nats)?;
    Ok(state.map_or(0, |entry| entry.revision))
}
