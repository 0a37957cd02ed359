//! A ledger as one compressed text, to be kept or sent: the shortest log that makes it again.
//!
//! Costs of positions that nobody has worked on are left out: whoever imports the text guesses them again. So
//! what is exported, imported and exported again is the same text, byte by byte.

use std::path::Path;

use otrera_board::Position;
use rustc_hash::FxHashSet;

use crate::campaign::{Campaign, Plan, Session};
use crate::error::CampaignError;
use crate::event::{Event, Seen};
use crate::ledger::Ledger;
use crate::packed::{pack, unpack};
use crate::record::{Id, Record, Value, Work};
use crate::tree::Costs;

/// How the first line begins.
const HEADER: &str = "otrera-ledger 1";

impl Campaign {
    /// The bytes of its export.
    pub fn export(&self) -> Vec<u8> {
        let ledger = self.ledger();
        let root = &ledger.get(ledger.root()).position;
        let mut lines = vec![self.plan().header(HEADER, root)];
        let events = shortest(ledger);
        lines.extend(events.iter().map(|event| event.text(ledger.size())));
        pack(&lines)
    }
}

/// The events that make a ledger, in the order of keys.
fn shortest(ledger: &Ledger) -> Vec<Event> {
    let mut ids: Vec<Id> = ledger.ids().collect();
    ids.sort_by_key(|&id| ledger.get(id).key);
    let mut met = FxHashSet::default();
    let mut events = Vec::new();
    for id in ids {
        let record = ledger.get(id);
        if record.jobs > 0 {
            events.push(Event::Job(record.key, work(record)));
        }
        if let Some(children) = &record.children {
            let seen = |&child: &Id| match met.insert(child) {
                true => first_sight(ledger.get(child)),
                false => Seen::Value(Value::Met),
            };
            events.push(Event::Expand(record.key, children.iter().map(seen).collect()));
        }
    }
    events
}

/// All jobs on a position as one.
fn work(record: &Record) -> Work {
    let Record { jobs, expansions, milliseconds, .. } = *record;
    let found = match (&record.children, record.winner) {
        (None, Some(winner)) => Ok(winner),
        (None, None) => Err(record.costs),
        // What it cost before it was expanded means nothing any more.
        (Some(_), _) => Err(Costs::UNKNOWN),
    };
    Work { found, jobs, expansions, milliseconds }
}

fn first_sight(record: &Record) -> Seen {
    match record.winner {
        Some(winner) if record.is_settled_leaf() && record.jobs == 0 => {
            Seen::Value(Value::Settled(winner))
        }
        _ => Seen::Open,
    }
}

/// What an export says.
#[derive(Debug)]
pub struct Import {
    root: Position<u64>,
    plan: Plan,
    events: Vec<Event>,
    ledger: Ledger,
}

impl Import {
    /// Reads an export; costs that it leaves out are guessed.
    pub fn read(
        path: &Path,
        guess: &mut dyn FnMut(&Position<u64>) -> Costs,
    ) -> Result<Import, CampaignError> {
        let lines = unpack(path)?;
        let header = lines.first().and_then(|line| Plan::parse(line, HEADER));
        let (plan, root) = header.ok_or_else(|| CampaignError::Foreign(path.into()))?;
        let mut import = Import { root, plan, events: Vec::new(), ledger: Ledger::new(root) };
        for (n, line) in lines.iter().enumerate().skip(1) {
            import
                .add(line, guess)
                .map_err(|what| CampaignError::damaged(path, n as u64 + 1, what))?;
        }
        Ok(import)
    }

    fn add(
        &mut self,
        line: &str,
        guess: &mut dyn FnMut(&Position<u64>) -> Costs,
    ) -> Result<(), String> {
        let mut event = Event::parse(line, self.root.size())?;
        event.fill(&self.ledger, guess)?;
        event.apply(&mut self.ledger)?;
        self.events.push(event);
        Ok(())
    }

    /// The ledger.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Makes a campaign of it, in a new folder.
    pub fn create(&self, folder: &Path) -> Result<Session, CampaignError> {
        Session::create_with(folder, &self.root, self.plan, &self.events)
    }
}
