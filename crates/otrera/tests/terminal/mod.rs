//! Runs the real program in a pseudo-terminal.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::Child;

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

/// A program in a terminal, and what it has written there.
pub struct Terminal {
    pty: Pty,
    child: Child,
    pub output: Vec<u8>,
    columns: u16,
}

/// High enough that nothing scrolls away in any test that looks at the screen.
const ROWS: NonZero<u16> = NonZero::new(200).unwrap();

impl Terminal {
    /// Starts `otrera` in a folder.
    pub fn start(folder: &Path, columns: u16, tables: &Path, args: &[String]) -> Terminal {
        let (pty, inner) = open().unwrap();
        pty.resize(Size::new(ROWS.get(), columns)).unwrap();
        let command = Command::new(env!("CARGO_BIN_EXE_otrera"))
            .args(args)
            .current_dir(folder)
            .env("OTRERA_TABLES", tables)
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR")
            .env_remove("COLUMNS");
        let child = command.spawn(inner).unwrap();
        Terminal { pty, child, output: Vec::new(), columns }
    }

    /// Reads on; false at the end of the output.
    fn read(&mut self) -> bool {
        let mut bytes = [0; 4096];
        // On Linux the end of a terminal is an error.
        let count = self.pty.read(&mut bytes).unwrap_or(0);
        self.output.extend(&bytes[..count]);
        count > 0
    }

    /// Waits until the output holds this text; false if it ended before.
    pub fn wait_for(&mut self, text: &str) -> bool {
        while !String::from_utf8_lossy(&self.output).contains(text) {
            if !self.read() {
                return false;
            }
        }
        true
    }

    /// Presses keys.
    pub fn press(&mut self, keys: &str) {
        self.pty.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits for the end; the exit code.
    pub fn end(&mut self) -> Option<i32> {
        while self.read() {}
        self.child.wait().unwrap().code()
    }

    /// The rows that somebody sees, without empty ones at the end.
    pub fn screen(&self) -> Vec<String> {
        let columns = NonZero::new(self.columns).unwrap();
        let mut parser = vt100::Parser::new(ROWS, columns, 0);
        parser.process(&self.output);
        let screen = parser.screen();
        let mut rows: Vec<String> =
            screen.rows(0, self.columns).map(|row| row.trim_end().to_owned()).collect();
        while rows.last().is_some_and(String::is_empty) {
            rows.pop();
        }
        rows
    }

    /// Every line that was ever written, also those that were overwritten. The echo of Ctrl-C ends a line: with it
    /// the system drops what was not read yet, a return among it.
    pub fn lines(&self) -> Vec<String> {
        let text = String::from_utf8_lossy(&self.output).replace("^C", "\n");
        text.split(['\n', '\r']).map(without_escapes).collect()
    }
}

/// A line without colours and movements of the cursor.
fn without_escapes(line: &str) -> String {
    let mut plain = String::new();
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            '\x1b' => {
                let _ = characters.find(char::is_ascii_alphabetic);
            }
            _ => plain.push(character),
        }
    }
    plain
}
