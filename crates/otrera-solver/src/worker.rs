//! What one thread of a search has: its judge, its counts, and a view of what all threads share.

use std::ops::RangeBounds;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use otrera_area::player_of;
use otrera_board::{Bits, Move};

use crate::area_cache::AreaCache;
use crate::busy::Busy;
use crate::costs::Costs;
use crate::features::features;
use crate::judge::{Judge, Settled};
use crate::kinds::{Kinds, add_kinds};
use crate::model::Model;
use crate::node::Node;
use crate::refutations::Refutations;
use crate::solver::Settings;
use crate::transpositions::Transpositions;

/// Why a search ends without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// It was told to.
    Stopped,
    /// Another thread settled the node at this place of the line.
    Overtaken(usize),
}

/// What the root looks like at the moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootView<B: 'static> {
    pub child: Node<B>,
    pub costs: Costs,
    /// Children that are not settled.
    pub open: usize,
}

/// What all threads of a search share.
pub(crate) struct Shared<'a, B: 'static> {
    pub settings: &'a Settings,
    pub model: &'a Model,
    pub transpositions: &'a Transpositions<B>,
    pub busy: Busy<B>,
    /// Set when all should come to an end.
    pub stop: AtomicBool,
    pub expansions: AtomicU64,
    pub evaluations: AtomicU64,
    /// The most expansions and evaluations.
    most: [u64; 2],
    pub depth: AtomicU64,
    pub root: Mutex<Option<RootView<B>>>,
    /// The kinds of areas that were seen, if they are counted.
    pub kinds: Mutex<Vec<Kinds>>,
}

impl<'a, B: Bits> Shared<'a, B> {
    /// What is shared by the threads of a search that begins.
    pub fn new(
        settings: &'a Settings,
        transpositions: &'a Transpositions<B>,
        most: [u64; 2],
    ) -> Shared<'a, B> {
        Shared {
            settings,
            model: &settings.model,
            transpositions,
            busy: Busy::new(),
            stop: AtomicBool::new(false),
            expansions: AtomicU64::new(0),
            evaluations: AtomicU64::new(0),
            most,
            depth: AtomicU64::new(0),
            root: Mutex::new(None),
            kinds: Mutex::default(),
        }
    }

    /// What a node seems to cost that nobody has searched.
    pub fn first_costs(&self, node: &Node<B>) -> Costs {
        match self.settings.rules.model {
            true => self.model.costs(&features(node)),
            false => Costs { proof: 1.0, disproof: 1.0 },
        }
    }

    /// Who seems to be ahead: the player to move, if positive.
    pub fn odds(&self, settled: &Settled<B>) -> f32 {
        match self.settings.rules.model {
            true => self.model.odds(&features(&settled.node)).clamp(-1e6, 1e6),
            false => 0.0,
        }
    }
}

/// One thread of a search.
pub(crate) struct Worker<'a, B: 'static> {
    pub shared: &'a Shared<'a, B>,
    judge: Judge<'a, B>,
    /// What kinds of areas were seen, by the number of moves from the root, if they are counted.
    kinds: Option<Vec<Kinds>>,
    /// The number of moves from the root to the positions that are judged now.
    depth: usize,
    expansions: u64,
    /// Evaluations that have been told to the others.
    told: u64,
    line: Vec<Node<B>>,
    refutations: Refutations,
}

/// How many expansions there are between looks at what others have settled.
const BETWEEN_LOOKS: u64 = 16;

