//! Alpha-beta, deeper and deeper, over the best moves of each position.
//!
//! One ply is the evaluation of candidates; each further ply looks at the best of them again. Values are logarithms of odds for the
//! player to move. A position without moves is lost for certain; whatever rests on moves that were left out is not called certain.

use std::time::{Duration, Instant};

use otrera_board::{Bits, Move, Position};

use super::candidates::{Candidate, Candidates};
use super::decided::Decider;
use super::limits::Limits;
use super::transpositions::{Bound, Entry, Transpositions};
use crate::board::evaluation::{Evaluation, View};
use crate::board::opinion::{Opinion, Worth};

/// Values from here on are certain: this for a game that is over now, one less for each move until then.
const CERTAIN: f32 = 10_000.0;
/// Longer than any game.
const LONGEST: usize = 130;
/// What bounds decide is certain as well, but not when the game will be over.
const DECIDED: f32 = CERTAIN - LONGEST as f32;
/// No value that is certain is nearer to zero.
const LEAST_CERTAIN: f32 = DECIDED - LONGEST as f32;
/// A value that looks certain, but rests on moves that were left out.
const NEARLY: f32 = 50.0;
/// The first window around the value of the iteration before.
const WINDOW: f32 = 0.4;
/// The width of a window that only asks whether a move is better.
const SLIVER: f32 = 0.001;
/// A killer counts as so much better than it looks.
const KILLER: f32 = 0.5;

/// How many moves of each position are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Width {
    /// So many moves of a position are evaluated as a whole, …
    pub looked_at: usize,
    /// … so many of these are searched at the root …
    pub root: usize,
    /// … and so many elsewhere.
    pub inner: usize,
}

impl Default for Width {
    fn default() -> Width {
        Width { looked_at: 32, root: 40, inner: 12 }
    }
}

/// A search, with what it remembers from move to move.
#[derive(Debug)]
pub(crate) struct AlphaBeta {
    table: Transpositions,
    width: Width,
    /// By how many moves from the root: memory for candidates, and moves that refuted others.
    plies: Vec<Ply>,
    /// By from and to: how well such moves did.
    history: Vec<f32>,
    line: Vec<Move>,
}

#[derive(Debug)]
struct Ply {
    candidates: Candidates,
    order: Vec<Candidate>,
    killers: [Option<Move>; 2],
}

/// Told to stop.
struct Stopped;

/// What a search is asked, and what it has done.
struct Task<'a, B, E> {
    evaluation: &'a E,
    /// Tells who wins by bounds, if it may.
    decider: Option<Decider<B>>,
    limits: &'a Limits<'a>,
    nodes: u64,
}

impl AlphaBeta {
    pub(crate) fn new(bytes: usize, width: Width) -> AlphaBeta {
        let ply = || Ply {
            candidates: Candidates::new(),
            order: Vec::with_capacity(width.root.max(width.inner)),
            killers: [None; 2],
        };
        AlphaBeta {
            table: Transpositions::new(bytes),
            width,
            plies: (0..LONGEST).map(|_| ply()).collect(),
            history: vec![0.0; 128 * 128],
            line: Vec::with_capacity(LONGEST),
        }
    }

    /// Forgets a game.
    pub(crate) fn forget(&mut self) {
        self.table.forget();
        self.history.fill(0.0);
    }

