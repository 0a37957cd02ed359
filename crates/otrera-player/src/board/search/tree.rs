//! The tree of a Monte-Carlo tree search: nodes and edges in two runs of memory, how a leaf is chosen, what it teaches.

use std::time::Instant;

use otrera_board::{Bits, Move, Position, Square};

use super::memory::affordable;
use super::sight::Prospect;

/// No node.
const NONE: u32 = u32::MAX;

/// More moves than there are.
pub(crate) const ALL: usize = usize::MAX / 2;

/// So many nodes are copied between two looks at the time.
const NODES_BETWEEN_LOOKS: usize = 256;

/// A node that widens gets so many times as many moves.
const WIDER: usize = 4;

/// How leaves are chosen and valued.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Tuning {
    /// So many moves of a node are evaluated as a whole …
    pub looked_at: usize,
    /// … and so many of these are kept.
    pub kept: usize,
    /// A node of n moves gets more of them after n² visits times this; never if it is zero.
    pub widening: f32,
    /// How much is tried that does not look best.
    pub curiosity: f32,
    /// How much worse a move may look, in logarithms of odds, to be thought of e times less often.
    pub tolerance: f32,
    /// So many visits a move's own evaluation counts for.
    pub trust: f32,
    /// How much of a new node's value comes from its best move, and not from itself; a network sees no positions after moves.
    pub foresight: f32,
    /// How much less likely to win a move seems that a network has not seen the position after.
    pub caution: f32,
}

impl Tuning {
    /// For the classical evaluation.
    pub const CLASSICAL: Tuning = Tuning {
        looked_at: 48,
        kept: 32,
        widening: 1.0,
        curiosity: 0.35,
        tolerance: 0.9,
        trust: 1.0,
        foresight: 0.5,
        caution: 0.0,
    };

    /// For a network.
    pub const NETWORK: Tuning = Tuning {
        looked_at: 96,
        kept: 96,
        widening: 1.0,
        curiosity: 1.0,
        tolerance: 1.5,
        trust: 0.1,
        foresight: 0.0,
        caution: 0.1,
    };
}

/// What is proven, for the player to move at a node or the one who makes a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Proof {
    Open,
    Win,
    Loss,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    from: u8,
    to: u8,
    arrow: u8,
    pub proof: Proof,
    child: u32,
    pub visits: u32,
    /// Of the values of all visits, for the player who moves here.
    sum: f32,
    /// What the evaluation says of the position after the move: his probability to win.
    guess: f32,
    /// How often to think of it.
    prior: f32,
}

impl Edge {
    pub(crate) fn mv(&self) -> Move {
        let [from, to, arrow] =
            [self.from, self.to, self.arrow].map(|n| Square::new(n.into()).expect("a square"));
        Move { from, to, arrow }
    }

    /// His probability to win by what is known.
    pub(crate) fn value(&self, trust: f32) -> f32 {
        match self.proof {
            Proof::Win => 1.0,
            Proof::Loss => 0.0,
            Proof::Open => (self.sum + trust * self.guess) / (self.visits as f32 + trust),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    first: u32,
    edges: u16,
    /// Are all moves among the edges?
    whole: bool,
    proof: Proof,
    visits: u32,
}

/// A tree and the position at its root.
#[derive(Debug)]
pub(crate) struct Tree<B: Bits> {
    pub(crate) root: Position<B>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    is_full: bool,
}

/// The way to a leaf.
#[derive(Debug)]
pub(crate) struct Path<B: Bits> {
    /// Nodes, each with the edge that was taken there.
    steps: Vec<(u32, u32)>,
    /// Where it ends.
    pub position: Position<B>,
    /// A node at its end that is to get more moves, and how many are to be looked at.
    widening: Option<(u32, usize)>,
}

/// Longer lines than any game has.
pub(crate) const LONGEST: usize = 130;

impl<B: Bits> Path<B> {
    pub(crate) fn new(position: Position<B>) -> Path<B> {
        Path { steps: Vec::with_capacity(LONGEST), position, widening: None }
    }

    /// How many moves are to be looked at where it ends, if the node there is to get more of them?
    pub(crate) fn widening(&self) -> Option<usize> {
        self.widening.map(|(_, width)| width)
    }
}

/// What a look at a leaf has told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf<'a> {
    /// Its best moves, best first; none if there are no moves, or if they need not be known.
    pub moves: &'a [Prospect],
    /// Are these all?
    pub whole: bool,
    /// Is it decided?
    pub proof: Proof,
    /// The probability that the player to move wins.
    pub value: f32,
}

impl<B: Bits> Tree<B> {
    /// An empty tree, which may grow to so many bytes, or fewer where there is no memory for them. They are set aside at once, so that
    /// growing takes no memory from elsewhere; what is not used costs nothing.
    pub(crate) fn new(root: Position<B>, bytes: usize) -> Tree<B> {
        let most_nodes = bytes / 8 / size_of::<Node>();
        let most_edges = (bytes - bytes / 8) / size_of::<Edge>();
        Tree {
            root,
            nodes: Vec::with_capacity(affordable::<Node>(most_nodes)),
            edges: Vec::with_capacity(affordable::<Edge>(most_edges)),
            is_full: false,
        }
    }

