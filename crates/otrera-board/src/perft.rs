//! Perft: the number of move sequences of a given length.

use crate::bits::Bits;
use crate::position::Position;

impl<B: Bits> Position<B> {
    /// The number of move sequences of length `depth` from here.
    ///
    /// The last ply is counted in bulk, so the cost is that of `depth − 1` plies.
    ///
    /// ```
    /// let start: otrera_board::Position = "5x5".parse().unwrap();
    /// assert_eq!(start.perft(2), 50_422);
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_moves(),
            _ => {
                let mut position = *self;
                let mut nodes = 0;
                for mv in self.moves() {
                    position.make(mv);
                    nodes += position.perft(depth - 1);
                    position.unmake(mv);
                }
                nodes
            }
        }
    }
}
