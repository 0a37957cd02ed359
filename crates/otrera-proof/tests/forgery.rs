//! Broken proofs: none that is no longer a proof is accepted, and none crashes the checker.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use common::parts::Parts;
use common::{PlainStates, endgame, python_verdicts, verdict, verdict_code, write};
use fastrand::Rng;
use otrera_board::{Color, Move, Position};
use otrera_proof::{LeafLimits, Outcome, Reasoner, Side, State};

/// What is done to a proof.
const KINDS: [&str; 12] = [
    "another legal move",
    "a losing move",
    "an illegal move",
    "an entry dropped",
    "a key altered",
    "free moves altered",
    "blocks swapped",
    "truncated",
    "the other winner",
    "another root",
    "a byte flipped",
    "a byte of an entry flipped",
];

/// A broken proof, and its parts if it still has any.
fn forge(
    parts: &Parts,
    kind: usize,
    rng: &mut Rng,
    plain: &mut PlainStates,
) -> Option<(Vec<u8>, Option<Parts>)> {
    let mut forged = parts.clone();
    let entries = parts.records.len();
    let chosen = rng.usize(0..entries);
    let (state, play) = parts.decode(&parts.records[chosen])?;
    let length = parts.record_length();
    match kind {
        0 | 1 => {
            let mut others = Vec::new();
            state.any_play(Side::Winner, |other, next| {
                if other != play && (kind == 0 || plain.mover_wins(&next, Side::Loser)) {
                    others.push(other);
                }
                false
            });
            let other = *others.get(rng.usize(0..others.len().max(1)))?;
            let bytes = other.map_or([255; 3], |mv| {
                [mv.from, mv.to, mv.arrow].map(|square| square.index() as u8)
            });
            forged.records[chosen][length - 3..].copy_from_slice(&bytes);
        }
        2 => {
            let squares = parts.position().size().squares() as u8;
            let play: [u8; 3] = std::array::from_fn(|_| rng.u8(0..squares + 2));
            forged.records[chosen][length - 3..].copy_from_slice(&play);
            let legal = forged.decode(&forged.records[chosen]);
            if legal.is_some_and(|(state, play)| state.after(Side::Winner, play).is_some()) {
                return None;
            }
        }
        3 => {
            forged.records.remove(chosen);
        }
        4 => {
            let square = rng.usize(0..parts.position().size().squares());
            let record = &mut forged.records[chosen];
            record[1 + square / 4] ^= rng.u8(1..4) << (6 - square % 4 * 2);
            let value = |n: usize| record[1 + n / 4] >> (6 - n % 4 * 2) & 3;
            let squares = parts.position().size().squares();
            record[0] = (0..squares).filter(|&n| value(n) != 1).count() as u8;
        }
        5 => {
            let record = &mut forged.records[chosen];
            record[length - 4] = record[length - 4].wrapping_add([1, 255, 2, 254][rng.usize(0..4)]);
        }
        6 => {
            let mut blocks = parts.blocks();
            let (one, other) = (rng.usize(0..blocks.len()), rng.usize(0..blocks.len()));
            blocks.swap(one, other);
            return (one != other).then(|| (parts.bytes(&blocks), None));
        }
        7 => {
            let mut bytes = parts.bytes(&parts.blocks());
            bytes.truncate(rng.usize(0..bytes.len()));
            return Some((bytes, None));
        }
        8 => {
            let other = if parts.winner() == Color::Black { "winner w" } else { "winner b" };
            let line = format!("winner {}", parts.line("winner "));
            forged.header = parts.header.replace(&line, other);
        }
        9 => {
            let root = parts.position();
            let mut sets = [root.amazons(Color::Black), root.amazons(Color::White), root.burnt()];
            let mut to_move = root.to_move();
            match rng.usize(0..4) {
                3 => to_move = !to_move,
                set => {
                    let square = 1u64 << rng.usize(0..root.size().squares());
                    sets.iter_mut().for_each(|other| *other &= !square);
                    if rng.bool() {
                        sets[set] |= square;
                    }
                }
            }
            let [black, white, burnt] = sets;
            let other = Position::new(root.size(), black, white, burnt, to_move).unwrap();
            forged.header = parts.header.replace(parts.line("position "), &spelled_out(&other));
            if other == root {
                return None;
            }
        }
        10 => {
            let mut bytes = parts.bytes(&parts.blocks());
            let at = rng.usize(0..bytes.len());
            bytes[at] ^= 1 << rng.u8(0..8);
            return Some((bytes, None));
        }
        _ => {
            let at = rng.usize(0..length);
            forged.records[chosen][at] ^= 1 << rng.u8(0..8);
        }
    }
    // Keys out of order would be noticed at once: a forger sorts them.
    forged.records.sort();
    forged.records.dedup_by(|a, b| a[..length - 3] == b[..length - 3]);
    let bytes = forged.bytes(&forged.blocks());
    Some((bytes, Some(forged)))
}

