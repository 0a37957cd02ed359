//! What a solver tells of a position besides who wins: winning moves, lines of play, guesses, reasons.

use otrera_board::{Bits, Color, Move, Position};

use crate::costs::Costs;
use crate::explanation::Explanation;
use crate::features::features;
use crate::judge::Judge;
use crate::node::{Node, distinct_moves};
use crate::solver::{Limits, Solver, Stopped};

/// A move, and what is known or guessed of it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Who wins after it, if that is known.
    pub winner: Option<Color>,
    /// The logarithm of the odds that it wins, as the model guesses; without end if it is known.
    pub odds: f32,
    /// What it seems to cost to prove that it wins: less is more promising.
    cost: f32,
}

impl<B: Bits> Solver<B> {
    /// The moves of a position, one for all that a symmetry makes equal, the most promising first: those that a search
    /// has found to be so, or else the model.
    ///
    /// ```
    /// use otrera_board::{Color, Position};
    /// use otrera_solver::{Settings, Solver};
    ///
    /// let mut solver = Solver::new(Settings { memory: 1 << 20, ..Settings::default() })?;
    /// let position: Position = "b.w".parse()?;
    /// let candidates = solver.candidates(&position);
    /// assert_eq!(candidates[0].winner, Some(Color::White));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn candidates(&mut self, position: &Position<B>) -> Vec<Candidate> {
        let mover = position.to_move();
        let moves = distinct_moves(position);
        let mut candidates: Vec<Candidate> = moves
            .iter()
            .map(|same| {
                let mut after = *position;
                after.make(same[0]);
                let settled = self.judge(&after);
                // The node of what bounds decide means nothing.
                let searched = match settled.winner {
                    Some(_) => None,
                    None => self.transpositions.get(&settled.node),
                };
                let outcome = searched.and_then(|found| found.outcome);
                let by_search = outcome.map(|wins| if wins { !mover } else { mover });
                let winner = settled.winner.or(by_search);
                let costs = match (winner, searched) {
                    (Some(winner), _) => Costs::of_outcome(winner != mover),
                    (None, Some(found)) => Costs::from(found),
                    (None, None) => self.settings.model.costs(&features(&settled.node)),
                };
                let odds = match winner {
                    Some(winner) if winner == mover => f32::INFINITY,
                    Some(_) => f32::NEG_INFINITY,
                    None => -self.settings.model.odds(&features(&settled.node)),
                };
                Candidate { mv: same[0], winner, odds, cost: costs.disproof }
            })
            .collect();
        candidates.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        candidates
    }

    /// A move that wins, if there is one, found by solving what the moves lead to. The limits are for all
    /// moves together.
    pub fn winning_move(
        &mut self,
        position: &Position<B>,
        limits: Limits<'_>,
    ) -> Result<Option<Move>, Stopped> {
        let before = self.effort;
        let ranked = self.ranked_moves(position);
        let root = self.judge(position).node;
        if let Some(mv) = self.move_by_ladder(position, &root, &ranked, limits) {
            return Ok(Some(mv));
        }
        for (mv, after) in ranked {
            let left = limits.after(self.effort - before);
            if self.winner(&after, left)? == position.to_move() {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// A line of play: winning moves, and the replies that were hardest to refute, until the bounds
    /// tell who wins. It ends sooner if it would take more than these limits.
    pub fn line(&mut self, position: &Position<B>, limits: Limits<'_>) -> Vec<Move> {
        let before = self.effort;
        let mut line = Vec::new();
        let mut at = *position;
        while !limits.are_over() && self.judge(&at).winner.is_none() {
            let left = limits.after(self.effort - before);
            let Ok(winner) = self.winner(&at, left) else { break };
            let mv = match winner == at.to_move() {
                true => self.winning_move(&at, left).ok().flatten(),
                false => self.hardest_reply(&at),
            };
            let Some(mv) = mv else { break };
            line.push(mv);
            at.make(mv);
        }
        line
    }

    /// The moves of a position with what they lead to, those that are known or likely to win first.
    pub fn ranked_moves(&mut self, position: &Position<B>) -> Vec<(Move, Position<B>)> {
        let mut moves: Vec<(f32, Move, Position<B>)> = Vec::new();
        for mv in position.moves() {
            let mut after = *position;
            after.make(mv);
            let settled = self.judge(&after);
            let costs = match (settled.winner, self.transpositions.get(&settled.node)) {
                (Some(winner), _) => Costs::of_outcome(winner == settled.node.mover),
                (None, Some(found)) if found.outcome.is_some() => Costs::from(found),
                (None, _) => self.settings.model.costs(&features(&settled.node)),
            };
            moves.push((costs.disproof, mv, after));
        }
        moves.sort_by(|a, b| a.0.total_cmp(&b.0));
        moves.into_iter().map(|(_, mv, after)| (mv, after)).collect()
    }

    /// The losing move that took the most work to refute; of those that took none, the one that the model finds
    /// best.
    pub fn hardest_reply(&mut self, position: &Position<B>) -> Option<Move> {
        let mut hardest = None;
        for (mv, after) in self.ranked_moves(position) {
            let settled = self.judge(&after);
            let searched = match settled.winner {
                Some(_) => None,
                None => self.transpositions.get(&settled.node),
            };
            let work = searched.map_or(0, |found| found.work);
            if hardest.is_none_or(|(most, _)| work > most) {
                hardest = Some((work, mv));
            }
        }
        hardest.map(|(_, mv)| mv)
    }

    /// Who wins a position by what bounds tell, without any search.
    pub fn static_winner(&mut self, position: &Position<B>) -> Option<Color> {
        self.judge(position).winner
    }

    /// The logarithm of the odds that the player to move wins, as the model guesses; without end if
    /// bounds tell.
    pub fn odds(&mut self, position: &Position<B>) -> f32 {
        let settled = self.judge(position);
        match settled.winner {
            Some(winner) if winner == position.to_move() => f32::INFINITY,
            Some(_) => f32::NEG_INFINITY,
            None => self.settings.model.odds(&features(&settled.node)),
        }
    }

    /// Why bounds tell, or do not tell, who wins a position.
    ///
    /// ```
    /// use otrera_board::{Color, Position};
    /// use otrera_solver::{Settings, Solver};
    ///
    /// let mut solver = Solver::new(Settings { memory: 1 << 20, ..Settings::default() })?;
    /// let position: Position = "b..xw.".parse()?;
    /// let why = solver.explain(&position);
    /// assert_eq!((why.areas.len(), why.winner), (2, Some(Color::Black)));
    /// assert_eq!((why.bounds.lower(), why.bounds.upper()), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(&mut self, position: &Position<B>) -> Explanation<B> {
        let rules = self.settings.rules;
        let tables = self.settings.tables.as_deref();
        let mut judge = Judge::new(rules, tables, &mut self.caches[0]);
        Explanation::of(Node::of(position), &mut judge, rules)
    }
}
