//! Game records: a start position and a tree of moves, with variations and remarks.

use std::fmt;
use std::num::NonZeroU32;

use thiserror::Error;

use crate::bits::Bits;
use crate::moves::{IllegalMove, Move};
use crate::position::Position;
use crate::property::Property;
use crate::remarks::{PropertyRef, Remarks, Ring};
use crate::set_ups::{Planes, SetUps, difference, planes, position};
use crate::size::Square;

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
///
/// A node takes twenty bytes, besides what its remarks and set-ups take: a file may have millions.
#[derive(Clone)]
pub struct Record {
    start: Position,
    nodes: Vec<Node>,
    set_ups: SetUps,
    remarks: Remarks,
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Nothing: the root, or a node that only carries remarks.
    None,
    /// A move.
    Move(Move),
    /// The board is set up anew, as [`Record::position`] says; the board size stays.
    Setup,
}

#[derive(Clone, Copy)]
struct Node {
    parent: Option<NodeId>,
    last_child: Option<NodeId>,
    /// The next child of the same parent; the first, if this is the last.
    next: NodeId,
    step: PackedStep,
    remarks: Ring,
}

impl Node {
    fn new(parent: Option<NodeId>, step: PackedStep, next: NodeId) -> Node {
        Node { parent, last_child: None, next, step, remarks: Ring::default() }
    }
}

/// A step in four bytes. The two low bits are its kind; a move has the numbers of its squares above
/// them, a set-up whether the turn passes, and one more than the number of its change, or none if the
/// contents of the board stay.
#[derive(Clone, Copy)]
struct PackedStep(u32);

const NOTHING: u32 = 0;
const MOVE: u32 = 1;
const SET_UP: u32 = 2;

/// A step with what it changes.
#[derive(PartialEq)]
enum Change {
    Nothing,
    Move(Move),
    SetUp { turn: bool, contents: Planes },
}

/// A board cannot change its size in the middle of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a set-up in the middle of a record keeps the size of its board")]
pub struct SizeChange;

impl Record {
    /// A record that has only a start position yet.
    pub fn new(start: Position) -> Record {
        Record::with_remarks(start, Remarks::default())
    }

    /// The same, with remarks that will be [attached](Self::attach) to its nodes.
    pub(crate) fn with_remarks(start: Position, remarks: Remarks) -> Record {
        let root = Node::new(None, PackedStep(NOTHING), NodeId::ROOT);
        Record { start, nodes: vec![root], set_ups: SetUps::default(), remarks }
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// What a node does.
    pub fn step(&self, node: NodeId) -> Step {
        match self.change(node) {
            Change::Nothing => Step::None,
            Change::Move(mv) => Step::Move(mv),
            Change::SetUp { .. } => Step::Setup,
        }
    }

    /// The remarks on a node.
    pub fn properties(&self, node: NodeId) -> impl Iterator<Item = PropertyRef<'_>> {
        self.remarks.of(self.node(node).remarks)
    }

    /// Adds a remark to a node.
    ///
    /// # Panics
    /// If all remarks together outgrow 4 GiB.
    pub fn add_property(&mut self, node: NodeId, property: Property) {
        let ring = &mut self.nodes[node.index()].remarks;
        self.remarks.add(ring, property.ident(), property.values().iter());
    }

    /// The first value of a property of a node, if it is there.
    pub fn property(&self, node: NodeId, ident: &str) -> Option<&str> {
        self.properties(node).find(|property| property.ident() == ident)?.values().next()
    }

