//! A line for whoever waits: what is being done, for how long, and how much was found.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use indicatif::ProgressBar;

use crate::progress::{BETWEEN_TICKS, spinner};
use crate::words::counted;

pub struct Watch {
    bar: ProgressBar,
    stage: Arc<Mutex<String>>,
}

impl Watch {
    /// A line about work that may take so long. The counter is that of areas valued.
    pub fn new(areas: Arc<AtomicUsize>, limit: Duration) -> Watch {
        let watch = Watch { bar: spinner(), stage: Arc::default() };
        if !watch.bar.is_hidden() {
            let (bar, stage) = (watch.bar.clone(), Arc::clone(&watch.stage));
            std::thread::spawn(move || {
                while !bar.is_finished() {
                    let count = areas.load(Ordering::Relaxed);
                    let stage = stage.lock().unwrap_or_else(PoisonError::into_inner).clone();
                    let count = counted(count as u64, "area");
                    bar.set_message(format!("of {limit:?}: finding {stage}; {count} done"));
                    bar.tick();
                    std::thread::sleep(BETWEEN_TICKS);
                }
            });
        }
        watch
    }

    /// Says what is being done.
    pub fn say(&self, stage: &str) {
        stage.clone_into(&mut self.stage.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
