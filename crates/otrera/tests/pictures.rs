//! Pictures: what they must show, and that nothing hides anything else.

mod program;

use std::path::{Path, PathBuf};

use program::run;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What a command draws.
fn drawn(args: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("picture.svg");
    let output =
        program::otrera().args(args).arg("--svg").arg(&file).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", program::text(&output.stderr));
    std::fs::read_to_string(file).unwrap()
}

/// An element with its attributes, and the text in it.
struct Element<'a> {
    attributes: &'a str,
    text: &'a str,
}

impl Element<'_> {
    fn get(&self, name: &str) -> &str {
        let start = format!(" {name}='");
        let attributes = self.attributes.split_once(&start).map_or("", |it| it.1);
        attributes.split_once('\'').map_or("", |it| it.0)
    }

    fn number(&self, name: &str) -> f64 {
        self.get(name).parse().unwrap_or(0.0)
    }
}

fn elements<'a>(picture: &'a str, tag: &str) -> Vec<Element<'a>> {
    let start = format!("<{tag} ");
    let pieces = picture.match_indices(&start).map(|(at, _)| &picture[at + tag.len() + 1..]);
    pieces
        .map(|piece| {
            let (attributes, rest) = piece.split_once('>').unwrap();
            Element { attributes, text: rest.split_once('<').map_or("", |it| it.0) }
        })
        .collect()
}

/// The charts are what the commands draw from the rows that were measured once.
#[test]
fn charts_are_up_to_date() {
    let games = ["5x5-1", "5x5-2", "6x6-1"];
    let mut charts: Vec<(String, String)> = Vec::new();
    for game in games {
        let (file, rows) = (format!("docs/games/{game}.sgf"), "--rows docs/data/".to_owned());
        charts.push((format!("rungs-{game}"), format!("rules {file} {rows}rules-{game}.json")));
        charts.push((
            format!("tables-{game}"),
            format!("tables --game {file} {rows}tables-{game}.json"),
        ));
    }
    for board in ["6x5", "6x6"] {
        let command = format!("solved docs/games/{board}.sgf --rows docs/data/solved-{board}.json");
        charts.push((format!("solved-{board}"), command));
    }
    charts.push(("kinds-5x6".into(), "kinds 5x6 --rows docs/data/kinds-5x6.json".into()));
    charts.push(("growth-6x5".into(), "growth --rows docs/data/growth-6x5.json".into()));
    for (name, command) in charts {
        let args: Vec<&str> = ["lab"].into_iter().chain(command.split(' ')).collect();
        let page = root().join(format!("docs/img/{name}.svg"));
        assert_eq!(drawn(&args), std::fs::read_to_string(page).unwrap(), "{name}");
    }
}

/// Rows that are none are refused, with the place.
#[test]
fn wrong_rows_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rows.json");
    let name = file.to_str().unwrap();
    for (text, complaint) in [
        ("", "is empty; expected rows as --json prints them"),
        ("{\"empty\":5}\n", "line 1: expected a row as --json prints it"),
        ("\n[]\n", "line 2: expected a row as --json prints it"),
    ] {
        std::fs::write(&file, text).unwrap();
        let output = run(&["lab", "growth", "--rows", name]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        let said = program::text(&output.stderr);
        assert!(said.contains(complaint) && output.stdout.is_empty(), "{said}");
    }
}

/// Names of lines stand apart from each other, and every series is named beside its end.
#[test]
fn lines_are_named_where_they_end() {
    let picture = drawn(&["lab", "kinds", "5x6", "--rows", "docs/data/kinds-5x6.json"]);
    let texts = elements(&picture, "text");
    let names: Vec<&Element<'_>> = texts.iter().filter(|it| it.number("x") > 600.0).collect();
    let said: Vec<&str> = names.iter().map(|it| it.text).collect();
    let expected = [
        "contested: open",
        "guarded territories",
        "contested: whole moves",
        "territories",
        "contested: searched",
    ];
    assert_eq!(said, expected);
    let mut heights: Vec<f64> = names.iter().map(|it| it.number("y")).collect();
    heights.sort_by(f64::total_cmp);
    assert!(heights.windows(2).all(|two| two[1] - two[0] >= 15.0), "{heights:?}");
}

/// Where lines would hide each other each has a panel of its own, with its name in full.
#[test]
fn many_lines_are_small_multiples() {
    let args = ["lab", "tables", "--rows", "docs/data/tables-5x5-1.json"];
    let picture = drawn(&args);
    let texts = elements(&picture, "text");
    let panels: Vec<&Element<'_>> = texts.iter().filter(|it| it.get("class") == "panel").collect();
    let titles: Vec<&str> = panels.iter().map(|it| it.text).collect();
    let expected = [
        "territories",
        "blockers",
        "territories, blockers",
        "active",
        "territories, active",
        "blockers, active",
        "all three",
    ];
    assert_eq!(titles, expected);
    // A panel has the line, and what it is compared with; the key above has one of each.
    let lines = |class: &str| {
        elements(&picture, "path").iter().filter(|it| it.get("class") == class).count()
    };
    assert_eq!((lines("line"), lines("baseline")), (8, 8));
}

