//! From a settled ledger to its condensed proof, by the cheapest strategy that it holds.

use std::collections::BTreeMap;

use otrera_board::Color;
use rustc_hash::FxHashMap;

use crate::condensed::{Condensed, Entry, Leaf};
use crate::ledger::Ledger;
use crate::record::Id;
use crate::successors::successors;

impl Condensed {
    /// The condensed proof of a settled ledger, by the cheapest strategy in it; none if it is open.
    pub fn of_ledger(ledger: &Ledger, origin: &str, expand_after: u64) -> Option<Condensed> {
        let root = ledger.get(ledger.root());
        let winner = root.winner?;
        let mut choice = Choice { ledger, winner, costs: FxHashMap::default() };
        let mut entries = BTreeMap::new();
        let mut waiting = vec![ledger.root()];
        while let Some(id) = waiting.pop() {
            let record = ledger.get(id);
            if entries.contains_key(&record.key) {
                continue;
            }
            let next = choice.followed(id);
            let entry = match &record.children {
                None => Entry::Leaf(record.expansions),
                Some(_) if record.position.to_move() != winner => Entry::All,
                Some(_) => {
                    let after = ledger.get(*next.first()?).key;
                    let all = successors(&record.key.position(ledger.size()));
                    Entry::Play(all.iter().find(|next| next.key == after)?.mv)
                }
            };
            entries.insert(record.key, entry);
            waiting.extend(next);
        }
        let (root, origin) = (root.position, origin.to_owned());
        let mut proof = Condensed { root, winner, expansions: 0, origin, entries };
        proof.expansions = Leaf::allowance(&proof.check().ok()?, expand_after);
        Some(proof)
    }
}

/// Finds the cheapest strategy of a settled ledger.
struct Choice<'a> {
    ledger: &'a Ledger,
    winner: Color,
    /// The work of the leaves below a position that the winner has to prove, each with one more.
    costs: FxHashMap<Id, u64>,
}

impl Choice<'_> {
    /// What the proof goes on with: the winner's best child, all of the loser's, nothing at a leaf.
    fn followed(&mut self, id: Id) -> Vec<Id> {
        let record = self.ledger.get(id);
        let Some(children) = &record.children else { return Vec::new() };
        if record.position.to_move() != self.winner {
            return children.iter().rev().copied().collect();
        }
        let won = |&child: &Id| self.ledger.get(child).winner == Some(self.winner);
        let won: Vec<Id> = children.iter().copied().filter(won).collect();
        won.into_iter().min_by_key(|&child| (self.cost(child), child)).into_iter().collect()
    }

    /// As deep as there are moves in the ledger.
    fn cost(&mut self, id: Id) -> u64 {
        if let Some(&cost) = self.costs.get(&id) {
            return cost;
        }
        let next = self.followed(id);
        let below = next.into_iter().map(|child| self.cost(child));
        let below = below.fold(0u64, u64::saturating_add);
        let record = self.ledger.get(id);
        let cost = if record.children.is_none() { 1 + record.expansions } else { below };
        self.costs.insert(id, cost);
        cost
    }
}
