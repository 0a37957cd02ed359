//! `--threads`: how many threads a command uses.

use std::num::NonZeroUsize;

/// No command starts more threads than this: more than there are cores, and as many as systems let one
/// program have.
const MOST_THREADS: usize = 1024;

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
