//! Networks that know nothing, or say something absurd, decide nothing that is exact.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use otrera_area::random::playout;
use otrera_board::{Color, Position, Size};
use otrera_player::{Allowance, BoardPlayer, EvaluationKind, Network, Settings, Worth};
use otrera_solver::{Limits, Solver};

use crate::maker::Maker;

/// Random weights, as they are or so large that numbers overflow on their way.
fn absurd(seed: u64, factor: f32) -> Arc<Network> {
    let mut maker = Maker::new(&mut Rng::with_seed(seed), 8, 2, &[1]);
    for number in maker.tensors.iter_mut().flat_map(|tensor| &mut tensor.numbers) {
        *number *= factor;
    }
    Arc::new(Network::from_bytes(&maker.file()).expect("absurd, but a network"))
}

fn winner(solver: &mut Solver<u64>, position: &Position) -> Color {
    let narrow = position.narrow().expect("a small board");
    solver.winner(&narrow, Limits::default()).expect("there is no limit")
}

/// Whole games: what is called certain is what the solver says, with exact endgames and without; and who has a won endgame wins it.
#[test]
fn absurd_networks_decide_nothing() {
    let mut rng = Rng::with_seed(71);
    let size = Size::new(6, 6).expect("a board");
    let mut solver = Solver::<u64>::new(otrera_solver::Settings {
        memory: 64 << 20,
        ..otrera_solver::Settings::default()
    })
    .expect("a solver");
    let (mut claims, mut guesses) = (0, 0);
    for n in 0..24 {
        let mut settings = Settings::default();
        settings.memory = 4 << 20;
        settings.evaluation = EvaluationKind::Network;
        settings.network = Some(absurd(n, [1.0, 40.0, 1000.0][n as usize % 3]));
        settings.endgames = n % 2 == 0;
        let exact = settings.endgames;
        let mut player = BoardPlayer::new(settings);
        let mut position = playout(&mut rng, size, 12..13);
        let mut kept = None;
        while !position.is_over() {
            let allowance = Allowance { nodes: Some(400), ..Allowance::default() };
            let decision =
                player.think(&position, &allowance, &AtomicBool::new(false), &mut |_| ());
            let decision = decision.expect("there are moves");
            let claim = match decision.opinion.worth {
                Worth::Guess(moves) => {
                    assert!(moves.is_finite(), "{position}: {moves}");
                    guesses += 1;
                    None
                }
                Worth::Wins(_) => Some(position.to_move()),
                Worth::Loses(_) => Some(!position.to_move()),
            };
            if let Some(claim) = claim {
                claims += 1;
                assert_eq!(claim, winner(&mut solver, &position), "{position}");
            }
            // Once it is certain, exact endgames let nothing slip.
            if let (true, Some(kept)) = (exact, kept) {
                assert_eq!(winner(&mut solver, &position), kept, "{position}");
            }
            kept = kept.or(claim);
            position = position.play(decision.mv).expect("a legal move");
        }
    }
    assert!(claims > 50 && guesses > 20, "{claims} claims, {guesses} guesses");
}
