//! Driving engines that speak UCI.

use std::time::Instant;

use otrera_board::notation::Dialect;
use otrera_board::{Color, Position};

use super::engine::{Board, Failure, Language, TO_BEGIN};
use super::entrant::Entrant;
use super::pace::Pace;
use super::process::{Process, Silence};

pub struct Uci {
    dialect: Dialect,
    /// The board that `startpos` means.
    startpos: Option<Position>,
    /// The options that it has announced.
    options: Vec<Announced>,
    info: Option<String>,
}

impl Uci {
    pub fn new(dialect: Dialect) -> Uci {
        let usual = otrera_board::Size::new(10, 10).ok().and_then(Position::start);
        Uci { dialect, startpos: usual, options: Vec::new(), info: None }
    }

    fn wait_for(&mut self, process: &mut Process, word: &str) -> Result<(), Silence> {
        let until = Instant::now() + TO_BEGIN;
        loop {
            let line = process.line(until)?;
            self.options.extend(Announced::read(&line));
            if line.split_whitespace().next() == Some(word) {
                return Ok(());
            }
            if Instant::now() > until {
                return Err(Silence::Late);
            }
        }
    }

    fn option(&self, name: &str) -> Option<&Announced> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn ready(&mut self, process: &mut Process) -> Result<(), Silence> {
        process.say("isready");
        self.wait_for(process, "readyok")
    }
}

/// An option of an engine.
#[derive(PartialEq, Eq, Debug)]
struct Announced {
    name: String,
    /// What comes after `type`, word by word.
    kind: Vec<String>,
}

impl Announced {
    /// If the line announces one.
    fn read(line: &str) -> Option<Announced> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["option", "name", rest @ ..] = &words[..] else { return None };
        let end = rest.iter().position(|&word| word == "type").unwrap_or(rest.len());
        let kind = rest.iter().skip(end + 1).map(|&word| word.to_owned()).collect();
        Some(Announced { name: rest[..end].join(" "), kind }).filter(|it| !it.name.is_empty())
    }

    /// Checks a value: engines ignore what they do not understand, and a match would be played with something else.
    fn check(&self, value: &str) -> Result<(), String> {
        let kind: Vec<&str> = self.kind.iter().map(String::as_str).collect();
        let behind = |word| kind.iter().skip_while(move |&&it| it != word).nth(1);
        let number = |word| behind(word).and_then(|it| it.parse::<i64>().ok());
        let expected = match kind.first() {
            Some(&"check") if !["true", "false"].contains(&value) => "true or false".to_owned(),
            Some(&"spin") => {
                let least = number("min").unwrap_or(i64::MIN);
                let most = number("max").unwrap_or(i64::MAX);
                match value.parse() {
                    Ok(value) if (least..=most).contains(&value) => return Ok(()),
                    _ => format!("a number from {least} to {most}"),
                }
            }
            Some(&"combo") => {
                let choices = kind.split(|&word| word == "var").skip(1);
                let choices: Vec<String> = choices.map(|words| words.join(" ")).collect();
                match choices.iter().any(|choice| choice.eq_ignore_ascii_case(value)) {
                    true => return Ok(()),
                    false => format!("one of {}", choices.join(", ")),
                }
            }
            _ => return Ok(()),
        };
        Err(format!("option `{}`: found `{value}`; expected {expected}", self.name))
    }
}

impl Language for Uci {
    fn begin(&mut self, process: &mut Process, entrant: &Entrant) -> Result<(), Failure> {
        process.say("uci");
        self.wait_for(process, "uciok")?;
        for (name, value) in &entrant.options {
            let Some(option) = self.option(name) else {
                let names: Vec<&str> = self.options.iter().map(|it| &*it.name).collect();
                let announced = match names.is_empty() {
                    true => "it announces none".to_owned(),
                    false => format!("expected one of {}", names.join(", ")),
                };
                return Err(Failure::Refused(format!("no option `{name}`; {announced}")));
            };
            option.check(value).map_err(Failure::Refused)?;
            process.say(&format!("setoption name {name} value {value}"));
        }
        Ok(self.ready(process)?)
    }

