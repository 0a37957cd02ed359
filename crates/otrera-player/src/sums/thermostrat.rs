//! Thermostrat (Berlekamp, Conway and Guy): play where the thermograph is widest at the ambient temperature.

use otrera_area::{Area, color_of};
use otrera_board::{Bits, Move};
use otrera_cgt::{Dyadic, Exhausted, Player, Thermograph, Thermographer};

use super::clock::Deadline;
use super::hotstrat::Hotstrat;
use super::player::{MEMORY, SumPlayer};
use super::sum::{SumPosition, Turn};

/// Plays by exact thermographs, and by Hotstrat until they can be had in time.
#[derive(Debug, Default)]
pub(crate) struct Thermostrat {
    graphs: Thermographer<Area<u64>>,
    hotstrat: Hotstrat,
}

impl SumPlayer for Thermostrat {
    fn choose(&mut self, sum: &SumPosition, deadline: Deadline) -> Result<Option<Turn>, Exhausted> {
        if !is_within_reach(sum) {
            return self.hotstrat.choose(sum, deadline);
        }
        match self.by_thermographs(sum, deadline.share(1, 2)) {
            Ok(Some(turn)) => Ok(Some(turn)),
            Ok(None) | Err(Exhausted::Time | Exhausted::Memory | Exhausted::Size) => {
                self.hotstrat.choose(sum, deadline)
            }
            Err(error) => Err(error),
        }
    }
}

impl Thermostrat {
    /// The move that thermostrat makes; nothing if nobody should move any more.
    pub(crate) fn by_thermographs(
        &mut self,
        sum: &SumPosition,
        deadline: Deadline,
    ) -> Result<Option<Turn>, Exhausted> {
        if self.graphs.bytes() > MEMORY {
            self.graphs = Thermographer::new();
        }
        let limit = deadline.limit();
        self.graphs.set_limit(limit);
        let active = sum.active();
        let mut graphs = Vec::new();
        for (_, area) in &active {
            graphs.push(self.graphs.thermograph(area)?);
        }
        // White plays as Black would in the negative.
        let mover = sum.mover();
        let seen: Vec<Thermograph> = match mover {
            Player::Left => graphs,
            Player::Right => graphs.iter().map(Thermograph::negated).collect(),
        };
        let Some(temperature) = ambient(&seen) else { return Ok(None) };
        let widest = (0..seen.len()).max_by_key(|&n| (width(&seen[n], temperature), -(n as i64)));
        let Some(widest) =
            widest.filter(|&n| seen[n].temperature() >= temperature.max(Dyadic::ZERO))
        else {
            return Ok(None);
        };
        let (board, area) = active[widest];
        Ok(self.best_move(&area, mover, temperature)?.map(|mv| Turn { board, mv }))
    }

    /// The move after which the game is worth most to the mover at a temperature.
    fn best_move(
        &mut self,
        area: &Area<u64>,
        mover: Player,
        temperature: Dyadic,
    ) -> Result<Option<Move>, Exhausted> {
        let mut best: Option<(Dyadic, Move)> = None;
        for (mv, left) in area.moves(color_of(mover)) {
            let graph = self.graphs.sum(&left)?;
            let worth = match mover {
                Player::Left => graph.wall(Player::Right).at(temperature),
                Player::Right => -graph.wall(Player::Left).at(temperature),
            };
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, mv));
            }
        }
        Ok(best.map(|(_, mv)| mv))
    }
}

/// Areas of more empty squares take longer than a move may: no time is lost on them.
const LARGEST: u32 = 8;

/// Can all active areas be valued soon?
pub(crate) fn is_within_reach(sum: &SumPosition) -> bool {
    sum.active().iter().all(|(_, area)| area.empty().count() <= LARGEST)
}

fn width(graph: &Thermograph, t: Dyadic) -> Dyadic {
    graph.wall(Player::Left).at(t) - graph.wall(Player::Right).at(t)
}

/// The ambient temperature for Left to move: where the compound left wall, Σ R + max (L − R), is greatest; the least such. Below
/// zero there is nothing to gain. Nothing for no games.
fn ambient(graphs: &[Thermograph]) -> Option<Dyadic> {
    let mut corners: Vec<Dyadic> = vec![Dyadic::ZERO];
    for graph in graphs {
        for player in Player::BOTH {
            corners.extend(graph.corners(player).iter().map(|&(t, _)| t));
        }
    }
    corners.retain(|&t| t >= Dyadic::ZERO);
    corners.sort_unstable();
    let compound = |t: Dyadic| {
        let widest = graphs.iter().map(|graph| width(graph, t)).max()?;
        let right = |sum: Dyadic, graph: &Thermograph| sum + graph.wall(Player::Right).at(t);
        Some(graphs.iter().fold(Dyadic::ZERO, right) + widest)
    };
    let mut best: Option<(Dyadic, Dyadic)> = None;
    for t in corners {
        let value = compound(t)?;
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, t));
        }
    }
    best.map(|(_, t)| t)
}
