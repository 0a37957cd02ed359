//! A file of games that were played: one JSON object per line, appended as soon as a game ends, so that a match can be interrupted
//! and resumed.

use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use otrera_player::{Clock, Contest, Game, Kind};
use serde::{Deserialize, Serialize};

use crate::read;

/// A game of a match.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Key {
    /// Whose score it is, and the opponent.
    players: [String; 2],
    boards: usize,
    size: String,
    milliseconds: u64,
    /// Games that say nothing were played by the clock on the wall.
    #[serde(default = "on_the_wall")]
    clock: String,
    seed: u64,
    position: u64,
    /// The colour of the first player: `b` or `w`.
    color: char,
}

impl Key {
    pub fn new(contest: &Contest, position: u64, color: otrera_board::Color) -> Key {
        Key {
            players: contest.players.map(|kind: Kind| kind.name().to_owned()),
            boards: contest.boards,
            size: contest.size.to_string(),
            milliseconds: contest.time.as_millis() as u64,
            clock: contest.clock.name().to_owned(),
            seed: contest.seed,
            position,
            color: color.letter(),
        }
    }
}

fn on_the_wall() -> String {
    Clock::Wall.name().to_owned()
}

#[derive(Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    game: Key,
    score: i64,
    won: bool,
    moves: u32,
}

/// Games by what they are about, and the file that they are kept in.
#[derive(Default)]
pub struct Results {
    games: HashMap<Key, Game>,
    file: Option<(PathBuf, File)>,
}

impl Results {
    /// The games of a file, to which further ones are appended; nobody else may do so meanwhile. A line that was cut off when the
    /// program was killed is dropped.
    pub fn open(path: &Path) -> anyhow::Result<Results> {
        let name = path.display();
        let folder = path.parent().filter(|it| !it.as_os_str().is_empty() && !it.is_dir());
        if let Some(folder) = folder {
            bail!("cannot write {name}: no such folder: {}; create it first", folder.display());
        }
        let read = || read::whole_file(path).map_err(|error| read::cannot_read_file(path, &error));
        if path.exists() {
            // What is no ordinary file is refused before anybody waits for it.
            read()?;
        }
        let file = fs::OpenOptions::new().append(true).create(true).open(path);
        let mut file = file.with_context(|| format!("cannot write {name}"))?;
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            bail!("{name}: another match is writing to it; wait for it, or name another file");
        }
        let bytes = read()?;
        let text = str::from_utf8(&bytes).with_context(|| format!("{name}"))?;
        let mut games = HashMap::new();
        for (n, line) in text.split_inclusive('\n').enumerate() {
            match serde_json::from_str(line) {
                _ if line.trim().is_empty() => {}
                Ok(Line { game, score, won, moves }) => {
                    games.insert(game, Game { score, won, moves });
                    if !line.ends_with('\n') {
                        file.write_all(b"\n")?;
                    }
                }
                Err(_) if is_cut_off(line) => {
                    let whole = (text.len() - line.len()) as u64;
                    File::options().write(true).open(path)?.set_len(whole)?;
                }
                Err(error) => {
                    let expected = "expected a game as `otrera sum match` writes it";
                    bail!("{name}, line {}: {expected}: {error}", n + 1);
                }
            }
        }
        Ok(Results { games, file: Some((path.to_owned(), file)) })
    }

    pub fn get(&self, key: &Key) -> Option<Game> {
        self.games.get(key).copied()
    }

    /// Keeps a game.
    pub fn add(&mut self, key: Key, game: Game) -> anyhow::Result<()> {
        if let Some((path, file)) = &mut self.file {
            append(file, &key, game).with_context(|| format!("cannot write {}", path.display()))?;
        }
        self.games.insert(key, game);
        Ok(())
    }
}

/// Is this what a program that was killed has left of a line?
fn is_cut_off(line: &str) -> bool {
    const BEGINNING: &str = "{\"players\":[";
    !line.ends_with('\n') && (line.starts_with(BEGINNING) || BEGINNING.starts_with(line))
}

fn append(file: &mut File, key: &Key, game: Game) -> io::Result<()> {
    let Game { score, won, moves } = game;
    let mut line = serde_json::to_vec(&Line { game: key.clone(), score, won, moves })?;
    line.push(b'\n');
    file.write_all(&line)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"players":["exact","hotstrat"],"boards":2,"size":"4x4","milliseconds":9,"seed":1,"position":0,"color":"b","score":3,"won":true,"moves":8}"#;

    /// Whole lines are kept, one that was cut off is dropped, and nothing else is touched.
    #[test]
    fn only_what_is_ours_is_mended() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.json");
        let cases = [
            (String::new(), Ok((0, String::new()))),
            (format!("{LINE}\n"), Ok((1, format!("{LINE}\n")))),
            (LINE.to_owned(), Ok((1, format!("{LINE}\n")))),
            (format!("{LINE}\n{}", &LINE[..60]), Ok((1, format!("{LINE}\n")))),
            (format!("{LINE}\n{{"), Ok((1, format!("{LINE}\n")))),
            ("milk, bread".to_owned(), Err("line 1")),
            (format!("{LINE}\nmilk"), Err("line 2")),
            (format!("{}\n{LINE}\n", &LINE[..60]), Err("line 1")),
        ];
        for (before, expected) in cases {
            fs::write(&path, &before).unwrap();
            match (Results::open(&path), expected) {
                (Ok(found), Ok((games, after))) => {
                    assert_eq!(found.games.len(), games, "{before}");
                    assert_eq!(fs::read_to_string(&path).unwrap(), after);
                    let other = Results::open(&path).err().unwrap().to_string();
                    assert!(other.contains("another match is writing"), "{other}");
                }
                (Err(error), Err(place)) => {
                    assert!(error.to_string().contains(place), "{error}");
                    assert_eq!(fs::read_to_string(&path).unwrap(), before);
                }
                (_, expected) => panic!("{before}: {expected:?}"),
            }
        }
    }
}
