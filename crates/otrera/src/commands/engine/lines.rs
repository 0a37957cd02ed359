//! Lines from whoever drives an engine, and to him.

use std::io::{self, BufRead, Read, Write};

/// The longest line that is read: a game of any length fits. What is beyond is passed over.
const LONGEST: u64 = 1 << 20;

/// The lines of standard input, until it ends. What is no UTF-8 becomes a sign that no command has.
pub fn lines() -> impl Iterator<Item = io::Result<String>> {
    lines_of(io::BufReader::new(io::stdin()))
}

/// The lines of anything.
pub fn lines_of(mut from: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    std::iter::from_fn(move || next_line(&mut from).transpose())
}

fn next_line(from: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if from.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') && line.len() as u64 == LONGEST {
        from.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
}

/// Says a line at once.
pub fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(line.as_bytes())?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Something of a line for an answer: not too long.
pub fn excerpt(text: &str) -> String {
    const MOST: usize = 60;
    let mut shown: String = text.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
    if let Some((end, _)) = shown.char_indices().nth(MOST) {
        shown.truncate(end);
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_lines() {
        let long = "a".repeat(LONGEST as usize + 10);
        let text = [b" one \r\n\xff\n", long.as_bytes(), b"\nlast"].concat();
        let lines: Vec<String> = lines_of(&text[..]).map(Result::unwrap).collect();
        assert_eq!([&*lines[0], &*lines[1], &*lines[3]], ["one", "\u{fffd}", "last"]);
        assert_eq!((lines.len(), lines[2].len() as u64), (4, LONGEST));
        assert_eq!(excerpt("a\tb"), "a?b");
        assert_eq!(excerpt(&long).chars().count(), 61);
    }
}
