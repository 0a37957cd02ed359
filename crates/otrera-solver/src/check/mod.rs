//! Solvers against plain search on random positions, for as long as one likes.
//!
//! Half of the positions come from random games, half are random blobs: they catch different mistakes.
//! Every eighth is a sum of separated areas. There are odd ones, too. Each is solved with either side to move, by both
//! engines, with and without the area cache, with one thread and with two, in tables so small that
//! entries are given up all the time; and with endgame tables, if there are any.

mod forged;
mod odd;

use std::sync::Arc;

use fastrand::Rng;
use otrera_area::soundness::PlainSearch;
use otrera_area::tables::Tables;
use otrera_area::{Climb, Ladder, random};
use otrera_board::{Bits, Color, Content, Position, Size};

pub use self::forged::{Forgeries, Tally};
pub use self::odd::Odd;
use crate::rules::Rules;
use crate::solver::{Engine, Limits, Settings, Solver};

/// A wrong answer.
#[derive(Debug, thiserror::Error)]
#[error("{how}: {position}: found {found}, but plain search says {truth}")]
pub struct WrongAnswer {
    /// The position, with the side to move.
    pub position: String,
    /// The engine and its settings.
    pub how: String,
    /// What it said.
    pub found: String,
    /// What is true.
    pub truth: Color,
}

/// A check that goes on for as long as one likes.
#[derive(Debug)]
pub struct Check {
    rng: Rng,
    narrow: Ways<u64>,
    wide: Ways<u128>,
    /// How many positions of games, blobs and sums were checked, each with both sides to move.
    pub checked: [u64; 3],
    /// How many odd positions of each kind were.
    pub checked_odd: [u64; Odd::ALL.len()],
}

/// Plain search is good for so many empty squares.
const MOST_EMPTY: usize = 9;

impl Check {
    /// A check with a seed.
    pub fn new(seed: u64) -> Check {
        Check {
            rng: Rng::with_seed(seed),
            narrow: Ways::new(),
            wide: Ways::new(),
            checked: [0; 3],
            checked_odd: [0; Odd::ALL.len()],
        }
    }

    /// The same, and with solvers that use endgame tables.
    #[must_use]
    pub fn with_tables(mut self, tables: &Arc<Tables>) -> Check {
        self.narrow.add_tables(tables);
        self.wide.add_tables(tables);
        self
    }

    /// Checks one more position.
    pub fn step(&mut self) -> Result<(), WrongAnswer> {
        let kind = match self.rng.u8(0..16) {
            0 | 1 => 2,
            other => usize::from(other % 2),
        };
        let position = match kind {
            0 => self.game(),
            1 => random::blob(&mut self.rng, MOST_EMPTY, 24).position(Color::White),
            _ => self.sum(),
        };
        self.narrow.check(&position)?;
        self.checked[kind] += 1;
        Ok(())
    }

    /// Checks one more odd position, and returns it.
    pub fn step_odd(&mut self) -> Result<Position, WrongAnswer> {
        let kind = self.rng.usize(0..Odd::ALL.len());
        let position = Odd::ALL[kind].position(&mut self.rng);
        // A small board is a small part of a large one: the answer does not depend on the word.
        match position.narrow().filter(|_| self.rng.u8(0..4) > 0) {
            Some(position) => self.narrow.check(&position)?,
            None => self.wide.check(&position)?,
        }
        self.checked_odd[kind] += 1;
        Ok(position)
    }

    /// A position of a random game.
    fn game(&mut self) -> Position<u64> {
        loop {
            let (width, height) = [(4, 4), (4, 5), (5, 4), (5, 5)][self.rng.usize(0..4)];
            let size = Size::new(width, height).expect("a small board");
            let position =
                random::playout(&mut self.rng, size, 0..17).narrow().expect("a small board");
            if position.empty().count() as usize <= MOST_EMPTY {
                return position;
            }
        }
    }

