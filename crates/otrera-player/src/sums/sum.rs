//! Positions side by side.

use fastrand::Rng;
use otrera_area::{Area, areas, player_of};
use otrera_board::{Bits, Color, IllegalMove, Move, Position, Size, Square};
use otrera_cgt::{Player, Sum, Term};
use thiserror::Error;

use super::plot::{Plot, filled};

/// Boards on which the same two players play, one move on any of them at a time. Who cannot move on any loses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SumPosition {
    boards: Vec<Position<u64>>,
    to_move: Color,
}

/// A move on one of the boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Which board, from 0.
    pub board: usize,
    /// The move.
    pub mv: Move,
}

/// Why a sum cannot be played, or a move in it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SumError {
    /// There is no board.
    #[error("found no board; expected at least one")]
    Empty,
    /// A board is too large.
    #[error("board {number} has {squares} squares; expected at most 64")]
    TooLarge {
        /// Its number, from 1.
        number: usize,
        /// Its squares.
        squares: usize,
    },
    /// There is no such board.
    #[error("found board {found}; expected a number from 1 to {boards}")]
    NoBoard {
        /// The number asked for, from 1.
        found: usize,
        /// How many there are.
        boards: usize,
    },
    /// The move is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// There is no room for this.
    #[error("a board of {0} squares has no room for two amazons, three arrows and a move")]
    NoRoom(usize),
}

/// Who wins, with how many moves that he can still make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// Who wins.
    pub winner: Color,
    /// The moves that he has left when the opponent has none.
    pub moves: i64,
}

/// The end of a game is counted with this patience for each territory.
const PATIENCE: usize = 100_000;

/// The arrows of random boards, as in the paper.
const ARROWS: usize = 3;

impl SumPosition {
    /// A sum of boards, each of at most 64 squares.
    pub fn new(
        boards: impl IntoIterator<Item = Position>,
        to_move: Color,
    ) -> Result<SumPosition, SumError> {
        let narrow = |(n, board): (usize, Position)| {
            let squares = board.size().squares();
            let narrow = board.narrow().ok_or(SumError::TooLarge { number: n + 1, squares })?;
            Ok(narrow.with_to_move(to_move))
        };
        let boards: Vec<Position<u64>> =
            boards.into_iter().enumerate().map(narrow).collect::<Result<_, SumError>>()?;
        if boards.is_empty() {
            return Err(SumError::Empty);
        }
        Ok(SumPosition { boards, to_move })
    }

    /// Random boards, each with an amazon of either colour and three arrows (Müller, Enzenberger and Schaeffer, experiment 4).
    /// Black is to move.
    pub fn random(rng: &mut Rng, count: usize, size: Size) -> Result<SumPosition, SumError> {
        if size.squares() < ARROWS + 3 {
            return Err(SumError::NoRoom(size.squares()));
        }
        let mut board = || {
            let mut squares: Vec<Square> = size.iter().collect();
            rng.shuffle(&mut squares);
            let set =
                |squares: &[Square]| squares.iter().fold(0u128, |set, &it| set | u128::of(it));
            let burnt = set(&squares[2..2 + ARROWS]);
            Position::new(size, set(&squares[..1]), set(&squares[1..2]), burnt, Color::Black)
                .expect("squares of the board, each used once")
        };
        let boards: Vec<Position> = (0..count).map(|_| board()).collect();
        SumPosition::new(boards, Color::Black)
    }

    /// The boards.
    pub fn boards(&self) -> &[Position<u64>] {
        &self.boards
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// Whose turn it is, as a player.
    pub fn mover(&self) -> Player {
        player_of(self.to_move)
    }

    /// The same with the colours exchanged.
    pub fn with_colors_swapped(&self) -> SumPosition {
        let boards = self.boards.iter().map(|board| board.with_colors_swapped());
        let boards = boards.map(|board| board.with_to_move(!self.to_move)).collect();
        SumPosition { boards, to_move: !self.to_move }
    }

    /// The sum after a move.
    pub fn play(&self, turn: Turn) -> Result<SumPosition, SumError> {
        let (found, boards) = (turn.board + 1, self.boards.len());
        let board = self.boards.get(turn.board).ok_or(SumError::NoBoard { found, boards })?;
        let mut after = self.clone();
        after.boards[turn.board] = board.play(turn.mv)?;
        after.to_move = !self.to_move;
        for board in &mut after.boards {
            *board = board.with_to_move(after.to_move);
        }
        Ok(after)
    }

    /// The areas in which both have amazons, each with its board.
    pub fn active(&self) -> Vec<(usize, Area<u64>)> {
        self.areas().filter(|(_, area)| is_active(area)).collect()
    }

    /// What the areas of a board that are not active are worth: moves of Black, less those of White.
    pub fn territory(&self, board: usize) -> i64 {
        let settled = self.areas().filter(|(n, area)| *n == board && !is_active(area));
        let worth = |(_, area): (usize, Area<u64>)| -> i64 {
            let [black, white] =
                Color::ALL.map(|color| filled(&area, area.amazons(color), PATIENCE));
            black - white
        };
        settled.map(worth).sum()
    }

    fn areas(&self) -> impl Iterator<Item = (usize, Area<u64>)> {
        let boards = self.boards.iter().enumerate();
        boards.flat_map(|(n, board)| areas(board).into_iter().map(move |area| (n, area)))
    }

    /// The active areas as a sum of games, with the territories as a number that may be a little short of the best.
    pub fn games(&self) -> Sum<Plot> {
        let mut number = 0;
        let mut terms = Vec::new();
        for (_, area) in self.areas() {
            match otrera_cgt::Game::integer(&Plot(area)) {
                Some(integer) => number += integer,
                None => terms.push(Term { game: Plot(area), negated: false }),
            }
        }
        Sum::new(number.into(), terms)
    }

    /// A move in the player's own territory, if there is one.
    pub fn free_move(&self) -> Option<Turn> {
        let color = self.to_move;
        let (board, area) = self
            .areas()
            .find(|(_, area)| !area.amazons(color).is_empty() && area.amazons(!color).is_empty())?;
        // To shoot back from where it came loses no square.
        let moves = area.moves(color);
        let best = moves.iter().max_by_key(|(mv, left)| {
            let filled: i64 =
                left.terms().iter().map(|it| filled(&it.game, it.game.amazons(color), 200)).sum();
            (filled, mv.arrow == mv.from)
        });
        best.map(|&(mv, _)| Turn { board, mv })
    }

    /// Who has won, once only territories are left, or the player to move cannot.
    pub fn score(&self) -> Option<Score> {
        let all: Vec<Area<u64>> = self.areas().map(|(_, area)| area).collect();
        let count = |color: Color| -> i64 {
            let own = all.iter().filter(|area| !area.amazons(color).is_empty());
            own.map(|area| filled(area, area.amazons(color), PATIENCE)).sum()
        };
        if self.boards.iter().all(Position::is_over) {
            return Some(Score { winner: !self.to_move, moves: count(!self.to_move) });
        }
        if all.iter().any(is_active) {
            return None;
        }
        let [own, other] = [count(self.to_move), count(!self.to_move)];
        Some(match own > other {
            true => Score { winner: self.to_move, moves: own - other - 1 },
            false => Score { winner: !self.to_move, moves: other - own },
        })
    }
}

fn is_active(area: &Area<u64>) -> bool {
    Color::ALL.into_iter().all(|color| !area.amazons(color).is_empty())
}

impl Score {
    /// The score as a colour sees it: negative if it has lost.
    pub fn of(self, color: Color) -> i64 {
        if self.winner == color { self.moves } else { -self.moves }
    }
}
