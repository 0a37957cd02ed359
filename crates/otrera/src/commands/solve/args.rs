//! What `otrera solve` can be asked.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::{POSITIONS, PositionArgs};
use crate::limits::{self, Limits};
use crate::tables::TablesArgs;
use crate::threads;

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct SolveArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Find out who wins after this first move, for example B1-B4xD4
    #[arg(long, value_name = "MOVE", conflicts_with_all = ["root_moves", "batch"])]
    pub first: Option<String>,
    /// Find out who wins after each first move
    #[arg(long, value_name = "WHICH", conflicts_with = "batch")]
    pub root_moves: Option<RootMoves>,
    /// Show the end of the line, the bounds that decide it, and why they do
    #[arg(long, conflicts_with_all = ["batch", "json", "root_moves"])]
    pub explain: bool,
    /// Stop after this time, after N nodes, or when this much memory is full, or at whichever comes
    /// first: 10s, 50000n, 5m,2G
    #[arg(long, value_name = "LIMIT", value_parser = limits::parse_with_nodes)]
    pub limit: Option<Limits>,
    /// Memory for search results; when it is full, the cheapest ones are dropped first
    #[arg(long, value_name = "SIZE", value_parser = limits::parse_size)]
    #[arg(default_value = "256M")]
    pub memory: usize,
    /// Use N threads, at most 1024; with one, node counts are reproducible [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    pub threads: Option<NonZeroUsize>,
    /// Search algorithm
    #[arg(long, value_name = "ENGINE", default_value = "dfpn")]
    pub engine: EngineName,
    /// Write a proof to this file, for `otrera check`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["batch", "root_moves"])]
    pub proof: Option<PathBuf>,
    /// Save what was found to this folder, from time to time and when interrupted
    #[arg(long, value_name = "DIR", conflicts_with = "batch")]
    pub checkpoint: Option<PathBuf>,
    /// Resume from the checkpoint, if there is one
    #[arg(long, requires = "checkpoint")]
    pub resume: bool,
    #[command(flatten)]
    pub tables: TablesArgs,
    /// Keep the small areas that were searched in this file, and use those of earlier searches
    #[arg(long, value_name = "FILE")]
    pub areas: Option<PathBuf>,
}

/// Which first moves are classified.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum RootMoves {
    All,
}

/// How to search, on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum EngineName {
    /// Proof number search
    Dfpn,
    /// Alpha-beta with iterative deepening
    Ab,
}