    /// The nodes that follow a node, main line first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first_child(node), |&child| self.next_sibling(child))
    }

    /// The nodes of the main line, from the root to its end.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(NodeId::ROOT), |&node| self.first_child(node))
    }

    /// The last move of the main line, remarks behind it passed over.
    pub fn last_move(&self) -> Option<Move> {
        let steps = self.main_line().map(|node| self.step(node));
        match steps.filter(|&step| step != Step::None).last() {
            Some(Step::Move(mv)) => Some(mv),
            _ => None,
        }
    }

    /// The moves of the main line.
    pub fn main_moves(&self) -> Vec<Move> {
        self.main_line()
            .filter_map(|node| match self.step(node) {
                Step::Move(mv) => Some(mv),
                _ => None,
            })
            .collect()
    }

    /// The last node of the main line.
    pub fn main_end(&self) -> NodeId {
        self.main_line().last().unwrap_or(NodeId::ROOT)
    }

    /// The position after a node.
    ///
    /// Every step flips some bits of the board, so the way there can be gone from its end.
    /// Whose amazon moves is known only at the start; until then the moves of whoever is to move in
    /// the end are kept apart from those of the other.
    pub fn position(&self, node: NodeId) -> Position {
        let mut contents = planes(&self.start);
        let mut moved = [0; 2];
        let mut passes = false;
        for here in self.path_from(node) {
            match self.change(here) {
                Change::Nothing => {}
                Change::Move(mv) => {
                    passes = !passes;
                    moved[usize::from(passes)] ^= u128::of(mv.from) | u128::of(mv.to);
                    contents = contents.map(|plane| plane ^ u128::of(mv.arrow));
                }
                Change::SetUp { turn, contents: change } => {
                    passes ^= turn;
                    contents = difference(contents, change);
                }
            }
        }
        let first = self.start.to_move();
        let last = if passes { !first } else { first };
        contents[last as usize] ^= moved[0];
        contents[!last as usize] ^= moved[1];
        position(contents, self.start.size(), last)
    }

    /// The record of this line alone, from the start to a node, remarks included.
    pub fn line_to(&self, node: NodeId) -> Record {
        let path: Vec<NodeId> = self.path_from(node).collect();
        let mut line = Record::new(self.start);
        let mut end = NodeId::ROOT;
        for &node in path.iter().rev() {
            end = match self.change(node) {
                _ if node == NodeId::ROOT => node,
                Change::Nothing => line.push_empty(end),
                Change::Move(mv) => line.push_move(end, mv),
                Change::SetUp { turn, contents } => line.push_change(end, turn, contents),
            };
            for property in self.properties(node) {
                let ring = &mut line.nodes[end.index()].remarks;
                line.remarks.add(ring, property.ident(), property.values());
            }
        }
        line
    }

    /// Adds a move after a node, as its last variation.
    pub fn add_move(&mut self, after: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        self.position(after).check(mv)?;
        Ok(self.push_move(after, mv))
    }

    /// Adds a new set-up after a node, as its last variation.
    pub fn add_setup(&mut self, after: NodeId, position: Position) -> Result<NodeId, SizeChange> {
        if position.size() != self.start.size() {
            return Err(SizeChange);
        }
        Ok(self.push_set_up(after, &self.position(after), &position))
    }

    /// Adds a node that does nothing but carry a remark.
    pub fn add_remark(&mut self, after: NodeId, remark: Property) -> NodeId {
        let node = self.push_empty(after);
        self.add_property(node, remark);
        node
    }

    /// How many nodes there are, the root included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// How many nodes lie off the main line.
    pub fn variation_nodes(&self) -> usize {
        self.nodes.len() - self.main_line().count()
    }

    /// Adds a move that the caller has checked.
    pub(crate) fn push_move(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let squares = [mv.from, mv.to, mv.arrow].map(|square| square.index() as u32);
        let [from, to, arrow] = squares;
        self.push(parent, PackedStep(MOVE | from << 2 | to << 10 | arrow << 18))
    }

    /// Adds a set-up that leads from the position after the parent to another.
    pub(crate) fn push_set_up(
        &mut self,
        parent: NodeId,
        before: &Position,
        after: &Position,
    ) -> NodeId {
        let turn = before.to_move() != after.to_move();
        self.push_change(parent, turn, difference(planes(before), planes(after)))
    }

    /// Adds a node that does nothing.
    pub(crate) fn push_empty(&mut self, parent: NodeId) -> NodeId {
        self.push(parent, PackedStep(NOTHING))
    }

    fn push_change(&mut self, parent: NodeId, turn: bool, contents: Planes) -> NodeId {
        let number = match contents {
            [0, 0] => 0,
            _ => self.set_ups.add(self.start.size(), contents) as u32 + 1,
        };
        self.push(parent, PackedStep(SET_UP | u32::from(turn) << 2 | number << 3))
    }

    fn push(&mut self, parent: NodeId, step: PackedStep) -> NodeId {
        let number = u32::try_from(self.nodes.len() + 1).ok().filter(|&n| n <= MOST_NODES);
        let number = number.expect("a record has fewer nodes than it has numbers for");
        let id = NodeId(NonZeroU32::MIN.saturating_add(number - 1));
        let elder = self.nodes[parent.index()].last_child.replace(id);
        let first = match elder {
            Some(elder) => std::mem::replace(&mut self.nodes[elder.index()].next, id),
            None => id,
        };
        self.nodes.push(Node::new(Some(parent), step, first));
        id
    }

    /// All remarks, for a reader that does not know yet which node they belong to …
    pub(crate) fn remarks_mut(&mut self) -> &mut Remarks {
        &mut self.remarks
    }

    /// … and the node that they belong to. It has no others yet.
    pub(crate) fn attach(&mut self, node: NodeId, remarks: Ring) {
        self.nodes[node.index()].remarks = remarks;
    }

    /// The node that continues the main line after a node.
    pub(crate) fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).last_child.map(|last| self.node(last).next)
    }

    /// The variation that follows a node.
    pub(crate) fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.parent(node)?;
        let is_last = self.node(parent).last_child == Some(node);
        (!is_last).then(|| self.node(node).next)
    }

    /// Has a node's parent other children?
    pub(crate) fn has_siblings(&self, node: NodeId) -> bool {
        self.node(node).next != node
    }

    /// The node before a node.
    pub(crate) fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).parent
    }

    /// Does what a node does.
    pub(crate) fn make(&self, node: NodeId, position: &mut Position) {
        match self.change(node) {
            Change::Move(mv) => position.make(mv),
            other => flip(other, position),
        }
    }

    /// Takes back what a node does.
    pub(crate) fn unmake(&self, node: NodeId, position: &mut Position) {
        match self.change(node) {
            Change::Move(mv) => position.unmake(mv),
            other => flip(other, position),
        }
    }

    fn change(&self, node: NodeId) -> Change {
        let PackedStep(bits) = self.node(node).step;
        match bits & 3 {
            MOVE => {
                let square = |shift: u32| {
                    Square::new((bits >> shift & 0xff) as usize).expect("it came from a square")
                };
                Change::Move(Move { from: square(2), to: square(10), arrow: square(18) })
            }
            SET_UP => Change::SetUp {
                turn: bits >> 2 & 1 != 0,
                contents: match bits >> 3 {
                    0 => [0, 0],
                    number => self.set_ups.get(self.start.size(), number as usize - 1),
                },
            },
            _ => Change::Nothing,
        }
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The nodes from this one back to the root.
    fn path_from(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(node), |&node| self.parent(node))
    }

    /// All nodes with their depths, each before its children.
    fn preorder(&self) -> impl Iterator<Item = (usize, NodeId)> {
        std::iter::successors(Some((0, NodeId::ROOT)), |&(mut depth, mut node)| {
            if let Some(child) = self.first_child(node) {
                return Some((depth + 1, child));
            }
            loop {
                if let Some(sibling) = self.next_sibling(node) {
                    return Some((depth, sibling));
                }
                node = self.parent(node)?;
                depth -= 1;
            }
        })
    }
}

