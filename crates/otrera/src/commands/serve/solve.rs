//! `/api/solve`: who wins, with the margin and the proof where they can be had.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::bail;
use otrera_area::areas;
use otrera_board::{Bits, Color, Position};
use otrera_player::{Deadline, Endgame, Worth};
use otrera_solver::{Limits, Look, Rules, Settings, Solver};
use serde::Deserialize;
use serde_json::{Value, json};

use super::body::LARGEST_PROOF;
use super::engines::Engines;
use super::jobs::Job;
use super::proofs::Proofs;
use super::refusal::Refusal;
use super::seconds::Seconds;
use crate::commands::solve::{self, Answer, Search, proof};
use crate::input;
use crate::words::counted;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    position: String,
    #[serde(default = "a_minute")]
    seconds: Seconds,
}

fn a_minute() -> Seconds {
    Seconds(60.0)
}

/// A request that was understood.
pub struct Task {
    position: Position,
    time: Duration,
}

impl Request {
    pub fn task(self) -> Result<Task, Refusal> {
        let position = input::position_of_text(&self.position)?;
        Ok(Task { position, time: self.seconds.checked()? })
    }
}

/// The search has this share of the time, so that some is left for the margin and the proof.
const SHARE_OF_SEARCH: f64 = 0.8;

/// The margin has this share of what is left then.
const SHARE_OF_MARGIN: f64 = 0.5;

/// Of the memory, the solver has all but this part, which is for endgames.
const PART_OF_ENDGAMES: usize = 4;

/// So often it is told how the search goes.
const BETWEEN_EVENTS: Duration = Duration::from_millis(200);

/// A proof with more entries is larger than any that is kept; and so many positions may wait for theirs.
const MOST_ENTRIES: u64 = (LARGEST_PROOF / 4) as u64;
const MOST_WAITING: u64 = 1 << 20;

/// The ladder looks at no clock, and areas with more empty squares are beyond it.
const LARGE: u32 = 40;

/// Bounds for the margin are worth so many positions, and so many where there are large areas.
const WORTH: u64 = 20_000;
const WORTH_IF_LARGE: u64 = 500;

pub fn run(task: &Task, engines: &Engines, proofs: &Proofs, job: &Job) -> anyhow::Result<Value> {
    let _place = engines.place();
    match task.position.narrow() {
        Some(position) => solve(task, &position, engines, proofs, job),
        None => solve(task, &task.position, engines, proofs, job),
    }
}

fn solve<B: Bits>(
    task: &Task,
    position: &Position<B>,
    engines: &Engines,
    proofs: &Proofs,
    job: &Job,
) -> anyhow::Result<Value> {
    let began = Instant::now();
    let deadline = began + task.time;
    let player = engines.settings();
    let memory = player.memory + player.endgame_memory;
    let for_endgames = memory / PART_OF_ENDGAMES;
    let large = areas(position).iter().any(|area| area.empty().count() > LARGE);
    let mut watch = Watch::new(job);
    watch.begin();
    let mut solver: Solver<B> = Solver::new(Settings {
        rules: Rules { ladder: !large, ..Rules::default() },
        memory: memory - for_endgames,
        threads: player.threads,
        tables: player.tables.clone(),
        ..Settings::default()
    })?;
    let limits = Limits { interrupted: Some(job.stop()), ..Limits::default() };
    let search = Limits { deadline: Some(began + task.time.mul_f64(SHARE_OF_SEARCH)), ..limits };
    // Of a large board they are known when the search has begun.
    if !large {
        watch.moves = solver.candidates(position).len();
    }
    let before = solver.effort();
    let solved = solver.winner_watched(position, search, &mut |look| watch.look(look));
    let ended = Search { began, before, solved, costs: watch.costs };
    if job.is_stopped() {
        bail!("cancelled");
    }
    let rest = Limits { deadline: Some(deadline), ..limits };
    let worth = if large { WORTH_IF_LARGE } else { WORTH };
    let answer = solve::conclude(&mut solver, position, None, ended, rest, worth)?;
    let endgame = Endgame::with_memory(player.tables.clone(), for_endgames);
    let time = deadline.saturating_duration_since(Instant::now()).mul_f64(SHARE_OF_MARGIN);
    let margin = answer.found.and_then(|winner| margin(endgame, &task.position, winner, time, job));
    let proof = match answer.found {
        Some(winner) => prove(&mut solver, position, winner, rest, job),
        None => None,
    };
    drop(solver);
    let proof = proof.and_then(|bytes| proofs.keep(Arc::from(bytes)).ok());
    let mut told = serde_json::to_value(&answer)?;
    told["seconds"] = json!(began.elapsed().as_secs_f64());
    told["verdict"] = json!(verdict(&answer, margin));
    told["wins_by"] = json!(margin);
    told["proof"] = json!(proof);
    Ok(told)
}

