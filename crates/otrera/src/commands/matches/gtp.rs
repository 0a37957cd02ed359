//! Driving engines that speak GTP.

use std::time::{Duration, Instant};

use otrera_board::notation::Dialect;
use otrera_board::{Color, Position};

use super::engine::{Board, Failure, Language, TO_BEGIN};
use super::entrant::Entrant;
use super::pace::Pace;
use super::process::{Process, Silence};

pub struct Gtp {
    dialect: Dialect,
    /// How many moves of the game it knows.
    known: usize,
}

impl Gtp {
    pub fn new(dialect: Dialect) -> Gtp {
        Gtp { dialect, known: 0 }
    }

    /// Says a command and waits until it is obeyed or refused.
    fn tell(&mut self, process: &mut Process, command: &str) -> Result<(), Failure> {
        process.say(command);
        let until = Instant::now() + TO_BEGIN;
        loop {
            let line = process.line(until)?;
            if line.starts_with('=') {
                return Ok(());
            }
            if let Some(why) = line.strip_prefix('?') {
                return Err(Failure::Refused(refusal(command, why)));
            }
            if Instant::now() > until {
                return Err(Silence::Late.into());
            }
        }
    }
}

fn refusal(command: &str, why: &str) -> String {
    let why: String = why.trim().chars().filter(|c| !c.is_control()).take(200).collect();
    match why.as_str() {
        "" => format!("`{command}` was refused"),
        why => format!("`{command}` was refused: {why}"),
    }
}

fn seconds(time: Duration) -> String {
    format!("{}", time.as_secs_f64())
}

impl Language for Gtp {
    fn begin(&mut self, process: &mut Process, entrant: &Entrant) -> Result<(), Failure> {
        match self.tell(process, "protocol_version") {
            // Any answer shows that it speaks GTP.
            Ok(()) | Err(Failure::Refused(_)) => {}
            silent => return silent,
        }
        // Its options are commands of its own.
        for (name, value) in &entrant.options {
            self.tell(process, format!("{name} {value}").trim())?;
        }
        Ok(())
    }

    fn new_game(&mut self, process: &mut Process, start: &Position) -> Result<(), Failure> {
        let size = start.size();
        let size = match size.width() == size.height() {
            true => size.width().to_string(),
            false => format!("{} {}", size.width(), size.height()),
        };
        self.tell(process, &format!("boardsize {size}"))?;
        self.tell(process, "clear_board")?;
        self.known = 0;
        Ok(())
    }

    fn show(&mut self, process: &mut Process, board: &Board<'_>) -> Result<(), Failure> {
        let first = board.start.to_move();
        for (n, mv) in board.moves.iter().enumerate().skip(self.known) {
            let color = if n % 2 == 0 { first } else { !first };
            let text = mv.text_in(self.dialect, board.start.size());
            self.tell(process, &format!("play {} {text}", color.letter()))?;
        }
        self.known = board.moves.len();
        Ok(())
    }

    fn ask(&mut self, process: &mut Process, board: &Board<'_>, pace: Pace) {
        let color = board.position.to_move();
        match pace {
            Pace::PerMove(time) => {
                process.say(&format!("time_settings 0 {} 1", seconds(time)));
            }
            Pace::Clock { main, .. } => {
                process.say(&format!("time_settings {} 0 0", seconds(main)));
                for color in Color::ALL {
                    let left = seconds(board.clocks[color as usize]);
                    process.say(&format!("time_left {} {left} 0", color.letter()));
                }
            }
            // There are no words for these.
            Pace::Depth(_) | Pace::Nodes(_) => {}
        }
        process.say(&format!("{ASKED} genmove {}", color.letter()));
        // Its own move it knows.
        self.known += 1;
    }

    fn hear(&mut self, line: &str) -> Option<String> {
        let answer = line.strip_prefix(['=', '?'])?.strip_prefix(ASKED)?;
        Some(answer.split_whitespace().next().unwrap_or_default().to_owned())
    }

    fn remark(&mut self) -> Option<String> {
        None
    }
}

/// The number of the command that asks for a move, by which its answer is known.
const ASKED: &str = "1";
