//! What a worker hears of its campaign while it is busy.

use async_nats::jetstream::kv::Operation;
use futures_util::StreamExt;
use otrera_board::{Color, Position, Size};
use std::sync::mpsc;
use tokio::time::sleep;

use super::BETWEEN_LOOKS;
use crate::charter::Charter;
use crate::message::settled;
use crate::place::{BARRED, CHARTER, OVER, Place, SETTLED, STATE};

/// What comes in while a job goes on.
pub enum News {
    /// A position is settled: who wins it, and what that took.
    Settled(Position<u64>, Color, u64),
    /// Nothing more is taken from this worker, for this reason.
    Barred(String),
    /// The campaign is run in another way now.
    Charter(Charter),
    /// The coordinator is there.
    Heard,
    /// The campaign is over.
    Over,
}

/// Brings settled positions and other news of the store.
pub async fn watch(
    context: async_nats::jetstream::Context,
    place: Place,
    size: Size,
    name: String,
    to: mpsc::Sender<News>,
) {
    let barred = format!("{BARRED}{name}");
    loop {
        if let Ok(store) = context.get_key_value(place.bucket()).await
            && let Ok(mut entries) = store.watch_with_history(">").await
        {
            while let Some(Ok(entry)) = entries.next().await {
                if entry.operation != Operation::Put {
                    continue;
                }
                let value = String::from_utf8_lossy(&entry.value).into_owned();
                let news = match entry.key.as_str() {
                    OVER => Some(News::Over),
                    STATE => Some(News::Heard),
                    CHARTER => serde_json::from_str(&value).ok().map(News::Charter),
                    key if key == barred => Some(News::Barred(value)),
                    key if key.starts_with(SETTLED) => {
                        let settled = settled(&value, size);
                        settled
                            .map(|(position, winner, took)| News::Settled(position, winner, took))
                    }
                    _ => None,
                };
                if news.is_some_and(|news| to.send(news).is_err()) {
                    return;
                }
            }
        }
        sleep(BETWEEN_LOOKS).await;
    }
}
