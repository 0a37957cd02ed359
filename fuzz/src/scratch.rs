//! A folder for files that are read once, in memory where the system has such a place.

use std::path::{Path, PathBuf};

/// A folder of this process.
pub fn folder(name: &str) -> PathBuf {
    let memory = Path::new("/dev/shm");
    let parent = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    let folder = parent.join(format!("otrera-fuzz-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the files");
    folder
}
