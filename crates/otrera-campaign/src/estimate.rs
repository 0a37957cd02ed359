//! How much work a campaign may still take: what settled positions have cost against what was guessed of
//! them when they were met.

use crate::ledger::Ledger;
use crate::record::Record;

/// Expansions that may still be needed. A guess, with the spread that guesses have had so far.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Estimate {
    /// One in ten settled positions was cheaper against its guess, …
    pub low: f64,
    /// … every second one, …
    pub middle: f64,
    /// … and nine in ten.
    pub high: f64,
    /// The number of settled positions behind it.
    pub settled: usize,
}

/// With fewer settled positions than this there is no estimate.
const FEWEST: usize = 20;

/// Positions that took less than this say little about those that take long.
const LEAST_WORK: u64 = 1_000;

impl Estimate {
    /// The estimate for a ledger; none if it is settled, or too little is.
    pub fn of(ledger: &Ledger) -> Option<Estimate> {
        let root = ledger.get(ledger.root());
        let mut ratios: Vec<f64> = ledger.records().iter().filter_map(ratio).collect();
        if root.winner.is_some() || ratios.len() < FEWEST {
            return None;
        }
        ratios.sort_by(f64::total_cmp);
        // Whichever way it ends is the cheaper one, as far as anybody can tell.
        let cost = f64::from(root.costs.proof.min(root.costs.disproof));
        let at = |share: f64| cost * ratios[(share * (ratios.len() - 1) as f64) as usize];
        Some(Estimate { low: at(0.1), middle: at(0.5), high: at(0.9), settled: ratios.len() })
    }
}

/// Expansions per cost of a settled position, with all that was met below it.
fn ratio(record: &Record) -> Option<f64> {
    let winner = record.winner.filter(|_| record.expansions_below >= LEAST_WORK)?;
    let costs = record.first_costs?;
    let guessed = match winner == record.position.to_move() {
        true => costs.proof,
        false => costs.disproof,
    };
    Some(record.expansions_below as f64 / f64::from(guessed))
}