    /// Is there room for another node with so many edges?
    fn has_room(&self, edges: usize) -> bool {
        self.nodes.len() < self.nodes.capacity()
            && self.edges.len() + edges <= self.edges.capacity()
    }

    /// Was there no room for a node that should have been added?
    pub(crate) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Has it a root?
    pub(crate) fn is_planted(&self) -> bool {
        !self.nodes.is_empty()
    }

    pub(crate) fn root_edges(&self) -> &[Edge] {
        self.nodes.first().map_or(&[], |node| self.edges_of(node))
    }

    pub(crate) fn root_visits(&self) -> usize {
        self.nodes.first().map_or(0, |node| node.visits as usize)
    }

    pub(crate) fn root_proof(&self) -> Proof {
        self.nodes.first().map_or(Proof::Open, |node| node.proof)
    }

    /// Is it known who wins, and by which move if the player to move does?
    pub(crate) fn root_is_settled(&self) -> bool {
        match self.root_proof() {
            Proof::Open => false,
            Proof::Loss => true,
            Proof::Win => self.root_edges().iter().any(|edge| edge.proof == Proof::Win),
        }
    }

    /// Proves moves of the root by asking who wins after them: does the player to move there?
    pub(crate) fn prove_root_moves(&mut self, mut decide: impl FnMut(&Position<B>) -> Proof) {
        let Some(&node) = self.nodes.first() else { return };
        for n in node.first..node.first + u32::from(node.edges) {
            let edge = &mut self.edges[n as usize];
            let mut after = self.root;
            after.make(edge.mv());
            match decide(&after) {
                Proof::Win => edge.proof = Proof::Loss,
                Proof::Loss => edge.proof = Proof::Win,
                Proof::Open => {}
            }
        }
        self.conclude(0);
    }

    fn edges_of(&self, node: &Node) -> &[Edge] {
        let first = node.first as usize;
        &self.edges[first..first + usize::from(node.edges)]
    }

    /// Goes down to a leaf: a move that was not looked at yet, or that ends a line. Each move on the way counts as lost until the leaf
    /// is told of, so that others go elsewhere.
    pub(crate) fn descend(&mut self, tuning: &Tuning, path: &mut Path<B>) {
        path.steps.clear();
        path.position = self.root;
        path.widening = None;
        let mut at = 0;
        while let Some(&node) = self.nodes.get(at as usize) {
            if node.edges == 0 {
                break;
            }
            let best = node.first + self.select(&node, tuning) as u32;
            let proof = self.edges[best as usize].proof;
            if let Some(width) = self.wider(&node, proof, tuning) {
                path.widening = Some((at, width));
                break;
            }
            let edge = &mut self.edges[best as usize];
            edge.visits += 1;
            self.nodes[at as usize].visits += 1;
            path.steps.push((at, best));
            path.position.make(edge.mv());
            at = edge.child;
            if edge.proof != Proof::Open {
                break;
            }
        }
    }

    /// How many moves of a node are to be looked at, if it needs more than it has: all of them where those that it has are lost, as
    /// the best of them shows, and some more where it is visited often.
    fn wider(&self, node: &Node, best: Proof, tuning: &Tuning) -> Option<usize> {
        let often = tuning.widening * f32::from(node.edges).powi(2);
        match () {
            () if node.whole => None,
            () if best == Proof::Loss => Some(ALL),
            // A full tree cannot take them in.
            () if self.is_full || tuning.widening == 0.0 || (node.visits as f32) < often => None,
            () => Some(tuning.looked_at * usize::from(node.edges) / tuning.kept.max(1) * WIDER),
        }
    }

    fn select(&self, node: &Node, tuning: &Tuning) -> usize {
        let scale = tuning.curiosity * (node.visits as f32).sqrt();
        let mut best = (f32::NEG_INFINITY, 0);
        for (n, edge) in self.edges_of(node).iter().enumerate() {
            let score = match edge.proof {
                Proof::Win => return n,
                Proof::Loss => -1.0,
                Proof::Open => {
                    edge.value(tuning.trust) + scale * edge.prior / (1.0 + edge.visits as f32)
                }
            };
            if score > best.0 {
                best = (score, n);
            }
        }
        best.1
    }

