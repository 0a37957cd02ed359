//! Numbers, as texts that the options of commands read. What is wrong with one is then said in the same words.

use std::time::Duration;

use otrera_board::Size;

use super::Error;
use crate::commands::{areas, perft, tds};
use crate::{limits, player_options, threads};

/// A number of threads, as `--threads` reads it: as many as were asked for, or one for each core.
pub fn threads(asked: Option<&str>) -> Result<usize, Error> {
    let asked = asked.map(|text| named("threads", threads::parse(text))).transpose()?;
    Ok(threads::or_all_cores(asked))
}

/// How many positions are bounded in the search of an area, as `otrera areas --search` reads it.
pub fn search(text: &str) -> Result<usize, Error> {
    named("search", areas::parse_search(text))
}

/// How many moves deep to look, as `otrera tds --depth` reads it.
pub fn tds_depth(text: &str) -> Result<u32, Error> {
    named("depth", tds::parse_depth(text))
}

/// How many moves deep to count, as `otrera perft` reads it.
pub fn perft_depth(text: &str) -> Result<u32, Error> {
    named("depth", perft::parse_moves(text))
}

/// How many moves ahead a player looks, as `otrera genmove --depth` reads it.
pub fn think_depth(text: &str) -> Result<u32, Error> {
    named("depth", player_options::parse_depth(text))
}

/// How many positions a player looks at, as `otrera genmove --nodes` reads it.
pub fn nodes(text: &str) -> Result<u64, Error> {
    named("nodes", player_options::parse_nodes(text))
}

/// A time, which the command line has as text with a unit, and others as a number of seconds.
pub fn seconds(name: &str, number: f64) -> Result<Duration, Error> {
    named(name, limits::of_seconds(number))
}

/// A board by its width and height.
pub fn size(width: &str, height: &str) -> Result<Size, Error> {
    let read = width.parse().ok().zip(height.parse().ok());
    read.and_then(|(width, height)| Size::new(width, height).ok()).ok_or_else(|| {
        Error::new(format!(
            "found the board `{width}x{height}`; expected width and height of at least 1 and at most {} squares in all",
            otrera_board::MAX_SQUARES
        ))
    })
}

fn named<T>(name: &str, read: Result<T, String>) -> Result<T, Error> {
    read.map_err(|wrong| Error::new(format!("{name}: {wrong}")))
}
