//! Proof files from claims and entries, by `docs/proofs.md`.

use std::io::{Read, Write};

use arbitrary::Arbitrary;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use otrera_board::{Bits, Color, Position, Size};
use sha2::{Digest, Sha256};

use crate::edits::{Edit, apply};

/// A proof that was tampered with, or made up.
#[derive(Arbitrary, Debug)]
pub struct Forgery {
    origin: Origin,
    /// Of the header, …
    header: Vec<Edit>,
    /// … of the entries one behind the other, …
    entries: Vec<Edit>,
    /// … and of the packed blocks.
    packed: Vec<Edit>,
    entries_per_block: u8,
    /// Entries out of order are found at once; mostly they are put in order.
    out_of_order: bool,
}

#[derive(Arbitrary, Debug)]
enum Origin {
    Of4x4,
    Of5x4,
    MadeUp { shape: u8, contents: [u8; 4], black_to_move: bool, black_wins: bool, entries: Vec<u8> },
}

const ORIGINALS: [&[u8]; 2] =
    [include_bytes!("../../docs/proofs/4x4.proof"), include_bytes!("../../docs/proofs/5x4.proof")];

const SHAPES: [(usize, usize); 8] =
    [(4, 4), (3, 3), (5, 3), (2, 6), (1, 9), (4, 3), (3, 5), (16, 1)];

impl Forgery {
    /// The bytes of the file, with right checksums.
    pub fn bytes(&self) -> Vec<u8> {
        let (mut header, mut entries, mut length) = match &self.origin {
            Origin::Of4x4 => taken_apart(ORIGINALS[0]),
            Origin::Of5x4 => taken_apart(ORIGINALS[1]),
            Origin::MadeUp { shape, contents, black_to_move, black_wins, entries } => {
                let position = made_up(*shape, *contents, *black_to_move);
                let winner = if *black_wins { "b" } else { "w" };
                let length = record_length(position.size());
                let (original, ..) = taken_apart(ORIGINALS[0]);
                let original = String::from_utf8(original).expect("a header is text");
                (header(&original, &position, winner).into_bytes(), entries.clone(), length)
            }
        };
        apply(&self.header, &mut header);
        apply(&self.entries, &mut entries);
        // With another board in the header the entries have another length.
        if let Some(size) = size_in(&header) {
            length = record_length(size);
        }
        let mut records: Vec<&[u8]> = entries.chunks_exact(length).collect();
        if !self.out_of_order {
            records.sort_unstable();
            records.dedup_by_key(|record| &record[..length - 3]);
        }
        put_together(header, &records, self.entries_per_block, &self.packed)
    }
}

fn made_up(shape: u8, contents: [u8; 4], black_to_move: bool) -> Position {
    let (width, height) = SHAPES[usize::from(shape) % SHAPES.len()];
    let size = Size::new(width, height).expect("a small board");
    let mut sets = [0u128; 4];
    for (n, square) in size.iter().enumerate() {
        sets[usize::from(contents[n / 4 % 4] >> (n % 4 * 2) & 3)] |= u128::of(square);
    }
    let to_move = if black_to_move { Color::Black } else { Color::White };
    Position::new(size, sets[0], sets[1], sets[2], to_move).expect("one thing on each square")
}

/// A header with another claim, in all else like that of a proof.
fn header(original: &str, position: &Position, winner: &str) -> String {
    let size = position.size();
    let rows = (0..size.height()).rev().map(|rank| {
        let squares = (0..size.width()).filter_map(|file| size.square(file, rank));
        squares
            .map(|square| match () {
                () if position.amazons(Color::Black).has(square) => 'b',
                () if position.amazons(Color::White).has(square) => 'w',
                () if position.burnt().has(square) => 'x',
                () => '.',
            })
            .collect::<String>()
    });
    let rows = rows.collect::<Vec<String>>().join("/");
    let claim = format!("position {rows} {}", position.to_move().letter());
    let winner = format!("winner {winner}");
    let lines = original.lines().map(|line| match () {
        () if line.starts_with("position ") => &claim,
        () if line.starts_with("winner ") => &winner,
        () => line,
    });
    lines.map(|line| format!("{line}\n")).collect()
}

fn size_in(header: &[u8]) -> Option<Size> {
    let header = std::str::from_utf8(header).ok()?;
    let line = header.lines().find_map(|line| line.strip_prefix("position "))?;
    Some(line.parse::<Position>().ok()?.size())
}

fn record_length(size: Size) -> usize {
    5 + size.squares().div_ceil(4)
}

fn taken_apart(file: &[u8]) -> (Vec<u8>, Vec<u8>, usize) {
    let end = file.windows(2).position(|two| two == b"\n\n").expect("a header") + 2;
    let header = file[..end].to_vec();
    let length = record_length(size_in(&header).expect("a position"));
    let number =
        |at: usize| u32::from_le_bytes(*file[at..].first_chunk().expect("a whole file")) as usize;
    let mut records = Vec::new();
    let mut at = end + 8;
    while number(at) != 0 {
        let (entries, packed) = (number(at), number(at + 4));
        at += 8 + length - 3;
        let mut columns = Vec::new();
        ZlibDecoder::new(&file[at..at + packed]).read_to_end(&mut columns).expect("a block");
        records.extend((0..entries * length).map(|n| columns[n % length * entries + n / length]));
        at += packed + 8;
    }
    (header, records, length)
}

fn put_together(
    header: Vec<u8>,
    records: &[&[u8]],
    entries_per_block: u8,
    packed_edits: &[Edit],
) -> Vec<u8> {
    let mut bytes = header;
    bytes.extend(&Sha256::digest(&bytes)[..8]);
    for records in records.chunks(usize::from(entries_per_block).max(1)) {
        let length = records[0].len();
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
        for column in 0..length {
            let column: Vec<u8> = records.iter().map(|record| record[column]).collect();
            encoder.write_all(&column).expect("memory has room");
        }
        let mut packed = encoder.finish().expect("memory has room");
        apply(packed_edits, &mut packed);
        let mut block = (records.len() as u32).to_le_bytes().to_vec();
        block.extend((packed.len() as u32).to_le_bytes());
        block.extend(&records[0][..length - 3]);
        block.extend(packed);
        block.extend(&Sha256::digest(&block)[..8]);
        bytes.extend(block);
    }
    bytes.extend([0; 4]);
    bytes.extend((records.len() as u64).to_le_bytes());
    bytes.extend(&Sha256::digest(&bytes)[..]);
    bytes
}
