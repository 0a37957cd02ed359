//! Who wins after each first move.

use std::fmt;
use std::time::Instant;

use otrera_board::{Bits, Color, Move, Position};
use otrera_solver::{Limits, Solver, Stopped, distinct_moves};
use serde::Serialize;

use super::late_tables::LateTables;
use super::patience::Patience;
use crate::width;
use crate::words::counted;

/// Every first move, classified.
#[derive(Serialize)]
pub struct RootMoves {
    position: String,
    to_move: char,
    /// Who wins with best play; null if a limit was reached and no move is known to win.
    winner: Option<char>,
    wins: usize,
    losses: usize,
    open: usize,
    moves: Vec<FirstMove>,
    nodes: u64,
    evaluations: u64,
    seconds: f64,
    method: &'static str,
    /// Files of earlier runs that the answer rests on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trusts: Vec<String>,
    #[serde(skip)]
    pub stopped: Option<Stopped>,
    #[serde(skip)]
    mover: Color,
}

/// A first move.
#[derive(Serialize)]
struct FirstMove {
    r#move: String,
    /// `b` or `w`; null if a limit was reached.
    winner: Option<char>,
    /// What its proof cost, with all that was known before. Of moves that a symmetry makes equal only
    /// the first is searched.
    nodes: u64,
}

/// What each first move is searched for at first; what is left then, for twice as much, and so on. The
/// easy ones fall first, and what they teach the table helps with the others.
const FIRST_PATIENCE: u64 = 2_000;

impl RootMoves {
    /// Solves all first moves, the easy ones first.
    pub fn new<B: Bits>(
        solver: &mut Solver<B>,
        position: &Position<B>,
        limits: Limits<'_>,
        late: &mut LateTables,
        patience: &mut Patience,
    ) -> RootMoves {
        let began = Instant::now();
        let before = solver.effort();
        patience.begin(position);
        let Classified { found, stopped } = classify(solver, position, limits, late, patience);
        let mover = position.to_move();
        let count = |winner: Option<Color>| found.iter().filter(|it| it.winner == winner).count();
        let (wins, losses, open) = (count(Some(mover)), count(Some(!mover)), count(None));
        let winner = match (wins, open) {
            (1.., _) => Some(mover),
            (0, 0) => Some(!mover),
            _ => None,
        };
        let effort = solver.effort();
        let moves = found.iter().map(|&Found { mv, winner, nodes }| FirstMove {
            r#move: mv.text(position.size()),
            winner: winner.map(Color::letter),
            nodes,
        });
        RootMoves {
            position: position.to_string(),
            to_move: mover.letter(),
            winner: winner.map(Color::letter),
            wins,
            losses,
            open,
            moves: moves.collect(),
            nodes: effort.expansions - before.expansions + patience.before.expansions,
            evaluations: effort.evaluations - before.evaluations + patience.before.evaluations,
            seconds: (began.elapsed() + patience.time_before).as_secs_f64(),
            method: solver.settings().engine.name(),
            trusts: Vec::new(),
            stopped,
            mover,
        }
    }
}

/// What was found about a first move.
struct Found {
    mv: Move,
    winner: Option<Color>,
    nodes: u64,
}

/// What was found about all first moves, in their order, and why no more.
struct Classified {
    found: Vec<Found>,
    stopped: Option<Stopped>,
}

/// First moves that a symmetry makes equal, what they lead to, and what was spent on it.
struct Open<'a, B: 'static> {
    moves: &'a [Move],
    after: Position<B>,
    nodes: u64,
}

impl<B> Open<'_, B> {
    /// The same for all of them; the first has borne the cost.
    fn settle(&self, winner: Option<Color>, found: &mut Vec<Found>) {
        for (n, &mv) in self.moves.iter().enumerate() {
            found.push(Found { mv, winner, nodes: if n == 0 { self.nodes } else { 0 } });
        }
    }
}

/// Searches what is open in rounds, each with twice the patience, until all is settled or a limit is
/// reached.
fn classify<B: Bits>(
    solver: &mut Solver<B>,
    position: &Position<B>,
    limits: Limits<'_>,
    late: &mut LateTables,
    patience: &mut Patience,
) -> Classified {
    let began = solver.effort().expansions;
    let sets = distinct_moves(position);
    let all = sets.iter().map(Vec::len).sum();
    let mut open: Vec<Open<'_, B>> = sets
        .iter()
        .map(|moves| Open {
            moves,
            after: position.play(moves[0]).expect("a legal move"),
            nodes: 0,
        })
        .collect();
    let (mut found, mut stopped) = (Vec::new(), None);
    let mut most = FIRST_PATIENCE;
    while !open.is_empty() && stopped.is_none() {
        open.retain_mut(|set| {
            if stopped.is_some() {
                return true;
            }
            patience.settled = Some((found.len(), all));
            let start = solver.effort().expansions;
            // The limit of nodes is for all moves together.
            let left =
                limits.expansions.map_or(u64::MAX, |limit| limit.saturating_sub(start - began));
            let limits = Limits { expansions: Some(most.min(left)), ..limits };
            let outcome = late.winner(solver, &set.after, limits, patience, &mut |_| {});
            set.nodes += solver.effort().expansions - start;
            match outcome {
                Ok(winner) => set.settle(Some(winner), &mut found),
                Err(Stopped::Expansions) if most < left => {}
                Err(why) => stopped = Some(why),
            }
            outcome.is_err()
        });
        most *= 2;
    }
    for set in open {
        set.settle(None, &mut found);
    }
    found.sort_by_key(|it| it.mv);
    Classified { found, stopped }
}

/// The columns of a title, and those between two moves.
const TITLE: usize = 8;
const GAP: usize = 2;

impl fmt::Display for RootMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mover = self.mover;
        let verb = |count: usize, one: &str, many: &str| match count {
            1 => format!("1 {one}"),
            _ => format!("{count} {many}"),
        };
        let wins = verb(self.wins, "first move wins", "first moves win");
        write!(f, "{mover} to move: {wins}, {}", verb(self.losses, "loses", "lose"))?;
        match self.open {
            0 => writeln!(f, ".")?,
            open => writeln!(f, ", {}.", verb(open, "is open", "are open"))?,
        }
        for (title, winner) in [("Wins", Some(mover)), ("Losses", Some(!mover)), ("Open", None)] {
            let letter = winner.map(Color::letter);
            let of = self.moves.iter().filter(|mv| mv.winner == letter);
            let texts: Vec<&str> = of.map(|mv| mv.r#move.as_str()).collect();
            let longest = texts.iter().map(|text| text.len()).max().unwrap_or(0);
            let columns = width::columns().saturating_sub(TITLE) + GAP;
            for (n, row) in texts.chunks((columns / (longest + GAP)).max(1)).enumerate() {
                writeln!(f, "{:<8}{}", if n == 0 { title } else { "" }, row.join("  "))?;
            }
        }
        if !self.trusts.is_empty() {
            writeln!(f, "Trusting {}", self.trusts.join(", "))?;
        }
        writeln!(
            f,
            "{}, {} bounded, {:.2} s",
            counted(self.nodes, "node"),
            counted(self.evaluations, "position"),
            self.seconds
        )
    }
}
