//! `otrera cluster worker`: does the jobs of campaigns.

use clap::Args;
use indicatif::HumanCount;
use otrera_cluster::{Terms, Worker, WorkerTold, is_name};

use super::nats::{DEFAULT_URL, NatsArgs};
use crate::commands::campaign::search::{SearchArgs, new_solver};
use crate::interrupt::{self, INTERRUPT, Interrupted};
use crate::output::{print_text, warn};
use crate::progress::{BETWEEN_TICKS, spinner};
use crate::tables;

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ClusterWorkerArgs {
    /// The server
    #[arg(long, value_name = "URL", default_value = DEFAULT_URL)]
    pub nats: String,
    /// Serve this campaign only, as `otrera cluster status` names it [default: whichever is there]
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    pub campaign: Option<String>,
    /// The name of this worker, which no other has [default: host and process]
    #[arg(long, value_parser = parse_name)]
    pub name: Option<String>,
    /// End when the campaign that it served is settled
    #[arg(long)]
    pub once: bool,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub access: NatsArgs,
}

const EXAMPLES: &str = "\
All threads work on one job at a time. Ctrl-C ends it, and what it
has found by then counts.

Examples:
  otrera cluster worker --nats nats://10.0.0.1 --memory 8G
  otrera cluster worker --nats tls://10.0.0.1 --tls-ca ca.pem --creds worker.creds";

fn parse_name(text: &str) -> Result<String, String> {
    match is_name(text) {
        true => Ok(text.to_owned()),
        false => Err(format!("found `{text}`; expected up to 64 letters, digits, `-` and `_`")),
    }
}

pub fn run(args: &ClusterWorkerArgs) -> anyhow::Result<()> {
    interrupt::listen();
    let name = args.name.clone().unwrap_or_else(own_name);
    let tables = args.search.tables()?;
    let link = args.access.await_server(&args.nats, &format!("otrera worker {name}"), None)?;
    let link = link.expect("without a deadline it is waited for");
    let mut solver = new_solver(args.search.settings(tables.clone()))?;
    let worker = Worker {
        name,
        terms: Terms::new(tables.as_ref().map(|tables| tables.digest())),
        campaign: args.campaign.clone(),
        once: args.once,
        interrupted: &INTERRUPT,
    };
    let bar = spinner();
    bar.enable_steady_tick(BETWEEN_TICKS);
    let mut done = (0, 0);
    let served = worker.serve(&link, &mut solver, &mut |told| match told {
        WorkerTold::Waiting(silent) => {
            let which = worker.campaign.as_ref().map(|name| format!("campaign {name}"));
            let which = which.as_deref().unwrap_or("a campaign");
            let but = silent.map(|(name, reason)| {
                format!("; {name} has no coordinator now, and this worker did not suit the last: {reason}")
            });
            warn(&format!("waiting for {which} on {}{}", link.url(), but.unwrap_or_default()));
        }
        WorkerTold::Joined(campaign) => warn(&format!("serving campaign {campaign}")),
        WorkerTold::Left(campaign) => {
            warn(&format!("leaving campaign {campaign}: its coordinator is silent"));
        }
        WorkerTold::Job(position) => {
            bar.set_message(format!("{} jobs, {} nodes · {position}", done.0, HumanCount(done.1)));
        }
        WorkerTold::Done(jobs, nodes) => {
            done = (jobs, nodes);
            bar.set_message(format!("{jobs} jobs, {} nodes", HumanCount(nodes)));
        }
        WorkerTold::Over(campaign) => warn(&format!("campaign {campaign} is over")),
        WorkerTold::Trouble(what) => warn(&format!("{what}; trying again")),
        _ => {}
    });
    bar.finish_and_clear();
    tables::tell_damage(tables.as_deref());
    served?;
    print_text(&format!("{} jobs, {} nodes\n", done.0, HumanCount(done.1)))?;
    match interrupt::is_interrupted() {
        true => Err(Interrupted.into()),
        false => Ok(()),
    }
}

/// A name that no other worker has.
fn own_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let fits = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
    let host: String = host.trim().chars().filter(fits).take(32).collect();
    let host = if host.is_empty() { "worker".to_owned() } else { host };
    // Process numbers are the same in many containers.
    format!("{host}-{}-{:04x}", std::process::id(), fastrand::u16(..))
}
