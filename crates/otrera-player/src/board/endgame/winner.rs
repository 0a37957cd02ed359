//! Who wins, by the solver, where nothing more can be had.

use std::sync::Arc;
use std::time::{Duration, Instant};

use otrera_area::tables::Tables;
use otrera_board::{Color, Position};
use otrera_solver::{Limits, Rules, Settings, Solver, Stopped};

use super::clock::{Clock, Halt};
use super::word::Word;
use crate::sums::charged;

/// A solver for each word, made when it is needed.
#[derive(Debug)]
pub(super) struct Solvers {
    /// Bytes that each remembers.
    memory: usize,
    pub narrow: Option<Solver<u64>>,
    pub wide: Option<Solver<u128>>,
}

/// A solver looks seldom at whether it should stop: it is asked for so long at a time …
const SLICE: Duration = Duration::from_millis(8);
/// … or, if no time is given, for so many expansions, which are the same whenever they are repeated.
const EXPANSIONS: u64 = 200;

impl Solvers {
    pub fn new(memory: usize) -> Solvers {
        Solvers { memory, narrow: None, wide: None }
    }

    /// Their memory stays.
    pub fn forget(&mut self) {
        if let Some(solver) = &mut self.narrow {
            solver.forget();
        }
        if let Some(solver) = &mut self.wide {
            solver.forget();
        }
    }

    /// Who wins a position.
    pub fn winner<B: Word>(
        &mut self,
        position: &Position<B>,
        tables: Option<&Arc<Tables>>,
        clock: &mut Clock<'_>,
    ) -> Result<Color, Halt> {
        let solver = self.solver::<B>(tables)?;
        loop {
            clock.look()?;
            let deadline = clock.deadline().map(|end| Instant::now() + end.left().min(SLICE));
            let expansions = match deadline {
                Some(_) => clock.nodes_left(),
                None => Some(clock.nodes_left().unwrap_or(u64::MAX).min(EXPANSIONS)),
            };
            let before = solver.effort().expansions;
            let limits = Limits { deadline, expansions, ..Limits::default() };
            let found = charged(|| solver.winner(position, limits));
            clock.add(1 + solver.effort().expansions - before);
            match found {
                Ok(winner) => return Ok(winner),
                Err(Stopped::Time | Stopped::Expansions) => {}
                Err(_) => return Err(Halt),
            }
        }
    }

    fn solver<B: Word>(&mut self, tables: Option<&Arc<Tables>>) -> Result<&mut Solver<B>, Halt> {
        let memory = self.memory;
        let place = B::solver(self);
        if place.is_none() {
            // The ladder takes its time, whatever the limits.
            let rules = Rules { ladder: false, ..Rules::default() };
            let tables = tables.cloned();
            let settings = Settings { memory, rules, tables, ..Settings::default() };
            *place = Some(Solver::new(settings).map_err(|_| Halt)?);
        }
        place.as_mut().ok_or(Halt)
    }
}
