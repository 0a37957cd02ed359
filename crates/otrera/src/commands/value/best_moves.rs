//! The best moves of a sum of positions, and the values that they lead to.

use std::fmt;

use otrera_area::{Area, areas};
use otrera_board::{Bits, Color, Position};
use otrera_cgt::{Exhausted, Form, Valuer};
use serde::Serialize;

use crate::words::counted;

/// How many values, and moves to each, are shown to people.
const MOST_SHOWN: usize = 4;

/// For each colour the values that no other move of hers betters.
#[derive(Serialize)]
pub struct BestMoves {
    black: Vec<Target>,
    white: Vec<Target>,
}

/// A value and the moves that lead to it.
#[derive(Serialize)]
struct Target {
    /// Null if it is too long to write.
    value: Option<String>,
    moves: Vec<String>,
    /// The value as people see it.
    #[serde(skip)]
    shown: String,
}

/// Values are written to JSON up to this size, and abbreviated for people beyond the other.
const LARGEST_IN_JSON: u64 = 10_000;
const LARGEST_ON_SCREEN: u64 = 60;

/// Finds the best moves. With several positions, a move begins with the number of its own.
pub fn best_moves<B: Bits>(
    valuer: &mut Valuer<Area<B>>,
    positions: &[Position<B>],
    plain: bool,
) -> Result<BestMoves, Exhausted> {
    let mut total = valuer.forms.integer(0);
    for area in positions.iter().flat_map(areas) {
        let form = valuer.form(&area)?;
        total = valuer.forms.add(total, form)?;
    }
    let mut of = |color| best_of(valuer, positions, total, color, plain);
    Ok(BestMoves { black: of(Color::Black)?, white: of(Color::White)? })
}

fn best_of<B: Bits>(
    valuer: &mut Valuer<Area<B>>,
    positions: &[Position<B>],
    total: Form,
    color: Color,
    plain: bool,
) -> Result<Vec<Target>, Exhausted> {
    let mut reached: Vec<(Form, Vec<String>)> = Vec::new();
    for (n, position) in positions.iter().enumerate() {
        for area in areas(position) {
            let here = valuer.form(&area)?;
            let here = valuer.forms.negative(here);
            let elsewhere = valuer.forms.add(total, here)?;
            for (mv, after) in area.moves(color) {
                let after = valuer.sum(&after)?;
                let after = valuer.forms.add(elsewhere, after)?;
                let text = mv.text(position.size());
                let text = if positions.len() > 1 { format!("{}:{text}", n + 1) } else { text };
                match reached.iter_mut().find(|(form, _)| *form == after) {
                    Some((_, moves)) => moves.push(text),
                    None => reached.push((after, vec![text])),
                }
            }
        }
    }
    let all: Vec<Form> = reached.iter().map(|&(form, _)| form).collect();
    let forms = &mut valuer.forms;
    reached.retain(|&(form, _)| {
        !all.iter().any(|&other| {
            let bettered = match color {
                Color::Black => forms.le(form, other),
                Color::White => forms.le(other, form),
            };
            other != form && bettered
        })
    });
    let text = |(form, moves)| {
        let fits = forms.written_size(form) <= LARGEST_IN_JSON;
        let value = fits.then(|| if plain { forms.plain_text(form) } else { forms.text(form) });
        let shown = match &value {
            Some(text) if plain => text.clone(),
            _ => forms.short_text(form, LARGEST_ON_SCREEN),
        };
        Target { value, moves, shown }
    };
    Ok(reached.into_iter().map(text).collect())
}

impl fmt::Display for BestMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, targets) in [("Black", &self.black), ("White", &self.white)] {
            if targets.is_empty() {
                writeln!(f, "{:<12} has no move", name)?;
            }
            for target in targets.iter().take(MOST_SHOWN) {
                let shown =
                    target.moves.iter().take(MOST_SHOWN).cloned().collect::<Vec<_>>().join(" ");
                let more = match target.moves.len().saturating_sub(MOST_SHOWN) {
                    0 => String::new(),
                    count => format!(" and {count} more"),
                };
                writeln!(f, "{name:<12} to {} by {shown}{more}", target.shown)?;
            }
            if targets.len() > MOST_SHOWN {
                let more = counted((targets.len() - MOST_SHOWN) as u64, "more value");
                writeln!(f, "{name:<12} to {more}")?;
            }
        }
        Ok(())
    }
}
