//! `--threads`: how many threads a command uses.

use std::num::NonZeroUsize;

use otrera_solver::MOST_THREADS;

/// Reads a number of threads.
pub fn parse(text: &str) -> Result<NonZeroUsize, String> {
    match text.parse::<NonZeroUsize>() {
        Ok(threads) if threads.get() <= MOST_THREADS => Ok(threads),
        _ => Err(format!("found `{text}`; expected a number of threads from 1 to {MOST_THREADS}")),
    }
}

/// As many as were asked for, or one for each core.
pub fn or_all_cores(asked: Option<NonZeroUsize>) -> usize {
    let threads = asked.or_else(|| std::thread::available_parallelism().ok());
    threads.map_or(1, NonZeroUsize::get).min(MOST_THREADS)
}

/// Does the same work on several threads, and returns the first error.
pub fn side_by_side(
    threads: usize,
    work: impl Fn() -> anyhow::Result<()> + Sync,
) -> anyhow::Result<()> {
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(&work)).collect();
        workers.into_iter().try_for_each(|worker| match worker.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })
}
