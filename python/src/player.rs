//! The player.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use otrera::answers::{self, Stop};
use otrera_player::{Allowance, BoardPlayer, Opinion, Worth};
use pyo3::prelude::*;

use crate::ask::{Answer, answer};
use crate::error::{Error, raised};
use crate::number::{Seconds, Whole};
use crate::position::Position;
use crate::work::aside;

/// A player of whole boards, which keeps what it has found from one move to the next.
///
/// Its options are those of the command line: "threads=2,endgames=off,evaluation=network".
#[pyclass(frozen, subclass, module = "otrera._native")]
pub struct Player {
    player: Mutex<BoardPlayer>,
    /// Threads of Python that wait for what he thinks.
    waiting: Mutex<Vec<ThreadId>>,
    options: String,
    tables: bool,
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (options = "", *, tables = true))]
    fn new(py: Python<'_>, options: &str, tables: bool) -> PyResult<Player> {
        let player = py.detach(|| answers::player_settings(options, !tables).map(BoardPlayer::new));
        let player = Mutex::new(player.map_err(|error| raised(&error))?);
        let waiting = Mutex::new(Vec::new());
        Ok(Player { player, waiting, options: options.to_owned(), tables })
    }

    /// Drops what it has found, as before another game.
    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        let _turn = self.turn()?;
        aside(py, None, |stop, _| {
            if let Some(mut player) = self.free(stop) {
                player.forget();
            }
        })
    }

    /// What it was made with.
    fn _made_with(&self) -> (&str, bool) {
        (&self.options, self.tables)
    }

    fn __repr__(&self) -> String {
        let tables = if self.tables { "" } else { ", tables=False" };
        format!("Player('{}'{tables})", self.options)
    }

    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn _think<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        time: Option<Seconds>,
        clock: Option<Seconds>,
        increment: Seconds,
        depth: Option<Whole>,
        nodes: Option<Whole>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Answer<'py>> {
        let allowance = Allowance {
            per_move: time.map(|time| time.read("time")).transpose()?,
            clock: clock.map(|clock| clock.read("clock")).transpose()?,
            increment: increment.read("increment")?,
            depth: depth.map(|depth| depth.read(answers::think_depth)).transpose()?,
            nodes: nodes.map(|nodes| nodes.read(answers::nodes)).transpose()?,
            ..Allowance::default()
        };
        let position = position.0;
        let _turn = self.turn()?;
        let told = aside(py, progress.as_ref(), |stop, send| {
            // Whoever has set the flag does not wait for an answer.
            let mut player = self.free(stop)?;
            let decision = player.think(&position, &allowance, stop, &mut |opinion| {
                // Nobody listens any more once the work is to end.
                let _ = send.send(thinking(opinion));
            });
            Some(answers::decision(&position, decision.as_ref()))
        })?;
        let told = told.ok_or_else(|| Error::new_err("interrupted"))?;
        Ok(answer(py, told.map_err(|error| raised(&error))?))
    }
}

impl Player {
    /// The player once no other thread needs him, unless the flag is set first.
    fn free(&self, stop: Stop) -> Option<MutexGuard<'_, BoardPlayer>> {
        loop {
            match self.player.try_lock() {
                Ok(player) => return Some(player),
                Err(TryLockError::Poisoned(player)) => return Some(player.into_inner()),
                Err(TryLockError::WouldBlock) if stop.load(Ordering::Relaxed) => return None,
                Err(TryLockError::WouldBlock) => thread::sleep(BETWEEN_TRIES),
            }
        }
    }

    /// Refuses whoever asks from a callback of the same player: both would wait for each other.
    fn turn(&self) -> PyResult<Turn<'_>> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let me = thread::current().id();
        if waiting.contains(&me) {
            return Err(Error::new_err(
                "the player is thinking; ask again when the callback is over",
            ));
        }
        waiting.push(me);
        Ok(Turn(&self.waiting))
    }
}

/// How soon it is noticed that the player is free.
const BETWEEN_TRIES: Duration = Duration::from_millis(5);

/// A thread that waits for the player.
struct Turn<'a>(&'a Mutex<Vec<ThreadId>>);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let me = thread::current().id();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|&thread| thread != me);
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
