//! The remarks of a record, one behind the other in one run of bytes.
//!
//! A remark of a few letters would take a hundred bytes and more as strings in lists, in a file with
//! millions of them. Here it takes eight bytes more than its letters.
//!
//! A remark is a link (four bytes), its name, its values, and a zero. A name is its length and its
//! letters, a value one more than its length and its bytes; lengths have seven bits per byte, the
//! low ones first. The remarks of a node form a ring: she knows the last of them, whose link leads to
//! the first. So one can be added at the end, or read from the beginning, without a list.

use std::fmt;
use std::num::NonZeroU32;

/// The remarks of all nodes of a record.
#[derive(Clone, Default)]
pub(crate) struct Remarks {
    bytes: Vec<u8>,
}

/// The remarks of one node, by the last of them: one more than where it stands.
#[derive(Clone, Copy, Default)]
pub(crate) struct Ring(Option<NonZeroU32>);

impl Ring {
    pub(crate) fn is_empty(self) -> bool {
        self.0.is_none()
    }
}

/// A remark of a [`Record`](crate::Record), as it is kept there.
#[derive(Clone, Copy)]
pub struct PropertyRef<'a> {
    ident: &'a str,
    /// Its values, with whatever stands behind them.
    values: &'a [u8],
}

impl<'a> PropertyRef<'a> {
    /// Its name, in capitals.
    pub fn ident(self) -> &'a str {
        self.ident
    }

    /// Its values, at least one.
    pub fn values(self) -> impl Iterator<Item = &'a str> {
        let mut rest = self.values;
        std::iter::from_fn(move || {
            let length = take_number(&mut rest).checked_sub(1)?;
            Some(take_text(&mut rest, length))
        })
    }
}

impl PartialEq for PropertyRef<'_> {
    fn eq(&self, other: &PropertyRef<'_>) -> bool {
        self.ident == other.ident && self.values().eq(other.values())
    }
}

impl Eq for PropertyRef<'_> {}

impl fmt::Debug for PropertyRef<'_> {
    /// As SGF writes it, without escapes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.ident)?;
        self.values().try_for_each(|value| write!(f, "[{value}]"))
    }
}

/// The bytes of a link.
const LINK: usize = 4;

impl Remarks {
    /// Adds a remark to those of a node.
    ///
    /// # Panics
    /// If all remarks together outgrow 4 GiB.
    pub(crate) fn add(
        &mut self,
        ring: &mut Ring,
        ident: &str,
        values: impl Iterator<Item = impl AsRef<str>>,
    ) {
        let at = self.bytes.len();
        let id = u32::try_from(at + 1).ok().and_then(NonZeroU32::new);
        let id = id.expect("the remarks of a record take less than 4 GiB");
        let first = match ring.0.replace(id) {
            Some(last) => std::mem::replace(self.link_mut(last), id.get().to_le_bytes()),
            None => id.get().to_le_bytes(),
        };
        self.bytes.extend(first);
        put_number(&mut self.bytes, ident.len());
        self.bytes.extend(ident.bytes());
        for value in values {
            let value = value.as_ref();
            put_number(&mut self.bytes, value.len() + 1);
            self.bytes.extend(value.bytes());
        }
        put_number(&mut self.bytes, 0);
    }

    /// The remarks of a node, in order.
    pub(crate) fn of(&self, ring: Ring) -> impl Iterator<Item = PropertyRef<'_>> {
        let mut next = ring.0.map(|last| self.link(last));
        std::iter::from_fn(move || {
            let here = next?;
            next = (ring.0 != Some(here)).then(|| self.link(here));
            Some(self.at(here))
        })
    }

    fn at(&self, id: NonZeroU32) -> PropertyRef<'_> {
        let mut rest = &self.bytes[place(id) + LINK..];
        let length = take_number(&mut rest);
        let ident = take_text(&mut rest, length);
        PropertyRef { ident, values: rest }
    }

    fn link(&self, id: NonZeroU32) -> NonZeroU32 {
        let bytes = self.bytes[place(id)..].first_chunk().expect("a remark begins with its link");
        NonZeroU32::new(u32::from_le_bytes(*bytes)).expect("a link leads to a remark")
    }

    fn link_mut(&mut self, id: NonZeroU32) -> &mut [u8; LINK] {
        self.bytes[place(id)..].first_chunk_mut().expect("a remark begins with its link")
    }
}

fn place(id: NonZeroU32) -> usize {
    id.get() as usize - 1
}

fn put_number(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take_number(bytes: &mut &[u8]) -> usize {
    let mut number = 0;
    for shift in (0..).step_by(7) {
        let (&byte, rest) = bytes.split_first().expect("a remark ends with a zero");
        *bytes = rest;
        number |= usize::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    number
}

fn take_text<'a>(bytes: &mut &'a [u8], length: usize) -> &'a str {
    let (text, rest) = bytes.split_at(length);
    *bytes = rest;
    std::str::from_utf8(text).expect("names and values were texts when they were added")
}
