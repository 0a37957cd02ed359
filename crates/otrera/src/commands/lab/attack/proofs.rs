//! Proofs that were changed, checksums repaired: none of a false claim is accepted.

use std::fmt;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use fastrand::Rng;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use otrera_area::soundness::PlainSearch;
use otrera_board::{Bits, Color, Position};
use otrera_proof::{CheckSettings, Outcome, ProofFile, check};
use otrera_solver::{Limits, Solver};
use sha2::{Digest, Sha256};

use crate::commands::solve::proof::{Proof, Unwritten};
use crate::interrupt::Interrupted;

/// Forgeries made of one proof.
const FORGERIES: usize = 12;

/// The entries of a block, when a file is put together again.
const IN_BLOCK: usize = 5;

/// Writes proofs, forges them and checks what comes out.
pub struct ForgedProofs {
    rng: Rng,
    file: PathBuf,
    written: u64,
    rejected: u64,
    still_true: u64,
}

impl ForgedProofs {
    pub fn new(seed: u64, folder: &Path) -> ForgedProofs {
        let file = folder.join("forged.proof");
        ForgedProofs { rng: Rng::with_seed(seed), file, written: 0, rejected: 0, still_true: 0 }
    }

    /// Proves who wins a position, and forges the proof.
    pub fn attack(&mut self, position: &Position) -> anyhow::Result<()> {
        let mover = if self.rng.bool() { Color::Black } else { Color::White };
        let position = position.with_to_move(mover);
        match position.narrow() {
            Some(position) => self.prove(&position)?,
            None => self.prove(&position)?,
        }
        self.written += 1;
        if !self.is_accepted()? {
            bail!("the proof of {position} is rejected");
        }
        let honest =
            Parts::read(&fs::read(&self.file)?).context("the proof cannot be taken apart")?;
        for _ in 0..FORGERIES {
            let mut forged = honest.clone();
            for _ in 0..self.rng.usize(1..=3) {
                forged.change(&mut self.rng);
            }
            let mut bytes = forged.bytes();
            if self.rng.u8(0..8) == 0 {
                // Bytes that have no meaning together.
                let at = self.rng.usize(0..bytes.len());
                bytes[at] = self.rng.u8(..);
            }
            fs::write(&self.file, bytes)?;
            match self.is_accepted()? {
                true => self.still_true += 1,
                false => self.rejected += 1,
            }
        }
        Ok(())
    }

    fn prove<B: Bits>(&self, position: &Position<B>) -> anyhow::Result<()> {
        let settings = otrera_solver::Settings { memory: 1 << 18, ..Default::default() };
        let mut solver = Solver::new(settings)?;
        let winner = solver.winner(position, Limits::default())?;
        let _ = fs::remove_file(&self.file);
        let proof = Proof::new(&self.file, None, false)?;
        match proof.write(&mut solver, position, None, winner, Limits::default()) {
            Ok(_) => Ok(()),
            Err(Unwritten::Failed(error)) => Err(error),
            Err(Unwritten::Interrupted) => Err(Interrupted.into()),
            Err(Unwritten::RanOut) => bail!("the proof ran out of an unlimited time"),
        }
    }

    /// Is the file accepted? It is an error if its claim is false then.
    fn is_accepted(&self) -> anyhow::Result<bool> {
        let Ok(proof) = ProofFile::open(&self.file) else { return Ok(false) };
        let mut options = CheckSettings::default();
        (options.threads, options.memory) = (1, 1 << 20);
        let Ok(Outcome::Accepted(accepted)) = check(&proof, options) else { return Ok(false) };
        let (position, winner) = (accepted.position(), accepted.winner());
        if PlainSearch::default().mover_wins(&position) != (winner == position.to_move()) {
            let kept = std::env::temp_dir().join("accepted-but-false.proof");
            fs::copy(&self.file, &kept)?;
            bail!("{winner} wins {position}: accepted but false, see {}", kept.display());
        }
        Ok(true)
    }
}

impl fmt::Display for ForgedProofs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ForgedProofs { written, rejected, still_true, .. } = self;
        write!(
            f,
            "{written} proofs accepted; forged: {rejected} rejected, {still_true} of true claims"
        )
    }
}

/// A proof file taken to pieces, by the page on the format and not by the code that reads it.
#[derive(Clone)]
struct Parts {
    header: String,
    /// Keys and plays.
    records: Vec<Vec<u8>>,
    squares: usize,
}

