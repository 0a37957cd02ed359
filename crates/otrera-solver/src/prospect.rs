//! What a solver knows of a position without searching it, and what it can be told.

use otrera_board::{Bits, Color, Position};

use crate::costs::Costs;
use crate::features::features;
use crate::solver::Solver;

/// What a solver knows or guesses of a position without searching it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Prospect {
    /// Who wins, if bounds or an earlier search tell.
    pub winner: Option<Color>,
    /// Costs of proving and of disproving that the player to move wins: as an earlier search has left
    /// them, or else as the model guesses.
    pub costs: [f32; 2],
}

impl<B: Bits> Solver<B> {
    /// What is known or guessed of a position without searching it.
    ///
    /// ```
    /// use otrera_board::{Color, Position};
    /// use otrera_solver::{Settings, Solver};
    ///
    /// let mut solver = Solver::new(Settings { memory: 1 << 20, ..Settings::default() })?;
    /// let position: Position = "b.w b".parse()?;
    /// assert_eq!(solver.prospect(&position).winner, Some(Color::Black));
    /// let start: Position = "5x5".parse()?;
    /// let prospect = solver.prospect(&start);
    /// assert!(prospect.winner.is_none() && prospect.costs.iter().all(|&cost| cost > 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prospect(&mut self, position: &Position<B>) -> Prospect {
        let settled = self.judge(position);
        let mover = position.to_move();
        // The node of what bounds decide means nothing.
        let costs = match settled.winner {
            Some(winner) => Costs::of_outcome(winner == mover),
            None => match self.transpositions.get(&settled.node) {
                Some(found) => Costs::from(found),
                None => self.settings.model.costs(&features(&settled.node)),
            },
        };
        let winner = costs.outcome().map(|wins| if wins { mover } else { !mover });
        Prospect { winner, costs: [costs.proof, costs.disproof] }
    }

    /// Tells the solver who wins a position, as if it had found that out with so many expansions. It does
    /// not ask how anybody knows: whatever it says from now on is only as true as what it was told.
    ///
    /// ```
    /// use otrera_board::{Color, Position};
    /// use otrera_solver::{Limits, Settings, Solver};
    ///
    /// let start: Position = "6x6".parse()?;
    /// let mut solver = Solver::new(Settings { memory: 1 << 20, ..Settings::default() })?;
    /// solver.assume(&start, Color::White, 1_000_000);
    /// assert_eq!(solver.winner(&start, Limits::default()), Ok(Color::White));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn assume(&mut self, position: &Position<B>, winner: Color, expansions: u64) {
        let settled = self.judge(position);
        if settled.winner.is_none() {
            let known = Costs::of_outcome(winner == position.to_move());
            self.transpositions.put(&settled.node, known.finding(expansions));
        }
    }
}