/// By how many moves the winner wins, if that can be had in time.
fn margin(
    mut endgame: Endgame,
    position: &Position,
    winner: Color,
    time: Duration,
    job: &Job,
) -> Option<u32> {
    let worth = match position.is_over() {
        true => endgame.glance(position)?,
        false => {
            let until = Deadline::Wall(Instant::now() + time);
            endgame.look(position, until, job.stop())?.worth
        }
    };
    match worth {
        Worth::Wins(margin) if winner == position.to_move() => margin,
        Worth::Loses(margin) if winner != position.to_move() => margin,
        _ => None,
    }
}

/// The bytes of a proof, unless it takes too long or gets too large.
fn prove<B: Bits>(
    solver: &mut Solver<B>,
    position: &Position<B>,
    winner: Color,
    limits: Limits<'_>,
    job: &Job,
) -> Option<Vec<u8>> {
    let written = proof::in_memory(solver, position, winner, limits, &mut |progress| {
        let too_much = progress.entries > MOST_ENTRIES || progress.waiting > MOST_WAITING;
        match too_much || job.is_stopped() {
            true => Err(io::Error::other("the proof is too large to be kept")),
            false => Ok(()),
        }
    });
    written.ok().filter(|bytes| bytes.len() <= LARGEST_PROOF)
}

/// Who wins, in a sentence.
fn verdict(answer: &Answer, margin: Option<u32>) -> String {
    match (answer.found, margin) {
        (Some(winner), Some(margin)) => format!("{winner} wins by {margin}"),
        (Some(winner), None) => format!("{winner} wins"),
        (None, _) => {
            let moves = |most: i32| counted(most.unsigned_abs().into(), "move");
            match answer.outlook.most() {
                [Some(black), Some(white)] => format!(
                    "Open: Black wins with at most {} to spare, or White with at most {}",
                    moves(black),
                    moves(white)
                ),
                _ => "Open".to_owned(),
            }
        }
    }
}

/// Tells how the search goes.
struct Watch<'a> {
    job: &'a Job,
    began: Instant,
    /// All first moves; those that a symmetry makes equal count once.
    moves: usize,
    told: Option<(Instant, u64)>,
    costs: Option<[f32; 2]>,
}

impl<'a> Watch<'a> {
    fn new(job: &'a Job) -> Watch<'a> {
        Watch { job, began: Instant::now(), moves: 0, told: None, costs: None }
    }

    /// Tells that it has begun.
    fn begin(&self) {
        self.tell(0, 0.0, 0.0, 0);
    }

    fn look<B: Bits>(&mut self, look: &Look<'_, B>) {
        let (since, nodes) = self.told.unwrap_or((self.began, 0));
        if self.told.is_some() && since.elapsed() < BETWEEN_EVENTS {
            return;
        }
        let progress = look.progress();
        let all = progress.effort.expansions;
        let speed = all.saturating_sub(nodes) as f64 / since.elapsed().as_secs_f64().max(1e-3);
        self.told = Some((Instant::now(), all));
        self.costs = progress.costs;
        let open = if progress.costs.is_some() { progress.open } else { self.moves };
        self.moves = self.moves.max(open);
        self.tell(all, speed, progress.table, open);
    }

    fn tell(&self, nodes: u64, speed: f64, memory: f64, open: usize) {
        let of = self.moves;
        self.job.tell(
            "progress",
            &json!({
                "nodes": nodes,
                "nodes_per_second": speed.round(),
                "costs": self.costs,
                "settled": {"lose": of - open, "of": of},
                "memory": memory,
                "seconds": self.began.elapsed().as_secs_f64(),
            }),
        );
    }
}
