//! Every notation: readers answer any text with a value or an error, and print ∘ parse is the identity.

#![no_main]

use libfuzzer_sys::fuzz_target;
use otrera_board::notation::{Dialect, Format, decode};
use otrera_board::{Move, Size};

fuzz_target!(|bytes: &[u8]| {
    let text = match decode(bytes) {
        Ok(text) => text,
        Err(error) => {
            assert!(error.line >= 1 && error.column >= 1);
            return;
        }
    };
    Format::detect(text);
    for format in Format::ALL {
        match format.read(text) {
            Ok(records) => {
                for record in records {
                    let Ok(written) = format.write(&record) else { continue };
                    let again = format.read(&written).expect("what was written can be read");
                    assert_eq!(again.len(), 1);
                    if [Format::Sgf, Format::Ggf].contains(&format) {
                        assert_eq!(format.write(&again[0]).as_ref(), Ok(&written));
                    }
                    if format == Format::Sgf {
                        assert_eq!(again[0], record);
                    }
                    let last = |record: &otrera_board::Record| record.position(record.main_end());
                    assert_eq!(last(&again[0]), last(&record));
                }
            }
            Err(error) => {
                assert!(error.to_string().len() < 500, "{error}");
                error.excerpt(text);
            }
        }
    }
    for (width, height) in [(10, 10), (128, 1)] {
        let size = Size::new(width, height).expect("a board");
        if let Ok(mv) = Move::parse(text, size) {
            for dialect in Dialect::ALL {
                assert_eq!(Move::parse(&mv.text_in(dialect, size), size), Ok(mv));
            }
        }
    }
});
