//! Domineering: Left places upright dominoes, Right lying ones.

use otrera_cgt::{Game, Player, Sum};

/// The free cells, as (column, row), sorted. A position falls apart into its
/// connected pieces, each moved to the origin.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Domineering(Vec<(i8, i8)>);

impl Domineering {
    /// A free rectangle.
    pub fn rectangle(width: i8, height: i8) -> Domineering {
        Domineering((0..width).flat_map(|x| (0..height).map(move |y| (x, y))).collect())
    }

    /// The free cells of a drawing: `#` is free, `/` stands between rows.
    #[allow(dead_code, reason = "the example has rectangles alone")]
    pub fn drawn(text: &str) -> Domineering {
        let rows = text.split('/').enumerate();
        let mut cells: Vec<(i8, i8)> = rows
            .flat_map(|(y, row)| row.char_indices().map(move |(x, c)| (x as i8, y as i8, c)))
            .filter(|&(_, _, c)| c == '#')
            .map(|(x, y, _)| (x, y))
            .collect();
        cells.sort_unstable();
        Domineering(cells)
    }

    fn pieces(mut cells: Vec<(i8, i8)>) -> Sum<Domineering> {
        let mut pieces = Vec::new();
        while let Some(seed) = cells.pop() {
            let mut piece = vec![seed];
            let mut next = 0;
            while let Some(&(x, y)) = piece.get(next) {
                for near in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                    if let Some(place) = cells.iter().position(|&cell| cell == near) {
                        piece.push(cells.swap_remove(place));
                    }
                }
                next += 1;
            }
            let (left, top) = (piece.iter().map(|c| c.0).min(), piece.iter().map(|c| c.1).min());
            for cell in &mut piece {
                *cell = (cell.0 - left.unwrap_or(0), cell.1 - top.unwrap_or(0));
            }
            piece.sort_unstable();
            pieces.push(Domineering(piece));
        }
        pieces.into_iter().collect()
    }
}

impl Game for Domineering {
    fn options(&self, player: Player) -> Vec<Sum<Domineering>> {
        let (dx, dy) = if player == Player::Left { (0, 1) } else { (1, 0) };
        let fits = |&&(x, y): &&(i8, i8)| self.0.contains(&(x + dx, y + dy));
        self.0
            .iter()
            .filter(fits)
            .map(|&(x, y)| {
                let covered = [(x, y), (x + dx, y + dy)];
                Domineering::pieces(
                    self.0.iter().copied().filter(|c| !covered.contains(c)).collect(),
                )
            })
            .collect()
    }
}
