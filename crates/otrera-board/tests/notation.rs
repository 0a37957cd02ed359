//! Every notation: what is written is read back as it was.

mod random;

use otrera_board::notation::{Dialect, Format, game_text, ggf, sgf};
use otrera_board::{Bits, Color, Move, NodeId, Position, Property, Record, Step};
use proptest::prelude::*;

fn any_position() -> impl Strategy<Value = Position> {
    random::wide_sizes().prop_flat_map(random::positions)
}

/// Games from standard starts and from random positions.
fn any_game() -> impl Strategy<Value = Record> {
    let starts = prop::sample::select(vec!["4x4", "5x6", "8x8", "10x10"]);
    let starts = starts.prop_map(|name| name.parse().unwrap());
    prop_oneof![starts, any_position()].prop_flat_map(random::games)
}

fn any_property() -> impl Strategy<Value = Property> {
    // Names that neither format gives a meaning to; values of any text at all.
    let ident = prop::sample::select(vec!["C", "PB", "PW", "EV", "XYZ", "N"]);
    (ident, prop::collection::vec(any::<String>(), 1..3))
        .prop_map(|(ident, values)| Property { ident: ident.to_owned(), values })
}

/// A tree: nodes are hung below random earlier nodes.
fn any_tree() -> impl Strategy<Value = Record> {
    let place = any::<prop::sample::Index>();
    let nodes = (place.clone(), 0..8u8, place, prop::collection::vec(any_property(), 0..2));
    let start = prop_oneof![Just("6x6".parse().unwrap()), any_position()];
    let start = start.prop_filter("SGF has no such board", |start: &Position| {
        start.size().width() <= 52 && start.size().height() <= 52
    });
    (start, prop::collection::vec(nodes, 0..24)).prop_map(|(start, nodes)| {
        let mut record = Record::new(start);
        let mut ids = vec![NodeId::ROOT];
        for (parent, kind, choice, properties) in nodes {
            let parent = *parent.get(&ids);
            let position = record.position(parent);
            let moves: Vec<Move> = position.moves().collect();
            let id = match kind {
                0 => record.add_setup(parent, position.with_colors_swapped()).unwrap(),
                1 => {
                    let bare = Position::new(position.size(), 1, 0, 0, Color::Black).unwrap();
                    record.add_setup(parent, bare).unwrap()
                }
                2 if !properties.is_empty() => record.add_remark(parent, Vec::new()),
                _ if moves.is_empty() => continue,
                _ => record.add_move(parent, *choice.get(&moves)).unwrap(),
            };
            *record.properties_mut(id) = properties;
            ids.push(id);
        }
        record
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn positions_survive_every_format(position in any_position()) {
        let record = Record::new(position);
        for format in Format::ALL {
            let Ok(text) = format.write(&record) else {
                let side = position.size().width().max(position.size().height());
                prop_assert!(format == Format::Sgf && side > 52);
                continue;
            };
            let read = format.read(&text);
            prop_assert_eq!(read.as_ref(), Ok(&vec![record.clone()]), "{}: {}", format, text);
            prop_assert_eq!(format.write(&read.unwrap()[0]), Ok(text));
        }
    }

    /// The format of a written position is recognised, except that one row alone may
    /// be spelled the same in two of them.
    #[test]
    fn formats_are_recognised(position in any_position()) {
        let record = Record::new(position);
        for format in Format::ALL {
            let Ok(text) = format.write(&record) else { continue };
            let detected = Format::detect(&text);
            let bare = position.amazons(Color::White).is_empty() && position.burnt().is_empty();
            let unclear = position.size().height() == 1 && bare && format == Format::Mcgs;
            let plain = position.occupied().is_empty() || format == Format::Moves;
            prop_assert!(
                detected == format
                    || unclear
                    || plain && detected.read(&text) == Ok(vec![record.clone()])
                    || position.amazons(Color::Black).is_empty() && format == Format::Fairy
                    || format == Format::Fairy && !text.contains(['q', 'Q', '*']),
                "{} taken for {}: {}", format, detected, text
            );
        }
    }

    #[test]
    fn moves_survive_every_dialect(game in any_game()) {
        let size = game.start().size();
        for mv in game.main_moves() {
            for dialect in Dialect::ALL {
                let text = mv.text_in(dialect, size);
                prop_assert_eq!(Move::parse(&text, size), Ok(mv), "{}", text);
            }
        }
    }

    #[test]
    fn games_survive_as_text(game in any_game()) {
        for dialect in Dialect::ALL {
            let text = game_text::write(&game, dialect).unwrap();
            prop_assert_eq!(game_text::parse(&text), Ok(game.clone()), "{}", text);
        }
        if !game.main_moves().is_empty() {
            let text = game_text::write(&game, Dialect::Papers).unwrap();
            prop_assert_eq!(Format::detect(&text), Format::Moves, "{}", text);
        }
    }

    #[test]
    fn games_survive_as_ggf(mut game in any_game(), names in prop::collection::vec(any_property(), 0..3)) {
        *game.properties_mut(NodeId::ROOT) = names;
        let remark = |ident: &str, value: &str| Property { ident: ident.into(), values: vec![value.into()] };
        for (n, node) in game.main_line().skip(1).collect::<Vec<_>>().into_iter().enumerate() {
            *game.properties_mut(node) = match n % 4 {
                0 => vec![],
                1 => vec![remark("GE", "-1.50")],
                2 => vec![remark("GT", "5.04")],
                _ => vec![remark("GE", "11.50"), remark("GT", "5.04")],
            };
        }
        let text = ggf::write(&game).unwrap();
        prop_assert_eq!(Format::detect(&text), Format::Ggf);
        prop_assert_eq!(ggf::parse(&text), Ok(vec![game.clone()]), "{}", text);
        prop_assert_eq!(ggf::parse(&format!("{text}\n{text}")), Ok(vec![game.clone(), game]));
    }

    #[test]
    fn trees_survive_as_sgf(tree in any_tree()) {
        let text = sgf::write(&tree).unwrap();
        let read = sgf::parse(&text);
        prop_assert_eq!(read.as_ref(), Ok(&vec![tree.clone()]), "{}", text);
        prop_assert_eq!(sgf::write(&read.unwrap()[0]), Ok(text.clone()));
        prop_assert_eq!(sgf::parse(&format!("{text}\n{text}")), Ok(vec![tree.clone(), tree]));
    }
}

fn last(record: &Record) -> String {
    record.position(record.main_end()).to_string()
}

/// The examples of the specification and of PlayStrategy, which have no set-up: the
/// first has Black at the bottom, the second White.
#[test]
fn sgf_without_a_set_up_is_settled_by_its_first_move() {
    let specified = &sgf::parse("(;GM[18];B[djddgd];W[addgad];B[gjehea])").unwrap()[0];
    assert_eq!(specified.start().to_string(), "3w2w3/10/10/w8w/10/10/b8b/10/10/3b2b3 b");
    assert_eq!(specified.main_moves().len(), 3);
    let playstrategy = &sgf::parse("(;FF[4]GM[18]SZ[10];W[djdegb])").unwrap()[0];
    let size = playstrategy.start().size();
    assert_eq!(playstrategy.start(), &"10x10".parse::<Position>().unwrap());
    assert_eq!(playstrategy.main_moves()[0].text(size), "D1-D6xG9");
    let neither = &sgf::parse("(;GM[18]SZ[5:6])").unwrap()[0];
    assert_eq!(neither.start().to_string(), ".w.w./w...w/5/5/b...b/.b.b. b");
    let turn_alone = &sgf::parse("(;GM[18]SZ[5:6]PL[W])").unwrap()[0];
    assert_eq!(turn_alone.start().to_string(), ".w.w./w...w/5/5/b...b/.b.b. w");
}

#[test]
fn sgf_set_ups_variations_and_old_spellings() {
    let old = "(;GaMe[18]SiZe[3:2]AddBlack[aa]AW[cb]AA[ba:bb];White[cbcacb])";
    assert_eq!(last(&sgf::parse(old).unwrap()[0]), "bxw/.xx b");
    let text = "\u{feff}(;GM[18]SZ[3:2]AB[aa]AW[cb]AA[ba:bb]C[a \\] \\\nb](;W[cbcacb]N[shoots back])(;AE[ba]PL[B];B[aababb])) ";
    let error = sgf::parse(text).unwrap_err();
    assert!(error.found.contains("B1"), "B1 is still burnt: {error}");
    let text = text.replace("B[aababb]", "B[aabaaa]");
    let record = &sgf::parse(&text).unwrap()[0];
    assert_eq!(record.property(NodeId::ROOT, "C"), Some("a ] b"));
    assert_eq!(record.start().to_string(), "bx./.xw w");
    assert_eq!(last(record), "bxw/.xx b");
    let second = record.children(NodeId::ROOT).nth(1).unwrap();
    assert!(matches!(record.step(second), Step::Setup(_)));
    assert_eq!(record.position(second).to_string(), "b../.xw b");
    assert_eq!(record.variation_nodes(), 2);
}

/// The first moves of the example game on the page that defines GGF.
#[test]
fn ggf_counts_rows_from_the_top() {
    let text = "(;GM[Amazons]PC[GGS/ams]DT[945277754]PB[amsbot5]PW[Raphael]RB[1897.01]RW[1874.15]\
        TI[30:00/00:05/02:00]TY[10]RE[-3.00]BO[10 ---*--*--- ---------- ---------- *--------* \
        ---------- ---------- O--------O ---------- ---------- ---O--O--- *]\
        B[D1-D7-G7/11.50/5.04]W[J7-G4-B4//21.42]B[G1-E3-E10/8.30/5.01]W[G10-I8-I5//14.01];)";
    let record = &ggf::parse(text).unwrap()[0];
    assert_eq!(record.start().to_string(), "3b2b3/10/10/b8b/10/10/w8w/10/10/3w2w3 b");
    let size = record.start().size();
    let moves: Vec<String> = record.main_moves().iter().map(|mv| mv.text(size)).collect();
    assert_eq!(moves, ["D10-D4xG4", "J4-G7xB7", "G10-E8xE1", "G1-I3xI6"]);
    assert_eq!(record.property(NodeId::ROOT, "RE"), Some("W+3.00"));
    let second = record.main_line().nth(2).unwrap();
    assert_eq!(record.property(second, "GE"), None);
    assert_eq!(record.property(second, "GT"), Some("21.42"));
    assert!(ggf::write(record).unwrap().contains("RE[-3.00]"));
}

/// Positions as the other programs write them.
#[test]
fn examples_of_the_other_programs() {
    let start: Position = "10x10".parse().unwrap();
    let fairy = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1";
    let liamazons = "3b2b3/10/10/b8b/10/10/w8w/10/10/3w2w3 w - 1";
    assert_eq!(Position::from_fairy(fairy), Ok(start));
    assert_eq!(start.to_fairy(), fairy);
    assert_eq!(Position::from_liamazons(liamazons), Ok(start));
    assert_eq!(start.to_liamazons(), liamazons);
    let corner: Position = "b..x/.w.. w".parse().unwrap();
    for text in ["X..#|.O..", "x..#|.o..", "[amazons] X..#|.O.. {W}"] {
        assert_eq!(Position::from_mcgs(text), Ok(corner));
        assert_eq!(Format::detect(text), Format::Mcgs);
    }
    assert_eq!(corner.to_mcgs(), "X..#|.O..");
    assert_eq!(corner.with_to_move(Color::Black).to_mcgs(), "X..#|.O.. {B}");
}