    /// Two or three blobs beside each other.
    fn sum(&mut self) -> Position<u64> {
        loop {
            let count = self.rng.usize(2..=3);
            let blobs: Vec<Position<u64>> = (0..count)
                .map(|_| random::blob(&mut self.rng, 4, 14).position(Color::White))
                .collect();
            let empty: u32 = blobs.iter().map(|blob| blob.empty().count()).sum();
            if empty as usize <= MOST_EMPTY
                && let Some(sum) = beside(&blobs)
            {
                return sum;
            }
        }
    }
}

/// Solvers of every kind.
#[derive(Debug)]
struct Ways<B: 'static> {
    solvers: Vec<(String, Solver<B>)>,
}

impl<B: Bits> Ways<B> {
    fn new() -> Ways<B> {
        let mut solvers = Vec::new();
        for engine in [Engine::Dfpn, Engine::AlphaBeta] {
            for area_cache in [true, false] {
                for threads in [1, 2] {
                    let cache = if area_cache { "with" } else { "without" };
                    let how = format!("{}, {cache} area cache, threads {threads}", engine.name());
                    let rules = Rules { area_cache, ..Rules::default() };
                    let settings =
                        Settings { memory: 1 << 17, threads, engine, rules, ..Settings::default() };
                    solvers.push((how, Solver::new(settings).expect("a little memory")));
                }
            }
        }
        Ways { solvers }
    }

    fn add_tables(&mut self, tables: &Arc<Tables>) {
        for (engine, area_cache) in [(Engine::Dfpn, true), (Engine::AlphaBeta, false)] {
            let cache = if area_cache { "with" } else { "without" };
            let how = format!("{}, endgame tables, {cache} area cache", engine.name());
            let rules = Rules { area_cache, ..Rules::default() };
            let tables = Some(tables.clone());
            let settings =
                Settings { memory: 1 << 17, engine, rules, tables, ..Settings::default() };
            self.solvers.push((how, Solver::new(settings).expect("a little memory")));
        }
    }

    /// Solves a position in every way, with either side to move.
    fn check(&mut self, position: &Position<B>) -> Result<(), WrongAnswer> {
        let mut plain = PlainSearch::default();
        let mut ladder = Ladder::new(Climb::default());
        for mover in Color::ALL {
            let position = position.with_to_move(mover);
            let truth = if plain.mover_wins(&position) { mover } else { !mover };
            let wrong = |how: &str, found: String| WrongAnswer {
                position: position.to_string(),
                how: how.to_owned(),
                found,
                truth,
            };
            if let Some(winner) = ladder.winner(&position).filter(|&winner| winner != truth) {
                return Err(wrong("ladder", winner.to_string()));
            }
            for (how, solver) in &mut self.solvers {
                let found = solver.winner(&position, Limits::default());
                if found != Ok(truth) {
                    return Err(wrong(how, format!("{found:?}")));
                }
                // And the move that wins, which is what one would play.
                if truth == mover {
                    match solver.winning_move(&position, Limits::default()) {
                        Ok(Some(mv)) => {
                            let mut after = position;
                            after.make(mv);
                            if plain.mover_wins(&after) {
                                return Err(wrong(how, mv.text(position.size())));
                            }
                        }
                        other => {
                            return Err(wrong(how, format!("{other:?} as the winning move")));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// Boards beside each other with burnt files between them, if they fit into 64 squares.
fn beside(parts: &[Position<u64>]) -> Option<Position<u64>> {
    let width: usize = parts.iter().map(|part| part.size().width() + 1).sum::<usize>() - 1;
    let height = parts.iter().map(|part| part.size().height()).max()?;
    let size = Size::new(width, height).ok().filter(|size| size.squares() <= 64)?;
    let mut sets = [0_u64; 2];
    let mut burnt = u64::geometry(size)?.board();
    let mut left = 0;
    for part in parts {
        for square in part.size().iter() {
            let file = left + part.size().file(square);
            let there = u64::of(size.square(file, part.size().rank(square))?);
            match part.at(square) {
                Content::Burnt => continue,
                Content::Empty => {}
                Content::Amazon(color) => sets[color as usize] |= there,
            }
            burnt &= !there;
        }
        left += part.size().width() + 1;
    }
    Position::new(size, sets[0], sets[1], burnt, Color::White).ok()
}
