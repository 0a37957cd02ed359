//! Changes of a run of bytes, as a fuzzer chooses them.

use arbitrary::Arbitrary;

/// A change. Places beyond the end are taken modulo the length, so that every edit does something.
#[derive(Arbitrary, Clone, Debug)]
pub enum Edit {
    Set { at: Place, to: u8 },
    Flip { at: Place, bit: u8 },
    Number { at: Place, to: u64, bytes: u8 },
    Add { at: Place, by: i8 },
    Insert { at: Place, what: Vec<u8> },
    Remove { at: Place, length: u8 },
    Repeat { at: Place, length: u8 },
    Truncate { at: Place },
}

/// Where. Most of what a reader decides by stands near the beginning.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub enum Place {
    Near(u8),
    Word(u8),
    Anywhere(u32),
}

impl Place {
    fn within(self, length: usize) -> usize {
        let at = match self {
            Place::Near(at) => usize::from(at),
            Place::Word(number) => usize::from(number) * 8,
            Place::Anywhere(at) => at as usize,
        };
        at % length
    }
}

impl Edit {
    /// Makes the change.
    pub fn apply(&self, bytes: &mut Vec<u8>) {
        let length = bytes.len();
        if length == 0 {
            return;
        }
        let run = |at: usize, length_of_run: &u8| at..length.min(at + usize::from(*length_of_run));
        match self {
            Edit::Set { at, to } => bytes[at.within(length)] = *to,
            Edit::Flip { at, bit } => bytes[at.within(length)] ^= 1 << (bit % 8),
            Edit::Add { at, by } => {
                let byte = &mut bytes[at.within(length)];
                *byte = byte.wrapping_add_signed(*by);
            }
            Edit::Number { at, to, bytes: count } => {
                let at = at.within(length);
                let number = to.to_le_bytes();
                for (byte, new) in bytes[at..].iter_mut().zip(&number[..usize::from(count % 9)]) {
                    *byte = *new;
                }
            }
            Edit::Insert { at, what } => {
                let at = at.within(length);
                bytes.splice(at..at, what.iter().copied());
            }
            Edit::Remove { at, length } => {
                bytes.drain(run(at.within(bytes.len()), length));
            }
            Edit::Repeat { at, length } => {
                let run = run(at.within(bytes.len()), length);
                let copy = bytes[run.clone()].to_vec();
                bytes.splice(run.end..run.end, copy);
            }
            Edit::Truncate { at } => bytes.truncate(at.within(length)),
        }
    }
}

/// Makes all changes, one after another.
pub fn apply(edits: &[Edit], bytes: &mut Vec<u8>) {
    edits.iter().for_each(|edit| edit.apply(bytes));
}
