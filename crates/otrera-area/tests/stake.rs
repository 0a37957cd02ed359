//! What one player is sure of on a whole board, against plain search.

use otrera_area::soundness::PlainSearch;
use otrera_area::tables::{Build, TableSet, Tables};
use otrera_area::{Pieces, Stake, areas, random, split};
use otrera_board::{Bits, Color, Size};
use otrera_cgt::{Player, TempoSum};

const COLORS: [(Color, Player); 2] = [(Color::Black, Player::Left), (Color::White, Player::Right)];

/// Three thousand positions of random games: who is sure of winning wins, no less is sure than in each area by
/// itself, and nothing more than the quick look says.
#[test]
fn what_is_sure_is_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let build = Build {
        folder: folder.path(),
        set: TableSet::Tiny,
        threads: 2,
        again: false,
        watch: &|_| true,
    };
    build.run().expect("a build");
    let tables = Tables::open(folder.path()).expect("tables");
    let mut rng = fastrand::Rng::with_seed(18);
    let (mut decided, mut decided_by_tables) = (0, 0);
    for [width, height] in [[4, 4], [5, 4], [4, 5], [5, 5]] {
        let size = Size::new(width, height).unwrap();
        let (mut without, mut with) = (Pieces::new(None), Pieces::new(Some(&tables)));
        let mut positions = 0;
        while positions < 750 {
            let position = random::playout(&mut rng, size, 6..20);
            if position.empty().count() > 9 {
                continue;
            }
            positions += 1;
            let mut play = PlainSearch::default();
            let by_areas = areas(&position).iter().map(split).collect::<TempoSum>().total();
            for (color, player) in COLORS {
                let amazons = [color, !color].map(|color| position.amazons(color));
                let stake = Stake::new(position.geometry(), amazons, position.empty());
                let sure = stake.assurance(&mut without);
                let text = format!("{position} for {color}: {sure:?}");
                assert!(sure.least <= stake.at_most(false, &without), "{text}");
                assert!(sure.first <= stake.at_most(true, &without), "{text}");
                assert!(sure.least >= by_areas.of(player).least, "{text}, {by_areas:?}");
                let by_tables = stake.assurance(&mut with);
                assert_eq!(by_tables, stake.assurance(&mut Pieces::new(Some(&tables))), "{text}");
                let mut loses = |color: Color| !play.mover_wins(&position.with_to_move(color));
                if by_tables.least >= 0 || stake.wins(0, false, &mut with) {
                    assert!(loses(!color), "{text}, {by_tables:?}");
                    decided_by_tables += 1;
                }
                if by_tables.first >= 0 || stake.wins(0, true, &mut with) {
                    assert!(!loses(color), "{text}, {by_tables:?}");
                }
                if sure.least >= 0 || stake.wins(0, false, &mut without) {
                    assert!(loses(!color), "{text}");
                    decided += 1;
                }
                if sure.first >= 0 || stake.wins(0, true, &mut without) {
                    assert!(!loses(color), "{text}");
                }
                // To ask whether it is enough is to find what is sure.
                for free in -9..9 {
                    assert_eq!(stake.wins(free, false, &mut without), free + sure.least >= 0);
                    assert_eq!(stake.wins(free, true, &mut without), free + sure.first >= 0);
                    assert!(
                        !stake.wins(free, false, &mut with) || free + by_tables.least >= 0,
                        "{text}, {by_tables:?}, {free}"
                    );
                }
            }
        }
    }
    assert!(decided > 1000 && decided_by_tables > decided, "{decided}, {decided_by_tables}");
}
