//! Our own player.

use otrera_board::Position;
use otrera_player::{Decision, Settings};

use super::{Error, Told};
use crate::commands::genmove::Answer;
use crate::player_options::{self, PlayerArgs};
use crate::tables::TablesArgs;

/// The settings of a player, from options as `--player` takes them: `threads=2,endgames=off`.
pub fn player_settings(options: &str, no_tables: bool) -> Result<Settings, Error> {
    let player =
        player_options::parse(options).map_err(|wrong| Error::new(format!("player: {wrong}")))?;
    let tables = TablesArgs { no_tables, ..TablesArgs::default() };
    let settings = PlayerArgs { player, eval: None, tables }.settings();
    settings.map_err(|error| {
        let told = format!("{error:#}");
        // The option is a parameter here.
        Error::new(told.strip_prefix("--").unwrap_or(&told))
    })
}

/// What `otrera genmove` says of a decision.
pub fn decision(position: &Position, decision: Option<&Decision>) -> Result<Told, Error> {
    Told::new(&Answer::new(position, decision))
}
