//! Asking a person for the next line.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use crate::output::print_text;

/// The next line without the space around it, or none at the end of the input. The one who asks is shown in a terminal only.
pub fn next_line(asks: impl Display) -> anyhow::Result<Option<String>> {
    if io::stdin().is_terminal() {
        print_text(&format!("{asks}> "))?;
        io::stdout().flush()?;
    }
    let mut line = String::new();
    Ok(match io::stdin().read_line(&mut line)? {
        0 => None,
        _ => Some(line.trim().to_owned()),
    })
}
