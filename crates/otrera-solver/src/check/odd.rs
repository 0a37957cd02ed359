//! Positions of kinds that random games and blobs do not come to: large boards, crowds, symmetry, sums that
//! cancel, many rooms, corridors, boards of one colour.
//!
//! All are small enough for plain search.

use fastrand::Rng;
use otrera_area::random;
use otrera_board::{Color, Content, Position, Size};

/// A kind of odd position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Odd {
    /// A small area somewhere on a board of 65 to 128 squares.
    Large,
    /// Four to seven amazons per side, and few squares for them.
    Crowd,
    /// A board that looks the same in a mirror, or the same with the colours exchanged.
    Symmetric,
    /// An area, its negative, and another area.
    Cancelling,
    /// Four to six small rooms.
    Rooms,
    /// Squares in single file, with a few branches.
    Corridor,
    /// Only one player has amazons.
    OneSided,
}

impl Odd {
    /// All kinds.
    pub const ALL: [Odd; 7] = [
        Odd::Large,
        Odd::Crowd,
        Odd::Symmetric,
        Odd::Cancelling,
        Odd::Rooms,
        Odd::Corridor,
        Odd::OneSided,
    ];

    /// Its name, for reports.
    pub fn name(self) -> &'static str {
        match self {
            Odd::Large => "on 65 to 128 squares",
            Odd::Crowd => "with 4 to 7 amazons per side",
            Odd::Symmetric => "that are symmetric",
            Odd::Cancelling => "of the kind G - G + H",
            Odd::Rooms => "of 4 to 6 rooms",
            Odd::Corridor => "in corridors",
            Odd::OneSided => "with one colour",
        }
    }

    /// A position of this kind, White to move.
    pub fn position(self, rng: &mut Rng) -> Position {
        loop {
            let board = match self {
                Odd::Large => large(rng),
                Odd::Crowd => crowd(rng),
                Odd::Symmetric => symmetric(rng),
                Odd::Cancelling => cancelling(rng),
                Odd::Rooms => rooms(rng),
                Odd::Corridor => corridor(rng),
                Odd::OneSided => one_sided(rng),
            };
            let position = board.and_then(|board| board.position());
            if let Some(position) = position.filter(|position| is_affordable(self, position)) {
                return position;
            }
        }
    }
}

/// Can plain search do it? Amazons that can move make it dearer.
fn is_affordable(kind: Odd, position: &Position) -> bool {
    let most = if kind == Odd::Crowd { 6 } else { 8 };
    (1..=most).contains(&position.empty().count_ones())
}

/// A board that is being put together, square by square.
#[derive(Clone)]
struct Board {
    width: usize,
    squares: Vec<Content>,
}

impl Board {
    fn burnt(width: usize, height: usize) -> Board {
        Board { width, squares: vec![Content::Burnt; width * height] }
    }

    fn of(position: &Position) -> Board {
        let size = position.size();
        let squares = size.iter().map(|square| position.at(square)).collect();
        Board { width: size.width(), squares }
    }

    fn height(&self) -> usize {
        self.squares.len() / self.width
    }

    fn position(&self) -> Option<Position> {
        let size = Size::new(self.width, self.height()).ok()?;
        let mut sets = [0_u128; 3];
        for (square, &content) in size.iter().zip(&self.squares) {
            let set = match content {
                Content::Empty => continue,
                Content::Amazon(Color::Black) => 0,
                Content::Amazon(Color::White) => 1,
                Content::Burnt => 2,
            };
            sets[set] |= 1 << square.index();
        }
        let [black, white, burnt] = sets;
        Position::new(size, black, white, burnt, Color::White).ok()
    }

    fn at(&mut self, file: usize, rank: usize) -> &mut Content {
        &mut self.squares[rank * self.width + file]
    }

    /// Draws another board with its corner on this square.
    fn draw(&mut self, other: &Board, file: usize, rank: usize) {
        for n in 0..other.squares.len() {
            *self.at(file + n % other.width, rank + n / other.width) = other.squares[n];
        }
    }

    fn negative(&self) -> Board {
        let squares = self.squares.iter().map(|&content| match content {
            Content::Amazon(color) => Content::Amazon(!color),
            other => other,
        });
        Board { squares: squares.collect(), ..*self }
    }

    /// Turned by half a circle or mirrored, left and right, or top and bottom.
    fn image(&self, across: bool, upright: bool) -> Board {
        let mut image = self.clone();
        for n in 0..self.squares.len() {
            let (mut file, mut rank) = (n % self.width, n / self.width);
            if across {
                file = self.width - 1 - file;
            }
            if upright {
                rank = self.height() - 1 - rank;
            }
            *image.at(file, rank) = self.squares[n];
        }
        image
    }
}

/// Boards beside each other, burnt files between them.
fn beside(parts: &[Board]) -> Board {
    let width = parts.iter().map(|part| part.width + 1).sum::<usize>() - 1;
    let height = parts.iter().map(Board::height).max().unwrap_or(1);
    let mut all = Board::burnt(width, height);
    let mut file = 0;
    for part in parts {
        all.draw(part, file, 0);
        file += part.width + 1;
    }
    all
}

