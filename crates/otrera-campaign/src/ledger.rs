//! The ledger: the top of a game tree, with who wins, work and costs for each position.
//!
//! A position is here once for all its images. It is *settled* if its winner is known: because a job or
//! bounds have found it, or because it was expanded and what follows from it tells. What was never
//! expanded is a *leaf*. All costs are as in the search below: of proving and of disproving that the
//! player to move wins, in expected work.

use otrera_board::{Color, Position, Size};
use rustc_hash::FxHashMap;

use crate::history::{History, Moment};
use crate::record::{Id, Misfit, Record, Value, Work};
use crate::successors::{Key, Successor, successors};
use crate::tree::{self, Costs};

/// The top of a game tree.
#[derive(Clone, Debug)]
pub struct Ledger {
    records: Vec<Record>,
    index: FxHashMap<Key, Id>,
    history: History,
    settled: usize,
}

impl Ledger {
    /// A ledger of one position.
    pub fn new(root: Position<u64>) -> Ledger {
        let mut ledger = Ledger {
            records: Vec::new(),
            index: FxHashMap::default(),
            history: History::default(),
            settled: 0,
        };
        ledger.meet(root, Key::of(&root), None, Value::Open(Costs::UNKNOWN));
        ledger.records[0].first_costs = None;
        ledger
    }

    /// The position that it is all about.
    pub fn root(&self) -> Id {
        Id(0)
    }

    /// What is known of a position.
    pub fn get(&self, id: Id) -> &Record {
        &self.records[id.number()]
    }

    fn get_mut(&mut self, id: Id) -> &mut Record {
        &mut self.records[id.number()]
    }

    /// The number of a position, if it is here.
    pub fn find(&self, key: &Key) -> Option<Id> {
        self.index.get(key).copied()
    }

    /// All positions, in the order in which they were met.
    pub fn ids(&self) -> impl Iterator<Item = Id> + use<> {
        (0..self.records.len() as u32).map(Id)
    }

    /// All records, in the order in which their positions were met.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// How many positions are settled.
    pub fn settled(&self) -> usize {
        self.settled
    }