    /// Searches a position that has moves, and says what it found; its line begins with the move to make.
    pub(crate) fn search<B: Bits>(
        &mut self,
        evaluation: &impl Evaluation<B>,
        position: &Position<B>,
        bounds: bool,
        doubt: f32,
        limits: &Limits,
        watch: &mut dyn FnMut(&Opinion),
    ) -> Opinion {
        let began = Instant::now();
        let decider = bounds.then(Decider::new);
        let mut task = Task { evaluation, decider, limits, nodes: 0 };
        for ply in &mut self.plies {
            ply.killers = [None; 2];
        }
        for score in &mut self.history {
            *score *= 0.5;
        }
        let mut candidates = Candidates::new();
        candidates.find(evaluation, position, usize::MAX / 2);
        task.nodes += candidates.evaluations;
        let mut roots: Vec<Candidate> = candidates.list().to_vec();
        let whole = roots.len() <= self.width.root;
        roots.truncate(self.width.root);
        let mut opinion = Opinion {
            worth: Worth::Guess(roots[0].moves),
            line: Vec::with_capacity(LONGEST),
            depth: 1,
            nodes: task.nodes,
            time: Duration::ZERO,
        };
        opinion.line.push(roots[0].mv);
        let mut value = roots[0].odds;
        let most = limits.depth.unwrap_or(u32::MAX).min(position.empty().count() + 1);
        for depth in 2..=most {
            if roots.len() == 1 || limits.reached(task.nodes) {
                break;
            }
            let mut side = WINDOW;
            let outcome = loop {
                let window = (value - side, value + side);
                match self.root(&mut task, position, &mut roots, depth, window) {
                    Err(Stopped) => break None,
                    Ok(found) if found <= window.0 || found >= window.1 => {
                        (value, side) = (found, side * 8.0);
                        if found.abs() > NEARLY {
                            side = f32::INFINITY;
                        }
                        if found >= window.1 {
                            // Better than thought: the move is good, whatever its value.
                            self.tell(position, &roots, found, doubt, depth, &mut opinion);
                        }
                    }
                    Ok(found) => break Some(found),
                }
            };
            let Some(found) = outcome else {
                // What was found before the time was over is the best of the moves before it, and of the last iteration's best. What is
                // certain is so of the move that it was told of.
                let is_guess = matches!(opinion.worth, Worth::Guess(_));
                if is_guess && opinion.line[0] != roots[0].mv {
                    opinion.line.clear();
                    opinion.line.push(roots[0].mv);
                }
                break;
            };
            value = if found <= -LEAST_CERTAIN && !whole { -NEARLY } else { found };
            self.tell(position, &roots, value, doubt, depth, &mut opinion);
            opinion.nodes = task.nodes;
            opinion.time = began.elapsed();
            watch(&opinion);
            if value.abs() > LEAST_CERTAIN {
                break;
            }
        }
        opinion.nodes = task.nodes;
        opinion.time = began.elapsed();
        watch(&opinion);
        opinion
    }

