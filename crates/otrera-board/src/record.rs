//! Game records: a start position and a tree of moves, with variations and remarks.

use std::num::NonZeroU32;

use thiserror::Error;

use crate::moves::{IllegalMove, Move};
use crate::position::Position;
use crate::property::Property;

/// A game: a start position and a tree of nodes below it. The first child of
/// every node continues the main line, the others are variations.
///
/// ```
/// use otrera_board::{Move, NodeId, Position, Record};
///
/// let start: Position = "5x6".parse()?;
/// let mut record = Record::new(start);
/// let opening = Move::parse("B1-B4xD4", start.size())?;
/// record.add_move(NodeId::ROOT, opening)?;
/// assert_eq!(record.main_moves(), [opening]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    start: Position,
    nodes: Vec<Node>,
}

/// A node of a [`Record`], by number. It means nothing in another record, whose methods
/// panic if they have no node of that number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The node of the start position, the same in every record.
    pub const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    /// Its place in the list of nodes.
    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// What a node does to the position before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Nothing: the root, or a node that only carries remarks.
    None,
    /// A move.
    Move(Move),
    /// The board is set up anew; the board size stays.
    Setup(Box<Position>),
}

#[derive(Clone, Debug)]
struct Node {
    step: Step,
    properties: Vec<Property>,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
}

/// A board cannot change its size in the middle of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a set-up in the middle of a record keeps the size of its board")]
pub struct SizeChange;

impl Record {
    /// A record that has only a start position yet.
    pub fn new(start: Position) -> Record {
        let root = Node {
            step: Step::None,
            properties: Vec::new(),
            parent: None,
            first_child: None,
            last_child: None,
            next_sibling: None,
        };
        Record { start, nodes: vec![root] }
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// What a node does.
    pub fn step(&self, node: NodeId) -> &Step {
        &self.node(node).step
    }

    /// The remarks on a node.
    pub fn properties(&self, node: NodeId) -> &[Property] {
        &self.node(node).properties
    }

    /// Adds a remark to a node.
    pub fn add_property(&mut self, node: NodeId, property: Property) {
        self.nodes[node.index()].properties.push(property);
    }

    /// The first value of a property of a node, if it is there.
    pub fn property(&self, node: NodeId, ident: &str) -> Option<&str> {
        let found = self.properties(node).iter().find(|property| property.ident() == ident)?;
        found.values().first().map(String::as_str)
    }

    /// The nodes that follow a node, main line first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.node(node).first_child, |&child| self.node(child).next_sibling)
    }

    /// The nodes of the main line, from the root to its end.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(NodeId::ROOT), |&node| self.node(node).first_child)
    }

    /// The last move of the main line, remarks behind it passed over.
    pub fn last_move(&self) -> Option<Move> {
        let last = self.main_line().map(|node| self.step(node)).filter(|step| **step != Step::None);
        match last.last() {
            Some(Step::Move(mv)) => Some(*mv),
            _ => None,
        }
    }

    /// The moves of the main line.
    pub fn main_moves(&self) -> Vec<Move> {
        self.main_line()
            .filter_map(|node| match self.step(node) {
                Step::Move(mv) => Some(*mv),
                _ => None,
            })
            .collect()
    }

    /// The last node of the main line.
    pub fn main_end(&self) -> NodeId {
        self.main_line().last().unwrap_or(NodeId::ROOT)
    }

    /// The position after a node.
    pub fn position(&self, node: NodeId) -> Position {
        let mut moves = Vec::new();
        let mut place = Some(node);
        let mut position = self.start;
        while let Some(here) = place {
            match self.step(here) {
                Step::None => {}
                Step::Move(mv) => moves.push(*mv),
                Step::Setup(set) => {
                    position = **set;
                    break;
                }
            }
            place = self.node(here).parent;
        }
        for mv in moves.into_iter().rev() {
            position.make(mv);
        }
        position
    }

    /// The record of this line alone, from the start to a node, remarks included.
    pub fn line_to(&self, node: NodeId) -> Record {
        let path = std::iter::successors(Some(node), |&node| self.node(node).parent);
        let path: Vec<NodeId> = path.collect();
        let mut line = Record::new(self.start);
        let mut end = NodeId::ROOT;
        for &node in path.iter().rev() {
            let Node { step, properties, .. } = self.node(node);
            match node {
                NodeId::ROOT => line.nodes[node.index()].properties.clone_from(properties),
                _ => {
                    end = line.push(end, step.clone(), properties.clone());
                }
            }
        }
        line
    }

    /// Adds a move after a node, as its last variation.
    pub fn add_move(&mut self, after: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        self.position(after).check(mv)?;
        Ok(self.push(after, Step::Move(mv), Vec::new()))
    }

    /// Adds a new set-up after a node, as its last variation.
    pub fn add_setup(&mut self, after: NodeId, position: Position) -> Result<NodeId, SizeChange> {
        if position.size() != self.start.size() {
            return Err(SizeChange);
        }
        Ok(self.push(after, Step::Setup(Box::new(position)), Vec::new()))
    }

    /// Adds a node that does nothing but carry a remark.
    pub fn add_remark(&mut self, after: NodeId, remark: Property) -> NodeId {
        self.push(after, Step::None, vec![remark])
    }

    /// How many nodes there are, the root included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// How many nodes lie off the main line.
    pub fn variation_nodes(&self) -> usize {
        self.nodes.len() - self.main_line().count()
    }

    /// Adds a node whose step the caller has checked.
    pub(crate) fn push(&mut self, parent: NodeId, step: Step, properties: Vec<Property>) -> NodeId {
        let id = NodeId(NonZeroU32::MIN.saturating_add(self.nodes.len() as u32));
        self.nodes.push(Node {
            step,
            properties,
            parent: Some(parent),
            first_child: None,
            last_child: None,
            next_sibling: None,
        });
        let elder = self.nodes[parent.index()].last_child.replace(id);
        match elder {
            Some(elder) => self.nodes[elder.index()].next_sibling = Some(id),
            None => self.nodes[parent.index()].first_child = Some(id),
        }
        id
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// All nodes with their depths, each before its children.
    fn preorder(&self) -> impl Iterator<Item = (usize, &Node)> {
        let mut open = vec![(0, NodeId::ROOT)];
        std::iter::from_fn(move || {
            let (depth, id) = open.pop()?;
            let node = self.node(id);
            open.extend(node.next_sibling.map(|sibling| (depth, sibling)));
            open.extend(node.first_child.map(|child| (depth + 1, child)));
            Some((depth, node))
        })
    }
}

impl PartialEq for Record {
    /// The same start and the same tree, in whatever order it was built.
    fn eq(&self, other: &Record) -> bool {
        self.start == other.start
            && self.nodes.len() == other.nodes.len()
            && self.preorder().zip(other.preorder()).all(|((depth, a), (level, b))| {
                depth == level && a.step == b.step && a.properties == b.properties
            })
    }
}

impl Eq for Record {}
