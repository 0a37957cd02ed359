//! The network against PyTorch's answers and against plain loops; files that are none.

mod absurd;
mod maker;
mod plain;

use fastrand::Rng;
use otrera_board::{Bits, Color, Move, Position, Size};
use otrera_player::{Network, NetworkError, Tiles};
use serde_json::{Value, json};

use crate::maker::{Maker, file, half, sign};
use crate::plain::Plain;

/// Boards with anything on them: many of these sizes have no start to play from.
fn positions(rng: &mut Rng, width: usize, height: usize, count: usize) -> Vec<Position> {
    let size = Size::new(width, height).expect("a board");
    let mut position = || {
        let [mut black, mut white, mut burnt] = [0; 3];
        let most = rng.usize(..6);
        for square in size.iter() {
            match rng.usize(..12) {
                0 => black |= u128::of(square),
                1 => white |= u128::of(square),
                other if other < 2 + most => burnt |= u128::of(square),
                _ => {}
            }
        }
        let to_move = if rng.bool() { Color::Black } else { Color::White };
        Position::new(size, black, white, burnt, to_move).expect("no square holds two things")
    };
    (0..count).map(|_| position()).collect()
}

/// The file of the network that the commands play with.
const SHIPPED: &[u8] = include_bytes!("../../networks/otrera.otrn");

fn shipped() -> Network {
    Network::from_bytes(SHIPPED).expect("the network is part of the repository")
}

/// What its card says is said of this file.
#[test]
fn the_card_has_the_hash_of_the_file() {
    use sha2::{Digest, Sha256};
    let hash: String = Sha256::digest(SHIPPED).iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(include_str!("../../networks/README.md").contains(&hash), "{hash}");
}

/// Of positions of random games on twelve sizes. For a thousand others, see `examples/compare.rs`.
#[test]
fn answers_are_those_of_pytorch() {
    let network = shipped();
    assert_eq!((network.channels(), network.blocks()), (96, 6));
    let mut lines = include_str!("../data/network.jsonl").lines();
    assert!(lines.next().is_some_and(|line| line.contains("source")));
    let mut count = 0;
    for line in lines {
        let line: Value = serde_json::from_str(line).unwrap();
        let position: Position = line["position"].as_str().unwrap().parse().unwrap();
        let size = position.size();
        for tiles in Tiles::ALL {
            let mut scratch = network.scratch_with(size, 1, tiles);
            let answer = network.evaluate(&mut scratch, &[position]).next().unwrap();
            let near = |found: f32, told: &Value| {
                let told = told.as_f64().unwrap();
                // Answers are written with four or five digits behind the point.
                assert!(
                    (f64::from(found) - told).abs() < 1e-3,
                    "{tiles:?} {position}: {found} {told}"
                );
            };
            near(answer.odds(), &line["outcome"]);
            near(answer.margin() / 10.0, &line["margin"]);
            assert_eq!(answer.ownership().len(), line["ownership"].as_array().unwrap().len());
            for (square, &found) in answer.ownership().iter().enumerate() {
                near(found, &line["ownership"][square]);
            }
            for (text, told) in line["moves"].as_object().unwrap() {
                near(answer.policy().logit(Move::parse(text, size).unwrap()), told);
            }
        }
        count += 1;
    }
    assert_eq!(count, 72);
}

/// Random weights, widths that fill no vector, sizes that fill no tile.
#[test]
fn answers_are_those_of_plain_loops() {
    let mut rng = Rng::with_seed(1);
    for (channels, blocks, pooled) in
        [(1, 1, &[][..]), (5, 2, &[0]), (24, 1, &[0]), (33, 3, &[1, 2])]
    {
        let maker = Maker::new(&mut rng, channels, blocks, pooled);
        let network = Network::from_bytes(&maker.file()).unwrap();
        for (width, height) in [(5, 5), (6, 5), (7, 11), (10, 10), (11, 11), (1, 9), (3, 2)] {
            let positions = positions(&mut rng, width, height, 3);
            for tiles in Tiles::ALL {
                let mut scratch = network.scratch_with(positions[0].size(), 4, tiles);
                let answers = network.evaluate(&mut scratch, &positions);
                assert_eq!(answers.len(), 3);
                for (answer, position) in answers.zip(&positions) {
                    let plain = Plain::new(&maker, position);
                    let near = |found: f32, plain: f64| {
                        assert!(
                            (f64::from(found) - plain).abs() < 1e-3 * plain.abs().max(1.0),
                            "{tiles:?} {position}: {found} {plain}"
                        );
                    };
                    near(answer.odds(), plain.outcome);
                    near(answer.margin() / 10.0, plain.margin);
                    let squares = plain.ownership.iter().flatten();
                    answer.ownership().iter().zip(squares).for_each(|(&a, &b)| near(a, b));
                    for mv in position.moves() {
                        near(answer.policy().logit(mv), plain.logit(mv));
                    }
                }
            }
        }
    }
}

