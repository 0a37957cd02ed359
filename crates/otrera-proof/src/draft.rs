//! The place of a proof that is being written: one writer at a time.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The unfinished file of a proof, under a temporary name beside it. As long as this lives, nobody else
/// can have it. What was never written to is removed in the end.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    temporary: PathBuf,
    file: File,
}

impl Draft {
    /// Takes the place of the proof with this name. What another writer has left there is kept, to be
    /// resumed; if one is still at work it is an error.
    pub fn take(path: &Path) -> io::Result<Draft> {
        let temporary = unfinished(path);
        // Whoever has put a link or a pipe there wants something else to be written.
        if fs::symlink_metadata(&temporary).is_ok_and(|found| !found.is_file()) {
            let what = format!("{} is in the way; remove it", temporary.display());
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, what));
        }
        loop {
            let mut options = File::options();
            let file = options.read(true).write(true).create(true).truncate(false);
            let file = file.open(&temporary)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let what =
                        "another process is writing this proof; wait for it, or give another name";
                    return Err(io::Error::new(io::ErrorKind::WouldBlock, what));
                }
                // A file system without locks is no reason to write nothing.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // Between opening and locking the other writer may have finished it, or removed it.
            if is_still(&temporary, &file)? {
                return Ok(Draft { path: path.into(), temporary, file });
            }
        }
    }

    /// Is there anything that was written before?
    pub fn is_begun(&self) -> io::Result<bool> {
        Ok(self.file.metadata()?.len() > 0)
    }

    /// The name of the unfinished file.
    pub fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// The same file, once more.
    pub(crate) fn file(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// The name of the proof when it is finished.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // Only tidiness: an empty file does no harm. One that is renamed is not at this place.
        if self.is_begun().is_ok_and(|begun| !begun) {
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Is it this file that has the name?
#[cfg(unix)]
fn is_still(path: &Path, file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let own = file.metadata()?;
    match fs::metadata(path) {
        Ok(found) => Ok((found.dev(), found.ino()) == (own.dev(), own.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Elsewhere a file that is open keeps its name.
#[cfg(not(unix))]
fn is_still(_: &Path, _: &File) -> io::Result<bool> {
    Ok(true)
}

/// The name of a proof file as long as it is not finished.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".part");
    path.with_file_name(name)
}
