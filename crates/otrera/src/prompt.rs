//! Asking a person for the next line.

use std::fmt::Display;
use std::io::{self, BufRead, IsTerminal, Write};

use crate::output::print_text;

/// The next line without the space around it, or none at the end of the input. The one who asks is shown in a terminal only. A byte that is
/// no text becomes a sign that nothing is spelled with: the line is then not understood, and the next one is asked for.
pub fn next_line(asks: impl Display) -> anyhow::Result<Option<String>> {
    if io::stdin().is_terminal() {
        print_text(&format!("{asks}> "))?;
        io::stdout().flush()?;
    }
    let mut line = Vec::new();
    Ok(match io::stdin().lock().read_until(b'\n', &mut line)? {
        0 => None,
        _ => Some(String::from_utf8_lossy(&line).trim().to_owned()),
    })
}