/// A position as a header has it: a point for every empty square.
fn spelled_out(position: &Position<u64>) -> String {
    let text = position.to_string();
    let (rows, to_move) = text.split_once(' ').unwrap();
    let row = |row: &str| match row.parse() {
        Ok(empty) => ".".repeat(empty),
        Err(_) => row.to_owned(),
    };
    let rows: Vec<String> = rows.split('/').map(row).collect();
    format!("{} {to_move}", rows.join("/"))
}

/// Proofs to be broken: 4×4 and endgames with some entries, with and without a move ahead.
fn originals(folder: &Path) -> Vec<Parts> {
    let mut rng = Rng::with_seed(4);
    let mut originals = Vec::new();
    let mut add = |position: &Position<u64>, winner: Color, lookahead: u8, least: usize| {
        let path = folder.join("original.proof");
        write(&path, position, winner, LeafLimits { lookahead, ..LeafLimits::LARGEST });
        assert!(common::accepted(&path), "{position}");
        let parts = Parts::read(&path);
        if parts.records.len() >= least {
            originals.push(parts);
        }
    };
    let start = "4x4".parse::<Position>().unwrap().narrow().unwrap();
    add(&start, Color::Black, 1, 1);
    add(&start, Color::Black, 0, 1);
    for _ in 0..600 {
        let position = endgame(&mut rng, 9);
        let winner = common::PlainSearch::default().winner(&position);
        add(&position, winner, rng.u8(0..2), 8);
    }
    originals
}

#[test]
fn no_forgery_is_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let originals = originals(folder.path());
    assert!(originals.len() >= 10, "{}", originals.len());
    let path = folder.path().join("forged.proof");
    let mut rng = Rng::with_seed(5);
    let mut plain: Vec<PlainStates> = originals.iter().map(|_| PlainStates::default()).collect();
    let mut tally: BTreeMap<&str, [u32; 2]> = BTreeMap::new();
    let mut seen_by_python: Vec<(PathBuf, bool)> = Vec::new();
    let mut made = 0;
    while made < 3_000 {
        let (kind, original) = (rng.usize(0..KINDS.len()), rng.usize(0..originals.len()));
        let parts = &originals[original];
        let plain = &mut plain[original];
        let Some((bytes, forged)) = forge(parts, kind, &mut rng, plain) else { continue };
        if bytes == parts.bytes(&parts.blocks()) {
            continue;
        }
        fs::write(&path, &bytes).unwrap();
        let verdict = verdict(&path);
        let accepted = matches!(verdict, Ok(Outcome::Accepted(_)));
        let name = KINDS[kind];
        match &verdict {
            Ok(Outcome::Accepted(_)) => {
                // What is accepted has its parts, and each of them is true by plain search.
                let forged = forged.expect(name);
                assert!(forged.is_true(&mut PlainStates::default()), "{name}");
            }
            Ok(Outcome::Rejected(why)) => {
                let place =
                    why.entry.is_none() || why.position.is_some() || kind == 11 || kind == 2;
                assert!(place && !why.reason.is_empty(), "{name}: {why}");
            }
            Ok(_) => panic!("nobody stopped it, and there are no notes"),
            Err(what) => assert!(what.contains("at byte"), "{name}: {what}"),
        }
        // A play that loses, or that nobody has, is never accepted.
        assert!(!(accepted && matches!(kind, 1 | 2 | 6 | 7 | 10)), "{name}");
        tally.entry(name).or_default()[usize::from(accepted)] += 1;
        made += 1;
        if accepted || made % 30 == 0 {
            let copy = folder.path().join(format!("{made}.proof"));
            fs::copy(&path, &copy).unwrap();
            seen_by_python.push((copy, accepted));
        }
    }
    println!("rejected and still valid: {tally:?}");
    // Another checker, in another language, says the same.
    let paths: Vec<&Path> = seen_by_python.iter().map(|(path, _)| path.as_path()).collect();
    for ((copy, accepted), (code, said)) in seen_by_python.iter().zip(python_verdicts(&paths)) {
        assert_eq!(code == 0, *accepted, "{}: {said}", copy.display());
    }
}

/// Every truncation and every flipped bit of a small proof, with no checksum repaired.
#[test]
fn every_damage_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.proof");
    let start = "4x4".parse::<Position>().unwrap().narrow().unwrap();
    write(&path, &start, Color::Black, LeafLimits::LARGEST);
    let bytes = fs::read(&path).unwrap();
    let damaged = folder.path().join("damaged.proof");
    for end in 0..bytes.len() {
        fs::write(&damaged, &bytes[..end]).unwrap();
        assert!(verdict(&damaged).unwrap_err().contains("at byte"));
    }
    for bit in 0..8 * bytes.len() {
        let mut copy = bytes.clone();
        copy[bit / 8] ^= 1 << (bit % 8);
        fs::write(&damaged, &copy).unwrap();
        assert!(verdict(&damaged).unwrap_err().contains("at byte"));
    }
    fs::write(&damaged, [&bytes[..], b"x"].concat()).unwrap();
    assert!(verdict(&damaged).unwrap_err().contains("something follows the end"));
}