impl Parts {
    fn read(bytes: &[u8]) -> Option<Parts> {
        let end = bytes.windows(2).position(|two| two == b"\n\n")? + 2;
        let header = String::from_utf8(bytes[..end].to_vec()).ok()?;
        let rows = header.lines().find_map(|line| line.strip_prefix("position "))?;
        let squares = rows[..rows.len() - 2].chars().filter(|&letter| letter != '/').count();
        let mut parts = Parts { header, records: Vec::new(), squares };
        let length = parts.record_length();
        let number = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        let mut at = end + 8;
        while number(at)? != 0 {
            let (entries, packed) = (number(at)? as usize, number(at + 4)? as usize);
            at += 8 + length - 3;
            let mut columns = Vec::new();
            ZlibDecoder::new(bytes.get(at..at + packed)?).read_to_end(&mut columns).ok()?;
            for n in 0..entries {
                parts.records.push((0..length).map(|m| columns[m * entries + n]).collect());
            }
            at += packed + 8;
        }
        Some(parts)
    }

    fn record_length(&self) -> usize {
        5 + self.squares.div_ceil(4)
    }

    /// Changes something at random.
    fn change(&mut self, rng: &mut Rng) {
        let record = match self.records.len() {
            0 => 0,
            count => rng.usize(0..count),
        };
        let length = self.record_length();
        let kind = if self.records.is_empty() { rng.u8(0..2) } else { rng.u8(0..8) };
        match kind {
            0 => {
                let (one, other) =
                    if rng.bool() { ("winner b", "winner w") } else { ("winner w", "winner b") };
                self.header = self.header.replace(one, other);
            }
            1 => self.change_root(rng),
            2 => {
                self.records.remove(record);
            }
            // The play.
            3 => {
                let square = rng.u8(0..self.squares as u8);
                self.records[record][length - 1 - rng.usize(0..3)] = square;
            }
            4 => self.records[record][length - 3..].fill(255),
            // Free moves.
            5 => {
                let free = &mut self.records[record][length - 4];
                *free = free.wrapping_add([1, 2, 255, 254][rng.usize(0..4)]);
            }
            // A square of the board, with the count set right.
            6 => {
                let square = rng.usize(0..self.squares);
                let shift = 6 - square % 4 * 2;
                let byte = &mut self.records[record][1 + square / 4];
                *byte = *byte & !(3 << shift) | rng.u8(0..4) << shift;
                self.count(record);
            }
            _ => {
                let copy = self.records[record].clone();
                self.records.push(copy);
                let square = rng.usize(0..length);
                self.records[record][square] ^= 1 << rng.u8(0..8);
            }
        }
        // Keys in order, each once: otherwise it is no proof file, and the checker not tried.
        self.records.sort_unstable();
        self.records.dedup_by(|one, other| one[..length - 3] == other[..length - 3]);
    }

    fn change_root(&mut self, rng: &mut Rng) {
        let Some(start) = self.header.find("position ") else { return };
        let start = start + "position ".len();
        let Some(end) = self.header[start..].find('\n') else { return };
        let mut position: Vec<u8> = self.header[start..start + end].bytes().collect();
        let squares = position.len() - 2;
        let at = rng.usize(0..squares);
        if position[at] != b'/' {
            position[at] = [b'b', b'w', b'x', b'.'][rng.usize(0..4)];
        }
        if rng.u8(0..4) == 0 {
            let mover = position.len() - 1;
            position[mover] = [b'b', b'w'][rng.usize(0..2)];
        }
        if let Ok(position) = String::from_utf8(position) {
            self.header.replace_range(start..start + end, &position);
        }
    }

    /// Sets the number of squares that are not empty.
    fn count(&mut self, record: usize) {
        let bytes = &self.records[record];
        let empty = |square: &usize| bytes[1 + square / 4] >> (6 - square % 4 * 2) & 3 == 1;
        let empty = (0..self.squares).filter(empty).count();
        self.records[record][0] = (self.squares - empty) as u8;
    }

    /// The bytes of the file, with checksums.
    fn bytes(&self) -> Vec<u8> {
        let length = self.record_length();
        let mut bytes = self.header.clone().into_bytes();
        bytes.extend(&Sha256::digest(&bytes)[..8]);
        for records in self.records.chunks(IN_BLOCK) {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
            for m in 0..length {
                let column: Vec<u8> = records.iter().map(|record| record[m]).collect();
                encoder.write_all(&column).expect("memory has room");
            }
            let packed = encoder.finish().expect("memory has room");
            let mut block = (records.len() as u32).to_le_bytes().to_vec();
            block.extend((packed.len() as u32).to_le_bytes());
            block.extend(&records[0][..length - 3]);
            block.extend(packed);
            block.extend(&Sha256::digest(&block)[..8]);
            bytes.extend(block);
        }
        bytes.extend([0; 4]);
        bytes.extend((self.records.len() as u64).to_le_bytes());
        bytes.extend(&Sha256::digest(&bytes)[..]);
        bytes
    }
}
