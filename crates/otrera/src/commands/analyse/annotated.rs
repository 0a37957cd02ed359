//! The game with what was found as remarks on its moves.

use otrera_board::notation::Format;
use otrera_board::{NodeId, Property, PropertyRef, Record, Step};

use super::answer::{Answer, Row};
use super::game::Game;

/// The record with comments, marks, values, and better moves as variations. What it said before stays, values and marks of moves apart.
pub fn sgf(record: &Record, game: &Game, answer: &Answer) -> anyhow::Result<String> {
    let mut copy = Record::new(*record.start());
    copy_remarks(record, NodeId::ROOT, 0, &mut copy, NodeId::ROOT, None)?;
    // Nodes of the record whose children are to be copied, with their copies: parents before children.
    let mut open = vec![(NodeId::ROOT, NodeId::ROOT)];
    let mut next = 0;
    while let Some(&(from, to)) = open.get(next) {
        next += 1;
        let mut better = None;
        for child in record.children(from) {
            let row = game.plies.iter().position(|ply| ply.node == child).map(|n| &answer.moves[n]);
            let (made, done) = match record.step(child) {
                Step::Move(mv) => (copy.add_move(to, mv)?, 0),
                Step::Setup => (copy.add_setup(to, record.position(child))?, 0),
                Step::None => match record.properties(child).next() {
                    Some(first) => (copy.add_remark(to, property(first)?), 1),
                    // It says nothing at all.
                    None => (to, 0),
                },
            };
            copy_remarks(record, child, done, &mut copy, made, row)?;
            better = better.or(row.and_then(Row::variation));
            open.push((child, made));
        }
        // Behind the moves of the record, so that these stay the main line.
        if let Some((mv, said)) = better {
            let node = copy.add_move(to, mv)?;
            copy.add_property(node, Property::new("C", vec![said])?);
        }
    }
    Ok(Format::Sgf.write(&copy)?)
}

/// Copies the remarks on a node but for the first ones, and adds those on a move that was analysed.
fn copy_remarks(
    record: &Record,
    from: NodeId,
    done: usize,
    copy: &mut Record,
    to: NodeId,
    row: Option<&Row>,
) -> anyhow::Result<()> {
    let ours = row.map_or_else(Vec::new, Row::remarks);
    for old in record.properties(from).skip(done) {
        match ours.iter().find(|(ident, _)| *ident == old.ident()) {
            // Comments are read together. What an analysis said before is not said twice.
            Some(("C", said)) => {
                let mut values: Vec<String> = old.values().map(str::to_owned).collect();
                if !values[0].split("\n\n").any(|part| part == said) {
                    values[0] += &format!("\n\n{said}");
                }
                copy.add_property(to, Property::new("C", values)?);
            }
            Some(_) => {}
            None => copy.add_property(to, property(old)?),
        }
    }
    let said_before = |ident| record.properties(from).skip(done).any(|old| old.ident() == ident);
    for (ident, value) in ours {
        if ident != "C" || !said_before("C") {
            copy.add_property(to, Property::new(ident, vec![value])?);
        }
    }
    Ok(())
}

fn property(old: PropertyRef<'_>) -> anyhow::Result<Property> {
    Ok(Property::new(old.ident(), old.values().map(str::to_owned).collect())?)
}
