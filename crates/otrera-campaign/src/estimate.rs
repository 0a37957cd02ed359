//! How much work a campaign may still take: all that is open on the way that looks cheapest, each position as far
//! beyond its guess as positions have turned out to be.

use fastrand::Rng;

use crate::ledger::Ledger;
use crate::record::{Id, Record};
use crate::resistance::{Observation, Resistance};
use crate::tree::Costs;

/// Expansions that may still be needed if the way that looks cheapest leads to the end. A guess, with its spread.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Estimate {
    /// It is less than this one time in ten, …
    pub low: f64,
    /// … less than this every second time, …
    pub middle: f64,
    /// … and less than this nine times in ten.
    pub high: f64,
    /// The settled positions that it is learned from, …
    pub settled: usize,
    /// … and those that have taken work and are open.
    pub open: usize,
}

/// How often the rest is drawn.
const DRAWS: usize = 400;

/// A position that is to be settled: what was guessed of it, and what it has taken.
#[derive(Clone, Copy, Debug)]
struct Rest {
    guess: f64,
    spent: f64,
}

impl Estimate {
    /// The estimate for a ledger; none if it is settled, or too little is.
    pub fn of(ledger: &Ledger) -> Option<Estimate> {
        let root = ledger.get(ledger.root());
        if root.winner.is_some() {
            return None;
        }
        let observations: Vec<Observation> =
            ledger.records().iter().filter_map(observation).collect();
        let resistance = Resistance::learn(&observations)?;
        let rest = cheapest_way(ledger);
        let mut rng = Rng::with_seed(1);
        let mut drawn: Vec<f64> = (0..DRAWS).map(|_| draw(&resistance, &rest, &mut rng)).collect();
        drawn.sort_by(f64::total_cmp);
        let [low, middle, high] = [1, 5, 9].map(|tenths| drawn[DRAWS * tenths / 10]);
        let Resistance { settled, open, .. } = resistance;
        Some(Estimate { low, middle, high, settled, open })
    }
}

/// What a position tells of guesses: what it took if it is settled, or that it takes more.
fn observation(record: &Record) -> Option<Observation> {
    let costs = record.first_costs.filter(|_| record.expansions_below > 0)?;
    let guess = match record.winner {
        Some(winner) => cost(costs, winner == record.position.to_move()),
        // However it ends, the cheaper way was what was hoped for.
        None => costs.proof.min(costs.disproof),
    };
    let logarithm = (record.expansions_below as f64 / f64::from(guess)).ln();
    Some(Observation { logarithm, settled: record.winner.is_some() })
}

/// Of proving that the player to move wins, or that he loses.
fn cost(costs: Costs, wins: bool) -> f32 {
    if wins { costs.proof } else { costs.disproof }
}

/// All that must be settled where the root ends as looks cheaper, by the moves that look cheapest.
fn cheapest_way(ledger: &Ledger) -> Vec<Rest> {
    let root = ledger.get(ledger.root());
    let mut seen = vec![false; ledger.records().len()];
    let mut waiting = vec![(ledger.root(), root.costs.proof <= root.costs.disproof)];
    let mut rest = Vec::new();
    while let Some((id, wins)) = waiting.pop() {
        let record = ledger.get(id);
        if record.winner.is_some() || std::mem::replace(&mut seen[id.number()], true) {
            continue;
        }
        let Some(children) = &record.children else {
            let costs = record.first_costs.unwrap_or(record.costs);
            rest.push(Rest { guess: cost(costs, wins).into(), spent: record.expansions as f64 });
            continue;
        };
        let open = children.iter().filter(|&&child| ledger.get(child).winner.is_none());
        match wins {
            // One move is enough, and the opponent loses after it; else he wins after all of them.
            true => {
                let disproof = |id: Id| ledger.get(id).costs.disproof;
                let best = open.min_by(|&&a, &&b| disproof(a).total_cmp(&disproof(b)));
                waiting.extend(best.map(|&child| (child, false)));
            }
            false => waiting.extend(open.map(|&child| (child, true))),
        }
    }
    rest
}

