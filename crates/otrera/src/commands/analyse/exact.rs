//! What is certain of the positions of a game, from its end towards its beginning.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use otrera_board::{Color, Move, Position};
use otrera_player::{Deadline, Endgame, Worth};

use super::game::Game;

/// What is certain of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    pub winner: Color,
    /// The moves that he has left in the end, if that is known, too.
    pub margin: Option<u32>,
    /// A move that keeps it for the player to move.
    pub keeps: Option<Move>,
}

impl Verdict {
    /// What a worth tells, if it is certain.
    pub fn of(worth: Worth, mover: Color, keeps: Option<Move>) -> Option<Verdict> {
        let (winner, margin) = match worth {
            Worth::Wins(margin) => (mover, margin),
            Worth::Loses(margin) => (!mover, margin),
            Worth::Guess(_) => return None,
        };
        Some(Verdict { winner, margin, keeps })
    }

    /// What it is worth to a player, if the margin is known: his margin, or −m − 1 if the other wins by m. More is better.
    pub fn worth_to(&self, player: Color) -> Option<i32> {
        let margin = self.margin? as i32;
        Some(if self.winner == player { margin } else { -margin - 1 })
    }
}

/// What is certain of each position of a game, as far as it was found.
pub struct Verdicts {
    /// Before the first move, and after each.
    pub of: Vec<Option<Verdict>>,
}

impl Verdicts {
    pub fn unknown(game: &Game) -> Verdicts {
        Verdicts { of: vec![None; game.plies.len() + 1] }
    }

    /// The first position from which on all margins are known.
    pub fn exact_from(&self) -> Option<usize> {
        self.known_from(|verdict| verdict.margin.is_some())
    }

    /// The first position from which on all winners are known.
    pub fn decided_from(&self) -> Option<usize> {
        self.known_from(|_| true)
    }

    /// The last position with another winner than the one before it, where both are known and all after them, and a move leads from
    /// one to the other: set-ups decide nothing.
    pub fn turned_at(&self, game: &Game) -> Option<usize> {
        let from = self.decided_from()?;
        let winner = |place: usize| self.of[place].map(|verdict| verdict.winner);
        let by_move = |place: usize| !game.is_interrupted_before(place - 1);
        (from + 1..self.of.len())
            .rfind(|&place| winner(place) != winner(place - 1) && by_move(place))
    }

    /// Adds what a player has proved where nothing was known, and what follows for the positions before.
    pub fn complete(&mut self, game: &Game, proved: impl Fn(usize) -> Option<Verdict>) {
        for place in (0..self.of.len()).rev() {
            if self.of[place].is_none() {
                self.of[place] = proved(place).or_else(|| followed(game, self, place));
            }
        }
    }

    fn known_from(&self, is_enough: impl Fn(&Verdict) -> bool) -> Option<usize> {
        let open = self.of.iter().rposition(|it| !it.as_ref().is_some_and(&is_enough));
        let from = open.map_or(0, |open| open + 1);
        (from < self.of.len()).then_some(from)
    }
}

/// How long a position is looked at the first time, and how much longer each time after that.
const FIRST_LOOK: Duration = Duration::from_millis(100);
const LONGER: u32 = 3;

/// So many positions in a row without any news, and the look goes no further back this time.
const PATIENCE: usize = 4;

/// Looks at the positions of a game from the last to the first, again and again, longer each time, until the time is over or all is known.
/// Tells how far it is whenever it has learned something.
pub fn look_back(
    game: &Game,
    mut endgame: Endgame,
    deadline: Instant,
    stop: &AtomicBool,
    mut tell: impl FnMut(&Verdicts),
) -> Verdicts {
    let positions = game.positions();
    let mut verdicts = Verdicts::unknown(game);
    let mut time = FIRST_LOOK;
    let over = || Instant::now() >= deadline || stop.load(Ordering::Relaxed);
    // Who has won a game that is over needs no time.
    if let (Some(last), Some(end)) = (positions.last(), verdicts.of.last_mut())
        && last.is_over()
    {
        *end = look(&mut endgame, last, deadline, stop);
    }
    while !over() {
        let mut news = PATIENCE;
        for place in (0..positions.len()).rev() {
            if verdicts.of[place].is_some_and(|verdict| verdict.margin.is_some()) {
                continue;
            }
            if over() || news == 0 {
                break;
            }
            news -= 1;
            let until = deadline.min(Instant::now() + time);
            let found = look(&mut endgame, &positions[place], until, stop);
            let found = found.or_else(|| followed(game, &verdicts, place));
            let says = |it: Option<Verdict>| it.map(|it| (it.winner, it.margin));
            // What was known is not forgotten.
            if found.is_some() && says(found) != says(verdicts.of[place]) {
                verdicts.of[place] = found;
                news = PATIENCE;
                tell(&verdicts);
            }
        }
        if verdicts.exact_from() == Some(0) {
            break;
        }
        time *= LONGER;
    }
    verdicts
}

