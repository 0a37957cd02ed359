//! Requests that are refused: a status, and an object that says why.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, Method, Response, StatusCode, header};
use axum::response::IntoResponse;
use serde::Serialize;

use super::body::json;
use crate::input::Misread;
use crate::output::first_line;

/// Why a request is refused.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    told: Told,
    retry_after: Option<Duration>,
}

#[derive(Debug, Serialize)]
struct Told {
    error: String,
    /// The place in the text that could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

impl Refusal {
    pub fn new(status: StatusCode, error: impl Into<String>) -> Refusal {
        let told = Told { error: error.into(), line: None, column: None };
        Refusal { status, told, retry_after: None }
    }

    /// The input is wrong.
    pub fn wrong(error: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, error)
    }

    pub fn not_found(error: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, error)
    }

    pub fn wrong_method(method: &Method) -> Refusal {
        let error = format!("{method} does not work here; docs/serve.md lists the calls");
        Refusal::new(StatusCode::METHOD_NOT_ALLOWED, error)
    }

    /// There is too much to do; it may be tried again after this time.
    pub fn busy(error: impl Into<String>, retry_after: Duration) -> Refusal {
        let retry_after = Some(retry_after);
        Refusal { retry_after, ..Refusal::new(StatusCode::TOO_MANY_REQUESTS, error) }
    }

    /// The program itself is at fault.
    pub fn failed() -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, FAILED)
    }

    /// The same at a place of a text.
    pub fn at(mut self, line: usize, column: usize) -> Refusal {
        (self.told.line, self.told.column) = (Some(line), Some(column));
        self
    }
}

/// What is said of a fault of the program's own.
pub const FAILED: &str = "this failed in the program itself; its terminal says more";

impl From<anyhow::Error> for Refusal {
    fn from(error: anyhow::Error) -> Refusal {
        let message = format!("{error:#}");
        match error.chain().find_map(|cause| cause.downcast_ref::<Misread>()) {
            // The lines below the first show the place to people.
            Some(place) => Refusal::wrong(first_line(&message)).at(place.line, place.column),
            None => Refusal::wrong(message),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response<Body> {
        let mut response = json(&self.told);
        *response.status_mut() = self.status;
        if let Some(after) = self.retry_after {
            let seconds = HeaderValue::from(after.as_secs().max(1));
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}
