//! What a player thinks with: a search and an evaluation for boards of one size.

use std::sync::Arc;

use otrera_board::{Bits, Position, Size};

use super::evaluation::{AnyEvaluation, Evaluation, EvaluationKind, Full, Parameters, View};
use super::network::Network;
use super::opinion::Opinion;
use super::player::Settings;
use super::search::{
    AlphaBeta, Glance, GlanceScratch, Limits, NetworkScratch, NetworkSight, SearchKind, TreeSearch,
};

/// In the word that the board needs.
#[derive(Debug)]
pub(crate) enum Mind {
    Narrow(Box<Thinker<u64>>),
    Wide(Box<Thinker<u128>>),
}

impl Mind {
    pub(crate) fn new(settings: &Settings, position: &Position) -> Mind {
        match position.narrow() {
            Some(narrow) => Mind::Narrow(Box::new(Thinker::new(settings, &narrow))),
            None => Mind::Wide(Box::new(Thinker::new(settings, position))),
        }
    }

    /// Forgets what it knows of a game. Its memory stays: fresh memory is slow, and a game may be short of time.
    pub(crate) fn forget(&mut self) {
        match self {
            Mind::Narrow(thinker) => thinker.forget(),
            Mind::Wide(thinker) => thinker.forget(),
        }
    }

    /// The board that it knows.
    pub(crate) fn size(&self) -> Size {
        match self {
            Mind::Narrow(thinker) => thinker.size,
            Mind::Wide(thinker) => thinker.size,
        }
    }

    /// What it finds about a position on that board that has moves; the line begins with the move to make.
    pub(crate) fn think(
        &mut self,
        settings: &Settings,
        position: &Position,
        limits: &Limits,
        watch: &mut dyn FnMut(&Opinion),
    ) -> Opinion {
        match self {
            Mind::Narrow(thinker) => {
                let narrow = position.narrow().expect("the board has at most 64 squares");
                thinker.think(settings, &narrow, limits, watch)
            }
            Mind::Wide(thinker) => thinker.think(settings, position, limits, watch),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Thinker<B: Bits> {
    size: Size,
    evaluation: AnyEvaluation,
    full: Full,
    tree: TreeSearch<B, GlanceScratch>,
    network: Option<NetworkSearch<B>>,
    /// Made when it is first asked: its table takes all of its memory at once.
    alpha_beta: Option<AlphaBeta>,
}

/// A network and the tree that is searched with it.
#[derive(Debug)]
struct NetworkSearch<B: Bits> {
    network: Arc<Network>,
    tree: TreeSearch<B, NetworkScratch>,
}

impl<B: Bits> NetworkSearch<B> {
    /// If a network is to be asked about boards like this.
    fn new(settings: &Settings, position: &Position<B>) -> Option<NetworkSearch<B>> {
        let asked = settings.evaluation == EvaluationKind::Network
            && settings.search == SearchKind::Tree
            && Network::knows(position.size());
        asked.then(|| NetworkSearch {
            network: settings.network.clone().unwrap_or_else(Network::built_in),
            tree: TreeSearch::new(
                position,
                settings.memory,
                settings.network_tuning,
                settings.bounds,
            ),
        })
    }
}

impl<B: Bits> Thinker<B> {
    fn new(settings: &Settings, position: &Position<B>) -> Thinker<B> {
        let size = position.size();
        let parameters = settings.parameters.as_deref().unwrap_or(Parameters::fitted());
        let network = NetworkSearch::new(settings, position);
        // Only one of the trees needs memory.
        let memory = if network.is_some() { 0 } else { settings.memory };
        Thinker {
            size,
            network,
            evaluation: AnyEvaluation::new(settings.evaluation, size, parameters),
            full: Full::new(size, parameters),
            tree: TreeSearch::new(position, memory, settings.tuning, settings.bounds),
            alpha_beta: None,
        }
    }

    fn forget(&mut self) {
        self.forget_trees();
        if let Some(alpha_beta) = &mut self.alpha_beta {
            alpha_beta.forget();
        }
    }

    fn forget_trees(&mut self) {
        self.tree.forget();
        if let Some(network) = &mut self.network {
            network.tree.forget();
        }
    }

    fn think(
        &mut self,
        settings: &Settings,
        position: &Position<B>,
        limits: &Limits,
        watch: &mut dyn FnMut(&Opinion),
    ) -> Opinion {
        let (threads, bounds) = (settings.threads, settings.bounds);
        let doubt = self.evaluation.estimate(&View::new(position)).doubt;
        if !settings.reuse {
            self.forget_trees();
        }
        if let Some(NetworkSearch { network, tree }) = &mut self.network {
            let sight = NetworkSight { network, size: self.size, tuning: settings.network_tuning };
            return tree.search(&sight, doubt, position, threads, limits, watch);
        }
        match (settings.search, settings.evaluation) {
            // Compiled for the evaluation in question: nothing is asked in the inner loop.
            (SearchKind::Tree, EvaluationKind::Network | EvaluationKind::Classical) => {
                let sight = Glance { evaluation: &self.full, tuning: settings.tuning };
                self.tree.search(&sight, doubt, position, threads, limits, watch)
            }
            (SearchKind::Tree, _) => {
                let sight = Glance { evaluation: &self.evaluation, tuning: settings.tuning };
                self.tree.search(&sight, doubt, position, threads, limits, watch)
            }
            (SearchKind::AlphaBeta, kind) => {
                let alpha_beta = self
                    .alpha_beta
                    .get_or_insert_with(|| AlphaBeta::new(settings.memory, settings.width));
                match kind {
                    EvaluationKind::Network | EvaluationKind::Classical => {
                        alpha_beta.search(&self.full, position, bounds, doubt, limits, watch)
                    }
                    _ => {
                        alpha_beta.search(&self.evaluation, position, bounds, doubt, limits, watch)
                    }
                }
            }
        }
    }
}
