//! `otrera serve`: the board in the browser, and a JSON interface for it.

mod analyse;
mod answers;
mod api;
mod body;
mod cluster;
mod connections;
mod engines;
mod events;
mod games;
mod guard;
mod jobs;
mod lanes;
mod proofs;
mod reason;
mod refusal;
mod seconds;
mod site;
mod solve;
mod think;
mod walk;

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use otrera_cluster::ClusterError;
use tokio::net::{TcpListener, TcpSocket};

use self::api::Server;
use self::cluster::Cluster;
use crate::commands::cluster::nats::NatsArgs;
use crate::limits;
use crate::output::{print_text, warn};
use crate::progress;
use crate::threads;

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ServeArgs {
    /// Listen on this port; 0 takes any free one
    #[arg(long, value_name = "N", default_value_t = 7531)]
    pub port: u16,
    /// Open the page in the default browser
    #[arg(long)]
    pub open: bool,
    /// Use N threads for all work together, at most 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    pub threads: Option<NonZeroUsize>,
    /// Memory for one job
    #[arg(long, value_name = "SIZE", value_parser = limits::parse_size, default_value = "256M")]
    pub memory: usize,
    /// Run N jobs at a time; more wait in a queue
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    #[arg(default_value_t = 2)]
    pub jobs: u8,
    /// Listen on this address instead of this computer's own; needs --public
    #[arg(long, value_name = "ADDRESS")]
    pub address: Option<IpAddr>,
    /// Let other computers use the page; there is no password
    #[arg(long, requires = "address")]
    pub public: bool,
    /// Show the campaigns on this NATS server on a page of their own: nats://HOST:PORT
    #[arg(long, value_name = "URL", help_heading = "A cluster")]
    pub nats: Option<String>,
    #[command(flatten, next_help_heading = "A cluster")]
    pub access: NatsArgs,
}

const EXAMPLES: &str = "\
Nothing is downloaded, nothing is sent anywhere, and only this
computer can reach the page. Ctrl-C ends it.

Examples:
  otrera serve                    then open http://127.0.0.1:7531/
  otrera serve --open             opens it for you
  otrera serve --port 8080 --jobs 1 --memory 1G
  otrera serve --address 0.0.0.0 --public
                                  for all in a network that you trust
  otrera serve --nats nats://10.0.0.1
                                  with a page on the campaigns of that server";

pub fn run(args: &ServeArgs) -> anyhow::Result<()> {
    let ip = args.address.unwrap_or(Ipv4Addr::LOCALHOST.into());
    if !ip.is_loopback() && !args.public {
        bail!(
            "--address {ip}: other computers could use the page, and there is no password; add --public if \
             that is meant"
        );
    }
    let cluster = cluster(args)?;
    // Answers go to browsers; what is shown here is about the server.
    progress::be_quiet();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(WORKERS)
        .enable_all()
        .build()
        .context("cannot start")?;
    runtime.block_on(async {
        let address = SocketAddr::new(ip, args.port);
        let listener = listen(address).map_err(|error| cannot_listen(address, &error))?;
        let address = listener.local_addr()?;
        let server = Server::new(args, address, cluster.clone())?;
        announce(args, address, cluster.as_deref())?;
        connections::serve(listener, api::router(server)).await;
        Ok(())
    })
}

/// The cluster to show, if there is one.
fn cluster(args: &ServeArgs) -> anyhow::Result<Option<Arc<Cluster>>> {
    let Some(url) = &args.nats else {
        if let Some(option) = args.access.first_given() {
            bail!("{option} is for the server of a cluster; name it with --nats URL");
        }
        return Ok(None);
    };
    match Cluster::new(args.access.access(url)) {
        Ok(cluster) => Ok(Some(cluster)),
        Err(error @ ClusterError::Unreachable { .. }) => bail!("--nats {error}"),
        Err(error) => Err(error.into()),
    }
}

/// Says where the page is, and opens it if that is wanted.
fn announce(
    args: &ServeArgs,
    address: SocketAddr,
    cluster: Option<&Cluster>,
) -> anyhow::Result<()> {
    let page = format!("http://{address}/");
    let mut told = format!("Listening on {page} (Ctrl-C to stop)\n");
    if let Some(cluster) = cluster {
        told += &format!("Campaigns on {}: {page}cluster\n", cluster.address());
    }
    print_text(&told)?;
    if !address.ip().is_loopback() {
        warn("whoever can reach this address can use the page: there is no password");
    }
    if args.open
        && let Err(error) = open(&page)
    {
        warn(&format!("cannot open a browser ({error}); open the page yourself"));
    }
    Ok(())
}

/// Threads that pass bytes on. Whatever takes time has threads of its own.
const WORKERS: usize = 2;

/// So many connections wait to be taken in: more than a browser opens, and than a crowd does at once.
const BACKLOG: u32 = 1024;

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // The port may be taken again as soon as it was left.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

fn cannot_listen(address: SocketAddr, error: &io::Error) -> anyhow::Error {
    let why = match error.kind() {
        ErrorKind::AddrInUse => {
            "another program uses this port; --port 0 takes a free one".to_owned()
        }
        ErrorKind::AddrNotAvailable => "this computer has no such address".to_owned(),
        ErrorKind::PermissionDenied => "not allowed; choose a port above 1023".to_owned(),
        _ => error.to_string(),
    };
    anyhow!("cannot listen on {address}: {why}")
}

/// Opens a page in the user's browser.
fn open(page: &str) -> io::Result<()> {
    let program = match () {
        () if cfg!(target_os = "macos") => "open",
        () if cfg!(target_os = "windows") => "explorer",
        () => "xdg-open",
    };
    let mut command = Command::new(program);
    command.arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(drop)
}
