//! Searches under a clock: which there are, and what they share.

mod alpha_beta;
pub(crate) mod candidates;
mod decided;
mod limits;
mod memory;
mod network_sight;
mod sight;
mod transpositions;
mod tree;
mod tree_search;

use std::str::FromStr;

pub(crate) use self::alpha_beta::AlphaBeta;
pub use self::alpha_beta::Width;
pub(crate) use self::limits::Limits;
pub(crate) use self::network_sight::{NetworkScratch, NetworkSight};
pub(crate) use self::sight::{Glance, GlanceScratch};
pub use self::tree::Tuning;
pub(crate) use self::tree_search::TreeSearch;

/// The searches that there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SearchKind {
    /// Monte-Carlo tree search with an evaluation instead of random games.
    #[default]
    Tree,
    /// Alpha-beta, deeper and deeper, over the best moves of each position.
    AlphaBeta,
}

impl SearchKind {
    /// All of them.
    pub const ALL: [SearchKind; 2] = [SearchKind::Tree, SearchKind::AlphaBeta];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            SearchKind::Tree => "tree",
            SearchKind::AlphaBeta => "alpha-beta",
        }
    }
}

impl FromStr for SearchKind {
    type Err = String;

    fn from_str(text: &str) -> Result<SearchKind, String> {
        let names = SearchKind::ALL.map(SearchKind::name).join(", ");
        let found = SearchKind::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| format!("found `{text}`; expected one of {names}"))
    }
}
