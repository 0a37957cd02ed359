//! `otrera zugzwang`: small zugzwangs, and sums of them.

use std::fmt;

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use otrera_area::regions::{Region, grown};
use otrera_area::zugzwang::{Zugzwang, on_region};
use otrera_area::{SimpleZugzwang, SumMove, ZugzwangSum};
use otrera_board::Color;
use serde::Serialize;

use crate::output::{print_json, print_text};
use crate::progress;
use crate::words::counted;

const SUMS: &str = "\
A sum is a list of zugzwangs a|b, worth a once Black has moved there and b once White has, and of
integers: free moves for Black if positive, for White if negative. For example \"3|6 0|2 -4\".";

#[derive(Args, Debug)]
#[command(after_help = SUMS)]
pub struct ZugzwangArgs {
    /// Size of the areas in squares, amazons included [default: the smallest with a zugzwang]
    #[arg(value_parser = clap::value_parser!(u8).range(2..=8))]
    pub size: Option<u8>,
    /// Allow up to N amazons of each colour
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4))]
    pub amazons: u32,
    /// List zugzwangs in which it is worth at least N moves not to move first
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(i32).range(1..))]
    pub gain: i32,
    /// Play this sum of zugzwangs and integers instead
    #[arg(long, value_name = "SUM", conflicts_with = "size", allow_hyphen_values = true)]
    pub sum: Option<String>,
    /// The side to move first in the sum
    #[arg(long, value_name = "COLOUR", default_value = "w", requires = "sum")]
    pub to_move: ColorName,
    /// Print JSON, one object per line
    #[arg(long)]
    pub json: bool,
}

/// A colour on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ColorName {
    B,
    W,
}

pub fn run(args: &ZugzwangArgs) -> anyhow::Result<()> {
    if let Some(sum) = &args.sum {
        let answer = Played::new(sum, args)?;
        return if args.json { print_json(&answer) } else { print_text(&answer) };
    }
    let sizes = args.size.map_or(2..=LARGEST_SIZE, |size| size..=size);
    let mut list = List { found: Vec::new(), size: LARGEST_SIZE, gain: args.gain };
    for size in sizes {
        list = List { found: search(size, args), size, gain: args.gain };
        if !list.found.is_empty() {
            break;
        }
    }
    match args.json {
        true => list.found.iter().try_for_each(print_json),
        false => print_text(&list),
    }
}

/// Larger areas would take hours.
const LARGEST_SIZE: u8 = 8;

fn search(size: u8, args: &ZugzwangArgs) -> Vec<Listed> {
    let mut regions = vec![Region::SINGLE];
    for _ in 1..size {
        regions = grown(&regions);
    }
    let bar = progress::bar(regions.len() as u64, "{pos}/{len} regions");
    let mut found: Vec<Zugzwang> = Vec::new();
    for region in regions {
        found.extend(on_region(region, args.amazons, args.gain));
        bar.inc(1);
    }
    bar.finish_and_clear();
    found.sort_by(|a, b| (b.gain(), &a.graph).cmp(&(a.gain(), &b.graph)));
    let mut graphs = 0;
    let mut listed: Vec<Listed> = Vec::new();
    for (n, zugzwang) in found.iter().enumerate() {
        if n == 0 || found[n - 1].graph != zugzwang.graph {
            graphs += 1;
        }
        listed.push(Listed {
            position: zugzwang.area.position(Color::White).to_string(),
            size,
            black_first: zugzwang.scores[0],
            white_first: zugzwang.scores[1],
            gain: zugzwang.gain(),
            graph: graphs,
        });
    }
    listed
}

/// A zugzwang that was found.
#[derive(Serialize)]
struct Listed {
    position: String,
    size: u8,
    /// The difference in moves if Black, and if White, begins.
    black_first: i32,
    white_first: i32,
    gain: i32,
    /// Equal for those with the same line segment graph.
    graph: usize,
}

