//! `otrera lab plain`: who wins a board by nothing but the rules.
//!
//! No areas, no bounds, no hashes: every position is searched move by move, and remembered as a whole. The
//! order of moves (those first that leave the opponent few squares to go to) and the mirror image
//! spare time and decide nothing.

use std::collections::HashMap;
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;
use otrera_board::{Bits, Color, Position, Size, Symmetry};

use super::small_board;
use crate::output::print_text;
use crate::progress;
use crate::words::counted;

#[derive(Args, Debug)]
pub struct PlainArgs {
    /// The board: 4x4 takes a moment, 4x5 takes a minute and a gigabyte
    #[arg(value_name = "WxH", value_parser = small_board)]
    pub board: Size,
}

pub fn run(args: &PlainArgs) -> anyhow::Result<()> {
    let start = Position::start(args.board).expect("checked on the command line");
    let start = start.narrow().expect("checked on the command line");
    let began = Instant::now();
    let mut search = Search { known: HashMap::new(), bar: progress::spinner() };
    let winner = if search.mover_wins(&start) { start.to_move() } else { !start.to_move() };
    search.bar.finish_and_clear();
    print_text(&format!(
        "{}: {winner} wins, the {} player. {}, {:.1} s\n",
        args.board,
        if winner == start.to_move() { "first" } else { "second" },
        counted(search.known.len() as u64, "position"),
        began.elapsed().as_secs_f64()
    ))
}

struct Search {
    known: HashMap<[u64; 3], bool>,
    bar: ProgressBar,
}

impl Search {
    /// Does the player to move win? Whose move it is follows from the number of burnt squares.
    fn mover_wins(&mut self, position: &Position<u64>) -> bool {
        let key = key(position);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut children: Vec<(u32, Position<u64>)> = position
            .moves()
            .map(|mv| {
                let mut after = *position;
                after.make(mv);
                (mobility(&after), after)
            })
            .collect();
        children.sort_by_key(|child| child.0);
        let wins = children.iter().any(|(_, after)| !self.mover_wins(after));
        self.known.insert(key, wins);
        if self.known.len().is_multiple_of(100_000) {
            self.bar.set_message(counted(self.known.len() as u64, "position"));
            self.bar.tick();
        }
        wins
    }
}

/// How many squares the amazons of the player to move can go to.
fn mobility(position: &Position<u64>) -> u32 {
    let occupied = position.geometry().board() & !position.empty();
    let own = position.amazons(position.to_move()).squares();
    own.map(|square| position.geometry().slides(square, occupied).count()).sum()
}

/// The position or its mirror image, whichever comes first.
fn key(position: &Position<u64>) -> [u64; 3] {
    let [black, white] = Color::ALL.map(|color| position.amazons(color));
    let sets = [black, white, position.burnt()];
    let [_, across, ..] = Symmetry::OF_RECTANGLE;
    let mirrored = sets.map(|set| across.set(position.size(), set));
    sets.min(mirrored)
}
