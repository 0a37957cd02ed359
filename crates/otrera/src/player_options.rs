//! How the program's own player is told to play: `threads=2,endgames=off`, or one option at a time as protocols do.

use std::fmt;

use anyhow::bail;
use clap::Args;
use otrera_player::Settings;
use otrera_solver::MOST_THREADS;

use crate::tables::{self, Stock, TablesArgs};

/// What can be said of the player by several commands.
#[derive(Args, Debug)]
pub struct PlayerArgs {
    /// How it plays, such as threads=2,endgames=off; see below
    #[arg(long, value_name = "OPTIONS", default_value = "", hide_default_value = true)]
    #[arg(value_parser = parse)]
    pub player: Choices,
    #[command(flatten)]
    pub tables: TablesArgs,
}

/// The options, for the help of each command that has them.
pub const OPTIONS_HELP: &str = "\
OPTIONS of the player, divided by commas:
  threads=N        think with N threads (1)
  hash=N           remember N MiB (256)
  endgames=on|off  play exactly what is known exactly (on)";

/// Options and what they are set to, checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices(Vec<(&'static PlayerOption, String)>);

/// What an option can be set to.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A number in a range.
    Number(u64, u64),
    /// On or off.
    Switch,
}

/// An option of the player.
pub struct PlayerOption {
    /// Its name, as protocols show it; capitals do not matter.
    pub name: &'static str,
    pub kind: Kind,
    get: fn(&Settings) -> String,
    set: fn(&mut Settings, &str),
}

/// All options.
pub static OPTIONS: [PlayerOption; 3] = [
    PlayerOption {
        name: "Threads",
        kind: Kind::Number(1, MOST_THREADS as u64),
        get: |settings| settings.threads.to_string(),
        set: |settings, value| settings.threads = number(value) as usize,
    },
    PlayerOption {
        name: "Hash",
        kind: Kind::Number(1, 1 << 20),
        get: |settings| (settings.memory >> 20).to_string(),
        set: |settings, value| settings.memory = (number(value) as usize) << 20,
    },
    PlayerOption {
        name: "Endgames",
        kind: Kind::Switch,
        get: |settings| settings.endgames.to_string(),
        set: |settings, value| settings.endgames = value == "true",
    },
];

/// A number that was checked before.
fn number(value: &str) -> u64 {
    value.parse().unwrap_or(1)
}

impl PlayerOption {
    /// The option of a name.
    pub fn named(name: &str) -> Option<&'static PlayerOption> {
        OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// What it is set to.
    pub fn of(&self, settings: &Settings) -> String {
        (self.get)(settings)
    }

    /// Sets it, or says what is wrong.
    pub fn set(&self, settings: &mut Settings, value: &str) -> Result<(), String> {
        (self.set)(settings, &self.check(value)?);
        Ok(())
    }

    /// The value in the one spelling that is kept.
    fn check(&self, value: &str) -> Result<String, String> {
        let wrong = |expected: String| Err(format!("{self}: found `{value}`; expected {expected}"));
        match self.kind {
            Kind::Number(least, most) => {
                match value.parse::<u64>().ok().filter(|it| (least..=most).contains(it)) {
                    Some(number) => Ok(number.to_string()),
                    None => wrong(format!("a number from {least} to {most}")),
                }
            }
            Kind::Switch => match value.to_ascii_lowercase().as_str() {
                "on" | "true" => Ok("true".to_owned()),
                "off" | "false" => Ok("false".to_owned()),
                _ => wrong("on or off".to_owned()),
            },
        }
    }
}

impl fmt::Display for PlayerOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name.to_ascii_lowercase())
    }
}

impl fmt::Debug for PlayerOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for PlayerOption {
    fn eq(&self, other: &PlayerOption) -> bool {
        self.name == other.name
    }
}

impl Eq for PlayerOption {}

/// Reads `threads=2,endgames=off`.
pub fn parse(text: &str) -> Result<Choices, String> {
    let mut choices = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let option = PlayerOption::named(name.trim()).ok_or_else(|| {
            let names: Vec<String> = OPTIONS.iter().map(PlayerOption::to_string).collect();
            format!("found `{name}`; expected an option of the player: {}", names.join(", "))
        })?;
        choices.push((option, option.check(value.trim())?));
    }
    Ok(Choices(choices))
}

impl PlayerArgs {
    /// The settings that they ask for. Nobody waits for tables: they are used where they are there already.
    pub fn settings(&self) -> anyhow::Result<Settings> {
        let mut settings = Settings::default();
        for (option, value) in &self.player.0 {
            if let Err(wrong) = option.set(&mut settings, value) {
                bail!("--player: {wrong}");
            }
        }
        if let Stock::Here(tables) = tables::stock(&self.tables)? {
            settings.tables = Some(tables);
        }
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_in_any_case() {
        let choices = parse("Threads=2, endgames=off,HASH=64").unwrap();
        let mut settings = Settings::default();
        for (option, value) in &choices.0 {
            option.set(&mut settings, value).unwrap();
        }
        assert_eq!((settings.threads, settings.memory, settings.endgames), (2, 64 << 20, false));
        for (wrong, told) in [
            ("speed=2", "found `speed`; expected an option of the player: threads, hash, endgames"),
            ("threads=0", "threads: found `0`; expected a number from 1 to 1024"),
            ("endgames", "endgames: found ``; expected on or off"),
        ] {
            assert_eq!(parse(wrong).unwrap_err(), told);
        }
    }

    /// What is set is what is shown.
    #[test]
    fn options_show_what_they_are() {
        let settings = Settings::default();
        for option in &OPTIONS {
            let mut again = settings.clone();
            option.set(&mut again, &option.of(&settings)).unwrap();
            assert_eq!(option.of(&again), option.of(&settings), "{option}");
        }
    }
}
