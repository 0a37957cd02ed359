//! From positions to what is known of them, and the moves that keep it.

use otrera_area::areas;
use otrera_board::{Move, Position};
use rustc_hash::FxHashMap;

use super::atlas::Word;
use super::clock::{Clock, Halt};
use super::search::Range;
use super::sum::Sum;
use super::{Endgame, Known};
use crate::board::opinion::Worth;

/// Lines are no longer than this.
const LONGEST_LINE: usize = 12;

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
        self.search.range(&sum)
    }

    fn sum<B: Word>(&mut self, position: &Position<B>) -> Sum {
        self.search.atlas.sum(&areas(position), position.to_move())
    }

    pub(super) fn look_closely<B: Word>(
        &mut self,
        position: &Position<B>,
        clock: &mut Clock<'_>,
    ) -> Option<Known> {
        let sum = self.sum(position);
        let worth = self.search.worth(&sum, clock).ok()?;
        let mut line = vec![self.keeping(position, worth, clock).ok()?];
        // A line that is cut short is one, too.
        let _ = self.continue_line(position, worth, &mut line, clock);
        let worth = worth_of(Range { least: worth, most: worth })?;
        Some(Known { worth, line })
    }

    /// A move that keeps what a position is worth.
    fn keeping<B: Word>(
        &mut self,
        position: &Position<B>,
        worth: i32,
        clock: &mut Clock<'_>,
    ) -> Result<Move, Halt> {
        let mut open: Vec<(Sum, Move)> = Vec::new();
        let mut seen: FxHashMap<Sum, ()> = FxHashMap::default();
        for mv in position.moves() {
            clock.tick()?;
            let mut after = *position;
            after.make(mv);
            let sum = self.sum(&after);
            let range = self.search.range(&sum).for_other();
            if range.least >= worth {
                return Ok(mv);
            }
            if range.most >= worth && seen.insert(sum.clone(), ()).is_none() {
                open.push((sum, mv));
            }
        }
        for (sum, mv) in open {
            if !self.search.reaches(&sum, -worth, clock)? {
                return Ok(mv);
            }
        }
        debug_assert!(false, "no move keeps the worth {worth} of {position}");
        Err(Halt)
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
