//! How the program's own player is told to play: `threads=2,endgames=off`, or one option at a time as protocols do.

mod table;

use std::time::Duration;

use anyhow::bail;
use clap::{Args, ValueEnum};
use otrera_board::Size;
use otrera_player::{Allowance, EvaluationKind, Network, SearchKind, Settings};

pub use self::table::{Kind, OPTIONS, PlayerOption};
use crate::limits;
use crate::numbers;
use crate::output::warn;
use crate::tables::{self, Stock, TablesArgs};
use crate::threads;

/// What can be said of the player by several commands.
#[derive(Args, Debug)]
pub struct PlayerArgs {
    /// How it plays, such as threads=2,endgames=off; see below
    #[arg(long, value_name = "OPTIONS", default_value = "", hide_default_value = true)]
    #[arg(value_parser = parse)]
    pub player: Choices,
    /// What it goes by: a network, or territory and mobility (evaluation=… among the options)
    #[arg(long, value_name = "EVALUATION")]
    pub eval: Option<EvalName>,
    #[command(flatten)]
    pub tables: TablesArgs,
}

/// What a player goes by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EvalName {
    Network,
    Classical,
}

/// The options, for the help of each command that has them.
pub const OPTIONS_HELP: &str = "\
OPTIONS of the player, separated by commas:
  threads=N        think with N threads (1; play and genmove:
                   one per core, if time is the limit)
  hash=N           search with N MiB of memory (256)
  endgames=on|off  play exactly wherever the result is
                   known (on)
  search=…         tree or alpha-beta (tree)
  evaluation=…     network, classical, t1 or min-distance
                   (network; where it does not know the
                   board or search is alpha-beta: classical)";

/// How long a move may take, where a command is asked for one.
#[derive(Args, Debug)]
pub struct ThinkArgs {
    /// Time per move [default: 1s]
    #[arg(long, value_name = "TIME", value_parser = limits::parse_time, conflicts_with = "clock")]
    pub time: Option<Duration>,
    /// The time left for all moves to come, and what each adds to it, such as 5m+3s
    #[arg(long, value_name = "TIME", value_parser = limits::parse_clock)]
    pub clock: Option<(Duration, Duration)>,
    /// Look at most N moves ahead
    #[arg(long, value_name = "N", value_parser = parse_depth)]
    pub depth: Option<u32>,
    /// Look at about N positions at most
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    pub nodes: Option<u64>,
}

/// Reads how many moves ahead to look.
pub fn parse_depth(text: &str) -> Result<u32, String> {
    numbers::within(text, 0..=u32::MAX)
}

/// Reads how many positions to look at.
pub fn parse_nodes(text: &str) -> Result<u64, String> {
    numbers::within(text, 0..=u64::MAX)
}

impl ThinkArgs {
    /// What that allows; a second if nothing is said, and no end of time if only depth or nodes are limited.
    pub fn allowance(&self) -> Allowance {
        let &ThinkArgs { time, clock, depth, nodes } = self;
        let nothing = time.is_none() && clock.is_none() && depth.is_none() && nodes.is_none();
        let per_move = if nothing { Some(Duration::from_secs(1)) } else { time };
        let (clock, increment) = clock.unzip();
        let increment = increment.unwrap_or_default();
        Allowance { per_move, clock, increment, depth, nodes, ..Allowance::default() }
    }
}

/// Options and what they are set to, checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices(Vec<(&'static PlayerOption, String)>);

/// Reads `threads=2,endgames=off`.
pub fn parse(text: &str) -> Result<Choices, String> {
    let mut choices = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let option = PlayerOption::named(name.trim()).ok_or_else(|| {
            let names = OPTIONS.iter().filter(|option| !option.is_tuning);
            let names: Vec<String> = names.map(PlayerOption::to_string).collect();
            format!("found `{name}`; expected an option of the player: {}", names.join(", "))
        })?;
        choices.push((option, option.check(value.trim())?));
    }
    Ok(Choices(choices))
}

impl PlayerArgs {
    /// The settings that they ask for, one thread if nothing else is said: engines share a machine with others.
    pub fn settings(&self) -> anyhow::Result<Settings> {
        self.settings_from(strongest())
    }

    /// The settings for a person who waits for a move: all cores think, unless the same answer is wanted every time.
    pub fn settings_for(&self, allowance: &Allowance) -> anyhow::Result<Settings> {
        let mut settings = strongest();
        if allowance.depth.is_none() && allowance.nodes.is_none() {
            settings.threads = threads::or_all_cores(None);
        }
        self.settings_from(settings)
    }

    /// Says so where the network is asked for by name and the classical evaluation plays.
    pub fn warn_of_fallback(&self, settings: &Settings, size: Size) {
        let by_network = settings.search == SearchKind::Tree && Network::knows(size);
        if self.eval == Some(EvalName::Network) && !by_network {
            warn(&format!(
                "--eval network: the network plays boards with sides from 5 to 11, by tree search; the classical evaluation plays {size}"
            ));
        }
    }

    /// Nobody waits for tables: they are used where they are there already.
    fn settings_from(&self, mut settings: Settings) -> anyhow::Result<Settings> {
        for (option, value) in &self.player.0 {
            if let Err(wrong) = option.set(&mut settings, value) {
                bail!("--player: {wrong}");
            }
        }
        if let Some(eval) = self.eval {
            let wanted = match eval {
                EvalName::Network => EvaluationKind::Network,
                EvalName::Classical => EvaluationKind::Classical,
            };
            let said = self.player.0.iter().any(|(option, _)| option.name == "Evaluation");
            if said && settings.evaluation != wanted {
                bail!("--eval and the evaluation of --player are different; name one of them");
            }
            settings.evaluation = wanted;
        }
        if let Stock::Here(tables) = tables::stock(&self.tables)? {
            settings.tables = Some(tables);
        }
        Ok(settings)
    }
}

/// Who plays where nothing else is said. On boards that the network does not know, it leaves the evaluation to the other one.
pub fn strongest() -> Settings {
    let mut settings = Settings::default();
    settings.evaluation = EvaluationKind::Network;
    settings
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
            (
                "speed=2",
                "found `speed`; expected an option of the player: threads, hash, endgames, search, evaluation",
            ),
            ("threads=0", "threads: found `0`; expected a number from 1 to 1024"),
            ("endgames", "endgames: found ``; expected on or off"),
            ("search=deep", "search: found `deep`; expected one of tree, alpha-beta"),
        ] {
            assert_eq!(parse(wrong).unwrap_err(), told);
        }
    }

    #[test]
    fn networks_are_read_from_files() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../otrera-player/networks");
        let read = |name: &str| {
            let choices = parse(&format!("network={folder}/{name}")).unwrap();
            let mut settings = Settings::default();
            choices.0.iter().try_for_each(|(option, value)| option.set(&mut settings, value))?;
            Ok::<_, String>(settings.network.is_some())
        };
        assert_eq!(read("otrera.otrn"), Ok(true));
        let wrong = read("README.md").unwrap_err();
        assert!(
            wrong.ends_with("README.md: not a network file: it does not start with OTRN"),
            "{wrong}"
        );
        assert!(read("nothing.otrn").unwrap_err().contains("no such file"));
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
