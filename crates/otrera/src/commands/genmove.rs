//! `otrera genmove`: the player's move in a position.

use std::fmt;
use std::sync::atomic::AtomicBool;

use clap::Args;
use otrera_board::{Color, Position};
use otrera_player::{BoardPlayer, Decision, Worth};
use serde::Serialize;

use crate::cli::{POSITIONS, PositionArgs};
use crate::final_score::final_score;
use crate::input::answer_each;
use crate::opinions;
use crate::output::as_letter;
use crate::player_options::{OPTIONS_HELP, PlayerArgs, ThinkArgs};
use crate::words::counted;

#[derive(Args, Debug)]
#[command(after_help = format!("{POSITIONS}\n\n{OPTIONS_HELP}"))]
pub struct GenmoveArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    #[command(flatten)]
    pub think: ThinkArgs,
    #[command(flatten)]
    pub player: PlayerArgs,
}

pub fn run(args: &GenmoveArgs) -> anyhow::Result<()> {
    let allowance = args.think.allowance();
    let mut player = BoardPlayer::new(args.player.settings_for(&allowance)?);
    answer_each(&args.input, |subject| {
        let position = subject.position();
        args.player.warn_of_fallback(player.settings(), position.size());
        player.forget();
        let decision = player.think(&position, &allowance, &AtomicBool::new(false), &mut |_| {});
        Ok(Answer::new(&position, decision.as_ref()))
    })
}

#[derive(Serialize)]
pub struct Answer {
    position: String,
    to_move: char,
    /// Null if there is none.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// Who wins for certain, or null.
    #[serde(serialize_with = "as_letter")]
    winner: Option<Color>,
    /// By how many moves, or null if that is not known.
    margin: Option<i64>,
    /// By how many moves the player to move seems to be ahead, or null if it is known who wins.
    guess: Option<f32>,
    line: Vec<String>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    #[serde(skip)]
    worth: String,
}

impl Answer {
    pub fn new(position: &Position, decision: Option<&Decision>) -> Answer {
        let to_move = position.to_move();
        let mut answer = Answer {
            position: position.to_string(),
            to_move: to_move.letter(),
            mv: None,
            winner: None,
            margin: None,
            guess: None,
            line: Vec::new(),
            depth: 0,
            nodes: 0,
            seconds: 0.0,
            worth: String::new(),
        };
        let Some(Decision { mv, opinion, .. }) = decision else {
            if let Some(score) = final_score(position) {
                answer.winner = Some(score.winner);
                answer.margin = Some(score.moves);
                let moves = counted(score.moves.unsigned_abs(), "move");
                answer.worth = format!("{} has won, with {moves} left", score.winner);
            }
            return answer;
        };
        let size = position.size();
        answer.mv = Some(mv.text(size));
        answer.line = opinion.line.iter().map(|mv| mv.text(size)).collect();
        match opinion.worth {
            Worth::Guess(moves) => answer.guess = Some(moves),
            Worth::Wins(margin) => {
                (answer.winner, answer.margin) = (Some(to_move), margin.map(i64::from));
            }
            Worth::Loses(margin) => {
                (answer.winner, answer.margin) = (Some(!to_move), margin.map(i64::from));
            }
        }
        answer.worth = opinions::in_words(opinion.worth, to_move);
        answer.depth = opinion.depth;
        answer.nodes = opinion.nodes;
        answer.seconds = opinion.time.as_secs_f64();
        answer
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(mv) = &self.mv else {
            return writeln!(f, "No move: the game is over. {}.", self.worth);
        };
        writeln!(f, "Best move  {mv}")?;
        writeln!(f, "Worth      {}", self.worth)?;
        writeln!(f, "Line       {}", self.line.join(" "))?;
        let nodes = counted(self.nodes, "position");
        writeln!(f, "Search     depth {}, {nodes}, {:.2} s", self.depth, self.seconds)
    }
}
