//! `/api/analyse`: a game move by move.

use std::time::Duration;

use otrera_board::{Move, Record};
use otrera_player::Endgame;
use serde::Deserialize;
use serde_json::{Value, json};

use super::engines::Engines;
use super::jobs::Job;
use super::refusal::Refusal;
use super::seconds::Seconds;
use crate::commands::analyse::{Game, Resources, analyse};
use crate::input;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    start: String,
    moves: Vec<String>,
    #[serde(default = "twenty_seconds")]
    seconds: Seconds,
}

fn twenty_seconds() -> Seconds {
    Seconds(20.0)
}

/// A request that was understood.
pub struct Task {
    game: Game,
    time: Duration,
}

impl Request {
    pub fn task(self) -> Result<Task, Refusal> {
        let start = input::position_of_text(&self.start)?;
        let mut record = Record::new(start);
        for (n, text) in self.moves.iter().enumerate() {
            let wrong = |error: &dyn std::fmt::Display| {
                Refusal::wrong(format!("move {}, {}: {error}", n + 1, text.escape_debug()))
            };
            let mv = Move::parse(text, start.size()).map_err(|error| wrong(&error))?;
            record.add_move(record.main_end(), mv).map_err(|error| wrong(&error))?;
        }
        if self.moves.is_empty() {
            return Err(Refusal::wrong("moves: found none; expected a game"));
        }
        Ok(Task { game: Game::new(&record)?, time: self.seconds.checked()? })
    }
}

pub fn run(task: &Task, engines: &Engines, job: &Job) -> anyhow::Result<Value> {
    let _place = engines.place();
    let settings = engines.settings().clone();
    let endgame = Endgame::with_memory(settings.tables.clone(), settings.endgame_memory);
    let positions = task.game.plies.len() + 1;
    let resources = Resources { time: task.time, settings, endgame, stop: job.stop() };
    let answer = analyse(&task.game, resources, &|asked, exact_from| {
        // Whichever of the two is further: both end it.
        let exact = exact_from.map_or(0, |from| positions - from);
        let share = asked.max(exact) as f64 / positions as f64;
        job.tell("progress", &json!({"share": share}));
    });
    // By way of its text, in which short numbers are short.
    let mut told: Value = serde_json::from_str(&serde_json::to_string(&answer)?)?;
    told["verdict"] = json!(answer.verdict());
    Ok(told)
}
