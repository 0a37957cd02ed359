//! What `otrera areas` lists is what its bounds are about: random positions, with floods and values
//! found here by the rules alone.

mod program;

use std::collections::HashMap;

use fastrand::Rng;
use otrera_board::{Bits, Color, Position, Size, Square};
use otrera_cgt::{Dyadic, Form, Forms};
use program::{lines, run};
use serde_json::Value;

/// Crowded boards of all shapes: amazons are walled in by others in many of them.
fn random_position(rng: &mut Rng) -> Position {
    let shapes = [(2, 4), (3, 3), (4, 4), (5, 4), (7, 2), (12, 1), (9, 8), (6, 6)];
    let (width, height) = shapes[rng.usize(0..shapes.len())];
    let size = Size::new(width, height).unwrap();
    let [burnt_share, amazon_share] = [rng.u8(20..70), rng.u8(10..80)];
    let mut sets = [0u128; 3];
    for square in size.iter() {
        if rng.u8(0..100) < burnt_share {
            sets[2] |= u128::of(square);
        } else if rng.u8(0..100) < amazon_share {
            sets[rng.usize(0..2)] |= u128::of(square);
        }
    }
    let to_move = if rng.bool() { Color::Black } else { Color::White };
    Position::new(size, sets[0], sets[1], sets[2], to_move).unwrap()
}

/// The unburnt squares in sets that hang together by king steps, those apart in which nobody can
/// ever move: without an amazon, or without an empty square.
fn connected_pieces(position: &Position) -> Vec<u128> {
    let size = position.size();
    let near = |a: Square, b: Square| {
        size.file(a).abs_diff(size.file(b)) <= 1 && size.rank(a).abs_diff(size.rank(b)) <= 1
    };
    let unburnt: Vec<Square> =
        size.iter().filter(|&square| !position.burnt().has(square)).collect();
    let mut pieces: Vec<u128> = Vec::new();
    for &square in &unburnt {
        let touched = |piece: &u128| piece.squares().any(|other| near(square, other));
        let (joined, apart): (Vec<u128>, Vec<u128>) = pieces.into_iter().partition(touched);
        pieces = apart;
        pieces.push(joined.into_iter().fold(u128::of(square), |all, piece| all | piece));
    }
    let empty = position.empty();
    pieces.retain(|piece| piece & empty != 0 && piece & !empty != 0);
    pieces.sort_unstable();
    pieces
}

fn squares(list: &Value, size: Size) -> u128 {
    let list = list.as_array().unwrap();
    let found = list.iter().fold(0, |set, name| {
        let square = size.iter().find(|&square| size.name(square).to_string() == *name);
        set | u128::of(square.unwrap())
    });
    assert_eq!(found.count_ones() as usize, list.len(), "each square once");
    found
}

/// Values of whole boards by their moves, with no thought of areas.
#[derive(Default)]
struct Plain {
    forms: Forms,
    known: HashMap<[u128; 3], Form>,
}

impl Plain {
    fn value(&mut self, position: &Position) -> Form {
        let [black, white] = Color::ALL.map(|color| position.amazons(color));
        let key = [black, white, position.burnt()];
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let [left, right] = Color::ALL.map(|color| {
            let ready = position.with_to_move(color);
            ready.moves().map(|mv| self.value(&ready.play(mv).unwrap())).collect::<Vec<Form>>()
        });
        let form = self.forms.game(left, right).unwrap();
        self.known.insert(key, form);
        form
    }

    /// Is a bound as it is printed true? `sign` is 1 for a lower one, and −1 for an upper one.
    fn holds(&mut self, form: Form, bound: &str, sign: i64) -> bool {
        let text = bound.trim_matches(['[', ']', '(', ')']);
        let text = text.trim_end_matches("-e").trim_end_matches("+e");
        let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
        let exponent = bottom.parse::<u64>().unwrap().trailing_zeros();
        let mut number = Dyadic::new(top.parse().unwrap(), exponent);
        let relaxed = bound.ends_with('e');
        if relaxed {
            // Far less than any difference of stops of such small games.
            number = number + Dyadic::new(-sign, 20);
        }
        let number = self.forms.number(number);
        let holds = match sign {
            1 => self.forms.le(number, form),
            _ => self.forms.le(form, number),
        };
        let strict = relaxed || bound.contains(['(', ')']);
        holds && !(strict && form == number)
    }
}

