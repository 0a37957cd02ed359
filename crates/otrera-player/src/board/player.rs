//! A player of whole boards.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use otrera_area::tables::Tables;
use otrera_board::{Bits, Position};

use crate::sums::{Clock, Deadline};

use super::allowance::Allowance;
use super::contest::largest_contest;
use super::endgame::{self, Endgame, Known};
use super::evaluation::{EvaluationKind, Parameters, Terms, View};
use super::mind::Mind;
use super::network::Network;
use super::opinion::{Decision, Opinion, Worth};
use super::search::{Limits, SearchKind, Tuning, Width};

/// How a player plays.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// How many threads think.
    pub threads: usize,
    /// What time is measured by; with several threads, of the first one.
    pub clock: Clock,
    /// So many bytes are remembered.
    pub memory: usize,
    /// … and about so many of endgames, besides.
    pub endgame_memory: usize,
    /// Endgame tables.
    pub tables: Option<Arc<Tables>>,
    /// Are endgames played exactly?
    pub endgames: bool,
    /// Do bounds of areas tell a search who wins?
    pub bounds: bool,
    /// Is the tree of a tree search kept from move to move?
    pub reuse: bool,
    /// How he searches.
    pub search: SearchKind,
    /// What he thinks of positions.
    pub evaluation: EvaluationKind,
    /// The parameters of the evaluation, if not those in use.
    pub parameters: Option<Arc<Parameters>>,
    /// The network, if it is asked and is not the one that comes with the library.
    pub network: Option<Arc<Network>>,
    /// How the tree search chooses what to look at, with the classical evaluation …
    pub tuning: Tuning,
    /// … and with a network.
    pub network_tuning: Tuning,
    /// How many moves alpha-beta looks at.
    pub width: Width,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            clock: Clock::Wall,
            memory: 256 << 20,
            endgame_memory: endgame::MEMORY,
            tables: None,
            endgames: true,
            bounds: true,
            reuse: true,
            search: SearchKind::default(),
            evaluation: EvaluationKind::default(),
            parameters: None,
            network: None,
            tuning: Tuning::CLASSICAL,
            network_tuning: Tuning::NETWORK,
            width: Width::default(),
        }
    }
}

/// Where no more than this is open, certainty may be had; and where no more than so many squares are empty, or no more than so many
/// contested in any one area, however many areas and territories there are: that the solver can search through.
const NEARLY_CLOSED: f32 = 6.0;
const FEW_EMPTY: u32 = 30;
const FEW_CONTESTED: u32 = 15;
/// How long a player looks for it at most, and for which share of his time.
const LONGEST_LOOK: Duration = Duration::from_secs(2);
const SHARE_OF_LOOK: f32 = 0.4;
/// … and in how many steps, if neither his time nor his nodes are limited. If his nodes are, he takes as many steps at most, and the answer is
/// always the same.
const STEPS_OF_LOOK: u64 = 20_000;
/// Once it is certain who wins, this share of what is left of his time is for the margin.
const SHARE_OF_MARGIN: f32 = 0.8;

/// Somebody who plays whole boards of any size, and remembers what he thought of a game from move to move.
#[derive(Debug)]
pub struct BoardPlayer {
    settings: Settings,
    mind: Option<Mind>,
    endgame: Endgame,
}

impl BoardPlayer {
    /// A player, ready to play.
    pub fn new(mut settings: Settings) -> BoardPlayer {
        if settings.evaluation == EvaluationKind::Network {
            settings.network.get_or_insert_with(Network::built_in).prepare();
        }
        let endgame = Endgame::with_memory(settings.tables.clone(), settings.endgame_memory);
        BoardPlayer { settings, mind: None, endgame }
    }

    /// How he plays.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Forgets what he knows of a game, before another begins. What he then answers within so many nodes depends on nothing before.
    pub fn forget(&mut self) {
        if let Some(mind) = &mut self.mind {
            mind.forget();
        }
        self.endgame.forget();
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
        let time = allowance.time_for(position);
        let deadline = time.map(|time| Deadline::after(self.settings.clock, time));
        let limits = Limits { deadline, stop, depth: allowance.depth, nodes: allowance.nodes };
        if let Some(known) = self.known(position, &limits)
            && !known.line.is_empty()
        {
            let closer = self.margin(position, known.worth, known.steps, &limits);
            return certain(closer.unwrap_or(known), began, watch);
        }
        if self.mind.as_ref().is_some_and(|mind| mind.size() != position.size()) {
            self.mind = None;
        }
        let mind = self.mind.get_or_insert_with(|| Mind::new(&self.settings, position));
        let opinion = mind.think(&self.settings, position, &limits, watch);
        if let Some(known) = self.margin(position, opinion.worth, opinion.nodes, &limits) {
            return certain(known, began, watch);
        }
        let mv = *opinion.line.first()?;
        Some(Decision { mv, opinion })
    }

    /// What is certain of a position in which little is open. Until then hardly anything is, and the search needs the time.
    fn known(&mut self, position: &Position, limits: &Limits<'_>) -> Option<Known> {
        let few = || position.empty().count() <= FEW_EMPTY;
        let nearly_closed = || Terms::of(&View::new(position)).open <= NEARLY_CLOSED;
        let separate = || largest_contest(position) <= FEW_CONTESTED;
        if !self.settings.endgames || !(few() || separate() || nearly_closed()) {
            return None;
        }
        let share = |left: Duration| left.mul_f32(SHARE_OF_LOOK).min(LONGEST_LOOK);
        self.look(position, share, limits.nodes, limits)
    }

    /// By how much he wins or loses, and the moves that keep it, if only the winner is known so far, after so many nodes.
    fn margin(
        &mut self,
        position: &Position,
        worth: Worth,
        nodes: u64,
        limits: &Limits<'_>,
    ) -> Option<Known> {
        if !self.settings.endgames || !matches!(worth, Worth::Wins(None) | Worth::Loses(None)) {
            return None;
        }
        let left = limits.nodes.map(|most| most.saturating_sub(nodes));
        let known = self.look(position, |left| left.mul_f32(SHARE_OF_MARGIN), left, limits)?;
        matches!(
            (worth, known.worth),
            (Worth::Wins(_), Worth::Wins(Some(_))) | (Worth::Loses(_), Worth::Loses(Some(_)))
        )
        .then_some(known)
        .filter(|known| !known.line.is_empty())
    }

    /// What is certain of a position, within a share of what is left of the time, or so many nodes.
    fn look(
        &mut self,
        position: &Position,
        share: impl Fn(Duration) -> Duration,
        nodes: Option<u64>,
        limits: &Limits<'_>,
    ) -> Option<Known> {
        let Some(deadline) = limits.deadline else {
            let steps = nodes.unwrap_or(STEPS_OF_LOOK);
            return self.endgame.look_within(position, steps, limits.stop);
        };
        let time = share(deadline.left());
        self.endgame.look(position, Deadline::after(self.settings.clock, time), limits.stop)
    }
}

/// A decision for what is certain.
fn certain(known: Known, began: Instant, watch: &mut dyn FnMut(&Opinion)) -> Option<Decision> {
    let Known { worth, line, steps: nodes } = known;
    let depth = line.len() as u32;
    let opinion = Opinion { worth, line, depth, nodes, time: began.elapsed() };
    watch(&opinion);
    Some(Decision { mv: *opinion.line.first()?, opinion })
}
