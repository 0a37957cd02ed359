//! Work that several threads share.

/// However many are asked for, no more threads than this are started: more than there are cores, and
/// what each of them holds fits into memory.
pub(super) const MOST_THREADS: usize = 1024;

/// Does some work in so many threads, the calling one among them. Where the system has no room for as
/// many, fewer do it.
pub(super) fn with_threads(threads: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        for _ in 1..threads.min(MOST_THREADS) {
            if std::thread::Builder::new().spawn_scoped(scope, &work).is_err() {
                break;
            }
        }
        work();
    });
}
