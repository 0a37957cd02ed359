//! Bars with an estimate, which are quiet when standard error is no terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar of so many steps, followed by a text with the places `{pos}`, `{len}` and `{msg}`.
pub fn bar(length: u64, text: &str) -> ProgressBar {
    let style = format!("{{elapsed_precise}} [{{bar:40}}] {text}, {{eta}} left");
    let style =
        ProgressStyle::with_template(&style).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style.progress_chars("=> "))
}

/// How often a spinner turns.
pub const BETWEEN_TICKS: Duration = Duration::from_millis(100);

/// A spinner followed by the time and a message, for work without a known end.
pub fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::new_spinner().with_style(style)
}
