//! `otrera tables`: endgame tables.

mod build;
mod list;
mod lookup;
mod stats;
mod verify;

use clap::Subcommand;

use super::merge_areas;

#[derive(Subcommand, Debug)]
pub enum TablesCommand {
    /// Show which tables there are, and where
    List(list::TablesListArgs),
    /// Build a set of tables, or what is missing of it
    Build(build::TablesBuildArgs),
    /// Check entries by slower methods
    Verify(verify::TablesVerifyArgs),
    /// Count entries, values, bytes and defective territories, box by box
    Stats(list::TablesListArgs),
    /// Show what the tables know of a position's areas
    Lookup(lookup::TablesLookupArgs),
    /// The same as `otrera merge-areas`, as it was called before
    #[command(hide = true)]
    Merge(merge_areas::MergeAreasArgs),
}

impl TablesCommand {
    pub fn run(&self) -> anyhow::Result<()> {
        match self {
            TablesCommand::List(args) => list::run(args),
            TablesCommand::Build(args) => build::run(args),
            TablesCommand::Verify(args) => verify::run(args),
            TablesCommand::Stats(args) => stats::run(args),
            TablesCommand::Lookup(args) => lookup::run(args),
            TablesCommand::Merge(args) => merge_areas::run(args),
        }
    }
}
