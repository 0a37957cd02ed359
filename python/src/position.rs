//! Positions.

use otrera::answers;
use otrera_board::{Bits, Color, Content, Position as Board, Size, Square};
use pyo3::prelude::*;

use crate::error::{Error, raised};
use crate::moves::{Move, MoveOrText};
use crate::number::{Whole, threads as number_of};
use crate::pickled::Pickled;
use crate::work::aside;

/// A position: a board, its amazons and burnt squares, and whose turn it is.
///
/// A text is a board's name such as "10x10", rows from the top, or a game in any notation that the command line reads.
#[pyclass(frozen, eq, hash, module = "otrera")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position(pub Board);

#[pymethods]
impl Position {
    #[new]
    fn new(text: &str) -> PyResult<Position> {
        answers::position(text).map(Position).map_err(|error| raised(&error))
    }

    /// How many files the board has.
    #[getter]
    fn width(&self) -> usize {
        self.0.size().width()
    }

    /// How many ranks the board has.
    #[getter]
    fn height(&self) -> usize {
        self.0.size().height()
    }

    /// Whose turn it is: "b" or "w".
    #[getter(to_move)]
    fn mover(&self) -> char {
        self.0.to_move().letter()
    }

    /// The squares of Black's amazons.
    #[getter]
    fn black(&self) -> Vec<String> {
        self.names(self.0.amazons(Color::Black))
    }

    /// The squares of White's amazons.
    #[getter]
    fn white(&self) -> Vec<String> {
        self.names(self.0.amazons(Color::White))
    }

    /// The burnt squares.
    #[getter]
    fn burnt(&self) -> Vec<String> {
        self.names(self.0.burnt())
    }

    /// The empty squares.
    #[getter]
    fn empty(&self) -> Vec<String> {
        self.names(self.0.empty())
    }

    /// What is on a square: "b", "w", "x" if it is burnt, "." if it is empty.
    fn at(&self, square: &str) -> PyResult<char> {
        Ok(match self.0.at(named(self.0.size(), square)?) {
            Content::Amazon(color) => color.letter(),
            Content::Burnt => 'x',
            Content::Empty => '.',
        })
    }

    /// Has the player to move no move left, and so lost?
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// The legal moves.
    fn moves(&self) -> Vec<Move> {
        let size = self.0.size();
        self.0.moves().map(|mv| Move { mv, size }).collect()
    }

    /// How many legal moves there are.
    fn count_moves(&self) -> u64 {
        self.0.count_moves()
    }

    /// How many sequences of so many moves there are, counted by so many threads, or by one for each core.
    #[pyo3(signature = (depth, *, threads = None))]
    fn perft(&self, py: Python<'_>, depth: Whole, threads: Option<Whole>) -> PyResult<u64> {
        let depth = depth.read(answers::perft_depth)?;
        let threads = number_of(threads.as_ref())?;
        let counted = aside(py, None, |stop, _| answers::perft(&self.0, depth, threads, stop))?;
        counted.map_err(|error| raised(&error))
    }

    /// Reads a move on this board; it need not be legal.
    fn r#move(&self, text: &str) -> PyResult<Move> {
        Move::read(text, self.0.size())
    }

    /// The position after a move, or after several in one text.
    fn play(&self, moves: &Bound<'_, PyAny>) -> PyResult<Position> {
        let moves = MoveOrText::read(moves)?;
        let played =
            answers::play(self.0, &moves.text(self.0.size())?).map_err(|error| raised(&error))?;
        Ok(Position(played.position(played.main_end())))
    }

    /// The same position with another player to move: "b" or "w".
    fn with_to_move(&self, player: &str) -> PyResult<Position> {
        Ok(Position(self.0.with_to_move(color(player)?)))
    }

    /// The same position with the colours exchanged, of amazons and of the player to move.
    fn with_colors_swapped(&self) -> Position {
        Position(self.0.with_colors_swapped())
    }

    /// The position as an SVG picture; the move that led to it, if given, is shown, and words, if given, stand below.
    #[pyo3(signature = (last = None, words = None))]
    fn svg(&self, last: Option<&Move>, words: Option<&str>) -> PyResult<String> {
        let last = last.map(|last| last.on(self.0.size())).transpose()?;
        Ok(answers::board_picture(&self.0, last, words))
    }

    fn _repr_svg_(&self) -> String {
        answers::board_picture(&self.0, None, None)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Pickled<'py, (String,)> {
        (py.get_type::<Position>().into_any(), (self.0.to_string(),))
    }
}

impl Position {
    fn names(&self, set: u128) -> Vec<String> {
        set.squares().map(|square| self.0.size().name(square).to_string()).collect()
    }
}

/// The boards of several positions.
pub fn boards(positions: &[Bound<'_, Position>]) -> Vec<Board> {
    positions.iter().map(|position| position.get().0).collect()
}

/// A player by his letter.
pub fn color(letter: &str) -> PyResult<Color> {
    let found = Color::ALL.into_iter().find(|color| color.letter().to_string() == letter);
    found.ok_or_else(|| Error::new_err(format!("found `{letter}`; expected `b` or `w`")))
}

/// A square by its name.
fn named(size: Size, name: &str) -> PyResult<Square> {
    let found = size.iter().find(|&it| size.name(it).to_string().eq_ignore_ascii_case(name));
    found.ok_or_else(|| {
        Error::new_err(format!("found `{name}`; expected a square of the {size} board, such as A1"))
    })
}
