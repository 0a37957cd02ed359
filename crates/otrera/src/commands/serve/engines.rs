//! Players that stay warm: what one has thought of a game serves its next move.
//!
//! There are as many places as jobs at a time. Work that needs memory of its own takes one as well, so that
//! all together never have more than jobs × memory.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use otrera_area::tables::Tables;
use otrera_board::{Bits, Position};
use otrera_player::{BoardPlayer, EvaluationKind, Settings};

use crate::player_options::strongest;

pub struct Engines {
    places: usize,
    /// How each is made, evaluation apart.
    settings: Settings,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Who waits for another move, the last one used at the end.
    idle: Vec<Engine>,
    /// Places in use.
    busy: usize,
}

struct Engine {
    player: BoardPlayer,
    /// What he thought about last.
    position: Position,
}

/// A place for work, until it is dropped.
pub struct Place<'a>(&'a Engines);

/// A player, until he is dropped and waits again.
pub struct Lent<'a> {
    engine: Option<Engine>,
    place: Place<'a>,
}

impl Engines {
    /// For so many jobs at a time, each with so many threads and bytes.
    pub fn new(
        places: usize,
        threads: usize,
        memory: usize,
        tables: Option<Arc<Tables>>,
    ) -> Engines {
        let mut settings = strongest();
        settings.threads = threads;
        settings.memory = memory / 2;
        settings.endgame_memory = memory - settings.memory;
        settings.tables = tables;
        Engines { places, settings, state: Mutex::default() }
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Takes a place for work that needs no player; one that waits may have to go.
    pub fn place(&self) -> Place<'_> {
        let mut state = self.state();
        state.busy += 1;
        self.make_room(&mut state);
        Place(self)
    }

    /// A player with this evaluation for a position. Of those who wait, the one who has thought about the position that
    /// is known to come before it, or about one from which it may come; else a new one, or the one who has waited longest.
    pub fn lend(
        &self,
        evaluation: EvaluationKind,
        position: &Position,
        before: Option<&Position>,
    ) -> Lent<'_> {
        let mut state = self.state();
        state.busy += 1;
        let alike = |engine: &Engine| engine.player.settings().evaluation == evaluation;
        let warm = |engine: &Engine| {
            let same = Some(&engine.position) == before;
            alike(engine) && (same || leads_to(&engine.position, position))
        };
        let found = state.idle.iter().rposition(warm).or_else(|| {
            let full = state.idle.len() + state.busy > self.places;
            state.idle.iter().position(|engine| full && alike(engine))
        });
        let found = found.map(|place| state.idle.remove(place));
        self.make_room(&mut state);
        drop(state);
        let place = Place(self);
        let mut engine = found.unwrap_or_else(|| {
            let mut settings = self.settings.clone();
            settings.evaluation = evaluation;
            Engine { player: BoardPlayer::new(settings), position: *position }
        });
        engine.position = *position;
        Lent { engine: Some(engine), place }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn make_room(&self, state: &mut State) {
        while state.idle.len() + state.busy > self.places && !state.idle.is_empty() {
            state.idle.remove(0);
        }
    }
}

/// May one position have become the other within two moves? Each burns a square.
fn leads_to(from: &Position, to: &Position) -> bool {
    from.size() == to.size()
        && (from.burnt() & !to.burnt()).is_empty()
        && (to.burnt() & !from.burnt()).count() <= 2
}

impl Lent<'_> {
    pub fn player(&mut self) -> Option<&mut BoardPlayer> {
        self.engine.as_mut().map(|engine| &mut engine.player)
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        // Who has panicked is not asked again.
        if let Some(engine) = self.engine.take().filter(|_| !std::thread::panicking()) {
            self.place.0.state().idle.push(engine);
        }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.state().busy -= 1;
    }
}
