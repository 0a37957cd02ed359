//! Fast games of a player against himself, to fit the evaluation to.

use std::sync::atomic::AtomicBool;

use otrera_board::{Move, Position};

use super::allowance::Allowance;
use super::evaluation::{Full, Parameters, Sample, View};
use super::player::{BoardPlayer, Settings};

/// Games to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Practice {
    /// Where they begin.
    pub start: Position,
    /// So many positions are looked at for a move.
    pub nodes: u64,
    /// So many random moves are made first.
    pub random_moves: usize,
    /// One move in so many is random later on, too.
    pub slips: usize,
}

impl Practice {
    /// The positions of a game, the same for the same seed. It ends when no square can be reached by both, and whoever reaches more
    /// has won.
    pub fn game(&self, settings: &Settings, seed: u64) -> Vec<Sample> {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut player = BoardPlayer::new(settings.clone());
        let full = Full::new(self.start.size(), Parameters::fitted());
        let allowance = Allowance { nodes: Some(self.nodes), ..Allowance::default() };
        let mut position = self.start;
        let mut seen = Vec::new();
        let mut made = 0;
        let winner = loop {
            let features = full.features(&View::new(&position));
            let terms = features.terms;
            if terms.open == 0.0 {
                let ahead = terms.moves > 0.0;
                break if ahead { position.to_move() } else { !position.to_move() };
            }
            let moves = || position.moves().collect::<Vec<Move>>();
            let random =
                made < self.random_moves || self.slips > 0 && rng.usize(0..self.slips) == 0;
            if made >= self.random_moves {
                seen.push((features, position.to_move()));
            }
            made += 1;
            let mv = match random {
                true => rng.choice(moves()),
                false => player
                    .think(&position, &allowance, &AtomicBool::new(false), &mut |_| ())
                    .map(|decision| decision.mv),
            };
            let Some(mv) = mv else { break !position.to_move() };
            position.make(mv);
        };
        seen.into_iter()
            .map(|(features, color)| Sample { features, mover_wins: color == winner })
            .collect()
    }
}
