//! Files are written whole or not at all.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};

/// Writes a file under a temporary name beside it and renames it.
pub fn save(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    write_beside(path, content).with_context(|| format!("cannot write {}", path.display()))
}

fn write_beside(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        bail!("there is no folder {}; make it first", folder.display());
    }
    let mut builder = tempfile::Builder::new();
    // What a file gets that is simply created; the user's mask applies.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
