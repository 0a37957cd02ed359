//! `otrera engine uci`: the protocol of chess programs, as Fairy-Stockfish speaks it for Amazons.
//!
//! This thread reads commands; another thinks. A line that cannot be understood is answered by `info string …`.

mod command;
mod go;
mod report;

use std::time::Duration;

use clap::Args;
use otrera_board::{Position, Size};
use otrera_player::Settings;

use self::command::Command;
use self::go::Go;
use self::report::InfoLines;
use super::lines::{lines, say};
use super::thinker::{Task, Thinker};
use crate::player_options::{Kind, OPTIONS, OPTIONS_HELP, PlayerArgs, PlayerOption};

#[derive(Args, Debug)]
#[command(after_help = OPTIONS_HELP)]
pub struct UciArgs {
    #[command(flatten)]
    pub player: PlayerArgs,
}

pub fn run(args: &UciArgs) -> anyhow::Result<()> {
    let mut session = Session::new(args.player.settings()?);
    for line in lines() {
        match Command::read(&line?, &session) {
            Ok(Command::Quit) => {
                session.thinker.finish();
                return Ok(());
            }
            Ok(command) => session.obey(command)?,
            Err(wrong) => say(&format!("info string {wrong}"))?,
        }
    }
    // Whoever wrote all his commands at once waits for the answer.
    session.thinker.end();
    Ok(())
}

/// What the driver has told so far.
struct Session {
    /// The board of `startpos`.
    start: Position,
    position: Position,
    settings: Settings,
    overhead: Duration,
    thinker: Thinker,
}

/// The boards that have a start, the usual one first.
fn boards() -> Vec<Size> {
    let sides = [(10, 10), (8, 8)].into_iter();
    let small = (4..=7).flat_map(|width| (4..=7).map(move |height| (width, height)));
    sides.chain(small).filter_map(|(width, height)| Size::new(width, height).ok()).collect()
}

/// What reading, writing and the system take of a move's time.
const OVERHEAD: Duration = Duration::from_millis(5);
const MOST_OVERHEAD: u64 = 5000;

impl Session {
    fn new(settings: Settings) -> Session {
        let start = boards().into_iter().find_map(Position::start);
        let start = start.expect("the usual board has a start");
        let thinker = Thinker::new(settings.clone(), InfoLines::default());
        Session { start, position: start, settings, overhead: OVERHEAD, thinker }
    }

    fn obey(&mut self, command: Command) -> anyhow::Result<()> {
        match command {
            Command::Nothing | Command::Quit => {}
            Command::Uci => self.introduce()?,
            Command::IsReady => say("readyok")?,
            Command::NewGame => {
                self.thinker.forget()?;
                self.position = self.start;
            }
            Command::Position(position) => {
                self.thinker.finish();
                self.position = position;
            }
            Command::Go(go) => self.go(&go)?,
            Command::Stop => self.thinker.stop(),
            Command::PonderHit => self.thinker.hit(),
            Command::SetOption(option) => self.set(option)?,
            Command::Show => say(&format!("{}\n{}", self.position, self.position.to_fairy()))?,
        }
        Ok(())
    }

    fn introduce(&self) -> anyhow::Result<()> {
        say(concat!("id name Otrera ", env!("CARGO_PKG_VERSION")))?;
        say("id author the Otrera authors")?;
        for option in OPTIONS.iter().filter(|option| !option.is_tuning) {
            let (name, value) = (option.name, option.of(&self.settings));
            say(&match option.kind {
                Kind::Number(least, most) => {
                    format!("option name {name} type spin default {value} min {least} max {most}")
                }
                Kind::Switch => format!("option name {name} type check default {value}"),
                Kind::Choice(names) => {
                    let names = names.iter().map(|name| format!(" var {}", capital(name)));
                    let (value, names) = (capital(&value), names.collect::<String>());
                    format!("option name {name} type combo default {value}{names}")
                }
                Kind::Real(..) | Kind::File => {
                    format!("option name {name} type string default {value}")
                }
            })?;
        }
        let default = OVERHEAD.as_millis();
        say(&format!(
            "option name Move Overhead type spin default {default} min 0 max {MOST_OVERHEAD}"
        ))?;
        say("option name Ponder type check default false")?;
        say("option name UCI_Variant type combo default amazons var amazons")?;
        let sizes: String = boards().iter().map(|size| format!(" var {size}")).collect();
        say(&format!("option name BoardSize type combo default 10x10{sizes}"))?;
        say("uciok")?;
        Ok(())
    }

    fn go(&mut self, go: &Go) -> anyhow::Result<()> {
        let allowance = go.allowance(self.position.to_move(), self.overhead);
        self.thinker.think(Task { position: self.position, allowance, until: go.until })
    }

    fn set(&mut self, option: SetOption) -> anyhow::Result<()> {
        match option {
            SetOption::Player(option, value) => {
                if let Err(wrong) = option.set(&mut self.settings, &value) {
                    say(&format!("info string setoption: {wrong}"))?;
                }
                self.thinker.set(self.settings.clone())?;
            }
            SetOption::Overhead(overhead) => self.overhead = overhead,
            SetOption::Board(start) => {
                self.thinker.finish();
                (self.start, self.position) = (start, start);
            }
            SetOption::Nothing => {}
        }
        Ok(())
    }
}

/// A value with a capital: some drivers take `min` for the word that announces a least value, wherever it stands.
fn capital(value: &str) -> String {
    let mut letters = value.chars();
    letters
        .next()
        .map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// An option and what it is to be.
enum SetOption {
    Player(&'static PlayerOption, String),
    Overhead(Duration),
    Board(Position),
    /// It is as it must be already.
    Nothing,
}