/// Nothing of one position gets into the answer for another, and the word does not matter.
#[test]
fn answers_do_not_depend_on_company() {
    let mut rng = Rng::with_seed(2);
    let maker = Maker::new(&mut rng, 20, 2, &[1]);
    let network = Network::from_bytes(&maker.file()).unwrap();
    let positions = positions(&mut rng, 8, 7, 9);
    let narrow: Vec<Position<u64>> = positions.iter().filter_map(Position::narrow).collect();
    let first = |position: &Position| position.moves().next();
    for tiles in Tiles::ALL {
        let mut single = network.scratch_with(positions[0].size(), 1, tiles);
        let mut batch = network.scratch_with(positions[0].size(), 5, tiles);
        for count in [5, 1, 3, 2, 4] {
            let chunks = positions.chunks(count).zip(narrow.chunks(count));
            for (wide, narrow) in chunks {
                for (answer, alone) in network.evaluate(&mut batch, narrow).zip(wide) {
                    let other = network.evaluate(&mut single, &[*alone]).next().unwrap();
                    assert_eq!(answer.odds(), other.odds());
                    assert_eq!(answer.margin(), other.margin());
                    assert_eq!(answer.ownership(), other.ownership());
                    let logit = first(alone).map(|mv| answer.policy().logit(mv));
                    assert_eq!(logit, first(alone).map(|mv| other.policy().logit(mv)));
                }
            }
        }
    }
}

#[test]
fn priors_are_shares() {
    let network = shipped();
    let position: Position = "10x10".parse().unwrap();
    let mut scratch = network.scratch(position.size(), 1);
    let policy = network.evaluate(&mut scratch, &[position]).next().unwrap().policy();
    let moves: Vec<Move> = position.moves().collect();
    let mut priors = Vec::new();
    let mut spread = |temperature| {
        policy.priors(&moves, temperature, &mut priors);
        assert_eq!(priors.len(), 2176);
        assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        let odds = (priors[0] / priors[1]).ln()
            - (policy.logit(moves[0]) - policy.logit(moves[1])) / temperature;
        assert!(odds.abs() < 1e-3);
        priors.iter().copied().fold(0.0, f32::max)
    };
    assert!(spread(0.5) > spread(1.0));
    assert!(spread(1.0) > spread(3.0));
    policy.priors(&[], 1.0, &mut priors);
    assert!(priors.is_empty());
}

#[test]
#[should_panic(expected = "another size")]
fn scratch_is_for_one_size() {
    let network =
        Network::from_bytes(&Maker::new(&mut Rng::with_seed(3), 2, 1, &[]).file()).unwrap();
    let mut scratch = network.scratch(Size::new(5, 5).unwrap(), 1);
    let _ = network.evaluate(&mut scratch, &["6x6".parse::<Position>().unwrap()]);
}

#[test]
fn nothing_is_answered_by_nothing() {
    let network = shipped();
    for tiles in [Tiles::Small, Tiles::Large] {
        let mut scratch = network.scratch_with(Size::new(6, 6).unwrap(), 4, tiles);
        assert_eq!(network.evaluate::<u128>(&mut scratch, &[]).len(), 0);
    }
}

fn error(file: &[u8]) -> NetworkError {
    Network::from_bytes(file).map(|_| ()).expect_err("a bad file")
}

