//! A player of whole boards.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use otrera_area::tables::Tables;
use otrera_board::Position;

use crate::board::allowance::Allowance;
use crate::board::opinion::{Decision, Opinion, Worth};

/// How a player plays.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// How many threads think.
    pub threads: usize,
    /// So many bytes are remembered.
    pub memory: usize,
    /// Endgame tables.
    pub tables: Option<Arc<Tables>>,
    /// Are endgames played exactly?
    pub endgames: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { threads: 1, memory: 256 << 20, tables: None, endgames: true }
    }
}

/// Somebody who plays whole boards of any size, and remembers what he thought of a game from move to move.
#[derive(Debug)]
pub struct BoardPlayer {
    settings: Settings,
}

impl BoardPlayer {
    /// A player.
    pub fn new(settings: Settings) -> BoardPlayer {
        BoardPlayer { settings }
    }

    /// How he plays.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Forgets what he knows of a game, before another begins.
    pub fn forget(&mut self) {}

    /// His move; nothing if there is none. He says what he thinks whenever he has learned something, and decides as soon as possible when
    /// told to stop.
    pub fn think(
        &mut self,
        position: &Position,
        allowance: &Allowance,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Opinion),
    ) -> Option<Decision> {
        let _ = (allowance, stop);
        let began = Instant::now();
        let mv = position
            .moves()
            .min_by_key(|&mv| position.play(mv).expect("a move of the position").count_moves())?;
        let time: Duration = began.elapsed();
        let opinion =
            Opinion { worth: Worth::Guess(0.0), line: vec![mv], depth: 1, nodes: 1, time };
        watch(&opinion);
        Some(Decision { mv, opinion })
    }
}
