//! What the coordinator tells through the store: settled positions, and how far it is.

use std::time::{Duration, Instant};

use otrera_campaign::{Estimate, Id};

use super::Running;
use crate::error::ClusterError;
use crate::message::settled_text;
use crate::place::{SETTLED, STATE};
use crate::status::{Barred, State};

/// Time between two accounts of itself; the estimate takes longer, and is made less often.
pub const BETWEEN_STATES: Duration = Duration::from_secs(2);
const BETWEEN_ESTIMATES: Duration = Duration::from_secs(30);

impl Running<'_> {
    /// Tells workers what is settled: from these positions on upwards.
    pub async fn share(&mut self, mut waiting: Vec<Id>) {
        while let Some(id) = waiting.pop() {
            let record = self.session.campaign().ledger().get(id);
            if let Some(winner) = record.winner
                && !self.shared.contains(&id)
            {
                waiting.extend(&record.parents);
                self.experience.forget(&record.key);
                if record.expansions_below > 0 {
                    let position = self.ledger().text(id);
                    let text = settled_text(&position, winner, record.expansions_below);
                    let key = format!("{SETTLED}{}", name_of(&position));
                    let subject = format!("$KV.{}.{key}", self.place.bucket());
                    // It only spares work.
                    let _ = self.link.context.publish(subject, text.into()).await;
                }
                self.shared.insert(id);
            }
        }
    }

    pub async fn share_all(&mut self) {
        self.share(self.ledger().ids().collect()).await;
    }

    /// Tells whoever asks how far it is.
    pub async fn state_itself(&mut self) -> Result<(), ClusterError> {
        let due = self.estimate.as_ref().is_none_or(|(at, _)| at.elapsed() >= BETWEEN_ESTIMATES);
        if due {
            self.estimate = Some((Instant::now(), Estimate::of(self.ledger())));
        }
        let seconds = self.began.elapsed().as_secs_f64();
        let barred = self.barred.iter();
        let barred = barred
            .map(|(worker, reason)| Barred { worker: worker.clone(), reason: reason.clone() });
        let state = State {
            jobs: self.ledger().records().iter().map(|record| record.jobs).sum(),
            nodes: self.ledger().now().expansions,
            positions: self.ledger().records().len(),
            settled: self.ledger().settled(),
            under_way: self.out.len(),
            seconds,
            jobs_per_second: self.done.counted as f64 / seconds,
            nodes_per_second: self.counted_nodes as f64 / seconds,
            nodes_besides: self.done.nodes_besides,
            left_nodes: self
                .estimate
                .as_ref()
                .and_then(|(_, estimate)| *estimate)
                .map(|estimate| [estimate.low, estimate.middle, estimate.high]),
            set_aside: self.set_aside.clone(),
            barred: barred.collect(),
        };
        let state = serde_json::to_vec(&state).map_err(ClusterError::nats)?;
        let store = self.place.store(self.link).await?;
        store.put(STATE, state.into()).await.map_err(ClusterError::nats)?;
        Ok(())
    }

    /// Says at once what the next run must not forget.
    pub async fn state_changed(&mut self) {
        if let Err(error) = self.state_itself().await {
            // It is said again before long.
            self.trouble(&error);
        }
    }
}

/// A position as part of a key of the store.
fn name_of(position: &str) -> String {
    use sha2::{Digest, Sha256};
    Sha256::digest(position).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
