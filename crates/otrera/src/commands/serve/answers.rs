//! Calls that answer at once, in the words of the commands.

use std::time::Duration;

use otrera_area::{Climb, Filler, Kind, Part, Territory};
use otrera_board::notation::Format;
use otrera_board::{Bits, Move, Position, Size};
use otrera_player::Score;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::body::{LARGEST_JSON, LARGEST_PROOF};
use super::proofs::Description;
use super::refusal::Refusal;
use super::seconds;
use crate::commands::{areas, show, value};
use crate::draw::svg as picture;
use crate::final_score::final_score;
use crate::input::{self, Subject};
use crate::interrupt::INTERRUPT;
use crate::limits::Limits;

/// The largest board, in squares.
const LARGEST_BOARD: usize = 128;

/// Territories are counted with this patience, each.
const PATIENCE: usize = 20_000;

/// What a value may take.
const VALUE: Limits =
    Limits { time: Some(Duration::from_secs(3)), bytes: Some(96 << 20), nodes: None };

#[derive(Serialize)]
pub struct About {
    version: &'static str,
    boards: Vec<String>,
    formats: Vec<Value>,
    limits: Value,
    proofs: Vec<Description>,
    /// Whether there is a cluster to show.
    cluster: bool,
}

pub fn about(proofs: Vec<Description>, cluster: bool) -> About {
    About {
        version: env!("CARGO_PKG_VERSION"),
        boards: boards(),
        formats: Format::ALL
            .iter()
            .map(|format| json!({"name": format.name(), "description": format.description()}))
            .collect(),
        limits: json!({"body": LARGEST_JSON, "proof": LARGEST_PROOF, "seconds": seconds::MOST, "squares": LARGEST_BOARD}),
        proofs,
        cluster,
    }
}

/// The names of the boards that have a standard start, small ones first.
fn boards() -> Vec<String> {
    let sizes = (1..=LARGEST_BOARD).flat_map(|height| {
        (1..=LARGEST_BOARD / height).filter_map(move |width| Size::new(width, height).ok())
    });
    let mut sizes: Vec<Size> = sizes.filter(|&size| Position::start(size).is_some()).collect();
    sizes.sort_by_key(|size| (size.squares(), size.width()));
    sizes.iter().map(Size::to_string).collect()
}

/// A request about a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    position: String,
}

#[derive(Serialize)]
pub struct Shown {
    #[serde(flatten)]
    view: show::View,
    /// Who has won by how much, once the game is over.
    score: Option<Value>,
}

pub fn show(asked: Asked) -> Result<Shown, Refusal> {
    let position = input::position_of_text(&asked.position)?;
    let score = final_score(&position)
        .map(|Score { winner, moves }| json!({"winner": winner.letter(), "moves": moves}));
    Ok(Shown { view: show::View::new(&Subject::alone(position)), score })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SvgAsked {
    position: String,
    #[serde(default)]
    last: Option<String>,
}

pub fn svg(asked: SvgAsked) -> Result<Value, Refusal> {
    let position = input::position_of_text(&asked.position)?;
    let last = match asked.last {
        Some(last) => Some(
            Move::parse(&last, position.size())
                .map_err(|error| Refusal::wrong(format!("last: {error}")))?,
        ),
        None => None,
    };
    Ok(json!({"svg": picture::draw(&position, last)}))
}

/// The areas, with what the page shows of them besides: who guards, and how many moves there are.
pub fn areas(asked: Asked) -> Result<Value, Refusal> {
    let position = input::position_of_text(&asked.position)?;
    let answer = areas::of_position(&position, Climb::default(), &INTERRUPT);
    let mut told = serde_json::to_value(&answer).map_err(|_| Refusal::failed())?;
    let mut filler = Filler::new(PATIENCE);
    for (n, area) in answer.areas.iter().enumerate() {
        let guards = area.parts.iter().fold(0, |all, it| all | guards(&position, &it.part));
        told["areas"][n]["blockers"] = names(&position, guards);
        for (m, part) in area.parts.iter().enumerate() {
            let part = &part.part;
            let told = &mut told["areas"][n]["parts"][m];
            let guards = guards & part.amazons;
            told["blockers"] = names(&position, guards);
            let Some(owner) = part.kind.owner() else { continue };
            let own = part.amazons & position.amazons(owner);
            let territory =
                Territory::new(position.geometry(), own & !guards, own & guards, part.empty);
            let moves = filler.moves(&territory);
            let moves = moves.is_exact().then_some(moves.least);
            told["moves"] = json!(moves);
            told["defects"] = json!(moves.map(|moves| territory.empty() - moves));
        }
    }
    Ok(told)
}

/// The amazons that wall a part off: if one went, the enemy would get in.
fn guards(position: &Position, part: &Part<u128>) -> u128 {
    let Kind::BlockerTerritory(owner) = part.kind else { return 0 };
    let geometry = position.geometry();
    // What the enemy reaches as long as they stand.
    let mut ground = position.amazons(!owner);
    loop {
        let more = ground | geometry.spread(ground) & position.empty();
        if more == ground {
            break;
        }
        ground = more;
    }
    let walls = geometry.spread(ground) & geometry.spread(part.empty);
    part.amazons & position.amazons(owner) & walls
}

fn names(position: &Position, squares: u128) -> Value {
    squares.squares().map(|square| position.size().name(square).to_string()).collect()
}

pub fn value(asked: Asked) -> Result<Value, Refusal> {
    let position = input::position_of_text(&asked.position)?;
    let answer = value::of_position(position, VALUE, Climb::default())?;
    let mut told = serde_json::to_value(&answer).map_err(|_| Refusal::failed())?;
    told["thermograph_svg"] = json!(value::thermograph(&answer));
    Ok(told)
}
