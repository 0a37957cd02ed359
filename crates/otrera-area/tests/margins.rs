//! By how much a position is won: bounds against play with moves given away.

use otrera_area::{Climb, Ladder, color_of, player_of};
use otrera_board::{Color, Position, Size};
use rustc_hash::FxHashMap;

/// Who wins a board beside moves that Black has elsewhere, or White if negative: by trying every move.
#[derive(Default)]
struct Play {
    known: FxHashMap<(Position, i32, Color), bool>,
}

impl Play {
    /// Does the player who moves first win?
    fn mover_wins(&mut self, position: &Position, free: i32, mover: Color) -> bool {
        let position = &position.with_to_move(mover);
        let key = (*position, free, mover);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let own = if mover == Color::Black { free } else { -free };
        let mut wins =
            position.moves().any(|mv| !self.mover_wins(&position.play(mv).unwrap(), free, !mover));
        if !wins && own > 0 {
            wins = !self.mover_wins(position, if free > 0 { free - 1 } else { free + 1 }, !mover);
        }
        self.known.insert(key, wins);
        wins
    }

    /// The most moves that a player, moving first, could give away and still win.
    fn given_away(&mut self, position: &Position, mover: Color) -> i32 {
        let given = |n: i32| if mover == Color::Black { -n } else { n };
        let most = position.size().squares() as i32;
        (-most..=most).rev().find(|&n| self.mover_wins(position, given(n), mover)).unwrap()
    }
}

/// Both players in two thousand positions of random games on small boards, most in several areas.
#[test]
fn margins_are_within_their_bounds() {
    let mut rng = fastrand::Rng::with_seed(17);
    let (mut positions, mut exact) = (0, 0);
    for n in 0.. {
        if positions == 2000 {
            break;
        }
        let [width, height] = [[4, 4], [5, 4], [4, 5]][n % 3];
        let size = Size::new(width, height).unwrap();
        let position = otrera_area::random::playout(&mut rng, size, 7..14);
        if position.empty().count_ones() > 7 {
            continue;
        }
        positions += 1;
        let mut play = Play::default();
        let bounds = Ladder::new(Climb::default()).bounds(&position);
        for player in Color::ALL.map(player_of) {
            let [least, most] = bounds.given_away(player);
            let found = play.given_away(&position, color_of(player));
            assert!((least..=most).contains(&found), "{position}: {least} <= {found} <= {most}");
            exact += usize::from(least == most);
        }
    }
    assert!(exact > 1000, "{exact} of the margins are exact");
}
