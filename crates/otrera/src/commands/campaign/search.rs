//! How the solvers of campaigns search, on the command line.

use std::num::NonZeroUsize;
use std::sync::Arc;

use anyhow::anyhow;
use clap::Args;
use otrera_area::tables::Tables;
use otrera_solver::{Rules, Settings, Solver};

use crate::limits;
use crate::tables::{self, Stock, TablesArgs};
use crate::threads;

#[derive(Args, Debug)]
pub struct SearchArgs {
    /// Use N threads, at most 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    pub threads: Option<NonZeroUsize>,
    /// Memory for search results; when it is full, the cheapest ones are dropped first
    #[arg(long, value_name = "SIZE", value_parser = limits::parse_size, default_value = "256M")]
    pub memory: usize,
    #[command(flatten)]
    pub tables: TablesArgs,
}

impl SearchArgs {
    /// The tables, which are built first if there are none yet: a campaign takes far longer.
    pub fn tables(&self) -> anyhow::Result<Option<Arc<Tables>>> {
        tables::built(&self.tables)
    }

    /// The tables, if they are there: what is solved a second time is not worth waiting for them.
    pub fn tables_there(&self) -> anyhow::Result<Option<Arc<Tables>>> {
        Ok(match tables::stock(&self.tables)? {
            Stock::Here(tables) => Some(tables),
            Stock::Missing(_) | Stock::None => None,
        })
    }

    /// How to search.
    pub fn settings(&self, tables: Option<Arc<Tables>>) -> Settings {
        Settings {
            memory: self.memory,
            threads: threads::or_all_cores(self.threads),
            tables,
            // The ladder is for a position that is asked about once: here there are thousands, far from the end.
            rules: Rules { ladder: false, ..Rules::default() },
            ..Settings::default()
        }
    }
}

/// A solver, or why there is none.
pub fn new_solver(settings: Settings) -> anyhow::Result<Solver<u64>> {
    Solver::new(settings).map_err(|error| anyhow!("{error}; use a smaller --memory"))
}