/// What the rest takes, at random: each position more than it has taken, and all of them more or less as what
/// was learned may be off.
fn draw(resistance: &Resistance, rest: &[Rest], rng: &mut Rng) -> f64 {
    let resistance = resistance.doubted(rng);
    let left = |&Rest { guess, spent }: &Rest| {
        guess * resistance.draw(rng, (spent / guess).ln()).exp() - spent
    };
    rest.iter().map(left).sum()
}

#[cfg(test)]
mod tests {
    use otrera_board::{Color, Position};

    use super::*;
    use crate::record::{Value, Work};
    use crate::resistance::normal;
    use crate::successors::successors;

    /// Guesses of positions and what they really take: about e³ times as much, now more, now less.
    fn truths(rng: &mut Rng, count: usize) -> Vec<(f32, u64)> {
        let truth = |_| {
            let guess = (5.0 + normal(rng)).exp();
            (guess as f32, (guess * (3.0 + 1.2 * normal(rng)).exp()).ceil() as u64)
        };
        (0..count).map(truth).collect()
    }

    /// A ledger in which all work went to one first move, whose replies must all be settled; each of them has had
    /// `budget` expansions, or what it takes if that is less. Returns what is really left, too.
    fn campaign(seed: u64, budget: u64) -> (Ledger, f64) {
        let mut rng = Rng::with_seed(seed);
        let start: Position = "5x5".parse().unwrap();
        let mut ledger = Ledger::new(start.narrow().unwrap());
        let root = ledger.root();
        let first = ledger.successors(root);
        let truths = truths(&mut rng, successors(&first[0].position).len());
        let guessed = truths.iter().map(|&(guess, _)| guess).sum();
        let mut values = vec![Value::Open(Costs::open(1e9, 1e9)); first.len()];
        values[0] = Value::Open(Costs::open(1e9, guessed));
        ledger.expand(root, &values).unwrap();
        let chosen = ledger.find(&first[0].key).unwrap();
        let values: Vec<Value> =
            truths.iter().map(|&(guess, _)| Value::Open(Costs::open(guess, 1e9))).collect();
        ledger.expand(chosen, &values).unwrap();
        let mut left = 0.0;
        for (id, (guess, takes)) in
            ledger.get(chosen).children.clone().unwrap().into_iter().zip(truths)
        {
            let found = match takes <= budget {
                true => Ok(Color::White),
                false => Err(Costs::open(guess.max(budget as f32 / 25.0), 1e9)),
            };
            let expansions = takes.min(budget);
            left += (takes - expansions) as f64;
            ledger.work(id, Work { found, jobs: 1, expansions, milliseconds: 1 }).unwrap();
        }
        (ledger, left)
    }

    /// The truth is within the range about as often as it says, and the middle is no more often above it than
    /// below; early on, when most is open, as well as late.
    #[test]
    fn estimates_are_as_good_as_they_say() {
        for budget in [1_000, 4_000, 16_000] {
            let (mut within, mut above) = (0, 0);
            for seed in 0..40 {
                let (ledger, left) = campaign(seed, budget);
                let estimate = Estimate::of(&ledger).unwrap();
                assert!(estimate.low < estimate.middle && estimate.middle < estimate.high);
                within += u32::from((estimate.low..=estimate.high).contains(&left));
                above += u32::from(left > estimate.middle);
            }
            assert!((25..=39).contains(&within), "{budget}: {within} of 40 within the range");
            assert!((10..=30).contains(&above), "{budget}: {above} of 40 above the middle");
        }
    }

    /// What has resisted makes the estimate larger, though nothing more is settled.
    #[test]
    fn work_in_vain_counts() {
        let (mut ledger, _) = campaign(1, 4_000);
        let before = Estimate::of(&ledger).unwrap();
        let open: Vec<Id> = ledger.ids().filter(|&id| ledger.get(id).jobs > 0).collect();
        for id in open {
            let record = ledger.get(id);
            if record.winner.is_none() {
                let found = Err(record.costs);
                ledger
                    .work(id, Work { found, jobs: 1, expansions: 96_000, milliseconds: 1 })
                    .unwrap();
            }
        }
        let after = Estimate::of(&ledger).unwrap();
        assert_eq!((before.settled, before.open), (after.settled, after.open));
        assert!(after.middle > 4.0 * before.middle, "{before:?}, {after:?}");
    }
}
