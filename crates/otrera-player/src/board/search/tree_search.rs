//! Monte-Carlo tree search with an evaluation instead of random games.
//!
//! A visit goes down the tree by the rule of PUCT, evaluates the best moves of the leaf that it comes to, and tells their values to all
//! nodes on its way. Evaluating takes a hundred times longer than everything else, so all threads share one tree behind a lock, which
//! they leave while they evaluate.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use otrera_board::{Bits, Position};

use super::decided::Decider;
use super::limits::Limits;
use super::sight::{Look, Sight};
use super::tree::{ALL, LONGEST, Leaf, Path, Proof, Tree, Tuning};
use crate::board::evaluation::View;
use crate::board::opinion::{Opinion, Worth};

/// How deep a tree is takes a look at all moves of its root: it is looked at after so many visits.
const VISITS_BETWEEN_LOOKS: u32 = 16;

/// After so many visits of the root another leaf is looked at together with those before.
const VISITS_FOR_ANOTHER: usize = 16;

/// Opinions are told this often at most, or when the tree is deeper.
const PAUSE: Duration = Duration::from_millis(200);

/// A search, with what it remembers from move to move.
#[derive(Debug)]
pub(crate) struct TreeSearch<B: Bits, S> {
    tree: Tree<B>,
    /// Takes over what is left of the tree after a move.
    spare: Tree<B>,
    tuning: Tuning,
    /// Do bounds tell who wins?
    bounds: bool,
    scratch: Vec<Scratch<B, S>>,
}

/// What one thread needs.
#[derive(Debug)]
struct Scratch<B: Bits, S> {
    sight: S,
    /// The ways to leaves that are looked at together, …
    paths: Vec<Path<B>>,
    /// … and of these whose moves are to be looked at: which they are, where they end, and how many moves.
    open: Vec<usize>,
    positions: Vec<Position<B>>,
    widths: Vec<usize>,
    /// Tells who wins by bounds, if it may.
    decider: Option<Decider<B>>,
}

impl<B: Bits, S: Send> TreeSearch<B, S> {
    pub(crate) fn new(
        position: &Position<B>,
        bytes: usize,
        tuning: Tuning,
        bounds: bool,
    ) -> TreeSearch<B, S> {
        let [tree, spare] = [0; 2].map(|_| Tree::new(*position, bytes / 2));
        TreeSearch { tree, spare, tuning, bounds, scratch: Vec::new() }
    }

    /// Forgets the tree, and keeps its memory. What is known of the pieces of divisions is true in every game.
    pub(crate) fn forget(&mut self) {
        self.tree.forget();
    }

    /// Searches a position that has moves, and says what it found; its line begins with the move to make. Odds of e to one are told as so
    /// many moves.
    pub(crate) fn search(
        &mut self,
        sight: &impl Sight<B, Scratch = S>,
        doubt: f32,
        position: &Position<B>,
        threads: usize,
        limits: &Limits,
        watch: &mut dyn FnMut(&Opinion),
    ) -> Opinion {
        let began = Instant::now();
        let copying = limits.deadline.map(|end| began + end.left() / 4);
        self.tree.advance(position, &mut self.spare, copying);
        let threads = threads.max(1);
        self.scratch.resize_with(threads, || Scratch {
            sight: sight.scratch(),
            paths: (0..sight.batch()).map(|_| Path::new(*position)).collect(),
            open: Vec::with_capacity(sight.batch()),
            positions: Vec::with_capacity(sight.batch()),
            widths: Vec::with_capacity(sight.batch()),
            decider: self.bounds.then(Decider::new),
        });
        let shared = Shared {
            nodes: AtomicU64::new(0),
            done: AtomicBool::new(false),
            tree: Mutex::new(std::mem::replace(&mut self.tree, Tree::new(*position, 0))),
            tuning: self.tuning,
            limits,
            sight,
        };
        let mut scratch = self.scratch.iter_mut();
        let first = scratch.next().expect("one thread at least");
        // The root first, whatever the limits are: there must be a move.
        shared.visit_root(first);
        let tell = |tree: &Tree<B>, opinion: &mut Opinion| {
            describe(tree, &shared.tuning, doubt, opinion);
            opinion.nodes = shared.nodes.load(Ordering::Relaxed);
            opinion.time = began.elapsed();
        };
        let mut opinion = Opinion {
            worth: Worth::Guess(0.0),
            line: Vec::with_capacity(LONGEST),
            depth: 1,
            nodes: 0,
            time: Duration::ZERO,
        };
        tell(&shared.lock(), &mut opinion);
        std::thread::scope(|scope| {
            for other in scratch {
                scope.spawn(|| shared.work(other, &mut |_| ()));
            }
            let (mut told, mut deepest, mut visits) = (began, 0, 0u32);
            shared.work(first, &mut |tree| {
                visits += 1;
                if !visits.is_multiple_of(VISITS_BETWEEN_LOOKS) {
                    return;
                }
                let depth = tree.depth(shared.tuning.trust);
                if depth > deepest || told.elapsed() > PAUSE {
                    (told, deepest) = (Instant::now(), deepest.max(depth));
                    tell(tree, &mut opinion);
                    watch(&opinion);
                }
            });
        });
        self.tree = shared.tree.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        describe(&self.tree, &self.tuning, doubt, &mut opinion);
        opinion.nodes = shared.nodes.into_inner();
        opinion.time = began.elapsed();
        watch(&opinion);
        opinion
    }
}

