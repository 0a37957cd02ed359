//! The calls by their paths.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, Method, Request, Response, Uri, header};
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::ServeArgs;
use super::analyse;
use super::answers;
use super::body::{Bodies, LARGEST_PROOF, json};
use super::cluster::Cluster;
use super::connections::Connection;
use super::engines::Engines;
use super::games;
use super::guard::{Guard, sealed};
use super::jobs::{Job, Jobs};
use super::lanes::Lane;
use super::proofs::{self, Proof, Proofs};
use super::refusal::Refusal;
use super::site::Site;
use super::solve;
use super::think;
use super::walk;
use crate::commands::value;
use crate::tables::{self, Stock, TablesArgs};
use crate::threads;

/// What all requests share.
pub struct Server {
    guard: Guard,
    site: Site,
    bodies: Bodies,
    /// Calls that take no time worth mentioning, …
    quick: Lane,
    /// … those about areas, which take up to a second on large boards, …
    areas: Lane,
    /// … those about values, which may take longer, …
    values: Lane,
    /// … and proofs that are sent.
    uploads: Lane,
    jobs: Arc<Jobs>,
    engines: Engines,
    proofs: Proofs,
    cluster: Option<Arc<Cluster>>,
}

/// Threads need no more stack than this, with one exception.
const STACK: usize = 8 << 20;