fn look(
    endgame: &mut Endgame,
    position: &Position,
    until: Instant,
    stop: &AtomicBool,
) -> Option<Verdict> {
    let (worth, keeps) = match position.is_over() {
        true => (endgame.glance(position)?, None),
        false => {
            let known = endgame.look(position, Deadline::Wall(until), stop)?;
            (known.worth, known.line.first().copied())
        }
    };
    Verdict::of(worth, position.to_move(), keeps)
}

/// Who wins a position because the next move of the game wins it.
fn followed(game: &Game, verdicts: &Verdicts, place: usize) -> Option<Verdict> {
    let ply = game.plies.get(place).filter(|_| !game.is_interrupted_before(place))?;
    let next = verdicts.of[place + 1]?;
    let wins = next.winner == ply.player;
    wins.then_some(Verdict { winner: ply.player, margin: None, keeps: Some(ply.mv) })
}

#[cfg(test)]
mod tests {
    use otrera_board::Record;

    use super::*;

    fn won(winner: Color) -> Option<Verdict> {
        Some(Verdict { winner, margin: None, keeps: None })
    }

    #[test]
    fn the_last_change_of_the_winner() {
        let [black, white] = [won(Color::Black), won(Color::White)];
        let game = game_of("5x5", 3);
        for (of, known, turned) in [
            (vec![white, white], Some(0), None),
            (vec![white, black, white, white], Some(0), Some(2)),
            (vec![black, None, white, white], Some(2), None),
            (vec![white, None, white, black], Some(2), Some(3)),
            (vec![white, None], None, None),
        ] {
            let verdicts = Verdicts { of };
            assert_eq!((verdicts.decided_from(), verdicts.turned_at(&game)), (known, turned));
        }
    }

    #[test]
    fn set_ups_decide_nothing() {
        let start: Position = "b......w b".parse().unwrap();
        let mut record = Record::new(start);
        let after = record.add_move(record.main_end(), start.moves().next().unwrap()).unwrap();
        let other: Position = "w.....bb b".parse().unwrap();
        let set_up = record.add_setup(after, other).unwrap();
        record.add_move(set_up, other.moves().next().unwrap()).unwrap();
        let game = Game::new(&record).unwrap();
        let verdicts = Verdicts { of: [Color::White, Color::White, Color::Black].map(won).into() };
        assert_eq!(verdicts.turned_at(&game), None);
    }

    /// A game of so many moves, whatever they are.
    fn game_of(start: &str, moves: usize) -> Game {
        let mut position: Position = start.parse().unwrap();
        let mut record = Record::new(position);
        for _ in 0..moves {
            let mv = position.moves().next().unwrap();
            record.add_move(record.main_end(), mv).unwrap();
            position = position.play(mv).unwrap();
        }
        Game::new(&record).unwrap()
    }

    #[test]
    fn what_a_player_has_proved_is_told() {
        let start: Position = "b..xw... b".parse().unwrap();
        let mut record = Record::new(start);
        record.add_move(record.main_end(), start.moves().next().unwrap()).unwrap();
        let game = Game::new(&record).unwrap();
        for (winner, before) in [(Color::White, None), (Color::Black, Some(Color::Black))] {
            let mut verdicts = Verdicts::unknown(&game);
            verdicts.complete(&game, |place| won(winner).filter(|_| place == 1));
            let winners = verdicts.of.iter().map(|it| it.map(|it| it.winner));
            assert_eq!(winners.collect::<Vec<_>>(), [before, Some(winner)]);
        }
    }
}
