//! What a position takes: one thread, a fresh solver, and the processor's time instead of the clock's.

use std::sync::Arc;

use anyhow::{anyhow, bail};
use otrera_area::tables::Tables;
use otrera_board::{Color, Position};
use otrera_solver::{Limits, Settings, Solver, Stopped};

use super::instructions::Counter;
use super::record::Cost;
use crate::input::position_of_text;
use crate::interrupt::{INTERRUPT, Interrupted};

/// Measures positions, each as if it were the first.
pub struct Measurer {
    pub tables: Option<Arc<Tables>>,
    /// Counts instructions, if that is wanted.
    pub counter: Option<Counter>,
}

/// Who wins a position, and what it took to find out.
pub struct Measured {
    pub winner: Color,
    pub cost: Cost,
}

impl Measurer {
    /// Solves a position; none if it takes more than so many nodes.
    pub fn measure(&self, text: &str, most: Option<u64>) -> anyhow::Result<Option<Measured>> {
        let position = position_of_text(text)?;
        let position: Position<u64> =
            position.narrow().ok_or_else(|| anyhow!("more than 64 squares: {position}"))?;
        let before = user_seconds();
        // As `otrera solve` has it with one thread.
        let settings = Settings { tables: self.tables.clone(), ..Settings::default() };
        let mut solver: Solver<u64> = Solver::new(settings)?;
        let limits =
            Limits { expansions: most, interrupted: Some(&INTERRUPT), ..Limits::default() };
        let winner = match solver.winner(&position, limits) {
            Ok(winner) => winner,
            Err(Stopped::Expansions) => return Ok(None),
            Err(Stopped::Interrupted) => return Err(Interrupted.into()),
            Err(why) => bail!(why),
        };
        let user_seconds = user_seconds().zip(before).map(|(after, before)| after - before);
        let effort = solver.effort();
        // Its memory is given back before another program runs.
        drop(solver);
        let counted = self.counter.as_ref().map(|counter| counter.per_node(text)).transpose()?;
        let cost = Cost {
            nodes: effort.expansions,
            evaluations: effort.evaluations,
            user_seconds,
            instructions: counted.flatten(),
        };
        Ok(Some(Measured { winner, cost }))
    }
}

/// The seconds that processors have spent on this program so far, the system's work for it not counted.
#[cfg(unix)]
fn user_seconds() -> Option<f64> {
    use nix::sys::resource::{UsageWho, getrusage};
    let time = getrusage(UsageWho::RUSAGE_SELF).ok()?.user_time();
    Some(time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6)
}

#[cfg(not(unix))]
fn user_seconds() -> Option<f64> {
    None
}
