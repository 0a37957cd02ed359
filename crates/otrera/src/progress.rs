//! Bars with an estimate, which are quiet when standard error is no terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar of so many steps, followed by a text with the places `{pos}`, `{len}` and `{msg}`.
pub fn bar(length: u64, text: &str) -> ProgressBar {
    let style = format!("{{elapsed_precise}} [{{bar:40}}] {text}, {{eta}} left");
    let style =
        ProgressStyle::with_template(&style).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style.progress_chars("=> "))
}
