//! Fillings of territories against plain search, and the figures of the papers.

use otrera_area::soundness::Soundness;
use otrera_area::{Filler, Territory, random};
use otrera_board::{Bits, Color, Position};

#[test]
fn fillings_equal_plain_search() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut soundness = Soundness::new(0, 9, 18);
    for _ in 0..5_000 {
        soundness.check_territory(&random::territory(&mut rng, 9)).unwrap();
    }
}

fn territory(text: &str, blockers: &[&str]) -> Territory<u64> {
    let position: Position = text.parse().unwrap();
    let position = position.narrow().unwrap();
    let size = position.size();
    let guards = size.iter().filter(|&s| blockers.contains(&size.name(s).to_string().as_str()));
    let guards = guards.fold(0, |set, square| set | u64::of(square));
    let amazons = position.amazons(Color::Black);
    Territory::new(position.geometry(), amazons & !guards, guards, position.empty())
}

fn defects(text: &str, blockers: &[&str]) -> u32 {
    let territory = territory(text, blockers);
    let moves = Filler::new(1 << 20).moves(&territory);
    assert!(moves.is_exact(), "{text}");
    territory.empty() - moves.least
}

/// Figure 8 of Müller and Tegos: the three smallest defective territories.
#[test]
fn smallest_defective_territories() {
    // The amazon must shoot back, whichever way she goes.
    assert_eq!(defects(".x./xbx", &[]), 1);
    assert_eq!(defects(".xx/xb./xxx", &[]), 1);
    assert_eq!(defects(".xx/xb./.xx", &[]), 2);
    // On one line she can shoot across her own square first.
    assert_eq!(defects(".b.", &[]), 0);
}

/// Figure 9: an amazon between two arms that turn after two squares. Her first shot reaches the
/// second square at most, and what lies beyond is lost, k squares in the shorter arm; the other arm
/// can be filled completely.
#[test]
fn k_defective_strips() {
    for k in 1..=4 {
        let arm: Vec<bool> = (0..2 + k).map(|n| n % 2 == 0).collect();
        let row = |upper: bool| {
            let mut half: String =
                arm.iter().map(|&low| if low != upper { '.' } else { 'x' }).collect();
            let right = half.clone();
            half = half.chars().rev().collect();
            format!("{half}{}{right}", if upper { 'b' } else { 'x' })
        };
        let text = format!("{}/{}", row(true), row(false));
        assert_eq!(defects(&text, &[]), k as u32, "{text}");
    }
}

/// Song and Müller, figure 7: plodding makes one move in a territory of two squares that is worth
/// one, and a blocker who has to shoot back makes one of three.
#[test]
fn figure_7() {
    let simple = territory(".x./xbx", &[]);
    assert_eq!((simple.plodded(), simple.empty()), (1, 2));
    let blocker = territory(".xx/xb./.xx", &["B2"]);
    let moves = Filler::new(1 << 20).moves(&blocker);
    assert_eq!((blocker.plodded(), blocker.empty(), moves.least), (1, 3, 1));
}

/// A blocker may not shoot elsewhere at first; a normal amazon may.
#[test]
fn blockers_shoot_back() {
    assert_eq!(defects(".b.", &["B1"]), 1);
    // With a second amazon on the other side nothing is lost.
    assert_eq!(defects(".b.b", &["B1"]), 0);
}

/// Dead ends in the sense of the paper's section 4.1: arms that turn at every square. Coming in, an
/// amazon must burn the way on or the way back.
#[test]
fn dead_ends() {
    // Two arms of three beyond their necks; one is forgiven, the other loses a square at least.
    let two = territory(".x.xxx.x./x.x.b.x.x", &[]);
    assert_eq!(two.dead_end_defects(), 1);
    // Four squares: two are lost.
    let longer = territory("x.x.xxx.x.x/.x.x.b.x.x.", &[]);
    assert_eq!(longer.dead_end_defects(), 2);
    // A straight arm is no dead end: it is filled from its far end.
    assert_eq!(territory("....b....", &[]).dead_end_defects(), 0);
    for text in [".x.xxx.x./x.x.b.x.x", "x.x.xxx.x.x/.x.x.b.x.x.", "....b...."] {
        assert!(defects(text, &[]) >= territory(text, &[]).dead_end_defects(), "{text}");
    }
}

/// Large territories are filled at once, or bounded within the patience.
#[test]
fn large_territories() {
    let open = territory("b.........", &[]);
    assert!(Filler::new(100).moves(&open).is_exact());
    let board: Position = "b9/10/10/10/10/10/10/10/10/9b".parse().unwrap();
    let amazons = board.amazons(Color::Black);
    let territory = Territory::new(board.geometry(), amazons, 0, board.empty());
    let (moves, line) = Filler::new(1000).line(&territory);
    assert_eq!((moves.least, moves.most), (98, 98));
    assert!(territory.after(&line).is_some());
    assert_eq!(line.len(), 98);
}
