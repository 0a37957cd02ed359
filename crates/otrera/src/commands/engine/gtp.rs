//! `otrera engine gtp`: the Go Text Protocol, version 2, with the moves of Amazons.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use otrera_board::{Color, Move, Position, Size};
use otrera_player::{Allowance, BoardPlayer};

use super::lines::{excerpt, lines, say};
use crate::final_score::final_score;
use crate::limits;
use crate::player_options::{OPTIONS_HELP, PlayerArgs};

#[derive(Args, Debug)]
#[command(after_help = OPTIONS_HELP)]
pub struct GtpArgs {
    /// Time per move, until the controller sets another
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = limits::parse_time)]
    pub time: Duration,
    #[command(flatten)]
    pub player: PlayerArgs,
}

pub fn run(args: &GtpArgs) -> anyhow::Result<()> {
    let start = Size::new(10, 10).ok().and_then(Position::start);
    let start = start.expect("the usual board has a start");
    let mut session = Session {
        player: BoardPlayer::new(args.player.settings()?),
        game: vec![start],
        per_move: args.time,
        settings: None,
        left: [None; 2],
    };
    for line in lines() {
        let line = line?;
        let line = line.split('#').next().unwrap_or_default();
        let line: String = line.chars().filter(|&c| c == '\t' || !c.is_control()).collect();
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let id = match words.first() {
            Some(first) if first.bytes().all(|byte| byte.is_ascii_digit()) => words.remove(0),
            _ => "",
        };
        let Some((&command, arguments)) = words.split_first() else { continue };
        let answer = session.obey(command, arguments);
        match &answer {
            Ok(answer) => say(format!("={id} {answer}").trim_end())?,
            Err(wrong) => say(&format!("?{id} {wrong}"))?,
        }
        say("")?;
        if command == "quit" && answer.is_ok() {
            break;
        }
    }
    Ok(())
}

struct Session {
    player: BoardPlayer,
    /// The positions of the game, the first one first.
    game: Vec<Position>,
    /// The time per move where no other was set.
    per_move: Duration,
    settings: Option<TimeSettings>,
    /// What is left on the clocks of Black and White, if there are any: as the controller said last, less what was used since then.
    left: [Option<TimeLeft>; 2],
}

/// Main time, then periods for a number of moves.
#[derive(Clone, Copy)]
struct TimeSettings {
    main: Duration,
    period: Duration,
    moves: u32,
}

impl TimeSettings {
    /// What a clock shows first; nothing where a period of no moves says that there is no limit.
    fn first(self) -> Option<TimeLeft> {
        match self {
            TimeSettings { main: Duration::ZERO, moves: 0, .. } => None,
            TimeSettings { period, moves: 0, .. } if !period.is_zero() => None,
            TimeSettings { main: Duration::ZERO, period, moves } => {
                Some(TimeLeft { time: period, moves })
            }
            TimeSettings { main, .. } => Some(TimeLeft { time: main, moves: 0 }),
        }
    }
}

/// Of the main time if no moves are told, else of the period for so many moves.
#[derive(Clone, Copy, PartialEq, Debug)]
struct TimeLeft {
    time: Duration,
    moves: u32,
}

impl TimeLeft {
    /// What is left after a move that took so long. A period begins when the main time or the period before it is over.
    fn after(self, spent: Duration, settings: Option<TimeSettings>) -> TimeLeft {
        let TimeLeft { time, moves } = self;
        let next = settings.filter(|settings| settings.moves > 0);
        match (time.checked_sub(spent), moves, next) {
            (Some(time), 0, _) => TimeLeft { time, moves },
            (Some(time), 2.., _) => TimeLeft { time, moves: moves - 1 },
            (_, _, Some(TimeSettings { period, moves, .. })) => TimeLeft { time: period, moves },
            (left, ..) => TimeLeft { time: left.unwrap_or_default(), moves: 0 },
        }
    }
}

const COMMANDS: [&str; 16] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "showboard",
    "time_settings",
    "time_left",
    "final_score",
];

