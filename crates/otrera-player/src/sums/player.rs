//! What a player of sums does, and which there are.

use std::fmt::Debug;
use std::str::FromStr;

use otrera_cgt::tds::{Choice, Patience};
use otrera_cgt::{Exhausted, Sum};

use super::alpha_beta::AlphaBeta;
use super::clock::Deadline;
use super::exact::ExactPlayer;
use super::hotstrat::Hotstrat;
use super::plot::Plot;
use super::sum::{SumPosition, Turn};
use super::thermostrat::Thermostrat;

/// Somebody who plays sums.
pub trait SumPlayer: Debug {
    /// A move, by then; nothing if there is none.
    fn choose(&mut self, sum: &SumPosition, deadline: Deadline) -> Result<Option<Turn>, Exhausted>;
}

/// The players that there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// The best move in the game with the highest temperature, by temperature discovery search.
    Hotstrat,
    /// Alpha-beta over the whole sum.
    AlphaBeta,
    /// Thermostrat, from thermographs where they can be had in time; else Hotstrat.
    Thermostrat,
    /// A move that wins, from canonical forms where they can be had in time; else thermostrat.
    Exact,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 4] = [Kind::Hotstrat, Kind::AlphaBeta, Kind::Thermostrat, Kind::Exact];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Hotstrat => "hotstrat",
            Kind::AlphaBeta => "alpha-beta",
            Kind::Thermostrat => "thermostrat",
            Kind::Exact => "exact",
        }
    }

    /// A new player of this kind.
    pub fn player(self) -> Box<dyn SumPlayer> {
        match self {
            Kind::Hotstrat => Box::new(Hotstrat::default()),
            Kind::AlphaBeta => Box::new(AlphaBeta::default()),
            Kind::Thermostrat => Box::new(Thermostrat::default()),
            Kind::Exact => Box::new(ExactPlayer::default()),
        }
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        let names = Kind::ALL.map(Kind::name).join(", ");
        let found = Kind::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| format!("found `{text}`; expected one of {names}"))
    }
}

/// So much is remembered between moves.
pub(crate) const MEMORY: usize = 256 << 20;

/// A search that ends at a time.
pub(crate) fn until(deadline: Deadline) -> Patience {
    Patience { limit: deadline.limit(), ..Patience::default() }
}

/// The move on a board that a choice in the sum of active areas means.
pub(crate) fn turn_of(sum: &SumPosition, games: &Sum<Plot>, choice: Choice) -> Option<Turn> {
    let area = games.terms().get(choice.term)?.game.0;
    let (board, _) = sum.active().into_iter().nth(choice.term)?;
    let mv = area.moves(sum.to_move()).get(choice.option)?.0;
    Some(Turn { board, mv })
}

/// Any move: of active areas the first, else one in a territory.
pub(crate) fn any_move(sum: &SumPosition) -> Option<Turn> {
    let moves = sum.boards().iter().enumerate();
    let first = |(board, position): (usize, &otrera_board::Position<u64>)| {
        position.moves().next().map(|mv| Turn { board, mv })
    };
    sum.free_move().or_else(|| moves.into_iter().find_map(first))
}
