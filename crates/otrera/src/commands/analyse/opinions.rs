//! What a player thinks of the positions of a game.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use otrera_board::{Color, Move};
use otrera_player::{Allowance, BoardPlayer, Settings, Worth};

use super::exact::Verdict;
use super::game::Game;

/// What he thinks of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thought {
    /// By how many moves Black seems to be ahead, White if negative; unless it is certain who wins.
    pub ahead: Option<f32>,
    /// Who wins, if he has proved it.
    pub proved: Option<Verdict>,
    /// What he would play.
    pub mv: Move,
}

/// Asks a player about each position of a game, from the first to the last, with a fair share of the time for each, and hardly any when
/// there is no reason to wait for him. Exact endgames are left to [`exact`](super::exact).
pub fn ask(
    game: &Game,
    mut settings: Settings,
    time: Duration,
    stop: &AtomicBool,
    hurry: &AtomicBool,
    tell: impl Fn(usize),
) -> Vec<Option<Thought>> {
    let deadline = Instant::now() + time;
    settings.endgames = false;
    let mut player = BoardPlayer::new(settings);
    let positions = game.positions();
    let mut thoughts = vec![None; positions.len()];
    for (place, position) in positions.iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left < SHORTEST {
            break;
        }
        let share = (left / (positions.len() - place) as u32).min(time / FEWEST);
        let share = if hurry.load(Ordering::Relaxed) { share.min(HURRIED) } else { share };
        let decision = player.think(position, &Allowance::per_move(share), stop, &mut |_| {});
        // The move is what he would do; what the position is worth he says for the player to move.
        thoughts[place] = decision.map(|decision| {
            let (mover, mv, worth) = (position.to_move(), decision.mv, decision.opinion.worth);
            let ahead = match worth {
                Worth::Guess(ahead) => Some(if mover == Color::Black { ahead } else { -ahead }),
                Worth::Wins(_) | Worth::Loses(_) => None,
            };
            Thought { ahead, proved: Verdict::of(worth, mover, Some(mv)), mv }
        });
        tell(place);
    }
    thoughts
}

/// There is no thinking in less than this.
const SHORTEST: Duration = Duration::from_millis(1);

/// No position of a short game takes more than one part in so many of the time.
const FEWEST: u32 = 50;

/// For a thought in a hurry.
const HURRIED: Duration = Duration::from_millis(10);
