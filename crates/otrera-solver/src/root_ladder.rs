//! Whatever the bounds of its areas can tell of a position, a solver tells: the areas of a root that falls
//! to no short search climb the ladder, once, before a longer search begins or a limit ends it.

use std::time::{Duration, Instant};

use otrera_area::{Climb, Ladder};
use otrera_board::{Bits, Color, Move, Position};

use crate::costs::Costs;
use crate::node::Node;
use crate::solver::{Effort, Limits, Look, Solver, Stopped};
use crate::transpositions::Key;

/// So many positions are bounded by a search before the areas of its root climb the ladder: a fraction of
/// a second. On boards of more than 64 squares they climb first: a search rarely falls so soon there.
const BEFORE_THE_LADDER: u64 = 200_000;

/// Positions of a local search that take no more than a millisecond.
const POSITIONS_PER_MILLISECOND: usize = 20;

/// What is spent on searching an area after a move, and how many moves are looked at so.
const SEARCH_AFTER_A_MOVE: usize = 5_000;
const MOST_MOVES: usize = 100;

impl<B: Bits> Solver<B> {
    /// Searches the node of a position, with the ladder on the way: does the player to move win?
    pub(crate) fn search_and_climb(
        &mut self,
        position: &Position<B>,
        root: &Node<B>,
        limits: Limits<'_>,
        watch: &mut dyn FnMut(&Look<'_, B>),
    ) -> Result<bool, Stopped> {
        let key = Key::of(root);
        if !self.settings.rules.ladder || self.climbed.contains_key(&key) {
            return self.search(root, limits, watch);
        }
        let before = self.effort;
        let mut found = Err(Stopped::Expansions);
        if position.size().squares() <= 64 {
            let first = limits.evaluations.unwrap_or(u64::MAX).min(BEFORE_THE_LADDER);
            found = self.search(root, Limits { evaluations: Some(first), ..limits }, watch);
        }
        // What was stopped at the mark, or by a limit, is not given up before the ladder was climbed.
        if !matches!(found, Err(Stopped::Expansions | Stopped::Time)) {
            return found;
        }
        let used = self.effort - before;
        let winner = Ladder::new(climb_until(limits.deadline)).winner(position);
        self.climbed.insert(key, winner.is_some());
        if let Some(winner) = winner {
            let mover_wins = winner == root.mover;
            let known = Costs::of_outcome(mover_wins).finding(used.expansions);
            self.transpositions.put(root, known);
            return Ok(mover_wins);
        }
        let left = limits.after(used);
        match left.expansions == Some(0) || left.evaluations == Some(0) {
            true => found,
            false => self.search(root, left, watch),
        }
    }

    /// A move to a position that the ladder decides for the mover, if the ladder has decided the position
    /// itself: a search may know nothing of it.
    pub(crate) fn move_by_ladder(
        &self,
        position: &Position<B>,
        root: &Node<B>,
        ranked: &[(Move, Position<B>)],
        limits: Limits<'_>,
    ) -> Option<Move> {
        if self.climbed.get(&Key::of(root)) != Some(&true) {
            return None;
        }
        let mover: Color = position.to_move();
        let mut ladder = Ladder::new(Climb::default().with_local_search(SEARCH_AFTER_A_MOVE));
        let in_time = |_: &&(Move, Position<B>)| !limits.are_over();
        let mut moves = ranked.iter().take(MOST_MOVES).take_while(in_time);
        moves.find(|(_, after)| ladder.winner(after) == Some(mover)).map(|&(mv, _)| mv)
    }
}

/// How hard the ladder is climbed when there is only so much time.
fn climb_until(deadline: Option<Instant>) -> Climb {
    const LEAST: Duration = Duration::from_millis(25);
    let climb = Climb::default();
    let Some(deadline) = deadline else { return climb };
    let left = deadline.saturating_duration_since(Instant::now()).max(LEAST);
    let most = (left.as_millis() as usize).saturating_mul(POSITIONS_PER_MILLISECOND);
    climb.with_local_search(climb.local_search.min(most))
}

impl std::ops::Sub for Effort {
    type Output = Effort;

    fn sub(self, before: Effort) -> Effort {
        Effort {
            expansions: self.expansions - before.expansions,
            evaluations: self.evaluations - before.evaluations,
        }
    }
}
