//! `otrera engine botzone`: the simplified interaction of botzone.org.cn, on its 8×8 board.
//!
//! The program reads how many turns there were, then what was asked and what it answered, in turn, and answers with a move. Each line
//! is `x0 y0 x1 y1 x2 y2`: from, to, arrow; x counts files from the left and y ranks from the top, both from 0; −1 six times if the bot
//! moves first. There the first player sits at the top, where y is small. Here he is White and sits below, so y is the rank: the board is
//! seen from the other side, and nothing else changes.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use otrera_board::{Move, Position, Size, Square};
use otrera_player::{Allowance, BoardPlayer};

use super::lines::{excerpt, lines, say};
use crate::limits;
use crate::player_options::{OPTIONS_HELP, PlayerArgs};

#[derive(Args, Debug)]
#[command(after_help = OPTIONS_HELP)]
pub struct BotzoneArgs {
    /// Time per move
    #[arg(long, value_name = "TIME", default_value = "900ms", value_parser = limits::parse_time)]
    pub time: Duration,
    /// Ask to be kept running, and read one move at a time from the second turn on
    #[arg(long)]
    pub keep_running: bool,
    #[command(flatten)]
    pub player: PlayerArgs,
}

/// What asks the site not to end the program.
const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

pub fn run(args: &BotzoneArgs) -> anyhow::Result<()> {
    let mut player = BoardPlayer::new(args.player.settings()?);
    let mut numbers = Numbers::new(lines());
    let mut position = numbers.history()?;
    loop {
        let allowance = Allowance::per_move(args.time);
        let decision = player.think(&position, &allowance, &AtomicBool::new(false), &mut |_| {});
        // The site ends a game when a player cannot move, and asks no more.
        let Some(decision) = decision else { bail!("there is no move: the game is over") };
        position = position.play(decision.mv)?;
        say(&text(decision.mv, position.size()))?;
        if !args.keep_running {
            return Ok(());
        }
        say(KEEP_RUNNING)?;
        match numbers.next_move()? {
            Some(Turn::Move(mv)) => position = position.play(mv).context(numbers.place())?,
            Some(Turn::None) => {
                bail!("{}: found -1; expected the opponent's move", numbers.place())
            }
            None => return Ok(()),
        }
    }
}

/// What a line of six numbers says.
enum Turn {
    Move(Move),
    /// −1 six times: nobody has moved yet.
    None,
}

/// Numbers separated by any white space, with the line that they are on.
struct Numbers<I> {
    lines: I,
    line: usize,
    waiting: std::collections::VecDeque<i64>,
    size: Size,
}

impl<I: Iterator<Item = std::io::Result<String>>> Numbers<I> {
    fn new(lines: I) -> Numbers<I> {
        let size = Size::new(8, 8).expect("a board of 64 squares");
        Numbers { lines, line: 0, waiting: Default::default(), size }
    }

    fn place(&self) -> String {
        format!("standard input, line {}", self.line)
    }

    fn next(&mut self) -> anyhow::Result<Option<i64>> {
        while self.waiting.is_empty() {
            let Some(line) = self.lines.next() else { return Ok(None) };
            self.line += 1;
            for word in line?.split_whitespace() {
                let Ok(number) = word.parse() else {
                    bail!("{}: found `{}`; expected a number", self.place(), excerpt(word));
                };
                self.waiting.push_back(number);
            }
        }
        Ok(self.waiting.pop_front())
    }

    fn next_move(&mut self) -> anyhow::Result<Option<Turn>> {
        let mut six = [0; 6];
        for (n, number) in six.iter_mut().enumerate() {
            *number = match (self.next()?, n) {
                (Some(number), _) => number,
                (None, 0) => return Ok(None),
                (None, n) => {
                    bail!("{}: found {n} numbers; expected x0 y0 x1 y1 x2 y2", self.place())
                }
            };
        }
        if six == [-1; 6] {
            return Ok(Some(Turn::None));
        }
        let square = |n: usize| -> anyhow::Result<Square> {
            let [file, rank] = [six[2 * n], six[2 * n + 1]];
            let square = usize::try_from(file).ok().zip(usize::try_from(rank).ok());
            match square.and_then(|(file, rank)| self.size.square(file, rank)) {
                Some(square) => Ok(square),
                None => bail!(
                    "{}: found the square {file} {rank}; expected numbers from 0 to 7",
                    self.place()
                ),
            }
        };
        Ok(Some(Turn::Move(Move { from: square(0)?, to: square(1)?, arrow: square(2)? })))
    }

    /// The position after all turns so far.
    fn history(&mut self) -> anyhow::Result<Position> {
        let turns = match self.next()? {
            Some(turns @ 1..=100) => turns,
            Some(turns) => bail!("{}: found {turns} turns; expected 1 to 100", self.place()),
            None => bail!("standard input is empty; expected the number of turns"),
        };
        let mut position = Position::start(self.size).expect("the board has a start");
        for n in 0..2 * turns - 1 {
            match self.next_move()? {
                Some(Turn::None) if n == 0 => {}
                Some(Turn::None) => bail!("{}: found -1; expected a move", self.place()),
                Some(Turn::Move(mv)) => {
                    position = position.play(mv).with_context(|| self.place())?;
                }
                None => bail!(
                    "{}: found {n} moves; expected {} for {turns} turns",
                    self.place(),
                    2 * turns - 1
                ),
            }
        }
        Ok(position)
    }
}

fn text(mv: Move, size: Size) -> String {
    let pair = |square: Square| format!("{} {}", size.file(square), size.rank(square));
    format!("{} {} {}", pair(mv.from), pair(mv.to), pair(mv.arrow))
}
