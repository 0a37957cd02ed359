//! Opening what is read: ordinary files, and streams up to a limit.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use anyhow::{anyhow, bail};
use otrera_board::notation::MAX_TEXT;

use crate::did_you_mean::no_such_file;
use crate::interrupt;

/// The longest line of a batch. A position takes a few hundred bytes, and a long game some thousands.
const LONGEST_LINE: usize = 1 << 20;

/// How much is read before a look at it.
const CHUNK: u64 = 1 << 20;

/// How soon Ctrl-C is noticed while there is no input.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Opens an ordinary file. Nothing else is even opened: a pipe would be waited for until it has a
/// writer, and a device may have no end.
pub fn ordinary(path: &Path) -> io::Result<File> {
    let found = fs::metadata(path)?;
    let wrong = |kind, what| Err(io::Error::new(kind, what));
    match () {
        () if found.is_dir() => wrong(ErrorKind::IsADirectory, "it is a folder"),
        () if !found.is_file() => wrong(ErrorKind::InvalidInput, "not a regular file"),
        () => File::open(path),
    }
}

/// All of an ordinary file, which may be as long as a text.
pub fn whole_file(path: &Path) -> io::Result<Vec<u8>> {
    let file = ordinary(path)?;
    let length = file.metadata()?.len();
    if length > MAX_TEXT as u64 {
        return Err(too_long());
    }
    // Room for the end of the file to be noticed, too.
    let mut bytes = Vec::with_capacity(length as usize + 32);
    up_to_the_limit(file, &mut bytes)?;
    Ok(bytes)
}

/// All of an ordinary file of bytes, which may be no longer than a text.
pub fn whole_file_of_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    ordinary(path)?.take(MAX_TEXT as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_TEXT { Err(too_long()) } else { Ok(bytes) }
}

/// All of what a user names as a source of text: `-`, or something to open.
pub fn text(name: &str) -> anyhow::Result<Vec<u8>> {
    let bytes = match is_open_already(name) {
        true => {
            let mut bytes = Vec::new();
            stream(name).and_then(|from| up_to_the_limit(from, &mut bytes)).map(|()| bytes)
        }
        false => whole_file(Path::new(name)),
    };
    bytes.map_err(|error| cannot_read(name, error))
}

/// Calls for each line of what a user names, with its number, from 1.
pub fn each_line(
    name: &str,
    mut act: impl FnMut(usize, &[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut reader = BufReader::new(stream(name).map_err(|error| cannot_read(name, error))?);
    let (send, lines) = mpsc::sync_channel(1);
    // Another thread waits for input: Ctrl-C is noticed meanwhile.
    std::thread::spawn(move || {
        loop {
            let line = next_line(&mut reader).transpose();
            let ends = !matches!(line, Some(Ok(_)));
            if line.is_none_or(|line| send.send(line).is_err()) || ends {
                break;
            }
        }
    });
    for number in 1.. {
        let line = loop {
            interrupt::check()?;
            match lines.recv_timeout(BETWEEN_LOOKS) {
                Ok(line) => break line.map_err(|error| cannot_read(name, error))?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        };
        if line.strip_suffix(b"\n").unwrap_or(&line).len() > LONGEST_LINE {
            let name = name_of(name);
            bail!("{name}, line {number}: longer than 1 MiB; expected one position per line");
        }
        act(number, &line)?;
    }
    Ok(())
}

/// The next line with its end, or as much of it as shows that it is too long; none at the end.
fn next_line(reader: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let length = reader.take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line)?;
    Ok((length > 0).then_some(line))
}

/// Opens what a user names.
fn stream(name: &str) -> io::Result<Box<dyn Read + Send>> {
    Ok(match () {
        () if is_standard_input(name) => Box::new(io::stdin()),
        () if is_open_already(name) => Box::new(File::open(name)?),
        () => Box::new(ordinary(Path::new(name))?),
    })
}

/// Names of standard input, opening which once more might wait.
fn is_standard_input(name: &str) -> bool {
    ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(&name)
}

/// Is it something that the shell has opened for us, such as `<(…)`? A pipe that has a name of its
/// own elsewhere would be opened once more, and that might wait.
pub fn is_open_already(name: &str) -> bool {
    let descriptor = ["/dev/fd/", "/proc/self/fd/"].iter().any(|folder| name.starts_with(folder));
    let named_elsewhere = || fs::read_link(name).is_ok_and(|target| target.is_absolute());
    is_standard_input(name) || descriptor && !named_elsewhere()
}

/// The error where a file cannot be read, for users.
pub fn cannot_read_file(path: &Path, error: &io::Error) -> anyhow::Error {
    match error.kind() {
        ErrorKind::NotFound => anyhow!(no_such_file(path)),
        _ => anyhow!("cannot read {}: {error}", path.display()),
    }
}

/// The same where standard input would do.
fn cannot_read(name: &str, error: io::Error) -> anyhow::Error {
    match error.kind() {
        ErrorKind::InvalidInput => {
            anyhow!("cannot read {name}: {error}; to read it, use `-` and redirect standard input")
        }
        _ => cannot_read_file(Path::new(name_of(name)), &error),
    }
}

/// How messages name it.
fn name_of(name: &str) -> &str {
    if is_standard_input(name) { "standard input" } else { name }
}

/// Reads all, up to the limit. What is no text at all is noticed at once: no text has zero bytes.
fn up_to_the_limit(mut from: impl Read, bytes: &mut Vec<u8>) -> io::Result<()> {
    loop {
        let start = bytes.len();
        if from.by_ref().take(CHUNK).read_to_end(bytes)? == 0 {
            return Ok(());
        }
        if let Some(zero) = bytes[start..].iter().position(|&byte| byte == 0) {
            let place = start + zero + 1;
            return Err(io::Error::other(format!("not text: byte {place} is zero")));
        }
        if bytes.len() > MAX_TEXT {
            return Err(too_long());
        }
    }
}

fn too_long() -> io::Error {
    io::Error::other(format!("longer than {} MiB; split it", MAX_TEXT >> 20))
}
