//! The games of matches in a file: a JSON object per line, appended as soon as a game ends, so that a match can be interrupted, even
//! killed, and resumed. And the same games as SGF.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use super::referee::Game;
use crate::read;

#[derive(Serialize, Deserialize)]
struct Line {
    /// Which match it belongs to: all that the result may depend on.
    #[serde(rename = "match")]
    identity: String,
    game: u64,
    #[serde(flatten)]
    played: Game,
}

/// The games of one match by number, and the files that they are kept in.
#[derive(Default)]
pub struct Log {
    identity: String,
    pub games: BTreeMap<u64, Game>,
    results: Option<Appended>,
    sgf: Option<Appended>,
}

/// A file that grows by lines, and is made with the first of them: a match that cannot begin leaves none behind.
struct Appended {
    path: PathBuf,
    file: Option<File>,
}

impl Log {
    /// What is known of a match already, from its file if there is one.
    pub fn open(
        identity: String,
        results: Option<&Path>,
        sgf: Option<&Path>,
    ) -> anyhow::Result<Log> {
        let mut log = Log { identity, ..Log::default() };
        if let Some(path) = results {
            let whole = |line: &str| serde_json::from_str::<Line>(line).is_ok();
            let (text, file) = Appended::open(path, "{\"match\"", whole)?;
            for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
                let line: Line = serde_json::from_str(line).with_context(|| {
                    let name = path.display();
                    format!("{name}, line {}: expected a game as `otrera match` writes it", n + 1)
                })?;
                if line.identity == log.identity {
                    log.games.insert(line.game, line.played);
                }
            }
            log.results = Some(file);
        }
        if let Some(path) = sgf {
            let whole = |line: &str| line.trim_end().ends_with(')');
            let (text, file) = Appended::open(path, "(;", whole)?;
            log.sgf = Some(file);
            // A program killed between the two files has written only one of them.
            let there: HashSet<&str> = text.lines().collect();
            let missing: Vec<String> = log.games.values().map(|game| game.sgf.clone()).collect();
            for game in missing.iter().filter(|game| !there.contains(game.as_str())) {
                log.sgf.iter_mut().try_for_each(|file| file.append(game))?;
            }
        }
        Ok(log)
    }

    /// Keeps a game.
    pub fn add(&mut self, number: u64, game: Game) -> anyhow::Result<()> {
        let line = Line { identity: self.identity.clone(), game: number, played: game };
        let text = serde_json::to_string(&line)?;
        self.results.iter_mut().try_for_each(|file| file.append(&text))?;
        self.sgf.iter_mut().try_for_each(|file| file.append(&line.played.sgf))?;
        self.games.insert(number, line.played);
        Ok(())
    }
}

impl Appended {
    /// The lines of a file, and the file to append to. A line that was cut off when the program was killed is dropped; it begins as all of
    /// ours do, or else the file is somebody else's.
    fn open(
        path: &Path,
        begins: &str,
        is_whole: impl Fn(&str) -> bool,
    ) -> anyhow::Result<(String, Appended)> {
        let name = path.display();
        let mut text = String::new();
        if path.exists() {
            let bytes =
                read::whole_file(path).map_err(|error| read::cannot_read_file(path, &error))?;
            text = String::from_utf8_lossy(&bytes).into_owned();
        } else if let Some(folder) =
            path.parent().filter(|it| !it.as_os_str().is_empty() && !it.is_dir())
        {
            bail!("cannot write {name}: no such folder: {}; create it first", folder.display());
        }
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let last = &text[whole..];
        let cut = !last.is_empty() && !is_whole(last);
        let is_ours = begins.starts_with(last) || last.starts_with(begins);
        if cut && !is_ours {
            let line = text.lines().count();
            bail!("{name}, line {line}: expected a game as `otrera match` writes it");
        }
        let mut appended = Appended { path: path.to_owned(), file: None };
        match last.is_empty() {
            true => {}
            false if cut => {
                appended.file()?.set_len(whole as u64)?;
                text.truncate(whole);
            }
            false => appended.append("")?,
        }
        Ok((text, appended))
    }

    fn file(&mut self) -> anyhow::Result<&mut File> {
        match &mut self.file {
            Some(file) => Ok(file),
            none => {
                let file = fs::OpenOptions::new().append(true).create(true).open(&self.path);
                let file = file.with_context(|| format!("cannot write {}", self.path.display()))?;
                Ok(none.insert(file))
            }
        }
    }

    /// Adds a line, in one piece.
    fn append(&mut self, line: &str) -> anyhow::Result<()> {
        let written = self.file()?.write_all(format!("{line}\n").as_bytes());
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::matches::referee::Ending;

    fn game(sgf: &str) -> Game {
        Game {
            opening: 0,
            color: 'w',
            won: true,
            ending: Ending::Played,
            reason: None,
            margin: Some(3),
            plies: 5,
            moves: [3, 2],
            wall_seconds: [0.1, 0.2],
            cpu_seconds: [None, Some(0.2)],
            longest: [0.1, 0.1],
            sgf: sgf.to_owned(),
        }
    }

    /// Cut anywhere, a file keeps its whole lines, and the other file is made whole from it.
    #[test]
    fn files_that_were_cut() {
        let folder = tempfile::tempdir().unwrap();
        let [results, sgf] = ["results", "sgf"].map(|name| folder.path().join(name));
        let open = || Log::open("a".to_owned(), Some(&results), Some(&sgf)).unwrap();
        let mut log = open();
        log.add(0, game("(;GM[18]C[one])")).unwrap();
        log.add(1, game("(;GM[18]C[two])")).unwrap();
        let [whole_results, whole_sgf] = [&results, &sgf].map(|path| fs::read(path).unwrap());
        let first = whole_results.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for end in (0..=whole_results.len()).step_by(7) {
            fs::write(&results, &whole_results[..end]).unwrap();
            fs::write(&sgf, &whole_sgf[..end % whole_sgf.len()]).unwrap();
            let log = open();
            let expected =
                usize::from(end >= first - 1) + usize::from(end >= whole_results.len() - 1);
            assert_eq!(log.games.len(), expected, "{end}");
            let text = fs::read_to_string(&sgf).unwrap();
            assert!(text.lines().filter(|line| !line.is_empty()).count() >= expected, "{text}");
            assert!(text.lines().all(|line| line.is_empty() || line.ends_with(')')), "{text}");
        }
        // Another match in the same file is none of ours, and another program's file is left alone.
        assert!(Log::open("b".to_owned(), Some(&results), None).unwrap().games.is_empty());
        fs::write(&results, "a diary").unwrap();
        assert!(Log::open("a".to_owned(), Some(&results), None).is_err());
        assert_eq!(fs::read(&results).unwrap(), b"a diary");
    }
}
