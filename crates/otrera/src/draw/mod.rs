//! Positions as pictures.

pub mod chart;
pub mod graph;
pub mod palette;
pub mod signs;
pub mod svg;
pub mod terminal;
pub mod thermograph;

/// Adds an element to a picture, on a line of its own.
fn put(picture: &mut String, element: std::fmt::Arguments<'_>) {
    use std::fmt::Write;
    writeln!(picture, "{element}").expect("strings grow");
}

/// A text as it stands in a picture.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
