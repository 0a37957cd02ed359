//! `otrera campaign run --cluster`: the jobs go to workers elsewhere.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use otrera_area::tables::Tables;
use otrera_campaign::{End, Session};
use otrera_cluster::{Coordinator, CoordinatorTold, Terms, is_name};
use otrera_solver::{Rules, Settings};

use super::run::{Watch, line};
use super::search::new_solver;
use crate::commands::cluster::nats::NatsArgs;
use crate::interrupt::INTERRUPT;
use crate::limits;
use crate::output::warn;
use crate::save::save;

#[derive(Args, Debug)]
#[command(next_help_heading = "On many machines")]
pub struct ByWorkersArgs {
    /// Hand the jobs to workers through this NATS server: nats://HOST:PORT
    #[arg(long, value_name = "URL")]
    pub cluster: Option<String>,
    /// Have this share of results with a winner proved and checked before they count, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = parse_share)]
    #[arg(requires = "cluster")]
    pub spot_check: f64,
    /// Give a job to another worker when its own was silent for so long
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_lease)]
    #[arg(requires = "cluster")]
    pub lease: Duration,
    /// Set a job aside that was handed out N times and never came back
    #[arg(long, value_name = "N", default_value_t = 5, requires = "cluster")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=100))]
    pub tries: u64,
    #[command(flatten)]
    pub nats: NatsArgs,
}

fn parse_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| format!("found `{text}`; expected a share from 0 to 1"))
}

/// The shortest lease: it is renewed three times as often, and what renews it may be late.
const SHORTEST_LEASE: Duration = Duration::from_millis(500);

fn parse_lease(text: &str) -> Result<Duration, String> {
    let lease = limits::parse_time(text)?;
    match lease >= SHORTEST_LEASE {
        true => Ok(lease),
        false => Err(format!("found `{text}`; expected half a second or more: 500ms")),
    }
}

/// What the coordinator needs to look at bounds.
const MEMORY: usize = 16 << 20;

/// Runs a campaign by workers.
pub fn run(
    args: &ByWorkersArgs,
    url: &str,
    session: &mut Session,
    tables: Option<Arc<Tables>>,
    deadline: Option<Instant>,
    mut watch: Watch,
) -> anyhow::Result<End> {
    let campaign = name(session)?;
    let name = format!("otrera coordinator {campaign}");
    let Some(link) = args.nats.await_server(url, &name, deadline)? else { return Ok(End::Time) };
    let terms = Terms::new(tables.as_ref().map(|tables| tables.digest()));
    let rules = Rules { ladder: false, ..Rules::default() };
    let settings = Settings { memory: MEMORY, threads: 1, tables, rules, ..Settings::default() };
    let mut solver = new_solver(settings)?;
    let coordinator = Coordinator {
        campaign: campaign.clone(),
        terms,
        lease: args.lease,
        tries: args.tries,
        spot_check: args.spot_check,
        deadline,
        interrupted: &INTERRUPT,
    };
    warn(&format!("campaign {campaign} on {}", link.url()));
    let mut tell = |told: CoordinatorTold<'_>| match told {
        CoordinatorTold::Progress(ledger, jobs, workers) => {
            watch.show_line(format!("{workers} workers, {jobs} jobs · {}", line(ledger)));
        }
        CoordinatorTold::SetAside(position, times) => warn(&format!(
            "set aside: the job on {position} was handed out {times} times and never came back; its moves are tried instead"
        )),
        CoordinatorTold::Barred(worker, reason) => {
            warn(&format!("nothing more is taken from worker {worker}: {reason}"));
        }
        CoordinatorTold::Trouble(what) => warn(&format!("{what}; trying again")),
        _ => {}
    };
    let ended = coordinator.run(&link, session, &mut solver, &mut tell);
    watch.bar.finish_and_clear();
    let (end, done) = ended?;
    let more = |n: u64, what: &str| if n > 0 { format!(", {n} {what}") } else { String::new() };
    warn(&format!(
        "{} results counted{}{}{}{}{}",
        done.counted,
        more(done.not_wanted, "not wanted"),
        more(done.resubmitted, "jobs lost by the server and handed out again"),
        more(done.proofs, "proofs checked"),
        more(done.set_aside.len() as u64, "jobs set aside"),
        more(done.nodes_besides, "nodes besides"),
    ));
    Ok(end)
}

/// The file in the folder of a campaign that has its name on servers.
const NAME: &str = "cluster";

/// The name of a campaign on servers: its board and something that no other has, drawn when it is first needed.
fn name(session: &Session) -> anyhow::Result<String> {
    let campaign = session.campaign();
    let file = campaign.folder().join(NAME);
    if file.exists() {
        return read_name(&file);
    }
    let name = format!("{}-{:08x}", campaign.ledger().size(), fastrand::u32(..));
    save(&file, format!("{name}\n").as_bytes())?;
    Ok(name)
}

fn read_name(file: &Path) -> anyhow::Result<String> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    match text.trim_end() {
        name if is_name(name) => Ok(name.to_owned()),
        _ => bail!(
            "{}, line 1: expected a name of letters, digits, `-` and `_`; remove the file to get a new one",
            file.display()
        ),
    }
}
