//! A player of whole boards.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use otrera_area::tables::Tables;
use otrera_board::Position;

use super::allowance::Allowance;
use super::evaluation::{EvaluationKind, Parameters};
use super::mind::Mind;
use super::opinion::{Decision, Opinion};
use super::search::{Limits, SearchKind, Tuning};

/// How a player plays.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// How many threads think.
    pub threads: usize,
    /// So many bytes are remembered.
    pub memory: usize,
    /// Endgame tables.
    pub tables: Option<Arc<Tables>>,
    /// Are endgames played exactly?
    pub endgames: bool,
    /// How he searches.
    pub search: SearchKind,
    /// What he thinks of positions.
    pub evaluation: EvaluationKind,
    /// The parameters of the evaluation, if not those in use.
    pub parameters: Option<Arc<Parameters>>,
    /// How the tree search chooses what to look at.
    pub tuning: Tuning,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            memory: 256 << 20,
            tables: None,
            endgames: true,
            search: SearchKind::default(),
            evaluation: EvaluationKind::default(),
            parameters: None,
            tuning: Tuning::default(),
        }
    }
}

/// Somebody who plays whole boards of any size, and remembers what he thought of a game from move to move.
#[derive(Debug)]
pub struct BoardPlayer {
    settings: Settings,
    mind: Option<Mind>,
}

impl BoardPlayer {
    /// A player.
    pub fn new(settings: Settings) -> BoardPlayer {
        BoardPlayer { settings, mind: None }
    }

    /// How he plays.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Forgets what he knows of a game, before another begins.
    pub fn forget(&mut self) {
        self.mind = None;
    }

    /// His move; nothing if there is none. He says what he thinks whenever he has learned something, and decides as soon as possible when
    /// told to stop.
    pub fn think(
        &mut self,
        position: &Position,
        allowance: &Allowance,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Opinion),
    ) -> Option<Decision> {
        let began = Instant::now();
        if position.is_over() {
            return None;
        }
        let limits = Limits {
            deadline: allowance.time(position).map(|time| began + time),
            stop,
            depth: allowance.depth,
            nodes: allowance.nodes,
        };
        if self.mind.as_ref().is_some_and(|mind| mind.size() != position.size()) {
            self.mind = None;
        }
        let mind = self.mind.get_or_insert_with(|| Mind::new(&self.settings, position));
        let opinion = mind.think(&self.settings, position, &limits, watch);
        let mv = *opinion.line.first()?;
        Some(Decision { mv, opinion })
    }
}