    /// What was done, and what was settled by it.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.get(self.root()).position.size()
    }

    /// A position as text, in the image that stands for all.
    pub fn text(&self, id: Id) -> String {
        self.get(id).key.text(self.size())
    }

    /// The positions that follow from one, by the rules.
    pub fn successors(&self, id: Id) -> Vec<Successor> {
        successors(&self.get(id).position)
    }

    /// The leaf on which work is most promising, and the way to it; none if all is settled.
    pub fn most_promising(&self) -> Option<Vec<Id>> {
        let mut way = vec![self.root()];
        loop {
            let record = self.get(*way.last()?);
            if record.winner.is_some() {
                return None;
            }
            let Some(children) = &record.children else { return Some(way) };
            let open = children.iter().filter(|&&child| self.get(child).winner.is_none());
            let best = open.min_by(|&&a, &&b| {
                let cost = |id: Id| self.get(id).costs.disproof;
                cost(a).total_cmp(&cost(b)).then(a.cmp(&b))
            });
            way.push(*best?);
        }
    }

    /// Expands a leaf: what follows from it gets a place here, with these values in the order of keys.
    pub fn expand(&mut self, id: Id, values: &[Value]) -> Result<(), Misfit> {
        let record = self.get(id);
        match record {
            Record { children: Some(_), .. } => return Err(Misfit::Expanded(self.text(id))),
            Record { winner: Some(_), .. } => return Err(Misfit::Settled(self.text(id))),
            _ => {}
        }
        let all = self.successors(id);
        if all.len() != values.len() {
            let (expected, found) = (all.len(), values.len());
            return Err(Misfit::OtherCount { position: self.text(id), expected, found });
        }
        for (n, (next, &value)) in all.iter().zip(values).enumerate() {
            match (self.find(&next.key), value) {
                (None, Value::Met) => return Err(Misfit::NotAsMet(n + 1, "not met before")),
                (Some(_), Value::Settled(_) | Value::Open(_)) => {
                    return Err(Misfit::NotAsMet(n + 1, "met before"));
                }
                _ => {}
            }
        }
        let mut children = Vec::with_capacity(all.len());
        for (next, &value) in all.iter().zip(values) {
            let child = match self.find(&next.key) {
                Some(child) => {
                    self.get_mut(child).parents.push(id);
                    if !self.get(id).closed {
                        self.open(child);
                    }
                    child
                }
                None => self.meet(next.position, next.key, Some(id), value),
            };
            children.push(child);
        }
        if self.get(id).closed {
            // What follows from it matters to nobody, either, unless another open position leads to it.
            for &child in &children {
                if self.matters_to_nobody(child) {
                    self.close(child);
                }
            }
        }
        self.get_mut(id).children = Some(children);
        self.update(vec![id]);
        Ok(())
    }

    /// Adds what jobs on a leaf have found and taken.
    pub fn work(&mut self, id: Id, work: Work) -> Result<(), Misfit> {
        match self.get(id) {
            Record { children: Some(_), .. } => return Err(Misfit::Expanded(self.text(id))),
            Record { winner: Some(_), .. } => return Err(Misfit::Settled(self.text(id))),
            _ => {}
        }
        if self.get(id).closed {
            // An import may tell of it after what it mattered to was settled.
            self.history.settle(work.expansions);
        }
        let record = self.get_mut(id);
        record.jobs += work.jobs;
        record.expansions += work.expansions;
        record.milliseconds += work.milliseconds;
        let parents = record.parents.clone();
        let mut at = Some(id);
        while let Some(id) = at {
            let record = self.get_mut(id);
            record.expansions_below += work.expansions;
            at = record.parents.first().copied();
        }
        match work.found {
            Ok(winner) => self.settle(id, winner),
            Err(costs) => self.get_mut(id).costs = costs,
        }
        self.update(parents);
        self.history.add(work.milliseconds, work.expansions);
        Ok(())
    }

    /// The settled leaves, in the order of a walk that goes down first.
    pub fn settled_leaves(&self) -> Vec<Id> {
        let mut seen = vec![false; self.records.len()];
        let mut waiting = vec![self.root()];
        let mut leaves = Vec::new();
        while let Some(id) = waiting.pop() {
            if std::mem::replace(&mut seen[id.number()], true) {
                continue;
            }
            let record = self.get(id);
            waiting.extend(record.children.iter().flatten().rev());
            if record.is_settled_leaf() {
                leaves.push(id);
            }
        }
        leaves
    }

    /// How far it is.
    pub fn now(&self) -> Moment {
        self.history.now()
    }

    fn meet(&mut self, position: Position<u64>, key: Key, parent: Option<Id>, value: Value) -> Id {
        let id = Id(u32::try_from(self.records.len()).expect("fewer positions than memory holds"));
        let costs = match value {
            Value::Open(costs) => Some(costs),
            _ => None,
        };
        self.records.push(Record {
            position,
            key,
            parents: parent.into_iter().collect(),
            children: None,
            winner: None,
            costs: costs.unwrap_or(Costs::UNKNOWN),
            first_costs: costs,
            jobs: 0,
            expansions: 0,
            milliseconds: 0,
            expansions_below: 0,
            closed: false,
        });
        self.index.insert(key, id);
        if let Value::Settled(winner) = value {
            self.settle(id, winner);
        }
        id
    }

    fn settle(&mut self, id: Id, winner: Color) {
        let record = self.get_mut(id);
        record.winner = Some(winner);
        record.costs = Costs::of_winner(winner == record.position.to_move());
        self.settled += 1;
        self.close(id);
    }

    /// Nothing more is to be done about a position: its work is settled, and that on what matters to
    /// nothing else.
    fn close(&mut self, id: Id) {
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            if std::mem::replace(&mut self.get_mut(id).closed, true) {
                continue;
            }
            self.history.settle(self.get(id).expansions);
            let children = self.get(id).children.iter().flatten();
            waiting.extend(children.filter(|&&child| self.matters_to_nobody(child)));
        }
    }

    /// Is a position open that leads on from nothing but closed ones?
    fn matters_to_nobody(&self, id: Id) -> bool {
        let record = self.get(id);
        !record.closed && record.parents.iter().all(|&parent| self.get(parent).closed)
    }

    /// An open position leads to this one: it matters again, and so does what follows, unless it is
    /// settled.
    fn open(&mut self, id: Id) {
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            let record = self.get_mut(id);
            if record.closed && record.winner.is_none() {
                record.closed = false;
                let expansions = record.expansions;
                waiting.extend(record.children.iter().flatten());
                self.history.unsettle(expansions);
            }
        }
    }

    /// Finds winners and costs anew from what follows, for these and all that lead to them.
    fn update(&mut self, mut waiting: Vec<Id>) {
        while let Some(id) = waiting.pop() {
            let record = self.get(id);
            let (Some(children), None) = (&record.children, record.winner) else { continue };
            let mover = record.position.to_move();
            let children = children.iter().map(|&child| self.get(child));
            let costs = tree::costs(mover, children.map(|child| (child.winner, child.costs)));
            if costs == record.costs {
                continue;
            }
            waiting.extend(&record.parents);
            match costs.mover_wins() {
                Some(wins) => self.settle(id, if wins { mover } else { !mover }),
                None => self.get_mut(id).costs = costs,
            }
        }
    }
}
