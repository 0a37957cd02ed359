//! A player who wins what is won, where canonical forms can be had.

use otrera_area::{Area, areas, color_of};
use otrera_cgt::{Exhausted, Form, SumSearch, Valuer};

use super::clock::Deadline;
use super::player::{MEMORY, SumPlayer};
use super::sum::{SumPosition, Turn};
use super::thermostrat::{Thermostrat, is_within_reach};

/// Plays thermostrat's move if it wins, else another that does; thermostrat's if none does or nobody knows in time.
#[derive(Debug, Default)]
pub(crate) struct ExactPlayer {
    valuer: Valuer<Area<u64>>,
    thermostrat: Thermostrat,
}

impl SumPlayer for ExactPlayer {
    fn choose(&mut self, sum: &SumPosition, deadline: Deadline) -> Result<Option<Turn>, Exhausted> {
        if !is_within_reach(sum) {
            return self.thermostrat.choose(sum, deadline);
        }
        let proposed = self.thermostrat.choose(sum, deadline.share(2, 5))?;
        let found = self.winning(sum, proposed, deadline);
        match found {
            Ok(turn) => Ok(turn.or(proposed)),
            Err(Exhausted::Interrupt) => Err(Exhausted::Interrupt),
            Err(_) => Ok(proposed),
        }
    }
}

impl ExactPlayer {
    /// A move that wins, the proposed one if it does; nothing if none does.
    fn winning(
        &mut self,
        sum: &SumPosition,
        proposed: Option<Turn>,
        deadline: Deadline,
    ) -> Result<Option<Turn>, Exhausted> {
        if self.valuer.bytes() > MEMORY {
            self.valuer = Valuer::new();
        }
        let limit = deadline.limit();
        self.valuer.set_limit(limit);
        let mut search = SumSearch::new();
        search.set_limit(limit);
        let mut forms: Vec<Form> = Vec::new();
        let mut places: Vec<(usize, Area<u64>)> = Vec::new();
        for (board, position) in sum.boards().iter().enumerate() {
            for area in areas(position) {
                places.push((board, area));
                forms.push(self.valuer.form(&area)?);
            }
        }
        let mover = sum.mover();
        let mut candidates: Vec<(Turn, Form, usize)> = Vec::new();
        for (place, &(board, area)) in places.iter().enumerate() {
            for (mv, left) in area.moves(color_of(mover)) {
                let form = self.valuer.sum(&left)?;
                // One move for each value will do, but the proposed one comes first.
                let turn = Turn { board, mv };
                let is_new = !candidates.iter().any(|&(_, other, at)| (other, at) == (form, place));
                if proposed == Some(turn) {
                    candidates.insert(0, (turn, form, place));
                } else if is_new {
                    candidates.push((turn, form, place));
                }
            }
        }
        for (turn, form, place) in candidates {
            let mut after = forms.clone();
            after[place] = form;
            if search.outcome(&mut self.valuer.forms, &after)?.winner(!mover) == mover {
                return Ok(Some(turn));
            }
        }
        Ok(None)
    }
}
