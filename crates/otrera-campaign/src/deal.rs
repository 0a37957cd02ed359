//! Which jobs are handed out while others are under way, and how their results are counted.
//!
//! # Which
//! Jobs that are under way are supposed to come out as whoever leads hopes: the player whose win looks cheaper
//! at the root. With that the next most promising leaf is looked for as always. So all jobs are part of the one
//! strategy that looks cheapest, which needs every one of them: all replies to a move must fall. Where that
//! strategy has no more to do, an alternative is only tried if something that is under way has resisted several
//! jobs: else it would often be work for nothing.
//!
//! # Counting
//! A result counts if its position is an open leaf with as many jobs as there were when the job was made.
//! Counting it makes that one job more. So of any number of results of one job only the first counts, whoever
//! has done it how often, and in whatever order they come. Of a position that became closed meanwhile only the work
//! counts: it was done, but whoever has asked for a proof of every winner has not seen one of this.

use otrera_board::Color;
use otrera_solver::Solver;
use rustc_hash::FxHashMap;

use crate::campaign::Session;
use crate::error::CampaignError;
use crate::event::{Event, Seen};
use crate::ledger::Ledger;
use crate::record::{Id, Value, Work};
use crate::run::{expansion, is_ripe};
use crate::successors::Key;
use crate::task::{Report, Task};
use crate::tree::{self, Costs};

/// What is to be done next.
#[derive(Clone, PartialEq, Debug)]
pub enum Dealt {
    /// Hand out this job, …
    Task {
        /// the job;
        task: Task,
        /// the way to it through the tree: the root first, its position last.
        way: Vec<Key>,
    },
    /// … or expand this position in the ledger before anything else.
    Expand(Key),
}

/// What became of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// It is in the ledger.
    Counted,
    /// The ledger had no need of it: it was counted before, or comes too late.
    NotWanted,
}

impl Session {
    /// The next jobs, at most so many, and at most so many of them on alternatives, while those on these positions
    /// are under way.
    pub fn deal(&self, under_way: &[Key], most: usize, alternatives: usize) -> Vec<Dealt> {
        let ledger = self.campaign().ledger();
        let plan = self.campaign().plan();
        let mut leaves: Vec<Id> = under_way.iter().filter_map(|key| ledger.find(key)).collect();
        let root = ledger.get(ledger.root());
        let mut dealt = Vec::new();
        let leader = match root.costs.proof <= root.costs.disproof {
            true => root.position.to_move(),
            false => !root.position.to_move(),
        };
        let resists = leaves.iter().any(|&leaf| ledger.get(leaf).jobs >= JOBS_OF_RESISTANCE);
        for hope in [Hope::Wins(leader), Hope::NoMoveHelps] {
            let most = match hope {
                Hope::Wins(_) => most,
                Hope::NoMoveHelps if resists => most.min(dealt.len() + alternatives),
                Hope::NoMoveHelps => break,
            };
            let mut supposed = Supposed::new(ledger, hope, &leaves);
            while dealt.len() < most
                && let Some(way) = supposed.most_promising()
            {
                let leaf = *way.last().expect("a way has an end");
                let record = ledger.get(leaf);
                if is_ripe(ledger, leaf, plan) {
                    // What follows from it changes what is promising.
                    dealt.push(Dealt::Expand(record.key));
                    return dealt;
                }
                let way = way.iter().map(|&id| ledger.get(id).key).collect();
                dealt.push(Dealt::Task { task: Task::of(record, plan), way });
                leaves.push(leaf);
                supposed.suppose(leaf);
            }
        }
        dealt
    }

    /// Is the result of a job still of use?
    pub fn wants(&self, key: &Key, attempt: u64) -> bool {
        let ledger = self.campaign().ledger();
        ledger.find(key).is_some_and(|id| {
            let record = ledger.get(id);
            is_open_leaf(ledger, id) && record.jobs == attempt && !record.closed
        })
    }

    /// Counts a report, unless it was counted before. Of what it says of moves only costs are taken: whoever wins
    /// after them is settled by bounds here, or by jobs of their own. If the ledger waits for it no more (see
    /// [`Session::wants`]) only the work counts, and the position stays open.
    pub fn take(
        &mut self,
        solver: &mut Solver<u64>,
        report: &Report,
    ) -> Result<Taken, CampaignError> {
        let ledger = self.campaign().ledger();
        let Some(id) = ledger.find(&report.key) else { return Ok(Taken::NotWanted) };
        let record = ledger.get(id);
        if !is_open_leaf(ledger, id) || record.jobs != report.attempt {
            return Ok(Taken::NotWanted);
        }
        let found = if record.closed { Err(record.costs) } else { report.work.found };
        self.add(&Event::Job(report.key, Work { found, ..report.work }))?;
        let (ledger, plan) = (self.campaign().ledger(), self.campaign().plan());
        if let Some(values) = &report.values
            && is_open_leaf(ledger, id)
            && !ledger.get(id).closed
            && is_ripe(ledger, id, plan)
        {
            let mut event = expansion(solver, ledger, id);
            let same = matches!(&event, Event::Expand(_, seen) if seen.len() == values.len());
            if let Event::Expand(_, seen) = &mut event
                && same
            {
                for (seen, value) in seen.iter_mut().zip(values) {
                    if let Seen::Value(own @ Value::Open(_)) = seen {
                        *own = Value::Open(reported(*value, ledger.get(id).position.to_move()));
                    }
                }
            }
            self.add(&event)?;
        }
        Ok(Taken::Counted)
    }

