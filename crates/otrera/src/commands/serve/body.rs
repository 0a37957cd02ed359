//! Bodies: read whole, within their size and time, and written as JSON.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, HeaderValue, Request, Response, StatusCode, header};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::connections::Connection;
use super::refusal::Refusal;

/// The most bytes of a JSON body, and of a proof.
pub const LARGEST_JSON: usize = 1 << 20;
pub const LARGEST_PROOF: usize = 16 << 20;

/// A client has so long to send a body.
const PATIENCE: Duration = Duration::from_secs(10);

/// All bodies at a time have no more kibibytes than this.
const KIBIBYTES: usize = 64 << 10;

/// So much of a body that is too large is passed over, for the answer to reach who sends it.
const PASSED_OVER: usize = 64 << 20;

/// Reads bodies, not too much of them at a time.
pub struct Bodies {
    room: Arc<Semaphore>,
}

/// A body, and its part of the room as long as it is there.
pub struct Whole {
    pub bytes: Bytes,
    _room: OwnedSemaphorePermit,
}

impl Bodies {
    pub fn new() -> Bodies {
        Bodies { room: Arc::new(Semaphore::new(KIBIBYTES)) }
    }

    /// A body of this media type, of at most so many bytes.
    pub async fn read(
        &self,
        request: Request<Body>,
        kind: &str,
        most: usize,
    ) -> Result<Whole, Refusal> {
        let (head, mut body) = request.into_parts();
        check_kind(&head.headers, kind)?;
        let told =
            body.size_hint().exact().map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        if told.is_some_and(|bytes| bytes > most) {
            // Who asks before sending need not send.
            if !head.headers.contains_key(header::EXPECT) {
                let _ = timeout(PATIENCE, pass_over(&mut body)).await;
            }
            return Err(too_large(most));
        }
        let kibibytes = told.unwrap_or(most).div_ceil(1 << 10);
        let room = Arc::clone(&self.room).try_acquire_many_owned(kibibytes as u32);
        let Ok(room) = room else {
            return Err(Refusal::busy("too many large requests at a time", PATIENCE));
        };
        match timeout(PATIENCE, collect(&mut body, most)).await {
            Ok(bytes) => {
                let bytes = bytes?;
                if let Some(connection) = head.extensions.get::<Arc<Connection>>() {
                    connection.is_heard();
                }
                Ok(Whole { bytes, _room: room })
            }
            Err(_) => Err(Refusal::new(
                StatusCode::REQUEST_TIMEOUT,
                format!("the request did not arrive within {} s", PATIENCE.as_secs()),
            )),
        }
    }

    /// What a JSON body says.
    pub async fn json<T: DeserializeOwned>(&self, request: Request<Body>) -> Result<T, Refusal> {
        let whole = self.read(request, "application/json", LARGEST_JSON).await?;
        serde_json::from_slice(&whole.bytes).map_err(|error| {
            let message = error.to_string();
            let what = message.split(" at line ").next().unwrap_or_default();
            Refusal::wrong(format!("the request is not as expected: {what}"))
                .at(error.line(), error.column())
        })
    }
}

fn check_kind(headers: &HeaderMap, expected: &str) -> Result<(), Refusal> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let name = kind.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    if name.eq_ignore_ascii_case(expected) {
        return Ok(());
    }
    let found = kind.map_or("nothing".to_owned(), |kind| format!("`{}`", kind.escape_debug()));
    Err(Refusal::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        format!("Content-Type: found {found}; expected `{expected}`"),
    ))
}

fn too_large(most: usize) -> Refusal {
    let error = format!("the request is too large; expected at most {} MiB", most >> 20);
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, error)
}

async fn collect(body: &mut Body, most: usize) -> Result<Bytes, Refusal> {
    let mut all = Vec::new();
    while let Some(bytes) = next(body).await {
        let bytes = bytes.map_err(|_| Refusal::wrong("the request ended too early"))?;
        if all.len() + bytes.len() > most {
            drop(all);
            pass_over(body).await;
            return Err(too_large(most));
        }
        all.extend_from_slice(&bytes);
    }
    Ok(all.into())
}

async fn pass_over(body: &mut Body) {
    let mut passed = 0;
    while let Some(Ok(bytes)) = next(body).await {
        passed += bytes.len();
        if passed > PASSED_OVER {
            break;
        }
    }
}

/// The next bytes of a body.
async fn next(body: &mut Body) -> Option<Result<Bytes, axum::Error>> {
    loop {
        let frame = poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await?;
        match frame.map(|frame| frame.into_data()) {
            Ok(Ok(bytes)) => return Some(Ok(bytes)),
            // Trailers say nothing that is asked for.
            Ok(Err(_)) => {}
            Err(error) => return Some(Err(error)),
        }
    }
}

/// An answer.
pub fn json(answer: &impl Serialize) -> Response<Body> {
    // An answer is made of text and numbers: nothing that has no JSON.
    let bytes = serde_json::to_vec(answer).unwrap_or_default();
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
