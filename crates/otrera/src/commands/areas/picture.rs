//! The areas of a position as a picture: a map, and below it rows that add up.

use otrera_board::Bits;

use super::answer::Answer;
use super::rows::{Level, Row, ahead, bounds_text};
use crate::draw::signs::signs;
use crate::draw::svg::{self, Legend};
use crate::draw::{escape, palette};

/// The height of a row, and how wide a letter is at most.
const LINE: usize = 22;
const LETTER: usize = 8;

/// How far parts stand to the right of their area, and the side of their samples of colour.
const INDENT: usize = 16;
const SAMPLE: usize = 14;

pub fn draw(answer: &Answer) -> String {
    let mut tiles = String::new();
    for part in answer.areas.iter().flat_map(|area| &area.parts) {
        let kind = part.part.kind;
        for square in part.part.empty.squares() {
            let (ground, stripes) = (palette::ground(kind), palette::stripes(kind));
            svg::tile(&mut tiles, answer.drawn.size(), square, ground, stripes, part.label);
        }
    }
    svg::draw_map(&answer.drawn, &tiles, &legend(answer))
}

/// The columns of a row.
fn cells(row: &Row) -> [String; 4] {
    [
        row.label.clone(),
        row.squares.clone(),
        signs(&ahead(row.bounds)),
        signs(&bounds_text(row.bounds)),
    ]
}

fn legend(answer: &Answer) -> Legend {
    let rows = answer.rows();
    let heads = ["", "squares", "ahead", "bounds"].map(str::to_owned);
    let shown: Vec<[String; 4]> = rows.iter().map(cells).collect();
    let widths: [usize; 4] = std::array::from_fn(|column| {
        let cells = shown.iter().chain([&heads]).map(|cells| cells[column].chars().count());
        cells.max().unwrap_or(0) * LETTER
    });
    // The samples of colour stand between the letters and the squares.
    let mut starts = [0; 4];
    starts[1] = widths[0] + INDENT + SAMPLE + 18;
    for column in 2..4 {
        starts[column] = starts[column - 1] + widths[column - 1] + 10;
    }
    let mut out = Lines { legend: Legend::default() };
    out.row(&heads, starts, false);
    for (row, cells) in rows.iter().zip(&shown) {
        let is_part = row.level == Level::Part;
        if row.level == Level::Sum {
            out.rule(starts[3] + widths[3]);
        }
        let mut places = starts;
        places[0] += if is_part { INDENT } else { 0 };
        if let Some(kind) = row.kind {
            out.sample(starts[1] - SAMPLE - 8, palette::ground(kind), palette::stripes(kind));
        }
        out.row(cells, places, !is_part);
    }
    out.legend.width = starts[3] + widths[3];
    let remarks = answer.remark_on_sum().into_iter().map(str::to_owned);
    remarks.chain([answer.verdict_text()]).for_each(|text| out.text(&text, true));
    let parts = rows.iter().any(|row| row.level == Level::Part);
    if parts {
        out.text(
            "Areas in bold add up. What their parts are worth holds for all of them together.",
            false,
        );
    }
    if shown.iter().any(|cells| cells[3].contains('ε')) {
        out.text("ε: up to an infinitesimal, which is less than any fraction of a move", false);
    }
    out.legend
}

/// Lines below each other.
struct Lines {
    legend: Legend,
}

impl Lines {
    /// Cells at their places.
    fn row(&mut self, cells: &[String], places: [usize; 4], is_strong: bool) {
        let class = if is_strong { "start strong" } else { "start" };
        let y = self.legend.height + LINE / 2;
        for (cell, x) in cells.iter().zip(places).filter(|(cell, _)| !cell.is_empty()) {
            let cell = escape(cell);
            self.legend.elements +=
                &format!("<text class='{class}' x='{x}' y='{y}'>{cell}</text>\n");
        }
        self.legend.height += LINE;
    }

    /// A line of text.
    fn text(&mut self, text: &str, is_strong: bool) {
        self.row(&[text.to_owned()], [0; 4], is_strong);
        let width = text.chars().count() * LETTER * 9 / 10;
        self.legend.width = self.legend.width.max(width);
    }

    /// A sample of colour in the row to come.
    fn sample(&mut self, x: usize, ground: anstyle::RgbColor, stripes: Option<anstyle::RgbColor>) {
        let y = self.legend.height + LINE / 2 + 2 - SAMPLE;
        let element = svg::swatch([x, y], SAMPLE, ground, stripes);
        self.legend.elements += &format!(
            "{element}<rect class='frame' x='{x}' y='{y}' width='{SAMPLE}' height='{SAMPLE}'/>\n"
        );
    }

    /// A line above the row to come.
    fn rule(&mut self, width: usize) {
        let y = self.legend.height - 5;
        self.legend.elements += &format!("<path class='rule' d='M0 {y}H{width}'/>\n");
        self.legend.height += 4;
    }
}
