//! The value of a sum, for people and for programs.

use std::fmt;

use otrera_area::{color_of, player_of};
use otrera_board::Color;
use otrera_cgt::{Class, Exhausted, Form, Forms, Outcome, Player, Sign, Thermograph};
use serde::Serialize;

use super::ValueArgs;
use super::answer::{Findings, line, stops_text};
use super::moves::Moves;
use super::question::Question;

/// What is not known is null.
#[derive(Serialize, Default)]
pub struct Value {
    /// The positions, unless it was an expression.
    position: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expression: Option<String>,
    canonical: Option<String>,
    /// How many numbers and braces the canonical form has, written in full.
    canonical_size: Option<u64>,
    kind: Option<&'static str>,
    infinitesimal: Option<&'static str>,
    atomic_weight: Option<String>,
    mean: Option<String>,
    temperature: Option<String>,
    left_stop: Option<String>,
    right_stop: Option<String>,
    /// `b` or `w` whoever moves first, or `first` or `second`.
    won_by: Option<&'static str>,
    /// The same in the letters of the literature: goes with the next release.
    outcome: Option<char>,
    /// Whose turn it is, if all positions agree, and who wins then.
    to_move: Option<char>,
    winner: Option<char>,
    lower: Option<String>,
    upper: Option<String>,
    thermograph: Option<Walls>,
    best_moves: Option<Moves>,
    /// What ran out before the value was found.
    exhausted: Option<&'static str>,
    #[serde(skip)]
    shown: Shown,
}

/// What only people see.
#[derive(Default)]
struct Shown {
    value: String,
    winners: [Option<Player>; 2],
    names: [&'static str; 2],
    why: Option<String>,
    no_moves: Option<&'static str>,
    tree: String,
    walls: Option<Thermograph>,
}

/// The corners of a thermograph from t = −1 to the foot of the mast, as text.
#[derive(Serialize)]
struct Walls {
    left: Vec<[String; 2]>,
    right: Vec<[String; 2]>,
}

/// A canonical form is written to JSON only up to this size, …
const LARGEST_IN_JSON: u64 = 100_000;
/// … and abbreviated for people beyond this one.
const LARGEST_ON_SCREEN: u64 = 200;

impl Value {
    pub fn new(
        question: &Question,
        forms: &mut Forms,
        found: Findings,
        why: Option<String>,
        args: &ValueArgs,
    ) -> Value {
        let mut value = Value {
            position: question.shown.positions.clone(),
            expression: question.shown.expression.clone(),
            atomic_weight: found.weight.map(|weight| forms.text(weight)),
            mean: found.mean.map(|mean| mean.to_string()),
            won_by: found.outcome().map(won_by),
            outcome: found.outcome().map(Outcome::letter),
            to_move: question.to_move().map(Color::letter),
            winner: question.to_move().and_then(|color| winner(found.winners, color)),
            lower: found.bounds.map(|bounds| bounds.lower_text()),
            upper: found.bounds.map(|bounds| bounds.upper_text()),
            exhausted: found.exhausted.map(Exhausted::what),
            ..Value::default()
        };
        value.shown.winners = found.winners;
        value.shown.names = question.players();
        value.shown.no_moves = found.no_moves;
        value.shown.value = match (args.bounds, found.too_large) {
            (true, _) => "not looked for",
            (_, true) => "its canonical form is too large",
            _ => "not found",
        }
        .to_owned();
        value.shown.why = why;
        if let Some(sum) = found.sum {
            value.add_form(forms, sum, args);
        }
        value.best_moves = found.moves;
        value
    }

    fn add_form(&mut self, forms: &mut Forms, form: Form, args: &ValueArgs) {
        let graph = forms.thermograph(form);
        let size = forms.written_size(form);
        self.canonical = (size <= LARGEST_IN_JSON).then(|| match args.plain {
            true => forms.plain_text(form),
            false => forms.text(form),
        });
        self.canonical_size = Some(size);
        self.shown.value = match &self.canonical {
            Some(text) if args.plain => text.clone(),
            None if args.plain => format!("{size} numbers and braces, too many to write"),
            _ => forms.short_text(form, LARGEST_ON_SCREEN),
        };
        (self.kind, self.infinitesimal) = match graph.class() {
            Class::Number => (Some("number"), None),
            Class::Hot => (Some("hot"), None),
            Class::Infinitesimal(sign) => (
                Some("number+infinitesimal"),
                Some(match sign {
                    Sign::Positive => "positive",
                    Sign::Negative => "negative",
                    Sign::Fuzzy => "fuzzy",
                }),
            ),
        };
        self.temperature = Some(graph.temperature().to_string());
        self.left_stop = Some(graph.left_stop().to_string());
        self.right_stop = Some(graph.right_stop().to_string());
        let texts = |player| {
            let corners = graph.corners(player);
            corners.iter().map(|(t, value)| [t.to_string(), value.to_string()]).collect()
        };
        self.thermograph = Some(Walls { left: texts(Player::Left), right: texts(Player::Right) });
        if let Some(depth) = args.tree {
            write_tree(&mut self.shown.tree, forms, form, (depth, args.plain), "");
        }
        self.shown.walls = Some(graph);
    }

