//! Small zugzwangs, and sums of them.

use std::collections::HashSet;

use otrera_area::regions::{Region, grown};
use otrera_area::zugzwang::{Zugzwang, on_region};
use otrera_area::{Area, Ending, SimpleZugzwang, SumMove, ZugzwangSum, areas};
use otrera_board::{Color, Position};
use otrera_cgt::{Game, Valuer};
use rustc_hash::FxHashMap;

fn of_size(size: usize, amazons: u32, gain: i32) -> Vec<Zugzwang> {
    let mut regions = vec![Region::SINGLE];
    for _ in 1..size {
        regions = grown(&regions);
    }
    regions.into_iter().flat_map(|region| on_region(region, amazons, gain)).collect()
}

fn key(text: &str) -> Area<u64> {
    let position: Position = text.parse().unwrap();
    areas(&position.narrow().unwrap())[0].canonical().0
}

/// Figure 19 of Müller and Tegos: the smallest have six squares, and there are four of them. An
/// independent search in another language found these, in which not having to begin is worth two or
/// more; two of the five positions have the same line segment graph.
#[test]
fn the_smallest_have_size_6() {
    for size in 2..=5 {
        assert!(of_size(size, 3, 2).is_empty(), "{size}");
    }
    let found = of_size(6, 3, 2);
    let graphs: HashSet<_> = found.iter().map(|zugzwang| zugzwang.graph.clone()).collect();
    assert_eq!(graphs.len(), 4);
    let keys: HashSet<_> = found.iter().map(|zugzwang| zugzwang.area.canonical().0).collect();
    let expected = [
        "x.bx/.xx./x.wx",
        "x..x/.xxb/xw.x",
        ".bx./xxwx/x.x.",
        ".x.x/xbxx/.xwx/xxx.",
        ".x.x/xbx./.xwx",
    ];
    assert_eq!(keys, expected.into_iter().map(key).collect());
    // Where it is worth one move there are two with five squares.
    let smaller: HashSet<_> = of_size(5, 3, 1).iter().map(|z| z.area.canonical().0).collect();
    assert_eq!(smaller, [".bx./xxwx/x.xx", ".xxx/xbx./xxwx/x.xx"].map(key).into_iter().collect());
}

/// Figure 18: the hexagon, 0|-2 || 2|0 = 0.
#[test]
fn the_hexagon() {
    let mut valuer = Valuer::new();
    let hexagon = key("x.bx/.xx./x.wx");
    let value = valuer.form(&hexagon).unwrap();
    assert_eq!(valuer.forms.text(value), "0");
    let options = |color| -> HashSet<String> {
        let mut texts = HashSet::new();
        for (_, left) in hexagon.moves(color) {
            let form = valuer.sum(&left).unwrap();
            texts.insert(valuer.forms.plain_text(form));
        }
        texts
    };
    let mut options = options;
    assert!(options(Color::Black).contains("{0|-2}"));
    assert!(options(Color::White).contains("{2|0}"));
}

fn sum(terms: &[(i32, i32)], free: [u32; 2]) -> ZugzwangSum {
    let zugzwangs = terms.iter().map(|&(a, b)| SimpleZugzwang::new(a, b).unwrap()).collect();
    ZugzwangSum { zugzwangs, free }
}

/// All moves of a player.
fn moves(sum: &ZugzwangSum, player: Color) -> Vec<SumMove> {
    let free = (sum.free[player as usize] > 0).then_some(SumMove::Free);
    free.into_iter().chain((0..sum.zugzwangs.len()).map(SumMove::Zugzwang)).collect()
}

/// The zugzwangs in order, the free moves and the player to move.
type State = (Vec<(i32, i32)>, [u32; 2], Color);

/// Endings by trying every move: positive for Black, 2·margin + 1, so that a win by nothing differs
/// from a loss.
#[derive(Default)]
struct Plain {
    known: FxHashMap<State, i32>,
}

impl Plain {
    /// The result when `schemer` plays by our rules, and the others try everything.
    fn result(&mut self, sum: &ZugzwangSum, mover: Color, schemer: Option<Color>) -> i32 {
        let mut terms: Vec<(i32, i32)> =
            sum.zugzwangs.iter().map(|z| (z.after(Color::Black), z.after(Color::White))).collect();
        terms.sort_unstable();
        let key = (terms, sum.free, mover);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let tried = match schemer == Some(mover) {
            true => sum.best_move(mover).into_iter().collect(),
            false => moves(sum, mover),
        };
        let sign = if mover == Color::Black { 1 } else { -1 };
        let results = tried.into_iter().map(|mv| {
            let next = sum.after(mover, mv).unwrap();
            sign * self.result(&next, !mover, schemer)
        });
        let result = match results.max() {
            Some(best) => sign * best,
            None => -sign * (2 * sum.free[!mover as usize] as i32 + 1),
        };
        self.known.insert(key, result);
        result
    }
}

fn as_number(ending: Ending) -> i32 {
    let size = 2 * ending.margin as i32 + 1;
    if ending.winner == Color::Black { size } else { -size }
}

/// Section 5.3: the margin is the largest, against every defence, and the loser's the smallest.
#[test]
fn sums_are_played_for_the_largest_margin() {
    let mut rng = fastrand::Rng::with_seed(53);
    let mut knapsacks = 0;
    for _ in 0..400 {
        let terms: Vec<(i32, i32)> = (0..rng.usize(1..=5))
            .map(|_| {
                let a = rng.i32(-4..=4);
                (a, rng.i32(a + 2..=a + 6))
            })
            .collect();
        let sum = sum(&terms, [rng.u32(0..=5), rng.u32(0..=5)]);
        for mover in Color::ALL {
            let truth = Plain::default().result(&sum, mover, None);
            assert_eq!(as_number(sum.ending(mover)), truth, "{sum:?} {mover}");
            for schemer in Color::ALL {
                let kept = Plain::default().result(&sum, mover, Some(schemer));
                assert_eq!(kept, truth, "{sum:?} {mover}, played by {schemer}");
            }
            knapsacks += usize::from(sum.zugzwangs.iter().filter(|z| z.value() > 0).count() > 1);
        }
    }
    assert!(knapsacks > 200);
}

/// Sums in which the largest value, the smallest gain or the worst ratio would be the wrong one to
/// give up.
#[test]
fn greedy_rules_fail() {
    let best = |terms: &[(i32, i32)], free| {
        let sum = sum(terms, free);
        let Some(SumMove::Zugzwang(n)) = sum.best_move(Color::Black) else { panic!("{sum:?}") };
        (terms[n], sum.ending(Color::Black).margin)
    };
    assert_eq!(best(&[(0, 2), (1, 4)], [0, 0]), ((0, 2), 3));
    assert_eq!(best(&[(0, 3), (1, 5)], [0, 1]), ((1, 5), 2));
    assert_eq!(best(&[(0, 4), (1, 6)], [0, 0]), ((0, 4), 5));
}
