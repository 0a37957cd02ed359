//! Values of small Domineering rectangles: `cargo run --release --example domineering`

#[path = "games/domineering.rs"]
mod domineering;

use domineering::Domineering;
use otrera_cgt::{Exhausted, Valuer};

fn main() -> Result<(), Exhausted> {
    let mut valuer = Valuer::new();
    for (width, height) in [(1, 2), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3), (4, 4)] {
        let value = valuer.form(&Domineering::rectangle(width, height))?;
        let text = valuer.forms.text(value);
        let graph = valuer.forms.thermograph(value);
        println!(
            "{width}x{height}: {text}, mean {}, temperature {}",
            graph.mean(),
            graph.temperature()
        );
    }
    Ok(())
}
