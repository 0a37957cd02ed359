//! The answer of `otrera areas` in rows, as the terminal and the picture show them.

use std::fmt;

use otrera_area::{Kind, Rung};
use otrera_board::Bits;
use otrera_cgt::{Bound, Bounds, Dyadic};

use super::answer::{Answer, Area};
use super::legend;
use crate::draw::{palette, terminal};
use crate::width::Table;
use crate::words::mixed;

/// An area, a part of one, or all together. Areas add up; parts say whose their area is.
pub struct Row {
    pub label: String,
    pub level: Level,
    /// How many squares, and whose they are.
    pub squares: String,
    pub bounds: Bounds,
    /// How the bounds were found; none for a sum.
    pub rung: Option<Rung>,
    /// What to colour it as; none for what is in parts.
    pub kind: Option<Kind>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Level {
    Area,
    Part,
    Sum,
}

/// Letters of more parts than this are shortened: they follow each other.
const MOST_LETTERS: usize = 5;

impl Answer {
    /// A row for each area with its parts below it, and one for the sum.
    pub fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = self.areas.iter().flat_map(Area::rows).collect();
        rows.push(Row {
            label: "sum".to_owned(),
            level: Level::Sum,
            squares: String::new(),
            bounds: self.total,
            rung: None,
            kind: None,
        });
        rows
    }

    pub fn verdict_text(&self) -> String {
        let to_move = self.drawn.to_move();
        match self.winner {
            Some(winner) if self.drawn.is_over() => {
                format!("{to_move} cannot move: {winner} has won.")
            }
            Some(winner) => format!("{to_move} to move: {winner} wins."),
            None => format!("{to_move} to move: open. These bounds do not tell who wins."),
        }
    }

    /// Why the rows do not add up, where they do not.
    pub fn remark_on_sum(&self) -> Option<&'static str> {
        const CANCELLED: &str =
            "The sum is narrower than its rows: single moves in different areas cancel.";
        (!self.is_plain_sum).then_some(CANCELLED)
    }
}

impl Area {
    fn rows(&self) -> Vec<Row> {
        let known = &self.described;
        let part_rows = self.parts.iter().map(|part| Row {
            label: part.label.to_string(),
            level: Level::Part,
            squares: whose(part.part.kind, part.described.empty),
            bounds: part.described.bounds,
            rung: Some(part.described.rung),
            kind: Some(part.part.kind),
        });
        let mut rows: Vec<Row> = part_rows.collect();
        match rows.as_mut_slice() {
            [] => {}
            // The bounds of parts count together, so one alone has those of its area.
            [only] => {
                (only.level, only.bounds, only.rung) =
                    (Level::Area, known.bounds, Some(known.rung));
            }
            parts => {
                let area = Row {
                    label: letters(parts),
                    level: Level::Area,
                    squares: format!("{}, in parts", known.empty),
                    bounds: known.bounds,
                    rung: Some(known.rung),
                    kind: None,
                };
                rows.insert(0, area);
            }
        }
        rows
    }
}

/// The letters of some parts, or the first and the last of them.
fn letters(parts: &[Row]) -> String {
    match parts {
        [first, .., last] if parts.len() > MOST_LETTERS => {
            format!("{}…{}", first.label, last.label)
        }
        _ => parts.iter().map(|part| part.label.as_str()).collect(),
    }
}

fn whose(kind: Kind, empty: u32) -> String {
    match kind {
        Kind::Territory(color) => format!("{empty} of {color}'s"),
        Kind::BlockerTerritory(color) => format!("{empty} guarded by {color}"),
        Kind::Active => format!("{empty} contested"),
    }
}

/// Bounds in words: moves that a player is ahead.
pub fn ahead(bounds: Bounds) -> String {
    let [lower, upper] = [bounds.lower, bounds.upper].map(|Bound { number, .. }| number);
    let name = |number: Dyadic| if number > Dyadic::ZERO { "Black" } else { "White" };
    let size = |number: Dyadic| mixed(if number < Dyadic::ZERO { -number } else { number });
    let one = |number: Dyadic| match number == Dyadic::ZERO {
        true => "even".to_owned(),
        false => format!("{} +{}", name(number), size(number)),
    };
    match () {
        () if bounds.is_exact() => one(lower),
        () if lower == upper => format!("about {}", one(lower)),
        () if lower > Dyadic::ZERO => format!("Black +{} to +{}", size(lower), size(upper)),
        () if upper < Dyadic::ZERO => format!("White +{} to +{}", size(upper), size(lower)),
        () => format!("{} to {}", one(lower), one(upper)),
    }
}

/// Bounds as [`Bounds`] writes them, or the only number that they leave.
pub fn bounds_text(bounds: Bounds) -> String {
    match bounds.is_exact() {
        true => bounds.lower.number.to_string(),
        false => bounds.to_string(),
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<_> = self.areas.iter().flat_map(|area| &area.parts).collect();
        terminal::draw_map(f, &self.drawn, |square| {
            match parts.iter().find(|part| part.part.empty.has(square)) {
                Some(part) => (part.label, palette::ground(part.part.kind)),
                None => ('-', palette::OUT_OF_REACH),
            }
        })?;
        let rows = self.rows();
        let heads = ["", "squares", "ahead", "bounds", "found by"];
        let mut table =
            Table::new(heads.len(), heads).words_in(&[0, 1, 2, 3, 4]).can_spare(&[4, 3]);
        for row in &rows {
            let indent = if row.level == Level::Part { "  " } else { "" };
            table.row([
                format!("{indent}{}", row.label),
                row.squares.clone(),
                ahead(row.bounds),
                bounds_text(row.bounds),
                row.rung.map_or("", Rung::name).to_owned(),
            ]);
        }
        write!(f, "{table}")?;
        if let Some(remark) = self.remark_on_sum() {
            writeln!(f, "{remark}")?;
        }
        writeln!(f, "{}", self.verdict_text())?;
        match self.explain {
            true => legend::write(f, &rows),
            false => writeln!(f, "--explain tells what the words and signs mean."),
        }
    }
}
