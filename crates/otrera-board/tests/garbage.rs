//! Whatever bytes a reader is given, it answers with a value or an error, soon.

mod random;

use otrera_board::notation::{Format, decode};
use otrera_board::{Move, Size};
use proptest::prelude::*;

/// Gives a text to every reader; what they accept must be written and read again.
fn read_all(bytes: &[u8]) {
    let text = match decode(bytes) {
        Ok(text) => text,
        Err(error) => {
            assert!(error.line >= 1 && error.column >= 1);
            return;
        }
    };
    for format in Format::ALL {
        match format.read(text) {
            Ok(records) => {
                for record in records {
                    let Ok(written) = format.write(&record) else { continue };
                    let again = format.read(&written).unwrap();
                    assert_eq!(again.len(), 1);
                    assert_eq!(format.write(&again[0]), Ok(written));
                }
            }
            Err(error) => assert!(error.to_string().len() < 500, "{error}"),
        }
    }
    Format::detect(text);
    for (width, height) in [(10, 10), (128, 1)] {
        let size = Size::new(width, height).unwrap();
        if let Ok(mv) = Move::parse(text, size) {
            assert_eq!(Move::parse(&mv.text(size), size), Ok(mv));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_all(&bytes);
    }

    #[test]
    fn any_text(chars in prop::collection::vec(any::<char>(), 0..100)) {
        read_all(chars.into_iter().collect::<String>().as_bytes());
    }

    #[test]
    fn any_ascii(bytes in prop::collection::vec(0..128u8, 0..100)) {
        read_all(&bytes);
    }

    /// Texts made of the words that readers know.
    #[test]
    fn familiar_words(words in prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..40)) {
        read_all(words.concat().as_bytes());
    }

    /// Good texts with some bytes cut out, doubled or changed.
    #[test]
    fn damaged_texts(
        game in random::sizes().prop_flat_map(random::positions).prop_flat_map(random::games),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0..4u8, any::<u8>()), 1..4),
    ) {
        for format in Format::ALL {
            let Ok(text) = format.write(&game) else { continue };
            let mut bytes = text.into_bytes();
            for (place, kind, byte) in &cuts {
                if bytes.is_empty() {
                    break;
                }
                let n = place.index(bytes.len());
                match kind {
                    0 => bytes.truncate(n),
                    1 => { bytes.remove(n); }
                    2 => bytes.insert(n, bytes[n]),
                    _ => bytes[n] = *byte,
                }
            }
            read_all(&bytes);
        }
    }
}

const WORDS: [&str; 48] = [
    "(",
    ")",
    ";",
    "[",
    "]",
    "\\",
    ":",
    " ",
    "\n",
    "/",
    "|",
    "-",
    "–",
    ",",
    ".",
    "x",
    "X",
    "b",
    "w",
    "O",
    "*",
    "#",
    "q",
    "Q",
    "1",
    "10",
    "128",
    "0",
    "5x6",
    "10x10",
    "A1",
    "d10",
    "aa",
    "djdegb",
    "GM[18]",
    "GM[Amazons]",
    "SZ[5:6]",
    "SZ[10]",
    "AB[aa]",
    "AW[ee]",
    "AE[aa:jj]",
    "PL[B]",
    "W[djdegb]",
    "B[D1-D7-G7]",
    "BO[10 ",
    "C[",
    "{B}",
    "w - 1",
];

/// Ten megabytes of each kind of nonsense. A reader that needs more than linear time
/// would not come back from these within the patience of anyone.
#[test]
fn ten_megabytes() {
    const LENGTH: usize = 10_000_000;
    let openings: [(&str, &[Format]); 6] = [
        ("", &Format::ALL),
        ("(;GM[18]SZ[5:6]", &[Format::Sgf]),
        ("(;GM[Amazons]", &[Format::Ggf]),
        ("(;GM[Amazons]BO[1 - *]", &[Format::Ggf]),
        ("5x6 ", &[Format::Moves]),
        ("1. b1-b4/", &[Format::Moves]),
    ];
    let repeated = [
        "(",
        "(;",
        ";",
        ";C[]",
        "(;C[])",
        "(;C[a]",
        "C[]",
        "AB[aa]",
        "AE[aa:ee]",
        ";PL[B]",
        "[]",
        "[",
        "\\",
        "/",
        "1",
        "0",
        "9",
        "b",
        ".",
        "b/",
        "X|",
        " ",
        "\n",
        "a",
        "A1",
        "a1-a2xa3 ",
        "é",
        "w ",
        "B[D1-D2-D3]",
        "x",
    ];
    // Two threads share the kinds.
    std::thread::scope(|scope| {
        for units in repeated.chunks(repeated.len().div_ceil(2)) {
            scope.spawn(move || {
                for (opening, formats) in openings {
                    for unit in units {
                        let mut text = String::from(opening);
                        text.extend(std::iter::repeat_n(*unit, LENGTH / unit.len()));
                        for format in formats {
                            let _ = format.read(&text);
                        }
                        Format::detect(&text);
                        let _ = Move::parse(&text, Size::new(10, 10).unwrap());
                    }
                }
            });
        }
    });
}
