//! Proof numbers over the ledger, by the same rules as in the search below it: proving that the player to
//! move wins costs as much as the cheapest move that wins; disproving it costs as much as all moves together.

use otrera_board::Color;

/// Costs of proving and of disproving that the player to move wins.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Costs {
    /// Of proving it: 0 if it is proved, without end if it is disproved.
    pub proof: f32,
    /// Of disproving it.
    pub disproof: f32,
}

/// The largest cost of what is open, and the smallest.
const LARGEST: f32 = 1e30;
const SMALLEST: f32 = 1e-30;

impl Costs {
    /// What is not known at all.
    pub const UNKNOWN: Costs = Costs { proof: 1.0, disproof: 1.0 };

    /// Costs of an open position, from anywhere: never free, never without end, and with three digits, as
    /// they are written down.
    pub fn open(proof: f32, disproof: f32) -> Costs {
        let tame = |cost: f32| match cost >= SMALLEST {
            true => text(cost.min(LARGEST)).parse().unwrap_or(1.0),
            false => SMALLEST,
        };
        Costs { proof: tame(proof), disproof: tame(disproof) }
    }

    /// The costs of a settled position.
    pub fn of_winner(mover_wins: bool) -> Costs {
        match mover_wins {
            true => Costs { proof: 0.0, disproof: f32::INFINITY },
            false => Costs { proof: f32::INFINITY, disproof: 0.0 },
        }
    }

    /// Does the player to move win, if that is settled?
    pub fn mover_wins(&self) -> Option<bool> {
        match (self.proof == 0.0, self.disproof == 0.0) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }
}

/// A cost as it is written down.
pub(crate) fn text(cost: f32) -> String {
    format!("{cost:.2e}")
}

/// The costs of a position whose player to move this is, from winners and costs of all that follows.
pub(crate) fn costs(mover: Color, children: impl Iterator<Item = (Option<Color>, Costs)>) -> Costs {
    let (mut least, mut all) = (None, 0.0);
    for (winner, costs) in children {
        match winner {
            // One move that wins is enough.
            Some(winner) if winner == mover => return Costs::of_winner(true),
            Some(_) => {}
            None => {
                least = Some(least.map_or(costs.disproof, |least: f32| least.min(costs.disproof)));
                all += costs.proof;
            }
        }
    }
    match least {
        Some(least) => {
            Costs { proof: least.clamp(SMALLEST, LARGEST), disproof: all.clamp(SMALLEST, LARGEST) }
        }
        // Whoever cannot move has lost, and so has he whose moves all lose.
        None => Costs::of_winner(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_move_wins_and_all_must_lose() {
        let open = |proof, disproof| (None, Costs { proof, disproof });
        let all =
            |children: &[(Option<Color>, Costs)]| costs(Color::White, children.iter().copied());
        let won = (Some(Color::White), Costs::UNKNOWN);
        let lost = (Some(Color::Black), Costs::UNKNOWN);
        assert_eq!(all(&[lost, open(3.0, 5.0), won]).mover_wins(), Some(true));
        assert_eq!(all(&[lost, lost]).mover_wins(), Some(false));
        assert_eq!(all(&[]).mover_wins(), Some(false));
        // The cheapest to disprove; all of them to prove.
        let children = [open(1.0, 9.0), open(2.0, 7.0), open(4.0, 5.0), open(8.0, 6.0), lost];
        let found = all(&children);
        assert_eq!((found.proof, found.disproof), (5.0, 1.0 + 2.0 + 4.0 + 8.0));
    }

    #[test]
    fn costs_of_what_is_open_are_tame_and_survive_their_text() {
        for cost in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e-40, 123_456.7, 3.0] {
            let costs = Costs::open(cost, cost);
            assert_eq!(costs.mover_wins(), None);
            assert!(costs.proof.is_finite());
            assert_eq!(text(costs.proof).parse(), Ok(costs.proof));
        }
    }
}
