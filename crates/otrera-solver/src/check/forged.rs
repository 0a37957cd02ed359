//! Checkpoints and kept areas that were changed, checksums repaired: they are refused or do no harm.
//!
//! What a search cannot afford to find out again it must believe. So a forgery that makes a wrong answer is
//! counted as believed, and no fault of the program; that it panics would be one.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use otrera_area::soundness::PlainSearch;
use otrera_area::{areas, random};
use otrera_board::{Color, Position};
use otrera_cgt::{Assurance, TempoBounds};

use super::Odd;
use crate::area_cache::is_small;
use crate::kept_areas::KeptAreas;
use crate::solver::{Engine, Limits, Settings, Solver};

/// What became of forgeries.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// They were refused.
    pub refused: u64,
    /// They changed no answer.
    pub harmless: u64,
    /// They changed an answer.
    pub believed: u64,
}

/// Forges what solvers keep, for as long as one likes.
#[derive(Debug)]
pub struct Forgeries {
    rng: Rng,
    /// Where files are written.
    folder: PathBuf,
    /// Checkpoints.
    pub checkpoints: Tally,
    /// Files of kept areas.
    pub kept_areas: Tally,
}

impl Forgeries {
    /// With a seed, and a folder for files.
    pub fn new(seed: u64, folder: PathBuf) -> Forgeries {
        Forgeries {
            rng: Rng::with_seed(seed),
            folder,
            checkpoints: Tally::default(),
            kept_areas: Tally::default(),
        }
    }

    /// Forges one more checkpoint.
    pub fn checkpoint(&mut self) -> io::Result<()> {
        let position = self.position();
        let engine = if self.rng.bool() { Engine::Dfpn } else { Engine::AlphaBeta };
        let mut solver = solver(None, engine);
        let expansions = Some(self.rng.u64(1..200));
        // It may be solved or not.
        let _ = solver.winner(&position, Limits { expansions, ..Limits::default() });
        let mut bytes = Vec::new();
        solver.save(&mut bytes, position.size(), Duration::ZERO)?;
        let end = bytes.len() - SUM;
        for _ in 0..self.rng.usize(1..=8) {
            let at = self.rng.usize(8..end);
            bytes[at] = match self.rng.bool() {
                true => self.rng.u8(..),
                false => bytes[at] ^ 1 << self.rng.u8(0..8),
            };
        }
        let sum = blake3::hash(&bytes[..end]);
        bytes[end..].copy_from_slice(sum.as_bytes());
        let mut victim = self::solver(None, engine);
        let resumed = victim.resume(&bytes[..], position.size()).is_ok();
        let right = !resumed || is_right(&mut victim, &position);
        self.checkpoints.note(resumed, right);
        Ok(())
    }

    /// Forges one more file of kept areas.
    pub fn kept_areas(&mut self) -> io::Result<()> {
        let position = self.position();
        let path = self.folder.join("areas");
        let kept = KeptAreas::open(&path).map_err(io::Error::other)?;
        for area in areas(&position).iter().filter(|area| is_small(area)) {
            let numbers: [i32; 4] = std::array::from_fn(|_| self.rng.i32(-4..=4));
            let [left, right] = [[numbers[0], numbers[1]], [numbers[2], numbers[3]]]
                .map(|[least, first]| Assurance::at_least(least).and_first(least + first.min(2)));
            kept.put(area, TempoBounds { left, right });
        }
        kept.flush().map_err(io::Error::other)?;
        drop(kept);
        let mut bytes = std::fs::read(&path)?;
        if self.rng.u8(0..4) == 0 {
            // The file itself, below all that has a meaning.
            let at = self.rng.usize(0..bytes.len());
            bytes[at] = self.rng.u8(..);
            std::fs::write(&path, &bytes)?;
        }
        let kept = KeptAreas::open(&path);
        let opened = kept.is_ok();
        let right = kept.map_or(true, |kept| {
            is_right(&mut solver(Some(Arc::new(kept)), Engine::Dfpn), &position)
        });
        self.kept_areas.note(opened, right);
        std::fs::remove_file(&path)
    }

    fn position(&mut self) -> Position<u64> {
        loop {
            let kind = Odd::ALL[self.rng.usize(0..Odd::ALL.len())];
            let found = match self.rng.bool() {
                true => kind.position(&mut self.rng).narrow(),
                false => Some(random::blob(&mut self.rng, 8, 22).position(Color::White)),
            };
            if let Some(position) = found {
                return position;
            }
        }
    }
}

impl Tally {
    fn note(&mut self, opened: bool, right: bool) {
        match (opened, right) {
            (false, _) => self.refused += 1,
            (true, true) => self.harmless += 1,
            (true, false) => self.believed += 1,
        }
    }
}

/// The bytes of a checkpoint's checksum.
const SUM: usize = 32;

fn solver(kept: Option<Arc<KeptAreas>>, engine: Engine) -> Solver<u64> {
    Solver::new(Settings { memory: 1 << 18, kept, engine, ..Settings::default() })
        .expect("a little memory")
}

fn is_right(solver: &mut Solver<u64>, position: &Position<u64>) -> bool {
    let mut plain = PlainSearch::default();
    Color::ALL.into_iter().all(|mover| {
        let position = position.with_to_move(mover);
        let truth = if plain.mover_wins(&position) { mover } else { !mover };
        solver.winner(&position, Limits::default()) == Ok(truth)
    })
}
