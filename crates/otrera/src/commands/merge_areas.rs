//! `otrera merge-areas`: puts files of kept areas together.

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use otrera_solver::KeptAreas;
use serde::Serialize;

use crate::did_you_mean::no_such_file;
use crate::interrupt;
use crate::output::{print_json, print_text};
use crate::words::counted;

#[derive(Args, Debug)]
pub struct MergeAreasArgs {
    /// The file to merge into; created if it does not exist
    pub into: PathBuf,
    /// The files to merge
    #[arg(required = true)]
    pub from: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &MergeAreasArgs) -> anyhow::Result<()> {
    if let Some(missing) = args.from.iter().find(|path| !path.is_file()) {
        bail!(no_such_file(missing));
    }
    let is_empty = |path: &&PathBuf| path.metadata().is_ok_and(|it| it.len() == 0);
    if let Some(path) = args.from.iter().find(is_empty) {
        bail!("{} is empty", path.display());
    }
    let same = |path: &&PathBuf| path.canonicalize().ok() == args.into.canonicalize().ok();
    if let Some(path) = args.from.iter().find(same) {
        bail!("{} cannot be merged into itself", path.display());
    }
    // What cannot be read is found out before anything is written.
    let from: Vec<KeptAreas> =
        distinct(&args.from).into_iter().map(KeptAreas::open).collect::<Result<_, _>>()?;
    // Ctrl-C comes between two files: none is left half-written.
    interrupt::listen();
    let into = KeptAreas::open(&args.into)?;
    let mut added = 0;
    for other in &from {
        interrupt::check()?;
        added += into.merge(other)?;
    }
    let answer = Answer { file: args.into.display().to_string(), areas: into.count(), added };
    match args.json {
        true => print_json(&answer),
        false => print_text(&answer),
    }
}

/// Each file once.
fn distinct(paths: &[PathBuf]) -> Vec<&Path> {
    let mut seen = HashSet::new();
    let new =
        |path: &&PathBuf| seen.insert(path.canonicalize().unwrap_or_else(|_| path.to_path_buf()));
    paths.iter().filter(new).map(PathBuf::as_path).collect()
}

#[derive(Serialize)]
struct Answer {
    file: String,
    areas: u64,
    added: u64,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}, {} of them new", self.file, counted(self.areas, "area"), self.added)
    }
}
