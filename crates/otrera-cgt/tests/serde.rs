//! Values as serde reads and writes them.

use otrera_cgt::{Bounds, Dyadic, Outcome, Player, TempoBounds};
use serde_json::{from_str, to_string};

#[test]
fn values_are_read_as_written() {
    let number = Dyadic::new(-7, 2);
    assert_eq!(to_string(&number).unwrap(), "\"-7/4\"");
    assert_eq!(from_str::<Dyadic>("\"-7/4\"").unwrap(), number);
    assert_eq!(to_string(&Player::BOTH).unwrap(), r#"["left","right"]"#);
    assert_eq!(from_str::<Outcome>("\"previous\"").unwrap(), Outcome::Previous);

    let bounds = Bounds::exactly(number);
    assert_eq!(from_str::<Bounds>(&to_string(&bounds).unwrap()).unwrap(), bounds);
    let tempo = TempoBounds::from_thresholds(-1, 2);
    assert_eq!(from_str::<TempoBounds>(&to_string(&tempo).unwrap()).unwrap(), tempo);
}

/// What is no number is refused, not read as something else.
#[test]
fn nonsense_is_refused() {
    for text in ["", "1/3", "1/0", "x", "9223372036854775808", "1/2/2", "1/-2"] {
        assert!(text.parse::<Dyadic>().is_err(), "{text}");
        assert!(from_str::<Dyadic>(&format!("{text:?}")).is_err(), "{text}");
    }
    assert_eq!("6/8".parse(), Ok(Dyadic::new(3, 2)));
}
