//! Bounds that know who moves first, and their sums, against plain play of random games.

mod trees;

use otrera_cgt::{Assurance, Player, TempoBounds, TempoSum};
use proptest::prelude::*;
use trees::{Play, Tree, trees};

/// No game here is worth as much.
const MOST: i32 = 12;

/// What is true of a sum for one player, who is Left: G ≥ n, G ≥ n + ∗, G ⊳ n.
fn claims(play: &mut Play, sum: &[Tree], n: i32) -> [bool; 3] {
    let number = Tree::integer(n);
    [
        play.at_least(sum, std::slice::from_ref(&number)),
        play.at_least(sum, &[number.clone(), Tree::star()]),
        !play.at_most(sum, &[number]),
    ]
}

/// The best that can be said for Left.
fn best(play: &mut Play, sum: &[Tree]) -> Assurance {
    let [least, star, first] = [0, 1, 2].map(|claim| {
        let holds = |n: &i32| claims(play, sum, *n)[claim];
        (-MOST..=MOST).rev().find(holds).expect("a game of a few moves")
    });
    Assurance { least, star, first }
}

fn negative(sum: &[Tree]) -> Vec<Tree> {
    sum.iter().map(Tree::negative).collect()
}

fn best_bounds(play: &mut Play, sum: &[Tree]) -> TempoBounds {
    TempoBounds { left: best(play, sum), right: best(play, &negative(sum)) }
}

/// Is everything true that is said for Left?
fn holds(play: &mut Play, sum: &[Tree], sure: Assurance) -> bool {
    claims(play, sum, sure.least)[0]
        && claims(play, sum, sure.star)[1]
        && claims(play, sum, sure.first)[2]
}

fn both_hold(play: &mut Play, sum: &[Tree], bounds: TempoBounds) -> bool {
    holds(play, sum, bounds.left) && holds(play, &negative(sum), bounds.right)
}

/// How much less is claimed than could be.
fn losses() -> impl Strategy<Value = [i32; 6]> {
    prop::array::uniform6(prop_oneof![2 => Just(0), 1 => 0..3i32])
}

/// The same with some of it given away. What can be said with a star is at least one less than without.
fn weakened(bounds: TempoBounds, [a, b, c, d, e, f]: [i32; 6]) -> TempoBounds {
    let weaker = |sure: Assurance, [least, star, first]: [i32; 3]| {
        let least = sure.least - least;
        let star = (sure.star - star).clamp(least - 1, least + 1);
        Assurance { least, star: star.min(sure.star), first: sure.first - first }
    };
    TempoBounds { left: weaker(bounds.left, [a, b, c]), right: weaker(bounds.right, [d, e, f]) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// What is true of a game does not contradict itself, and never names the wrong winner.
    #[test]
    fn bounds_of_games(tree in trees(), some in losses(), others in losses()) {
        let mut play = Play::default();
        let game = [tree];
        let best = best_bounds(&mut play, &game);
        prop_assert!((-1..=1).contains(&(best.left.star - best.left.least)));
        let one = weakened(best, some);
        let other = weakened(best, others);
        for bounds in [best, one, one.and(other), -(-one)] {
            prop_assert!(bounds.is_consistent(), "{bounds:?}");
            prop_assert!(both_hold(&mut play, &game, bounds), "{bounds:?}");
            for first in Player::BOTH {
                let winner = bounds.winner(first);
                prop_assert!(winner.is_none_or(|it| it == play.winner(&game, first)));
            }
        }
        // What can be said best leaves no doubt of the winner.
        for first in Player::BOTH {
            prop_assert_eq!(best.winner(first), Some(play.winner(&game, first)));
        }
    }

    /// What is made of a single comparison is true.
    #[test]
    fn conclusions(tree in trees()) {
        let mut play = Play::default();
        let game = [tree];
        let TempoBounds { left: sure, right } = best_bounds(&mut play, &game);
        let (lower, upper) = (sure.least, -right.least);
        prop_assert!(holds(&mut play, &game, Assurance::at_least(lower)));
        prop_assert!(holds(&mut play, &game, Assurance::with_star(sure.star - 1)));
        prop_assert!(both_hold(&mut play, &game, TempoBounds::between(lower, upper)));
        prop_assert!(both_hold(&mut play, &game, TempoBounds::from_thresholds(lower, upper)));
    }

    /// Sums of what is true are true.
    #[test]
    fn sums(games in prop::collection::vec((trees(), losses()), 1..=3)) {
        let mut play = Play::default();
        let mut total = TempoSum::default();
        for (tree, losses) in &games {
            let best = best_bounds(&mut play, std::slice::from_ref(tree));
            total.add(weakened(best, *losses));
        }
        let sum: Vec<Tree> = games.into_iter().map(|(tree, _)| tree).collect();
        let total = total.total();
        prop_assert!(both_hold(&mut play, &sum, total), "{total:?}");
        prop_assert!(total.is_consistent(), "{total:?}");
        for first in Player::BOTH {
            let winner = total.winner(first);
            prop_assert!(winner.is_none_or(|it| it == play.winner(&sum, first)));
        }
    }
}

/// What no game can be is found out.
#[test]
fn contradictions() {
    assert!(TempoBounds::exactly(2).is_consistent());
    assert!(!TempoBounds::between(2, 1).is_consistent());
    let star = TempoBounds { left: Assurance::with_star(-1), right: Assurance::with_star(-1) };
    assert!(star.is_consistent(), "∗ itself");
    let left = Assurance { least: -1, star: 0, first: -1 };
    let both = TempoBounds { left, right: Assurance::at_least(0) };
    assert!(!both.is_consistent(), "no game is at least ∗ and at most 0");
}
