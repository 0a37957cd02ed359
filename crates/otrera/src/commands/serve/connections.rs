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

/// Nobody who has just come, or begun to ask, has to make room: a browser has been heard by then.
const GRACE: Duration = Duration::from_millis(500);

/// So often it is looked for room where there is none.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// One connection.
pub struct Connection {
    /// Since when it has been idle, or sending a request.
    since: Mutex<Instant>,
    /// Whether its request was heard, and the answer is being made.
    heard: AtomicBool,
    /// Whether a job answers on it: then it may take its time.
    at_work: AtomicBool,
    close: Notify,
}

impl Connection {
    fn new() -> Connection {
        Connection {
            since: Mutex::new(Instant::now()),
            heard: AtomicBool::new(false),
            at_work: AtomicBool::new(false),
            close: Notify::new(),
        }
    }

    /// A job begins, or has ended.
    pub fn set_at_work(&self, at_work: bool) {
        self.at_work.store(at_work, Ordering::Relaxed);
    }

    /// All of a request has come.
    pub fn is_heard(&self) {
        self.heard.store(true, Ordering::Relaxed);
    }

    /// A request begins, or was answered.
    fn begins_anew(&self) {
        *self.since.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.heard.store(false, Ordering::Relaxed);
    }

    /// Since when nothing has come of it; none if something is being done for it.
    fn idle_since(&self) -> Option<Instant> {
        let busy = self.heard.load(Ordering::Relaxed) || self.at_work.load(Ordering::Relaxed);
        (!busy).then(|| *self.since.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// All of them, by their numbers.
#[derive(Default)]
struct Connections {
    open: Mutex<BTreeMap<u64, Arc<Connection>>>,
}

impl Connections {
    /// Is there room for one more? Where there is none, the one that has been idle longest has to go: whoever opens
    /// connections and says nothing locks nobody out. Fewer are ever busy than there may be.
    fn make_room(&self) -> bool {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.len() < MOST {
            return true;
        }
        let idle = open.iter().filter_map(|(&number, it)| Some((it.idle_since()?, number)));
        let Some((since, number)) = idle.min() else { return false };
        if since.elapsed() < GRACE {
            return false;
        }
        if let Some(closed) = open.remove(&number) {
            closed.close.notify_one();
        }
        true
    }

    fn enter(&self, number: u64) -> Arc<Connection> {
        let connection = Arc::new(Connection::new());
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.insert(number, Arc::clone(&connection));
        connection
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
        while !connections.make_room() {
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(_) => {
                tokio::time::sleep(AFTER_AN_ERROR).await;
                continue;
            }
        };
        let connection = connections.enter(number);
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
        connection.begins_anew();
        request.extensions_mut().insert(Arc::clone(connection));
        let answer = service.call(request);
        async move {
            let answer = answer.await;
            connection.begins_anew();
            answer
        }
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
