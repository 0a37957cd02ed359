//! What is said of a game.

use std::fmt;
use std::time::Duration;

use otrera_board::{Color, Move, Size};
use serde::Serialize;

use super::exact::{Verdict, Verdicts};
use super::game::Game;
use super::losses::{Loss, losses};
use super::opinions::Thought;
use crate::output::as_letter;
use crate::width;
use crate::words::{counted, times};

/// The answer.
#[derive(Serialize)]
pub struct Answer {
    /// The position before the first move.
    position: String,
    /// Who wins at the end of the record, and by how many moves, if that is known.
    winner: Option<char>,
    margin: Option<u32>,
    /// Is the game over there?
    over: bool,
    /// After so many moves, and from then on, it is certain who wins; and also by how much.
    decided_from: Option<usize>,
    exact_from: Option<usize>,
    pub moves: Vec<Row>,
    /// Was it stopped by Ctrl-C?
    interrupted: bool,
    seconds: f64,
    #[serde(skip)]
    size: Size,
    #[serde(skip)]
    end: Option<Verdict>,
    /// What is known from `decided_from` on, and from the last change of the winner after that, each with the number of moves
    /// before it.
    #[serde(skip)]
    known: Option<(usize, Verdict)>,
    #[serde(skip)]
    turned: Option<(usize, Verdict)>,
}

/// A move of the game.
#[derive(Serialize)]
pub struct Row {
    /// From 1.
    pub number: u32,
    player: char,
    r#move: String,
    /// By how many moves Black seems to be ahead after it.
    pub ahead: Option<f32>,
    /// Who wins after it, for certain.
    #[serde(rename = "winner", serialize_with = "as_letter")]
    pub found: Option<Color>,
    pub margin: Option<u32>,
    /// What it threw away, for certain.
    lost: Option<Lost>,
    /// What the player would have played, where nothing is certain.
    preferred: Option<String>,
    #[serde(skip)]
    better: Option<(Move, String)>,
}

#[derive(Serialize)]
struct Lost {
    /// The game, and not just moves?
    game: bool,
    moves: Option<u32>,
    /// Perhaps more than so many moves?
    at_least: bool,
    better: Option<String>,
}

/// How an analysis went.
pub struct Course {
    pub interrupted: bool,
    pub time: Duration,
}

impl Answer {
    pub fn new(
        game: &Game,
        verdicts: &Verdicts,
        thoughts: &[Option<Thought>],
        course: &Course,
    ) -> Answer {
        let size = game.start.size();
        let losses = losses(game, verdicts);
        let rows = game.plies.iter().enumerate().map(|(n, ply)| {
            let verdict = verdicts.of[n + 1];
            let preferred = thoughts[n].filter(|it| it.mv != ply.mv && verdicts.of[n].is_none());
            let lost = losses[n];
            let better = lost.and_then(|lost| {
                let kept = verdicts.of[n]?;
                Some((lost.better?, format!("Keeps it: {}.", said(&kept))))
            });
            Row {
                number: n as u32 + 1,
                player: ply.player.letter(),
                r#move: ply.mv.text(size),
                ahead: thoughts[n + 1].and_then(|it| Some((it.ahead? * 10.0).round() / 10.0)),
                found: verdict.map(|it| it.winner),
                margin: verdict.and_then(|it| it.margin),
                lost: lost.map(|lost| Lost::new(lost, size)),
                preferred: preferred.map(|it| it.mv.text(size)),
                better,
            }
        });
        let end = verdicts.of[game.plies.len()];
        let decided_from = verdicts.decided_from();
        let at = |place: usize| Some((place, verdicts.of[place]?));
        Answer {
            position: game.start.to_string(),
            winner: end.map(|it| it.winner.letter()),
            margin: end.and_then(|it| it.margin),
            over: game.plies.last().is_some_and(|ply| ply.after.is_over()),
            decided_from,
            exact_from: verdicts.exact_from(),
            moves: rows.collect(),
            interrupted: course.interrupted,
            seconds: course.time.as_secs_f64(),
            size,
            end,
            known: decided_from.and_then(at),
            turned: verdicts.turned_at(game).and_then(at),
        }
    }

    /// When it was decided, and for whom.
    pub fn verdict(&self) -> String {
        match (&self.turned, &self.known) {
            (Some((at, verdict)), _) => format!("Decided at move {at}: {}", said(verdict)),
            (None, Some((0, verdict))) => format!("Known from the start: {}", said(verdict)),
            (None, Some((from, verdict))) => format!("Known from move {from}: {}", said(verdict)),
            (None, None) => "It is open who wins".to_owned(),
        }
    }

    /// The game in a few words.
    pub fn headline(&self) -> String {
        let moves = counted(self.moves.len() as u64, "move");
        let end = match (&self.end, self.over) {
            (Some(end), true) => said(end),
            (Some(end), false) => format!("not finished, {}", said(end)),
            (None, true) => "finished".to_owned(),
            (None, false) => "not finished, open".to_owned(),
        };
        format!("{}, {moves}, {end}", times(self.size))
    }
}

/// `White wins by 3`.
fn said(verdict: &Verdict) -> String {
    match verdict.margin {
        Some(margin) => format!("{} wins by {margin}", verdict.winner),
        None => format!("{} wins", verdict.winner),
    }
}

