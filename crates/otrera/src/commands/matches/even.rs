//! Which random openings are even enough to tell engines apart: where one side is far ahead, whoever has it wins.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use otrera_board::Position;
use otrera_player::{Allowance, BoardPlayer, EvaluationKind, Settings, Worth};

use super::openings::Opening;

/// So many openings are drawn for each that is wanted.
const DRAWS: usize = 200;

/// A quick look, with the same result in every run: so many positions.
const NODES: u64 = 100;

/// Has a quick look at openings, and remembers what he has chosen: two games begin with each.
pub struct Judge {
    /// By so many moves a side may seem to be ahead.
    pub lead: f32,
    desk: Mutex<Desk>,
}

struct Desk {
    player: BoardPlayer,
    chosen: HashMap<u64, Opening>,
}

impl Judge {
    pub fn new(lead: f32) -> Judge {
        let mut settings = Settings::default();
        settings.evaluation = EvaluationKind::Network;
        settings.memory = 8 << 20;
        settings.endgames = false;
        let desk = Desk { player: BoardPlayer::new(settings), chosen: HashMap::new() };
        Judge { lead, desk: Mutex::new(desk) }
    }

    /// The opening of a number: the first drawn in which nobody seems to be further ahead, or else the most even one.
    pub fn choose(&self, number: u64, mut draw: impl FnMut() -> Opening) -> Opening {
        let mut desk = self.desk.lock().unwrap_or_else(PoisonError::into_inner);
        let Desk { player, chosen } = &mut *desk;
        if let Some(opening) = chosen.get(&number) {
            return opening.clone();
        }
        let mut best = draw();
        let mut least = lead(player, &best.position());
        for _ in 1..DRAWS {
            if least <= self.lead {
                break;
            }
            let next = draw();
            let next_lead = lead(player, &next.position());
            if next_lead < least {
                (best, least) = (next, next_lead);
            }
        }
        chosen.insert(number, best.clone());
        best
    }
}

/// By how many moves one of the sides seems to be ahead.
fn lead(player: &mut BoardPlayer, position: &Position) -> f32 {
    player.forget();
    let allowance = Allowance { nodes: Some(NODES), ..Allowance::default() };
    let decision = player.think(position, &allowance, &AtomicBool::new(false), &mut |_| {});
    match decision.map(|decision| decision.opinion.worth) {
        Some(Worth::Guess(moves)) => moves.abs(),
        _ => f32::INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::super::openings::Openings;
    use super::*;

    #[test]
    fn even_openings_are_even_and_can_be_repeated() {
        let start: Position = "6x6".parse().unwrap();
        let openings = |lead: Option<f32>| Openings::Random {
            start,
            plies: 4,
            seed: 1,
            judge: lead.map(Judge::new).map(Box::new),
        };
        let [all, even, again] = [None, Some(4.0), Some(4.0)].map(openings);
        let mut judge = Judge::new(0.0).desk.into_inner().unwrap().player;
        let mut lead = |opening: &Opening| lead(&mut judge, &opening.position());
        let uneven =
            (0..9).find(|&number| lead(&all.get(number)) > 4.0).expect("nothing to pass over");
        let opening = even.get(uneven);
        assert!(lead(&opening) <= 4.0);
        // In any order, and asked twice.
        let other = again.get(uneven + 1);
        assert_ne!(opening, other);
        assert_eq!([again.get(uneven), again.get(uneven + 1)], [opening, other]);
        // What is decided is passed over as long as there is anything else; here there is not.
        let decided = "b.xw. w".parse().unwrap();
        let judge = Some(Box::new(Judge::new(1.0)));
        Openings::Random { start: decided, plies: 0, seed: 1, judge }.get(0);
    }
}
