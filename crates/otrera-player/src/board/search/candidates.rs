//! Moves worth a thought, of the thousands that there are.
//!
//! What a move is worth is seen after it: in the evaluation of the position that it leads to. But a 10×10 board has two thousand moves
//! at first and hundreds for most of the game, and nearly all are bad. So halves of moves are looked at first: amazons that go without
//! shooting, and squares that burn by themselves. There are a hundred or two of them, and the sum of what both halves of a move are
//! worth orders moves well enough that those at the top are evaluated as a whole, and the others not at all.

use otrera_board::{Bits, Move, Position};

use super::super::evaluation::{Evaluation, View};

/// A move, and what it may be worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub mv: Move,
    /// By how many moves the player who makes it seems to be ahead after it.
    pub moves: f32,
    /// The logarithm of his odds.
    pub odds: f32,
}

/// Finds candidates; keeps the memory that this takes.
#[derive(Debug)]
pub(crate) struct Candidates {
    /// All moves, with what their halves are worth together.
    moves: Vec<(f32, Move)>,
    list: Vec<Candidate>,
    /// How many positions were evaluated.
    pub evaluations: u64,
}

impl Candidates {
    pub(crate) fn new() -> Candidates {
        Candidates {
            moves: Vec::with_capacity(4096),
            list: Vec::with_capacity(4096),
            evaluations: 0,
        }
    }

    /// The candidates that were found last, best first.
    pub(crate) fn list(&self) -> &[Candidate] {
        &self.list
    }

    /// Finds the best moves of a position: so many are evaluated, or all, and then this returns true.
    pub(crate) fn find<B: Bits>(
        &mut self,
        evaluation: &impl Evaluation<B>,
        position: &Position<B>,
        looked_at: usize,
    ) -> bool {
        let view = View::new(position);
        let whole = self.collect(evaluation, &view, looked_at);
        self.list.clear();
        for &(_, mv) in &self.moves {
            let after = after(&view, mv);
            let estimate = evaluation.estimate(&after);
            self.list.push(Candidate { mv, moves: -estimate.moves, odds: -estimate.odds() });
        }
        self.evaluations += self.moves.len() as u64;
        self.list.sort_unstable_by(|a, b| b.odds.total_cmp(&a.odds).then(a.mv.cmp(&b.mv)));
        whole
    }

    /// Lists the moves to be looked at; are these all?
    fn collect<B: Bits>(
        &mut self,
        evaluation: &impl Evaluation<B>,
        view: &View<B>,
        looked_at: usize,
    ) -> bool {
        self.moves.clear();
        let occupied = view.geometry.board() & !view.empty;
        let moves = &mut self.moves;
        view.geometry.any_move(view.own, occupied, |mv| {
            moves.push((0.0, mv));
            false
        });
        // Halves cost as much as wholes: where there are few moves, they are all looked at.
        let halves = view.empty.count() as usize + view.own.count() as usize * 8;
        if self.moves.len() <= looked_at.saturating_add(halves) {
            return true;
        }
        let mut arrows = [f32::NAN; 128];
        let mut step = None;
        let mut walk = 0.0;
        for (worth, mv) in &mut self.moves {
            if step != Some((mv.from, mv.to)) {
                step = Some((mv.from, mv.to));
                walk = -evaluation.estimate(&walked(view, *mv)).moves;
                self.evaluations += 1;
            }
            let arrow = &mut arrows[mv.arrow.index()];
            if arrow.is_nan() {
                let burnt = View {
                    own: view.other,
                    other: view.own,
                    empty: view.empty & !B::of(mv.arrow),
                    ..*view
                };
                *arrow = -evaluation.estimate(&burnt).moves;
                self.evaluations += 1;
            }
            *worth = walk + *arrow;
        }
        let _ = self
            .moves
            .select_nth_unstable_by(looked_at, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        self.moves.truncate(looked_at);
        false
    }
}

/// The opponent's view after an amazon has gone, before she shoots.
#[inline]
fn walked<B: Bits>(view: &View<B>, mv: Move) -> View<B> {
    let [from, to] = [mv.from, mv.to].map(B::of);
    View {
        own: view.other,
        other: view.own & !from | to,
        empty: (view.empty | from) & !to,
        ..*view
    }
}

/// The opponent's view after a move.
#[inline]
pub(crate) fn after<B: Bits>(view: &View<B>, mv: Move) -> View<B> {
    let walked = walked(view, mv);
    View { empty: walked.empty & !B::of(mv.arrow), ..walked }
}
