//! The endgame tables of the user: where they are, and how they get there.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use indicatif::HumanBytes;
use otrera_area::tables::{
    Build, BuildError, Extent, Family, Progress, Report, TableError, Tables, VERSION,
};

use crate::INTERRUPTED;
use crate::cli::{TablesArgs, TablesFolder};
use crate::output::warn;
use crate::progress;

/// The environment variable that names the folder.
const VARIABLE: &str = "OTRERA_TABLES";

/// The folder of the tables: as asked for, or in the user's cache.
pub fn folder(asked: &TablesFolder) -> anyhow::Result<PathBuf> {
    let named = asked.tables.clone();
    let named = named
        .or_else(|| std::env::var_os(VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from));
    // Another version has a folder of its own.
    let cache = || Some(dirs::cache_dir()?.join("otrera").join(format!("tables-{VERSION}")));
    named.or_else(cache).with_context(|| {
        format!("there is no cache folder for endgame tables; give one with --tables or {VARIABLE}")
    })
}

/// The tables to search with, if any are wanted. Where there are none yet and a search would need them,
/// the small set is built.
pub fn for_search(
    args: &TablesArgs,
    interrupt: &'static AtomicBool,
    needed: impl FnOnce() -> bool,
) -> anyhow::Result<Option<Arc<Tables>>> {
    if args.no_tables {
        return Ok(None);
    }
    let folder = folder(&args.folder)?;
    let missing = |family: &Family| !folder.join(family.file_name()).exists();
    if Family::ALL.iter().any(missing) {
        if !needed() {
            return Ok(None);
        }
        warn(&format!("building endgame tables in {}, this once", folder.display()));
        let threads = threads(None);
        match build(&folder, Extent::Small, threads, false, interrupt) {
            Ok(_) => {}
            Err(BuildError::Interrupted) => std::process::exit(INTERRUPTED),
            Err(BuildError::Table(error)) => {
                // A search without tables is as good an answer, only later.
                warn(&format!("going on without endgame tables: {error}"));
                return Ok(None);
            }
        }
    }
    match open(&folder) {
        Ok(tables) => Ok(Some(Arc::new(tables))),
        Err(error) => bail!("{error}; --no-tables does without"),
    }
}

/// Opens the tables of a folder.
pub fn open(folder: &std::path::Path) -> anyhow::Result<Tables> {
    match Tables::open(folder) {
        Ok(tables) => Ok(tables),
        Err(TableError::Io { path, error }) if error.kind() == std::io::ErrorKind::NotFound => {
            bail!("there is no {}; `otrera tables build` makes it", path.display())
        }
        Err(error) => Err(error.into()),
    }
}

/// Says so if a search met something damaged, which it did without.
pub fn tell_damage(tables: Option<&Tables>) {
    if let Some(error) = tables.and_then(Tables::damage) {
        warn(&format!("the answer was found without a part of the tables: {error}"));
    }
}

/// How many threads to use.
pub fn threads(asked: Option<NonZeroUsize>) -> usize {
    asked.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
}

/// Builds a set with a bar.
pub fn build(
    folder: &std::path::Path,
    extent: Extent,
    threads: usize,
    again: bool,
    interrupt: &AtomicBool,
) -> Result<Report, BuildError> {
    let bar = progress::bar(0, "building endgame tables, {msg}");
    let watch = |Progress { section, done, all }: Progress| {
        bar.set_length(all);
        bar.set_position(done);
        bar.set_message(format!("{} of {}", section.kind.name(), section.frame));
        !interrupt.load(Ordering::Relaxed)
    };
    let report = Build { folder, extent, threads, again, watch: &watch }.run();
    bar.finish_and_clear();
    report
}

/// The most memory that this program has had so far, where the system tells.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

/// A size for people.
pub fn size(bytes: u64) -> String {
    HumanBytes(bytes).to_string()
}
