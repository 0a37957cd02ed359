//! From the command line to positions: text, files, standard input, batches.

use std::fmt::{self, Display};
use std::path::Path;

use anyhow::{anyhow, bail};
use otrera_board::notation::{Format, NotationError, decode, game_text};
use otrera_board::{Move, NodeId, Position, Record, Step};
use serde::Serialize;

use crate::cli::PositionArgs;
use crate::did_you_mean;
use crate::interrupt::Interrupted;
use crate::output::{AlreadyTold, first_line, print_json, print_text, print_verbatim, warn};
use crate::read;
use crate::words::counted;

/// A game up to the position that a command is about.
pub struct Subject {
    pub record: Record,
    pub format: Format,
    /// Its number among the games of its text, from 1, and how many there are.
    pub number: usize,
    pub games: usize,
    /// The position at the end of the game as it was read.
    pub end: Position,
}

impl Subject {
    /// A position without a game.
    pub fn alone(position: Position) -> Subject {
        let record = Record::new(position);
        Subject { record, format: Format::Text, number: 1, games: 1, end: position }
    }

    pub fn position(&self) -> Position {
        self.record.position(self.record.main_end())
    }

    /// The move that led here.
    pub fn last_move(&self) -> Option<Move> {
        self.record.last_move()
    }

    /// Tells that there are other games, unless this one was asked for.
    fn tell_which(&self, args: &PositionArgs) {
        if self.games > 1 && args.game.is_none() {
            let games = self.games;
            warn(&format!("found {games} games; this is the first (--game N takes another)"));
        }
    }
}

/// Answers for each position that was asked about: as text, as JSON, or a whole
/// batch. Of several games in one text the one asked for is taken, or the first,
/// and a note tells that there are others.
pub fn answer_each<A: Serialize + Display>(
    args: &PositionArgs,
    mut answer: impl FnMut(&Subject) -> anyhow::Result<A>,
) -> anyhow::Result<()> {
    answer_first(args, |subject| {
        subject.tell_which(args);
        answer(subject)
    })
}

/// The same for answers that tell by themselves which game they are about.
pub fn answer_first<A: Serialize + Display>(
    args: &PositionArgs,
    answer: impl FnMut(&Subject) -> anyhow::Result<A>,
) -> anyhow::Result<()> {
    answer_picked(args, Some(args.game.unwrap_or(1)), print_text, answer)
}

/// The same for every game of each text, unless one of them was asked for, and for programs to read.
pub fn answer_all<A: Serialize + Display>(
    args: &PositionArgs,
    answer: impl FnMut(&Subject) -> anyhow::Result<A>,
) -> anyhow::Result<()> {
    answer_picked(args, args.game, print_verbatim, answer)
}

