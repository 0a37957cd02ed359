//! Which leaves were verified, with the SHA-256 of their proofs: a log that a later run goes on from.
//!
//! ```text
//! otrera-verified 1 WxH
//! leaf ROWS SIDE WINNER ENTRIES SHA256
//! ```
//!
//! Anybody can write such a file: what is taken from it was not verified.

use std::path::Path;

use otrera_board::{Color, Size};
use rustc_hash::FxHashSet;

use crate::error::CampaignError;
use crate::log::{self, Log};
use crate::successors::Key;

/// The leaves that were verified.
#[derive(Debug)]
pub struct Notes {
    log: Log,
    size: Size,
    leaves: FxHashSet<(Key, Color)>,
}

impl Notes {
    /// Goes on from the notes of a file, or begins them.
    pub fn open(path: &Path, size: Size) -> Result<Notes, CampaignError> {
        let header = format!("otrera-verified 1 {size}");
        if !path.exists() {
            let mut log = Log::create(path)?;
            log.append(&header)?;
            return Ok(Notes { log, size, leaves: FxHashSet::default() });
        }
        let mut leaves = FxHashSet::default();
        let mut other_board = false;
        let read = log::read(path, |extent, line| {
            if extent.lines == 1 {
                other_board = line != header && line.starts_with("otrera-verified 1 ");
                return if line == header {
                    Ok(())
                } else {
                    Err("not notes of this version".into())
                };
            }
            leaves.insert(parse(line, size).ok_or("expected a leaf")?);
            Ok(())
        });
        if other_board {
            return Err(CampaignError::OtherBoard(path.into()));
        }
        let read = read?;
        let mut log = Log::resume(path, &read)?;
        if read.extent.lines == 0 {
            log.append(&header)?;
        }
        Ok(Notes { log, size, leaves })
    }

    /// Is a leaf in the notes?
    pub(crate) fn has(&self, key: Key, winner: Color) -> bool {
        self.leaves.contains(&(key, winner))
    }

    /// Adds a leaf whose proof was accepted.
    pub(crate) fn add(
        &mut self,
        key: Key,
        winner: Color,
        entries: u64,
        digest: &str,
    ) -> Result<(), CampaignError> {
        let position = key.text(self.size);
        self.log.append(&format!("leaf {position} {} {entries} {digest}", winner.letter()))
    }
}

fn parse(line: &str, size: Size) -> Option<(Key, Color)> {
    let words: Vec<&str> = line.split(' ').collect();
    let &["leaf", rows, side, winner, _, _] = &words[..] else { return None };
    let key = Key::parse(&format!("{rows} {side}"), size).ok()?;
    let winner = Color::ALL.into_iter().find(|color| winner == color.letter().to_string())?;
    Some((key, winner))
}
