//! What is known of the walls of a thermograph: bounds at a few levels, which tell of others.
//!
//! Levels are steps of the tax from −1 up. The left wall L falls and the right wall R rises with the level, by at
//! most one step of value a step of tax; both end in the mast, so R ≤ mean ≤ L at every level. A bound at one level
//! therefore tells of all: L ≥ a at level j holds below, and above with a step less for each level; R ≥ a tells that
//! the mean, and so L anywhere, is at least a.

use crate::game::Player;

/// A bound on a wall at a level.
type Fact = (u64, i64);

/// Bounds on both walls. Values are in steps.
#[derive(Clone, Debug)]
pub(crate) struct Walls {
    /// L at least, L at most.
    left: [Vec<Fact>; 2],
    /// R at least, R at most.
    right: [Vec<Fact>; 2],
    /// The mean, at least and at most.
    pub(crate) mean: (i64, i64),
    /// Which option answered the last question, of each player.
    pub(crate) best: [u32; 2],
}

impl Walls {
    /// Walls of a game between two integers, in steps: R is nowhere below, L nowhere above them.
    pub(crate) fn between(least: i64, most: i64) -> Walls {
        Walls {
            left: [Vec::new(), vec![(0, most)]],
            right: [vec![(0, least)], Vec::new()],
            mean: (least, most),
            best: [0; 2],
        }
    }

    /// Is a player's wall at a level so much or more? Nothing if that is not known.
    pub(crate) fn reaches(&self, player: Player, level: u64, value: i64) -> Option<bool> {
        let (least, most) = self.range(player, level);
        match () {
            () if least >= value => Some(true),
            () if most < value => Some(false),
            () => None,
        }
    }

    /// What is known of a player's wall at a level: at least, at most.
    pub(crate) fn range(&self, player: Player, level: u64) -> (i64, i64) {
        match player {
            Player::Left => {
                let least = self.left[0].iter().map(|&(at, least)| least - above(at, level));
                let most = self.left[1].iter().map(|&(at, most)| most + above(level, at));
                (least.fold(self.mean.0, i64::max), most.fold(i64::MAX, i64::min))
            }
            Player::Right => {
                let least = self.right[0].iter().map(|&(at, least)| least - above(level, at));
                let most = self.right[1].iter().map(|&(at, most)| most + above(at, level));
                (least.fold(i64::MIN, i64::max), most.fold(self.mean.1, i64::min))
            }
        }
    }

    /// Learns that a player's wall at a level is so much or more, or less than it.
    pub(crate) fn learn(&mut self, player: Player, level: u64, value: i64, reaches: bool) {
        let value = if reaches { value } else { value - 1 };
        let walls = match player {
            Player::Left => &mut self.left,
            Player::Right => &mut self.right,
        };
        let facts = &mut walls[usize::from(!reaches)];
        // What the new one tells as well is forgotten.
        facts.retain(|&(at, known)| match (player, reaches) {
            (Player::Left, true) => value - above(level, at) < known,
            (Player::Left, false) => value + above(at, level) > known,
            (Player::Right, true) => value - above(at, level) < known,
            (Player::Right, false) => value + above(level, at) > known,
        });
        facts.push((level, value));
        match (player, reaches) {
            (Player::Right, true) => self.mean.0 = self.mean.0.max(value),
            (Player::Left, false) => self.mean.1 = self.mean.1.min(value),
            _ => {}
        }
    }
}

/// How many levels the second is above the first.
fn above(from: u64, to: u64) -> i64 {
    to.saturating_sub(from) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The walls of {3|-1} in halves: L = 6 − (j − 2) and R = −2 + (j − 2) up to level 6, mean 2, with the tax at level j
    /// being (j − 2) / 2.
    #[test]
    fn bounds_tell_of_other_levels() {
        let mut walls = Walls::between(-8, 8);
        assert_eq!(walls.reaches(Player::Left, 3, 5), None);
        walls.learn(Player::Left, 3, 5, true);
        assert_eq!(walls.reaches(Player::Left, 2, 5), Some(true));
        assert_eq!(walls.reaches(Player::Left, 4, 4), Some(true));
        assert_eq!(walls.reaches(Player::Left, 4, 5), None);
        walls.learn(Player::Right, 6, 2, true);
        // The mean is at least 2, and so is all of the left wall.
        assert_eq!(walls.mean, (2, 8));
        assert_eq!(walls.reaches(Player::Left, 99, 2), Some(true));
        assert_eq!(walls.reaches(Player::Right, 4, 0), Some(true));
        walls.learn(Player::Left, 6, 3, false);
        assert_eq!(walls.mean, (2, 2));
        assert_eq!(walls.reaches(Player::Right, 9, 3), Some(false));
        assert_eq!(walls.reaches(Player::Left, 4, 5), Some(false));
    }
}
