//! The moves in a sum: where they lead, and which are dominated or reversible.

use std::fmt;

use otrera_area::color_of;
use otrera_board::Bits;
use otrera_cgt::expression::{EvaluationError, Expression, Setting};
use otrera_cgt::{Exhausted, Form, Forms, Player};
use serde::Serialize;

use super::ValueArgs;
use super::pieces::{Game, Piece};
use super::question::{Question, What};
use super::session::Calculator;
use crate::words::counted;

/// How many values, and moves to each, are shown to people who did not ask for all.
const MOST_SHOWN: usize = 4;

/// Values are written to JSON up to this size, and abbreviated for people beyond the other.
const LARGEST_IN_JSON: u64 = 10_000;
const LARGEST_ON_SCREEN: u64 = 60;

/// For each player the values to which moves lead.
#[derive(Serialize)]
pub struct Moves {
    black: Vec<Target>,
    white: Vec<Target>,
    #[serde(skip)]
    all: bool,
    #[serde(skip)]
    names: [&'static str; 2],
}

/// A value and the moves that lead to it.
#[derive(Serialize)]
struct Target {
    /// Null if it is too long to write.
    value: Option<String>,
    moves: Vec<String>,
    /// A value that is as good for the mover or better.
    #[serde(skip_serializing_if = "Option::is_none")]
    dominated_by: Option<String>,
    /// Where the opponent's answer leads that takes the move back.
    reversible_through: Option<String>,
    /// The value as people see it.
    #[serde(skip)]
    shown: String,
}

/// Values with the moves to them.
type Reached = Vec<(Form, Vec<String>)>;

/// Finds the moves of both players in a sum; dominated ones only if all were asked for.
pub fn find<B: Bits>(
    setting: &mut Calculator<'_, B>,
    question: &Question,
    pieces: &[Piece<B>],
    total: Form,
    args: &ValueArgs,
) -> Result<Moves, EvaluationError<Exhausted>> {
    let mut targets = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        let mut reached = Reached::new();
        for piece in pieces {
            reach(setting, question, piece, total, player, &mut reached)?;
        }
        targets[player as usize] = judge(setting.forms(), reached, total, player, args)?;
    }
    let [black, white] = targets;
    Ok(Moves { black, white, all: args.moves, names: question.players() })
}

/// The moves of a player in one piece of a sum. In a piece that is taken away the roles are exchanged.
fn reach<B: Bits>(
    setting: &mut Calculator<'_, B>,
    question: &Question,
    piece: &Piece<B>,
    total: Form,
    player: Player,
    reached: &mut Reached,
) -> Result<(), EvaluationError<Exhausted>> {
    let Some(here) = piece.form.filter(|_| piece.times != 0) else { return Ok(()) };
    let negated = piece.times < 0;
    let forms = setting.forms();
    let gone = if negated { here } else { forms.negative(here) };
    let elsewhere = forms.add(total, gone)?;
    let mover = if negated { !player } else { player };
    for (after, text) in options(setting, question, piece, mover)? {
        let forms = setting.forms();
        let after = if negated { forms.negative(after) } else { after };
        let after = forms.add(elsewhere, after)?;
        let text = match (question.terms.len(), text.is_empty()) {
            (1, _) | (_, true) => text,
            _ => format!("{}:{text}", piece.term),
        };
        let place = reached.iter().position(|(form, _)| *form == after).unwrap_or_else(|| {
            reached.push((after, Vec::new()));
            reached.len() - 1
        });
        if !text.is_empty() {
            reached[place].1.push(text);
        }
    }
    Ok(())
}

