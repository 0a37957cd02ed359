//! From the command line to positions: text, files, standard input, batches.

use std::fmt::Display;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use otrera_board::notation::{Format, NotationError, decode, game_text};
use otrera_board::{Move, NodeId, Position, Record, Step};
use serde::Serialize;

use crate::cli::PositionArgs;
use crate::interrupt::Interrupted;
use crate::output::{AlreadyTold, print_json, print_text};
use crate::read;

/// A game up to the position that a command is about.
pub struct Subject {
    pub record: Record,
    pub format: Format,
}

impl Subject {
    pub fn position(&self) -> Position {
        self.record.position(self.record.main_end())
    }

    /// The move that led here.
    pub fn last_move(&self) -> Option<Move> {
        self.record.last_move()
    }
}

/// Answers for each position that was asked about: as text, as JSON, or a whole
/// batch. Of several games in one text the one asked for is taken, or the first.
pub fn answer_each<A: Serialize + Display>(
    args: &PositionArgs,
    answer: impl FnMut(&Subject) -> anyhow::Result<A>,
) -> anyhow::Result<()> {
    answer_picked(args, Some(args.game.unwrap_or(1)), answer)
}

/// The same for every game of each text, unless one of them was asked for.
pub fn answer_all<A: Serialize + Display>(
    args: &PositionArgs,
    answer: impl FnMut(&Subject) -> anyhow::Result<A>,
) -> anyhow::Result<()> {
    answer_picked(args, args.game, answer)
}

fn answer_picked<A: Serialize + Display>(
    args: &PositionArgs,
    game: Option<usize>,
    mut answer: impl FnMut(&Subject) -> anyhow::Result<A>,
) -> anyhow::Result<()> {
    answer_asked(args, |asked| {
        let subjects = pick(asked.games(args)?, game, args)?;
        subjects.iter().map(&mut answer).collect::<anyhow::Result<Vec<A>>>()
    })
}

/// What was asked about, as it was typed.
#[derive(Clone, Copy)]
pub enum Asked<'a> {
    /// An argument, which may name a file.
    Argument(&'a str),
    /// A line of a batch.
    Line(&'a [u8]),
}

impl Asked<'_> {
    fn games(self, args: &PositionArgs) -> anyhow::Result<Games> {
        match self {
            Asked::Argument(argument) => games_of(argument, args),
            Asked::Line(line) => read_games(line, None, args),
        }
    }

    /// The game that it is, the one asked for or the first.
    pub fn subject(self, args: &PositionArgs) -> anyhow::Result<Subject> {
        let mut found = pick(self.games(args)?, Some(args.game.unwrap_or(1)), args)?;
        Ok(found.remove(0))
    }
}

