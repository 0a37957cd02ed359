//! `otrera cluster status`: how campaigns on a server stand.

use std::fmt;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{HumanCount, HumanDuration};
use otrera_board::Color;
use otrera_cluster::{Barred, CampaignStatus, State, Watch, WorkerStatus};
use serde::Serialize;

use super::nats::{DEFAULT_URL, NatsArgs};
use crate::output::{print_json, print_text};

#[derive(Args, Debug)]
pub struct ClusterStatusArgs {
    /// The server
    #[arg(long, value_name = "URL", default_value = DEFAULT_URL)]
    pub nats: String,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub access: NatsArgs,
}

pub fn run(args: &ClusterStatusArgs) -> anyhow::Result<()> {
    let link = args.access.connect(&args.nats, "otrera cluster status")?;
    let figures = Figures { campaigns: Watch::begin(&link)?.look()?, at: Instant::now() };
    let answer = Standing::new(link.url(), Some(&figures), None);
    match args.json {
        true => print_json(&answer),
        false => print_text(&answer),
    }
}

/// What a server said.
pub struct Figures {
    pub campaigns: Vec<CampaignStatus>,
    /// When it did.
    pub at: Instant,
}

/// How campaigns on a server stand, for the command and for the page of `otrera serve`.
#[derive(Serialize)]
pub struct Standing<'a> {
    /// The address of the server, without the password.
    server: &'a str,
    /// How old the figures are; none if there never were any.
    age_seconds: Option<f64>,
    /// Why there are no newer ones, if the server cannot be asked now.
    error: Option<&'a str>,
    campaigns: &'a [CampaignStatus],
}

impl<'a> Standing<'a> {
    pub fn new(
        server: &'a str,
        figures: Option<&'a Figures>,
        error: Option<&'a str>,
    ) -> Standing<'a> {
        Standing {
            server,
            age_seconds: figures.map(|figures| figures.at.elapsed().as_secs_f64()),
            error,
            campaigns: figures.map_or(&[], |figures| &figures.campaigns),
        }
    }
}

impl fmt::Display for Standing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.campaigns.is_empty() {
            writeln!(f, "No campaign on this server")?;
        }
        for (n, campaign) in self.campaigns.iter().enumerate() {
            if n > 0 {
                writeln!(f)?;
            }
            write_campaign(f, campaign)?;
        }
        Ok(())
    }
}

fn write_campaign(f: &mut fmt::Formatter<'_>, it: &CampaignStatus) -> fmt::Result {
    writeln!(f, "Campaign   {}: {}", it.campaign, it.position)?;
    if let Some(winner) = it.winner {
        let winner = if winner == 'b' { Color::Black } else { Color::White };
        return writeln!(f, "Winner     {winner}");
    }
    writeln!(
        f,
        "Jobs       {} queued, {} running, {} results waiting",
        it.queued, it.running, it.results
    )?;
    match (&it.state, it.heard_seconds) {
        (Some(state), Some(seconds)) => write_state(f, state, seconds, it.workers.len())?,
        _ => writeln!(f, "Ledger     nothing heard of the coordinator")?,
    }
    if it.workers.is_empty() {
        writeln!(f, "Workers    none heard")?;
    }
    for (n, WorkerStatus { alive: worker, .. }) in it.workers.iter().enumerate() {
        let what = worker.job.as_deref().unwrap_or("idle");
        let head = if n == 0 { "Workers" } else { "" };
        let (jobs, nodes) = (HumanCount(worker.jobs), HumanCount(worker.nodes));
        writeln!(f, "{head:<10} {}: {jobs} jobs, {nodes} nodes, {what}", worker.worker)?;
    }
    Ok(())
}

/// A coordinator that was silent for so many seconds does not run.
const SILENCE: f64 = 10.0;

fn write_state(
    f: &mut fmt::Formatter<'_>,
    state: &State,
    heard: f64,
    workers: usize,
) -> fmt::Result {
    writeln!(
        f,
        "Ledger     {} positions, {} settled, {} jobs, {} nodes",
        HumanCount(state.positions as u64),
        HumanCount(state.settled as u64),
        HumanCount(state.jobs),
        HumanCount(state.nodes)
    )?;
    if state.nodes_besides > 0 {
        let nodes = HumanCount(state.nodes_besides);
        writeln!(f, "Besides    {nodes} nodes for proofs, and for results that were not wanted")?;
    }
    if heard > SILENCE {
        let ago = HumanDuration(Duration::from_secs_f64(heard));
        writeln!(f, "           the coordinator was last heard {ago} ago; run it again to go on")?;
    } else {
        writeln!(
            f,
            "Rates      {:.1} jobs a second, {} nodes a second",
            state.jobs_per_second,
            HumanCount(state.nodes_per_second as u64)
        )?;
    }
    match state.left_nodes {
        Some([low, middle, high]) => {
            write!(
                f,
                "Left       perhaps {} nodes ({} to {})",
                round(middle),
                round(low),
                round(high)
            )?;
            if heard <= SILENCE && workers > 0 && state.nodes_per_second > 0.0 {
                let time = Duration::try_from_secs_f64(middle / state.nodes_per_second);
                let time = time.unwrap_or(Duration::MAX);
                write!(f, ", which take {} at this rate", HumanDuration(time))?;
            }
            writeln!(f)?;
        }
        None => writeln!(f, "Left       nobody knows: too little is settled to learn from")?,
    }
    for position in &state.set_aside {
        writeln!(f, "Set aside  {position}: its job never came back")?;
    }
    for Barred { worker, reason } in &state.barred {
        writeln!(f, "Barred     {worker}: {reason}")?;
    }
    Ok(())
}

/// Two digits are more than enough for a guess.
fn round(nodes: f64) -> String {
    match nodes {
        _ if nodes < 100.0 => format!("{nodes:.0}"),
        _ if nodes < 1e15 => {
            let digits = 10_f64.powf(nodes.log10().floor() - 1.0);
            HumanCount(((nodes / digits).round() * digits) as u64).to_string()
        }
        _ => format!("{nodes:.0e}"),
    }
}
