//! What a campaign has done, and how much of it is settled.

/// How far a campaign was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Moment {
    /// Milliseconds of processor time that all jobs took.
    pub milliseconds: u64,
    /// Their expansions, …
    pub expansions: u64,
    /// … and those of them on positions that are settled, or matter to nothing but what is.
    pub settled: u64,
}

/// How far a campaign was after each of its jobs, at most some thousand times.
#[derive(Clone, Debug)]
pub struct History {
    moments: Vec<Moment>,
    now: Moment,
    /// One moment in so many is kept, …
    every: usize,
    /// … and so many have passed since.
    passed: usize,
}

/// No more moments than this are kept.
const MOST: usize = 4096;

impl Default for History {
    fn default() -> History {
        History { moments: Vec::new(), now: Moment::default(), every: 1, passed: 0 }
    }
}

impl History {
    /// How far it is now.
    pub fn now(&self) -> Moment {
        self.now
    }

    /// How far it was after one job and another, the beginning and the end included.
    pub fn moments(&self) -> Vec<Moment> {
        let mut all = vec![Moment::default()];
        all.extend(&self.moments);
        all.push(self.now);
        all.dedup();
        all
    }

    pub(crate) fn settle(&mut self, expansions: u64) {
        self.now.settled += expansions;
    }

    pub(crate) fn unsettle(&mut self, expansions: u64) {
        self.now.settled -= expansions;
    }

    pub(crate) fn add(&mut self, milliseconds: u64, expansions: u64) {
        self.now.milliseconds += milliseconds;
        self.now.expansions += expansions;
        self.passed += 1;
        if self.passed >= self.every {
            self.passed = 0;
            self.moments.push(self.now);
        }
        if self.moments.len() >= MOST {
            let mut n = 0;
            self.moments.retain(|_| {
                n += 1;
                n % 2 == 0
            });
            self.every *= 2;
        }
    }
}
