//! An engine at the board: what all protocols have in common.

use std::time::{Duration, Instant};

use otrera_board::{Move, Position};

use super::entrant::{Entrant, Protocol};
use super::gtp::Gtp;
use super::pace::{Count, HANGS_AFTER, Pace, Spent};
use super::process::{Process, Silence};
use super::uci::Uci;
use crate::interrupt;

/// A game up to now.
pub struct Board<'a> {
    pub start: &'a Position,
    pub moves: &'a [Move],
    pub position: Position,
    /// What is left on the clocks of Black and White, where there are clocks.
    pub clocks: [Duration; 2],
    /// What each move adds to them.
    pub increments: [Duration; 2],
}

/// Why an engine has lost other than on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It named what is no move here.
    Illegal(String),
    /// It refused what it was told.
    Refused(String),
    /// It ended.
    Crashed(String),
    /// It took too long for a move.
    Late(Spent),
    /// It did not answer a command that takes no thought.
    Unanswered,
    /// It gave up.
    Resigned,
}

/// What an engine answered.
pub struct Answer {
    /// The move in its words.
    pub text: String,
    /// What it thinks, in a few words, if it said so.
    pub remark: Option<String>,
    pub spent: Spent,
}

/// How long an engine may take to begin a game, or to do what takes no thought.
pub const TO_BEGIN: Duration = Duration::from_secs(60);

/// How often a wait for a move looks whether Ctrl-C was pressed.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Why an engine did not do what it was told.
pub enum Failure {
    Silent(Silence),
    /// It said no, in these words.
    Refused(String),
}

impl From<Silence> for Failure {
    fn from(silence: Silence) -> Failure {
        Failure::Silent(silence)
    }
}

/// What a protocol must be able to say.
pub trait Language: Send {
    /// Introduces itself and sets the options.
    fn begin(&mut self, process: &mut Process, entrant: &Entrant) -> Result<(), Failure>;
    /// Another game begins.
    fn new_game(&mut self, process: &mut Process, start: &Position) -> Result<(), Failure>;
    /// Tells the position: what is not part of thinking.
    fn show(&mut self, process: &mut Process, board: &Board<'_>) -> Result<(), Failure>;
    /// Asks for a move …
    fn ask(&mut self, process: &mut Process, board: &Board<'_>, pace: Pace);
    /// … and looks whether a line is the answer.
    fn hear(&mut self, line: &str) -> Option<String>;
    /// What the engine said of its move.
    fn remark(&mut self) -> Option<String>;
}

/// An engine that runs.
pub struct Engine {
    process: Process,
    language: Box<dyn Language>,
}

impl Engine {
    /// Runs it.
    pub fn begin(entrant: &Entrant) -> Result<Engine, String> {
        let mut process = Process::run(&entrant.command)
            .map_err(|error| format!("cannot run `{}`: {error}", entrant.command[0]))?;
        let mut language: Box<dyn Language> = match entrant.protocol {
            Protocol::Uci => Box::new(Uci::new(entrant.dialect)),
            Protocol::Gtp => Box::new(Gtp::new(entrant.dialect)),
        };
        language.begin(&mut process, entrant).map_err(|failure| match failure {
            Failure::Silent(Silence::Late) => "no answer to the first commands".to_owned(),
            Failure::Silent(Silence::Ended(words)) => format!("it has ended: {words}"),
            Failure::Refused(why) => why,
        })?;
        Ok(Engine { process, language })
    }

    /// Begins another game.
    pub fn new_game(&mut self, start: &Position) -> Result<(), Fault> {
        self.language.new_game(&mut self.process, start).map_err(Fault::from)
    }

    /// Asks for a move, and waits for as long as the rules allow, or until Ctrl-C.
    pub fn choose(
        &mut self,
        board: &Board<'_>,
        pace: Pace,
        count: Count,
        margin: Duration,
    ) -> Result<Answer, Fault> {
        self.language.show(&mut self.process, board)?;
        let allowed = match pace {
            Pace::PerMove(time) => time + margin,
            Pace::Clock { .. } => board.clocks[board.position.to_move() as usize] + margin,
            Pace::Depth(_) | Pace::Nodes(_) => HANGS_AFTER,
        };
        // An engine that sleeps uses no CPU time, but cannot do so for ever.
        let until = match count {
            Count::Wall => allowed,
            Count::Cpu => 10 * allowed + Duration::from_secs(10),
        };
        let before = self.process.cpu_time();
        let began = Instant::now();
        self.language.ask(&mut self.process, board, pace);
        let spent = |process: &Process| {
            let cpu = before.zip(process.cpu_time());
            let cpu = cpu.map(|(before, now)| now.saturating_sub(before));
            Spent { wall: began.elapsed(), cpu }
        };
        let text = loop {
            match self.process.line((began + until).min(Instant::now() + BETWEEN_LOOKS)) {
                Ok(line) => {
                    if let Some(text) = self.language.hear(&line) {
                        break text;
                    }
                }
                Err(Silence::Late) => {}
                Err(Silence::Ended(words)) => return Err(Fault::Crashed(words)),
            }
            // An engine that talks without end never answers, either.
            if began.elapsed() >= until || interrupt::is_interrupted() {
                return Err(Fault::Late(spent(&self.process)));
            }
        };
        let spent = spent(&self.process);
        if spent.counted(count) > allowed {
            return Err(Fault::Late(spent));
        }
        Ok(Answer { text, remark: self.language.remark(), spent })
    }
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Fault {
        match failure {
            Failure::Silent(Silence::Late) => Fault::Unanswered,
            Failure::Silent(Silence::Ended(words)) => Fault::Crashed(words),
            Failure::Refused(why) => Fault::Refused(why),
        }
    }
}
