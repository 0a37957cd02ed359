//! `otrera tables build`: builds a set of tables, or what is missing of it.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use otrera_area::tables::{BuildError, Family, Frame, Kind, Report, TableSet};
use serde::Serialize;

use crate::interrupt::Interrupted;
use crate::output::{print_json, print_text, warn};
use crate::tables::{self, TablesFolder};
use crate::threads;

#[derive(Args, Debug)]
pub struct TablesBuildArgs {
    #[command(flatten)]
    pub folder: TablesFolder,
    /// Set to build [default: small, or with --again the set that is there]
    #[arg(long, value_name = "SIZE")]
    pub size: Option<TableSetName>,
    /// Use N threads, at most 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    pub threads: Option<NonZeroUsize>,
    /// Remove the tables that are there and rebuild them
    #[arg(long)]
    pub again: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// An [`TableSet`] on the command line.
#[derive(Clone, Copy, Debug)]
pub struct TableSetName(pub TableSet);

impl ValueEnum for TableSetName {
    fn value_variants<'a>() -> &'a [Self] {
        &[TableSetName(TableSet::Tiny), TableSetName(TableSet::Small), TableSetName(TableSet::Full)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(match self.0 {
            TableSet::Tiny => "boxes of up to nine squares, for trials: one second",
            TableSet::Small => "the set that searches build by themselves: half a minute",
            TableSet::Full => "all boxes of the papers and more: ten minutes or more, 1 GB on disk, 2 GB while building",
        }))
    }
}

pub fn run(args: &TablesBuildArgs) -> anyhow::Result<()> {
    let folder = tables::folder(&args.folder)?;
    let began = Instant::now();
    let threads = threads::or_all_cores(args.threads);
    let there = || TableSet::of_folder(&folder).filter(|_| args.again);
    let size = args.size.map(|size| size.0).or_else(there).unwrap_or(TableSet::Small);
    let report = match tables::build(&folder, size, threads, args.again) {
        Ok(report) => report,
        Err(error @ BuildError::Interrupted) => {
            warn(&format!("{error}; the same command resumes from there"));
            return Err(Interrupted.into());
        }
        Err(BuildError::Table(error)) => bail!(tables::advice(&error)),
        Err(error) => return Err(error.into()),
    };
    let bytes =
        |family: &Family| std::fs::metadata(folder.join(family.file_name())).map(|it| it.len());
    let answer = Answer {
        folder: folder.display().to_string(),
        size: size.name(),
        threads,
        databases: databases(&report),
        seconds: began.elapsed().as_secs_f64(),
        bytes: Family::ALL.iter().map(bytes).sum::<Result<u64, _>>()?,
        peak_memory: tables::peak_memory(),
    };
    match args.json {
        true => print_json(&answer),
        false => print_text(&answer),
    }
}

#[derive(Serialize)]
struct Answer {
    folder: String,
    size: &'static str,
    threads: usize,
    databases: Vec<Database>,
    seconds: f64,
    bytes: u64,
    /// The most memory this took, in bytes, where the system tells.
    peak_memory: Option<u64>,
}

/// The seconds that one kind and box took; none if it was there already.
#[derive(Serialize)]
struct Database {
    kind: &'static str,
    #[serde(rename = "box")]
    frame: String,
    seconds: Option<f64>,
}

fn databases(report: &Report) -> Vec<Database> {
    let mut seconds: BTreeMap<(Kind, Frame), Option<Duration>> = BTreeMap::new();
    for (id, took) in &report.sections {
        let sum = seconds.entry((id.kind, id.frame)).or_default();
        *sum = match (*sum, *took) {
            (Some(sum), Some(took)) => Some(sum + took),
            (sum, took) => sum.or(took),
        };
    }
    let database = |((kind, frame), took): ((Kind, Frame), Option<Duration>)| Database {
        kind: kind.name(),
        frame: frame.to_string(),
        seconds: took.map(|took| took.as_secs_f64()),
    };
    seconds.into_iter().map(database).collect()
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.databases.iter().any(|database| database.seconds.is_some()) {
            writeln!(f, "{:<28} {:>4} {:>9}", "kind", "box", "seconds")?;
            for Database { kind, frame, seconds } in &self.databases {
                let seconds = seconds.map_or("there".to_owned(), |it| format!("{it:.2}"));
                writeln!(f, "{kind:<28} {frame:>4} {seconds:>9}")?;
            }
        } else {
            writeln!(f, "The {} set is already complete.", self.size)?;
        }
        write!(f, "{}: {}, {:.1} s", self.folder, tables::size(self.bytes), self.seconds)?;
        match self.peak_memory {
            Some(bytes) => writeln!(f, ", peak memory {}", tables::size(bytes)),
            None => writeln!(f),
        }
    }
}