impl Lost {
    fn new(loss: Loss, size: Size) -> Lost {
        let better = loss.better.map(|mv| mv.text(size));
        Lost { game: loss.game, moves: loss.moves, at_least: loss.at_least, better }
    }

    fn text(&self) -> String {
        let what = match (self.game, self.moves) {
            (true, _) => "throws the game away".to_owned(),
            (false, moves) => {
                let least = if self.at_least { "at least " } else { "" };
                format!("gives away {least}{}", counted(moves.unwrap_or(0).into(), "move"))
            }
        };
        match &self.better {
            Some(better) => format!("{what}; {better} keeps it"),
            None => what,
        }
    }
}

impl Row {
    /// What is certain after the move.
    fn verdict(&self) -> Option<String> {
        Some(said(&Verdict { winner: self.found?, margin: self.margin, keeps: None }))
    }

    /// Who seems to be ahead.
    fn guess(&self) -> Option<String> {
        self.ahead.map(|ahead| match ahead {
            0.0 => "even".to_owned(),
            0.0.. => format!("Black +{ahead:.1}"),
            _ => format!("White +{:.1}", -ahead),
        })
    }

    fn note(&self) -> String {
        match (&self.lost, &self.preferred) {
            (Some(lost), _) => lost.text(),
            (None, Some(preferred)) => format!("or {preferred}"),
            (None, None) => String::new(),
        }
    }

    /// What would have been better, and what is said of it.
    pub fn variation(&self) -> Option<(Move, String)> {
        self.better.clone()
    }

    /// What Black has of the position after it, in moves: half a move more than the margin of whoever wins for certain (at least, if
    /// only the winner is known), or by evaluation.
    fn value(&self) -> Option<f32> {
        let Some(winner) = self.found else { return self.ahead };
        let value = self.margin.unwrap_or(0) as f32 + 0.5;
        Some(if winner == Color::Black { value } else { -value })
    }

    /// Remarks for the move, as SGF names them: the value for Black, a bad move or a very bad one, and a comment.
    pub fn remarks(&self) -> Vec<(&'static str, String)> {
        let mut remarks = Vec::new();
        if let Some(value) = self.value() {
            remarks.push(("V", format!("{value:.1}")));
        }
        if let Some(lost) = &self.lost {
            remarks.push(("BM", if lost.game { "2" } else { "1" }.to_owned()));
        }
        let mut said = Vec::new();
        match (self.verdict(), self.guess()) {
            (Some(verdict), _) => said.push(format!("{verdict}.")),
            (None, Some(guess)) => said.push(format!("{guess}, by evaluation.")),
            (None, None) => {}
        }
        match (&self.lost, &self.preferred) {
            (Some(lost), _) => said.push(format!("This {}.", lost.text())),
            (None, Some(preferred)) => said.push(format!("Otrera would play {preferred}.")),
            (None, None) => {}
        }
        if !said.is_empty() {
            remarks.push(("C", said.join(" ")));
        }
        remarks
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = width::Table::new(3, ["move", "", "played", "then", ""]);
        table = table.words_in(&[1, 2, 3, 4]);
        for row in &self.moves {
            let cells = [
                row.number.to_string(),
                row.player.to_ascii_uppercase().to_string(),
                row.r#move.clone(),
                row.verdict().or_else(|| row.guess()).unwrap_or_default(),
                row.note(),
            ];
            table.row(cells);
        }
        write!(f, "{}", table.text(width::columns()))?;
        writeln!(f, "{}.", self.headline())?;
        match &self.known {
            Some((0, verdict)) => writeln!(f, "Known from the start: {}.", said(verdict))?,
            Some((from, verdict)) => writeln!(f, "Known from move {from}: {}.", said(verdict))?,
            None => writeln!(f, "It is open who wins.")?,
        }
        if let Some((at, verdict)) = &self.turned {
            writeln!(f, "Decided at move {at}: {}.", said(verdict))?;
        }
        match self.exact_from {
            Some(0) => writeln!(f, "Exact throughout.")?,
            Some(from) => writeln!(
                f,
                "Exact from move {from} on; before that, what the player thinks{}.",
                if self.interrupted { ", as far as it was asked" } else { "" }
            )?,
            None if self.known.is_some() => {
                writeln!(f, "It is open by how much: --limit gives more time.")?;
            }
            None => writeln!(f, "Nothing is exact: --limit gives more time.")?,
        }
        let lost: Vec<&Row> = self.moves.iter().filter(|row| row.lost.is_some()).collect();
        match lost.len() as u64 {
            0 => writeln!(f, "As far as is known, nothing was thrown away."),
            count => {
                let games = lost.iter().filter(|row| row.lost.as_ref().is_some_and(|it| it.game));
                let numbers: Vec<String> = games.map(|row| row.number.to_string()).collect();
                let threw = format!("{} threw something away", counted(count, "move"));
                match &numbers[..] {
                    [] => writeln!(f, "{} gave moves away.", counted(count, "move")),
                    [at] => writeln!(f, "{threw}; the game was thrown away at move {at}."),
                    [first @ .., last] => writeln!(
                        f,
                        "{threw}; the game was thrown away at moves {} and {last}.",
                        first.join(", ")
                    ),
                }
            }
        }
    }
}
