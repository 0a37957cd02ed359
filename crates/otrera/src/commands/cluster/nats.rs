//! How commands reach a NATS server.

use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

use clap::Args;
use otrera_cluster::{Access, ClusterError, Link};

use crate::interrupt::{self, Interrupted};
use crate::output::warn;

/// Where a server is when nothing else is said.
pub const DEFAULT_URL: &str = "nats://127.0.0.1:4222";

#[derive(Args, Clone, Debug, Default)]
pub struct NatsArgs {
    /// File with NATS credentials; a user or token can also stand in the URL: nats://USER:PASSWORD@HOST
    #[arg(long, value_name = "FILE")]
    pub creds: Option<PathBuf>,
    /// Encrypt, and trust servers with a certificate of this authority
    #[arg(long, value_name = "FILE")]
    pub tls_ca: Option<PathBuf>,
    /// Our own certificate, for servers that ask for one
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,
    /// The key of our own certificate
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
}

/// Time between two tries to reach a server.
const BETWEEN_TRIES: Duration = Duration::from_millis(500);

impl NatsArgs {
    /// Connects to a server, which may be started later; nothing if it was not by this moment.
    pub fn await_server(
        &self,
        url: &str,
        name: &str,
        deadline: Option<Instant>,
    ) -> anyhow::Result<Option<Link>> {
        let mut told = false;
        loop {
            match self.connect(url, name) {
                Err(error)
                    if matches!(error.downcast_ref(), Some(ClusterError::NoAnswer { .. })) =>
                {
                    if interrupt::is_interrupted() {
                        return Err(Interrupted.into());
                    }
                    if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                        return Ok(None);
                    }
                    if !std::mem::replace(&mut told, true) {
                        warn(&format!("{error}; trying again until it answers"));
                    }
                    sleep(BETWEEN_TRIES);
                }
                other => return other.map(Some),
            }
        }
    }

    /// What leads to a server.
    pub fn access(&self, url: &str) -> Access {
        Access {
            url: url.to_owned(),
            credentials: self.creds.clone(),
            tls_ca: self.tls_ca.clone(),
            tls_identity: self.tls_cert.clone().zip(self.tls_key.clone()),
        }
    }

    /// Connects to a server that is there.
    pub fn connect(&self, url: &str, name: &str) -> anyhow::Result<Link> {
        let access = self.access(url);
        access.check()?;
        Ok(Link::connect(&access, name)?)
    }

    /// The first of these options that is there, for commands that may do without a server.
    pub fn first_given(&self) -> Option<&'static str> {
        let options =
            [("--creds", &self.creds), ("--tls-ca", &self.tls_ca), ("--tls-cert", &self.tls_cert)];
        options.iter().find(|(_, file)| file.is_some()).map(|&(name, _)| name)
    }
}