impl Server {
    pub fn new(
        args: &ServeArgs,
        address: SocketAddr,
        cluster: Option<Arc<Cluster>>,
    ) -> anyhow::Result<Arc<Server>> {
        // Nobody waits for tables: they are used where they are there already.
        let tables = match tables::stock(&TablesArgs::default()) {
            Ok(Stock::Here(tables)) => Some(tables),
            Ok(Stock::Missing(_) | Stock::None) => None,
            Err(error) => {
                tables::tell_without(&error);
                None
            }
        };
        let jobs = usize::from(args.jobs);
        let threads = (threads::or_all_cores(args.threads) / jobs).max(1);
        Ok(Arc::new(Server {
            // A name for this computer alone is never any name.
            guard: Guard::new(address, !address.ip().is_loopback()),
            site: Site::new()?,
            bodies: Bodies::new(),
            quick: Lane::new(4, 60, STACK),
            areas: Lane::new(2, 30, STACK),
            values: Lane::new(2, 14, value::STACK),
            uploads: Lane::new(1, 3, STACK),
            jobs: Jobs::new(jobs),
            engines: Engines::new(jobs, threads, args.memory, tables),
            proofs: Proofs::new()?,
            cluster,
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
        .route("/api/think", post(think))
        .route("/api/solve", post(solve))
        .route("/api/analyse", post(analyse))
        .route("/api/proofs", post(send_proof))
        .route("/api/proofs/{id}", get(proof_file))
        .route("/api/proofs/{id}/answer", post(proof_answer))
        .route("/api/proofs/{id}/check", post(proof_check))
        .route("/api/cluster", get(cluster))
        .fallback(page)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(Arc::clone(&server), guarded))
        .with_state(server)
}

async fn guarded(
    State(server): State<Arc<Server>>,
    request: Request<Body>,
    next: Next,
) -> Response<Body> {
    let answer = match server.guard.check(&request) {
        Ok(()) => Ok(next.run(request).await),
        Err(refusal) => Err(refusal),
    };
    sealed(answer)
}

async fn page(
    State(server): State<Arc<Server>>,
    method: Method,
    uri: Uri,
    request: Request<Body>,
) -> Answer {
    if uri.path() == "/cluster" {
        server.cluster()?;
    }
    server.site.answer(&method, &uri, request.headers())
}

async fn wrong_method(method: Method) -> Response<Body> {
    Refusal::wrong_method(&method).into_response()
}

async fn about(State(server): State<Arc<Server>>) -> Answer {
    Ok(json(&answers::about(server.proofs.own(), server.cluster.is_some())))
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
    ask(&server, &server.areas, request, answers::areas).await
}

async fn value_of(State(server): State<Arc<Server>>, request: Request<Body>) -> Answer {
    ask(&server, &server.values, request, answers::value).await
}

/// Reads a request for a job, and begins it.
async fn begin<T, K: Send + 'static>(
    server: Arc<Server>,
    request: Request<Body>,
    task: fn(T) -> Result<K, Refusal>,
    work: fn(&K, &Server, &Job) -> anyhow::Result<Value>,
) -> Answer
where
    T: DeserializeOwned + Send + 'static,
{
    let connection = connection_of(&request)?;
    let task = task(server.bodies.json(request).await?)?;
    let jobs = Arc::clone(&server.jobs);
    jobs.begin(connection, move |job| work(&task, &server, job))
}

fn connection_of(request: &Request<Body>) -> Result<Arc<Connection>, Refusal> {
    request.extensions().get().cloned().ok_or_else(Refusal::failed)
}

async fn think(State(server): State<Arc<Server>>, request: Request<Body>) -> Answer {
    begin(server, request, think::Request::task, |task, server, job| {
        think::run(task, &server.engines, job)
    })
    .await
}

async fn solve(State(server): State<Arc<Server>>, request: Request<Body>) -> Answer {
    begin(server, request, solve::Request::task, |task, server, job| {
        solve::run(task, &server.engines, &server.proofs, job)
    })
    .await
}

async fn analyse(State(server): State<Arc<Server>>, request: Request<Body>) -> Answer {
    begin(server, request, analyse::Request::task, |task, server, job| {
        analyse::run(task, &server.engines, job)
    })
    .await
}

async fn send_proof(State(server): State<Arc<Server>>, request: Request<Body>) -> Answer {
    let whole = server.bodies.read(request, "application/octet-stream", LARGEST_PROOF).await?;
    let kept = Arc::clone(&server);
    let read = move || {
        kept.proofs
            .keep(whole.bytes.as_ref().into())
            .map_err(|error| Refusal::wrong(error.to_string()))
    };
    Ok(json(&server.uploads.run(read).await?))
}

impl Server {
    fn proof(&self, id: &Id) -> Result<Arc<Proof>, Refusal> {
        let proof = id.as_ref().ok().and_then(|Path(id)| self.proofs.get(id));
        proof.ok_or_else(|| {
            Refusal::not_found("there is no such proof, or newer ones have taken its place")
        })
    }
}

/// The name of a proof in a path; what cannot be read is none.
type Id = Result<Path<String>, PathRejection>;

async fn proof_file(State(server): State<Arc<Server>>, id: Id) -> Answer {
    let proof = server.proof(&id)?;
    let mut response = Response::new(Body::from(Bytes::from_owner(Arc::clone(&proof.bytes))));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let name = format!("attachment; filename=\"{}.proof\"", proof.id);
    if let Ok(name) = HeaderValue::try_from(name) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

async fn proof_answer(State(server): State<Arc<Server>>, id: Id, request: Request<Body>) -> Answer {
    let proof = server.proof(&id)?;
    let asked: walk::Request = server.bodies.json(request).await?;
    server.quick.run(move || Ok(json(&walk::answer(&proof, &asked)?))).await
}

async fn proof_check(State(server): State<Arc<Server>>, id: Id, request: Request<Body>) -> Answer {
    let proof = server.proof(&id)?;
    let connection = connection_of(&request)?;
    let jobs = Arc::clone(&server.jobs);
    jobs.begin(connection, move |job| proofs::run_check(&proof, &server.engines, job))
}

impl Server {
    fn cluster(&self) -> Result<&Arc<Cluster>, Refusal> {
        let none = "there is no cluster to show; name its server: `otrera serve --nats URL`";
        self.cluster.as_ref().ok_or_else(|| Refusal::not_found(none))
    }
}

async fn cluster(State(server): State<Arc<Server>>) -> Answer {
    server.cluster()?.answer().await
}