/// A rejection names the line of play that leads to what is wrong.
#[test]
fn rejections_name_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("4x4.proof");
    let start = "4x4".parse::<Position>().unwrap().narrow().unwrap();
    write(&path, &start, Color::Black, LeafLimits { lookahead: 0, ..LeafLimits::LARGEST });
    let mut parts = Parts::read(&path);
    let last = parts.records.len() - 1;
    let length = parts.record_length();
    let (target, _) = parts.decode(&parts.records[last]).unwrap();
    parts.records[last][length - 3..].copy_from_slice(&[0, 0, 0]);
    fs::write(&path, parts.bytes(&parts.blocks())).unwrap();
    let Ok(Outcome::Rejected(why)) = verdict(&path) else { panic!("not rejected") };
    assert_eq!(why.entry, Some(last as u64));
    assert_eq!(why.reason, "A1-A1xA1 cannot be played");
    // Played from the start, the line leads to the very entry.
    let mut reasoner =
        Reasoner::new(start.geometry(), LeafLimits { lookahead: 0, ..LeafLimits::LARGEST });
    let mut state = reasoner.reduced(&State::of(&start, Color::Black));
    for (n, text) in why.line.unwrap().iter().enumerate() {
        let side = if n % 2 == 0 { Side::Loser } else { Side::Winner };
        let play = Move::parse(text, start.size()).ok();
        assert!(play.is_some() || text == "(free)");
        state = reasoner.reduced(&state.after(side, play).expect("a legal line"));
    }
    let board = |state: &State<u64>| {
        (state.amazons(Side::Winner), state.amazons(Side::Loser), state.empty())
    };
    assert_eq!(board(&state), board(&target));
}

/// A header means one thing, to both checkers: what is not written as the page has it is refused.
#[test]
fn headers_are_read_in_one_way() {
    let folder = tempfile::tempdir().unwrap();
    let header = |position: &str| {
        let limits = "lookahead 1\nterritory 8\namazons 4";
        format!("otrera-proof 2\nposition {position}\nwinner b\n{limits}\norigin x\n\n")
    };
    let right = header("b.w b");
    let first_version = right.replace("proof 2", "proof 1").replace("amazons 4\n", "");
    let mut cases = vec![
        (right.clone(), 0),
        (header("b.w w"), 1),
        (first_version.clone(), 0),
        (first_version.replace("proof 1", "proof 2"), 2),
        (right.replace("proof 2", "proof 1"), 2),
        (right.replace("amazons 4", "amazons 0"), 0),
    ];
    for position in [
        "5x6 w", "5x6", "b.w", "b.w  b", " b.w b", "B.W B", "b.w B", "b.w x", "b1w b", "b..?w. b",
        "0 w", "/ w", "b.w/ b", "b.w/.. b", "b//w b", "b.w b 1", "", " b",
    ] {
        cases.push((header(position), 2));
    }
    cases.push((header(&format!("{} b", vec!["."; 129].concat())), 2));
    cases.push((header(&format!("{} b", ".".repeat(5000))), 2));
    for (line, other) in [
        ("otrera-proof 2", "otrera-proof 0"),
        ("otrera-proof 2", "otrera-proof 3"),
        ("otrera-proof 2", "otrera-proof 02"),
        ("otrera-proof 2", "otrera-proof 2 "),
        ("amazons 4", "amazons 5"),
        ("amazons 4", "amazons 04"),
        ("amazons 4", "amazons -1"),
        ("amazons 4\n", "amazons 4\namazons 4\n"),
        ("territory 8\namazons 4", "amazons 4\nterritory 8"),
        ("winner b", "winner x"),
        ("winner b", "winner B"),
        ("lookahead 1", "lookahead 2"),
        ("lookahead 1", "lookahead +1"),
        ("lookahead 1", "lookahead 01"),
        ("territory 8", "territory 9"),
        ("territory 8", "territory -1"),
        ("territory 8", "territory 99999999999999999999"),
        ("territory 8\n", ""),
        ("origin x", "origin x\r"),
        ("origin x", "origin"),
        ("origin x", "origin x\nmore y"),
        ("origin x\n\n", "origin x\n"),
        ("\nwinner", "\r\nwinner"),
    ] {
        cases.push((right.replace(line, other), 2));
    }
    let mut files = Vec::new();
    for (n, (header, expected)) in cases.into_iter().enumerate() {
        let path = folder.path().join(format!("{n}.proof"));
        let parts = Parts { header, records: Vec::new() };
        fs::write(&path, parts.bytes(&[])).unwrap();
        assert_eq!(verdict_code(&path), expected, "{:?}", parts.header);
        files.push((path, expected, parts.header));
    }
    let paths: Vec<&Path> = files.iter().map(|(path, ..)| path.as_path()).collect();
    for ((_, expected, header), (code, said)) in files.iter().zip(python_verdicts(&paths)) {
        assert_eq!(code, *expected, "{header:?}: {said}");
    }
}
