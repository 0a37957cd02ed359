//! `otrera tables lookup`: what the tables know of a position.

use std::fmt;

use clap::Args;
use otrera_area::tables::{Tables, Value};
use otrera_area::{Area, Territory, areas};
use otrera_board::{Bits, Color, Position, Size};
use otrera_cgt::{Dyadic, Player};
use serde::Serialize;

use crate::cli::{POSITIONS, PositionArgs};
use crate::commands::territory::read_blockers;
use crate::input::answer_each;
use crate::tables::{self, TablesFolder};

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct TablesLookupArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    #[command(flatten)]
    pub folder: TablesFolder,
    /// Amazons whose first move must shoot back to where they stood, for example A1,B2: Black's, or
    /// those of the only colour
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub blockers: Vec<String>,
}

pub fn run(args: &TablesLookupArgs) -> anyhow::Result<()> {
    let folder = tables::folder(&args.folder)?;
    let all = tables::TablesArgs { folder: args.folder.clone(), no_tables: false };
    let tables = tables::built(&all)?;
    let tables = match tables {
        Some(tables) => tables,
        None => tables::open(&folder)?.into(),
    };
    answer_each(&args.input, |subject| {
        let position = subject.position();
        match position.narrow() {
            Some(position) => Answer::new(&tables, &position, args),
            None => Answer::new(&tables, &position, args),
        }
    })?;
    tables::tell_damage(Some(&tables));
    Ok(())
}

#[derive(Serialize)]
struct Answer {
    position: String,
    areas: Vec<Entry>,
}

/// What is known of an area.
#[derive(Serialize)]
struct Entry {
    squares: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    blockers: Vec<String>,
    /// Whether the tables have it; if not, nothing else is said.
    known: bool,
    #[serde(flatten)]
    found: Option<Found>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Found {
    Territory {
        owner: char,
        empty: u32,
        moves: u32,
        defects: u32,
        needed: Vec<String>,
    },
    Active {
        value: String,
        mean: String,
        temperature: String,
        left_stop: String,
        right_stop: String,
        /// Bounds on the value that are no integers.
        bounds: String,
        /// The largest integer ≤ the value, and the smallest ≥ it.
        lower: i32,
        upper: i32,
        /// The same with a star added to the integer.
        lower_star: i32,
        upper_star: i32,
        /// What each is sure of who moves first: the value is more than this, or less.
        left_first: i32,
        right_first: i32,
        left_wall: Vec<[String; 2]>,
        right_wall: Vec<[String; 2]>,
    },
}

impl Answer {
    fn new<B: Bits>(
        tables: &Tables,
        position: &Position<B>,
        args: &TablesLookupArgs,
    ) -> anyhow::Result<Answer> {
        let size = position.size();
        let black = position.amazons(Color::Black);
        let alone = black.is_empty();
        let own = if alone { position.amazons(Color::White) } else { black };
        let blockers = read_blockers(size, own, &args.blockers)?;
        let areas = areas(position);
        let entries = areas.iter().map(|area| Entry::new(tables, area, blockers, size));
        Ok(Answer { position: position.to_string(), areas: entries.collect() })
    }
}

impl Entry {
    fn new<B: Bits>(tables: &Tables, area: &Area<B>, blockers: B, size: Size) -> Entry {
        let names = |set: B| set.squares().map(|s| size.name(s).to_string()).collect::<Vec<_>>();
        let blockers = blockers & area.squares();
        let [black, white] = Color::ALL.map(|color| area.amazons(color));
        let (geometry, empty) = (area.geometry(), area.empty());
        let found = match (black.is_empty(), white.is_empty()) {
            (false, false) => {
                let sets = [black & !blockers, blockers, white];
                let value = tables.value_with_blockers(geometry, sets, empty);
                value.map(|value| Found::of_value(&value))
            }
            (alone, _) => {
                let (color, own) =
                    if alone { (Color::White, white) } else { (Color::Black, black) };
                let territory = Territory::new(geometry, own & !blockers, blockers, empty);
                tables.filling(&territory).map(|filling| Found::Territory {
                    owner: color.letter(),
                    empty: empty.count(),
                    moves: filling.moves,
                    defects: empty.count() - filling.moves,
                    needed: names(filling.needed),
                })
            }
        };
        let known = found.is_some();
        Entry { squares: names(area.squares()), blockers: names(blockers), known, found }
    }
}

impl Found {
    fn of_value(value: &Value) -> Found {
        let graph = &value.thermograph;
        let tempo = value.thresholds.tempo();
        let wall = |player| {
            let points = graph.corners(player).into_iter();
            points.map(|(t, x): (Dyadic, Dyadic)| [t.to_string(), x.to_string()]).collect()
        };
        Found::Active {
            value: value.name(),
            mean: graph.mean().to_string(),
            temperature: graph.temperature().to_string(),
            left_stop: graph.left_stop().to_string(),
            right_stop: graph.right_stop().to_string(),
            bounds: value.bounds().to_string(),
            lower: tempo.lower(),
            upper: tempo.upper(),
            lower_star: value.thresholds.least_star.into(),
            upper_star: value.thresholds.most_star.into(),
            left_first: tempo.left_first(),
            right_first: tempo.right_first(),
            left_wall: wall(Player::Left),
            right_wall: wall(Player::Right),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.areas.is_empty() {
            writeln!(f, "No area: nobody can ever move.")?;
        }
        for entry in &self.areas {
            writeln!(f, "Area        {}", entry.squares.join(" "))?;
            let mut line = |name: &str, text: String| writeln!(f, "{name:<11} {text}");
            if !entry.blockers.is_empty() {
                line("Blockers", entry.blockers.join(" "))?;
            }
            match &entry.found {
                None => line("Tables", "have no such area".to_owned())?,
                Some(Found::Territory { owner, empty, moves, defects, needed }) => {
                    let owner = if *owner == 'b' { "Black" } else { "White" };
                    line("Owner", owner.to_owned())?;
                    line("Moves", format!("{moves}, squares {empty}, defects {defects}"))?;
                    line("Needed", needed.join(" "))?;
                }
                Some(Found::Active {
                    value,
                    mean,
                    temperature,
                    left_stop,
                    right_stop,
                    bounds,
                    lower,
                    upper,
                    lower_star,
                    upper_star,
                    left_first,
                    right_first,
                    ..
                }) => {
                    line("Value", value.clone())?;
                    line("Mean", format!("{mean}, temperature {temperature}"))?;
                    line("Stops", format!("{left_stop} and {right_stop}"))?;
                    line("Bounds", bounds.clone())?;
                    line("Integers", format!("{lower} ≤ value ≤ {upper}"))?;
                    line("With stars", format!("{lower_star}* ≤ value ≤ {upper_star}*"))?;
                    line(
                        "First move",
                        format!("Black gets more than {left_first}, White less than {right_first}"),
                    )?;
                }
            }
        }
        Ok(())
    }
}