/// What a player can do in a piece: moves on the board, or the options of a game.
fn options<B: Bits>(
    setting: &mut Calculator<'_, B>,
    question: &Question,
    piece: &Piece<B>,
    player: Player,
) -> Result<Vec<(Form, String)>, EvaluationError<Exhausted>> {
    let mut options = Vec::new();
    match (&piece.game, piece.form) {
        (Game::Area(area, _), _) => {
            let What::Position(position) = &question.terms[piece.term - 1].what else {
                return Ok(options);
            };
            for (mv, after) in area.moves(color_of(player)) {
                options.push((setting.valuer.sum(&after)?, mv.text(position.size())));
            }
        }
        // As it is written: what is not in the canonical form can be told of, too.
        (Game::Written(Expression::Braces(left, right)), _) => {
            for option in if player == Player::Left { left } else { right } {
                options.push((option.evaluate(setting)?, option.to_string()));
            }
        }
        (Game::Written(_), form) => {
            let forms = setting.forms();
            let canonical = form.map(|form| forms.sorted_options(form, player));
            for option in canonical.into_iter().flatten() {
                let text = match question.terms.len() {
                    1 => String::new(),
                    _ => forms.short_text(option, LARGEST_ON_SCREEN),
                };
                options.push((option, text));
            }
        }
    }
    Ok(options)
}

/// The best first, then what is reversible, then what is dominated.
fn judge(
    forms: &mut Forms,
    reached: Reached,
    total: Form,
    player: Player,
    args: &ValueArgs,
) -> Result<Vec<Target>, Exhausted> {
    let mut ranked = Vec::with_capacity(reached.len());
    let values: Vec<Form> = reached.iter().map(|&(form, _)| form).collect();
    for (form, moves) in reached {
        let mut better = None;
        for &other in &values {
            if other != form && forms.is_no_better(form, other, player)? {
                // The best of those that are better is bettered by none.
                let is_best = match better {
                    None => true,
                    Some(best) => forms.is_no_better(best, other, player)?,
                };
                better = if is_best { Some(other) } else { better };
            }
        }
        if better.is_some() && !args.moves {
            continue;
        }
        let reversal = forms.reversal(total, form, player)?;
        let write = |forms: &mut Forms, form| short(forms, form, args);
        let target = Target {
            value: written(forms, form, args),
            shown: write(forms, form),
            moves,
            dominated_by: better.map(|better| write(forms, better)),
            reversible_through: reversal.map(|through| write(forms, through)),
        };
        ranked.push(target);
    }
    ranked.sort_by_key(|it| (it.dominated_by.is_some(), it.reversible_through.is_some()));
    Ok(ranked)
}

fn written(forms: &mut Forms, form: Form, args: &ValueArgs) -> Option<String> {
    (forms.written_size(form) <= LARGEST_IN_JSON).then(|| match args.plain {
        true => forms.plain_text(form),
        false => forms.text(form),
    })
}

fn short(forms: &mut Forms, form: Form, args: &ValueArgs) -> String {
    match written(forms, form, args) {
        Some(text) if args.plain => text,
        _ => forms.short_text(form, LARGEST_ON_SCREEN),
    }
}

impl Target {
    /// `to 1 by A1-B1xC1 …, dominated by 2`
    fn line(&self, most: usize) -> String {
        let mut line = format!("to {}", self.shown);
        if !self.moves.is_empty() {
            let shown = self.moves.iter().take(most).cloned().collect::<Vec<_>>();
            line += &format!(" by {}", shown.join(" "));
        }
        if self.moves.len() > most {
            line += &format!(" and {} more", self.moves.len() - most);
        }
        if let Some(better) = &self.dominated_by {
            line += &format!(", dominated by {better}");
        }
        if let Some(through) = &self.reversible_through {
            line += &format!(", reversible through {through}");
        }
        line
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = if self.all { usize::MAX } else { MOST_SHOWN };
        for (name, targets) in self.names.iter().zip([&self.black, &self.white]) {
            if targets.is_empty() {
                writeln!(f, "{name:<12} has no move")?;
            }
            for target in targets.iter().take(most) {
                writeln!(f, "{name:<12} {}", target.line(most))?;
            }
            if targets.len() > most {
                let more = counted((targets.len() - most) as u64, "more value");
                writeln!(f, "{name:<12} to {more}")?;
            }
        }
        Ok(())
    }
}
