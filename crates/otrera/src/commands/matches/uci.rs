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
    options: Vec<String>,
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
            self.options.extend(option_name(&line));
            if line.split_whitespace().next() == Some(word) {
                return Ok(());
            }
            if Instant::now() > until {
                return Err(Silence::Late);
            }
        }
    }

    fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.eq_ignore_ascii_case(name))
    }

    fn ready(&mut self, process: &mut Process) -> Result<(), Silence> {
        process.say("isready");
        self.wait_for(process, "readyok")
    }
}

/// The name of an option, if the line announces one.
fn option_name(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["option", "name", rest @ ..] = &words[..] else { return None };
    let end = rest.iter().position(|&word| word == "type").unwrap_or(rest.len());
    Some(rest[..end].join(" ")).filter(|name| !name.is_empty())
}

impl Language for Uci {
    fn begin(&mut self, process: &mut Process, entrant: &Entrant) -> Result<(), Failure> {
        process.say("uci");
        self.wait_for(process, "uciok")?;
        for (name, value) in &entrant.options {
            if !self.has_option(name) {
                let announced = match &self.options[..] {
                    [] => "it announces none".to_owned(),
                    options => format!("expected one of {}", options.join(", ")),
                };
                return Err(Failure::Refused(format!("no option `{name}`; {announced}")));
            }
            process.say(&format!("setoption name {name} value {value}"));
        }
        Ok(self.ready(process)?)
    }

    fn new_game(&mut self, process: &mut Process, start: &Position) -> Result<(), Failure> {
        if self.has_option("BoardSize") && Position::start(start.size()) == Some(*start) {
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
            assert_eq!(option_name(line).as_deref(), name, "{line}");
        }
    }
}
