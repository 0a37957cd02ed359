//! Lists the files of `web/` for the server to hold, so that nobody has to keep a list by hand.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What a page is made of. Anything else in the folder is about how it is made and tested.
const ENDINGS: [&str; 8] = ["html", "css", "js", "svg", "png", "ico", "txt", "webmanifest"];

/// Folders that are no part of the page.
const LEFT_OUT: [&str; 2] = ["tests", "node_modules"];

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, "", &mut files)?;
    files.sort();
    let mut list = String::from("[\n");
    for (name, path) in &files {
        let path = path.canonicalize()?;
        let _ = writeln!(list, "({name:?}, include_bytes!({path:?}).as_slice()),");
    }
    list.push(']');
    let out = std::env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("no OUT_DIR"))?;
    fs::write(Path::new(&out).join("page.rs"), list)
}

/// The files of a folder and of those in it, by the path that a browser asks for.
fn collect(folder: &Path, before: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if name.starts_with('.') {
            continue;
        }
        let place = format!("{before}/{name}");
        if path.is_dir() {
            if !LEFT_OUT.contains(&name) {
                collect(&path, &place, files)?;
            }
        } else if path
            .extension()
            .and_then(|it| it.to_str())
            .is_some_and(|it| ENDINGS.contains(&it))
        {
            files.push((place, path));
        }
    }
    Ok(())
}
