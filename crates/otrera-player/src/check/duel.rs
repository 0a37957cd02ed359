//! Games that a player of endgames must not spoil.

use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use otrera_board::{Bits, Color, Move, Position};
use otrera_solver::{Limits, Settings, Solver};

use super::MOST_POSITIONS;
use super::plain::Plain;
use crate::board::{Allowance, BoardPlayer, Worth};

/// A game that should have gone better.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{position}: {due} was there, and {reached} came of it, by {line}")]
pub struct Lost {
    /// Where it began.
    pub position: String,
    /// What was there.
    pub due: String,
    /// What came of it.
    pub reached: String,
    /// How.
    pub line: String,
}

/// Plays such games.
#[derive(Debug)]
pub struct Duels {
    rng: Rng,
    player: BoardPlayer,
    allowance: Allowance,
}

/// How the opponent chooses among his moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Opponent {
    /// Any that is best by plain search.
    Best,
    /// Any at all.
    Any,
}

impl Duels {
    /// A player, with what he has for a move. Always the same for a seed, if that is nodes.
    pub fn new(seed: u64, player: BoardPlayer, allowance: Allowance) -> Duels {
        Duels { rng: Rng::with_seed(seed), player, allowance }
    }

    fn think<B: Bits>(&mut self, position: &Position<B>) -> Move {
        let stop = AtomicBool::new(false);
        let decision = self.player.think(&position.widen(), &self.allowance, &stop, &mut |_| ());
        decision.expect("a move, since it is not over").mv
    }

    /// Plays an endgame against the best opponent and against one who plays anything, with either colour. The margin must be what plain
    /// search says, or better against mistakes. Returns the worth to the player to move; nothing if plain search gives up.
    pub fn margin(&mut self, position: &Position) -> Result<Option<i32>, Lost> {
        match position.narrow() {
            Some(narrow) => self.margin_in(&narrow),
            None => self.margin_in(position),
        }
    }

    fn margin_in<B: Bits>(&mut self, position: &Position<B>) -> Result<Option<i32>, Lost> {
        let mut plain = Plain::new();
        let Some(worth) = plain.worth(position, MOST_POSITIONS) else { return Ok(None) };
        for opponent in [Opponent::Best, Opponent::Any] {
            for player in Color::ALL {
                let (at, line) = self.play(position, player, opponent, &mut plain);
                let last = plain.worth(&at, usize::MAX).expect("no limit");
                let seen = |worth: i32, mover| if mover == player { worth } else { -worth - 1 };
                let due = seen(worth, position.to_move());
                let reached = seen(last, at.to_move());
                if reached < due || opponent == Opponent::Best && reached != due {
                    return Err(lost(
                        position,
                        &line,
                        Worth::of_plain(due),
                        Worth::of_plain(reached),
                    ));
                }
            }
        }
        Ok(Some(worth))
    }

    /// Plays to the end.
    fn play<B: Bits>(
        &mut self,
        position: &Position<B>,
        player: Color,
        opponent: Opponent,
        plain: &mut Plain<B>,
    ) -> (Position<B>, Vec<Move>) {
        let mut at = *position;
        let mut line = Vec::new();
        while !at.is_over() {
            let mv = if at.to_move() == player {
                self.think(&at)
            } else {
                let moves = match opponent {
                    Opponent::Best => plain.best_moves(&at, usize::MAX).expect("no limit"),
                    Opponent::Any => at.moves().collect(),
                };
                moves[self.rng.usize(0..moves.len())]
            };
            line.push(mv);
            at.make(mv);
        }
        (at, line)
    }

    /// Plays a position that the solver has proved to be won for the player to move, within so many expansions, against the solver, who
    /// wins as soon as he can and else makes the move that was hardest to refute. Returns whether there was such a proof.
    pub fn win(&mut self, position: &Position, expansions: u64) -> Result<bool, Lost> {
        match position.narrow() {
            Some(narrow) => self.win_in(&narrow, expansions),
            None => self.win_in(position, expansions),
        }
    }

    fn win_in<B: Bits>(&mut self, position: &Position<B>, expansions: u64) -> Result<bool, Lost> {
        let settings = Settings { memory: 64 << 20, ..Settings::default() };
        let mut solver: Solver<B> = Solver::new(settings).expect("a little memory");
        let limits = Limits { expansions: Some(expansions), ..Limits::default() };
        if solver.winner(position, limits) != Ok(position.to_move()) {
            return Ok(false);
        }
        let player = position.to_move();
        let mut at = *position;
        let mut line = Vec::new();
        while !at.is_over() {
            let mv = if at.to_move() == player {
                Some(self.think(&at))
            } else {
                let won = match solver.winner(&at, limits) {
                    Ok(winner) if winner != player => solver.winning_move(&at, limits).ok(),
                    _ => None,
                };
                won.flatten().or_else(|| solver.hardest_reply(&at))
            };
            let mv = mv.expect("a move, since it is not over");
            line.push(mv);
            at.make(mv);
        }
        match at.to_move() == player {
            false => Ok(true),
            true => Err(lost(position, &line, Worth::Wins(None), Worth::Loses(None))),
        }
    }
}

fn lost<B: Bits>(position: &Position<B>, line: &[Move], due: Worth, reached: Worth) -> Lost {
    let moves: Vec<String> = line.iter().map(|mv| mv.text(position.size())).collect();
    Lost {
        position: position.to_string(),
        due: format!("{due:?}"),
        reached: format!("{reached:?}"),
        line: moves.join(" "),
    }
}
