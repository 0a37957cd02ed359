//! `otrera play`: a person against the program on any board.

use std::fmt;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::bail;
use clap::Args;
use otrera_area::Climb;
use otrera_board::notation::Format;
use otrera_board::{Color, Move, NodeId, Position, Property, Record};
use otrera_player::{Allowance, BoardPlayer, Decision, Worth};

use super::show::winner_by_bounds;
use super::zugzwang::ColorName;
use crate::cli::{POSITIONS, PositionArgs};
use crate::draw::terminal;
use crate::final_score::final_score;
use crate::input::asked_subject;
use crate::opinions;
use crate::output::print_text;
use crate::player_options::{OPTIONS_HELP, PlayerArgs, ThinkArgs};
use crate::prompt;
use crate::save::save;
use crate::words::counted;

#[derive(Args, Debug)]
#[command(after_help = format!("{HOW}\n\n{POSITIONS}\n\n{OPTIONS_HELP}"))]
pub struct PlayArgs {
    /// The board or position to begin with, or a game to resume; see below
    #[arg(default_value = "10x10")]
    pub position: String,
    /// The colour that you play [default: the one to move]
    #[arg(long, value_name = "COLOUR")]
    pub side: Option<ColorName>,
    #[command(flatten)]
    pub think: ThinkArgs,
    #[command(flatten)]
    pub player: PlayerArgs,
}

const HOW: &str = "\
Type a move, such as D1-D7xG7; or
  hint       what the program would play in your place,
             and why
  score      who is ahead
  undo       take back your last move and the answer
  show       draw the board again
  save FILE  write the game as SGF
  quit       leave
A player who cannot move loses.";

pub fn run(args: &PlayArgs) -> anyhow::Result<()> {
    let mut game = Game::new(args)?;
    print_text(&format!("You are {}. {HOW}\n", game.person))?;
    game.answer()?;
    print_text(&game)?;
    while let Some(line) = prompt::next_line(game.now().to_move())? {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        match (word, rest.trim()) {
            ("", "") => {}
            ("quit" | "exit", "") => break,
            ("help", "") => print_text(&format!("{HOW}\n"))?,
            ("show", "") => print_text(&game)?,
            ("hint", "") => game.hint()?,
            ("score", "") => game.score()?,
            ("undo", "") => match game.undo() {
                true => print_text(&game)?,
                false => print_text(&"Nothing to take back: you have not moved yet.\n")?,
            },
            ("save", "") => print_text(&"Name a file, such as save game.sgf.\n")?,
            ("save", name) => match game.save(Path::new(name)) {
                Ok(()) => print_text(&format!("Saved to {name}.\n"))?,
                Err(error) => print_text(&format!("{error:#}\n"))?,
            },
            _ => match game.read(&line) {
                Err(error) => print_text(&format!("{error:#}\n"))?,
                Ok(mv) => {
                    game.push(mv)?;
                    game.answer()?;
                    print_text(&game)?;
                }
            },
        }
    }
    Ok(())
}

/// What was played, and who plays against the person.
struct Game {
    /// What was played before.
    record: Record,
    /// The positions since then, the first one first, and the moves between them.
    positions: Vec<Position>,
    moves: Vec<Move>,
    person: Color,
    player: BoardPlayer,
    allowance: Allowance,
}

impl Game {
    fn new(args: &PlayArgs) -> anyhow::Result<Game> {
        let input = PositionArgs {
            position: Some(args.position.clone()),
            play: None,
            at: None,
            game: None,
            from: None,
            batch: None,
            json: false,
        };
        let subject = asked_subject(&input)?;
        let position = subject.position();
        let person = match args.side {
            None => position.to_move(),
            Some(ColorName::B) => Color::Black,
            Some(ColorName::W) => Color::White,
        };
        let allowance = args.think.allowance();
        let player = BoardPlayer::new(args.player.settings_for(&allowance)?);
        args.player.warn_of_fallback(player.settings(), position.size());
        Ok(Game {
            record: subject.record,
            positions: vec![position],
            moves: Vec::new(),
            person,
            player,
            allowance,
        })
    }

    fn now(&self) -> &Position {
        self.positions.last().expect("a game has a first position")
    }

    fn push(&mut self, mv: Move) -> anyhow::Result<()> {
        let after = self.now().play(mv)?;
        self.positions.push(after);
        self.moves.push(mv);
        Ok(())
    }

    fn think(&mut self) -> Option<Decision> {
        let now = *self.now();
        self.player.think(&now, &self.allowance, &AtomicBool::new(false), &mut |_| {})
    }

