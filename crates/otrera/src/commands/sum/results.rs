//! A file of games that were played: one JSON object per line, appended as soon as a game ends, so that a match can be interrupted
//! and resumed.

use std::collections::HashMap;
use std::fs::{self, File};
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
    /// The games of a file, to which further ones are appended. A line that was cut off when the program was killed is dropped.
    pub fn open(path: &Path) -> anyhow::Result<Results> {
        let name = path.display();
        let mut games = HashMap::new();
        if path.exists() {
            let bytes =
                read::text_file(path).map_err(|error| read::cannot_read_file(path, &error))?;
            let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            let text = str::from_utf8(&bytes[..whole]).with_context(|| format!("{name}"))?;
            for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
                let line: Line = serde_json::from_str(line).with_context(|| {
                    format!(
                        "{name}, line {}: expected a game as `otrera sum match` writes it",
                        n + 1
                    )
                })?;
                games.insert(
                    line.game,
                    Game { score: line.score, won: line.won, moves: line.moves },
                );
            }
            if whole < bytes.len() {
                File::options().write(true).open(path)?.set_len(whole as u64)?;
            }
        } else if let Some(folder) =
            path.parent().filter(|it| !it.as_os_str().is_empty() && !it.is_dir())
        {
            bail!("cannot write {name}: no such folder: {}; create it first", folder.display());
        }
        let file = fs::OpenOptions::new().append(true).create(true).open(path);
        let file = file.with_context(|| format!("cannot write {name}"))?;
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

fn append(file: &mut File, key: &Key, game: Game) -> io::Result<()> {
    let Game { score, won, moves } = game;
    let mut line = serde_json::to_vec(&Line { game: key.clone(), score, won, moves })?;
    line.push(b'\n');
    file.write_all(&line)
}
