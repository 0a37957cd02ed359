//! From texts to positions and games, and back.

use otrera_board::notation::{Format, game_text};
use otrera_board::{Position, Record};

use super::Error;
use crate::input;
use crate::read;

/// The position that a text in any notation leads to: a board's name, rows, a game.
pub fn position(text: &str) -> Result<Position, Error> {
    Ok(input::position_of_text(text)?)
}

/// The games of a text in any notation.
pub fn games(text: &str) -> Result<Vec<Record>, Error> {
    Ok(input::records_of_text(text)?.1)
}

/// The games of what may also be the name of a file, as arguments of the command line are. Standard input is not read: it belongs to
/// the program that asks.
pub fn games_of_argument(argument: &str) -> Result<Vec<Record>, Error> {
    if read::is_open_already(argument) {
        return Err(Error::new(format!("found `{argument}`; expected a file or a text")));
    }
    Ok(input::records_of_argument(argument)?)
}

/// The game that moves make from here, one after another.
pub fn play(start: Position, moves: &str) -> Result<Record, Error> {
    game_text::parse_moves(moves, start)
        .map_err(|error| anyhow::Error::from(input::explain(error, moves, None)).into())
}

/// A game in the notation of this name, as `otrera convert --to` writes it.
pub fn write_game(game: &Record, notation: &str) -> Result<String, Error> {
    let format = Format::ALL.into_iter().find(|format| format.name() == notation);
    let format = format.ok_or_else(|| {
        let names = Format::ALL.map(Format::name).join(", ");
        Error::new(format!("found `{notation}`; expected one of {names}"))
    })?;
    format.write(game).map_err(|error| Error::new(error.to_string()))
}