    fn new_game(&mut self, process: &mut Process, start: &Position) -> Result<(), Failure> {
        if self.option("BoardSize").is_some() && Position::start(start.size()) == Some(*start) {
            process.say(&format!("setoption name BoardSize value {}", start.size()));
            self.startpos = Some(*start);
        }
        process.say("ucinewgame");
        Ok(self.ready(process)?)
    }

    fn show(&mut self, process: &mut Process, board: &Board<'_>) -> Result<(), Failure> {
        let mut line = match self.startpos == Some(*board.start) {
            true => "position startpos".to_owned(),
            false => format!("position fen {}", board.start.to_fairy()),
        };
        if !board.moves.is_empty() {
            line += " moves";
        }
        for mv in board.moves {
            line += &format!(" {}", mv.text_in(self.dialect, board.start.size()));
        }
        process.say(&line);
        Ok(())
    }

    fn ask(&mut self, process: &mut Process, board: &Board<'_>, pace: Pace) {
        self.info = None;
        process.say(&match pace {
            Pace::PerMove(time) => format!("go movetime {}", time.as_millis()),
            Pace::Clock { .. } => {
                let [wtime, btime] =
                    [Color::White, Color::Black].map(|it| board.clocks[it as usize].as_millis());
                let [winc, binc] = [Color::White, Color::Black]
                    .map(|it| board.increments[it as usize].as_millis());
                format!("go wtime {wtime} btime {btime} winc {winc} binc {binc}")
            }
            Pace::Depth(depth) => format!("go depth {depth}"),
            Pace::Nodes(nodes) => format!("go nodes {nodes}"),
        });
    }

    fn hear(&mut self, line: &str) -> Option<String> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("bestmove") => Some(words.next().unwrap_or_default().to_owned()),
            Some("info") if line.contains(" score ") => {
                self.info = Some(line.to_owned());
                None
            }
            _ => None,
        }
    }

    fn remark(&mut self) -> Option<String> {
        let info = self.info.take()?;
        let words: Vec<&str> = info.split_whitespace().collect();
        let behind = |word: &str, n: usize| {
            words.get(words.iter().position(|&it| it == word)? + n).map(|it| (*it).to_owned())
        };
        let number = |text: Option<String>| text.and_then(|text| text.parse::<f64>().ok());
        let score = match behind("score", 1)?.as_str() {
            "cp" => format!("{:+.2}", number(behind("score", 2))? / 100.0),
            _ => format!("mate {}", number(behind("score", 2))?),
        };
        Some(match number(behind("depth", 1)) {
            Some(depth) => format!("{score}, depth {depth}"),
            None => score,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_announced() {
        for (line, name) in [
            ("option name Move Overhead type spin default 5", Some("Move Overhead")),
            (" option  name Hash", Some("Hash")),
            ("option name type spin", None),
            ("info string option name Hash type spin", None),
        ] {
            assert_eq!(Announced::read(line).map(|it| it.name).as_deref(), name, "{line}");
        }
    }

    #[test]
    fn values_are_checked_before_a_match() {
        for (line, right, wrong) in [
            ("option name Hash type spin default 16 min 1 max 99", "99", "100"),
            ("option name Threads type spin default 1 min 1", "64", "many"),
            ("option name Ponder type check default false", "true", "on"),
            ("option name Search type combo default A B var A B var C", "a b", "B"),
            ("option name Search type combo default A B var A B var C", "C", "alphabeta"),
        ] {
            let option = Announced::read(line).unwrap();
            assert_eq!(option.check(right), Ok(()), "{line}");
            let told = option.check(wrong).unwrap_err();
            assert!(told.contains(&format!("found `{wrong}`; expected")), "{told}");
        }
        let file = Announced::read("option name Book type string default <empty>").unwrap();
        assert_eq!(file.check("anything at all"), Ok(()));
    }
}
