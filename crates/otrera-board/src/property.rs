//! Remarks in game records, in the vocabulary of SGF.

use std::borrow::Cow;

use thiserror::Error;

/// A remark on a node: `PB` (Black's name), `C` (comment), `RE` (result) …
///
/// The evaluation and the time of a move, which GGF has, are `GE` and `GT`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    ident: String,
    values: Vec<String>,
}

/// Why some name and values make no remark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PropertyError {
    /// The name is not made of capital letters.
    #[error("the name of a property is made of capital letters A to Z")]
    Name,
    /// The name says what the game is, which the record itself does.
    #[error("the property belongs to the game itself, not to the remarks on it")]
    Reserved,
    /// There are no values.
    #[error("a property has at least one value")]
    NoValue,
}

/// Names that carry the game itself in SGF or GGF.
const RESERVED: [&str; 13] =
    ["FF", "GM", "CA", "SZ", "PL", "AB", "AW", "AA", "AE", "B", "W", "TY", "BO"];

impl Property {
    /// A remark. A score as GGF writes it in `RE` (`-3.00`, for Black) becomes what SGF
    /// writes (`W+3.00`).
    pub fn new(ident: &str, mut values: Vec<String>) -> Result<Property, PropertyError> {
        check_ident(ident)?;
        if values.is_empty() {
            return Err(PropertyError::NoValue);
        }
        for value in &mut values {
            *value = kept_value(ident, Cow::Owned(std::mem::take(value))).into_owned();
        }
        Ok(Property { ident: ident.to_owned(), values })
    }

    /// Its name, in capitals.
    pub fn ident(&self) -> &str {
        &self.ident
    }

    /// Its values, at least one.
    pub fn values(&self) -> &[String] {
        &self.values
    }
}

/// Can a remark have this name?
pub(crate) fn check_ident(ident: &str) -> Result<(), PropertyError> {
    match () {
        () if ident.is_empty() || !ident.bytes().all(|c| c.is_ascii_uppercase()) => {
            Err(PropertyError::Name)
        }
        () if RESERVED.contains(&ident) => Err(PropertyError::Reserved),
        () => Ok(()),
    }
}

/// A value of a remark as records have it.
pub(crate) fn kept_value<'a>(ident: &str, value: Cow<'a, str>) -> Cow<'a, str> {
    match ident {
        "RE" => Cow::Owned(crate::notation::result_for_sgf(&value)),
        _ => value,
    }
}
