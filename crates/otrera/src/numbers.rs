//! Whole numbers, refused in the same words wherever they are read.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Reads a number that is in a range.
pub fn within<T: FromStr + PartialOrd + Display>(
    text: &str,
    range: RangeInclusive<T>,
) -> Result<T, String> {
    match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!(
            "found `{text}`; expected a number from {} to {}",
            range.start(),
            range.end()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_ends() {
        assert_eq!(within("1", 1..=1000), Ok(1));
        assert_eq!(within("1000", 1..=1000), Ok(1000));
        assert_eq!(within("255", 0..=u8::MAX), Ok(255));
        for wrong in ["0", "1001", "-1", "", "1.5", "many", "99999999999999999999999"] {
            let told = format!("found `{wrong}`; expected a number from 1 to 1000");
            assert_eq!(within(wrong, 1..=1000), Err(told));
        }
        assert_eq!(
            within("256", 0..=u8::MAX),
            Err("found `256`; expected a number from 0 to 255".to_owned())
        );
    }
}
