//! Bars with an estimate, which are quiet when standard error is no terminal, and leave nothing behind.

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use console::Term;
use indicatif::{
    HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike,
    WeakProgressBar,
};

use crate::width;

/// How often a spinner turns.
pub const BETWEEN_TICKS: Duration = Duration::from_millis(100);

/// Whether no bar is ever shown.
static QUIET: AtomicBool = AtomicBool::new(false);

/// From now on no bar is shown: for a program that does several things at a time, for somebody elsewhere.
pub fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// A bar of so many steps, followed by a text with the places `{pos}` and `{len}`, and at its end `{msg}`.
pub fn bar(length: u64, text: &str) -> ProgressBar {
    let width = (columns().saturating_sub(41) / 2).clamp(5, 30);
    let text = text.replace("{msg}", "{wide_msg}");
    let style = format!("{{elapsed}} [{{bar:{width}}}] {{left}}{text}");
    let style =
        ProgressStyle::with_template(&style).unwrap_or_else(|_| ProgressStyle::default_bar());
    let style = style.with_key("left", write_time_left);
    let bar = ProgressBar::with_draw_target(Some(length), target());
    let bar = shown(bar, style.progress_chars("=> "));
    // The first step may take long.
    bar.tick();
    bar
}

/// A guess that is beyond all patience is no news.
const LONGEST: Duration = Duration::from_secs(100 * 24 * 60 * 60);

fn write_time_left(state: &ProgressState, out: &mut dyn fmt::Write) {
    let left = state.eta();
    if left < LONGEST {
        // There is nobody to tell.
        let _ = write!(out, "{:#} left · ", HumanDuration(left));
    }
}

/// A spinner followed by the time and a message, for work without a known end.
pub fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner());
    shown(ProgressBar::with_draw_target(None, target()), style)
}

/// The columns for the message of a spinner: what the spinner and the time leave.
pub fn message_columns() -> usize {
    columns().saturating_sub("⠁ 59m ".chars().count())
}

fn columns() -> usize {
    width::error_columns().unwrap_or(80).saturating_sub(ROOM_FOR_ECHO.into())
}

/// Bars that may be on the screen.
static SHOWN: Mutex<Vec<WeakProgressBar>> = Mutex::new(Vec::new());

fn shown(bar: ProgressBar, style: ProgressStyle) -> ProgressBar {
    let bar = bar.with_style(style);
    let mut shown = SHOWN.lock().unwrap_or_else(PoisonError::into_inner);
    shown.retain(|bar| bar.upgrade().is_some());
    shown.push(bar.downgrade());
    bar
}

/// Removes what is on the screen, for good: for who ends the program without more ado.
pub fn clear() {
    let shown = SHOWN.lock().unwrap_or_else(PoisonError::into_inner);
    for bar in shown.iter().filter_map(WeakProgressBar::upgrade) {
        bar.finish_and_clear();
    }
}

/// Prints something while no bar is on the screen, which is then drawn again below.
pub fn aside<T>(print: impl FnOnce() -> T) -> T {
    let shown = SHOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let bar = shown.iter().filter_map(WeakProgressBar::upgrade).find(|bar| !bar.is_finished());
    drop(shown);
    match bar {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}

fn target() -> ProgressDrawTarget {
    match width::error_columns().filter(|_| !QUIET.load(Ordering::Relaxed)) {
        Some(_) => ProgressDrawTarget::term_like(Box::new(Screen(Term::buffered_stderr()))),
        None => ProgressDrawTarget::hidden(),
    }
}

/// A terminal shows `^C` where the cursor stands, which is at the end of the line. Were there no room for
/// it, it would go to the next line, and the bar, which clears the line with the cursor, would stay.
const ROOM_FOR_ECHO: u16 = 3;

/// Standard error, a little narrower than it is. A line is written at once: Ctrl-C makes the system drop what a
/// terminal has not shown yet, and a line without the return before it would begin in the middle.
#[derive(Debug)]
struct Screen(Term);

impl TermLike for Screen {
    fn width(&self) -> u16 {
        self.0.size().1.saturating_sub(ROOM_FOR_ECHO).max(1)
    }

    fn height(&self) -> u16 {
        self.0.size().0
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_up(n)
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_down(n)
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_right(n)
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_left(n)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.0.write_line(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}
