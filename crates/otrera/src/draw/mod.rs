//! Positions as pictures.

pub mod graph;
pub mod plot;
pub mod svg;
pub mod terminal;
pub mod thermograph;

/// Adds an element to a picture, on a line of its own.
fn put(picture: &mut String, element: std::fmt::Arguments<'_>) {
    use std::fmt::Write;
    writeln!(picture, "{element}").expect("strings grow");
}
