//! Values as serde reads and writes them.

use otrera_board::{Color, Move, Position, Size, Square};
use serde_json::{from_str, to_string};

#[test]
fn values_are_read_as_written() {
    let position: Position = "4x4".parse().unwrap();
    let text = to_string(&position).unwrap();
    assert_eq!(text, "\".bb./b..b/w..w/.ww. w\"");
    assert_eq!(from_str::<Position>(&text).unwrap(), position);
    assert_eq!(from_str::<Position<u64>>(&text).unwrap(), position.narrow().unwrap());

    let mv = position.moves().next().unwrap();
    let text = to_string(&mv).unwrap();
    assert_eq!(text, r#"{"from":1,"to":0,"arrow":1}"#);
    assert_eq!(from_str::<Move>(&text).unwrap(), mv);

    assert_eq!(to_string(&position.size()).unwrap(), "\"4x4\"");
    assert_eq!(from_str::<Size>("\"4x4\"").unwrap(), position.size());
    assert_eq!(to_string(&Color::ALL).unwrap(), r#"["black","white"]"#);
}

/// What is no value is refused, not read as something else.
#[test]
fn nonsense_is_refused() {
    assert!(from_str::<Square>("128").is_err());
    assert!(from_str::<Size>("\"12x11\"").is_err());
    assert!(from_str::<Size>("\"large\"").is_err());
    assert!(from_str::<Position>("\"b?w\"").is_err());
    assert!(from_str::<Position<u64>>("\"10x10\"").is_err());
    assert!(from_str::<Color>("\"red\"").is_err());
}
