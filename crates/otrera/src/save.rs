//! Files are written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::interrupt;

/// Writes a file under a temporary name beside it and renames it. Links are followed, also to what is
/// not there yet, and what is no ordinary file (a pipe, a device) is written to directly.
pub fn save(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    save_with(path, |file| file.write_all(content))
}

/// The same for a file too large to be held in memory first.
pub fn save_with(
    path: &Path,
    content: impl FnOnce(&mut fs::File) -> io::Result<()>,
) -> anyhow::Result<()> {
    write(path, content).with_context(|| format!("cannot write {}", path.display()))
}

/// Whether there is a place for a file, as far as that can be seen before there is anything to write: for what takes long to make.
pub fn can_save(path: &Path) -> anyhow::Result<()> {
    let check = || match fs::metadata(path) {
        _ if path == Path::new("-") => bail!("`-` is only read from; name a file"),
        Ok(found) if found.is_dir() => bail!("it is a folder; name a file"),
        Ok(_) => Ok(()),
        Err(_) => folder_of(&end_of_links(path)?).map(|_| ()),
    };
    check().with_context(|| format!("cannot write {}", path.display()))
}

fn write(path: &Path, content: impl FnOnce(&mut fs::File) -> io::Result<()>) -> anyhow::Result<()> {
    if path == Path::new("-") {
        bail!("`-` is only read from; name a file");
    }
    let found = fs::metadata(path);
    match &found {
        Ok(found) if found.is_dir() => bail!("it is a folder; name a file"),
        Ok(found) if !found.is_file() => {
            return Ok(content(&mut fs::File::options().write(true).open(path)?)?);
        }
        _ => {}
    }
    let path = if found.is_ok() { fs::canonicalize(path)? } else { end_of_links(path)? };
    let permissions = found.ok().map(|found| found.permissions());
    write_beside(&path, content, permissions)
}

/// Where a chain of links leads whose end is not there yet.
pub fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    // More than the system itself follows: it has found no end, or there would be an error before.
    for _ in 0..64 {
        let Ok(target) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().map(|folder| folder.join(&target)).unwrap_or(target);
    }
    Err(io::Error::other("too many levels of links"))
}

fn write_beside(
    path: &Path,
    content: impl FnOnce(&mut fs::File) -> io::Result<()>,
    permissions: Option<Permissions>,
) -> anyhow::Result<()> {
    let folder = folder_of(path)?;
    let prefix = unfinished(path);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(UNFINISHED);
    // What a file gets that is simply created; the user's mask applies.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // Nothing half-written is left beside the file.
    let _whole = interrupt::unbroken();
    let mut file = builder.tempfile_in(folder).map_err(plain)?;
    content(file.as_file_mut())?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| plain(error.error))?;
    Ok(())
}

/// The folder of a file, which must be there.
fn folder_of(path: &Path) -> anyhow::Result<PathBuf> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    if !folder.is_dir() {
        bail!("no such folder: {}; create it first", folder.display());
    }
    Ok(folder)
}

/// How the temporary names of a file begin.
fn unfinished(path: &Path) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    prefix.push(".");
    prefix
}

/// How temporary names end.
const UNFINISHED: &str = ".part";

/// Removes what was left of a file when its writer was killed. Nobody else may be writing it.
pub fn remove_unfinished(path: &Path) {
    let prefix = unfinished(path);
    let Some(Ok(entries)) = path.parent().map(fs::read_dir) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let [name, prefix] = [&name, &prefix].map(|it| it.as_encoded_bytes());
        if name.starts_with(prefix) && name.ends_with(UNFINISHED.as_bytes()) {
            // Only tidiness: what cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The error of the system, without the temporary name that it happened to.
fn plain(error: io::Error) -> io::Error {
    error.raw_os_error().map_or_else(|| io::Error::from(error.kind()), io::Error::from_raw_os_error)
}
