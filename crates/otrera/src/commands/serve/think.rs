//! `/api/think`: the engine's move, and what it thinks meanwhile.

use std::time::Duration;

use otrera_board::{Color, Position, Size};
use otrera_player::{
    Allowance, Evaluation, EvaluationKind, Full, Opinion, Parameters, View, Worth, probability,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::engines::Engines;
use super::jobs::Job;
use super::reason;
use super::refusal::Refusal;
use super::seconds::Seconds;
use crate::final_score::final_score;
use crate::input;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    position: String,
    #[serde(default = "one_second")]
    seconds: Seconds,
    #[serde(default)]
    evaluation: EvaluationName,
    #[serde(default)]
    before: Option<String>,
}

fn one_second() -> Seconds {
    Seconds(1.0)
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
enum EvaluationName {
    #[default]
    Network,
    Classical,
}

/// A request that was understood.
pub struct Task {
    position: Position,
    before: Option<Position>,
    time: Duration,
    evaluation: EvaluationKind,
}

impl Request {
    pub fn task(self) -> Result<Task, Refusal> {
        Ok(Task {
            position: input::position_of_text(&self.position)?,
            before: self.before.as_deref().map(input::position_of_text).transpose()?,
            time: self.seconds.checked()?,
            evaluation: match self.evaluation {
                EvaluationName::Classical => EvaluationKind::Classical,
                EvaluationName::Network => EvaluationKind::Network,
            },
        })
    }
}

/// What the engine thinks, for Black.
#[derive(Serialize, Default)]
struct Thought {
    r#move: Option<String>,
    line: Vec<String>,
    winner: Option<char>,
    margin: Option<i64>,
    ahead: Option<f64>,
    chance: f64,
    depth: u32,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl Thought {
    fn new(opinion: &Opinion, size: Size, mover: Color, doubt: f32) -> Thought {
        let line: Vec<String> = opinion.line.iter().map(|mv| mv.text(size)).collect();
        let mut thought = Thought {
            r#move: line.first().cloned(),
            line,
            depth: opinion.depth,
            nodes: opinion.nodes,
            seconds: opinion.time.as_secs_f64(),
            ..Thought::default()
        };
        match opinion.worth {
            Worth::Guess(moves) => {
                let ahead = if mover == Color::Black { moves } else { -moves };
                // No guess is more precise.
                thought.ahead = Some(rounded(ahead, 10.0));
                thought.chance = rounded(probability(ahead / doubt), 1000.0);
            }
            Worth::Wins(margin) => thought.is_certain(mover, margin.map(i64::from)),
            Worth::Loses(margin) => thought.is_certain(!mover, margin.map(i64::from)),
        }
        thought
    }

    fn is_certain(&mut self, winner: Color, margin: Option<i64>) {
        self.winner = Some(winner.letter());
        self.margin = margin;
        self.chance = if winner == Color::Black { 1.0 } else { 0.0 };
    }
}

fn rounded(number: f32, parts: f64) -> f64 {
    (f64::from(number) * parts).round() / parts
}

pub fn run(task: &Task, engines: &Engines, job: &Job) -> anyhow::Result<Value> {
    let Task { position, before, time, evaluation } = task;
    let (size, mover) = (position.size(), position.to_move());
    let mut lent = engines.lend(*evaluation, position, before.as_ref());
    let doubt = Full::new(size, Parameters::fitted()).estimate(&View::new(position)).doubt;
    let mut watch = |opinion: &Opinion| {
        job.tell("opinion", &Thought::new(opinion, size, mover, doubt));
    };
    let allowance = Allowance::per_move(*time);
    let decision =
        lent.player().and_then(|it| it.think(position, &allowance, job.stop(), &mut watch));
    drop(lent);
    let thought = match decision {
        Some(decision) => {
            let mut thought = Thought::new(&decision.opinion, size, mover, doubt);
            thought.r#move = Some(decision.mv.text(size));
            thought.reason = Some(reason::of_move(position, decision.mv, decision.opinion.worth));
            thought
        }
        None => {
            let mut thought = Thought::default();
            if let Some(score) = final_score(position) {
                thought.is_certain(score.winner, Some(score.moves));
                thought.reason = Some(format!("{mover} has no move: {} has won.", score.winner));
            }
            thought
        }
    };
    Ok(serde_json::to_value(thought)?)
}