/// Answers for the argument or each line of a batch, whatever it is. A batch goes on after a bad line, whose
/// answer is an object with `line` and `error`.
pub fn answer_asked<A: Serialize + Display>(
    args: &PositionArgs,
    mut replies: impl FnMut(Asked<'_>) -> anyhow::Result<Vec<A>>,
) -> anyhow::Result<()> {
    let Some(batch) = &args.batch else {
        let Some(argument) = &args.position else { bail!("no position was given") };
        return replies(Asked::Argument(argument))?.iter().try_for_each(|reply| match args.json {
            true => print_json(reply),
            false => print_text(reply),
        });
    };
    let mut all_well = true;
    read::each_line(batch, |number, line| {
        let line = line.trim_ascii();
        if line.is_empty() || line.starts_with(b"# ") {
            return Ok(());
        }
        match replies(Asked::Line(line)) {
            Ok(replies) => replies.iter().try_for_each(print_json),
            Err(error) if error.is::<Interrupted>() => Err(error),
            Err(error) => {
                all_well = false;
                let message = format!("{error:#}");
                let error = message.lines().next().unwrap_or_default().to_owned();
                print_json(&BadLine { line: number, error })
            }
        }
    })?;
    if all_well { Ok(()) } else { Err(AlreadyTold.into()) }
}

#[derive(Serialize)]
struct BadLine {
    line: usize,
    error: String,
}

/// The games that were asked for, each up to the place asked for.
pub fn asked_subjects(args: &PositionArgs) -> anyhow::Result<Vec<Subject>> {
    pick(games_of_position(args)?, args.game, args)
}

/// The game that was asked for, the first if none was, up to the place asked for.
pub fn asked_subject(args: &PositionArgs) -> anyhow::Result<Subject> {
    let mut found = pick(games_of_position(args)?, Some(args.game.unwrap_or(1)), args)?;
    Ok(found.remove(0))
}

/// The position that a text in any format leads to.
pub fn position_of_text(text: &str) -> anyhow::Result<Position> {
    let records = Format::detect(text).read(text).map_err(|error| explain(&error, text, None))?;
    let record = records.first().ok_or_else(|| anyhow!("no position was given"))?;
    Ok(record.position(record.main_end()))
}

/// The games of a file, all on one board of up to 64 squares.
pub fn records_of_file(path: &Path) -> anyhow::Result<Vec<Record>> {
    let name = path.display().to_string();
    let bytes = read::text_file(path).with_context(|| format!("cannot read {name}"))?;
    let text = decode(&bytes).map_err(|error| explain(&error, "", Some(&name)))?;
    let records =
        Format::detect(text).read(text).map_err(|error| explain(&error, text, Some(&name)))?;
    let Some(first) = records.first() else { bail!("{name}: no game found") };
    let size = first.start().size();
    if size.squares() > 64 {
        bail!("{name}: found a board of {size}; expected at most 64 squares");
    }
    match records.iter().position(|record| record.start().size() != size) {
        Some(other) => bail!("{name}: game {} is not on a {size} board like the first", other + 1),
        None => Ok(records),
    }
}

/// The games of a text.
struct Games {
    records: Vec<Record>,
    format: Format,
}

fn games_of_position(args: &PositionArgs) -> anyhow::Result<Games> {
    match &args.position {
        Some(position) => games_of(position, args),
        None => bail!("no position was given"),
    }
}

fn games_of(position: &str, args: &PositionArgs) -> anyhow::Result<Games> {
    if position == "-" {
        return read_games(&read::text("-")?, Some("standard input"), args);
    }
    if is_file_name(position) || is_there(position) {
        return read_games(&read::text(position)?, Some(position), args);
    }
    read_games(position.as_bytes(), None, args)
}

/// Does an argument name a file? No position ends like this.
fn is_file_name(argument: &str) -> bool {
    const ENDINGS: [&str; 5] = ["sgf", "ggf", "fen", "mcgs", "txt"];
    let ending = Path::new(argument).extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// Is there such a file? A position that is also the name of a file would be an odd name.
fn is_there(argument: &str) -> bool {
    std::fs::metadata(argument).is_ok_and(|found| !found.is_dir())
}

fn read_games(bytes: &[u8], source: Option<&str>, args: &PositionArgs) -> anyhow::Result<Games> {
    let text = decode(bytes).map_err(|error| explain(&error, "", source))?;
    if text.trim().is_empty() {
        bail!("{} is empty; expected a position", source.unwrap_or("the position"));
    }
    let format = args.from.map_or_else(|| Format::detect(text), |name| name.0);
    let records = format.read(text).map_err(|error| explain(&error, text, source))?;
    Ok(Games { records, format })
}

/// Cuts a game off at the place that was asked for, and plays on from there.
fn place(mut record: Record, args: &PositionArgs) -> anyhow::Result<Record> {
    if let Some(number) = args.at {
        record = record.line_to(after_moves(&record, number)?);
    }
    if let Some(moves) = &args.play {
        let start = record.position(record.main_end());
        let played = game_text::parse_moves(moves, start)
            .map_err(|error| explain(&error, moves, Some("--play")))?;
        for mv in played.main_moves() {
            record.add_move(record.main_end(), mv)?;
        }
    }
    Ok(record)
}

fn after_moves(record: &Record, number: usize) -> anyhow::Result<NodeId> {
    let mut played = 0;
    let mut found = None;
    for node in record.main_line() {
        played += usize::from(matches!(record.step(node), Step::Move(_)));
        if played == number {
            found = Some(node);
        }
    }
    found.ok_or_else(|| anyhow!("--at {number}: the game has {played} moves"))
}

/// The game with this number, or all if none is given, each up to the place asked for.
fn pick(games: Games, number: Option<usize>, args: &PositionArgs) -> anyhow::Result<Vec<Subject>> {
    let Games { mut records, format } = games;
    if let Some(number) = number {
        let count = records.len();
        match number.checked_sub(1).filter(|&index| index < count) {
            Some(index) => records = vec![records.swap_remove(index)],
            None => bail!("--game {number}: expected a number from 1 to {count}"),
        }
    }
    let placed = records.into_iter().map(|record| place(record, args));
    placed.map(|record| Ok(Subject { record: record?, format })).collect()
}

/// The error with the place in the text shown below it.
fn explain(error: &NotationError, text: &str, source: Option<&str>) -> anyhow::Error {
    let source = source.map_or_else(String::new, |source| format!("{source}: "));
    match text {
        "" => anyhow!("{source}{error}"),
        text => anyhow!("{source}{error}\n{}", error.excerpt(text)),
    }
}
