//! Why a search could stop: the position at the end of a line, and what bounds say of its areas.

use std::fmt;

use otrera_area::player_of;
use otrera_board::{Bits, Move, Position, Size};
use otrera_cgt::TempoBounds;
use otrera_solver::{Explained, Explanation, Solver, Source};

use super::answer::Answer;
use crate::draw::terminal;

/// The end of a line, explained.
pub struct Leaf<B: 'static> {
    position: Position,
    last: Option<Move>,
    explanation: Explanation<B>,
}

/// Explains the end of the line of an answer.
pub fn explain<B: Bits>(
    solver: &mut Solver<B>,
    position: &Position<B>,
    answer: &Answer,
) -> Leaf<B> {
    let mut leaf = *position;
    for &mv in &answer.moves {
        leaf.make(mv);
    }
    Leaf {
        position: leaf.widen(),
        last: answer.moves.last().copied(),
        explanation: solver.explain(&leaf),
    }
}

impl<B: Bits> fmt::Display for Leaf<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        terminal::draw(f, &self.position, self.last)?;
        let mover = self.position.to_move();
        match self.explanation.areas.len() {
            0 => writeln!(f, "Nobody can move any more.")?,
            _ => writeln!(
                f,
                "Moves that Black is ahead by, at least and at most; if Black begins, if White begins:"
            )?,
        }
        for area in &self.explanation.areas {
            writeln!(
                f,
                "  {:<30} {}",
                squares(area, self.position.size()),
                text(&area.bounds, area.source)
            )?;
        }
        writeln!(f, "  {:<30} {}", "sum", numbers(&self.explanation.bounds))?;
        let by_bounds = self.explanation.bounds.winner(player_of(mover)).is_some();
        match self.explanation.winner {
            Some(winner) if !by_bounds => writeln!(
                f,
                "{mover} is to move, and {winner} wins: a search of the sum of these small areas says so."
            ),
            Some(winner) if winner == mover => {
                writeln!(f, "{mover} is to move, and wins by moving first.")
            }
            Some(winner) => writeln!(f, "{mover} is to move, and {winner} wins by answering."),
            None => writeln!(f, "{mover} is to move; bounds alone do not tell who wins."),
        }
    }
}

/// The first squares of an area.
fn squares<B: Bits>(explained: &Explained<B>, size: Size) -> String {
    const SHOWN: usize = 6;
    let all = explained.area.squares();
    let names: Vec<String> = all.squares().take(SHOWN).map(|s| size.name(s).to_string()).collect();
    match all.count() as usize {
        count if count > SHOWN => format!("{} and {} more", names.join(" "), count - SHOWN),
        _ => names.join(" "),
    }
}

fn text(bounds: &TempoBounds, source: Source) -> String {
    let how = match source {
        Source::Static if bounds.width() == 0 => "counted",
        Source::Static => "by partition and safe moves",
        Source::Table => "from the endgame tables",
        Source::TablePieces => "by partition and endgame tables",
        Source::AreaCache => "by a search of this area alone",
        Source::Cancelled => return "cancels with its negative".to_owned(),
    };
    format!("{}  {how}", numbers(bounds))
}

fn numbers(bounds: &TempoBounds) -> String {
    // G ⊳ n for who begins: what he is sure of then is one more than n, less the move he makes.
    format!(
        "{:>3} {:>3}; {:>3} {:>3}",
        bounds.lower(),
        bounds.upper(),
        bounds.left_first() + 1,
        bounds.right_first() - 1
    )
}