/// A packed step has 29 bits for the number of a change; so many nodes can have one each.
const MOST_NODES: u32 = (1 << 29) - 1;

/// A set-up there or back: both flip the same bits.
fn flip(change: Change, place: &mut Position) {
    if let Change::SetUp { turn, contents } = change {
        let to_move = if turn { !place.to_move() } else { place.to_move() };
        *place = position(difference(planes(place), contents), place.size(), to_move);
    }
}

impl PartialEq for Record {
    /// The same start and the same tree, in whatever order it was built. Where all before was equal,
    /// equal changes lead to equal positions.
    fn eq(&self, other: &Record) -> bool {
        self.start == other.start
            && self.nodes.len() == other.nodes.len()
            && self.preorder().zip(other.preorder()).all(|((depth, a), (level, b))| {
                depth == level
                    && self.change(a) == other.change(b)
                    && self.properties(a).eq(other.properties(b))
            })
    }
}

impl Eq for Record {}

impl fmt::Debug for Record {
    /// The start, then the nodes with their depths.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.preorder().map(|(depth, node)| {
            let position = self.position(node).to_string();
            (depth, self.step(node), position, self.properties(node).collect::<Vec<_>>())
        });
        write!(f, "Record({}) ", self.start)?;
        f.debug_list().entries(nodes).finish()
    }
}
