//! `otrera show`: a position to look at, and what its record says of the game.

mod game;

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use otrera_area::Climb;
use otrera_board::{Bits, Color, Move, Position};
use serde::Serialize;

use self::game::Game;
pub use self::game::winner as winner_by_bounds;
use crate::cli::{POSITIONS, PositionArgs};
use crate::draw::{svg, terminal};
use crate::input::{Subject, answer_first};
use crate::save::save;

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct ShowArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Write an SVG picture to this file
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub svg: Option<PathBuf>,
}

pub fn run(args: &ShowArgs) -> anyhow::Result<()> {
    answer_first(&args.input, |subject| {
        let view = View::new(subject);
        if let Some(path) = &args.svg {
            save(path, svg::draw(&view.drawn, view.drawn_move).as_bytes())?;
        }
        Ok(view)
    })
}

/// The answer.
#[derive(Serialize)]
pub struct View {
    position: String,
    width: usize,
    height: usize,
    to_move: char,
    black: Vec<String>,
    white: Vec<String>,
    burnt: Vec<String>,
    last_move: Option<String>,
    /// How many legal moves there are.
    moves: u64,
    /// Has the side to move lost?
    over: bool,
    /// Who wins, if bounds that take no search tell.
    winner: Option<char>,
    /// Which game of its text this is, from 1, and how many there are.
    game: usize,
    games: usize,
    /// What is said of the game.
    record: Option<Game>,
    #[serde(skip)]
    drawn: Position,
    #[serde(skip)]
    drawn_move: Option<Move>,
}

impl View {
    pub fn new(subject: &Subject) -> View {
        let position = subject.position();
        let size = position.size();
        let names = |set: u128| set.squares().map(|s| size.name(s).to_string()).collect();
        View {
            position: position.to_string(),
            width: size.width(),
            height: size.height(),
            to_move: position.to_move().letter(),
            black: names(position.amazons(Color::Black)),
            white: names(position.amazons(Color::White)),
            burnt: names(position.burnt()),
            last_move: subject.last_move().map(|mv| mv.text(size)),
            moves: position.count_moves(),
            over: position.is_over(),
            winner: game::winner(&position, Climb::NONE).map(Color::letter),
            game: subject.number,
            games: subject.games,
            record: Game::new(subject),
            drawn: position,
            drawn_move: subject.last_move(),
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.games > 1 {
            let Self { game, games, .. } = self;
            writeln!(f, "Game {game} of {games} (--game N shows another)")?;
        }
        self.record.iter().try_for_each(|game| write!(f, "{game}"))?;
        terminal::draw(f, &self.drawn, self.drawn_move)?;
        if let Some(last) = &self.last_move {
            writeln!(f, "Last move {last}.")?;
        }
        let to_move = self.drawn.to_move();
        match self.moves {
            0 => writeln!(f, "{to_move} cannot move: {} has won.", !to_move),
            1 => writeln!(f, "{to_move} to move: 1 legal move."),
            count => writeln!(f, "{to_move} to move: {count} legal moves."),
        }?;
        writeln!(f, "{}", self.position)
    }
}