fn answer_picked<A: Serialize + Display>(
    args: &PositionArgs,
    game: Option<usize>,
    print: fn(&A) -> anyhow::Result<()>,
    mut answer: impl FnMut(&Subject) -> anyhow::Result<A>,
) -> anyhow::Result<()> {
    answer_asked(args, print, |asked| {
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
        the_first(self.games(args)?, args)
    }
}

/// Answers for the argument or each line of a batch, whatever it is. A batch goes on after a bad line, whose
/// answer is an object with `line` and `error`.
pub fn answer_asked<A: Serialize + Display>(
    args: &PositionArgs,
    print: fn(&A) -> anyhow::Result<()>,
    mut replies: impl FnMut(Asked<'_>) -> anyhow::Result<Vec<A>>,
) -> anyhow::Result<()> {
    let Some(batch) = &args.batch else {
        let Some(argument) = &args.position else { bail!("no position was given") };
        return replies(Asked::Argument(argument))?.iter().try_for_each(|reply| match args.json {
            true => print_json(reply),
            false => print(reply),
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
                let error = first_line(&format!("{error:#}")).to_owned();
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
    the_first(games_of_position(args)?, args)
}

fn the_first(games: Games, args: &PositionArgs) -> anyhow::Result<Subject> {
    let subject = pick(games, Some(args.game.unwrap_or(1)), args)?.remove(0);
    subject.tell_which(args);
    Ok(subject)
}

/// The position that a text in any format leads to.
pub fn position_of_text(text: &str) -> anyhow::Result<Position> {
    let (_, records) = records_of_text(text)?;
    let record = records.first().ok_or_else(|| anyhow!("no position was given"))?;
    Ok(record.position(record.main_end()))
}

/// The games of what is asked for as an argument of the command line is: a file, a board, a text.
pub fn records_of_argument(argument: &str) -> anyhow::Result<Vec<Record>> {
    Ok(games_of(argument, &PositionArgs::default())?.records)
}

/// The games of a text, and the format that they are in.
pub fn records_of_text(text: &str) -> anyhow::Result<(Format, Vec<Record>)> {
    let format = Format::detect(text);
    let records = format.read(text).map_err(|error| explain(error, text, None))?;
    Ok((format, records))
}

/// The games of a file, all on one board of up to 64 squares.
pub fn records_of_file(path: &Path) -> anyhow::Result<Vec<Record>> {
    let name = path.display().to_string();
    let bytes = read::whole_file(path).map_err(|error| read::cannot_read_file(path, &error))?;
    let text = decode(&bytes).map_err(|error| explain(error, "", Some(&name)))?;
    let records =
        Format::detect(text).read(text).map_err(|error| explain(error, text, Some(&name)))?;
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

/// The first of the games of a file, of which there is at least one; a note tells that there are others.
pub fn first_game(records: &[Record]) -> &Record {
    if records.len() > 1 {
        warn(&format!("found {} games; this is the first", records.len()));
    }
    &records[0]
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
    if is_there(position) {
        return read_games(&read::text(position)?, Some(position), args);
    }
    let nothing = || anyhow!(did_you_mean::neither_file_nor_position(position));
    // No position ends like this.
    if did_you_mean::is_game(position) {
        return Err(nothing());
    }
    read_games(position.as_bytes(), None, args).map_err(|error| {
        let is_name = Path::new(position).is_dir() || did_you_mean::is_likely_a_name(position);
        if error.is::<Misread>() && is_name { nothing() } else { error }
    })
}

/// Is there such a file? A position that is also the name of a file would be an odd name.
fn is_there(argument: &str) -> bool {
    std::fs::metadata(argument).is_ok_and(|found| !found.is_dir())
}

/// Would an argument be taken for a position, or for the name of a file with one?
pub fn is_a_position(argument: &str) -> bool {
    let name = is_there(argument) || did_you_mean::is_game(argument);
    name || !argument.trim().is_empty() && position_of_text(argument).is_ok()
}

fn read_games(bytes: &[u8], source: Option<&str>, args: &PositionArgs) -> anyhow::Result<Games> {
    let text = decode(bytes).map_err(|error| explain(error, "", source))?;
    if text.trim().is_empty() {
        bail!("{} is empty; expected a position", source.unwrap_or("the position"));
    }
    let format = args.from.map_or_else(|| Format::detect(text), |name| name.0);
    let records = format.read(text).map_err(|error| explain(error, text, source))?;
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
            .map_err(|error| explain(error, moves, Some("--play")))?;
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
    found.ok_or_else(|| anyhow!("--at {number}: the game has {}", counted(played as u64, "move")))
}

/// The game with this number, or all if none is given, each up to the place asked for.
fn pick(games: Games, number: Option<usize>, args: &PositionArgs) -> anyhow::Result<Vec<Subject>> {
    let Games { records, format } = games;
    let games = records.len();
    if let Some(number) = number.filter(|number| !(1..=games).contains(number)) {
        bail!("--game {number}: expected a number from 1 to {games}");
    }
    let numbered = (1..).zip(records).filter(|&(n, _)| number.is_none_or(|number| n == number));
    let subjects = numbered.map(|(number, record)| {
        let end = record.position(record.main_end());
        Ok(Subject { record: place(record, args)?, format, number, games, end })
    });
    subjects.collect()
}

/// A text that could not be read, with the place in it.
#[derive(Debug)]
pub struct Misread {
    /// What is wrong, in one line.
    message: String,
    pub line: usize,
    pub column: usize,
    /// The place, shown in lines of their own.
    excerpt: Option<String>,
}

impl Misread {
    /// An error at a place. The first line of the message is what is wrong, further ones show it.
    pub fn new((line, column): (usize, usize), message: &str) -> Misread {
        let (message, excerpt) = match message.split_once('\n') {
            Some((message, excerpt)) => (message, Some(excerpt.to_owned())),
            None => (message, None),
        };
        Misread { message: message.to_owned(), line, column, excerpt }
    }

    /// The same with a hint behind what is wrong.
    pub fn with_hint(mut self, hint: &str) -> Misread {
        self.message += &format!(" ({hint})");
        self
    }
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.excerpt.iter().try_for_each(|excerpt| write!(f, "\n{excerpt}"))
    }
}

impl std::error::Error for Misread {}

/// The error with the place in the text shown below it.
pub fn explain(error: NotationError, text: &str, source: Option<&str>) -> Misread {
    let source = source.map_or_else(String::new, |source| format!("{source}: "));
    let (line, column) = (error.line, error.column);
    let excerpt = (!text.is_empty()).then(|| error.excerpt(text));
    Misread { message: format!("{source}{error}"), line, column, excerpt }
}