/// A sum shows all its boards; a thermograph has a title and says what its lines are.
#[test]
fn sums_show_their_boards() {
    let positions = ["b...w", ".x/b./wx/.x", "b.w"];
    for count in 1..=positions.len() {
        let args: Vec<&str> = ["value"].into_iter().chain(positions[..count].to_vec()).collect();
        let picture = drawn(&args);
        assert_eq!(elements(&picture, "use").len(), 2 * count, "two amazons on each board");
        let texts = elements(&picture, "text");
        let with = |class: &str| texts.iter().filter(|it| it.get("class") == class).count();
        assert_eq!(with("plus"), count - 1);
        let title = texts.iter().find(|it| it.get("class") == "name").unwrap();
        assert!(title.text.starts_with("Thermograph of "), "{}", title.text);
        for wall in ["left wall: ", "right wall: ", "mast: "] {
            assert!(texts.iter().any(|it| it.text.starts_with(wall)), "{wall}");
        }
    }
}

/// Values are written with their signs in pictures, as letters in answers.
#[test]
fn values_have_their_signs() {
    for (position, value, sign) in
        [(".x/b./wx/.x", "^", "↑"), (".x/w./bx/.x", "v", "↓"), ("b.w", "*", "∗")]
    {
        let answer = &program::lines(&run(&["value", position, "--json"]))[0];
        assert_eq!(answer["canonical"], value);
        let picture = drawn(&["value", position]);
        assert!(picture.contains(&format!(">Thermograph of {sign}</text>")), "{position}");
    }
}

/// All that is written on a line segment graph stands within its points, which hide the lines below them.
#[test]
fn no_line_crosses_a_name() {
    for position in [".xb/..x/x.w", "4x4", "b..../...../.x.x./...../....w"] {
        let picture = drawn(&["lsg", position]);
        let points: Vec<Element<'_>> =
            elements(&picture, "circle").into_iter().filter(|it| it.number("cy") > 0.0).collect();
        let texts = elements(&picture, "text");
        let names = texts.iter().filter(|it| !it.get("class").starts_with("legend"));
        let mut count = 0;
        for name in names {
            count += 1;
            // The corners of its box, letters taken as seven pixels wide and ten high.
            let half = 3.5 * name.text.chars().count() as f64;
            let (x, y) = (name.number("x"), name.number("y"));
            let inside = |x: f64, y: f64| {
                points.iter().any(|point| {
                    (x - point.number("cx")).hypot(y - point.number("cy")) <= point.number("r")
                })
            };
            assert!(
                [(-half, 0.0), (half, 0.0), (-half, -8.0), (half, -8.0)]
                    .iter()
                    .all(|(dx, dy)| inside(x + dx, y + dy)),
                "{position}: {}",
                name.text
            );
        }
        assert_eq!(count, 2 * points.len(), "{position}: a number and a name in each");
        // Nothing is drawn over the points: lines come before them, all but the samples of the legend.
        let (lines, rest) = picture.split_at(picture.find("<circle").unwrap());
        assert!(lines.contains("<path class='line"), "{position}");
        assert_eq!(rest.matches("<path class='line").count(), 2, "{position}");
    }
}

/// Every colour of every picture and of the source comes from the palette, whose own tests look at it through
/// different eyes.
#[test]
fn all_colours_are_in_the_palette() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let palette = std::fs::read_to_string(source.join("draw/palette.rs")).unwrap();
    let known: Vec<String> = palette
        .split("RgbColor(")
        .skip(1)
        .filter_map(|it| {
            let parts = it.split_once(')')?.0.split(',').map(|part| part.trim().parse::<u8>().ok());
            let parts: Option<Vec<u8>> = parts.collect();
            Some(parts?.iter().map(|part| format!("{part:02x}")).collect())
        })
        .collect();
    assert!(known.len() > 25);
    for entry in root().join("docs/img").read_dir().unwrap() {
        let path = entry.unwrap().path();
        // Screenshots have colours of their own.
        if path.extension().is_none_or(|extension| extension != "svg") {
            continue;
        }
        let picture = std::fs::read_to_string(&path).unwrap();
        for color in colors(&picture) {
            assert!(known.contains(&color), "{}: #{color}", path.display());
        }
    }
    let mut folders = vec![source];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("draw/palette.rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                assert_eq!(colors(&text), Vec::<String>::new(), "{}", path.display());
                assert!(
                    !text.contains("RgbColor(2") || path.ends_with("tests.rs"),
                    "{}",
                    path.display()
                );
            }
        }
    }
}

/// The colours that a text names with six digits.
fn colors(text: &str) -> Vec<String> {
    let pieces = text.split('#').skip(1).filter_map(|piece| piece.get(..6));
    let is_color = |piece: &&str| piece.chars().all(|c| c.is_ascii_hexdigit());
    pieces.filter(is_color).map(str::to_owned).collect()
}
