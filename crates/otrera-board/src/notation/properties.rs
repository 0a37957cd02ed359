//! `NAME[value][value]…`: what SGF and GGF are made of.

use super::error::{NotationError, Quoted};
use super::scanner::Scanner;
use crate::property::Property;
use crate::record::Record;

/// A property as it stands in a text, with the places of its parts for messages.
pub(crate) struct RawProperty {
    pub(crate) ident: String,
    pub(crate) at: usize,
    pub(crate) values: Vec<RawValue>,
}

pub(crate) struct RawValue {
    pub(crate) text: String,
    /// Where the value begins, behind its bracket.
    pub(crate) at: usize,
    /// How many bytes it takes there, escapes included.
    pub(crate) length: usize,
}

impl RawProperty {
    /// Reads a property; the scanner stands at its name. Small letters in the name,
    /// which old versions of SGF allowed, are passed over.
    pub(crate) fn read(scanner: &mut Scanner<'_>) -> Result<RawProperty, NotationError> {
        let at = scanner.at();
        let letters = scanner.take_while(|c| c.is_ascii_alphabetic());
        let ident: String = letters.chars().filter(char::is_ascii_uppercase).collect();
        if ident.is_empty() {
            let found = Quoted(letters).to_string();
            return Err(scanner.error_at(at, found, "a property's name in capitals"));
        }
        scanner.skip_space();
        if !scanner.eat(&['[']) {
            return Err(scanner.unexpected(format!("`[` and a value of the property {ident}")));
        }
        let mut values = vec![RawValue::read(scanner)?];
        loop {
            scanner.skip_space();
            if !scanner.eat(&['[']) {
                break;
            }
            values.push(RawValue::read(scanner)?);
        }
        Ok(RawProperty { ident, at, values })
    }

    /// The property's only value.
    pub(crate) fn single(&self, scanner: &Scanner<'_>) -> Result<&RawValue, NotationError> {
        match self.values.as_slice() {
            [value] => Ok(value),
            values => {
                let found = format!("{} values of {}", values.len(), self.ident);
                Err(scanner.error_at(self.at, found, "one"))
            }
        }
    }

    /// The remark that it is; none if its name belongs to the game itself (in the other
    /// of the two formats, as the reader has taken out its own).
    pub(crate) fn into_remark(self) -> Option<Property> {
        // Most properties have one value: collecting would keep the room of the raw ones.
        let mut values = Vec::with_capacity(self.values.len());
        values.extend(self.values.into_iter().map(|value| value.text));
        Property::new(&self.ident, values).ok()
    }
}

impl RawValue {
    /// Reads up to the closing bracket. A backslash takes the next character as it
    /// is; before the end of a line it joins the two lines.
    fn read(scanner: &mut Scanner<'_>) -> Result<RawValue, NotationError> {
        let at = scanner.at();
        let mut text = String::new();
        loop {
            text.push_str(scanner.take_while(|c| c != ']' && c != '\\'));
            let length = scanner.at() - at;
            match scanner.bump() {
                Some('\\') => match scanner.bump() {
                    Some('\r') => {
                        scanner.eat(&['\n']);
                    }
                    Some('\n') => {}
                    Some(escaped) => text.push(escaped),
                    None => {}
                },
                Some(_) => return Ok(RawValue { text, at, length }),
                None => {
                    let found = "the end of the text inside this value";
                    let expected = "`]` to close it (the file seems cut short)";
                    return Err(scanner.error_at(at, found, expected));
                }
            }
        }
    }
}

/// Reads games up to the end of a text, at least one.
pub(crate) fn read_collection<'a>(
    mut scanner: Scanner<'a>,
    read_game: impl Fn(&mut Scanner<'a>) -> Result<Record, NotationError>,
) -> Result<Vec<Record>, NotationError> {
    let mut records = Vec::new();
    loop {
        scanner.skip_space();
        if scanner.peek().is_none() && !records.is_empty() {
            return Ok(records);
        }
        records.push(read_game(&mut scanner)?);
    }
}

/// Writes a property; brackets and backslashes in values are escaped.
pub(crate) fn write_property(
    out: &mut String,
    ident: &str,
    values: impl IntoIterator<Item = impl AsRef<str>>,
) {
    out.push_str(ident);
    for value in values {
        out.push('[');
        for c in value.as_ref().chars() {
            if matches!(c, ']' | '\\') {
                out.push('\\');
            }
            out.push(c);
        }
        out.push(']');
    }
}
