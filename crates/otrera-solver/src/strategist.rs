//! Winning moves of positions that follow from a solved one, as they are remembered; what was
//! forgotten is searched again.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use otrera_board::{Bits, Color, Geometry, Move};

use crate::dfpn;
use crate::node::{MIRRORS, Node};
use crate::solver::{Limits, Solver, Stopped};
use crate::worker::{Shared, Worker};

/// A position with free moves, as the player to move sees it.
#[derive(Clone, Copy, Debug)]
pub struct Question<B: 'static> {
    /// The tables of its board.
    pub geometry: &'static Geometry<B>,
    /// Who is to move.
    pub player: Color,
    /// His amazons, and the other's.
    pub amazons: [B; 2],
    /// The empty squares.
    pub empty: B,
    /// His free moves; the other's, if negative.
    pub free: i32,
}

/// Sets a flag when it is dropped, at the end or by a panic.
struct Sets<'a>(&'a AtomicBool);

impl Drop for Sets<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Stops all threads if one of them panics: nobody waits for what the others would still find.
pub(crate) struct StopsAll<'a>(pub &'a AtomicBool);

impl Drop for StopsAll<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Knows moves that win, for one thread.
pub struct Strategist<'a, B: 'static> {
    worker: Worker<'a, B>,
}

impl<B: Bits> Solver<B> {
    /// Works with one strategist a thread, who all use the table and stop at the deadline, after so many
    /// expansions, or when they are interrupted. A full table is no reason to stop: what was found is in
    /// it, and the rest is found again. A panic of the work is passed on.
    pub fn with_strategists<T>(
        &mut self,
        limits: Limits<'_>,
        work: impl FnOnce(&mut [Strategist<'_, B>]) -> T,
    ) -> T {
        let most = [limits.expansions, limits.evaluations].map(|most| most.unwrap_or(u64::MAX));
        let shared = Shared::new(&self.settings, &self.transpositions, most);
        let done = AtomicBool::new(false);
        let look = || {
            let late = limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if late || limits.interrupted.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                shared.stop.store(true, Ordering::Relaxed);
            }
        };
        look();
        let result = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::thread::park_timeout(Duration::from_millis(50));
                    look();
                }
            });
            // Whatever becomes of the work, the thread that looks at the clock comes to its end.
            let _done = Sets(&done);
            let caches = &mut self.caches[..self.settings.threads];
            let workers = caches.iter_mut().map(|cache| Worker::new(&shared, cache));
            let mut strategists: Vec<_> = workers.map(|worker| Strategist { worker }).collect();
            work(&mut strategists)
        });
        self.effort.expansions += shared.expansions.into_inner();
        self.effort.evaluations += shared.evaluations.into_inner();
        result
    }
}

impl<B: Bits> Strategist<'_, B> {
    /// Is it time to stop?
    pub fn is_stopped(&self) -> bool {
        self.worker.shared.stop.load(Ordering::Relaxed)
    }

    /// Moves that win, as many as are known and one at least if the player to move wins; none stands for
    /// a free move.
    ///
    /// # Panics
    /// Only by a fault of this crate. All strategists are stopped then.
    pub fn winning_moves(&mut self, question: &Question<B>) -> Result<Vec<Option<Move>>, Stopped> {
        let _stops_all = StopsAll(&self.worker.shared.stop);
        #[cfg(feature = "faults")]
        crate::faults::panic_if_asked();
        let Question { geometry, player, amazons: [own, other], empty, free } = *question;
        let (amazons, free) = match player {
            Color::Black => ([own, other], free),
            Color::White => ([other, own], -free),
        };
        let node = Node { geometry, amazons, empty, free, mover: player };
        let known = self.known(&node)?;
        if !known.is_empty() {
            return Ok(known);
        }
        // Of a symmetric position the search took one half: the other is the same in a mirror.
        for mirror in MIRRORS {
            let image = node.image(mirror);
            let seen = self.worker.settle(image).node;
            if self.worker.known(&seen).is_some_and(|costs| costs.is_won()) {
                let known = self.known(&image)?;
                if !known.is_empty() {
                    let back = |mv: Option<Move>| mv.map(|mv| mirror.mv(geometry.size(), mv));
                    return Ok(known.into_iter().map(back).collect());
                }
            }
        }
        let settled = self.worker.settle(node);
        if settled.winner.is_none() && self.mover_wins(&settled.node)? {
            let known = self.known(&node)?;
            if !known.is_empty() {
                return Ok(known);
            }
        }
        // The table has lost it again, or the bounds know who wins but not how.
        let mut children = Vec::new();
        node.any_move(|mv, raw| {
            let settled = self.worker.settle(raw);
            if settled.winner.is_none() {
                let costs = self.worker.shared.first_costs(&settled.node);
                children.push((costs.disproof, mv, settled.node));
            }
            self.is_stopped()
        });
        children.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, mv, child) in children {
            if !self.mover_wins(&child)? {
                return Ok(vec![mv]);
            }
        }
        if self.is_stopped() { Err(Stopped::Interrupted) } else { Ok(Vec::new()) }
    }

    fn mover_wins(&mut self, node: &Node<B>) -> Result<bool, Stopped> {
        dfpn::solve(&mut self.worker, node).map_err(|_| Stopped::Interrupted)
    }

    /// The moves that are known to win without any search.
    fn known(&mut self, node: &Node<B>) -> Result<Vec<Option<Move>>, Stopped> {
        let mut known = Vec::new();
        node.any_move(|mv, raw| {
            let settled = self.worker.settle(raw);
            let won = match settled.winner {
                Some(winner) => winner == node.mover,
                None => self.worker.known(&settled.node).is_some_and(|costs| costs.is_lost()),
            };
            if won {
                known.push(mv);
            }
            self.is_stopped()
        });
        if self.is_stopped() { Err(Stopped::Interrupted) } else { Ok(known) }
    }
}
