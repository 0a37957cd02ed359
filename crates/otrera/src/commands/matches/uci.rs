//! Driving engines that speak UCI.

use std::time::Instant;

use otrera_board::notation::Dialect;
use otrera_board::{Color, Position};

use super::engine::{Board, Language, TO_BEGIN};
use super::entrant::Entrant;
use super::pace::Pace;
use super::process::{Process, Silence};

pub struct Uci {
    dialect: Dialect,
    /// The board that `startpos` means.
    startpos: Option<Position>,
    /// Does it have an option for the size of the board?
    sizes: bool,
    info: Option<String>,
}

impl Uci {
    pub fn new(dialect: Dialect) -> Uci {
        let usual = otrera_board::Size::new(10, 10).ok().and_then(Position::start);
        Uci { dialect, startpos: usual, sizes: false, info: None }
    }

    fn wait_for(&mut self, process: &mut Process, word: &str) -> Result<(), Silence> {
        let until = Instant::now() + TO_BEGIN;
        loop {
            let line = process.line(until)?;
            self.sizes |= line.starts_with("option name BoardSize ");
            if line.split_whitespace().next() == Some(word) {
                return Ok(());
            }
            if Instant::now() > until {
                return Err(Silence::Late);
            }
        }
    }

    fn ready(&mut self, process: &mut Process) -> Result<(), Silence> {
        process.say("isready");
        self.wait_for(process, "readyok")
    }
}

impl Language for Uci {
    fn begin(&mut self, process: &mut Process, entrant: &Entrant) -> Result<(), Silence> {
        process.say("uci");
        self.wait_for(process, "uciok")?;
        for (name, value) in &entrant.options {
            process.say(&format!("setoption name {name} value {value}"));
        }
        self.ready(process)
    }

    fn new_game(&mut self, process: &mut Process, start: &Position) -> Result<(), Silence> {
        if self.sizes && Position::start(start.size()) == Some(*start) {
            process.say(&format!("setoption name BoardSize value {}", start.size()));
            self.startpos = Some(*start);
        }
        process.say("ucinewgame");
        self.ready(process)
    }

    fn show(&mut self, process: &mut Process, board: &Board<'_>) -> Result<(), Silence> {
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
