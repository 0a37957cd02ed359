//! The answer of `otrera value`, for people and for programs.

use std::fmt;

use otrera_area::{color_of, player_of};
use otrera_board::Color;
use otrera_cgt::{
    Bounds, Class, Dyadic, Exhausted, Form, Forms, Outcome, Player, Sign, Thermograph,
};
use serde::Serialize;

use super::ValueArgs;
use super::best_moves::BestMoves;

/// What was found out about a sum.
pub struct Findings {
    /// Its canonical form, unless that is too large.
    pub sum: Option<Form>,
    /// Who wins, unless the limit was reached before that was known.
    pub outcome: Option<Outcome>,
    pub mean: Dyadic,
    pub bounds: Bounds,
    pub best: Option<BestMoves>,
    pub exhausted: Option<Exhausted>,
}

/// The answer. What is not known is null.
#[derive(Serialize, Default)]
pub struct Value {
    position: String,
    canonical: Option<String>,
    /// How many numbers and braces the canonical form has, written in full.
    canonical_size: Option<u64>,
    kind: Option<&'static str>,
    infinitesimal: Option<&'static str>,
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
    lower: String,
    upper: String,
    thermograph: Option<Walls>,
    best_moves: Option<BestMoves>,
    /// What ran out before the value was found.
    exhausted: Option<&'static str>,
    #[serde(skip)]
    shown: Shown,
}

/// What only people see.
#[derive(Default)]
struct Shown {
    value: String,
    outcome: Option<Outcome>,
    bounds: Option<Bounds>,
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
    /// The answer where all areas were valued.
    pub fn found(position: String, forms: &mut Forms, found: Findings, args: &ValueArgs) -> Value {
        let mut value = Value {
            position,
            mean: Some(found.mean.to_string()),
            outcome: found.outcome.map(Outcome::letter),
            lower: found.bounds.lower_text(),
            upper: found.bounds.upper_text(),
            best_moves: found.best,
            exhausted: found.exhausted.map(Exhausted::what),
            ..Value::default()
        };
        value.shown.outcome = found.outcome;
        value.won_by = found.outcome.map(|outcome| match outcome {
            Outcome::Left => "b",
            Outcome::Right => "w",
            Outcome::Next => "first",
            Outcome::Previous => "second",
        });
        value.shown.value = "its canonical form is too large".to_owned();
        if let Some(sum) = found.sum {
            value.add_form(forms, sum, args);
        }
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
        let bounds = forms.bounds(form);
        (self.lower, self.upper) = (bounds.lower_text(), bounds.upper_text());
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

    /// The answer where only bounds are known, because nothing else was asked for or
    /// something ran out.
    pub fn bounded(position: String, bounds: Bounds, exhausted: Option<Exhausted>) -> Value {
        Value {
            position,
            lower: bounds.lower_text(),
            upper: bounds.upper_text(),
            exhausted: exhausted.map(Exhausted::what),
            shown: Shown {
                value: match exhausted {
                    Some(_) => "not found".to_owned(),
                    None => "not looked for".to_owned(),
                },
                bounds: Some(bounds),
                ..Shown::default()
            },
            ..Value::default()
        }
    }

    /// Names the winner for this side to move, if the outcome or the bounds tell.
    pub fn name_winner(&mut self, to_move: Color) {
        let by_bounds = self.shown.bounds.and_then(|it| it.winner(player_of(to_move)));
        let winner = match self.shown.outcome {
            Some(Outcome::Left) => Some(Color::Black),
            Some(Outcome::Right) => Some(Color::White),
            Some(Outcome::Next) => Some(to_move),
            Some(Outcome::Previous) => Some(!to_move),
            None => by_bounds.map(color_of),
        };
        self.to_move = Some(to_move.letter());
        self.winner = winner.map(Color::letter);
    }

    pub fn ran_out(&self) -> bool {
        self.exhausted.is_some()
    }

    /// The thermograph, if it is known.
    pub fn walls(&self) -> Option<&Thermograph> {
        self.shown.walls.as_ref()
    }

    /// The value, if it is short enough for the title of a picture.
    pub fn title(&self) -> &str {
        const LONGEST: usize = 40;
        match self.shown.value.chars().count() {
            0..=LONGEST => &self.shown.value,
            _ => "a value too long to write",
        }
    }
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
        let mut line = |name: &str, text: &str| writeln!(f, "{name:<12} {text}");
        line("Position", &self.position)?;
        line("Value", &self.shown.value)?;
        if let Some(kind) = self.kind {
            let words = match (kind, self.infinitesimal) {
                ("hot", _) => "hot: moving first is worth something".to_owned(),
                ("number", _) => "a number: nobody wants to move here".to_owned(),
                (_, sign) => format!("a number and a {} infinitesimal", sign.unwrap_or("zero")),
            };
            line("Kind", &words)?;
        }
        for (name, text) in [("Mean", &self.mean), ("Temperature", &self.temperature)] {
            if let Some(text) = text {
                line(name, text)?;
            }
        }
        if let (Some(left), Some(right)) = (&self.left_stop, &self.right_stop) {
            line("Stops", &format!("{left} if Black begins, {right} if White does"))?;
        }
        line("Bounds", &format!("{}, {}", self.lower, self.upper))?;
        if let Some(outcome) = self.shown.outcome {
            line(
                "Winner",
                match outcome {
                    Outcome::Left => "Black, whoever moves first",
                    Outcome::Right => "White, whoever moves first",
                    Outcome::Next => "whoever moves first",
                    Outcome::Previous => "whoever moves second",
                },
            )?;
        }
        if let Some(best) = &self.best_moves {
            write!(f, "{best}")?;
        }
        if let Some(exhausted) = &self.exhausted {
            writeln!(
                f,
                "Ran out of {exhausted}: the bounds are what is known. --limit gives more."
            )?;
        }
        write!(f, "{}", self.shown.tree)
    }
}
