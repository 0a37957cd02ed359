//! Proof numbers: what it costs to prove a node, and to disprove it.

use crate::transpositions::Finding;

/// Costs of proving and of disproving that the player to move wins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Costs {
    pub proof: f32,
    pub disproof: f32,
}

/// The largest cost of a node that is not settled, …
pub(crate) const LARGEST_COST: f32 = 1e30;

/// … and the smallest: nothing but a proof is free.
const SMALLEST_COST: f32 = 1e-30;

impl Costs {
    pub const WON: Costs = Costs { proof: 0.0, disproof: f32::INFINITY };
    pub const LOST: Costs = Costs { proof: f32::INFINITY, disproof: 0.0 };

    /// The costs of a node that nobody has looked at.
    pub const UNKNOWN: Costs = Costs { proof: -1.0, disproof: -1.0 };

    /// The costs of what is settled.
    pub fn of_outcome(mover_wins: bool) -> Costs {
        if mover_wins { Costs::WON } else { Costs::LOST }
    }

    pub fn is_won(&self) -> bool {
        self.proof == 0.0
    }

    pub fn is_lost(&self) -> bool {
        self.disproof == 0.0
    }

    /// Does the player to move win, if that is settled?
    pub fn outcome(&self) -> Option<bool> {
        match (self.is_won(), self.is_lost()) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    /// As an entry of the table, with the work that was done.
    pub fn finding(self, work: u64) -> Finding {
        Finding {
            outcome: self.outcome(),
            numbers: [self.proof, self.disproof],
            depth: 0,
            work: u32::try_from(work).unwrap_or(u32::MAX),
        }
    }
}

impl From<Finding> for Costs {
    fn from(finding: Finding) -> Costs {
        match finding.outcome {
            Some(mover_wins) => Costs::of_outcome(mover_wins),
            // Only an outcome is a proof: numbers alone never are, wherever they come from.
            None => {
                let open = |cost: f32| match cost >= SMALLEST_COST {
                    true => cost.min(LARGEST_COST),
                    false => SMALLEST_COST,
                };
                let [proof, disproof] = finding.numbers.map(open);
                Costs { proof, disproof }
            }
        }
    }
}
