//! From positions to what is known of them, and the moves that keep it.

use otrera_area::areas;
use otrera_board::{Move, Position};
use rustc_hash::FxHashSet;

use super::Endgame;
use super::clock::{Clock, Halt};
use super::range::Range;
use super::sum::Sum;
use super::word::Word;
use crate::board::opinion::Worth;

/// Lines are no longer than this.
const LONGEST_LINE: usize = 12;

/// The share of the time that is spent on margins, of what is then left on who wins, and of what is left after that on margins again. Who wins
/// matters most.
const SHARES: [f64; 3] = [0.25, 0.75, 0.5];

/// What a range tells: who wins at least.
pub(super) fn worth_of(range: Range) -> Option<Worth> {
    let margin = |worth: i32| worth as u32;
    match (range.least, range.most) {
        (least, most) if least == most && least >= 0 => Some(Worth::Wins(Some(margin(least)))),
        (least, most) if least == most => Some(Worth::Loses(Some(margin(-most - 1)))),
        (0.., _) => Some(Worth::Wins(None)),
        (_, ..0) => Some(Worth::Loses(None)),
        _ => None,
    }
}

impl Endgame {
    /// What is known of a position without any search.
    pub(super) fn range<B: Word>(&mut self, position: &Position<B>) -> Range {
        let sum = self.sum(position);
        match position.is_over() {
            true => self.search.stuck(&sum),
            false => self.search.range(&sum),
        }
    }

    fn sum<B: Word>(&mut self, position: &Position<B>) -> Sum {
        self.search.atlas.sum(&areas(position), position.to_move())
    }

    pub(super) fn look_closely<B: Word>(
        &mut self,
        position: &Position<B>,
        clock: &mut Clock<'_>,
    ) -> Option<(Worth, Vec<Move>)> {
        let sum = self.sum(position);
        let range = self.settled_range(position, &sum, clock);
        let worth = worth_of(range)?;
        if range.least >= 0 || range.is_exact() {
            let mut part = clock.part(0.5);
            let found = self.keeping(position, range.least, &mut part);
            clock.add(part.nodes());
            if let Ok(mv) = found {
                let mut line = vec![mv];
                if range.is_exact() {
                    // A line that is cut short is one, too.
                    let _ = self.continue_line(position, range.least, &mut line, clock);
                }
                return Some((worth, line));
            }
        }
        // The winner is known, and no move that is sure to keep the margin.
        let (worth, mv) = match range.least {
            0.. => (Worth::Wins(None), self.winning(position, clock).ok()?),
            _ => (Worth::Loses(None), self.resisting(position, clock)?),
        };
        Some((worth, vec![mv]))
    }

    /// What a position is worth, as exactly as the time allows: who wins, if nothing else.
    fn settled_range<B: Word>(
        &mut self,
        position: &Position<B>,
        sum: &Sum,
        clock: &mut Clock<'_>,
    ) -> Range {
        for (round, share) in SHARES.into_iter().enumerate() {
            let range = self.search.range(sum);
            if range.is_exact() {
                return range;
            }
            let mut part = clock.part(share);
            if round != 1 {
                let _ = self.search.worth(sum, &mut part);
            } else if worth_of(range).is_none()
                && let Ok(winner) = self.solvers.winner(position, self.tables.as_ref(), &mut part)
            {
                self.search.learn_winner(sum, winner == position.to_move());
            }
            clock.add(part.nodes());
        }
        self.search.range(sum)
    }

    /// A move that keeps so much of what a position is worth.
    fn keeping<B: Word>(
        &mut self,
        position: &Position<B>,
        worth: i32,
        clock: &mut Clock<'_>,
    ) -> Result<Move, Halt> {
        let mut open: Vec<(i32, Sum, Move)> = Vec::new();
        let mut seen: FxHashSet<Sum> = FxHashSet::default();
        for mv in position.moves() {
            clock.tick()?;
            let mut after = *position;
            after.make(mv);
            let sum = self.sum(&after);
            match self.search.knows(&sum, -worth) {
                Some(false) => return Ok(mv),
                None if seen.insert(sum.clone()) => {
                    open.push((self.search.outlook(&sum), sum, mv));
                }
                _ => {}
            }
        }
        open.sort_by_key(|&(outlook, ..)| outlook);
        for (_, sum, mv) in open {
            if !self.search.reaches(&sum, -worth, clock)? {
                return Ok(mv);
            }
        }
        debug_assert!(false, "no move keeps the worth {worth} of {position}");
        Err(Halt)
    }

    /// A move that wins, by the solver, in a position that is won.
    fn winning<B: Word>(
        &mut self,
        position: &Position<B>,
        clock: &mut Clock<'_>,
    ) -> Result<Move, Halt> {
        let mut moves: Vec<(i32, Move)> = Vec::new();
        for mv in position.moves() {
            clock.tick()?;
            let mut after = *position;
            after.make(mv);
            let sum = self.sum(&after);
            moves.push((self.search.outlook(&sum), mv));
        }
        moves.sort_by_key(|&(outlook, mv)| (outlook, mv));
        // What the search for the winner has found is remembered: one of the moves is known to win. The first time round each is only
        // asked whether it is the one.
        for patience in [1, u64::MAX] {
            for &(_, mv) in &moves {
                let mut after = *position;
                after.make(mv);
                let mut part = clock.at_most(patience);
                let found = self.solvers.winner(&after, self.tables.as_ref(), &mut part);
                clock.add(part.nodes());
                clock.look()?;
                if found == Ok(position.to_move()) {
                    return Ok(mv);
                }
            }
        }
        Err(Halt)
    }

    /// The move after which the least is lost for certain, or else as it seems, of those that the time is enough for.
    fn resisting<B: Word>(
        &mut self,
        position: &Position<B>,
        clock: &mut Clock<'_>,
    ) -> Option<Move> {
        let mut best: Option<((i32, i32), Move)> = None;
        for mv in position.moves() {
            if clock.tick().is_err() && best.is_some() {
                break;
            }
            let mut after = *position;
            after.make(mv);
            let sum = self.sum(&after);
            let key = (self.search.range(&sum).for_other().most, -self.search.outlook(&sum));
            if best.is_none_or(|(most, _)| key > most) {
                best = Some((key, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    fn continue_line<B: Word>(
        &mut self,
        position: &Position<B>,
        mut worth: i32,
        line: &mut Vec<Move>,
        clock: &mut Clock<'_>,
    ) -> Result<(), Halt> {
        let mut at = *position;
        at.make(line[0]);
        while !at.is_over() && line.len() < LONGEST_LINE {
            worth = -worth - 1;
            let mv = self.keeping(&at, worth, clock)?;
            line.push(mv);
            at.make(mv);
        }
        Ok(())
    }
}
