//! `otrera sum play`: a person against the program.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use clap::Args;
use fastrand::Rng;
use otrera_area::Area;
use otrera_board::{Color, Move, Position, Size};
use otrera_cgt::tds::Estimate;
use otrera_cgt::{Dyadic, Limit, Thermograph, Thermographer};
use otrera_player::{Hotstrat, Kind, SumPlayer, SumPosition, Turn};

use super::matches::{MOST_BOARDS, board_size};
use crate::commands::zugzwang::ColorName;
use crate::draw::terminal;
use crate::input::position_of_text;
use crate::limits;
use crate::output::print_text;
use crate::prompt;
use crate::words::{counted, mixed};

#[derive(Args, Debug)]
#[command(after_help = HOW)]
pub struct PlayArgs {
    /// The boards, each a position of at most 64 squares [default: random ones]
    #[arg(value_name = "POSITION")]
    pub positions: Vec<String>,
    /// How many random boards
    #[arg(long, value_name = "N", default_value_t = 3, conflicts_with = "positions")]
    pub boards: usize,
    /// The size of random boards
    #[arg(long, value_name = "WxH", default_value = "4x4", value_parser = board_size, conflicts_with = "positions")]
    pub size: Size,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "positions")]
    pub seed: u64,
    /// The colour that you play
    #[arg(long, value_name = "COLOUR", default_value = "b")]
    pub side: ColorName,
    /// The side to move first
    #[arg(long, value_name = "COLOUR", default_value = "b")]
    pub first: ColorName,
    /// Your opponent: hotstrat, alpha-beta, thermostrat or exact
    #[arg(long, value_name = "PLAYER", default_value = "hotstrat")]
    pub opponent: Kind,
    /// The opponent's time for a move
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = limits::parse_time)]
    pub time: Duration,
}

const HOW: &str = "\
Type a board's number and a move, such as 2 B1-B4xD4; or
  hint     what the opponent would play in your place
  undo     take back your last move and the answer
  show     draw the boards again
  quit     leave
A player who cannot move on any board loses.";

pub fn run(args: &PlayArgs) -> anyhow::Result<()> {
    let mut game = Table::new(args)?;
    print_text(&format!("You are {}. {HOW}\n", game.person))?;
    game.answer()?;
    print_text(&game)?;
    loop {
        if let Some(score) = game.now().score() {
            let left = counted(score.moves.unsigned_abs(), "move");
            print_text(&format!("{} wins, with {left} left.\n", score.winner))?;
        }
        let Some(line) = prompt::next_line(game.now().to_move())? else { return Ok(()) };
        match line.as_str() {
            "" => {}
            "quit" => return Ok(()),
            "help" => print_text(&format!("{HOW}\n"))?,
            "show" => print_text(&game)?,
            "hint" => game.hint()?,
            "undo" => match game.undo() {
                true => print_text(&game)?,
                false => print_text(&"Nothing to take back: you have not moved yet.\n")?,
            },
            _ if game.now().score().is_some() => {
                print_text(&"The game is over: undo takes back, quit leaves.\n")?;
            }
            text => match game.read(text).and_then(|turn| Ok((turn, game.now().play(turn)?))) {
                Err(error) => print_text(&format!("{error:#}\n"))?,
                Ok((turn, after)) => {
                    game.push(turn, after);
                    game.answer()?;
                    print_text(&game)?;
                }
            },
        }
    }
}

/// What was played, and who plays against the person.
struct Table {
    sums: Vec<SumPosition>,
    last: Option<Turn>,
    person: Color,
    player: Box<dyn SumPlayer>,
    /// Who knows the temperatures that are shown, or guesses them.
    graphs: Thermographer<Area<u64>>,
    reader: Hotstrat,
    /// What is shown of each board.
    readings: Vec<String>,
    time: Duration,
}

/// The time to find temperatures before they are shown, and to guess at those that were not found.
const TO_FIND: Duration = Duration::from_millis(300);
const TO_GUESS: Duration = Duration::from_millis(300);

/// What thermographs may take.
const BYTES: usize = 512 << 20;

impl Table {
    fn new(args: &PlayArgs) -> anyhow::Result<Table> {
        let color = |name: ColorName| match name {
            ColorName::B => Color::Black,
            ColorName::W => Color::White,
        };
        let sum = match args.positions.as_slice() {
            [] if !(1..=MOST_BOARDS).contains(&args.boards) => {
                bail!("--boards: found {}; expected a number from 1 to {MOST_BOARDS}", args.boards)
            }
            [] => {
                let random =
                    SumPosition::random(&mut Rng::with_seed(args.seed), args.boards, args.size)?;
                let boards = random.boards().iter().map(Position::widen);
                SumPosition::new(boards, color(args.first))?
            }
            texts => {
                let boards: Vec<Position> = texts
                    .iter()
                    .map(|text| position_of_text(text))
                    .collect::<anyhow::Result<_>>()?;
                SumPosition::new(boards, color(args.first))?
            }
        };
        let mut game = Table {
            sums: vec![sum],
            last: None,
            person: color(args.side),
            player: args.opponent.player(),
            graphs: Thermographer::new(),
            reader: Hotstrat::default(),
            readings: Vec::new(),
            time: args.time,
        };
        game.look()?;
        Ok(game)
    }