/// A small area of both colours, cut out of its board.
fn blob(rng: &mut Rng, most_empty: usize, weight: usize) -> Board {
    let position = random::blob::<u128>(rng, most_empty, weight).position(Color::White);
    let size = position.size();
    let used: Vec<(usize, usize)> = size
        .iter()
        .filter(|&square| position.at(square) != Content::Burnt)
        .map(|square| (size.file(square), size.rank(square)))
        .collect();
    let span = |of: fn(&(usize, usize)) -> usize| {
        let [least, most] =
            [used.iter().map(of).min(), used.iter().map(of).max()].map(|it| it.unwrap_or(0));
        (least, most - least + 1)
    };
    let ((left, width), (bottom, height)) = (span(|square| square.0), span(|square| square.1));
    let whole = Board::of(&position);
    let mut cut = Board::burnt(width, height);
    for (file, rank) in used {
        *cut.at(file - left, rank - bottom) = whole.squares[rank * whole.width + file];
    }
    cut
}

fn large(rng: &mut Rng) -> Option<Board> {
    let part = match rng.bool() {
        true => blob(rng, 7, 24),
        false => beside(&[blob(rng, 3, 12), blob(rng, 4, 14)]),
    };
    let (width, height) = (rng.usize(part.width..=26), rng.usize(part.height()..=26));
    if !(65..=128).contains(&(width * height)) {
        return None;
    }
    let mut board = Board::burnt(width, height);
    let (file, rank) = (rng.usize(0..=width - part.width), rng.usize(0..=height - part.height()));
    board.draw(&part, file, rank);
    Some(board)
}

fn crowd(rng: &mut Rng) -> Option<Board> {
    let (width, height) = (rng.usize(3..=6), rng.usize(3..=5));
    let mut contents = Vec::new();
    for color in Color::ALL {
        contents.resize(contents.len() + rng.usize(4..=7), Content::Amazon(color));
    }
    contents.resize(contents.len() + rng.usize(2..=6), Content::Empty);
    if contents.len() > width * height {
        return None;
    }
    contents.resize(width * height, Content::Burnt);
    rng.shuffle(&mut contents);
    Some(Board { width, squares: contents })
}

fn symmetric(rng: &mut Rng) -> Option<Board> {
    let (width, height) = (rng.usize(2..=6), rng.usize(2..=6));
    let mut board = Board::burnt(width, height);
    for square in &mut board.squares {
        *square = match rng.u8(0..10) {
            0 => Content::Amazon(Color::Black),
            1 => Content::Amazon(Color::White),
            2..=4 => Content::Empty,
            _ => Content::Burnt,
        };
    }
    let (across, upright) = [(true, false), (false, true), (true, true)][rng.usize(0..3)];
    let mut other = board.image(across, upright);
    if rng.bool() {
        other = other.negative();
    }
    // The first half stays. A square that is its own image may break the symmetry of colours.
    for n in 0..board.squares.len() {
        let (file, rank) = (n % width, n / width);
        let image = (
            if across { width - 1 - file } else { file },
            if upright { height - 1 - rank } else { rank },
        );
        if (image.1, image.0) < (rank, file) {
            board.squares[n] = other.squares[n];
        }
    }
    Some(board)
}

fn cancelling(rng: &mut Rng) -> Option<Board> {
    let game = blob(rng, 3, 14);
    let negative = game.negative().image(rng.bool(), rng.bool());
    let mut parts = vec![game, negative, blob(rng, 3, 12)];
    rng.shuffle(&mut parts);
    Some(beside(&parts))
}

fn rooms(rng: &mut Rng) -> Option<Board> {
    let count = rng.usize(4..=6);
    let parts: Vec<Board> = (0..count).map(|_| blob(rng, 2, 10)).collect();
    Some(beside(&parts))
}

fn corridor(rng: &mut Rng) -> Option<Board> {
    let length = rng.usize(3..=12);
    let mut board = Board::burnt(length, 3);
    for file in 0..length {
        *board.at(file, 1) = Content::Empty;
        if rng.u8(0..6) == 0 {
            *board.at(file, 0) = Content::Empty;
        }
        if rng.u8(0..9) == 0 {
            *board.at(file, 2) = Content::Empty;
        }
    }
    for color in Color::ALL {
        for _ in 0..rng.usize(1..=3) {
            let file = rng.usize(0..length);
            *board.at(file, 1) = Content::Amazon(color);
        }
    }
    // A corridor may run upwards as well.
    if rng.bool() {
        let mut upwards = Board::burnt(3, length);
        for n in 0..board.squares.len() {
            *upwards.at(n / length, n % length) = board.squares[n];
        }
        board = upwards;
    }
    Some(board)
}

fn one_sided(rng: &mut Rng) -> Option<Board> {
    let color = if rng.bool() { Color::Black } else { Color::White };
    let mut board = blob(rng, 7, 24);
    for square in &mut board.squares {
        if *square == Content::Amazon(color) {
            *square = if rng.bool() { Content::Amazon(!color) } else { Content::Burnt };
        }
    }
    Some(board)
}
