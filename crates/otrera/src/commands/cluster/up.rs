//! `otrera cluster up`: the server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use otrera_cluster::{Server, ServerSettings};

use super::nats::NatsArgs;
use crate::interrupt::{self, Interrupted};
use crate::output::{print_text, warn};

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ClusterUpArgs {
    /// The folder in which the server keeps jobs and results [default: nats in the user's data folder]
    #[arg(long, value_name = "DIR")]
    pub store: Option<PathBuf>,
    /// Listen on this port
    #[arg(long, value_name = "N", default_value_t = 4222, value_parser = clap::value_parser!(u16).range(1..))]
    pub port: u16,
    /// Listen on this address instead of this computer's own; needs --config or --public
    #[arg(long, value_name = "ADDRESS")]
    pub address: Option<IpAddr>,
    /// Configuration file of nats-server, for users, TLS and whatever else
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Let whoever reaches the address in: there is no password
    #[arg(long, requires = "address")]
    pub public: bool,
    /// The program to start
    #[arg(long, value_name = "FILE", default_value = "nats-server")]
    pub server: PathBuf,
    /// Start no server, but see whether this one can be used
    #[arg(long, value_name = "URL", conflicts_with_all = ["store", "port", "address", "config", "server"])]
    pub nats: Option<String>,
    #[command(flatten)]
    pub access: NatsArgs,
}

const EXAMPLES: &str = "\
It runs until Ctrl-C and keeps what it has in its folder: start it
again, and the campaigns go on. Debian has the server:
apt-get install nats-server

Examples:
  otrera cluster up                          on this computer alone, port 4222
  otrera cluster up --store /var/otrera/nats
  otrera cluster up --address 10.0.0.1 --config nats.conf
                                             for other machines, with users and TLS as the file says
  otrera cluster up --nats tls://nats.example.org --creds otrera.creds
                                             a server that runs already";

pub fn run(args: &ClusterUpArgs) -> anyhow::Result<()> {
    if let Some(url) = &args.nats {
        let link = args.access.connect(url, "otrera cluster up")?;
        let version = link.server_version();
        return print_text(&format!("{}: NATS {version} with JetStream\n", link.url()));
    }
    let ip = args.address.unwrap_or(Ipv4Addr::LOCALHOST.into());
    if !ip.is_loopback() && args.config.is_none() && !args.public {
        bail!(
            "--address {ip}: other computers could hand in results, and there is no password; add --config with \
             users, or --public if that is meant"
        );
    }
    interrupt::listen();
    let folder = match &args.store {
        Some(folder) => folder.clone(),
        None => dirs::data_dir()
            .context("no data folder found; name one with --store")?
            .join("otrera/nats"),
    };
    let address = SocketAddr::new(ip, args.port);
    let settings = ServerSettings {
        program: args.server.clone(),
        folder: folder.clone(),
        address,
        config: args.config.clone(),
    };
    let mut server = Server::start(&settings)?;
    if let Some(config) = &args.config
        && !ip.is_loopback()
        && !args.public
        && !server.asks_for_users()
    {
        bail!(
            "--address {ip}: other computers could hand in results, and {} has no users; add them, or --public if that is meant",
            config.display()
        );
    }
    print_text(&format!("Listening on nats://{address} (Ctrl-C to stop)\n"))?;
    if !ip.is_loopback() && args.public {
        warn("whoever can reach this address can hand in results: there is no password");
    }
    loop {
        sleep(Duration::from_millis(100));
        if interrupt::is_interrupted() {
            drop(server);
            return Err(Interrupted.into());
        }
        if let Some(status) = server.ended()? {
            bail!(
                "nats-server ended ({status}); {} says more; start it again and everything goes on",
                folder.join("nats-server.log").display()
            );
        }
    }
}
