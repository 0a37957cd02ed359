//! The answer of `otrera areas`, as programs read it.

use otrera_area::{Kind, Part, Rung, color_of, player_of};
use otrera_board::{Bits, Color, Position, Size};
use otrera_cgt::{Bound, Bounds};
use serde::Serialize;

use super::{Found, Split};
use crate::output::as_letter;

#[derive(Serialize)]
pub struct Answer {
    position: String,
    to_move: char,
    pub areas: Vec<Area>,
    lower: String,
    upper: String,
    /// What Black is sure of if he moves first, and what White concedes if she does.
    left_first: i32,
    right_first: i32,
    #[serde(serialize_with = "as_letter")]
    pub winner: Option<Color>,
    /// The same as `black`, `white` or `open`: goes with the next release.
    verdict: &'static str,
    #[serde(skip)]
    pub drawn: Position,
    /// What all areas are worth together.
    #[serde(skip)]
    pub total: Bounds,
    /// Whether that is no more than their bounds added up.
    #[serde(skip)]
    pub is_plain_sum: bool,
    /// Whether what the words mean is to be said as well.
    #[serde(skip)]
    pub explain: bool,
}

/// What areas and their parts have in common.
#[derive(Serialize)]
pub struct Described {
    squares: Vec<String>,
    kind: &'static str,
    owner: Option<char>,
    pub empty: u32,
    lower: String,
    upper: String,
    source: &'static str,
    #[serde(skip)]
    pub bounds: Bounds,
    #[serde(skip)]
    pub rung: Rung,
}

#[derive(Serialize)]
pub struct Area {
    #[serde(flatten)]
    pub described: Described,
    left_first: i32,
    right_first: i32,
    pub parts: Vec<LabelledPart>,
}

/// A part of an area, with its letter on the map.
#[derive(Serialize)]
pub struct LabelledPart {
    pub label: char,
    #[serde(flatten)]
    pub described: Described,
    #[serde(skip)]
    pub part: Part<u128>,
}

/// Letters of parts: not those of amazons and burnt squares. Boards with more parts have hardly been seen; they
/// begin again.
const LETTERS: &[u8] = b"acdefghijklmnopqrstuvyzACDEFGHIJKLMNOPQRSTUVYZ1234567890";

impl Answer {
    pub(super) fn new(position: &Position, split: Split, explain: bool) -> Answer {
        let mut letters = LETTERS.iter().cycle().map(|&letter| char::from(letter));
        let size = position.size();
        let areas = split.areas.iter().map(|found| {
            let parts = found.parts.iter();
            let rows =
                parts.map(|part| LabelledPart::new(size, part, letters.next().unwrap_or('?')));
            Area::new(size, found, rows.collect())
        });
        let areas = areas.collect();
        let tempo = split.total.total();
        let to_move = position.to_move();
        let mover = player_of(to_move);
        let winner = tempo.winner(mover).or(split.bounds.winner(mover)).map(color_of);
        let total = narrower(split.bounds, tempo.lower(), tempo.upper());
        Answer {
            position: position.to_string(),
            to_move: to_move.letter(),
            areas,
            lower: total.lower_text(),
            upper: total.upper_text(),
            left_first: tempo.left_first(),
            right_first: tempo.right_first(),
            verdict: match winner {
                Some(Color::Black) => "black",
                Some(Color::White) => "white",
                None => "open",
            },
            drawn: *position,
            winner,
            total,
            is_plain_sum: total == split.bounds,
            explain,
        }
    }
}

/// Bounds on the value, or integers where these say more: single moves in different areas add up to
/// more than the bounds of each.
fn narrower(bounds: Bounds, lower: i32, upper: i32) -> Bounds {
    let mut narrowed = bounds;
    if bounds.lower.number < i64::from(lower).into() {
        narrowed.lower = Bound::plain(i64::from(lower));
    }
    if bounds.upper.number > i64::from(upper).into() {
        narrowed.upper = Bound::plain(i64::from(upper));
    }
    narrowed
}

impl Described {
    fn new(
        size: Size,
        [squares, empty]: [u128; 2],
        kind: Kind,
        bounds: Bounds,
        rung: Rung,
    ) -> Described {
        Described {
            squares: names(size, squares),
            kind: kind.name(),
            owner: kind.owner().map(Color::letter),
            empty: empty.count(),
            lower: bounds.lower_text(),
            upper: bounds.upper_text(),
            source: rung.name(),
            bounds,
            rung,
        }
    }
}

impl Area {
    fn new(size: Size, found: &Found, parts: Vec<LabelledPart>) -> Area {
        let &Found { squares, ref judgement, .. } = found;
        let empty = parts.iter().fold(0, |empty, row| empty | row.part.empty);
        let kind = match parts.as_slice() {
            [only] if matches!(only.part.kind, Kind::Territory(_)) => only.part.kind,
            _ => Kind::Active,
        };
        Area {
            described: Described::new(
                size,
                [squares, empty],
                kind,
                judgement.bounds,
                judgement.rung,
            ),
            left_first: judgement.tempo.left_first(),
            right_first: judgement.tempo.right_first(),
            parts,
        }
    }
}

impl LabelledPart {
    fn new(size: Size, part: &Part<u128>, label: char) -> LabelledPart {
        let squares = [part.empty | part.amazons, part.empty];
        let described = Described::new(size, squares, part.kind, part.bounds, part.rung);
        LabelledPart { label, described, part: *part }
    }
}

fn names(size: Size, squares: u128) -> Vec<String> {
    squares.squares().map(|square| size.name(square).to_string()).collect()
}