#[test]
fn areas_are_the_connected_pieces_and_their_bounds_hold_for_them() {
    let mut rng = Rng::with_seed(15);
    let mut positions: Vec<Position> = (0..3000).map(|_| random_position(&mut rng)).collect();
    positions.push("bx/wx/../xb".parse().unwrap());
    let batch: String = positions.iter().map(|position| format!("{position}\n")).collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.txt");
    std::fs::write(&file, batch).unwrap();
    let output = run(&["areas", "--batch", file.to_str().unwrap(), "--search", "50"]);
    assert_eq!(output.status.code(), Some(0));
    let answers = lines(&output);
    assert_eq!(answers.len(), positions.len());
    let (mut plain, mut valued) = (HashMap::new(), 0);
    for (position, answer) in positions.iter().zip(answers) {
        let size = position.size();
        let areas = answer["areas"].as_array().unwrap();
        let mut listed: Vec<u128> =
            areas.iter().map(|area| squares(&area["squares"], size)).collect();
        for (area, &whole) in areas.iter().zip(&listed) {
            let parts = area["parts"].as_array().unwrap().iter();
            let parts: Vec<u128> = parts.map(|part| squares(&part["squares"], size)).collect();
            assert_eq!(parts.iter().fold(0, |all, part| all | part), whole, "{position}: {area}");
            let empty = whole & position.empty();
            assert_eq!(area["empty"], empty.count_ones(), "{position}: {area}");
            if empty.count_ones() > 5 {
                continue;
            }
            let [black, white] = Color::ALL.map(|color| position.amazons(color) & whole);
            let burnt = position.geometry().board() & !whole;
            let alone = Position::new(size, black, white, burnt, Color::Black).unwrap();
            let plain = plain.entry((size.width(), size.height())).or_insert_with(Plain::default);
            let form = plain.value(&alone);
            for (end, sign) in [("lower", 1), ("upper", -1)] {
                let bound = area[end].as_str().unwrap();
                assert!(plain.holds(form, bound, sign), "{alone}: {end} {bound}");
            }
            valued += 1;
        }
        listed.sort_unstable();
        assert_eq!(listed, connected_pieces(position), "{position}: {answer}");
    }
    assert!(valued > 1000, "only {valued} areas were small enough to be valued");
}

/// The texts of a picture: class, x and text, in the order in which they stand there.
fn texts(picture: &str) -> Vec<(String, f64, String)> {
    let elements = picture.split("<text ").skip(1);
    elements
        .map(|element| {
            let attribute = |name: &str| {
                let rest = element.split_once(&format!("{name}='")).map_or("", |it| it.1);
                rest.split_once('\'').map_or("", |it| it.0).to_owned()
            };
            let text = element.split_once('>').unwrap().1.split_once("</text>").unwrap().0;
            (attribute("class"), attribute("x").parse().unwrap(), text.to_owned())
        })
        .collect()
}

/// The numbers of bounds as a picture writes them.
fn ends(text: &str) -> [Dyadic; 2] {
    let text = text.replace('−', "-").replace("+ε", "").replace("-ε", "");
    let text = text.trim_matches(['[', ']', '(', ')']);
    let (lower, upper) = text.split_once(", ").unwrap_or((text, text));
    [lower, upper].map(|end| end.trim_matches(['[', ']', '(', ')']).parse().unwrap())
}

/// The rows of areas below a map add up to the row of the sum, and every letter of the map has a row.
#[test]
fn the_rows_below_a_map_add_up() {
    let mut rng = Rng::with_seed(7);
    let mut positions: Vec<String> =
        (0..60).map(|_| random_position(&mut rng).to_string()).collect();
    positions.push("1xx2bx2x/1bxxx1x3/1wxx2xx2/xx1x1x4/1x1xxxxxx1/1xxx1x1wxx/x2x3x1x/2w1xxxx1b/2xxxwb3/1x1x2xx2 w".to_owned());
    // Two stars: their sum is narrower than the sum of their bounds.
    positions.push("b.wxb.w w".to_owned());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("map.svg");
    let (mut in_parts, mut narrower) = (0, 0);
    for position in positions {
        let output = run(&["areas", &position, "--svg", file.to_str().unwrap(), "--search", "50"]);
        assert_eq!(output.status.code(), Some(0), "{position}");
        let picture = std::fs::read_to_string(&file).unwrap();
        let texts = texts(&picture);
        let letters: Vec<&str> =
            texts.iter().filter(|it| it.0 == "letter").map(|it| it.2.as_str()).collect();
        let heads: Vec<f64> = texts
            .iter()
            .filter(|it| it.2 == "bounds" || it.2 == "squares")
            .map(|it| it.1)
            .collect();
        let rows = texts.iter().skip_while(|it| it.2 != "bounds").skip(1);
        let (mut sum, mut total, mut labels, mut label) =
            ([Dyadic::ZERO; 2], None, String::new(), "");
        for (class, x, text) in rows.filter(|it| it.0.starts_with("start")) {
            if *x < heads[0] && total.is_none() {
                label = text;
                labels += text;
            } else if *x == heads[1] && label == "sum" {
                total = Some(ends(text));
                label = "";
            } else if *x == heads[1] && class == "start strong" {
                in_parts += usize::from(label.chars().count() > 1);
                let ends = ends(text);
                sum = [sum[0] + ends[0], sum[1] + ends[1]];
            }
        }
        let has_remark = picture.contains("The sum is narrower than its rows");
        narrower += usize::from(has_remark);
        assert_eq!(total != Some(sum), has_remark, "{position}: {total:?}, {sum:?}");
        assert!(letters.iter().all(|letter| labels.contains(letter)), "{position}: {labels}");
    }
    assert!(in_parts > 10 && narrower > 0, "{in_parts} areas in parts, {narrower} narrower sums");
}

/// Numbers beside a name are mixed, those of bounds are not; one column after the other is left out where
/// there is no room; `--explain` has a line for every method that is named.
#[test]
fn rows_are_for_people() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/games/greedy.sgf");
    let output = run(&["areas", game, "--at", "44", "--explain"]);
    let text = program::text(&output.stdout);
    assert!(text.contains("Black +2 3/4 to +7    11/4-e, 7+e"), "{text}");
    let (rows, legend) = text.split_once("wins.").unwrap();
    for method in ["local search", "filling", "safe moves", "plodding", "exact value"] {
        assert!(rows.contains(method) && legend.contains(&format!("\n{method}")), "{method}");
    }
    assert!(!legend.contains("counting  ") && !rows.contains("counting"), "{text}");
}
