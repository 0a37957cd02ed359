//! What the games of a match begin with: each opening is played twice, once with each colour.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use fastrand::Rng;
use otrera_board::notation::{Format, decode};
use otrera_board::{Move, Position, Record};

use super::even::Judge;
use crate::output::first_line;
use crate::read;

/// A start and the moves that are made already.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    pub start: Position,
    pub moves: Vec<Move>,
}

/// Where openings come from.
pub enum Openings {
    /// Random moves from a start; with a judge only such as he finds even.
    Random { start: Position, plies: usize, seed: u64, judge: Option<Box<Judge>> },
    /// A list, gone through again and again.
    Listed(Vec<Opening>),
}

/// A number of random moves that ends no game is looked for so often, before fewer are made.
const TRIES: u64 = 100;

impl Openings {
    /// The opening of a number: the same in every run.
    pub fn get(&self, number: u64) -> Opening {
        match self {
            Openings::Listed(list) => list[(number % list.len() as u64) as usize].clone(),
            Openings::Random { start, plies, seed, judge } => {
                let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number);
                let mut rng = Rng::with_seed(seed);
                let mut draw = || drawn(&mut rng, *start, *plies);
                match judge {
                    Some(judge) => judge.choose(number, draw),
                    None => draw(),
                }
            }
        }
    }

    /// Reads a file: games in one text, or a position or a game in each line.
    pub fn read(path: &Path) -> anyhow::Result<Openings> {
        let name = path.display();
        let bytes = read::whole_file(path).map_err(|error| read::cannot_read_file(path, &error))?;
        let text = decode(&bytes).map_err(|error| anyhow!("{name}: {error}"))?;
        let mut list = Vec::new();
        if text.trim_start().starts_with('(') {
            let records =
                Format::detect(text).read(text).map_err(|error| anyhow!("{name}: {error}"))?;
            for (n, record) in records.iter().enumerate() {
                list.push(Opening::of(record).with_context(|| format!("{name}, game {}", n + 1))?);
            }
        } else {
            let lines = text.lines().enumerate();
            for (n, line) in
                lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with("# "))
            {
                let wrong = |why: &str| anyhow!("{name}, line {}: {}", n + 1, first_line(why));
                let records =
                    Format::detect(line).read(line).map_err(|error| wrong(&error.to_string()))?;
                let record = records.first().ok_or_else(|| wrong("no position found"))?;
                list.push(Opening::of(record).with_context(|| format!("{name}, line {}", n + 1))?);
            }
        }
        if list.is_empty() {
            bail!("{name}: no opening found; expected a position or a game in each line, or SGF");
        }
        Ok(Openings::Listed(list))
    }
}

impl Opening {
    fn of(record: &Record) -> anyhow::Result<Opening> {
        let moves = record.main_moves();
        let opening = Opening { start: *record.start(), moves };
        if opening.position() != record.position(record.main_end()) {
            bail!("found a set-up in the middle of a game; expected moves");
        }
        if opening.position().is_over() {
            bail!("the game is over; expected an opening");
        }
        Ok(opening)
    }

    /// Where the engines begin.
    pub fn position(&self) -> Position {
        let moves = self.moves.iter();
        moves.fold(self.start, |position, &mv| position.play(mv).unwrap_or(position))
    }
}

/// So many random moves from a start, or as many as can be found.
fn drawn(rng: &mut Rng, start: Position, plies: usize) -> Opening {
    (0..=plies)
        .rev()
        .flat_map(|plies| (0..TRIES).map(move |_| plies))
        .find_map(|plies| random(rng, start, plies))
        .unwrap_or(Opening { start, moves: Vec::new() })
}

/// So many random moves, unless they end the game.
fn random(rng: &mut Rng, start: Position, plies: usize) -> Option<Opening> {
    let mut position = start;
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies {
        let all: Vec<Move> = position.moves().collect();
        let mv = *all.get(rng.usize(..all.len().max(1)))?;
        position = position.play(mv).ok()?;
        moves.push(mv);
    }
    (!position.is_over()).then_some(Opening { start, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_openings_can_be_repeated() {
        let start = "6x6".parse().unwrap();
        let openings = |seed| Openings::Random { start, plies: 4, seed, judge: None };
        assert_eq!(openings(1).get(3), openings(1).get(3));
        assert_ne!(openings(1).get(3), openings(1).get(4));
        assert_ne!(openings(1).get(3), openings(2).get(3));
        assert_eq!(openings(1).get(3).moves.len(), 4);
        // Two moves end every game here, so one is made.
        let start = "b.xw. w".parse().unwrap();
        assert!(Openings::Random { start, plies: 9, seed: 1, judge: None }.get(0).moves.len() < 2);
    }
}