    /// Is every move of the root known?
    pub(crate) fn root_is_whole(&self) -> bool {
        self.nodes.first().is_none_or(|node| node.whole)
    }

    /// Gives a node more of its moves; what is known of some of them stays.
    pub(crate) fn widen(&mut self, at: u32, leaf: &Leaf) {
        if !self.has_room(leaf.moves.len()) {
            self.is_full = true;
            return;
        }
        let old = self.nodes[at as usize];
        self.grow(leaf, usize::from(old.edges) * WIDER);
        let new = self.nodes.pop().expect("it has just grown");
        for n in old.first..old.first + u32::from(old.edges) {
            let known = self.edges[n as usize];
            let edges = &mut self.edges[new.first as usize..];
            if let Some(edge) = edges.iter_mut().find(|edge| edge.mv() == known.mv()) {
                let Edge { proof, child, visits, sum, .. } = known;
                *edge = Edge { proof, child, visits, sum, ..*edge };
            }
        }
        self.nodes[at as usize] =
            Node { first: new.first, edges: new.edges, whole: new.whole, ..old };
    }

    /// Where an edge of a node is now: another thread may have widened the node since the edge was taken.
    fn current(&self, node: u32, edge: u32) -> u32 {
        let node = &self.nodes[node as usize];
        if edge >= node.first {
            return edge;
        }
        let mv = self.edges[edge as usize].mv();
        let place = self.edges_of(node).iter().position(|edge| edge.mv() == mv);
        place.map_or(edge, |place| node.first + place as u32)
    }

    /// Adds what was found at the end of a path, and tells all nodes on the way.
    pub(crate) fn learn(&mut self, path: &Path<B>, leaf: &Leaf, tuning: &Tuning) {
        if let Some((at, _)) = path.widening {
            self.widen(at, leaf);
        }
        let last = path.steps.last().map(|&(node, edge)| self.current(node, edge) as usize);
        let known = match last {
            None => self.is_planted(),
            Some(last) => {
                let edge = &self.edges[last];
                edge.child != NONE || edge.proof != Proof::Open
            }
        };
        if !known {
            if self.has_room(leaf.moves.len()) {
                let child = self.grow(leaf, tuning.kept);
                if let Some(last) = last {
                    self.edges[last].child = child;
                }
            } else {
                self.is_full = true;
            }
        }
        let mut value = match leaf.proof {
            Proof::Win => 1.0,
            Proof::Loss => 0.0,
            Proof::Open => leaf.value,
        };
        let mut proof = match path.widening {
            Some((at, _)) => self.conclude(at),
            None => leaf.proof,
        };
        for &(node, edge) in path.steps.iter().rev() {
            // What is good for the player after a move is bad for the one who makes it.
            value = 1.0 - value;
            let edge = self.current(node, edge);
            let edge = &mut self.edges[edge as usize];
            edge.sum += value;
            if proof != Proof::Open {
                edge.proof = if proof == Proof::Win { Proof::Loss } else { Proof::Win };
                proof = self.conclude(node);
            }
        }
    }

    /// What follows for a node from the proofs of its moves. What was known of it before stays: bounds may have told.
    fn conclude(&mut self, at: u32) -> Proof {
        let node = self.nodes[at as usize];
        let edges = self.edges_of(&node);
        let proof = match () {
            () if edges.iter().any(|edge| edge.proof == Proof::Win) => Proof::Win,
            () if node.whole && edges.iter().all(|edge| edge.proof == Proof::Loss) => Proof::Loss,
            () => Proof::Open,
        };
        let known = &mut self.nodes[at as usize].proof;
        if proof != Proof::Open {
            *known = proof;
        }
        *known
    }

    /// A new node, with so many of the moves that were looked at.
    fn grow(&mut self, leaf: &Leaf, kept: usize) -> u32 {
        let first = self.edges.len() as u32;
        let kept = match leaf.whole {
            // A node whose moves are all there can be lost for certain.
            true => leaf.moves.len(),
            false => kept.min(leaf.moves.len()),
        };
        let moves = &leaf.moves[..kept];
        let total: f32 = moves.iter().map(|it| it.prior).sum();
        for &Prospect { mv, guess, prior } in moves {
            let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(|square| square.index() as u8);
            self.edges.push(Edge {
                from,
                to,
                arrow,
                proof: Proof::Open,
                child: NONE,
                visits: 0,
                sum: 0.0,
                guess,
                prior: prior / total,
            });
        }
        self.nodes.push(Node {
            first,
            edges: kept as u16,
            whole: leaf.whole,
            proof: leaf.proof,
            visits: 0,
        });
        self.nodes.len() as u32 - 1
    }

