//! Writing SGF.

use super::MAX_SIDE;
use crate::bits::Bits;
use crate::color::Color;
use crate::notation::Format;
use crate::notation::error::WriteError;
use crate::notation::properties::write_property;
use crate::position::{Content, Position};
use crate::record::{NodeId, Record, Step};
use crate::size::{Size, Square};

/// Writes a record with all its variations.
pub fn write(record: &Record) -> Result<String, WriteError> {
    let size = record.start().size();
    if size.width() > MAX_SIDE || size.height() > MAX_SIDE {
        let what = "a board wider or higher than 52 squares";
        return Err(WriteError { format: Format::Sgf, what });
    }
    let mut out = format!("(;FF[4]GM[18]CA[UTF-8]{}", size_property(size));
    write_set_up(&mut out, None, record.start());
    write_remarks(&mut out, record, NodeId::ROOT);
    // From node to node along the tree, with the position there: no list of what is left to do.
    let mut node = NodeId::ROOT;
    let mut position = *record.start();
    'nodes: loop {
        let mut next = record.first_child(node);
        if next.is_some_and(|child| record.has_siblings(child)) {
            out.push('\n');
        }
        while next.is_none() {
            let Some(parent) = record.parent(node) else { break 'nodes };
            if record.has_siblings(node) {
                out.push(')');
            }
            record.unmake(node, &mut position);
            next = record.next_sibling(node);
            node = parent;
        }
        node = next.unwrap_or(node);
        out.push_str(if record.has_siblings(node) { "(;" } else { ";" });
        let before = position;
        record.make(node, &mut position);
        write_step(&mut out, record.step(node), &before, &position);
        write_remarks(&mut out, record, node);
    }
    out.push(')');
    Ok(out)
}

fn size_property(size: Size) -> String {
    match size.width() == size.height() {
        true => format!("SZ[{}]", size.width()),
        false => format!("SZ[{}:{}]", size.width(), size.height()),
    }
}

/// Writes what a node does.
fn write_step(out: &mut String, step: Step, before: &Position, after: &Position) {
    match step {
        Step::None => {}
        Step::Setup => write_set_up(out, Some(before), after),
        Step::Move(mv) => {
            let size = before.size();
            let points = [mv.from, mv.to, mv.arrow].map(|square| point(size, square));
            let ident = before.to_move().letter().to_ascii_uppercase();
            out.push_str(&format!("{ident}[{}]", points.concat()));
        }
    }
}

/// Writes the set-up properties that lead from one position, or the bare board, to another.
fn write_set_up(out: &mut String, before: Option<&Position>, position: &Position) {
    let size = position.size();
    let turn = position.to_move().letter().to_ascii_uppercase();
    out.push_str(&format!("PL[{turn}]"));
    let changed = |wanted: Content| {
        size.iter()
            .filter(move |&square| {
                let was = before.map_or(Content::Empty, |before| before.at(square));
                position.at(square) == wanted && was != wanted
            })
            .map(|square| point(size, square))
            .collect::<Vec<String>>()
    };
    let kinds = [
        ("AB", Content::Amazon(Color::Black)),
        ("AW", Content::Amazon(Color::White)),
        ("AA", Content::Burnt),
        ("AE", Content::Empty),
    ];
    for (ident, content) in kinds {
        let points = changed(content);
        if !points.is_empty() {
            write_property(out, ident, &points);
        }
    }
    // A root without any set-up would mean the standard start.
    if before.is_none() && position.occupied().is_empty() {
        out.push_str("AE[aa]");
    }
}

fn write_remarks(out: &mut String, record: &Record, node: NodeId) {
    for property in record.properties(node) {
        write_property(out, property.ident(), property.values());
    }
}

fn point(size: Size, square: Square) -> String {
    let letter = |n: usize| match n {
        0..26 => char::from(b'a' + n as u8),
        _ => char::from(b'A' + (n - 26) as u8),
    };
    let row = size.height() - 1 - size.rank(square);
    [letter(size.file(square)), letter(row)].iter().collect()
}
