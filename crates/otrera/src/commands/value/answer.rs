//! The answers of `otrera value`, for people and for programs.

use std::fmt;
use std::time::Duration;

use otrera_cgt::expression::Relation;
use otrera_cgt::{Bounds, Dyadic, Exhausted, Form, Forms, Outcome, Player, Thermograph};
use serde::Serialize;

use super::ValueArgs;
use super::game_value::Value;
use super::moves::Moves;
use super::pieces::REACH;
use super::question::{Question, Wanted};
use super::sum;

/// What was found out about a sum.
#[derive(Default)]
pub struct Findings {
    /// Its canonical form, unless that is too large.
    pub sum: Option<Form>,
    /// The atomic weight of its infinitesimal part.
    pub weight: Option<Form>,
    /// Who wins if Left begins, and if Right does, where that is known.
    pub winners: [Option<Player>; 2],
    pub mean: Option<Dyadic>,
    pub bounds: Option<Bounds>,
    pub moves: Option<Moves>,
    /// What ran out before all terms were valued.
    pub exhausted: Option<Exhausted>,
    /// Is nothing wrong with the form of the sum but that it is too large?
    pub too_large: bool,
    /// Why no moves are listed.
    pub no_moves: Option<&'static str>,
    /// The empty squares of an area that is too large to be valued.
    pub out_of_reach: Option<u32>,
}

impl Findings {
    /// Who wins, if it is known whoever begins.
    pub fn outcome(&self) -> Option<Outcome> {
        match sum::outcomes(self.winners).as_slice() {
            &[outcome] => Some(outcome),
            _ => None,
        }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
pub enum Answer {
    Value(Box<Value>),
    Comparison(Comparison),
    Stops(Stops),
}

/// Does a comparison hold? What is not known is null.
#[derive(Serialize)]
pub struct Comparison {
    expression: String,
    holds: Option<bool>,
    /// How the sides compare: `<`, `>`, `==` or `||`.
    relation: Option<&'static str>,
    exhausted: Option<&'static str>,
    #[serde(skip)]
    why: Option<String>,
}

#[derive(Serialize)]
pub struct Stops {
    expression: String,
    left_stop: Option<String>,
    right_stop: Option<String>,
    exhausted: Option<&'static str>,
    #[serde(skip)]
    names: [&'static str; 2],
    #[serde(skip)]
    why: Option<String>,
}

impl Answer {
    pub fn new(
        question: &Question,
        forms: &mut Forms,
        found: Findings,
        limits: (Duration, usize),
        args: &ValueArgs,
    ) -> Answer {
        let why = found.exhausted.map(|exhausted| reason(exhausted, &found, limits));
        let expression = question.shown.expression.clone().unwrap_or_default();
        match question.wanted {
            Wanted::Value => Answer::Value(Box::new(Value::new(question, forms, found, why, args))),
            Wanted::Comparison(relation) => {
                Answer::Comparison(Comparison::new(expression, relation, &found, why))
            }
            Wanted::Stops => {
                let exhausted = match found.sum {
                    Some(_) => None,
                    None => Some(found.exhausted.unwrap_or(Exhausted::Size)),
                };
                Answer::Stops(Stops {
                    expression,
                    left_stop: found.sum.map(|form| forms.left_stop(form).to_string()),
                    right_stop: found.sum.map(|form| forms.right_stop(form).to_string()),
                    exhausted: exhausted.map(Exhausted::what),
                    names: question.players(),
                    why,
                })
            }
        }
    }

    /// Did something run out before the answer was found?
    pub fn ran_out(&self) -> bool {
        match self {
            Answer::Value(value) => value.ran_out(),
            Answer::Comparison(comparison) => comparison.holds.is_none(),
            Answer::Stops(stops) => stops.left_stop.is_none(),
        }
    }

    pub fn is_no(&self) -> bool {
        matches!(self, Answer::Comparison(Comparison { holds: Some(false), .. }))
    }

    /// The thermograph, if it is known.
    pub fn walls(&self) -> Option<&Thermograph> {
        match self {
            Answer::Value(value) => value.walls(),
            _ => None,
        }
    }

    /// The value, if it is short enough for the title of a picture.
    pub fn title(&self) -> &str {
        match self {
            Answer::Value(value) => value.title(),
            _ => "",
        }
    }
}

impl Comparison {
    fn new(
        expression: String,
        relation: Relation,
        found: &Findings,
        why: Option<String>,
    ) -> Comparison {
        let open = sum::outcomes(found.winners);
        let holds = match open.iter().filter(|&&outcome| relation.holds(outcome)).count() {
            0 => Some(false),
            count if count == open.len() => Some(true),
            _ => None,
        };
        let exhausted = match holds {
            Some(_) => None,
            None => Some(found.exhausted.unwrap_or(Exhausted::Time).what()),
        };
        let relation = found.outcome().map(|outcome| Relation::of(outcome).sign());
        Comparison { expression, holds, relation, exhausted, why }
    }
}

/// What ran out, and what to do about it.
fn reason(exhausted: Exhausted, found: &Findings, (time, bytes): (Duration, usize)) -> String {
    let more = "--limit allows more";
    match (exhausted, found.out_of_reach) {
        (Exhausted::Interrupt, _) => "interrupted".to_owned(),
        (Exhausted::Time, _) => format!("out of time after {time:?}; {more}"),
        (Exhausted::Memory, _) => format!("out of memory at {}; {more}", size_text(bytes)),
        (_, Some(empty)) => format!(
            "an area of {empty} empty squares is out of reach, exact values are found for up to {REACH}"
        ),
        _ if found.no_moves.is_some() => "the moves were not found".to_owned(),
        _ if found.too_large => "the canonical form of the sum is too large".to_owned(),
        _ => "it is too deep, or its numbers are too large or too fine".to_owned(),
    }
}

fn size_text(bytes: usize) -> String {
    match bytes {
        1_073_741_824.. => format!("{} GiB", bytes >> 30),
        1_048_576.. => format!("{} MiB", bytes >> 20),
        _ => format!("{} KiB", bytes >> 10),
    }
}

/// A line of an answer.
pub fn line(f: &mut fmt::Formatter<'_>, name: &str, text: &str) -> fmt::Result {
    writeln!(f, "{name:<12} {text}")
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Value(value) => value.fmt(f),
            Answer::Comparison(comparison) => comparison.fmt(f),
            Answer::Stops(stops) => stops.fmt(f),
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(f, "Comparison", &self.expression)?;
        let sides = match self.relation {
            Some("<") => ": the left side is less",
            Some(">") => ": the left side is greater",
            Some("==") => ": both sides are equal",
            Some(_) => ": the sides are confused",
            None => "",
        };
        match (self.holds, &self.why) {
            (Some(true), _) => line(f, "Answer", &format!("yes{sides}")),
            (Some(false), _) => line(f, "Answer", &format!("no{sides}")),
            (None, Some(why)) => line(f, "Answer", &format!("open: {why}")),
            (None, None) => line(f, "Answer", "open"),
        }
    }
}

impl fmt::Display for Stops {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(f, "Expression", &self.expression)?;
        match (&self.left_stop, &self.right_stop, &self.why) {
            (Some(left), Some(right), _) => line(f, "Stops", &stops_text(left, right, self.names)),
            (.., Some(why)) => line(f, "Stops", &format!("not found: {why}")),
            _ => line(f, "Stops", "not found: the canonical form of the sum is too large"),
        }
    }
}

pub fn stops_text(left: &str, right: &str, [black, white]: [&str; 2]) -> String {
    format!("{left} if {black} begins, {right} if {white} does")
}
