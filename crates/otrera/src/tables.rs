//! The endgame tables of the user: where they are, and how they get there.

use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use indicatif::HumanBytes;
use otrera_area::tables::{
    Build, BuildError, Family, Progress, Report, TableError, TableSet, Tables, VERSION,
};

use crate::interrupt::{self, Interrupted};
use crate::output::warn;
use crate::progress;
use crate::threads;

/// Where endgame tables are.
#[derive(Args, Clone, Debug, Default)]
pub struct TablesFolder {
    /// Folder of the endgame tables [default: $OTRERA_TABLES, or the user's cache]
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
}

/// Whether endgame tables are used.
#[derive(Args, Clone, Debug, Default)]
pub struct TablesArgs {
    #[command(flatten)]
    pub folder: TablesFolder,
    /// Do not use endgame tables
    #[arg(long, conflicts_with = "tables")]
    pub no_tables: bool,
}

/// The environment variable that names the folder.
const VARIABLE: &str = "OTRERA_TABLES";

/// The folder of the tables: as asked for, or in the user's cache.
pub fn folder(asked: &TablesFolder) -> anyhow::Result<PathBuf> {
    folder_in(asked, dirs::cache_dir()).context(NO_FOLDER).context("endgame tables")
}

/// What is said where the user has no cache because he has no home.
const NO_FOLDER: &str = "no cache folder found; name a folder with --tables or OTRERA_TABLES";

/// The same where the user's cache is known, if he has one.
fn folder_in(asked: &TablesFolder, cache: Option<PathBuf>) -> Option<PathBuf> {
    let named = asked.tables.clone();
    let named = named
        .or_else(|| std::env::var_os(VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from));
    // Another version has a folder of its own.
    named.or_else(|| Some(cache?.join("otrera").join(format!("tables-{VERSION}"))))
}

/// The tables that a search begins with.
pub enum Stock {
    /// They are there.
    Here(Arc<Tables>),
    /// They are to be built in this folder.
    Missing(PathBuf),
    /// They are not wanted, or there is no place for them.
    None,
}

/// The tables to search with, as far as they are there.
pub fn stock(args: &TablesArgs) -> anyhow::Result<Stock> {
    stock_in(args, dirs::cache_dir())
}

fn stock_in(args: &TablesArgs, cache: Option<PathBuf>) -> anyhow::Result<Stock> {
    if args.no_tables {
        return Ok(Stock::None);
    }
    let Some(folder) = folder_in(&args.folder, cache) else {
        tell_without(&NO_FOLDER);
        return Ok(Stock::None);
    };
    let missing = |family: &Family| !folder.join(family.file_name()).exists();
    if Family::ALL.iter().any(missing) {
        return Ok(Stock::Missing(folder));
    }
    match open(&folder) {
        Ok(tables) => Ok(Stock::Here(Arc::new(tables))),
        Err(error) => bail!("{error}; or use --no-tables to do without"),
    }
}

/// Says why there are no tables: a search without them is as good an answer, only later.
pub fn tell_without(why: &dyn Display) {
    warn(&format!("continuing without endgame tables: {why}"));
}

/// The tables, if any are wanted; the small set is built first where there are none yet.
pub fn built(args: &TablesArgs) -> anyhow::Result<Option<Arc<Tables>>> {
    let folder = match stock(args)? {
        Stock::Here(tables) => return Ok(Some(tables)),
        Stock::Missing(folder) => folder,
        Stock::None => return Ok(None),
    };
    warn(&format!(
        "building endgame tables in {} (only this once; --no-tables does without)",
        folder.display()
    ));
    let without = |why: &dyn Display| {
        tell_without(why);
        Ok(None)
    };
    match build(&folder, TableSet::Small, threads::or_all_cores(None), false) {
        Ok(_) => Ok(Some(Arc::new(open(&folder)?))),
        Err(BuildError::Interrupted) => Err(Interrupted.into()),
        Err(BuildError::Table(error)) => without(&advice(&error)),
        Err(error) => without(&error),
    }
}

/// Opens the tables of a folder.
pub fn open(folder: &std::path::Path) -> anyhow::Result<Tables> {
    match Tables::open(folder) {
        Ok(tables) => Ok(tables),
        Err(TableError::Io { path, error }) if error.kind() == std::io::ErrorKind::NotFound => {
            bail!("{} not found; run `otrera tables build` to build it", path.display())
        }
        Err(error) => bail!(advice(&error)),
    }
}

/// What helps where a table file cannot be used.
pub const REBUILD: &str = "run `otrera tables build --again` to rebuild it";

/// Why a table file cannot be used, and what helps.
pub fn advice(error: &TableError) -> String {
    match error {
        TableError::Io { .. } => error.to_string(),
        _ => format!("{error}; {REBUILD}"),
    }
}

/// Says so if a search met something damaged, which it did without.
pub fn tell_damage(tables: Option<&Tables>) {
    if let Some(error) = tables.and_then(Tables::damage) {
        warn(&format!("a part of the tables could not be used: {}", advice(&error)));
    }
}

/// Builds a set with a bar. Ctrl-C ends it, and what is finished is kept.
pub fn build(
    folder: &std::path::Path,
    set: TableSet,
    threads: usize,
    again: bool,
) -> Result<Report, BuildError> {
    interrupt::listen();
    let bar = progress::bar(0, "building endgame tables, {msg}");
    let watch = |Progress { section, done, all, .. }: Progress| {
        bar.set_length(all);
        bar.set_position(done);
        bar.set_message(format!("{} of {}", section.kind.name(), section.frame));
        !interrupt::is_interrupted()
    };
    let report = Build { folder, set, threads, again, watch: &watch }.run();
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Without a home a search does without tables, and a folder that is named is used all the same.
    #[test]
    fn users_without_a_home() {
        let args = |tables: Option<&str>| TablesArgs {
            folder: TablesFolder { tables: tables.map(PathBuf::from) },
            no_tables: false,
        };
        let folder = folder_in(&args(Some("here")).folder, None);
        assert_eq!(folder, Some(PathBuf::from("here")));
        // Tests run with a folder in the environment, or with none.
        if std::env::var_os(VARIABLE).is_none() {
            assert_eq!(folder_in(&args(None).folder, None), None);
            let stock = stock_in(&args(None), None).expect("no tables are no error");
            assert!(matches!(stock, Stock::None));
        }
    }
}
