//! What a solver remembers, kept in a file from time to time.
//!
//! The file has a checksum of its own and only spares work: it is not waited for until it is on the disk.

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::log::write_whole;

/// The file, if there is to be one.
pub(crate) struct Memory {
    path: Option<PathBuf>,
    written: Instant,
    took: Duration,
}

/// It is saved no more often than this, …
const BETWEEN_SAVES: Duration = Duration::from_secs(1);

/// … and that takes no more than one part in so many of the time.
const SHARE_OF_TIME: u32 = 20;

impl Memory {
    pub fn new(path: Option<PathBuf>) -> Memory {
        Memory { path, written: Instant::now(), took: Duration::ZERO }
    }

    /// Saves it if it is time to.
    pub fn save_if_due(
        &mut self,
        save: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> io::Result<()> {
        match self.written.elapsed() >= BETWEEN_SAVES.max(self.took * SHARE_OF_TIME) {
            true => self.save(save),
            false => Ok(()),
        }
    }

    /// Saves it.
    pub fn save(&mut self, save: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let began = Instant::now();
        let saved = write_whole(path, save);
        (self.written, self.took) = (Instant::now(), began.elapsed());
        saved
    }
}
