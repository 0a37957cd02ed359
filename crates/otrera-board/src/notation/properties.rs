//! `NAME[value][value]…`: what SGF and GGF are made of.

use std::borrow::Cow;

use super::MAX_TEXT;
use super::error::{NotationError, Quoted};
use super::scanner::Scanner;
use crate::property::{check_ident, kept_value};
use crate::record::Record;
use crate::remarks::{Remarks, Ring};

/// A property as it stands in a text, with the places of its parts for messages. Its values stay
/// there until they are asked for: there may be millions.
pub(crate) struct RawProperty<'a> {
    pub(crate) ident: Cow<'a, str>,
    pub(crate) at: usize,
    /// Before the first value.
    values: Scanner<'a>,
    count: usize,
}

pub(crate) struct RawValue<'a> {
    pub(crate) text: Cow<'a, str>,
    /// Where the value begins, behind its bracket.
    pub(crate) at: usize,
    /// How many bytes it takes there, escapes included.
    pub(crate) length: usize,
}

impl<'a> RawProperty<'a> {
    /// Reads a property; the scanner stands at its name. Small letters in the name,
    /// which old versions of SGF allowed, are passed over.
    pub(crate) fn read(scanner: &mut Scanner<'a>) -> Result<RawProperty<'a>, NotationError> {
        let at = scanner.at();
        let letters = scanner.take_while(|c| c.is_ascii_alphabetic());
        let ident = match letters.bytes().all(|c| c.is_ascii_uppercase()) {
            true => Cow::Borrowed(letters),
            false => letters.chars().filter(char::is_ascii_uppercase).collect(),
        };
        if ident.is_empty() {
            let found = Quoted(letters).to_string();
            return Err(scanner.error_at(at, found, "a property's name in capitals"));
        }
        let values = *scanner;
        let mut count = 0;
        while RawValue::read(scanner)?.is_some() {
            count += 1;
        }
        match count {
            0 => Err(scanner.unexpected(format!("`[` and a value of the property {ident}"))),
            _ => Ok(RawProperty { ident, at, values, count }),
        }
    }

    /// Its values, at least one.
    pub(crate) fn values(&self) -> impl Iterator<Item = RawValue<'a>> {
        let mut scanner = self.values;
        // They were read before, so there is no error among them.
        std::iter::from_fn(move || RawValue::read(&mut scanner).ok().flatten())
    }

    /// The text of its first value.
    pub(crate) fn first_text(&self) -> Cow<'a, str> {
        self.values().next().map(|value| value.text).unwrap_or_default()
    }

    /// The property's only value.
    pub(crate) fn single(&self, scanner: &Scanner<'_>) -> Result<RawValue<'a>, NotationError> {
        match self.values().next() {
            Some(value) if self.count == 1 => Ok(value),
            _ => {
                let found = format!("{} values of {}", self.count, self.ident);
                Err(scanner.error_at(self.at, found, "one"))
            }
        }
    }

    /// Keeps it as a remark, unless its name belongs to the game itself (in the other
    /// of the two formats, as the reader has taken out its own).
    pub(crate) fn keep(&self, remarks: &mut Remarks, ring: &mut Ring) {
        if check_ident(&self.ident).is_ok() {
            let values = self.values().map(|value| kept_value(&self.ident, value.text));
            remarks.add(ring, &self.ident, values);
        }
    }
}

impl<'a> RawValue<'a> {
    /// Reads a value, if one follows, up to its closing bracket. A backslash takes the next
    /// character as it is; before the end of a line it joins the two lines.
    fn read(scanner: &mut Scanner<'a>) -> Result<Option<RawValue<'a>>, NotationError> {
        scanner.skip_space();
        if !scanner.eat(&['[']) {
            return Ok(None);
        }
        let at = scanner.at();
        let mut text = Cow::Borrowed("");
        loop {
            // Borrowed from the text as long as there is no backslash.
            text += scanner.take_while(|c| c != ']' && c != '\\');
            let length = scanner.at() - at;
            match scanner.bump() {
                Some('\\') => match scanner.bump() {
                    Some('\r') => {
                        scanner.eat(&['\n']);
                    }
                    Some('\n') => {}
                    Some(escaped) => text.to_mut().push(escaped),
                    None => {}
                },
                Some(_) => return Ok(Some(RawValue { text, at, length })),
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
    let length = scanner.rest().len();
    if length > MAX_TEXT {
        let expected = format!("a text of at most {} MiB", MAX_TEXT >> 20);
        return Err(scanner.error_at(scanner.at(), format!("{length} bytes"), expected));
    }
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
