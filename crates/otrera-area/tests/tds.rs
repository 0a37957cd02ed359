//! Temperature discovery search on rooms, and the worked example of the paper.

use otrera_area::{Area, areas, rooms};
use otrera_board::{Color, Position};
use otrera_cgt::tds::{
    ExactSearch, Grid, Lowering, PlainSearch, Play, Scorer, State, average, best_line, side,
};
use otrera_cgt::{Dyadic, Game as _, Player, Sum, Thermographer};

/// Experiment 1 for sizes 4 and 5: means and temperatures are those of the thermograph in every room.
#[test]
fn experiment_1() {
    for (size, count) in [(4, 132), (5, 690)] {
        let rooms = rooms(size);
        assert_eq!(rooms.len(), count);
        let mut graphs = Thermographer::new();
        let mut search = ExactSearch::new(size as u32 - 2).unwrap();
        let mut off = 0;
        for room in rooms {
            let graph = graphs.thermograph(&room).unwrap();
            let sum = Sum::from(room);
            let found = (search.mean(&sum).unwrap(), search.temperature(&sum).unwrap());
            let position = room.position(Color::Black);
            assert_eq!(found, (graph.mean(), graph.temperature()), "{position}");
            // The paper's own method has the mean, and in a few rooms a temperature that is off by δ/2.
            let stack = *search.stack();
            let plain = average(&mut PlainSearch::new(stack), &sum).unwrap();
            assert_eq!(plain.mean, graph.mean(), "{position}");
            let error = plain.temperature - graph.temperature();
            assert!([Dyadic::ZERO, -stack.delta().half()].contains(&error), "{position}: {error}");
            off += u32::from(error != Dyadic::ZERO);
        }
        assert_eq!(off, [0, 8][size - 4], "rooms of size {size} that are ↑ or ↓");
    }
}

/// Figure 2: the squares of the line of play leave one room.
fn figure_2() -> Area<u64> {
    let position: Position = "x.x/.xb/w.x/xxx b".parse().unwrap();
    let [room] = areas(&position.narrow().unwrap())[..] else { panic!("one room") };
    room
}

#[test]
fn the_worked_example() {
    let room = figure_2();
    let key = |room: &Area<u64>| room.canonical().0;
    assert!(rooms(5).iter().any(|other| key(other) == key(&room)));
    let eighths = |n: i64| Dyadic::new(n, 3);
    let sum = Sum::from(room);
    let grid = Grid::for_moves(3).unwrap();
    assert_eq!((grid.top, grid.delta), (eighths(17), eighths(1)));
    let stack = grid.stack().unwrap();
    check(&mut PlainSearch::new(stack), &sum);
    check(&mut ExactSearch::new(3).unwrap(), &sum);

    fn check(scorer: &mut impl Scorer<Area<u64>>, sum: &Sum<Area<u64>>) {
        let eighths = |n: i64| Dyadic::new(n, 3);
        let left = side(scorer, sum, Player::Left).unwrap();
        assert_eq!((left.score, left.mean), (eighths(15), eighths(6)));
        // The three searches: 11/8 from the line of play, 10/8 is no loss, 9/8 is one.
        assert_eq!(left.first_estimate, eighths(11));
        let lowered =
            |down_to, score| Lowering { down_to: eighths(down_to), score: eighths(score) };
        assert_eq!(left.lowerings, [lowered(10, 15), lowered(9, 13)]);
        assert_eq!(left.temperature, eighths(10));
        let line = best_line(scorer, sum, Player::Left, 99).unwrap();
        // The paper sees at a glance that White has a move left; we play it.
        let line = written(&line);
        let (line, rest) = line.split_at(PAPER.len());
        assert_eq!(line, PAPER);
        assert_eq!(rest.last().map(String::as_str), Some("A3-A2xA3"));
    }
}

/// The paper's principal variation.
const PAPER: [&str; 23] = [
    "17/8", "2", "15/8", "7/4", "13/8", "3/2", "11/8", "A2-A3xB2", "5/4", "9/8", "1", "7/8", "3/4",
    "5/8", "1/2", "3/8", "1/4", "1/8", "0", "-1/8", "-1/4", "-3/8", "C3-B4xC3",
];

fn written(line: &[Play<Area<u64>>]) -> Vec<String> {
    let mut color = Color::Black;
    let word = |play: &Play<Area<u64>>| {
        let word = match play {
            Play::Coupon(coupon) => coupon.to_string(),
            Play::Move { game, option, .. } => {
                game.moves(color)[*option].0.text(game.geometry().size())
            }
        };
        color = !color;
        word
    };
    line.iter().map(word).collect()
}

/// Without transpositions the scores are the same.
#[test]
fn transpositions_change_nothing() {
    let sum = Sum::from(figure_2());
    let stack = Grid::with_delta(3, Dyadic::new(1, 1)).stack().unwrap();
    let [mut with, mut without] =
        [PlainSearch::new(stack), PlainSearch::without_transpositions(stack)];
    for mover in Player::BOTH {
        let state = State { height: stack.height(), mover, passed: false };
        assert_eq!(with.score(&sum, state).unwrap(), without.score(&sum, state).unwrap());
    }
    assert!(with.nodes() < without.nodes());
}
