//! What comes in, passed on to the coordinator as it comes.

use std::time::Duration;

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::{AT_A_TIME, BETWEEN_ROUNDS};
use crate::message::Alive;
use crate::place::{Place, TAKER};

/// Passes on results.
pub async fn results(
    context: async_nats::jetstream::Context,
    place: Place,
    to: mpsc::Sender<Message>,
) {
    const EXPIRES: Duration = Duration::from_secs(2);
    loop {
        if let Ok(results) = context.get_stream_no_info(place.results()).await
            && let Ok(consumer) = results.get_consumer(TAKER).await
        {
            let consumer: PullConsumer = consumer;
            // After a break nobody answers the old request: then a new one is made.
            while let Ok(mut batch) =
                consumer.batch().max_messages(AT_A_TIME).expires(EXPIRES).messages().await
            {
                let mut broken = false;
                loop {
                    match timeout(EXPIRES * 2, batch.next()).await {
                        Ok(Some(Ok(message))) => {
                            if to.send(message).await.is_err() {
                                return;
                            }
                        }
                        Ok(None) => break,
                        Ok(Some(Err(_))) | Err(_) => {
                            broken = true;
                            break;
                        }
                    }
                }
                if broken {
                    break;
                }
            }
        }
        sleep(BETWEEN_ROUNDS).await;
    }
}

/// Passes on signs of life.
pub async fn signs(client: async_nats::Client, subject: String, to: mpsc::Sender<Alive>) {
    let Ok(mut signs) = client.subscribe(subject).await else { return };
    while let Some(message) = signs.next().await {
        if let Some(alive) = Alive::heard(&message)
            && to.send(alive).await.is_err()
        {
            return;
        }
    }
}
