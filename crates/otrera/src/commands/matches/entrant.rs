//! Who takes part in a match: engines by their command lines.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use otrera_board::notation::Dialect;

use crate::limits;
use crate::player_options;
use crate::read;

/// An engine, and how it is spoken to.
#[derive(Clone, Debug)]
pub struct Entrant {
    pub name: String,
    /// What was typed: who reads a file of results knows it by this.
    pub text: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    pub protocol: Protocol,
    /// A digest of the file of parameters that our own player reads.
    pub parameters: Option<String>,
    /// Options to set before the first game.
    pub options: Vec<(String, String)>,
    /// How moves are written to it; whatever it writes is understood.
    pub dialect: Dialect,
    pub time: TimeShare,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    Uci,
    Gtp,
}

/// An engine's time beside that of the match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TimeShare {
    Times(f64),
    PerMove(Duration),
}

impl Default for TimeShare {
    fn default() -> TimeShare {
        TimeShare::Times(1.0)
    }
}

/// Reads `2x` or `500ms`.
pub fn parse_time_share(text: &str) -> Result<TimeShare, String> {
    let factor = text.strip_suffix(['x', '×']).and_then(|text| text.parse().ok());
    match factor.filter(|factor: &f64| (0.001..=1000.0).contains(factor)) {
        Some(factor) => Ok(TimeShare::Times(factor)),
        None => limits::parse_time(text)
            .map(TimeShare::PerMove)
            .map_err(|_| format!("found `{text}`; expected a time (500ms) or a factor (2x)")),
    }
}

/// Reads `NAME=VALUE`.
pub fn parse_option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err(format!("found `{text}`; expected NAME=VALUE, such as Threads=1")),
    }
}

impl Entrant {
    /// Reads `otrera`, `otrera:OPTIONS`, `uci:COMMAND`, `gtp:COMMAND` or a command that speaks UCI.
    pub fn read(text: &str) -> anyhow::Result<Entrant> {
        let own = match text.trim() {
            "otrera" => Some(""),
            other => other.strip_prefix("otrera:"),
        };
        match own {
            Some(options) => Entrant::own(text.trim(), options),
            None => Entrant::foreign(text),
        }
        .with_context(|| format!("engine `{}`", text.trim()))
    }

    /// The program's own player, as another process.
    fn own(name: &str, text: &str) -> anyhow::Result<Entrant> {
        let mut time = TimeShare::default();
        let mut options: Vec<&str> = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            match part.strip_prefix("time=") {
                Some(share) => {
                    time = parse_time_share(share).map_err(|wrong| anyhow!("time: {wrong}"))?;
                }
                None => options.push(part),
            }
        }
        let options = options.join(",");
        player_options::parse(&options).map_err(|wrong| anyhow!("{wrong} (or time)"))?;
        let parameters = parameters(&options)?;
        let program = std::env::current_exe()?;
        let Some(program) = program.to_str() else {
            bail!("the path of this program is no UTF-8: {}", program.display());
        };
        let command = [program, "engine", "uci", "--player", &options];
        Ok(Entrant {
            name: name.to_owned(),
            text: name.to_owned(),
            command: command.map(str::to_owned).to_vec(),
            protocol: Protocol::Uci,
            parameters,
            options: Vec::new(),
            dialect: Dialect::Uci,
            time,
        })
    }

    fn foreign(text: &str) -> anyhow::Result<Entrant> {
        let (protocol, command) = match text.split_once(':') {
            Some(("uci", command)) => (Protocol::Uci, command),
            Some(("gtp", command)) => (Protocol::Gtp, command),
            _ => (Protocol::Uci, text),
        };
        let command = words(command)?;
        let Some(program) = command.first() else {
            bail!("no command was given; expected one, such as \"uci:fairy-stockfish\"");
        };
        let name = program.rsplit('/').next().unwrap_or(program).to_owned();
        Ok(Entrant {
            name,
            text: text.trim().to_owned(),
            command,
            protocol,
            parameters: None,
            options: Vec::new(),
            dialect: if protocol == Protocol::Uci { Dialect::Uci } else { Dialect::Papers },
            time: TimeShare::default(),
        })
    }
}

/// A digest of the file that `parameters=FILE` names, where it is among the options.
fn parameters(options: &str) -> anyhow::Result<Option<String>> {
    let mut pairs = options.split(',').filter_map(|option| option.split_once('='));
    let named = pairs.rfind(|(name, _)| name.trim().eq_ignore_ascii_case("parameters"));
    let Some((_, file)) = named.filter(|(_, file)| !file.trim().is_empty()) else {
        return Ok(None);
    };
    let path = Path::new(file.trim());
    let text = read::text_file(path).map_err(|error| read::cannot_read_file(path, &error))?;
    Ok(Some(super::digest(&text)))
}

/// The words of a command line; those in quotes may have blanks.
fn words(text: &str) -> anyhow::Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if let Some(quote) = quote {
        bail!("a quotation mark {quote} has no end");
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_by_their_command_lines() {
        let engine = Entrant::read("gtp:'my engine' --level \"\" 3").unwrap();
        assert_eq!(engine.command, ["my engine", "--level", "", "3"]);
        assert_eq!((engine.protocol, &*engine.name), (Protocol::Gtp, "my engine"));
        assert_eq!(Entrant::read("bin/engine").unwrap().name, "engine");
        let own = Entrant::read("otrera:endgames=off,time=2x").unwrap();
        assert_eq!(own.command[1..], ["engine", "uci", "--player", "endgames=off"]);
        assert_eq!(own.time, TimeShare::Times(2.0));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("parameters");
        let digest_of = |text: &str| {
            std::fs::write(&file, text).unwrap();
            let text = format!("otrera:hash=1,Parameters={}", file.display());
            Entrant::read(&text).unwrap().parameters.unwrap()
        };
        assert_ne!(digest_of("1"), digest_of("2"));
        assert_eq!(digest_of("1"), digest_of("1"));
        for wrong in
            ["otrera:parameters=nowhere", "otrera:speed=3", "otrera:time=fast", "uci:", "'engine"]
        {
            assert!(Entrant::read(wrong).is_err(), "{wrong}");
        }
    }
}
