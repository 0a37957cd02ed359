//! Who has worked where: what a worker's memory holds spares work on what it has searched before, and below.

use otrera_campaign::Key;
use rustc_hash::FxHashMap;

/// Which worker had which position last.
#[derive(Debug, Default)]
pub struct Experience {
    had: FxHashMap<Key, String>,
}

impl Experience {
    /// A worker has searched a position.
    pub fn add(&mut self, key: Key, worker: String) {
        self.had.insert(key, worker);
    }

    /// Nobody will search it again, nor what follows from it.
    pub fn forget(&mut self, key: &Key) {
        self.had.remove(key);
    }

    /// Who knows most of the end of a way from the root: who has searched the last position of it that anybody has.
    pub fn of(&self, way: &[Key]) -> Option<&str> {
        way.iter().rev().find_map(|key| self.had.get(key)).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use otrera_board::{Position, Size};

    use super::*;

    #[test]
    fn the_nearest_search_above_counts() {
        let size = Size::new(4, 1).unwrap();
        let key = |text: &str| {
            let position: Position = text.parse().unwrap();
            assert_eq!(position.size(), size);
            Key::of(&position.narrow().unwrap())
        };
        let way = ["b..w w", "b.wx b", "xbwx w"].map(key);
        let mut experience = Experience::default();
        assert_eq!(experience.of(&way), None);
        experience.add(way[0], "first".to_owned());
        assert_eq!(experience.of(&way), Some("first"));
        experience.add(way[1], "second".to_owned());
        assert_eq!(
            (experience.of(&way), experience.of(&way[..1])),
            (Some("second"), Some("first"))
        );
        experience.forget(&way[1]);
        assert_eq!(experience.of(&way), Some("first"));
    }
}
