//! Values of Toads and Frogs: `cargo run --release --example toads_and_frogs -- TT.FF T..F`

#[path = "games/toads_and_frogs.rs"]
mod toads_and_frogs;

use otrera_cgt::{Exhausted, Valuer};
use toads_and_frogs::Strip;

fn main() -> Result<(), Exhausted> {
    let mut valuer = Valuer::new();
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let examples = ["T.F", "TT.F", "TT.FF", "T..F"].map(String::from).to_vec();
    for strip in if asked.is_empty() { examples } else { asked } {
        let value = valuer.form(&Strip(strip.clone()))?;
        println!("{strip}: {}", valuer.forms.text(value));
    }
    Ok(())
}
