//! What one player is sure of on a whole board, against plain search.

use otrera_area::soundness::PlainSearch;
use otrera_area::{Stake, random, split};
use otrera_board::{Bits, Color, Size};
use otrera_cgt::{Player, TempoSum};

/// Three thousand positions of random games: who is sure of winning wins, no less is sure than in each area by
/// itself, and nothing more than the quick look says.
#[test]
fn what_is_sure_is_so() {
    let mut rng = fastrand::Rng::with_seed(18);
    let (mut positions, mut decided) = (0, 0);
    while positions < 3000 {
        let [width, height] = [[4, 4], [5, 4], [4, 5], [5, 5]][positions % 4];
        let size = Size::new(width, height).unwrap();
        let position = random::playout(&mut rng, size, 6..20);
        if position.empty().count() > 9 {
            continue;
        }
        positions += 1;
        let mut play = PlainSearch::default();
        let by_areas =
            otrera_area::areas(&position).iter().map(split).collect::<TempoSum>().total();
        for (color, player) in [(Color::Black, Player::Left), (Color::White, Player::Right)] {
            let amazons = [color, !color].map(|color| position.amazons(color));
            let stake = Stake::new(position.geometry(), amazons, position.empty());
            let sure = stake.divide().assurance();
            let text = format!("{position} for {color}: {sure:?}");
            assert!(sure.least <= stake.at_most() && sure.first <= stake.at_most(), "{text}");
            assert!(sure.least >= by_areas.of(player).least, "{text}, {by_areas:?}");
            if sure.least >= 0 {
                assert!(!play.mover_wins(&position.with_to_move(!color)), "{text}");
                decided += 1;
            }
            if sure.first >= 0 {
                assert!(play.mover_wins(&position.with_to_move(color)), "{text}");
            }
        }
    }
    assert!(decided > 1000, "{decided} decided");
}
