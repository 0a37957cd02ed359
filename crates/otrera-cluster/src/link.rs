//! A connection to the server, which comes back by itself when it breaks.

use std::fs::File;
use std::future::{Future, ready};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::{self, Context};
use async_nats::{
    Client, ConnectErrorKind, ConnectOptions, Event, RequestErrorKind, ServerAddr, ServerError,
};
use tokio::runtime::Runtime;

use crate::error::ClusterError;

/// How to reach a server. Whoever is let in, and whether bytes are encrypted, is up to NATS.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// `nats://HOST:PORT` or `tls://HOST:PORT`, with `USER:PASSWORD@` or `TOKEN@` before the host where needed.
    pub url: String,
    /// A file of NATS credentials: a JWT and its seed.
    pub credentials: Option<PathBuf>,
    /// The certificates that the server's one may come from, instead of those of the system.
    pub tls_ca: Option<PathBuf>,
    /// Our own certificate and its key, where the server asks for one.
    pub tls_identity: Option<(PathBuf, PathBuf)>,
}

impl Access {
    /// The address, without the password.
    pub fn address(&self) -> String {
        without_password(&self.url)
    }

    /// What is wrong with it, as far as that is seen without asking anybody: the address, or a file that is not there.
    pub fn check(&self) -> Result<(), ClusterError> {
        let address = self.address().parse::<ServerAddr>().ok();
        let is_one =
            |it: &ServerAddr| matches!(it.scheme(), "nats" | "tls") && !it.host().is_empty();
        if !address.is_some_and(|it| is_one(&it)) {
            let why = "expected nats://HOST:PORT or tls://HOST:PORT".to_owned();
            return Err(ClusterError::Unreachable { url: self.address(), why });
        }
        let identity = self.tls_identity.iter().flat_map(|(certificate, key)| [certificate, key]);
        for file in self.credentials.iter().chain(&self.tls_ca).chain(identity) {
            File::open(file).map_err(|error| ClusterError::io(file, error))?;
        }
        Ok(())
    }
}

/// A connection, and the threads that pass bytes on while the caller computes.
#[derive(Debug)]
pub struct Link {
    url: String,
    pub(crate) runtime: Runtime,
    pub(crate) client: Client,
    pub(crate) context: Context,
    complaint: Complaint,
}

/// What the server has complained of last, until it is told.
type Complaint = Arc<Mutex<Option<String>>>;

/// Threads that pass bytes on.
const THREADS: usize = 2;

/// A request that takes longer has failed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(3);

/// After a break the next try comes after about so many milliseconds, a little later each time, …
const FIRST_PAUSE: u64 = 100;

/// … and never much later than this. It is drawn at random: not all machines come back at once.
const LONGEST_PAUSE: u64 = 2_000;