    /// Lets the program move, if it is its turn and the game is not over.
    fn answer(&mut self) -> anyhow::Result<()> {
        let to_move = self.now().to_move();
        if to_move == self.person {
            return Ok(());
        }
        let began = Instant::now();
        let Some(decision) = self.think() else { return Ok(()) };
        if let Some(clock) = &mut self.allowance.clock {
            let left = clock.saturating_sub(began.elapsed());
            *clock = left.saturating_add(self.allowance.increment);
        }
        print_text(&format!("{to_move} plays {}\n", decision.mv.text(self.now().size())))?;
        self.push(decision.mv)
    }

    /// A move for the person, with the reason.
    fn hint(&mut self) -> anyhow::Result<()> {
        let (to_move, size) = (self.now().to_move(), self.now().size());
        let Some(Decision { mv, opinion, .. }) = self.think() else {
            return print_text(&"There is no move: the game is over.\n");
        };
        let why = opinions::in_words(opinion.worth, to_move);
        let reason = match opinion.worth {
            Worth::Wins(_) => format!("it keeps the win: {why}"),
            Worth::Loses(Some(_)) => format!("it loses least: {why}"),
            Worth::Loses(None) => format!("no move wins: {why}"),
            Worth::Guess(_) => {
                let nodes = counted(opinion.nodes, "position");
                let depth = counted(opinion.depth.into(), "move");
                format!("{why}, after {nodes} and up to {depth} ahead")
            }
        };
        let expected: Vec<String> =
            opinion.line.iter().skip(1).take(3).map(|mv| mv.text(size)).collect();
        let expected = match expected.as_slice() {
            [] => String::new(),
            moves => format!(" It expects {}.", moves.join(" ")),
        };
        print_text(&format!("{}: {reason}.{expected}\n", mv.text(size)))
    }

    /// Who is ahead: for certain if the program or bounds tell, or else as the program thinks.
    fn score(&mut self) -> anyhow::Result<()> {
        if let Some(over) = self.over() {
            return print_text(&over);
        }
        let to_move = self.now().to_move();
        let Some(decision) = self.think() else { return Ok(()) };
        let worth = decision.opinion.worth;
        let proved = match worth {
            Worth::Guess(_) => winner_by_bounds(self.now(), Climb::default()),
            Worth::Wins(_) | Worth::Loses(_) => None,
        };
        print_text(&match proved {
            Some(winner) => format!("{winner} wins: bounds prove it.\n"),
            None => format!("{}.\n", opinions::in_words(worth, to_move)),
        })
    }

    /// How the game has ended, if it has.
    fn over(&self) -> Option<String> {
        let score = final_score(self.now())?;
        let left = counted(score.moves.unsigned_abs(), "move");
        Some(format!("{} wins, with {left} left.\n", score.winner))
    }

    /// Goes back to where the person was last to move, if he has moved at all.
    fn undo(&mut self) -> bool {
        let earlier = &self.positions[..self.positions.len() - 1];
        let before = earlier.iter().rposition(|position| position.to_move() == self.person);
        if let Some(before) = before {
            self.positions.truncate(before + 1);
            self.moves.truncate(before);
        }
        before.is_some()
    }

    fn read(&self, text: &str) -> anyhow::Result<Move> {
        if self.now().is_over() {
            bail!("the game is over; undo takes back a move, quit leaves");
        }
        let mv = Move::parse(text, self.now().size())?;
        self.now().check(mv)?;
        Ok(mv)
    }

    fn save(&self, path: &Path) -> anyhow::Result<()> {
        let mut record = self.record.clone();
        for &mv in &self.moves {
            record.add_move(record.main_end(), mv)?;
        }
        let name = |color: Color| if color == self.person { "You" } else { "Otrera" };
        let mut remarks =
            vec![("PB", name(Color::Black).to_owned()), ("PW", name(Color::White).to_owned())];
        if let Some(score) = final_score(self.now()) {
            let winner = score.winner.letter().to_ascii_uppercase();
            remarks.push(("RE", format!("{winner}+{}", score.moves)));
        }
        for (ident, value) in remarks {
            // A game that is resumed keeps its own.
            if record.property(NodeId::ROOT, ident).is_none() {
                record.add_property(NodeId::ROOT, Property::new(ident, vec![value])?);
            }
        }
        save(path, format!("{}\n", Format::Sgf.write(&record)?.trim_end()).as_bytes())
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.moves.last().copied().or_else(|| self.record.last_move());
        terminal::draw(f, self.now(), last)?;
        match self.over() {
            Some(over) => f.write_str(&over),
            None => writeln!(f, "{} to move.", self.now().to_move()),
        }
    }
}
