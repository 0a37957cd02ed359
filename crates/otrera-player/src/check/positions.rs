//! Endgames to check play on.

use fastrand::Rng;
use otrera_area::{Area, random, regions, zugzwang};
use otrera_board::{Bits, Color, Content, Position, Size};

/// Where endgames come from. Each kind catches other mistakes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// Random games on small boards.
    Games,
    /// Random areas with amazons of both sides.
    Blobs,
    /// Areas side by side, separated by burnt squares: active ones, territories and zugzwangs.
    Sums,
    /// A board of 10×10 with walls between nine rooms, of one side or of both: too much in all for plain search.
    Rooms,
}

impl Source {
    /// All of them that plain search can be asked about.
    pub const SMALL: [Source; 3] = [Source::Games, Source::Blobs, Source::Sums];
}

/// Makes endgames.
#[derive(Debug)]
pub struct Endgames {
    rng: Rng,
    zugzwangs: Vec<Area<u64>>,
}

/// Zugzwangs of so many squares are the smallest, and those that sums have.
const ZUGZWANG_SQUARES: usize = 6;

impl Endgames {
    /// Always the same for a seed.
    pub fn new(seed: u64) -> Endgames {
        let mut zugzwangs = Vec::new();
        let mut free = vec![regions::Region::SINGLE];
        for _ in 0..ZUGZWANG_SQUARES {
            for &region in &free {
                let found = zugzwang::on_region(region, 2, 1);
                zugzwangs.extend(found.into_iter().map(|zugzwang| zugzwang.area));
            }
            free = regions::grown(&free);
        }
        Endgames { rng: Rng::with_seed(seed), zugzwangs }
    }

    /// How many zugzwangs there are to make sums of.
    pub fn zugzwangs(&self) -> usize {
        self.zugzwangs.len()
    }

    /// The next endgame, with at most so many empty squares, and either side to move, who can.
    pub fn next(&mut self, source: Source, most_empty: u32) -> Position {
        loop {
            let position = match source {
                Source::Games => self.game(),
                Source::Blobs => random::blob::<u128>(&mut self.rng, 6, 18).position(Color::White),
                Source::Sums => {
                    let [width, height] =
                        [[6, 6], [7, 7], [8, 8], [9, 9], [10, 10], [10, 6]][self.rng.usize(0..6)];
                    self.sum(Size::new(width, height).expect("a board"), most_empty)
                }
                Source::Rooms => self.rooms(),
            };
            let mover = if self.rng.bool() { Color::White } else { Color::Black };
            let position = position.with_to_move(mover);
            if position.empty().count() <= most_empty && !position.is_over() {
                return position;
            }
        }
    }

    /// A position of a random game.
    fn game(&mut self) -> Position {
        let [width, height] = [[4, 4], [5, 4], [6, 4], [4, 5]][self.rng.usize(0..4)];
        let size = Size::new(width, height).expect("a small board");
        random::playout(&mut self.rng, size, 6..19)
    }

    /// Areas at random places of a board, with at most so many empty squares in all.
    fn sum(&mut self, size: Size, most_empty: u32) -> Position {
        let board = u128::geometry(size).expect("every board fits").board();
        let mut sets = [0u128; 2];
        let mut open = 0u128;
        let mut empty = 0;
        for _ in 0..12 {
            let part = self.part();
            let new = part.empty().count();
            if empty + new > most_empty {
                continue;
            }
            let Some(there) = self.placed(&part, size, open) else { continue };
            empty += new;
            for (content, square) in there {
                open |= square;
                if let Content::Amazon(color) = content {
                    sets[color as usize] |= square;
                }
            }
        }
        Position::new(size, sets[0], sets[1], board & !open, Color::White)
            .expect("sets of one board that do not meet")
    }

    /// Rooms of two or three squares by two or three, here and there with a burnt square.
    fn rooms(&mut self) -> Position {
        const WIDTHS: [[usize; 3]; 3] = [[2, 3, 3], [3, 2, 3], [3, 3, 2]];
        let size = Size::new(10, 10).expect("a board");
        let board = u128::geometry(size).expect("every board fits").board();
        let [widths, heights] = [(); 2].map(|()| WIDTHS[self.rng.usize(0..WIDTHS.len())]);
        let (mut open, mut sets) = (0, [0; 2]);
        let mut below = 0;
        for height in heights {
            let mut left = 0;
            for width in widths {
                let mut room: Vec<u128> = (0..width * height)
                    .filter_map(|n| size.square(left + n % width, below + n / width))
                    .map(u128::of)
                    .collect();
                self.rng.shuffle(&mut room);
                let amazons: &[usize] = [&[0, 1][..], &[1, 0], &[0], &[1]][self.rng.usize(0..4)];
                amazons.iter().zip(&room).for_each(|(&color, square)| sets[color] |= square);
                room.truncate(room.len() - self.rng.usize(0..3));
                open |= room.iter().fold(0, |all, square| all | square);
                left += width + 1;
            }
            below += height + 1;
        }
        Position::new(size, sets[0], sets[1], board & !open, Color::White)
            .expect("sets of one board that do not meet")
    }

    /// An area for a sum.
    fn part(&mut self) -> Position<u64> {
        let area = match self.rng.u8(0..8) {
            0..3 => random::blob(&mut self.rng, 5, 17),
            3..6 => self.zugzwangs[self.rng.usize(0..self.zugzwangs.len())],
            _ => {
                let area: Area<u64> = random::blob(&mut self.rng, 4, 17);
                let position = area.position(Color::White);
                let [black, white] = Color::ALL.map(|color| position.amazons(color));
                let amazons = if self.rng.bool() { [black, 0] } else { [0, white] };
                let burnt = position.burnt() | (black | white) & !(amazons[0] | amazons[1]);
                return Position::new(position.size(), amazons[0], amazons[1], burnt, Color::White)
                    .expect("parts of a position");
            }
        };
        area.position(Color::White)
    }

    /// The contents of a part somewhere on a board, not beside anything that is there already, if a place is found.
    fn placed(
        &mut self,
        part: &Position<u64>,
        size: Size,
        taken: u128,
    ) -> Option<Vec<(Content, u128)>> {
        let geometry = u128::geometry(size)?;
        let columns = size.width().checked_sub(part.size().width())? + 1;
        let rows = size.height().checked_sub(part.size().height())? + 1;
        for _ in 0..20 {
            let (left, below) = (self.rng.usize(0..columns), self.rng.usize(0..rows));
            let contents = part.size().iter().filter(|&it| part.at(it) != Content::Burnt);
            let there: Option<Vec<(Content, u128)>> = contents
                .map(|it| {
                    let [file, rank] = [part.size().file(it), part.size().rank(it)];
                    let square = size.square(left + file, below + rank)?;
                    Some((part.at(it), u128::of(square)))
                })
                .collect();
            let there = there?;
            let squares = there.iter().fold(0, |set, (_, square)| set | square);
            if (geometry.spread(squares) | squares) & taken == 0 {
                return Some(there);
            }
        }
        None
    }
}