impl Link {
    /// Connects; [`ClusterError::NoAnswer`] if nobody answers now.
    pub fn connect(access: &Access, name: &str) -> Result<Link, ClusterError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(THREADS)
            .enable_all()
            .build()
            .map_err(|error| ClusterError::Nats(format!("cannot start a thread: {error}")))?;
        let url = without_password(&access.url);
        let no_answer = |why: String| ClusterError::NoAnswer { url: url.clone(), why };
        let complaint = Complaint::default();
        let heard = Arc::clone(&complaint);
        let (client, context) = runtime.block_on(async {
            let mut options = ConnectOptions::new()
                .name(name)
                .event_callback(move |event| {
                    if let Event::ServerError(ServerError::Other(what)) = event {
                        *heard.lock().unwrap_or_else(PoisonError::into_inner) = Some(what);
                    }
                    ready(())
                })
                .connection_timeout(PATIENCE)
                .request_timeout(Some(PATIENCE))
                .reconnect_delay_callback(|tries| {
                    let most = (FIRST_PAUSE << tries.min(8)).min(LONGEST_PAUSE);
                    Duration::from_millis(fastrand::u64(most / 2..=most))
                });
            match user_of(&access.url) {
                Some((user, Some(password))) => {
                    options = options.user_and_password(user.to_owned(), password.to_owned());
                }
                Some((token, None)) => options = options.token(token.to_owned()),
                None => {}
            }
            if let Some(file) = &access.credentials {
                let read = options.credentials_file(file).await;
                options = read.map_err(|error| ClusterError::io(file, error))?;
            }
            if let Some(file) = &access.tls_ca {
                options = options.add_root_certificates(file.clone()).require_tls(true);
            }
            if let Some((certificate, key)) = &access.tls_identity {
                options = options.add_client_certificate(certificate.clone(), key.clone());
            }
            let client = options.connect(&url).await.map_err(|error| match error.kind() {
                ConnectErrorKind::Io | ConnectErrorKind::TimedOut => no_answer(chain(&error)),
                _ => ClusterError::Unreachable { url: url.clone(), why: chain(&error) },
            })?;
            let mut context = jetstream::new(client.clone());
            context.set_timeout(PATIENCE);
            // Not `query_account`, which does not understand what servers before 2.10 say.
            let told = match client.request("$JS.API.INFO", "".into()).await {
                Ok(told) => serde_json::from_slice(&told.payload).ok(),
                Err(error) if error.kind() == RequestErrorKind::NoResponders => None,
                // It has just gone.
                Err(error) => return Err(no_answer(chain(&error))),
            };
            match told {
                Some(serde_json::Value::Object(info)) if !info.contains_key("error") => {
                    Ok((client, context))
                }
                _ => Err(ClusterError::NoJetStream(url.clone())),
            }
        })?;
        Ok(Link { url, runtime, client, context, complaint })
    }

    /// The address of the server, without the password.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The version of the server.
    pub fn server_version(&self) -> String {
        self.client.server_info().version
    }

    /// The number of the server that it is connected to, another one after each start of it; none if it is not
    /// connected now.
    pub(crate) fn server(&self) -> Option<String> {
        let connected = self.client.connection_state() == State::Connected;
        connected.then(|| self.client.server_info().server_id)
    }

    /// An error if the connection is broken now.
    pub(crate) fn check(&self) -> Result<(), ClusterError> {
        self.server().map(drop).ok_or_else(|| self.unreachable("the connection is lost"))
    }

    /// An error, with what the server has complained of meanwhile: of what is not permitted it says so, and nothing more.
    pub(crate) fn explained(&self, error: ClusterError) -> String {
        match self.complaint.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(why) => format!("{error}: {why}"),
            None => error.to_string(),
        }
    }

    /// The server does not do what it should.
    pub(crate) fn unreachable(&self, why: &str) -> ClusterError {
        ClusterError::Unreachable { url: self.url.clone(), why: why.to_owned() }
    }

    /// Waits for some time.
    pub(crate) fn pause(&self, time: Duration) {
        self.wait(async { tokio::time::sleep(time).await });
    }

    /// Waits for what other threads do.
    pub(crate) fn wait<T>(&self, what: impl Future<Output = T>) -> T {
        self.runtime.block_on(what)
    }
}

/// An error with all its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}

/// User and password, or a token, as an address names them.
fn user_of(url: &str) -> Option<(&str, Option<&str>)> {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let (user, _) = rest.rsplit_once('@')?;
    Some(user.split_once(':').map_or((user, None), |(user, password)| (user, Some(password))))
}

/// An address as it may be shown.
fn without_password(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").map_or(("", url), |(scheme, rest)| (scheme, rest));
    match rest.rsplit_once('@') {
        Some((_, host)) if scheme.is_empty() => host.to_owned(),
        Some((_, host)) => format!("{scheme}://{host}"),
        None => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(without_password("nats://me:secret@here:1"), "nats://here:1");
        assert_eq!(without_password("secret@here"), "here");
        assert_eq!(without_password("tls://here:1"), "tls://here:1");
        assert_eq!(user_of("nats://me:secret@here:1"), Some(("me", Some("secret"))));
        assert_eq!(user_of("secret@here"), Some(("secret", None)));
        assert_eq!(user_of("tls://here:1"), None);
    }

    #[test]
    fn addresses_are_checked_without_asking_anybody() {
        let check = |url: &str| Access { url: url.to_owned(), ..Access::default() }.check();
        for url in ["nats://here", "tls://me:secret@here:1", "here:4222", "here", "nats://[::1]:1"]
        {
            assert!(check(url).is_ok(), "{url}");
        }
        for url in ["http://here", "nats://", "nats://me:secret@here:99999", "", "nats://he re"] {
            let told = check(url).unwrap_err().to_string();
            let ends_well = told.ends_with(": expected nats://HOST:PORT or tls://HOST:PORT");
            assert!(ends_well && !told.contains("secret"), "{told}");
        }
        let missing = Some(PathBuf::from("missing.creds"));
        let access = Access { url: "here".to_owned(), credentials: missing, ..Access::default() };
        assert!(access.check().unwrap_err().to_string().starts_with("missing.creds: "));
    }
}
