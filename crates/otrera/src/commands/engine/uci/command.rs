//! The commands of a driver, from its lines.

use std::time::Duration;

use otrera_board::notation::Format;
use otrera_board::{Move, Position};

use super::go::Go;
use super::{MOST_OVERHEAD, Session, SetOption, boards};
use crate::commands::engine::lines::excerpt;
use crate::output::first_line;
use crate::player_options::PlayerOption;

pub enum Command {
    Uci,
    IsReady,
    NewGame,
    Position(Position),
    Go(Go),
    Stop,
    PonderHit,
    SetOption(SetOption),
    /// Shows the position: no driver needs it, but people do.
    Show,
    Quit,
    Nothing,
}

impl Command {
    /// Reads a line, or says what is wrong with it.
    pub fn read(line: &str, session: &Session) -> Result<Command, String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Ok(match word {
            // `debug` and `register` are for programs that have something to debug or to register.
            "" | "debug" | "register" => Command::Nothing,
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "position" => Command::Position(read_position(rest, session.start)?),
            "go" => Command::Go(Go::read(rest)?),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "setoption" => Command::SetOption(read_option(rest.trim())?),
            "d" => Command::Show,
            "quit" => Command::Quit,
            _ => {
                return Err(format!(
                    "found `{}`; expected uci, isready, ucinewgame, position, go, stop, ponderhit, setoption or quit",
                    excerpt(word)
                ));
            }
        })
    }
}

/// Reads `startpos moves …` or `fen … moves …`.
fn read_position(text: &str, start: Position) -> Result<Position, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (board, moves) = words.split_at(end);
    let mut position = match board {
        ["startpos"] => start,
        ["fen", fen @ ..] if !fen.is_empty() => read_fen(&fen.join(" "))?,
        _ => {
            let found = excerpt(&board.join(" "));
            return Err(format!("position: found `{found}`; expected startpos, or fen and a FEN"));
        }
    };
    for (n, text) in moves.iter().skip(1).enumerate() {
        let wrong = |why: String| format!("position, move {}: {why}", n + 1);
        let mv = Move::parse(text, position.size()).map_err(|error| wrong(error.to_string()))?;
        position = position.play(mv).map_err(|error| wrong(error.to_string()))?;
    }
    Ok(position)
}

/// Reads a position in any notation that fits on a line.
fn read_fen(text: &str) -> Result<Position, String> {
    let wrong = |why: &str| format!("position: {}", first_line(why));
    let format = Format::detect(text);
    let records = format.read(text).or_else(|error| match format {
        Format::Text | Format::Liamazons | Format::Fairy => Err(error),
        // Who writes `fen` means one, and is told what is wrong with it as such.
        _ => Format::Text.read(text),
    });
    let records = records.map_err(|error| wrong(&error.to_string()))?;
    let record = records.first().ok_or_else(|| wrong("no position found"))?;
    Ok(record.position(record.main_end()))
}

/// Reads `name … value …`.
fn read_option(text: &str) -> Result<SetOption, String> {
    let expected = "expected `name NAME value VALUE`";
    let found = || format!("setoption: found `{}`; {expected}", excerpt(text));
    let rest = text.strip_prefix("name").filter(|rest| rest.starts_with(' ')).ok_or_else(found)?;
    let (name, value) = match rest.split_once(" value") {
        Some((name, value)) => (name.trim(), value.trim()),
        None => (rest.trim(), ""),
    };
    if let Some(option) = PlayerOption::named(name) {
        option
            .set(&mut otrera_player::Settings::default(), value)
            .map_err(|wrong| format!("setoption: {wrong}"))?;
        return Ok(SetOption::Player(option, value.to_owned()));
    }
    let wrong =
        |expected: String| Err(format!("setoption: {name}: found `{value}`; expected {expected}"));
    match name.to_ascii_lowercase().as_str() {
        "move overhead" => match value.parse().ok().filter(|&it| it <= MOST_OVERHEAD) {
            Some(overhead) => Ok(SetOption::Overhead(Duration::from_millis(overhead))),
            None => wrong(format!("milliseconds from 0 to {MOST_OVERHEAD}")),
        },
        "boardsize" => {
            let mut sizes = boards().into_iter();
            match sizes.find(|size| size.to_string() == value).and_then(Position::start) {
                Some(start) => Ok(SetOption::Board(start)),
                None => wrong("a board with a start: 4x4 to 7x7, 8x8 or 10x10".to_owned()),
            }
        }
        "uci_variant" if value.eq_ignore_ascii_case("amazons") => Ok(SetOption::Nothing),
        "uci_variant" => wrong("amazons".to_owned()),
        "ponder" => Ok(SetOption::Nothing),
        _ => Err(format!("setoption: found `{}`; expected a name that `uci` lists", excerpt(name))),
    }
}
