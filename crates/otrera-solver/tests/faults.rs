//! A solver with an unsound rule writes proofs that the checker rejects.

use fastrand::Rng;
use otrera_area::random;
use otrera_area::soundness::PlainSearch;
use otrera_board::Color;
use otrera_proof::{
    Claim, Draft, NoAnswer, Oracle, Outcome, Play, ProofFile, Side, State, Strategy, check,
};
use otrera_solver::{Fault, Limits, Question, Rules, Settings, Solver, Strategist};

/// Plays what the solver says, and anything where it finds out that it has erred.
struct Believer<'a, 'b> {
    strategist: &'a mut Strategist<'b, u64>,
    winner: Color,
}

impl Oracle<u64> for Believer<'_, '_> {
    fn winning_plays(&mut self, state: &State<u64>) -> Result<Vec<Play>, NoAnswer> {
        let question = Question {
            geometry: state.geometry(),
            player: self.winner,
            amazons: [Side::Winner, Side::Loser].map(|side| state.amazons(side)),
            empty: state.empty(),
            free: state.free(),
        };
        let mut plays = self.strategist.winning_moves(&question).expect("nobody interrupts");
        if plays.is_empty() {
            state.any_play(Side::Winner, |play, _| {
                plays.push(play);
                false
            });
        }
        // Without any move there is nothing to write down.
        if plays.is_empty() { Err(NoAnswer::Unknown) } else { Ok(plays) }
    }
}

#[test]
fn proofs_by_unsound_solvers_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("false.proof");
    for fault in Fault::ALL {
        let mut rng = Rng::with_seed(7);
        let (mut wrong, mut rejected, mut accepted) = (0, 0, 0);
        for _ in 0..300 {
            let area = random::blob(&mut rng, 8, 20);
            let to_move = if rng.bool() { Color::Black } else { Color::White };
            let position = area.position(to_move);
            let rules = Rules { fault: Some(fault), ..Rules::default() };
            let mut solver =
                Solver::<u64>::new(Settings { memory: 1 << 17, rules, ..Settings::default() })
                    .unwrap();
            let winner = solver.winner(&position, Limits::default()).unwrap();
            let right = PlainSearch::default().mover_wins(&position) == (winner == to_move);
            wrong += u32::from(!right);
            let claim = Claim {
                position: position.widen(),
                winner,
                limits: otrera_proof::LeafLimits::LARGEST,
                origin: format!("{fault:?}"),
            };
            let draft = Draft::take(&path).unwrap();
            let mut strategy = Strategy::begin(&draft, claim, &position, None, &|| false).unwrap();
            let written = solver.with_strategists(Limits::default(), |strategists| {
                let strategist = &mut strategists[0];
                strategy.write(&mut [Believer { strategist, winner }], &mut |_| Ok(()))
            });
            written.unwrap();
            strategy.finish().unwrap();
            let proof = ProofFile::open(&path).unwrap();
            let mut options = otrera_proof::CheckSettings::default();
            options.threads = 1;
            match check(&proof, options).unwrap() {
                Outcome::Accepted(_) => {
                    assert!(right, "{fault:?}: {position}: {winner} does not win");
                    accepted += 1;
                }
                Outcome::Rejected(_) => rejected += 1,
                other => panic!("nobody stops it, and there are no notes: {other:?}"),
            }
        }
        println!(
            "{fault:?}: {wrong} wrong answers; {rejected} proofs rejected, {accepted} accepted"
        );
        assert!(wrong >= 5 && rejected >= wrong, "{fault:?}: {wrong} wrong, {rejected} rejected");
    }
}
