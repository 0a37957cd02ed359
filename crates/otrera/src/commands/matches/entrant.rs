//! Who takes part in a match: engines by their command lines.

use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use otrera_board::notation::Dialect;
use sha2::{Digest, Sha256};

use crate::limits;
use crate::player_options::{self, Kind, PlayerOption};
use crate::read;
use crate::tables::{self, Stock, TablesArgs, TablesFolder};

/// An engine, and how it is spoken to.
#[derive(Clone, Debug)]
pub struct Entrant {
    pub name: String,
    /// What was typed: who reads a file of results knows it by this.
    pub text: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    pub protocol: Protocol,
    /// Is it our own player?
    is_own: bool,
    /// What our own player is made of: digests of the program and of the files that it reads.
    pub files: Vec<String>,
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
        let program = std::env::current_exe()?;
        let mut files = files(&options)?;
        files.push(digest_of_program(&program)?);
        files.extend(has_tables().then(|| "endgame tables".to_owned()));
        let Some(program) = program.to_str() else {
            bail!("the path of this program is no UTF-8: {}", program.display());
        };
        let command = [program, "engine", "uci", "--player", &options];
        Ok(Entrant {
            name: name.to_owned(),
            text: name.to_owned(),
            command: command.map(str::to_owned).to_vec(),
            protocol: Protocol::Uci,
            is_own: true,
            files,
            options: Vec::new(),
            dialect: Dialect::Uci,
            time,
        })
    }

    /// Makes our own player measure its time by the processor, too: other engines know the clock on the wall alone.
    pub fn think_by_processor_time(&mut self) {
        // Its options come last.
        if let Some(options) = self.command.last_mut().filter(|_| self.is_own) {
            *options += if options.is_empty() { "clock=processor" } else { ",clock=processor" };
        }
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
            is_own: false,
            files: Vec::new(),
            options: Vec::new(),
            dialect: if protocol == Protocol::Uci { Dialect::Uci } else { Dialect::Papers },
            time: TimeShare::default(),
        })
    }
}

/// Another build may play other games. Its digest is found once: a program is large.
fn digest_of_program(program: &Path) -> anyhow::Result<String> {
    static DIGEST: Mutex<Option<String>> = Mutex::new(None);
    let mut known = DIGEST.lock().unwrap_or_else(PoisonError::into_inner);
    if known.is_none() {
        let mut hasher = Sha256::new();
        let read = read::ordinary(program).and_then(|mut file| io::copy(&mut file, &mut hasher));
        read.map_err(|error| read::cannot_read_file(program, &error))?;
        *known = Some(super::short(&hasher.finalize()));
    }
    Ok(known.clone().unwrap_or_default())
}

/// Are there endgame tables where an engine of ours looks for them?
fn has_tables() -> bool {
    let usual = TablesArgs { folder: TablesFolder { tables: None }, no_tables: false };
    matches!(tables::stock(&usual), Ok(Stock::Here(_)))
}

/// Digests of the files that options name, such as `parameters=FILE`.
fn files(options: &str) -> anyhow::Result<Vec<String>> {
    let pairs = options.split(',').filter_map(|option| option.split_once('='));
    let mut digests = Vec::new();
    for (name, file) in pairs.map(|(name, file)| (name.trim(), file.trim())) {
        let is_file = PlayerOption::named(name).is_some_and(|it| matches!(it.kind, Kind::File));
        if is_file && !file.is_empty() {
            let path = Path::new(file);
            let bytes = read::whole_file_of_bytes(path)
                .map_err(|error| read::cannot_read_file(path, &error))?;
            digests.push(super::digest(&bytes));
        }
    }
    Ok(digests)
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
        let mut own = own;
        own.think_by_processor_time();
        assert_eq!(own.command[4], "endgames=off,clock=processor");
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("parameters");
        let digest_of = |text: &str| {
            std::fs::write(&file, text).unwrap();
            let text = format!("otrera:hash=1,Parameters={}", file.display());
            Entrant::read(&text).unwrap().files
        };
        assert_ne!(digest_of("1"), digest_of("2"));
        assert_eq!(digest_of("1"), digest_of("1"));
        let networks = concat!(env!("CARGO_MANIFEST_DIR"), "/../../training/networks");
        let network = format!("otrera:network={networks}/prototype.otrn");
        assert_eq!(Entrant::read(&network).unwrap().files.len(), 2 + usize::from(has_tables()));
        for wrong in
            ["otrera:parameters=nowhere", "otrera:speed=3", "otrera:time=fast", "uci:", "'engine"]
        {
            assert!(Entrant::read(wrong).is_err(), "{wrong}");
        }
    }
}