struct List {
    found: Vec<Listed>,
    size: u8,
    gain: i32,
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size;
        let graphs = self.found.last().map_or(0, |last| last.graph);
        writeln!(
            f,
            "{} of {}, {}, gain {} or more",
            counted(self.found.len() as u64, "zugzwang"),
            counted(size.into(), "square"),
            counted(graphs as u64, "line segment graph"),
            self.gain
        )?;
        if !self.found.is_empty() {
            writeln!(f, "graph  Black first  White first  gain  position")?;
        }
        for one in &self.found {
            writeln!(
                f,
                "{:>5}  {:>11}  {:>11}  {:>4}  {}",
                one.graph, one.black_first, one.white_first, one.gain, one.position
            )?;
        }
        Ok(())
    }
}

/// A sum, played well by both.
#[derive(Serialize)]
struct Played {
    sum: String,
    to_move: char,
    value: i32,
    winner: char,
    margin: u32,
    /// The next move, `free` or a zugzwang; null if there is none.
    best_move: Option<String>,
    /// How it goes on from there when both play well.
    line: Vec<String>,
    #[serde(skip)]
    winning: Color,
}

/// Larger numbers and longer sums make no sense on a board of at most 128 squares.
const LARGEST: u32 = 1000;
const MOST_TERMS: usize = 100;

impl Played {
    fn new(text: &str, args: &ZugzwangArgs) -> anyhow::Result<Played> {
        let to_move = match args.to_move {
            ColorName::B => Color::Black,
            ColorName::W => Color::White,
        };
        let sum = read_sum(text)?;
        let ending = sum.ending(to_move);
        let mut line = Vec::new();
        let (mut left, mut mover) = (sum.clone(), to_move);
        while let Some(mv) = left.best_move(mover) {
            let Some(next) = left.after(mover, mv) else { break };
            line.push(match mv {
                SumMove::Free => format!("{} free", mover.letter()),
                SumMove::Zugzwang(n) => format!("{} {}", mover.letter(), left.zugzwangs[n]),
            });
            (left, mover) = (next, !mover);
        }
        Ok(Played {
            sum: text.trim().to_owned(),
            to_move: to_move.letter(),
            value: sum.value(),
            winner: ending.winner.letter(),
            margin: ending.margin,
            best_move: line
                .first()
                .and_then(|first| first.split_once(' '))
                .map(|(_, mv)| mv.to_owned()),
            line,
            winning: ending.winner,
        })
    }
}

fn read_sum(text: &str) -> anyhow::Result<ZugzwangSum> {
    let mut sum = ZugzwangSum::default();
    let terms: Vec<&str> = text.split_whitespace().filter(|&term| term != "+").collect();
    if terms.is_empty() {
        bail!("--sum: the sum is empty; expected zugzwangs such as 3|6 and integers");
    }
    if terms.len() > MOST_TERMS {
        bail!("--sum: found {} terms; expected at most {MOST_TERMS}", terms.len());
    }
    for term in terms {
        let number = |text: &str| {
            text.parse().ok().filter(|n: &i32| n.unsigned_abs() <= LARGEST).ok_or_else(|| {
                anyhow!(
                    "--sum: found `{term}`; expected a zugzwang such as 3|6, or an integer, \
                     with numbers from -{LARGEST} to {LARGEST}"
                )
            })
        };
        match term.split_once('|') {
            None => sum.add_integer(number(term)?),
            Some((a, b)) => {
                let zugzwang = SimpleZugzwang::new(number(a)?, number(b)?).ok_or_else(|| {
                    anyhow!(
                        "--sum: `{term}` is not a zugzwang; expected a|b with b at least 2 more than a"
                    )
                })?;
                sum.zugzwangs.push(zugzwang);
            }
        }
    }
    Ok(sum)
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Value      {}", self.value)?;
        let moves = counted(self.margin.into(), "move");
        writeln!(f, "Winner     {}, with {moves} left", self.winning)?;
        match &self.best_move {
            Some(best) => writeln!(f, "Best move  {best}")?,
            None => writeln!(f, "Best move  none: the game is over")?,
        }
        writeln!(f, "Line       {}", self.line.join(", "))
    }
}