impl<'a, B: Bits> Worker<'a, B> {
    pub fn new(shared: &'a Shared<'a, B>, cache: &'a mut AreaCache<B>) -> Worker<'a, B> {
        let judge = Judge::new(shared.settings.rules, shared.settings.tables.as_deref(), cache);
        Worker {
            shared,
            judge,
            kinds: shared.settings.count_kinds.then(Vec::new),
            depth: 0,
            expansions: 0,
            told: 0,
            line: Vec::new(),
            refutations: Refutations::default(),
        }
    }

    /// What is known of a node at first sight.
    pub fn settle(&mut self, raw: Node<B>) -> Settled<B> {
        self.count_kinds(&raw);
        let settled = self.judge.settle(raw);
        #[cfg(feature = "faults")]
        let settled = settled.spoilt(self.shared.settings.rules);
        settled
    }

    /// The same where it is known that who has just moved does not win at first sight.
    pub fn settle_unless_won(&mut self, raw: Node<B>) -> Settled<B> {
        self.count_kinds(&raw);
        let settled = self.judge.settle_unless_won(raw, player_of(!raw.mover));
        #[cfg(feature = "faults")]
        let settled = settled.spoilt(self.shared.settings.rules);
        settled
    }

    /// Does a move win at first sight, which leads to this node?
    pub fn is_won_at_once(&mut self, raw: &Node<B>) -> bool {
        let won = self.judge.wins(raw, player_of(!raw.mover));
        if won {
            self.count_kinds(raw);
        }
        won
    }

    /// Is it much cheaper to ask whether a node is won than to settle it?
    pub fn asks_cheaply(&self) -> bool {
        self.judge.bounding.divides()
    }

    /// Counts the kinds of areas of a node, if they are counted.
    fn count_kinds(&mut self, raw: &Node<B>) {
        if let Some(kinds) = &mut self.kinds {
            if kinds.len() <= self.depth {
                kinds.resize(self.depth + 1, Kinds::default());
            }
            kinds[self.depth] += Kinds::of(raw, &mut self.judge);
        }
    }

    /// The nodes that this thread has expanded.
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Begins to expand a node; returns the expansions before.
    pub fn enter(&mut self, node: &Node<B>) -> Result<u64, Halt> {
        self.tell();
        let all = self.shared.expansions.fetch_add(1, Ordering::Relaxed);
        let [most_expansions, most_evaluations] = self.shared.most;
        if all >= most_expansions
            || self.shared.evaluations.load(Ordering::Relaxed) >= most_evaluations
        {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        if self.shared.stop.load(Ordering::Relaxed) {
            self.shared.expansions.fetch_sub(1, Ordering::Relaxed);
            return Err(Halt::Stopped);
        }
        if self.shared.settings.threads > 1 {
            if self.expansions.is_multiple_of(BETWEEN_LOOKS)
                && let Some(settled) = self.settled_place()
            {
                self.shared.expansions.fetch_sub(1, Ordering::Relaxed);
                return Err(Halt::Overtaken(settled));
            }
            self.shared.busy.enter(node);
        }
        self.line.push(*node);
        self.depth = self.line.len();
        self.shared.depth.fetch_max(self.line.len() as u64, Ordering::Relaxed);
        self.expansions += 1;
        Ok(self.expansions - 1)
    }

    /// Is done with a node; returns its place in the line.
    pub fn leave(&mut self, node: &Node<B>) -> usize {
        if self.shared.settings.threads > 1 {
            self.shared.busy.leave(node);
        }
        self.line.pop();
        self.depth = self.line.len();
        self.line.len()
    }

    /// The first node of the line that is settled by now.
    fn settled_place(&self) -> Option<usize> {
        self.line.iter().position(|node| {
            self.shared.transpositions.get(node).is_some_and(|found| found.outcome.is_some())
        })
    }

    /// Does a move that won elsewhere at this depth win at once, one of these, the last one first? The line
    /// must end at the parent of the node.
    pub fn refuted(&mut self, node: &Node<B>, which: impl RangeBounds<usize>) -> bool {
        let depth = self.line.len();
        // What is judged now is a move further.
        self.depth = depth + 1;
        let which = (which.start_bound().cloned(), which.end_bound().cloned());
        let refuted = self.refutations.at(depth)[which].iter().flatten().any(|&mv| {
            let won = node.after(mv).is_some_and(|after| self.is_won_at_once(&after));
            if won {
                self.refutations.add(depth, mv);
            }
            won
        });
        self.depth = depth;
        refuted
    }

    /// Notes that a move won at the end of the line.
    pub fn note_refutation(&mut self, mv: Option<Move>) {
        if let Some(mv) = mv {
            self.refutations.add(self.line.len() - 1, mv);
        }
    }

    /// What the table knows of a node.
    pub fn known(&self, node: &Node<B>) -> Option<Costs> {
        self.shared.transpositions.get(node).map(Costs::from)
    }

    /// Lets the others know how many positions were bounded.
    pub fn tell(&mut self) {
        let new = self.judge.evaluations - self.told;
        self.shared.evaluations.fetch_add(new, Ordering::Relaxed);
        self.told = self.judge.evaluations;
    }

    /// Adds what was counted to what the others did.
    pub fn tell_kinds(&mut self) {
        let Some(counted) = self.kinds.take() else { return };
        let mut all = self.shared.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        add_kinds(&mut all, &counted);
    }

    /// Shows the root to whoever watches, if the line is at the root.
    pub fn show_root(&self, child: &Node<B>, costs: Costs, open: usize) {
        if self.line.len() == 1 {
            *self.shared.root.lock().unwrap_or_else(PoisonError::into_inner) =
                Some(RootView { child: *child, costs, open });
        }
    }
}
