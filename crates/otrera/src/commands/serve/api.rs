//! The calls by their paths.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Method, Request, Response, Uri};
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::ServeArgs;
use super::answers;
use super::body::{Bodies, json};
use super::games;
use super::guard::{Guard, sealed};
use super::lanes::Lane;
use super::refusal::Refusal;
use super::site::Site;
use crate::commands::value;

/// What all requests share.
pub struct Server {
    guard: Guard,
    site: Site,
    bodies: Bodies,
    /// Calls that take no time worth mentioning, …
    quick: Lane,
    /// … and those that may take some.
    slow: Lane,
}

/// Threads need no more stack than this, with one exception.
const STACK: usize = 8 << 20;

impl Server {
    pub fn new(args: &ServeArgs, address: SocketAddr) -> anyhow::Result<Arc<Server>> {
        Ok(Arc::new(Server {
            guard: Guard::new(address, args.public),
            site: Site::new()?,
            bodies: Bodies::new(),
            quick: Lane::new(4, 60, STACK),
            slow: Lane::new(2, 14, value::STACK),
        }))
    }
}

type Answer = Result<Response<Body>, Refusal>;

/// All calls, behind the guard.
pub fn router(server: Arc<Server>) -> Router {
    Router::new()
        .route("/api/about", get(about))
        .route("/api/read", post(read))
        .route("/api/write", post(write))
        .route("/api/show", post(show))
        .route("/api/svg", post(svg))
        .route("/api/areas", post(areas))
        .route("/api/value", post(value_of))
        .fallback(page)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(Arc::clone(&server), guarded))
        .with_state(server)
}

async fn guarded(State(server): State<Arc<Server>>, request: Request<Body>, next: Next) -> Response<Body> {
    let answer = match server.guard.check(&request) {
        Ok(()) => Ok(next.run(request).await),
        Err(refusal) => Err(refusal),
    };
    sealed(answer)
}

async fn page(State(server): State<Arc<Server>>, method: Method, uri: Uri, request: Request<Body>) -> Answer {
    server.site.answer(&method, &uri, request.headers())
}

async fn wrong_method(method: Method) -> Response<Body> {
    Refusal::wrong_method(&method).into_response()
}

async fn about() -> Answer {
    Ok(json(&answers::about()))
}

/// Reads a request, and answers it on a thread of a lane.
async fn ask<T, A>(
    server: &Server,
    lane: &Lane,
    request: Request<Body>,
    answer: fn(T) -> Result<A, Refusal>,
) -> Answer
where
    T: DeserializeOwned + Send + 'static,
    A: Serialize + 'static,
{
    let asked: T = server.bodies.json(request).await?;
    lane.run(move || Ok(json(&answer(asked)?))).await
}

async fn read(State(server): State<Arc<Server>>, request: Request<Body>) -> Answer {
    ask(&server, &server.quick, request, games::read).await
}

async fn write(State(server): State<Arc<Server>>, request: Request<Body>) -> Answer {
    ask(&server, &server.quick, request, games::write).await
}

async fn show(State(server): State<Arc<Server>>, request: Request<Body>) -> Answer {
    ask(&server, &server.quick, request, answers::show).await
}

async fn svg(State(server): State<Arc<Server>>, request: Request<Body>) -> Answer {
    ask(&server, &server.quick, request, answers::svg).await
}

async fn areas(State(server): State<Arc<Server>>, request: Request<Body>) -> Answer {
    ask(&server, &server.quick, request, answers::areas).await
}

async fn value_of(State(server): State<Arc<Server>>, request: Request<Body>) -> Answer {
    ask(&server, &server.slow, request, answers::value).await
}