    /// Expands an open leaf, with what bounds know of its moves and the model guesses.
    pub fn expand(&mut self, solver: &mut Solver<u64>, key: &Key) -> Result<Taken, CampaignError> {
        let ledger = self.campaign().ledger();
        let Some(id) = ledger.find(key).filter(|&id| is_open_leaf(ledger, id)) else {
            return Ok(Taken::NotWanted);
        };
        let event = expansion(solver, ledger, id);
        self.add(&event)?;
        Ok(Taken::Counted)
    }
}

/// The cost of finding out who wins what somebody says to know.
pub const SOON: f32 = 0.01;

/// What has resisted so many jobs may well not be the best.
const JOBS_OF_RESISTANCE: u64 = 6;

fn is_open_leaf(ledger: &Ledger, id: Id) -> bool {
    let record = ledger.get(id);
    record.winner.is_none() && record.children.is_none()
}

/// What somebody says of a move of `mover`, as costs. If he knows who wins, that is soon found out.
fn reported(value: Value, mover: Color) -> Costs {
    const NEVER: f32 = 1e4;
    match value {
        Value::Open(costs) => costs,
        // The other player is to move after it.
        Value::Settled(winner) if winner != mover => Costs::open(SOON, NEVER),
        Value::Settled(_) => Costs::open(NEVER, SOON),
        Value::Met => Costs::UNKNOWN,
    }
}

/// What is supposed of jobs that are under way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hope {
    /// This player wins all their positions.
    Wins(Color),
    /// Whoever has moved there last has lost by it.
    NoMoveHelps,
}

/// A ledger as it would be if jobs came out in some way.
struct Supposed<'a> {
    ledger: &'a Ledger,
    hope: Hope,
    costs: FxHashMap<Id, Costs>,
}

impl<'a> Supposed<'a> {
    fn new(ledger: &'a Ledger, hope: Hope, leaves: &[Id]) -> Supposed<'a> {
        let mut supposed = Supposed { ledger, hope, costs: FxHashMap::default() };
        for &leaf in leaves {
            supposed.suppose(leaf);
        }
        supposed
    }

    fn costs(&self, id: Id) -> Costs {
        self.costs.get(&id).copied().unwrap_or(self.ledger.get(id).costs)
    }

    /// Who wins, by the ledger or as supposed.
    fn winner(&self, id: Id) -> Option<Color> {
        let mover = self.ledger.get(id).position.to_move();
        self.costs(id).mover_wins().map(|wins| if wins { mover } else { !mover })
    }

    fn suppose(&mut self, leaf: Id) {
        let record = self.ledger.get(leaf);
        if record.winner.is_some() {
            return;
        }
        let mover_wins = match self.hope {
            Hope::Wins(color) => color == record.position.to_move(),
            Hope::NoMoveHelps => true,
        };
        self.costs.insert(leaf, Costs::of_winner(mover_wins));
        let mut waiting = record.parents.clone();
        while let Some(id) = waiting.pop() {
            let record = self.ledger.get(id);
            let (Some(children), None) = (&record.children, record.winner) else { continue };
            let mover = record.position.to_move();
            let all = children.iter().map(|&child| (self.winner(child), self.costs(child)));
            let costs = tree::costs(mover, all);
            if costs != self.costs(id) {
                self.costs.insert(id, costs);
                waiting.extend(&record.parents);
            }
        }
    }

    /// The most promising leaf and the way to it; none if the root is settled as it is supposed to be.
    fn most_promising(&self) -> Option<Vec<Id>> {
        let mut way = vec![self.ledger.root()];
        loop {
            let id = *way.last()?;
            self.winner(id).map_or(Some(()), |_| None)?;
            let Some(children) = &self.ledger.get(id).children else { return Some(way) };
            let open = children.iter().filter(|&&child| self.winner(child).is_none());
            let best = open.min_by(|&&a, &&b| {
                let cost = |id: Id| self.costs(id).disproof;
                cost(a).total_cmp(&cost(b)).then(a.cmp(&b))
            });
            way.push(*best?);
        }
    }
}
