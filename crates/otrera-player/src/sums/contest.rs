//! Games between two players.

use std::time::Duration;

use fastrand::Rng;
use otrera_board::{Color, Size};
use otrera_cgt::Exhausted;

use super::clock::{Clock, Deadline};
use super::player::{Kind, SumPlayer};
use super::sum::{Score, SumError, SumPosition};

/// Two players, and what they play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contest {
    /// Whose score is counted, and the opponent.
    pub players: [Kind; 2],
    /// How many boards.
    pub boards: usize,
    /// Their size.
    pub size: Size,
    /// The time for a move.
    pub time: Duration,
    /// By which clock.
    pub clock: Clock,
    /// Position n is drawn with this and n.
    pub seed: u64,
}

/// A game that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game {
    /// The score as the first of the players sees it: the moves that he has left, or minus those that the other has.
    pub score: i64,
    /// Did he win? A score of zero does not tell.
    pub won: bool,
    /// How many moves were made.
    pub moves: u32,
}

impl Contest {
    /// A start, the same for the same seed, number, boards and size. Black is to move.
    pub fn start(&self, number: u64) -> Result<SumPosition, SumError> {
        let size = self.size;
        let kind = (self.boards * 4096 + size.width() * 64 + size.height()) as u64;
        let seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (number << 20) ^ kind;
        SumPosition::random(&mut Rng::with_seed(seed), self.boards, self.size)
    }

    /// Plays a start, the first player having this colour.
    pub fn play(&self, start: &SumPosition, color: Color) -> Result<Game, Exhausted> {
        let mut players: [Box<dyn SumPlayer>; 2] = self.players.map(Kind::player);
        let mut sum = start.clone();
        let mut moves = 0;
        let score = loop {
            if let Some(score) = sum.score() {
                break score;
            }
            let player = &mut players[usize::from(sum.to_move() != color)];
            let turn = player.choose(&sum, Deadline::after(self.clock, self.time))?;
            match turn.and_then(|turn| sum.play(turn).ok()) {
                Some(after) => sum = after,
                // Nobody makes illegal moves; who finds none has lost.
                None => break Score { winner: !sum.to_move(), moves: 0 },
            }
            moves += 1;
        };
        Ok(Game { score: score.of(color), won: score.winner == color, moves })
    }
}

/// What games come to.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    /// How many games.
    pub games: u64,
    /// How many were won.
    pub wins: u64,
    /// The sum of the scores, and of their squares.
    pub sums: (f64, f64),
}

impl Tally {
    /// Adds a game.
    pub fn add(&mut self, score: i64, won: bool) {
        self.games += 1;
        self.wins += u64::from(won);
        let score = score as f64;
        self.sums = (self.sums.0 + score, self.sums.1 + score * score);
    }

    /// The mean score.
    pub fn mean(&self) -> f64 {
        self.sums.0 / self.games.max(1) as f64
    }

    /// The standard deviation of the score.
    pub fn deviation(&self) -> f64 {
        if self.games < 2 {
            return 0.0;
        }
        let games = self.games as f64;
        ((self.sums.1 - self.sums.0 * self.sums.0 / games).max(0.0) / (games - 1.0)).sqrt()
    }

    /// Half the width of the interval that holds the true mean score 95 times in 100.
    pub fn mean_error(&self) -> f64 {
        1.96 * self.deviation() / (self.games.max(1) as f64).sqrt()
    }

    /// The share of wins.
    pub fn win_rate(&self) -> f64 {
        self.wins as f64 / self.games.max(1) as f64
    }

    /// Where the true share of wins lies 95 times in 100 (Wilson's interval).
    pub fn win_interval(&self) -> (f64, f64) {
        let (z, n, p) = (1.96f64, self.games.max(1) as f64, self.win_rate());
        let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        // These ends are exact, which rounding would hide.
        let low = if self.wins == 0 { 0.0 } else { (middle - half).max(0.0) };
        let high = if self.wins >= self.games { 1.0 } else { (middle + half).min(1.0) };
        (low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies() {
        let mut tally = Tally::default();
        for (score, won) in [(2, true), (4, true), (-3, false), (1, true)] {
            tally.add(score, won);
        }
        assert_eq!((tally.mean(), tally.win_rate()), (1.0, 0.75));
        // Squares of 1, 3, 4 and 0 from the mean, over three.
        assert!((tally.deviation() - (26.0f64 / 3.0).sqrt()).abs() < 1e-12);
        let (low, high) = tally.win_interval();
        assert!(low > 0.28 && low < 0.32 && high > 0.94 && high < 0.96, "{low} {high}");
    }

    /// A player that lost or won every game may be infinitely weak or strong.
    #[test]
    fn intervals_have_exact_ends() {
        for games in 1..300 {
            let interval = |wins| Tally { games, wins, ..Tally::default() }.win_interval();
            assert_eq!((interval(0).0, interval(games).1), (0.0, 1.0), "{games}");
            assert!(interval(0).1 > 0.0 && interval(games).0 < 1.0, "{games}");
            for wins in 1..games {
                let (low, high) = interval(wins);
                assert!(0.0 < low && low < high && high < 1.0, "{wins} of {games}");
            }
        }
    }

    #[test]
    fn starts_are_the_same_for_the_same_seed() {
        let contest = |seed| Contest {
            players: [Kind::Hotstrat, Kind::AlphaBeta],
            boards: 2,
            size: Size::new(4, 4).unwrap(),
            time: Duration::from_millis(5),
            clock: Clock::Wall,
            seed,
        };
        assert_eq!(contest(1).start(3), contest(1).start(3));
        assert_ne!(contest(1).start(3), contest(1).start(4));
        assert_ne!(contest(1).start(3), contest(2).start(3));
    }
}
