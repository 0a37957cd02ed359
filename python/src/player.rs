//! The player.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use otrera::answers;
use otrera_player::{Allowance, BoardPlayer, Opinion, Worth};
use pyo3::prelude::*;

use crate::ask::{Answer, answer};
use crate::error::{Error, raised};
use crate::position::Position;
use crate::work::aside;

/// A player of whole boards, which keeps what it has found from one move to the next.
///
/// Its options are those of the command line: "threads=2,endgames=off,evaluation=network".
#[pyclass(frozen, subclass, module = "otrera._native")]
pub struct Player {
    player: Mutex<BoardPlayer>,
    options: String,
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (options = "", *, tables = true))]
    fn new(options: &str, tables: bool) -> PyResult<Player> {
        let settings =
            answers::player_settings(options, !tables).map_err(|error| raised(&error))?;
        Ok(Player { player: Mutex::new(BoardPlayer::new(settings)), options: options.to_owned() })
    }

    /// Drops what it has found, as before another game.
    fn forget(&self, py: Python<'_>) {
        py.detach(|| self.player.lock().unwrap_or_else(PoisonError::into_inner).forget());
    }

    fn __repr__(&self) -> String {
        format!("Player('{}')", self.options)
    }

    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn _think<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        time: Option<f64>,
        clock: Option<f64>,
        increment: f64,
        depth: Option<u32>,
        nodes: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Answer<'py>> {
        let allowance = Allowance {
            per_move: time.map(|time| seconds("time", time)).transpose()?,
            clock: clock.map(|clock| seconds("clock", clock)).transpose()?,
            increment: seconds("increment", increment)?,
            depth,
            nodes,
            ..Allowance::default()
        };
        let position = position.0;
        let told = aside(py, progress.as_ref(), |stop, send| {
            let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
            let decision = player.think(&position, &allowance, stop, &mut |opinion| {
                // Nobody listens any more once the work is to end.
                let _ = send.send(thinking(opinion));
            });
            answers::decision(&position, decision.as_ref())
        })?;
        Ok(answer(py, told.map_err(|error| raised(&error))?))
    }
}

/// What the player thinks so far: by how many moves it is ahead, as it guesses, unless it knows who wins.
fn thinking(opinion: &Opinion) -> String {
    let (guess, wins) = match opinion.worth {
        Worth::Guess(moves) if moves.is_finite() => (moves.to_string(), "null"),
        Worth::Guess(_) => ("null".to_owned(), "null"),
        Worth::Wins(_) => ("null".to_owned(), "true"),
        Worth::Loses(_) => ("null".to_owned(), "false"),
    };
    let Opinion { depth, nodes, time, .. } = opinion;
    format!(
        "{{\"stage\":\"think\",\"depth\":{depth},\"nodes\":{nodes},\"guess\":{guess},\"wins\":{wins},\"seconds\":{}}}",
        time.as_secs_f64()
    )
}

fn seconds(name: &str, number: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(number).map_err(|_| {
        Error::new_err(format!("{name}: found `{number}`; expected seconds, zero or more"))
    })
}
