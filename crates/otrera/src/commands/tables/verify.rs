//! `otrera tables verify`: checks entries by slower methods.

use std::fmt;
use std::num::NonZeroUsize;
use std::time::Instant;

use anyhow::{anyhow, bail};
use clap::Args;
use otrera_area::tables::{Kind, Verified, Verify, VerifyError};
use serde::Serialize;

use crate::interrupt::{self, Interrupted};
use crate::output::{AnswerIsNo, complain, print_json, print_text};
use crate::progress;
use crate::tables::{self, TablesFolder};
use crate::threads;

#[derive(Args, Debug)]
pub struct TablesVerifyArgs {
    #[command(flatten)]
    pub folder: TablesFolder,
    /// Verify all entries
    #[arg(long, conflicts_with = "share")]
    pub all: bool,
    /// Verify this percentage of the entries, chosen at random
    #[arg(long, value_name = "PERCENT", default_value_t = 1.0, value_parser = per_cent)]
    pub share: f64,
    /// Random seed [default: random]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Use N threads, at most 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    pub threads: Option<NonZeroUsize>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

fn per_cent(text: &str) -> Result<f64, String> {
    match text.trim_end_matches('%').parse::<f64>() {
        Ok(share) if (0.0..=100.0).contains(&share) => Ok(share),
        _ => Err(format!("found `{text}`; expected a percentage from 0 to 100")),
    }
}

pub fn run(args: &TablesVerifyArgs) -> anyhow::Result<()> {
    interrupt::listen();
    let tables = tables::open(&tables::folder(&args.folder)?)?;
    let share = match args.all {
        true => 1.0,
        false => args.share / 100.0,
    };
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    let bar = progress::bar(0, "{human_pos}/{human_len} entries");
    let watch = |passed: u64, all: u64| {
        bar.set_length(all);
        bar.set_position(passed);
        !interrupt::is_interrupted()
    };
    let began = Instant::now();
    let threads = threads::or_all_cores(args.threads);
    let verified = Verify { tables: &tables, share, seed, threads, watch: &watch }.run();
    bar.finish_and_clear();
    match verified {
        Ok(verified) => {
            let answer = Answer::new(verified, share, seed, began.elapsed().as_secs_f64());
            match args.json {
                true => print_json(&answer),
                false => print_text(&answer),
            }
        }
        Err(VerifyError::Interrupted) => Err(Interrupted.into()),
        Err(VerifyError::Table(error)) => bail!(tables::advice(&error)),
        Err(error) => {
            let report = match error {
                VerifyError::Difference { .. } => "; please report this",
                _ => "",
            };
            complain(&anyhow!("{error}{report}; {}", tables::REBUILD));
            Err(AnswerIsNo.into())
        }
    }
}

#[derive(Serialize)]
struct Answer {
    share: f64,
    seed: u64,
    checked: Vec<Checked>,
    /// Active areas that were valued from nothing, too.
    from_nothing: u64,
    differences: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Checked {
    kind: &'static str,
    entries: u64,
}

impl Answer {
    fn new(verified: Verified, share: f64, seed: u64, seconds: f64) -> Answer {
        let checked = Kind::ALL
            .iter()
            .zip(verified.entries)
            .map(|(kind, entries)| Checked { kind: kind.name(), entries });
        let from_nothing = verified.from_nothing;
        Answer { share, seed, checked: checked.collect(), from_nothing, differences: 0, seconds }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Checked { kind, entries } in &self.checked {
            writeln!(f, "{kind:<28} {entries:>11}")?;
        }
        writeln!(f, "{:<28} {:>11}", "from nothing", self.from_nothing)?;
        write!(f, "No difference, {:.1} s", self.seconds)?;
        match self.share < 1.0 {
            true => writeln!(f, "; seed {}", self.seed),
            false => writeln!(f),
        }
    }
}
