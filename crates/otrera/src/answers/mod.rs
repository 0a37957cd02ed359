//! What the commands answer, for programs that are linked to this one: lines of JSON in the words of `docs/json.md`,
//! pictures, and errors in the words of the command line.
//!
//! Nothing here prints, and nothing looks at Ctrl-C: whoever calls says when to stop.

mod count;
mod error;
mod network;
mod number;
mod player;
mod proof;
mod question;
mod read;
mod solve;

pub use self::count::perft;
pub use self::error::Error;
pub use self::network::{open_network, read_network};
pub use self::number::{
    nodes, perft_depth, search, seconds, size, tds_depth, think_depth, threads,
};
pub use self::player::{decision, player_settings};
pub use self::proof::{check_proof, open_proof, read_file, read_proof};
pub use self::question::{Question, Tell, Told, Valuing};
pub use self::read::{games, games_of_argument, play, position, write_game};
pub use self::solve::Solving;

use std::path::Path;

use otrera_area::Climb;
use otrera_board::{Move, Position};
use otrera_cgt::{Dyadic, Thermograph};

use crate::commands::areas;
use crate::draw::{svg, thermograph};

/// A flag that ends a computation once it is set.
pub type Stop = &'static std::sync::atomic::AtomicBool;

/// Writes a file whole, or not at all.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    Ok(crate::save::save(path, bytes)?)
}

/// A position as an SVG picture, as `otrera show --svg` draws it; the last move, if given, is shown, and words, if given, stand below.
pub fn board_picture(position: &Position, last: Option<Move>, words: Option<&str>) -> String {
    match words {
        Some(words) => svg::draw_with_words(position, last, words),
        None => svg::draw(position, last),
    }
}

/// The map of a position's areas, as `otrera areas --svg` draws it after bounding so many positions in each.
pub fn areas_picture(position: &Position, search: usize, stop: Stop) -> String {
    let answer = areas::of_position(position, Climb::default().with_local_search(search), stop);
    areas::picture::draw(&answer)
}

/// A thermograph beside its board, if one is given, as `otrera value --svg` draws them. The walls are
/// corners from t = −1 up, each (t, value).
pub fn thermograph_picture(
    board: Option<&Position>,
    left: Vec<(Dyadic, Dyadic)>,
    right: Vec<(Dyadic, Dyadic)>,
    value: &str,
) -> Result<String, Error> {
    // As much as there is room for.
    const LONGEST: usize = 30;
    let graph = Thermograph::from_corners(left, right)
        .ok_or_else(|| Error::new("these are not the walls of a thermograph"))?;
    let value = match value.chars().count() {
        ..=LONGEST => value,
        _ => "a value too long to write",
    };
    let boards: Vec<String> = board.iter().map(|position| svg::draw(position, None)).collect();
    Ok(thermograph::draw(&boards, Some(&graph), value, ["Black", "White"]))
}
