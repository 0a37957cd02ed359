//! How much of a position is still fought over.

use otrera_area::{Area, areas};
use otrera_board::{Bits, Color, Position};

/// In the area in which it is most: how many empty squares both sides can reach.
pub fn largest_contest(position: &Position) -> u32 {
    let contested = |area: &Area<u128>| {
        let [black, white] = Color::ALL.map(|color| reach(area, color));
        (black & white).count()
    };
    areas(position).iter().map(contested).max().unwrap_or(0)
}

/// The empty squares of an area that a side can come to, however long it takes.
fn reach(area: &Area<u128>, color: Color) -> u128 {
    let mut reached = area.amazons(color);
    loop {
        let next = reached | area.geometry().spread(reached) & area.empty();
        if next == reached {
            return reached & area.empty();
        }
        reached = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn territories_and_what_nobody_reaches_do_not_count() {
        for (text, most) in [
            // Black's territory, a corridor for both, and a square that nobody reaches.
            ("b..xb...wx. w", 3),
            // Each amazon closes her corner; the square between them is for both.
            ("..b.w.. b", 1),
            ("b...w/xxxxx/w.xb. b", 3),
            ("bxw b", 0),
        ] {
            assert_eq!(largest_contest(&text.parse().unwrap()), most, "{text}");
        }
    }
}
