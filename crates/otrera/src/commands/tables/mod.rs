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
    /// List the tables and where they are
    List(list::TablesListArgs),
    /// Build a set of tables, or complete one
    Build(build::TablesBuildArgs),
    /// Verify entries by slower methods
    Verify(verify::TablesVerifyArgs),
    /// Count entries, values, bytes and defective territories for each box
    Stats(list::TablesListArgs),
    /// Look up the areas of a position
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