    /// The move to make: one that wins, else the one that was visited most, of those that are not lost.
    pub(crate) fn best(&self, trust: f32) -> Option<&Edge> {
        Self::best_of(self.root_edges(), trust)
    }

    fn best_of(edges: &[Edge], trust: f32) -> Option<&Edge> {
        let rank = |edge: &Edge| {
            let proven = match edge.proof {
                Proof::Win => 2,
                Proof::Open => 1,
                Proof::Loss => 0,
            };
            (proven, edge.visits, edge.value(trust))
        };
        edges.iter().reduce(|best, edge| {
            let (a, b) = (rank(best), rank(edge));
            if (b.0, b.1) > (a.0, a.1) || (b.0, b.1) == (a.0, a.1) && b.2 > a.2 {
                edge
            } else {
                best
            }
        })
    }

    /// The line of best moves.
    pub(crate) fn line(&self, trust: f32, line: &mut Vec<Move>) {
        line.clear();
        let mut at = 0;
        while let Some(node) = self.nodes.get(at as usize) {
            let Some(best) = Self::best_of(self.edges_of(node), trust) else { break };
            if best.visits == 0 && !line.is_empty() {
                break;
            }
            line.push(best.mv());
            at = best.child;
        }
    }

    /// How many best moves follow each other.
    pub(crate) fn depth(&self, trust: f32) -> u32 {
        let (mut at, mut depth) = (0, 0);
        while let Some(node) = self.nodes.get(at as usize) {
            let Some(best) = Self::best_of(self.edges_of(node), trust) else { break };
            if best.visits == 0 {
                break;
            }
            depth += 1;
            at = best.child;
        }
        depth
    }

    /// Has no nodes any more; its memory stays.
    pub(crate) fn forget(&mut self) {
        self.replant(self.root);
    }

    /// Begins anew with another position; its memory stays.
    fn replant(&mut self, root: Position<B>) {
        self.root = root;
        self.nodes.clear();
        self.edges.clear();
        self.is_full = false;
    }

    /// What is left of the tree at a position that came about by at most two moves; else nothing. Another tree takes it over, and the two
    /// change places: giving gigabytes back to the system takes longer than a move may. What is deep in the tree is lost where there is
    /// no time to copy it.
    pub(crate) fn advance(
        &mut self,
        position: &Position<B>,
        spare: &mut Tree<B>,
        until: Option<Instant>,
    ) {
        if self.is_planted() && self.root == *position {
            return;
        }
        spare.replant(*position);
        if let Some(at) = self.find(0, self.root, position, 2) {
            spare.copy(self, at, until);
        }
        std::mem::swap(self, spare);
    }

    fn find(
        &self,
        at: u32,
        position: Position<B>,
        wanted: &Position<B>,
        moves: u32,
    ) -> Option<u32> {
        if position.size() != wanted.size() {
            return None;
        }
        let node = self.nodes.get(at as usize)?;
        if position == *wanted {
            return Some(at);
        }
        if moves == 0 {
            return None;
        }
        self.edges_of(node).iter().filter(|edge| edge.child != NONE).find_map(|edge| {
            let mut next = position;
            next.make(edge.mv());
            self.find(edge.child, next, wanted, moves - 1)
        })
    }

    /// Takes over a part of another tree, nodes near its top first, until the time is over.
    fn copy(&mut self, from: &Tree<B>, at: u32, until: Option<Instant>) {
        let mut waiting = std::collections::VecDeque::from([(at, None::<u32>)]);
        while let Some((at, edge)) = waiting.pop_front() {
            let is_late = || until.is_some_and(|until| Instant::now() >= until);
            if self.nodes.len() % NODES_BETWEEN_LOOKS == NODES_BETWEEN_LOOKS - 1 && is_late() {
                break;
            }
            let node = from.nodes[at as usize];
            let number = self.nodes.len() as u32;
            if let Some(edge) = edge {
                self.edges[edge as usize].child = number;
            }
            let first = self.edges.len() as u32;
            for (n, edge) in from.edges_of(&node).iter().enumerate() {
                if edge.child != NONE {
                    waiting.push_back((edge.child, Some(first + n as u32)));
                }
                self.edges.push(Edge { child: NONE, ..*edge });
            }
            self.nodes.push(Node { first, ..node });
        }
    }
}
