//! Tables that fit the terminal.

use std::fmt;

use super::{columns, of};

/// A table of which the columns that do not fit beside the first ones follow below, under the same rows.
pub struct Table {
    /// Headings of one or more lines.
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
    /// The first columns, which every row needs to be told by.
    keys: usize,
    /// Columns of words, which begin at the same place; numbers end at the same place.
    left: Vec<usize>,
    /// Columns that can be done without, the least important first.
    spare: Vec<usize>,
}

impl Table {
    /// An empty table whose first columns name its rows.
    pub fn new(keys: usize, heads: impl IntoIterator<Item = impl Into<String>>) -> Table {
        let heads = heads.into_iter().map(Into::into).collect();
        Table { heads, rows: Vec::new(), keys, left: Vec::new(), spare: Vec::new() }
    }

    /// Names the columns of words.
    pub fn words_in(mut self, columns: &[usize]) -> Table {
        self.left.extend(columns);
        self
    }

    /// Names columns that are left out if the table is too wide, the least important first.
    pub fn can_spare(mut self, columns: &[usize]) -> Table {
        self.spare.extend(columns);
        self
    }

    /// Adds a row with a cell for each heading; cells at its end may be missing.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The table in lines of at most so many columns, if any column fits beside the keys.
    pub fn text(&self, columns: usize) -> String {
        let widths: Vec<usize> = (0..self.heads.len()).map(|column| self.width(column)).collect();
        let sum = |columns: &[usize]| columns.iter().map(|&column| widths[column] + GAP).sum();
        let mut shown: Vec<usize> = (0..self.heads.len()).collect();
        for spare in &self.spare {
            if sum(&shown) > columns + GAP {
                shown.retain(|column| column != spare);
            }
        }
        let keys: Vec<usize> = shown.iter().copied().filter(|&column| column < self.keys).collect();
        let taken: usize = sum(&keys);
        let mut blocks = vec![keys.clone()];
        for column in shown.into_iter().filter(|&column| column >= self.keys) {
            let block = blocks.last().expect("there is always one");
            let used: usize = sum(block);
            if used > taken && used + widths[column] > columns {
                blocks.push(keys.clone());
            }
            blocks.last_mut().expect("there is always one").push(column);
        }
        let blocks: Vec<String> = blocks.iter().map(|block| self.block(block, &widths)).collect();
        blocks.join("\n")
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.chain([&self.heads[column]]).flat_map(|cell| cell.lines()).map(of).max().unwrap_or(0)
    }

    /// Some columns, with their headings.
    fn block(&self, columns: &[usize], widths: &[usize]) -> String {
        let mut text = String::new();
        let height = columns.iter().map(|&column| self.heads[column].lines().count()).max();
        for line in 0..height.unwrap_or(0) {
            // Short headings stand at the foot.
            let cells = columns.iter().map(|&column| {
                let lines: Vec<&str> = self.heads[column].lines().collect();
                let above = height.unwrap_or(0) - lines.len();
                (column, line.checked_sub(above).map_or("", |line| lines[line]))
            });
            self.line(&mut text, cells, widths);
        }
        for row in &self.rows {
            let cells =
                columns.iter().map(|&column| (column, row.get(column).map_or("", String::as_str)));
            self.line(&mut text, cells, widths);
        }
        text
    }

    fn line<'a>(
        &self,
        text: &mut String,
        cells: impl Iterator<Item = (usize, &'a str)>,
        widths: &[usize],
    ) {
        let mut line = String::new();
        for (n, (column, cell)) in cells.enumerate() {
            let pad = " ".repeat(widths[column].saturating_sub(of(cell)));
            let gap = if n == 0 { "" } else { "  " };
            line += &match self.left.contains(&column) {
                true => format!("{gap}{cell}{pad}"),
                false => format!("{gap}{pad}{cell}"),
            };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

/// The space between columns.
const GAP: usize = 2;

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(columns()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_that_do_not_fit_follow_below() {
        let mut table = Table::new(1, ["who", "one", "in two\nlines"]).words_in(&[0]);
        table.row(["a", "1", "22"]);
        table.row(["bb", "3"]);
        assert_eq!(
            table.text(40),
            "          in two\nwho  one   lines\na      1      22\nbb     3\n"
        );
        assert_eq!(
            table.text(12),
            "who  one\na      1\nbb     3\n\n     in two\nwho   lines\na        22\nbb\n"
        );
        let table = table.can_spare(&[1]);
        assert_eq!(table.text(12), "     in two\nwho   lines\na        22\nbb\n");
    }
}
