//! The commands that answer position by position: many at a time, on as many threads as are asked for.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::thread;

use otrera::answers::{self, Question, Solving, Stop, Tell, Told, Valuing};
use otrera_board::Position as Board;
use otrera_cgt::Dyadic;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::{Error, raised};
use crate::number::{Whole, threads as number_of};
use crate::position::{Position, boards};
use crate::work::aside;

/// An answer as the Python side takes it: JSON and text, and a proof; or the error.
#[derive(IntoPyObject)]
pub enum Answer<'py> {
    Told(String, String, Option<Bound<'py, PyBytes>>),
    Error(Bound<'py, PyAny>),
}

pub fn answer(py: Python<'_>, told: Told) -> Answer<'_> {
    Answer::Told(told.json, told.text, told.proof.map(|proof| PyBytes::new(py, &proof)))
}

/// Values of positions.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn value<'py>(
    py: Python<'py>,
    positions: Vec<Bound<'py, Position>>,
    threads: Option<Whole>,
    progress: Option<Py<PyAny>>,
    limit: Option<String>,
    plain: bool,
    moves: bool,
    bounds: bool,
) -> PyResult<Vec<Answer<'py>>> {
    let question = Question::Value(Valuing { limit, plain, moves, bounds });
    ask(py, &question, &boards(&positions), threads, progress)
}

/// Areas of positions.
#[pyfunction]
pub fn areas<'py>(
    py: Python<'py>,
    positions: Vec<Bound<'py, Position>>,
    threads: Option<Whole>,
    progress: Option<Py<PyAny>>,
    search: Whole,
) -> PyResult<Vec<Answer<'py>>> {
    ask(py, &Question::Areas(search.read(answers::search)?), &boards(&positions), threads, progress)
}

/// Winners of positions. One position has all threads; several have one each.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn solve<'py>(
    py: Python<'py>,
    positions: Vec<Bound<'py, Position>>,
    threads: Option<Whole>,
    progress: Option<Py<PyAny>>,
    batch: bool,
    limit: Option<String>,
    memory: String,
    alpha_beta: bool,
    tables: Option<String>,
    no_tables: bool,
    proof: bool,
) -> PyResult<Vec<Answer<'py>>> {
    let each = if batch { 1 } else { number_of(threads.as_ref())? };
    let how = Solving { limit, memory, threads: each, alpha_beta, tables, no_tables, proof, batch };
    ask(py, &Question::Solve(how), &boards(&positions), threads, progress)
}

/// Means and temperatures of positions.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn tds<'py>(
    py: Python<'py>,
    positions: Vec<Bound<'py, Position>>,
    threads: Option<Whole>,
    progress: Option<Py<PyAny>>,
    delta: Option<String>,
    depth: Option<Whole>,
    limit: Option<String>,
    tables: Option<String>,
) -> PyResult<Vec<Answer<'py>>> {
    let depth = depth.map(|depth| depth.read(answers::tds_depth)).transpose()?;
    let question = Question::Tds { delta, depth, limit, tables };
    ask(py, &question, &boards(&positions), threads, progress)
}

/// The map of a position's areas.
#[pyfunction]
pub fn areas_svg(py: Python<'_>, position: &Position, search: Whole) -> PyResult<String> {
    let search = search.read(answers::search)?;
    aside(py, None, |stop, _| answers::areas_picture(&position.0, search, stop))
}

/// A thermograph, beside its board if one is given.
#[pyfunction]
#[pyo3(signature = (position, left, right, value))]
pub fn thermograph_svg(
    position: Option<&Position>,
    left: Vec<(String, String)>,
    right: Vec<(String, String)>,
    value: &str,
) -> PyResult<String> {
    let read = |corners: Vec<(String, String)>| -> PyResult<Vec<(Dyadic, Dyadic)>> {
        let number =
            |text: &str| text.parse::<Dyadic>().map_err(|error| Error::new_err(error.to_string()));
        corners.iter().map(|(t, value)| Ok((number(t)?, number(value)?))).collect()
    };
    let position = position.map(|position| &position.0);
    answers::thermograph_picture(position, read(left)?, read(right)?, value)
        .map_err(|error| raised(&error))
}

/// All answers, in the order of the positions.
fn ask<'py>(
    py: Python<'py>,
    question: &Question,
    positions: &[Board],
    threads: Option<Whole>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Answer<'py>>> {
    let threads = number_of(threads.as_ref())?.min(positions.len().max(1));
    let batch = Batch {
        positions,
        next: AtomicUsize::new(0),
        done: AtomicUsize::new(0),
        answers: Mutex::new(positions.iter().map(|_| None).collect()),
    };
    let work = |stop: Stop, send: Sender<String>| {
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|_| {
                    let mut worker = Worker { batch: &batch, stop, send: send.clone(), at: 0 };
                    scope.spawn(move || question.answer(&mut worker, stop))
                })
                .collect();
            // They hold the only ends: when they are done, nobody waits for lines any more.
            drop(send);
            workers.into_iter().try_for_each(|worker| match worker.join() {
                Ok(done) => done,
                Err(panic) => std::panic::resume_unwind(panic),
            })
        })
    };
    aside(py, progress.as_ref(), work)?.map_err(|error| raised(&error))?;
    let answers = batch.answers.into_inner().unwrap_or_else(PoisonError::into_inner);
    let answers = answers.into_iter().flatten().map(|told| match told {
        Ok(told) => answer(py, told),
        Err(error) => Answer::Error(raised(&error).into_value(py).into_bound(py).into_any()),
    });
    Ok(answers.collect())
}

/// So often it is told at most how far something is.
pub const MOST_TOLD: usize = 200;

/// Positions that several threads take, one after another.
struct Batch<'a> {
    positions: &'a [Board],
    next: AtomicUsize,
    done: AtomicUsize,
    answers: Mutex<Vec<Option<Result<Told, answers::Error>>>>,
}

struct Worker<'a> {
    batch: &'a Batch<'a>,
    stop: Stop,
    send: Sender<String>,
    /// The position that it is at.
    at: usize,
}

impl Tell for Worker<'_> {
    fn next(&mut self) -> Option<Board> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        self.at = self.batch.next.fetch_add(1, Ordering::Relaxed);
        self.batch.positions.get(self.at).copied()
    }

    fn answer(&mut self, answer: Result<Told, answers::Error>) {
        let mut answers = self.batch.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers[self.at] = Some(answer);
        // Told before another thread counts on: what is done never becomes less.
        let of = self.batch.positions.len();
        let done = self.batch.done.fetch_add(1, Ordering::Relaxed) + 1;
        if of > 1 && (done.is_multiple_of(of.div_ceil(MOST_TOLD)) || done == of) {
            self.progress(format!("{{\"stage\":\"batch\",\"done\":{done},\"of\":{of}}}"));
        }
        drop(answers);
    }

    fn progress(&mut self, line: String) {
        // Nobody listens any more once the work is to end.
        let _ = self.send.send(line);
    }
}
