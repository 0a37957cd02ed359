//! Proofs in the words of a solver that knows how to win.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use otrera_board::{Bits, Color, Position};
use otrera_proof::{
    Claim, Draft, LeafLimits, NoAnswer, Oracle, Play, Side, State, Strategy, StrategyError, Written,
};
use otrera_solver::{Limits, Question, Solver, Strategist};

/// A solver's strategist, asked for the plays of a proof.
pub struct SolverOracle<'a, 'b, B: 'static> {
    strategist: &'a mut Strategist<'b, B>,
    winner: Color,
}

impl<'a, 'b, B: Bits> SolverOracle<'a, 'b, B> {
    /// Asks this strategist how the winner wins.
    pub fn new(strategist: &'a mut Strategist<'b, B>, winner: Color) -> SolverOracle<'a, 'b, B> {
        SolverOracle { strategist, winner }
    }
}

impl<B: Bits> Oracle<B> for SolverOracle<'_, '_, B> {
    fn winning_plays(&mut self, state: &State<B>) -> Result<Vec<Play>, NoAnswer> {
        let question = Question {
            geometry: state.geometry(),
            player: self.winner,
            amazons: [Side::Winner, Side::Loser].map(|side| state.amazons(side)),
            empty: state.empty(),
            free: state.free(),
        };
        match self.strategist.winning_moves(&question) {
            Ok(moves) if moves.is_empty() => Err(NoAnswer::Lost),
            Ok(moves) => Ok(moves),
            Err(_) => Err(NoAnswer::Interrupted),
        }
    }

    fn is_interrupted(&self) -> bool {
        self.strategist.is_stopped()
    }
}

/// Writes the proof of a position that a solver has solved, within so many expansions, if they are limited: what others have told
/// the solver has to be found out for the proof.
pub fn write_proof(
    solver: &mut Solver<u64>,
    position: &Position<u64>,
    winner: Color,
    path: &Path,
    expansions: Option<u64>,
    interrupted: &AtomicBool,
) -> Result<Written, StrategyError> {
    let claim = Claim {
        position: position.widen(),
        winner,
        limits: LeafLimits::LARGEST,
        origin: concat!("otrera ", env!("CARGO_PKG_VERSION"), " campaign verify").to_owned(),
    };
    let draft = Draft::take(path)?;
    let ends = || interrupted.load(Ordering::Relaxed);
    let mut strategy = Strategy::begin(&draft, claim, position, None, &ends)?;
    let limits = Limits { expansions, interrupted: Some(interrupted), ..Limits::default() };
    let written = solver.with_strategists(limits, |strategists| {
        let oracles = strategists.iter_mut().map(|asked| SolverOracle::new(asked, winner));
        strategy.write(&mut oracles.collect::<Vec<_>>(), &mut |_| Ok(()))
    });
    match written {
        Ok(()) => Ok(strategy.finish()?),
        Err(error) => {
            strategy.abandon();
            Err(error)
        }
    }
}
