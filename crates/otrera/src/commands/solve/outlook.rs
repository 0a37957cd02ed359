//! What is said of a position besides who wins: by how much; and where that is open, who seems to be ahead, what
//! to try and what is settled already.

use std::fmt;
use std::time::{Duration, Instant};

use otrera_area::{Climb, Ladder, player_of};
use otrera_board::{Bits, Color, Move, Position};
use otrera_solver::Solver;
use serde::Serialize;

use crate::words::counted;

/// So many candidates are named.
const CANDIDATES: usize = 3;

#[derive(Serialize, Default)]
pub struct Outlook {
    /// By how many moves Black wins, and White, at least and at most; nothing for who loses.
    margin: Margin,
    /// The move of the loser that took the most work to refute.
    #[serde(skip_serializing_if = "Option::is_none")]
    resistance: Option<String>,
    #[serde(flatten)]
    guesses: Option<Guesses>,
}

/// The moves that the winner could give away and still win, at least and at most.
#[derive(Serialize, Default)]
struct Margin {
    #[serde(rename = "b", skip_serializing_if = "Option::is_none")]
    black: Option<[i32; 2]>,
    #[serde(rename = "w", skip_serializing_if = "Option::is_none")]
    white: Option<[i32; 2]>,
}

/// What is said where it is open who wins.
#[derive(Serialize)]
struct Guesses {
    guess: Guess,
    candidates: Vec<Candidate>,
    settled: Settled,
}

/// Who seems to win, if anybody does.
#[derive(Serialize)]
struct Guess {
    winner: Option<char>,
    chance: f64,
    #[serde(skip)]
    color: Option<Color>,
}

#[derive(Serialize)]
struct Candidate {
    r#move: String,
    chance: f64,
}

/// First moves that are known to lose, of all; those that a symmetry makes equal count once.
#[derive(Serialize)]
struct Settled {
    lose: usize,
    of: usize,
}

impl Outlook {
    /// Of a position with its winner and a line of play, if there are any. What it costs is limited by the
    /// deadline, and by so many positions for each area.
    pub fn new<B: Bits>(
        solver: &mut Solver<B>,
        position: &Position<B>,
        winner: Option<Color>,
        line: &[Move],
        worth: u64,
        deadline: Option<Instant>,
    ) -> Outlook {
        let mover = position.to_move();
        let resistance = (winner == Some(!mover))
            .then(|| line.first().copied().or_else(|| solver.hardest_reply(position)))
            .flatten();
        Outlook {
            margin: Margin::new(position, winner, deadline, worth),
            resistance: resistance.map(|mv| mv.text(position.size())),
            guesses: winner.is_none().then(|| Guesses::new(solver, position)),
        }
    }
}

impl Outlook {
    /// The most moves by which Black can still win, and White.
    pub fn most(&self) -> [Option<i32>; 2] {
        [self.margin.black, self.margin.white].map(|margin| margin.map(|[_, most]| most))
    }
}

impl Margin {
    /// From the bounds of the areas.
    fn new<B: Bits>(
        position: &Position<B>,
        winner: Option<Color>,
        deadline: Option<Instant>,
        worth: u64,
    ) -> Margin {
        let mover = position.to_move();
        let bounds = Ladder::new(climb(deadline, worth)).bounds(position);
        let [least, most] = bounds.given_away(player_of(mover));
        // What the other could give away, where the mover loses.
        let of_mover = (most >= 0 && winner != Some(!mover)).then(|| [least.max(0), most]);
        let of_other =
            (least < 0 && winner != Some(mover)).then(|| [(-most - 1).max(0), -least - 1]);
        let [black, white] = match mover {
            Color::Black => [of_mover, of_other],
            Color::White => [of_other, of_mover],
        };
        Margin { black, white }
    }
}

/// How hard the ladder is climbed: as hard as it can be in the time left, and in a batch no harder than
/// the search has worked.
fn climb(deadline: Option<Instant>, worth: u64) -> Climb {
    const POSITIONS_PER_MILLISECOND: u64 = 20;
    const LEAST: u64 = 200;
    let climb = Climb::default();
    let left = deadline.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()));
    let milliseconds = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
    let most = worth.min(milliseconds.saturating_mul(POSITIONS_PER_MILLISECOND)).max(LEAST);
    climb.with_local_search(climb.local_search.min(most as usize))
}

impl Guesses {
    fn new<B: Bits>(solver: &mut Solver<B>, position: &Position<B>) -> Guesses {
        let mover = position.to_move();
        let before = solver.odds(position);
        let moves = solver.candidates(position);
        let open = || moves.iter().filter(|candidate| candidate.winner.is_none());
        let chance = chance(before, open().next().map_or(before, |candidate| candidate.odds));
        let color = match chance {
            0.5 => None,
            more if more > 0.5 => Some(mover),
            _ => Some(!mover),
        };
        let candidates = open().take(CANDIDATES).map(|candidate| Candidate {
            r#move: candidate.mv.text(position.size()),
            chance: self::chance(before, candidate.odds),
        });
        Guesses {
            guess: Guess {
                winner: color.map(Color::letter),
                chance: chance.max(1.0 - chance),
                color,
            },
            candidates: candidates.collect(),
            settled: Settled {
                lose: moves.iter().filter(|candidate| candidate.winner == Some(!mover)).count(),
                of: moves.len(),
            },
        }
    }
}

/// From what the model says before a move and after it, as logarithms of odds. It finds whoever moves too
/// strong, or too weak, on boards it has not learned from: half of each cancels that. In whole percents,
/// and never quite sure: a guess is no more precise.
fn chance(before: f32, after: f32) -> f64 {
    const SUREST: f32 = 3.0;
    let odds = (before.clamp(-SUREST, SUREST) + after.clamp(-SUREST, SUREST)) / 2.0;
    (100.0 / (1.0 + (-f64::from(odds)).exp())).round() / 100.0
}

impl fmt::Display for Outlook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.margin)?;
        if let Some(resistance) = &self.resistance {
            writeln!(f, "Resistance {resistance}, the hardest move to refute")?;
        }
        let Some(Guesses { guess, candidates, settled }) = &self.guesses else { return Ok(()) };
        let percent = |chance: f64| format!("{:.0} %", 100.0 * chance);
        let ahead = match guess.color {
            Some(color) => format!("{color} wins, {}", percent(guess.chance)),
            None => "even".to_owned(),
        };
        writeln!(f, "Guess      {ahead} by the learned model: not a result")?;
        let texts = candidates.iter().map(|it| format!("{} {}", it.r#move, percent(it.chance)));
        writeln!(f, "Candidates {}", texts.collect::<Vec<_>>().join(", "))?;
        let Settled { lose, of } = settled;
        writeln!(f, "Settled    {lose} of {of} first moves lose (mirror images count once)")
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = |[least, most]: [i32; 2]| match least == most {
            true => counted(most as u64, "move"),
            false => format!("{least} to {}", counted(most as u64, "move")),
        };
        match (self.black, self.white) {
            (Some(black), Some(white)) => writeln!(
                f,
                "Margin     Black by at most {}, or White by at most {}",
                counted(black[1] as u64, "move"),
                white[1]
            ),
            (Some(margin), None) | (None, Some(margin)) => {
                writeln!(f, "Margin     {} to spare", moves(margin))
            }
            (None, None) => Ok(()),
        }
    }
}
