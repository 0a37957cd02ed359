//! Counting move sequences.

use otrera_board::Position;

use super::{Error, Stop};
use crate::commands::perft;
use crate::interrupt::Interrupted;

/// How many move sequences of a length there are, counted by so many threads.
pub fn perft(position: &Position, depth: u32, threads: usize, stop: Stop) -> Result<u64, Error> {
    let counted = perft::count_all(position, depth, threads, stop);
    counted.ok_or_else(|| anyhow::Error::from(Interrupted).into())
}
