//! Ctrl-C.
//!
//! A command that has promised to keep something listens: the first Ctrl-C sets a flag, the command keeps
//! what it has and returns [`Interrupted`], which `main` turns into an exit code. Whoever does not want to
//! wait presses again. A command that has promised nothing ends at once.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::progress;

/// The exit code after Ctrl-C.
pub const EXIT_CODE: u8 = 130;

/// Set at the first Ctrl-C.
pub static INTERRUPT: AtomicBool = AtomicBool::new(false);

/// Whether the command looks at the flag.
static LISTENS: AtomicBool = AtomicBool::new(false);

/// Held while a file is written, so that no end comes in between.
static UNBROKEN: Mutex<()> = Mutex::new(());

/// Ctrl-C ended the command; it has kept what it promised to.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// From now on Ctrl-C comes here.
pub fn install() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if INTERRUPT.swap(true, Ordering::SeqCst) {
            end();
        }
        if !LISTENS.load(Ordering::SeqCst) {
            let _whole_files = unbroken();
            // It may have begun to listen meanwhile.
            if !LISTENS.load(Ordering::SeqCst) {
                end();
            }
        }
    })?;
    Ok(())
}

/// Ends the program, and leaves a clean screen.
fn end() -> ! {
    progress::clear();
    process::exit(EXIT_CODE.into())
}

/// From now on the command looks at the flag, and ends by itself.
pub fn listen() {
    let _not_while_ending = unbroken();
    LISTENS.store(true, Ordering::SeqCst);
}

/// Until this is dropped, Ctrl-C does not end a command that does not listen.
pub fn unbroken() -> MutexGuard<'static, ()> {
    UNBROKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn is_interrupted() -> bool {
    INTERRUPT.load(Ordering::Relaxed)
}

/// For a command that has nothing to do but return.
pub fn check() -> Result<(), Interrupted> {
    if is_interrupted() { Err(Interrupted) } else { Ok(()) }
}
