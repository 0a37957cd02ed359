//! Games as a page has them, a list of nodes, from and to every notation.

use otrera_board::notation::Format;
use otrera_board::{Move, NodeId, Position, Property, Record, Step};
use serde::{Deserialize, Serialize};

use super::refusal::Refusal;
use crate::input;
use crate::words::counted;

/// A move of a game's tree.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Node {
    /// The place of the node before it in the list, or none for the first position.
    parent: Option<usize>,
    r#move: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

/// What is said of a game.
#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Players {
    black: Option<String>,
    white: Option<String>,
    event: Option<String>,
    date: Option<String>,
    result: Option<String>,
}

impl Players {
    fn of(record: &Record) -> Players {
        let said = |ident| {
            let text = record.property(NodeId::ROOT, ident).map(str::trim);
            text.filter(|text| !text.is_empty()).map(str::to_owned)
        };
        Players {
            black: said("PB"),
            white: said("PW"),
            event: said("EV"),
            date: said("DT"),
            result: said("RE"),
        }
    }

    fn add_to(self, record: &mut Record) -> Result<(), Refusal> {
        let Players { black, white, event, date, result } = self;
        let said = [("PB", black), ("PW", white), ("EV", event), ("DT", date), ("RE", result)];
        for (ident, text) in said {
            if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
                remark(record, NodeId::ROOT, ident, text)?;
            }
        }
        Ok(())
    }
}

fn remark(record: &mut Record, node: NodeId, ident: &str, text: String) -> Result<(), Refusal> {
    let property =
        Property::new(ident, vec![text]).map_err(|error| Refusal::wrong(error.to_string()))?;
    record.add_property(node, property);
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadRequest {
    text: String,
    #[serde(default = "first")]
    game: usize,
}

fn first() -> usize {
    1
}

#[derive(Serialize)]
pub struct ReadAnswer {
    format: &'static str,
    game: usize,
    games: usize,
    start: String,
    nodes: Vec<Node>,
    at: Option<usize>,
    players: Players,
    /// Nodes that are not in the list, as the board is set up anew on the way to them.
    left_out: usize,
}

/// A game of a text in any notation.
pub fn read(request: ReadRequest) -> Result<ReadAnswer, Refusal> {
    let (format, mut records) = input::records_of_text(&request.text)?;
    let (game, games) = (request.game, records.len());
    if !(1..=games).contains(&game) {
        let error = format!("game: found {game}; expected a number from 1 to {games}");
        return Err(Refusal::wrong(error));
    }
    let record = records.swap_remove(game - 1);
    let begin = beginning(&record);
    let mut nodes = Vec::new();
    // Each with the place of the node before it in the list.
    let mut waiting = vec![(begin, None)];
    let mut passed = 0;
    let size = record.start().size();
    let comment = |node| record.property(node, "C").map(str::to_owned);
    while let Some((node, parent)) = waiting.pop() {
        passed += 1;
        let place = match record.step(node) {
            Step::Move(mv) => {
                nodes.push(Node { parent, r#move: mv.text(size), comment: comment(node) });
                Some(nodes.len() - 1)
            }
            Step::Setup if node != begin => {
                passed -= 1;
                continue;
            }
            // A remark on what came before it.
            _ => {
                if let (Some(parent), Some(text)) = (parent, comment(node)) {
                    let before: &mut Node = &mut nodes[parent];
                    let said = before.comment.take().map_or(String::new(), |said| said + "\n");
                    before.comment = Some(said + &text);
                }
                parent
            }
        };
        let children: Vec<NodeId> = record.children(node).collect();
        waiting.extend(children.into_iter().rev().map(|child| (child, place)));
    }
    // Of all children the first stands next to its parent.
    let mut at = None;
    for (place, node) in nodes.iter().enumerate() {
        if node.parent != at {
            break;
        }
        at = Some(place);
    }
    let before = record.main_line().take_while(|&node| node != begin).count();
    Ok(ReadAnswer {
        format: format.name(),
        game,
        games,
        start: record.position(begin).to_string(),
        at,
        players: Players::of(&record),
        left_out: record.node_count() - passed - before,
        nodes,
    })
}

/// The node of the first position: records may set it up in several steps, and have no variations until then.
fn beginning(record: &Record) -> NodeId {
    let mut begin = NodeId::ROOT;
    let mut children = record.children(begin);
    while let (Some(only), None) = (children.next(), children.next()) {
        if matches!(record.step(only), Step::Move(_)) {
            break;
        }
        begin = only;
        children = record.children(begin);
    }
    begin
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WriteRequest {
    start: String,
    #[serde(default)]
    nodes: Vec<Node>,
    #[serde(default)]
    at: Option<usize>,
    #[serde(default)]
    players: Players,
    format: String,
}

#[derive(Serialize)]
pub struct WriteAnswer {
    text: String,
    file: String,
}

/// A game in a notation.
pub fn write(request: WriteRequest) -> Result<WriteAnswer, Refusal> {
    let WriteRequest { start, nodes, at, players, format } = request;
    let Some(format) = Format::ALL.into_iter().find(|known| known.name() == format) else {
        let names: Vec<&str> = Format::ALL.iter().map(|known| known.name()).collect();
        let error = format!("format: found `{format}`; expected one of {}", names.join(", "));
        return Err(Refusal::wrong(error));
    };
    let start = input::position_of_text(&start)?;
    let (mut record, ids) = record_of(start, nodes)?;
    players.add_to(&mut record)?;
    let at = match at {
        None => NodeId::ROOT,
        Some(place) => *ids.get(place).ok_or_else(|| {
            let error = format!("at: found {place}, of {}", counted(ids.len() as u64, "node"));
            Refusal::wrong(error)
        })?,
    };
    let (written, ending) = match format {
        Format::Sgf => (record, "sgf"),
        Format::Ggf => (record.line_to(end_of_line(&record, at)), "ggf"),
        Format::Moves => (record.line_to(end_of_line(&record, at)), "txt"),
        _ => (record.line_to(at), "txt"),
    };
    let text = format.write(&written).map_err(|error| Refusal::wrong(error.to_string()))?;
    Ok(WriteAnswer { text, file: format!("amazons-{}.{ending}", start.size()) })
}

/// Where the line through a node ends.
fn end_of_line(record: &Record, at: NodeId) -> NodeId {
    let line = std::iter::successors(Some(at), |&node| record.children(node).next());
    line.last().unwrap_or(at)
}

/// The record of a tree, and its nodes in the order of the list.
fn record_of(start: Position, nodes: Vec<Node>) -> Result<(Record, Vec<NodeId>), Refusal> {
    let mut record = Record::new(start);
    let mut ids: Vec<NodeId> = Vec::with_capacity(nodes.len());
    for (place, Node { parent, r#move, comment }) in nodes.into_iter().enumerate() {
        let wrong =
            |error: &dyn std::fmt::Display| Refusal::wrong(format!("node {place}: {error}"));
        let parent = match parent {
            None => NodeId::ROOT,
            Some(parent) => {
                *ids.get(parent).ok_or_else(|| wrong(&"its parent must come before it"))?
            }
        };
        let mv = Move::parse(&r#move, start.size()).map_err(|error| wrong(&error))?;
        let id = record.add_move(parent, mv).map_err(|error| wrong(&error))?;
        if let Some(comment) = comment.filter(|comment| !comment.trim().is_empty()) {
            remark(&mut record, id, "C", comment)?;
        }
        ids.push(id);
    }
    Ok((record, ids))
}
