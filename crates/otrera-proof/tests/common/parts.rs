//! Proof files taken to pieces and put together again, with all checksums right.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use otrera_board::{Bits, Color, Move, Position, Square};
use otrera_proof::{Play, Side, State};
use sha2::{Digest, Sha256};

use super::PlainStates;

/// A proof file taken to pieces, by the page on the format and not by the code that reads it.
#[derive(Clone)]
pub struct Parts {
    pub header: String,
    /// Key and play.
    pub records: Vec<Vec<u8>>,
}

/// The entries of a block, when a file is put together again.
pub const IN_BLOCK: usize = 7;

impl Parts {
    pub fn read(path: &Path) -> Parts {
        let bytes = fs::read(path).unwrap();
        let end = bytes.windows(2).position(|two| two == b"\n\n").unwrap() + 2;
        let header = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let mut parts = Parts { header, records: Vec::new() };
        let length = parts.record_length();
        let mut at = end + 8;
        let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        while number(at) != 0 {
            let (entries, packed) = (number(at), number(at + 4));
            at += 8 + length - 3;
            let mut columns = Vec::new();
            ZlibDecoder::new(&bytes[at..at + packed]).read_to_end(&mut columns).unwrap();
            for n in 0..entries {
                parts.records.push((0..length).map(|m| columns[m * entries + n]).collect());
            }
            at += packed + 8;
        }
        parts
    }

    /// The blocks of a file, with some entries each.
    pub fn blocks(&self) -> Vec<Vec<u8>> {
        self.records.chunks(IN_BLOCK).map(|records| block(records, &pack(records))).collect()
    }

    /// The bytes of a file with these blocks, checksums and all.
    pub fn bytes(&self, blocks: &[Vec<u8>]) -> Vec<u8> {
        bytes(&self.header, blocks, self.records.len())
    }

    pub fn line(&self, name: &str) -> &str {
        self.header.lines().find_map(|line| line.strip_prefix(name)).unwrap()
    }

    pub fn position(&self) -> Position<u64> {
        self.line("position ").parse::<Position>().unwrap().narrow().unwrap()
    }

    pub fn winner(&self) -> Color {
        if self.line("winner ") == "b" { Color::Black } else { Color::White }
    }

    pub fn record_length(&self) -> usize {
        5 + self.position().size().squares().div_ceil(4)
    }

    /// The state and the play of a record; none if it says something that is off the board.
    pub fn decode(&self, record: &[u8]) -> Option<(State<u64>, Play)> {
        let position = self.position();
        let squares = position.size().squares();
        let mut sets = [0u64; 4];
        for n in 0..4 * (record.len() - 5) {
            let content = record[1 + n / 4] >> (6 - n % 4 * 2) & 3;
            if n >= squares && content != 0 {
                return None;
            }
            sets[usize::from(content)] |= 1 << n;
        }
        let [_, empty, own, other] = sets;
        if usize::from(record[0]) + empty.count() as usize != squares {
            return None;
        }
        let free = i32::from(record[record.len() - 4]) - 128;
        let play = match record[record.len() - 3..] {
            [255, 255, 255] => None,
            [from, to, arrow] => {
                let on_board = [from, to, arrow].into_iter().all(|n| usize::from(n) < squares);
                let square = |n: u8| Square::new(n.into()).filter(|_| on_board);
                Some(Move { from: square(from)?, to: square(to)?, arrow: square(arrow)? })
            }
            _ => return None,
        };
        State::new(position.geometry(), [own, other], empty, free).map(|state| (state, play))
    }

    /// Is every entry, and the claim, true by plain search? If not, it cannot be a proof.
    pub fn is_true(&self, plain: &mut PlainStates) -> bool {
        let root = self.position();
        let claim = State::of(&root, self.winner());
        let claimed = match root.to_move() == self.winner() {
            true => plain.mover_wins(&claim, Side::Winner),
            false => !plain.mover_wins(&claim, Side::Loser),
        };
        claimed
            && self.records.iter().all(|record| {
                self.decode(record).is_some_and(|(state, play)| {
                    let after = state.after(Side::Winner, play);
                    after.is_some_and(|after| !plain.mover_wins(&after, Side::Loser))
                })
            })
    }
}

/// The bytes of a file with this header and these blocks, which have so many entries.
pub fn bytes(header: &str, blocks: &[Vec<u8>], entries: usize) -> Vec<u8> {
    let mut bytes = header.as_bytes().to_vec();
    bytes.extend(checksum(&bytes));
    blocks.iter().for_each(|block| bytes.extend(block));
    bytes.extend([0; 4]);
    bytes.extend((entries as u64).to_le_bytes());
    bytes.extend(&Sha256::digest(&bytes)[..]);
    bytes
}

/// The packed entries of a block.
pub fn pack(records: &[Vec<u8>]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&columns(records)).unwrap();
    encoder.finish().unwrap()
}

/// The bytes of entries, column by column.
pub fn columns(records: &[Vec<u8>]) -> Vec<u8> {
    (0..records[0].len()).flat_map(|m| records.iter().map(move |record| record[m])).collect()
}

/// A block of these entries, packed like this, with its checksum.
pub fn block(records: &[Vec<u8>], packed: &[u8]) -> Vec<u8> {
    let mut block = (records.len() as u32).to_le_bytes().to_vec();
    block.extend((packed.len() as u32).to_le_bytes());
    block.extend(&records[0][..records[0].len() - 3]);
    block.extend(packed);
    block.extend(checksum(&block));
    block
}

/// The checksum of a part.
pub fn checksum(part: &[u8]) -> [u8; 8] {
    std::array::from_fn(|n| Sha256::digest(part)[n])
}