    /// The value of the best root move within a window; puts that move first. When stopped, the best move so far is first, too.
    fn root<B: Bits>(
        &mut self,
        task: &mut Task<B, impl Evaluation<B>>,
        position: &Position<B>,
        roots: &mut [Candidate],
        depth: u32,
        (mut alpha, beta): (f32, f32),
    ) -> Result<f32, Stopped> {
        let mut best = f32::NEG_INFINITY;
        for n in 0..roots.len() {
            let mut next = *position;
            next.make(roots[n].mv);
            let mut value = f32::INFINITY;
            if n > 0 {
                value = -self.node(task, &next, depth - 1, 1, (-alpha - SLIVER, -alpha))?;
            }
            if n == 0 || value > alpha {
                value = -self.node(task, &next, depth - 1, 1, (-beta, -alpha))?;
            }
            if value > best {
                best = value;
                if n == 0 || value > alpha {
                    roots[..=n].rotate_right(1);
                }
                alpha = alpha.max(value);
            }
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    fn node<B: Bits>(
        &mut self,
        task: &mut Task<B, impl Evaluation<B>>,
        position: &Position<B>,
        depth: u32,
        ply: usize,
        (mut alpha, beta): (f32, f32),
    ) -> Result<f32, Stopped> {
        let known = self.table.look(position.hash());
        if let Some(known) = known.filter(|known| u32::from(known.depth) >= depth) {
            let cuts = match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.value >= beta,
                Bound::Upper => known.value <= alpha,
            };
            if cuts {
                return Ok(known.value);
            }
        }
        if task.limits.reached(task.nodes) {
            return Err(Stopped);
        }
        if let Some(wins) = task.decider.as_mut().and_then(|it| it.mover_wins(&View::new(position)))
        {
            task.nodes += 1;
            let value = DECIDED - ply as f32;
            return Ok(if wins { value } else { -value });
        }
        let here = &mut self.plies[ply];
        here.candidates.evaluations = 0;
        let mut whole = here.candidates.find(task.evaluation, position, self.width.looked_at);
        task.nodes += here.candidates.evaluations.max(1);
        let list = here.candidates.list();
        let Some(&first) = list.first() else { return Ok(-CERTAIN + ply as f32) };
        if depth <= 1 {
            // A guess is no certainty, however large.
            let odds = first.odds.clamp(-NEARLY, NEARLY);
            self.keep(position, 1, Bound::Exact, odds, first.mv);
            return Ok(odds);
        }
        let width = self.width.inner;
        whole &= list.len() <= width;
        here.order.clear();
        here.order.extend_from_slice(&list[..list.len().min(width)]);
        let tried = known.map(|known| known.mv);
        for candidate in &mut here.order {
            let mv = candidate.mv;
            candidate.odds = match () {
                () if Some(mv) == tried => f32::INFINITY,
                () if here.killers.contains(&Some(mv)) => candidate.odds + KILLER,
                () => candidate.odds,
            } + self.history[mv.from.index() * 128 + mv.to.index()].min(1.0) * 0.2;
        }
        here.order.sort_unstable_by(|a, b| b.odds.total_cmp(&a.odds).then(a.mv.cmp(&b.mv)));
        let before = alpha;
        let mut best = (f32::NEG_INFINITY, first.mv);
        for n in 0..self.plies[ply].order.len() {
            let mv = self.plies[ply].order[n].mv;
            let mut next = *position;
            next.make(mv);
            let mut value = f32::INFINITY;
            if n > 0 {
                value = -self.node(task, &next, depth - 1, ply + 1, (-alpha - SLIVER, -alpha))?;
            }
            if n == 0 || value > alpha && value < beta {
                value = -self.node(task, &next, depth - 1, ply + 1, (-beta, -alpha))?;
            }
            if value > best.0 {
                best = (value, mv);
                alpha = alpha.max(value);
            }
            if alpha >= beta {
                let here = &mut self.plies[ply];
                if here.killers[0] != Some(mv) {
                    here.killers = [Some(mv), here.killers[0]];
                }
                self.history[mv.from.index() * 128 + mv.to.index()] += 0.05 * depth as f32;
                break;
            }
        }
        if best.0 < -NEARLY && !whole {
            best.0 = -NEARLY;
        }
        let bound = match () {
            () if best.0 >= beta => Bound::Lower,
            () if best.0 <= before => Bound::Upper,
            () => Bound::Exact,
        };
        self.keep(position, depth, bound, best.0, best.1);
        Ok(best.0)
    }

    /// Remembers a guess. What is certain is not kept: a hash is no proof.
    fn keep<B: Bits>(
        &mut self,
        position: &Position<B>,
        depth: u32,
        bound: Bound,
        value: f32,
        mv: Move,
    ) {
        if value.abs() <= NEARLY {
            self.table.keep(position.hash(), Entry { value, depth: depth as u8, bound, mv });
        }
    }

    fn tell<B: Bits>(
        &mut self,
        position: &Position<B>,
        roots: &[Candidate],
        value: f32,
        doubt: f32,
        depth: u32,
        opinion: &mut Opinion,
    ) {
        opinion.worth = match () {
            () if value > LEAST_CERTAIN => Worth::Wins(None),
            () if value < -LEAST_CERTAIN => Worth::Loses(None),
            () => Worth::guess(value.clamp(-NEARLY, NEARLY) * doubt, position),
        };
        opinion.depth = depth;
        // The line as far as it is remembered.
        self.line.clear();
        self.line.push(roots[0].mv);
        let mut at = *position;
        at.make(roots[0].mv);
        while self.line.len() < depth as usize {
            let Some(known) = self.table.look(at.hash()) else { break };
            let Ok(next) = at.play(known.mv) else { break };
            self.line.push(known.mv);
            at = next;
        }
        opinion.line.clear();
        opinion.line.extend_from_slice(&self.line);
    }
}