type Answer = Result<String, String>;

impl Session {
    fn obey(&mut self, command: &str, arguments: &[&str]) -> Answer {
        let done = Ok(String::new());
        match (command, arguments) {
            ("protocol_version", []) => Ok("2".to_owned()),
            ("name", []) => Ok("Otrera".to_owned()),
            ("version", []) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("known_command", [name]) => Ok(COMMANDS.contains(name).to_string()),
            ("list_commands", []) => Ok(COMMANDS.join("\n")),
            ("quit", []) => done,
            // There is nothing that would need it, but controllers of Go set it.
            ("komi", [points]) => match points.parse::<f64>() {
                Ok(points) if points.is_finite() => done,
                _ => Err(format!("syntax error: found `{}`; expected a number", excerpt(points))),
            },
            ("boardsize", [side]) => self.set_board(side, side),
            ("boardsize", [width, height]) => self.set_board(width, height),
            ("clear_board", []) => {
                // Black may have begun the game before.
                self.begin(self.game[0].with_to_move(Color::White));
                done
            }
            ("play", [color, mv @ ..]) if !mv.is_empty() => self.play(color, &mv.join(" ")),
            ("genmove", [color]) => self.genmove(color),
            ("undo", []) if self.game.len() > 1 => {
                self.game.pop();
                done
            }
            ("undo", []) => Err("cannot undo".to_owned()),
            ("showboard", []) => Ok(self.show()),
            ("time_settings", [main, period, moves]) => {
                let (main, period) = (seconds(main)?, seconds(period)?);
                let settings = TimeSettings { main, period, moves: number(moves)? };
                self.settings = Some(settings);
                self.left = [settings.first(); 2];
                done
            }
            ("time_left", [color, time, moves]) => {
                let left = TimeLeft { time: seconds(time)?, moves: number(moves)? };
                self.left[read_color(color)? as usize] = Some(left);
                done
            }
            ("final_score", []) => match final_score(self.now()) {
                Some(score) => {
                    let winner = score.winner.letter().to_ascii_uppercase();
                    Ok(format!("{winner}+{}", score.moves))
                }
                None => Err("the game is not over".to_owned()),
            },
            _ if COMMANDS.contains(&command) => Err("syntax error".to_owned()),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn now(&self) -> &Position {
        self.game.last().unwrap_or(&self.game[0])
    }

    fn begin(&mut self, start: Position) {
        self.game = vec![start];
        self.player.forget();
        self.left = [self.settings.and_then(TimeSettings::first); 2];
    }

    fn set_board(&mut self, width: &str, height: &str) -> Answer {
        let sides = width.parse().ok().zip(height.parse().ok());
        let size = sides.and_then(|(width, height)| Size::new(width, height).ok());
        match size.and_then(Position::start) {
            Some(start) => {
                self.begin(start);
                Ok(String::new())
            }
            None => Err("unacceptable size".to_owned()),
        }
    }

    /// The position with this colour to move, if it can be: whoever moves first in a game may begin, then the players take turns.
    fn turn(&self, color: &str) -> Result<Position, String> {
        let color = read_color(color)?;
        match color == self.now().to_move() || self.game.len() == 1 {
            true => Ok(self.now().with_to_move(color)),
            false => Err(format!("illegal move: it is the turn of {}", !color)),
        }
    }

    fn play(&mut self, color: &str, text: &str) -> Answer {
        let before = self.turn(color)?;
        let mv =
            Move::parse(text, before.size()).map_err(|error| format!("syntax error: {error}"))?;
        let after = before.play(mv).map_err(|error| format!("illegal move: {error}"))?;
        self.push(before, after);
        Ok(String::new())
    }

    fn genmove(&mut self, color: &str) -> Answer {
        let before = self.turn(color)?;
        let began = Instant::now();
        let allowance = self.allowance(before.to_move());
        let stop = AtomicBool::new(false);
        let decision = self.player.think(&before, &allowance, &stop, &mut |_| {});
        // A player who cannot move has lost.
        let Some(mv) = decision.map(|decision| decision.mv) else { return Ok("resign".to_owned()) };
        let after = before.play(mv).map_err(|error| error.to_string())?;
        self.push(before, after);
        let left = &mut self.left[before.to_move() as usize];
        *left = left.map(|left| left.after(began.elapsed(), self.settings));
        Ok(mv.text(before.size()))
    }

    fn push(&mut self, before: Position, after: Position) {
        if self.game.len() == 1 {
            self.game[0] = before;
        }
        self.game.push(after);
    }

    fn allowance(&self, color: Color) -> Allowance {
        match self.left[color as usize] {
            None => Allowance::per_move(self.per_move),
            Some(TimeLeft { time, moves: 0 }) => {
                Allowance { clock: Some(time), ..Allowance::default() }
            }
            Some(TimeLeft { time, moves }) => Allowance::per_move(time / moves),
        }
    }

    fn show(&self) -> String {
        let (position, size) = (self.now(), self.now().size());
        let mut text = String::new();
        for rank in (0..size.height()).rev() {
            let _ = write!(text, "\n{:>2}", rank + 1);
            for square in (0..size.width()).filter_map(|file| size.square(file, rank)) {
                use otrera_board::Content;
                let sign = match position.at(square) {
                    Content::Empty => '.',
                    Content::Burnt => 'x',
                    Content::Amazon(color) => color.letter().to_ascii_uppercase(),
                };
                let _ = write!(text, " {sign}");
            }
        }
        text += "\n  ";
        for file in 0..size.width() {
            let _ = write!(text, " {}", otrera_board::FileName(file));
        }
        let _ = write!(text, "\n{} to move", position.to_move());
        text
    }
}

fn read_color(text: &str) -> Result<Color, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(format!("syntax error: found `{}`; expected a colour, b or w", excerpt(text))),
    }
}

