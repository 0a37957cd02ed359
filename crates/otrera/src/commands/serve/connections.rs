//! Connections: so many at a time, each with little patience for clients that are slow.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// The most connections at a time.
const MOST: usize = 256;

/// A client has so long for the head of a request, and before it begins the next one.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most bytes of a head.
const LARGEST_HEAD: usize = 16 << 10;

/// After an error of the system, such as too many open files, it is left alone for a moment.
const AFTER_AN_ERROR: Duration = Duration::from_millis(50);

/// One connection.
pub struct Connection {
    /// When it last asked for something.
    active: Mutex<Instant>,
    /// Whether a job answers on it: then it may take its time.
    at_work: AtomicBool,
    close: Notify,
}

impl Connection {
    fn new() -> Connection {
        let active = Mutex::new(Instant::now());
        Connection { active, at_work: AtomicBool::new(false), close: Notify::new() }
    }

    /// A job begins, or has ended.
    pub fn set_at_work(&self, at_work: bool) {
        self.at_work.store(at_work, Ordering::Relaxed);
    }

    fn asks(&self) {
        *self.active.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    fn active(&self) -> Instant {
        *self.active.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All of them, by their numbers.
#[derive(Default)]
struct Connections {
    open: Mutex<BTreeMap<u64, Arc<Connection>>>,
}

impl Connections {
    /// Takes one in. Where there are too many, the one that has been idle longest makes room: whoever
    /// opens connections and says nothing locks nobody out. None if all are at work.
    fn enter(&self, number: u64) -> Option<Arc<Connection>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.len() >= MOST {
            let idle = open.iter().filter(|(_, it)| !it.at_work.load(Ordering::Relaxed));
            let longest = *idle.min_by_key(|(_, it)| it.active())?.0;
            let closed = open.remove(&longest)?;
            closed.close.notify_one();
        }
        let connection = Arc::new(Connection::new());
        open.insert(number, Arc::clone(&connection));
        Some(connection)
    }

    fn leave(&self, number: u64) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
    }
}

/// Answers whoever connects, for ever.
pub async fn serve(listener: TcpListener, router: Router) {
    let connections = Arc::new(Connections::default());
    let service = TowerToHyperService::new(router);
    for number in 0.. {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(_) => {
                tokio::time::sleep(AFTER_AN_ERROR).await;
                continue;
            }
        };
        let Some(connection) = connections.enter(number) else { continue };
        let (connections, service) = (Arc::clone(&connections), service.clone());
        tokio::spawn(async move {
            answer(stream, &connection, service).await;
            connections.leave(number);
        });
    }
}

async fn answer(
    stream: TcpStream,
    connection: &Arc<Connection>,
    service: TowerToHyperService<Router>,
) {
    // Answers are short, and events are to be seen at once.
    let _ = stream.set_nodelay(true);
    let service = service_fn(|mut request: hyper::Request<Incoming>| {
        connection.asks();
        request.extensions_mut().insert(Arc::clone(connection));
        service.call(request)
    });
    let answered = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service);
    tokio::select! {
        // Whatever is wrong with a connection is the client's business.
        _ = answered => {}
        () = connection.close.notified() => {}
    }
}