#[test]
fn damage_is_seen() {
    let good = Maker::new(&mut Rng::with_seed(4), 3, 1, &[0]).file();
    Network::from_bytes(&good).unwrap();
    let length = good.len();
    // Everything from the header's length on is under the checksum.
    for at in (0..600).chain((600..length).step_by(101)).chain(length - 40..length) {
        for bit in [0, 7] {
            let mut file = good.clone();
            file[at] ^= 1 << bit;
            match error(&file) {
                NetworkError::Foreign => assert!(at < 4),
                NetworkError::Version(_) => assert!((4..8).contains(&at)),
                NetworkError::Truncated("header") => assert!((8..12).contains(&at)),
                NetworkError::Checksum => assert!(at >= 8),
                other => panic!("{at}: {other}"),
            }
        }
    }
    for length in (0..600).chain((600..length).step_by(997)).chain(length - 40..length) {
        match error(&good[..length]) {
            NetworkError::Foreign => assert!(length < 4),
            NetworkError::Truncated(_) | NetworkError::Checksum => assert!(length >= 4),
            other => panic!("{length}: {other}"),
        }
    }
    let longer = [&good[..], &[0]].concat();
    assert_eq!(error(&longer), NetworkError::Checksum);
    assert_eq!(error(&[]), NetworkError::Foreign);
    assert_eq!(error(b"\x89PNG\r\n\x1a\n"), NetworkError::Foreign);
    assert_eq!(error(&vec![0; (16 << 20) + 1]), NetworkError::TooLarge((16 << 20) + 1));
    assert_eq!(error(&sign(b"OTRN\x02\0\0\0\0\0\0\0".to_vec())), NetworkError::Version(2));
}

/// Files whose checksum is right and whose header is not.
#[test]
fn wrong_headers_are_refused() {
    let maker = Maker::new(&mut Rng::with_seed(5), 3, 1, &[0]);
    let (header, data) = (maker.header(), maker.data());
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut header = header.clone();
        change(&mut header);
        error(&file(header.to_string().as_bytes(), &data)).to_string()
    };
    for (name, value, message) in [
        ("channels", json!(0), "bad header: channels is 0; expected 1 to 512"),
        ("channels", json!(100_000), "bad header: channels is 100000; expected 1 to 512"),
        (
            "channels",
            json!(4),
            "tensor `stem.weight` has shape [3, 11, 3, 3]; expected [4, 11, 3, 3]",
        ),
        ("blocks", json!(65), "bad header: blocks is 65; expected 1 to 64"),
        ("blocks", json!(2), "tensor `tower.1.first.weight` is missing"),
        ("pooled_blocks", json!([1]), "bad header: a pooled block is 1; expected less than 1"),
        (
            "pooled_blocks",
            json!([]),
            "tensor `tower.0.pool.bias` has no place in a network of this architecture",
        ),
        ("input_planes", json!(9), "bad header: input_planes is 9; expected 11"),
        ("policy_planes", json!(144), "bad header: policy_planes is 144; expected 160"),
    ] {
        assert_eq!(refused(&|header| header[name] = value.clone()), message);
    }
    let far = data.len() - 16;
    for (name, value, message) in [
        ("shape", json!([3, 99]), "tensor `stem.weight` has shape [3, 99]; expected [3, 11, 3, 3]"),
        ("dtype", json!("f32"), "tensor `stem.weight` has numbers of type `f32`; expected `f16`"),
        ("name", json!("trunk.weight"), "tensor `stem.weight` is missing"),
    ] {
        assert_eq!(refused(&|header| header["tensors"][0][name] = value.clone()), message);
    }
    let place = "tensor `stem.weight` lies outside of the file's tensors, or its length does not fit its shape";
    for (name, value) in [("offset", json!(far)), ("offset", json!(u64::MAX)), ("bytes", json!(2))]
    {
        assert_eq!(refused(&|header| header["tensors"][0][name] = value.clone()), place);
    }
    let twice = refused(&|header| {
        let first = header["tensors"][0].clone();
        header["tensors"].as_array_mut().unwrap().push(first);
    });
    assert_eq!(twice, "tensor `stem.weight` has no place in a network of this architecture");
    for text in ["", "{}", "[1]", "{\"channels\": -1}", "\u{fffd}", &"[".repeat(9000)] {
        assert!(matches!(error(&file(text.as_bytes(), &data)), NetworkError::Header(_)), "{text}");
    }
    let mut wild = data.clone();
    wild[20..22].copy_from_slice(&half(f32::NAN).to_le_bytes());
    let wild = error(&file(header.to_string().as_bytes(), &wild));
    assert_eq!(wild, NetworkError::NotFinite("stem.weight".into()));
}

/// Headers with some bytes changed are read or refused, and nothing else happens.
#[test]
fn no_header_is_a_panic() {
    let mut rng = Rng::with_seed(6);
    let maker = Maker::new(&mut rng, 2, 1, &[]);
    let (header, data) = (maker.header().to_string().into_bytes(), maker.data());
    for _ in 0..2_000 {
        let mut header = header.clone();
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(..header.len());
            header[at] = *rng.choice(b"0123456789\"[]{},:.-eaz\0").expect("not empty");
        }
        let _ = Network::from_bytes(&file(&header, &data));
    }
}
