//! How commands reach a NATS server.

use std::path::PathBuf;

use clap::Args;
use otrera_cluster::{Access, Link};

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

impl NatsArgs {
    /// What leads to a server.
    pub fn access(&self, url: &str) -> Access {
        Access {
            url: url.to_owned(),
            credentials: self.creds.clone(),
            tls_ca: self.tls_ca.clone(),
            tls_identity: self.tls_cert.clone().zip(self.tls_key.clone()),
        }
    }

    /// Connects to a server.
    pub fn connect(&self, url: &str, name: &str) -> anyhow::Result<Link> {
        Ok(Link::connect(&self.access(url), name)?)
    }

    /// The first of these options that is there, for commands that may do without a server.
    pub fn first_given(&self) -> Option<&'static str> {
        let options =
            [("--creds", &self.creds), ("--tls-ca", &self.tls_ca), ("--tls-cert", &self.tls_cert)];
        options.iter().find(|(_, file)| file.is_some()).map(|&(name, _)| name)
    }
}
