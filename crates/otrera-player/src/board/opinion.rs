//! What a player thinks of a position.

use std::time::Duration;

use otrera_board::{Bits, Move, Position};

/// What a position is worth to the player to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Worth {
    /// By how many moves he seems to be ahead: an opinion, not a result.
    Guess(f32),
    /// He wins, for certain: by so many moves that he can make when his opponent has none left, if that is known, too.
    Wins(Option<u32>),
    /// He loses, for certain: likewise by so many moves of his opponent.
    Loses(Option<u32>),
}

impl Worth {
    /// A guess. Nobody is ahead by more moves than there are empty squares.
    pub(crate) fn guess<B: Bits>(ahead: f32, position: &Position<B>) -> Worth {
        let most = position.empty().count() as f32;
        Worth::Guess(ahead.clamp(-most, most))
    }
}

/// What a player has found so far.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Opinion {
    /// What the position is worth to the player to move.
    pub worth: Worth,
    /// The play that he expects, from the move that he would make now.
    pub line: Vec<Move>,
    /// How many moves he has looked ahead.
    pub depth: u32,
    /// How many positions he has looked at.
    pub nodes: u64,
    /// How long he has been thinking.
    pub time: Duration,
}

/// What a player does.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Decision {
    /// His move.
    pub mv: Move,
    /// Why.
    pub opinion: Opinion,
}
