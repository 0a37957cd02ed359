//! Every notation: what is written is read back as it was.

mod random;

use otrera_board::notation::{Dialect, Format, game_text, ggf, sgf};
use otrera_board::{Bits, Color, Move, NodeId, Position, Property, PropertyError, Record, Step};
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

/// Any text at all, with more of the characters that formats care for.
fn any_value() -> impl Strategy<Value = String> {
    let special = prop::sample::select("\n\r\0\t\\][/:;()".chars().collect::<Vec<_>>());
    let any_char = prop_oneof![3 => any::<char>(), 1 => special];
    prop::collection::vec(any_char, 0..12).prop_map(|chars| chars.into_iter().collect())
}

fn any_property() -> impl Strategy<Value = Property> {
    let ident = prop::sample::select(vec!["C", "PB", "PW", "EV", "XYZ", "N", "RE"]);
    (ident, prop::collection::vec(any_value(), 1..3))
        .prop_map(|(ident, values)| Property::new(ident, values).unwrap())
}

/// A tree: nodes are hung below random earlier nodes.
fn any_tree() -> impl Strategy<Value = Record> {
    let place = any::<prop::sample::Index>();
    let remarks = (prop::collection::vec(any_property(), 0..2), any_property());
    let nodes = (place.clone(), 0..8u8, place, remarks);
    let start = prop_oneof![Just("6x6".parse().unwrap()), any_position()];
    let start = start.prop_filter("SGF has no such board", |start: &Position| {
        start.size().width() <= 52 && start.size().height() <= 52
    });
    (start, prop::collection::vec(nodes, 0..24)).prop_map(|(start, nodes)| {
        let mut record = Record::new(start);
        let mut ids = vec![NodeId::ROOT];
        for (parent, kind, choice, (properties, remark)) in nodes {
            let parent = *parent.get(&ids);
            let position = record.position(parent);
            let moves: Vec<Move> = position.moves().collect();
            let id = match kind {
                0 => record.add_setup(parent, position.with_colors_swapped()).unwrap(),
                1 => {
                    let bare = Position::new(position.size(), 1, 0, 0, Color::Black).unwrap();
                    record.add_setup(parent, bare).unwrap()
                }
                2 => record.add_remark(parent, remark),
                _ if moves.is_empty() => continue,
                _ => record.add_move(parent, *choice.get(&moves)).unwrap(),
            };
            for property in properties {
                record.add_property(id, property);
            }
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
                    ,
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
    fn games_survive_as_ggf(
        mut game in any_game(),
        names in prop::collection::vec(any_property(), 0..3),
    ) {
        for name in names {
            game.add_property(NodeId::ROOT, name);
        }
        let nodes: Vec<NodeId> = game.main_line().skip(1).collect();
        for (n, node) in nodes.into_iter().enumerate() {
            for (bit, ident, value) in [(1, "GE", "-1.50"), (2, "GT", "5.04")] {
                if n & bit != 0 {
                    game.add_property(node, Property::new(ident, vec![value.into()]).unwrap());
                }
            }
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
    // A set-up on the way to the first move, or in another variation, changes nothing.
    for text in ["(;GM[18]SZ[10];AA[ee];W[djdegb])", "(;GM[18]SZ[10](;AA[ee])(;W[djdegb]))"] {
        assert_eq!(sgf::parse(text).unwrap()[0].start(), &"10x10".parse::<Position>().unwrap());
    }
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
    assert!(matches!(record.step(second), Step::Setup));
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

#[test]
fn remarks_are_checked() {
    let new = |ident: &str, values: &[&str]| {
        Property::new(ident, values.iter().map(|&value| value.to_owned()).collect())
    };
    assert_eq!(new("", &["x"]), Err(PropertyError::Name));
    assert_eq!(new("c", &["x"]), Err(PropertyError::Name));
    assert_eq!(new("AB", &["aa"]), Err(PropertyError::Reserved));
    assert_eq!(new("BO", &["10"]), Err(PropertyError::Reserved));
    assert_eq!(new("C", &[]), Err(PropertyError::NoValue));
    assert_eq!(new("RE", &["-3.00"]).unwrap().values(), ["W+3.00"]);
}

/// What one format means by a name must not change the game in the other.
#[test]
fn names_of_the_other_format_do_no_harm() {
    let record = &ggf::parse("(;GM[Amazons]AB[ab]BO[2 *- -O *]B[A1-A2-A1];)").unwrap()[0];
    let again = sgf::parse(&sgf::write(record).unwrap()).unwrap();
    assert_eq!(&again[0], record);
    let record = &sgf::parse("(;GM[18]SZ[5:6]BO[hello];W[bfbcdc])").unwrap()[0];
    let again = ggf::parse(&ggf::write(record).unwrap()).unwrap();
    assert_eq!(&again[0], record);
}

#[test]
fn likely_formats() {
    let sgf_with_a_remark = "(;GM[18]SZ[5:6]C[see BO[x\\]];W[bfbcdc])";
    assert_eq!(Format::detect(sgf_with_a_remark), Format::Sgf);
    assert_eq!(Format::detect("2/2 w - - 0 1"), Format::Fairy);
    assert_eq!(Format::detect("2/2 w - 1"), Format::Liamazons);
    assert_eq!(Format::detect("(;PB[a]BO[2 *- -O *]GM[Amazons];)"), Format::Ggf);
}

#[test]
fn the_last_move_is_found_behind_remarks() {
    let record = &sgf::parse("(;GM[18]SZ[5:6];W[bfbcdc];C[the end])").unwrap()[0];
    assert_eq!(record.last_move(), Some(record.main_moves()[0]));
}

/// Places of errors, counted by hand.
#[test]
fn places_of_errors() {
    let place = |format: Format, text: &str| {
        let error = format.read(text).unwrap_err();
        (error.line, error.column, error.found)
    };
    let found = |line, column, found: &str| (line, column, found.to_owned());
    assert_eq!(place(Format::Text, "\u{feff}5x6k"), found(1, 4, "`k`"));
    assert_eq!(place(Format::Text, "5x6 foo"), found(1, 5, "`foo`"));
    assert_eq!(place(Format::Moves, "5x6 B1-B4x4"), found(1, 11, "`4`"));
    assert_eq!(place(Format::Ggf, "(;GM[Amazons]BO[3 --- --- --- ?];)"), found(1, 31, "`?`"));
    assert_eq!(place(Format::Ggf, "(;GM[Amazons]BO[5x6];)"), found(1, 20, "the end of the value"));
    assert_eq!(place(Format::Sgf, "(;GM[18]\r\nSZ[+5])"), found(2, 4, "the size `+5`"));
}