    fn now(&self) -> &SumPosition {
        self.sums.last().expect("a game has a first position")
    }

    fn look(&mut self) -> anyhow::Result<()> {
        let now = self.now().clone();
        if self.graphs.bytes() > BYTES {
            self.graphs = Thermographer::new();
        }
        let deadline = Instant::now().checked_add(TO_FIND);
        self.graphs.set_limit(Limit { deadline, bytes: Some(2 * BYTES), ..Limit::default() });
        let known: Vec<Option<Thermograph>> =
            now.active().iter().map(|(_, area)| self.graphs.thermograph(area).ok()).collect();
        let guessed = match known.iter().all(Option::is_some) {
            true => Vec::new(),
            false => self.reader.read(&now, TO_GUESS.into())?,
        };
        let readings = now.active().into_iter().zip(known).enumerate();
        let readings: Vec<Reading> = readings
            .map(|(n, ((board, _), graph))| match graph {
                Some(graph) => Reading {
                    board,
                    temperature: graph.temperature(),
                    mean: graph.mean(),
                    is_guess: false,
                },
                None => {
                    let Estimate { temperature, mean, .. } = guessed[n].estimate;
                    Reading { board, temperature, mean, is_guess: true }
                }
            })
            .collect();
        let of_board = |board| {
            let areas = readings.iter().filter(|reading| reading.board == board);
            described(&areas.collect::<Vec<_>>(), now.territory(board))
        };
        self.readings = (0..now.boards().len()).map(of_board).collect();
        Ok(())
    }

    fn push(&mut self, turn: Turn, after: SumPosition) {
        self.sums.push(after);
        self.last = Some(turn);
    }

    /// Lets the program move, if it is its turn and the game is not over.
    fn answer(&mut self) -> anyhow::Result<()> {
        if self.now().to_move() != self.person && self.now().score().is_none() {
            let now = self.now().clone();
            if let Some(turn) = self.player.choose(&now, self.time.into())? {
                print_text(&format!("{} plays {}\n", now.to_move(), text(&now, turn)))?;
                self.push(turn, now.play(turn)?);
            }
        }
        self.look()
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let now = self.now().clone();
        match self.player.choose(&now, self.time.into())? {
            Some(turn) => print_text(&format!("{}\n", text(&now, turn))),
            None => print_text(&"There is no move.\n"),
        }
    }

    /// Goes back to where the person was last to move, if he has moved at all.
    fn undo(&mut self) -> bool {
        let before =
            self.sums[..self.sums.len() - 1].iter().rposition(|sum| sum.to_move() == self.person);
        if let Some(before) = before {
            self.sums.truncate(before + 1);
            self.last = None;
        }
        before.is_some() && self.look().is_ok()
    }

    /// Reads `2 B1-B4xD4`; with one board the number may be missing.
    fn read(&self, text: &str) -> anyhow::Result<Turn> {
        let boards = self.now().boards();
        let (number, mv) = match text.split_once(char::is_whitespace) {
            Some((number, mv)) => (number, mv.trim()),
            None if boards.len() == 1 => ("1", text),
            None => {
                bail!("found `{text}`; expected a board's number and a move, such as 1 A1-A2xA3")
            }
        };
        let board: usize =
            number.parse().ok().filter(|number| (1..=boards.len()).contains(number)).ok_or_else(
                || anyhow!("found board `{number}`; expected a number from 1 to {}", boards.len()),
            )?;
        let mv = Move::parse(mv, boards[board - 1].size())?;
        Ok(Turn { board: board - 1, mv })
    }
}

/// What is known of an active area.
struct Reading {
    board: usize,
    temperature: Dyadic,
    mean: Dyadic,
    is_guess: bool,
}

/// What is said of a board: the temperature of its hottest area and the mean of all of it, which is the sum of those of its areas
/// and its territory.
fn described(areas: &[&Reading], territory: i64) -> String {
    let Some(hottest) = areas.iter().map(|area| area.temperature).max() else {
        return format!("settled, worth {territory}");
    };
    let mean = areas.iter().fold(Dyadic::from(territory), |mean, area| mean + area.mean);
    let about = if areas.iter().any(|area| area.is_guess) { "about " } else { "" };
    format!("{about}temperature {}, mean {}", mixed(hottest), mixed(mean))
}

fn text(sum: &SumPosition, turn: Turn) -> String {
    format!("{} {}", turn.board + 1, turn.mv.text(sum.boards()[turn.board].size()))
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, board) in self.now().boards().iter().enumerate() {
            let last = self.last.filter(|turn| turn.board == n).map(|turn| turn.mv);
            writeln!(f, "Board {}: {}", n + 1, self.readings[n])?;
            terminal::draw(f, &board.widen(), last)?;
        }
        writeln!(f, "{} to move.", self.now().to_move())
    }
}
