//! Toads and Frogs: Left's toads go right, Right's frogs go left, one step or over a
//! single opponent onto an empty cell.

use otrera_cgt::{Game, Player, Sum};

/// A strip of `T`, `F` and `.`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Strip(pub String);

impl Game for Strip {
    fn options(&self, player: Player) -> Vec<Sum<Strip>> {
        let cells: Vec<char> = self.0.chars().collect();
        let (mine, theirs, step) = match player {
            Player::Left => ('T', 'F', 1),
            Player::Right => ('F', 'T', -1),
        };
        let at = |place: isize| usize::try_from(place).ok().and_then(|n| cells.get(n)).copied();
        let mut options = Vec::new();
        for from in (0..cells.len() as isize).filter(|&place| at(place) == Some(mine)) {
            let to = match (at(from + step), at(from + 2 * step)) {
                (Some('.'), _) => from + step,
                (Some(other), Some('.')) if other == theirs => from + 2 * step,
                _ => continue,
            };
            let mut moved = cells.clone();
            moved.swap(from as usize, to as usize);
            options.push(Strip(moved.into_iter().collect()).into());
        }
        options
    }
}