/// More seconds are no time that anybody waits for.
const LONGEST: f64 = 1e9;

/// Reads seconds; more than whole ones are understood, too.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|it| it.is_finite());
    let time = seconds.map(|it| Duration::from_secs_f64(it.clamp(0.0, LONGEST)));
    time.ok_or_else(|| format!("syntax error: found `{}`; expected seconds", excerpt(text)))
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("syntax error: found `{}`; expected a number", excerpt(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nobody need tell an engine what it has used.
    #[test]
    fn clocks_run_by_themselves() {
        let ms = Duration::from_millis;
        let settings =
            |main, period, moves| TimeSettings { main: ms(main), period: ms(period), moves };
        let left = |time, moves| TimeLeft { time: ms(time), moves };
        // Main time alone, and none of it is given back.
        let main = settings(2_000, 0, 0);
        assert_eq!(main.first(), Some(left(2_000, 0)));
        assert_eq!(left(2_000, 0).after(ms(500), Some(main)), left(1_500, 0));
        assert_eq!(left(300, 0).after(ms(500), Some(main)), left(0, 0));
        // Main time, then periods of three moves.
        let both = settings(2_000, 900, 3);
        assert_eq!(left(300, 0).after(ms(500), Some(both)), left(900, 3));
        assert_eq!(left(900, 3).after(ms(200), Some(both)), left(700, 2));
        assert_eq!(left(100, 1).after(ms(50), Some(both)), left(900, 3));
        assert_eq!(settings(0, 900, 3).first(), Some(left(900, 3)));
        // A period without moves: no limit.
        assert_eq!(settings(0, 30_000, 0).first(), None);
        assert_eq!(settings(0, 0, 0).first(), None);
    }

    #[test]
    fn seconds_of_any_size() {
        for (text, time) in
            [("-1", 0.0), ("0.25", 0.25), ("30", 30.0), ("1e19", LONGEST), ("1e308", LONGEST)]
        {
            assert_eq!(seconds(text), Ok(Duration::from_secs_f64(time)), "{text}");
        }
        for wrong in ["inf", "nan", "soon", ""] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