    pub fn ran_out(&self) -> bool {
        self.exhausted.is_some()
    }

    pub fn walls(&self) -> Option<&Thermograph> {
        self.shown.walls.as_ref()
    }

    pub fn title(&self) -> &str {
        // As much as a picture has room for.
        const LONGEST: usize = 30;
        match self.shown.value.chars().count() {
            count if count <= LONGEST || self.shown.walls.is_none() => &self.shown.value,
            _ => "a value too long to write",
        }
    }

    fn winner_text(&self) -> Option<String> {
        let [black, white] = self.shown.names;
        let name = |player| if player == Player::Left { black } else { white };
        Some(match self.shown.winners {
            [None, None] => return None,
            [Some(Player::Left), Some(Player::Right)] => "whoever moves first".to_owned(),
            [Some(Player::Right), Some(Player::Left)] => "whoever moves second".to_owned(),
            [Some(one), Some(_)] => format!("{}, whoever moves first", name(one)),
            [Some(one), None] => format!("{} if {black} moves first, open otherwise", name(one)),
            [None, Some(one)] => format!("{} if {white} moves first, open otherwise", name(one)),
        })
    }

    fn kind_text(&self) -> Option<String> {
        Some(match (self.kind?, self.infinitesimal) {
            ("hot", _) => "hot: moving first is worth something".to_owned(),
            ("number", _) => "a number: nobody wants to move here".to_owned(),
            (_, Some(sign)) if self.mean.as_deref() == Some("0") => {
                format!("a {sign} infinitesimal")
            }
            (_, sign) => format!("a number and a {} infinitesimal", sign.unwrap_or("zero")),
        })
    }
}

/// Who wins, as a program reads it.
fn won_by(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Left => "b",
        Outcome::Right => "w",
        Outcome::Next => "first",
        Outcome::Previous => "second",
    }
}

/// Who wins if this colour begins, of those who win if Left begins and if Right does.
fn winner(winners: [Option<Player>; 2], to_move: Color) -> Option<char> {
    winners[player_of(to_move) as usize].map(|player| color_of(player).letter())
}

/// The options of a form and theirs, one a line, to a depth, plainly or not.
fn write_tree(
    out: &mut String,
    forms: &mut Forms,
    form: Form,
    (depth, plain): (usize, bool),
    indent: &str,
) {
    if depth == 0 {
        return;
    }
    for (player, name) in [(Player::Left, "Left"), (Player::Right, "Right")] {
        for option in forms.sorted_options(form, player) {
            let text = match plain && forms.written_size(option) <= LARGEST_IN_JSON {
                true => forms.plain_text(option),
                false => forms.short_text(option, LARGEST_ON_SCREEN),
            };
            out.push_str(&format!("{indent}{name} to {text}\n"));
            write_tree(out, forms, option, (depth - 1, plain), &format!("{indent}  "));
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asked = [("Position", &self.position), ("Expression", &self.expression)];
        for (name, text) in asked {
            text.as_ref().map_or(Ok(()), |text| line(f, name, text))?;
        }
        line(f, "Value", &self.shown.value)?;
        self.kind_text().map_or(Ok(()), |kind| line(f, "Kind", &kind))?;
        if let Some(weight) = &self.atomic_weight {
            line(f, "Weight", &format!("{weight} (atomic)"))?;
        }
        let numbers = [("Mean", &self.mean), ("Temperature", &self.temperature)];
        for (name, text) in numbers {
            text.as_ref().map_or(Ok(()), |text| line(f, name, text))?;
        }
        if let (Some(left), Some(right)) = (&self.left_stop, &self.right_stop) {
            line(f, "Stops", &stops_text(left, right, self.shown.names))?;
        }
        if let (Some(lower), Some(upper)) = (&self.lower, &self.upper) {
            line(f, "Bounds", &format!("{lower}, {upper}"))?;
        }
        self.winner_text().map_or(Ok(()), |winner| line(f, "Winner", &winner))?;
        if let Some(moves) = &self.best_moves {
            write!(f, "{moves}")?;
        }
        self.shown.no_moves.map_or(Ok(()), |why| line(f, "Moves", why))?;
        if let Some(why) = &self.shown.why {
            line(f, "Unfinished", why)?;
        }
        write!(f, "{}", self.shown.tree)
    }
}
