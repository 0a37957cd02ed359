//! The answer of `otrera areas`, for people and for programs.

use std::fmt;

use otrera_area::{Kind, Part, Rung, color_of, player_of};
use otrera_board::{Bits, Color, Position, Size};
use otrera_cgt::{Bound, Bounds};
use serde::Serialize;

use super::map;
use super::{Found, Split};
use crate::draw::{svg, terminal};
use crate::output::as_letter;

#[derive(Serialize)]
pub struct Answer {
    position: String,
    to_move: char,
    areas: Vec<Area>,
    lower: String,
    upper: String,
    /// What Black is sure of if he moves first, and what White concedes if she does.
    left_first: i32,
    right_first: i32,
    #[serde(serialize_with = "as_letter")]
    winner: Option<Color>,
    /// The same as `black`, `white` or `open`: goes with the next release.
    verdict: &'static str,
    #[serde(skip)]
    drawn: Position,
    #[serde(skip)]
    total: Bounds,
}

/// What areas and their parts have in common.
#[derive(Serialize)]
struct Described {
    squares: Vec<String>,
    kind: &'static str,
    owner: Option<char>,
    empty: u32,
    lower: String,
    upper: String,
    source: &'static str,
    #[serde(skip)]
    bounds: Bounds,
}

#[derive(Serialize)]
struct Area {
    #[serde(flatten)]
    described: Described,
    left_first: i32,
    right_first: i32,
    parts: Vec<Row>,
}

/// A part of an area, with its letter on the map.
#[derive(Serialize)]
struct Row {
    label: char,
    #[serde(flatten)]
    described: Described,
    #[serde(skip)]
    part: Part<u128>,
}

/// Letters of parts: not those of amazons and burnt squares. Boards with more parts have hardly been seen; they
/// begin again.
const LETTERS: &[u8] = b"acdefghijklmnopqrstuvyzACDEFGHIJKLMNOPQRSTUVYZ1234567890";

impl Answer {
    pub fn new(position: &Position, split: Split) -> Answer {
        let mut letters = LETTERS.iter().cycle().map(|&letter| char::from(letter));
        let size = position.size();
        let areas = split.areas.iter().map(|found| {
            let parts = found.parts.iter();
            let rows = parts.map(|part| Row::new(size, part, letters.next().unwrap_or('?')));
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
        }
    }

    /// The map as a picture, with a line for each area below.
    pub fn svg(&self) -> String {
        let mut tiles = String::new();
        for row in self.areas.iter().flat_map(|area| &area.parts) {
            for square in row.part.empty.squares() {
                let color = map::hex(map::ground(row.part.kind));
                svg::tile(&mut tiles, self.drawn.size(), square, &color, row.label);
            }
        }
        let mut legend: Vec<String> = Vec::new();
        for area in &self.areas {
            for row in &area.parts {
                // The bounds of parts count together, so one alone has those of its area.
                let bounds =
                    if area.parts.len() > 1 { row.described.bounds } else { area.described.bounds };
                let what = whose(row.part.kind, row.described.empty);
                legend.push(format!("{}: {what}, {}", row.label, worth(bounds)));
            }
        }
        legend.push(format!("All together: {}. {}", worth(self.total), self.verdict_text()));
        svg::draw_over(&self.drawn, None, &tiles, &legend)
    }
}

impl Answer {
    fn verdict_text(&self) -> String {
        let to_move = self.drawn.to_move();
        match self.winner {
            Some(winner) if self.drawn.is_over() => {
                format!("{to_move} cannot move: {winner} has won.")
            }
            Some(winner) => format!("{to_move} to move: {winner} wins."),
            None => format!("{to_move} to move: open. These bounds do not tell who wins."),
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
        }
    }
}

impl Area {
    fn new(size: Size, found: &Found, parts: Vec<Row>) -> Area {
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

impl Row {
    fn new(size: Size, part: &Part<u128>, label: char) -> Row {
        let squares = [part.empty | part.amazons, part.empty];
        let described = Described::new(size, squares, part.kind, part.bounds, part.rung);
        Row { label, described, part: *part }
    }
}

fn names(size: Size, squares: u128) -> Vec<String> {
    squares.squares().map(|square| size.name(square).to_string()).collect()
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<&Row> = self.areas.iter().flat_map(|area| &area.parts).collect();
        terminal::draw_map(f, &self.drawn, |square| {
            let row = rows.iter().find(|row| row.part.empty.has(square));
            match row {
                Some(row) => (row.label, map::ground(row.part.kind)),
                None => ('-', map::NEUTRAL),
            }
        })?;
        for area in &self.areas {
            let [first, rest @ ..] = area.parts.as_slice() else { continue };
            let known = &area.described;
            if rest.is_empty() {
                let what = whose(first.part.kind, known.empty);
                row(f, &first.label.to_string(), &what, known.bounds, known.source)?;
                continue;
            }
            let labels: String = area.parts.iter().map(|part| part.label).collect();
            let what = format!("{}, in parts", squares_text(known.empty));
            row(f, &labels, &what, known.bounds, known.source)?;
            for part in &area.parts {
                let known = &part.described;
                let what = whose(part.part.kind, known.empty);
                row(f, &format!("  {}", part.label), &what, known.bounds, known.source)?;
            }
        }
        row(f, "all", "", self.total, "")?;
        writeln!(f, "{}", self.verdict_text())
    }
}

fn whose(kind: Kind, empty: u32) -> String {
    let squares = squares_text(empty);
    match kind {
        Kind::Territory(color) => format!("{squares} of {color}'s"),
        Kind::BlockerTerritory(color) => format!("{squares} that {color} guards"),
        Kind::Active => format!("{squares} contested"),
    }
}

fn squares_text(count: u32) -> String {
    match count {
        1 => "1 square".to_owned(),
        count => format!("{count} squares"),
    }
}

fn row(
    f: &mut fmt::Formatter<'_>,
    label: &str,
    what: &str,
    bounds: Bounds,
    source: &str,
) -> fmt::Result {
    let line = format!("{label:<6} {what:<30} {:<38} {source}", worth(bounds));
    writeln!(f, "{}", line.trim_end())
}

/// Bounds in words: moves that a player is ahead.
fn worth(bounds: Bounds) -> String {
    let ahead = |bound: Bound| -> String {
        let zero = 0i64.into();
        let number = bound.number;
        match () {
            () if number > zero => format!("Black +{number}"),
            () if number < zero => format!("White +{}", -number),
            () => "even".to_owned(),
        }
    };
    if bounds.is_exact() {
        return ahead(bounds.lower);
    }
    format!("{} to {} ({bounds})", ahead(bounds.lower), ahead(bounds.upper))
}