/// What the threads of a search share.
struct Shared<'a, B: Bits, S> {
    nodes: AtomicU64,
    done: AtomicBool,
    tree: Mutex<Tree<B>>,
    tuning: Tuning,
    limits: &'a Limits<'a>,
    sight: &'a S,
}

impl<B: Bits, S: Sight<B>> Shared<'_, B, S> {
    fn lock(&self) -> std::sync::MutexGuard<'_, Tree<B>> {
        self.tree.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn visit_root(&self, scratch: &mut Scratch<B, S::Scratch>) {
        let Scratch { sight, decider, .. } = scratch;
        let mut tree = self.lock();
        if !tree.is_planted() || !tree.root_is_whole() {
            let root = tree.root;
            let proof = decide(decider, &root);
            let leaf = self.look(sight, &root, ALL, proof);
            match tree.is_planted() {
                true => tree.widen(0, &leaf),
                false => tree.learn(&Path::new(root), &leaf, &self.tuning),
            }
        }
        // Bounds may decide a position without saying by which move.
        if tree.root_proof() != Proof::Open {
            tree.prove_root_moves(|after| decide(decider, after));
        }
    }

    fn work(&self, scratch: &mut Scratch<B, S::Scratch>, tell: &mut dyn FnMut(&Tree<B>)) {
        let Scratch { sight, paths, open, positions, widths, decider } = scratch;
        loop {
            let together = {
                let mut tree = self.lock();
                tell(&tree);
                let over = self.limits.reached(self.nodes.load(Ordering::Relaxed))
                    || tree.root_is_settled()
                    || tree.root_edges().len() < 2
                    // A full tree gets no deeper.
                    || self.limits.depth.is_some_and(|most| {
                        tree.is_full() || tree.depth(self.tuning.trust) >= most
                    });
                if over || self.done.load(Ordering::Relaxed) {
                    self.done.store(true, Ordering::Relaxed);
                    return;
                }
                // In a small tree several leaves at a time would be chosen blindly.
                let together = paths.len().min(1 + tree.root_visits() / VISITS_FOR_ANOTHER);
                for path in &mut paths[..together] {
                    tree.descend(&self.tuning, path);
                }
                together
            };
            open.clear();
            positions.clear();
            widths.clear();
            for (number, path) in paths[..together].iter().enumerate() {
                let proof = match path.widening() {
                    Some(_) => Proof::Open,
                    None => decide(decider, &path.position),
                };
                if proof == Proof::Open {
                    open.push(number);
                    positions.push(path.position);
                    widths.push(path.widening().unwrap_or(self.tuning.looked_at));
                } else {
                    // Its moves are not asked for.
                    self.nodes.fetch_add(1, Ordering::Relaxed);
                    let leaf = Leaf { moves: &[], whole: false, proof, value: 0.5 };
                    self.lock().learn(path, &leaf, &self.tuning);
                }
            }
            self.sight.look_at_all(sight, positions, widths, &mut |number, look| {
                let leaf = self.leaf(look, Proof::Open);
                self.lock().learn(&paths[open[number]], &leaf, &self.tuning);
            });
        }
    }

    /// Looks at the moves of a position of which so much is proven.
    fn look<'s>(
        &self,
        scratch: &'s mut S::Scratch,
        position: &Position<B>,
        width: usize,
        proof: Proof,
    ) -> Leaf<'s> {
        self.leaf(self.sight.look(scratch, position, width), proof)
    }

    /// What was seen of a position of which so much is proven.
    fn leaf<'s>(&self, look: Look<'s>, proof: Proof) -> Leaf<'s> {
        let Look { moves, whole, value, evaluations } = look;
        self.nodes.fetch_add(evaluations, Ordering::Relaxed);
        Leaf { moves, whole, proof: if moves.is_empty() { Proof::Loss } else { proof }, value }
    }
}

/// What bounds prove for the player to move.
fn decide<B: Bits>(decider: &mut Option<Decider<B>>, position: &Position<B>) -> Proof {
    match decider.as_mut().and_then(|decider| decider.mover_wins(&View::new(position))) {
        Some(true) => Proof::Win,
        Some(false) => Proof::Loss,
        None => Proof::Open,
    }
}

fn describe<B: Bits>(tree: &Tree<B>, tuning: &Tuning, doubt: f32, opinion: &mut Opinion) {
    tree.line(tuning.trust, &mut opinion.line);
    opinion.depth = tree.depth(tuning.trust).max(1);
    opinion.worth = match tree.root_proof() {
        // A win is told only with a move that is known to keep it.
        Proof::Win if tree.root_is_settled() => Worth::Wins(None),
        Proof::Loss => Worth::Loses(None),
        Proof::Win | Proof::Open => {
            let value = tree.best(tuning.trust).map_or(0.5, |best| best.value(tuning.trust));
            let value = value.clamp(0.001, 0.999);
            Worth::guess((value / (1.0 - value)).ln() * doubt, &tree.root)
        }
    };
}
