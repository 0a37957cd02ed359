//! `otrera campaign run`: runs a campaign, or resumes it.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use clap::Args;
use indicatif::{HumanCount, HumanDuration, ProgressBar};
use otrera_campaign::{End, Ledger, RunSettings, Session, Told};

use super::by_workers::{self, ByWorkersArgs};
use super::search::{SearchArgs, new_solver};
use crate::interrupt::{self, INTERRUPT, Interrupted};
use crate::limits;
use crate::output::{RanOut, complain, print_text, warn};
use crate::progress::{BETWEEN_TICKS, spinner};
use crate::tables;

#[derive(Args, Debug)]
pub struct CampaignRunArgs {
    /// The folder of the campaign
    pub folder: PathBuf,
    /// Stop after this time: 30m, 3h [default: run until it is settled]
    #[arg(long = "for", value_name = "TIME", value_parser = limits::parse_time)]
    pub time: Option<Duration>,
    /// Do not save search results in the folder: resuming then repeats the work on open positions
    #[arg(long)]
    pub no_checkpoint: bool,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub by_workers: ByWorkersArgs,
}

pub fn run(args: &CampaignRunArgs) -> anyhow::Result<()> {
    interrupt::listen();
    if args.by_workers.cluster.is_none()
        && let Some(option) = args.by_workers.nats.first_given()
    {
        bail!("{option} is for the server of a cluster; name it with --cluster URL");
    }
    let deadline = args.time.and_then(|time| Instant::now().checked_add(time));
    let mut session = Session::open(&args.folder)?;
    if session.campaign().unfinished() > 0 {
        warn("the last line of the log was not finished and is dropped; that job is repeated");
    }
    let tables = args.search.tables()?;
    if let Some(url) = &args.by_workers.cluster {
        let watch = Watch::new();
        let ended = by_workers::run(&args.by_workers, url, &mut session, tables, deadline, watch)?;
        return tell_end(&session, ended);
    }
    let mut solver = new_solver(args.search.settings(tables.clone()))?;
    if !args.no_checkpoint
        && let Err(error) = session.campaign().resume_memory(&mut solver)
    {
        let file = session.campaign().memory();
        warn(&format!("{} cannot be used and is dropped: {error}", file.display()));
    }
    let settings =
        RunSettings { deadline, interrupted: Some(&INTERRUPT), keep_memory: !args.no_checkpoint };
    let mut watch = Watch::new();
    let ended = session.run(&mut solver, settings, &mut |told| watch.tell(told));
    watch.bar.finish_and_clear();
    tables::tell_damage(tables.as_deref());
    tell_end(&session, ended?)
}

/// Says how a run ended, and what the campaign has taken so far.
fn tell_end(session: &Session, ended: End) -> anyhow::Result<()> {
    let now = session.campaign().ledger().now();
    let work = format!(
        "{} jobs, {} nodes, {:.1} core-hours",
        session.campaign().ledger().records().iter().map(|record| record.jobs).sum::<u64>(),
        HumanCount(now.expansions),
        now.milliseconds as f64 / 3.6e6
    );
    match ended {
        End::Settled(winner) => print_text(&format!("{winner} wins. {work}\n")),
        End::Time => {
            print_text(&format!("Open. {work}\n"))?;
            Err(RanOut.into())
        }
        End::Interrupted => {
            print_text(&format!("Open. {work}\n"))?;
            Err(Interrupted.into())
        }
    }
}

/// Shows how a run goes.
pub(super) struct Watch {
    pub(super) bar: ProgressBar,
    line: String,
    printed: Instant,
}

/// Where nobody sees the line that moves, one is printed so often.
const BETWEEN_LINES: Duration = Duration::from_secs(60);

impl Watch {
    fn new() -> Watch {
        let bar = spinner();
        bar.enable_steady_tick(BETWEEN_TICKS);
        Watch { bar, line: String::new(), printed: Instant::now() }
    }

    fn tell(&mut self, told: Told<'_>) {
        match told {
            Told::Job(ledger, way) => {
                self.show_line(format!("depth {} · {}", way.len() - 1, line(ledger)));
            }
            Told::Unsaved(error) => {
                complain(&anyhow!(error).context("cannot save search results"));
            }
            // A long job says no less than a short one.
            _ => self.show(),
        }
    }

    pub(super) fn show_line(&mut self, line: String) {
        self.line = line;
        self.show();
    }

    fn show(&mut self) {
        self.bar.set_message(self.line.clone());
        if !std::io::stderr().is_terminal() && self.printed.elapsed() >= BETWEEN_LINES {
            warn(&self.line);
            self.printed = Instant::now();
        }
    }
}

/// How far it is.
pub(super) fn line(ledger: &Ledger) -> String {
    let now = ledger.now();
    let root = ledger.get(ledger.root());
    format!(
        "{} positions, {} settled · {} nodes, {} of cores · proof {:.1e} disproof {:.1e}",
        HumanCount(ledger.records().len() as u64),
        HumanCount(ledger.settled() as u64),
        HumanCount(now.expansions),
        HumanDuration(Duration::from_millis(now.milliseconds)),
        root.costs.proof,
        root.costs.disproof,
    )
}
