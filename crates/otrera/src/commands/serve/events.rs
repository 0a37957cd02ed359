//! Server-sent events: a stream that ends with the job that it is about.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Response, header};
use hyper::body::Frame;
use serde::Serialize;
use tokio::sync::mpsc;
use tokio::time::{Interval, MissedTickBehavior, interval};

use super::jobs::Hold;

/// So often something is sent, to learn whether anybody is there.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// An event as it is sent: its name, and an object on one line.
pub fn event(name: &str, data: &impl Serialize) -> Bytes {
    // An answer is made of text and numbers: nothing that has no JSON.
    let data = serde_json::to_string(data).unwrap_or_default();
    format!("event: {name}\ndata: {data}\n\n").into()
}

/// The events of a job, and at their end the last one.
pub struct Events {
    events: mpsc::Receiver<Bytes>,
    last: Arc<Mutex<Option<Bytes>>>,
    heartbeat: Interval,
    /// Dropped with the stream, however it ends.
    _hold: Hold,
}

impl Events {
    pub fn new(
        events: mpsc::Receiver<Bytes>,
        last: Arc<Mutex<Option<Bytes>>>,
        hold: Hold,
    ) -> Events {
        let mut heartbeat = interval(HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Events { events, last, heartbeat, _hold: hold }
    }
}

impl hyper::body::Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let sent = match self.events.poll_recv(context) {
            Poll::Ready(Some(event)) => Some(event),
            Poll::Ready(None) => self.last.lock().unwrap_or_else(PoisonError::into_inner).take(),
            Poll::Pending if self.heartbeat.poll_tick(context).is_ready() => {
                Some(Bytes::from_static(b":\n\n"))
            }
            Poll::Pending => return Poll::Pending,
        };
        Poll::Ready(sent.map(|bytes| Ok(Frame::data(bytes))))
    }
}

/// The answer that is a stream of events.
pub fn response(events: Events) -> Response<Body> {
    let mut response = Response::new(Body::new(events));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
