//! Game records.

use std::path::PathBuf;

use otrera::answers;
use otrera_board::{NodeId, Property, Record, Step};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{Error, raised};
use crate::moves::{Move, MoveOrText};
use crate::pickled::Pickled;
use crate::position::Position;

/// A game: a start position, the moves from there, variations and remarks.
///
/// `Game.read` takes texts, `Game.load` files, in any notation that the command line reads.
#[pyclass(eq, module = "otrera")]
#[derive(Clone, PartialEq, Eq)]
pub struct Game(Record);

#[pymethods]
impl Game {
    #[new]
    fn new(start: &Position) -> Game {
        Game(Record::new(start.0))
    }

    /// The games of a text.
    #[staticmethod]
    fn read(py: Python<'_>, text: &str) -> PyResult<Vec<Game>> {
        games(py.detach(|| answers::games(text)))
    }

    /// The games of a file. As on the command line, a text in place of its name will do.
    #[staticmethod]
    fn load(py: Python<'_>, file: PathBuf) -> PyResult<Vec<Game>> {
        games(py.detach(|| answers::games_of_argument(&file.to_string_lossy())))
    }

    /// The position that the game begins with.
    #[getter]
    fn start(&self) -> Position {
        Position(*self.0.start())
    }

    /// The position at the end of the main line.
    #[getter]
    fn end(&self) -> Position {
        Position(self.0.position(self.0.main_end()))
    }

    /// The moves of the main line.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        let size = self.0.start().size();
        self.0.main_moves().into_iter().map(|mv| Move { mv, size }).collect()
    }

    /// The positions of the main line: the start, and after each move.
    fn positions(&self) -> Vec<Position> {
        let moves = |&node: &NodeId| matches!(self.0.step(node), Step::Move(_));
        let after = self.0.main_line().filter(moves).map(|node| Position(self.0.position(node)));
        std::iter::once(self.start()).chain(after).collect()
    }

    /// What is said of the game as a whole: the first value of each property before the first move, such as "PB" for Black's name.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let headers = PyDict::new(py);
        for property in self.0.properties(NodeId::ROOT) {
            let value: String = property.values().next().unwrap_or_default().to_owned();
            headers.set_item(property.ident(), value)?;
        }
        Ok(headers)
    }

    /// Adds a property to what is said of the game as a whole.
    fn add_header(&mut self, name: &str, value: String) -> PyResult<()> {
        self.add(name, vec![value])
    }

    /// Plays a move, or several in one text, at the end of the main line.
    fn play(&mut self, moves: &Bound<'_, PyAny>) -> PyResult<()> {
        let size = self.0.start().size();
        self.add_moves(&MoveOrText::read(moves)?.text(size)?)
    }

    /// The game in a notation: sgf, ggf, moves, text, mcgs, fairy or liamazons; the last four hold its last position alone.
    #[pyo3(signature = (notation = "sgf"))]
    fn text(&self, notation: &str) -> PyResult<String> {
        answers::write_game(&self.0, notation).map_err(|error| raised(&error))
    }

    fn __len__(&self) -> usize {
        self.0.main_moves().len()
    }

    fn __repr__(&self) -> String {
        let moves = self.__len__();
        let plural = if moves == 1 { "" } else { "s" };
        format!("<Game of {moves} move{plural} on {}>", self.0.start().size())
    }

    fn _repr_svg_(&self) -> String {
        answers::board_picture(&self.end().0, self.0.last_move(), None)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, Parts>> {
        let class = py.get_type::<Game>();
        Ok((class.getattr("_again")?, self.parts()))
    }

    #[staticmethod]
    fn _again(text: &str, moves: &str, headers: Vec<(String, Vec<String>)>) -> PyResult<Game> {
        let read = answers::games(text).map_err(|error| raised(&error))?;
        let mut games = read.into_iter().map(Game);
        let mut game = games.next().ok_or_else(|| Error::new_err("no game found"))?;
        if !moves.is_empty() {
            game.add_moves(moves)?;
        }
        for (name, values) in headers {
            game.add(&name, values)?;
        }
        Ok(game)
    }
}

/// A text, moves from there, and properties of the whole.
type Parts = (String, String, Vec<(String, Vec<String>)>);

impl Game {
    /// Adds these moves to the end of the main line.
    fn add_moves(&mut self, moves: &str) -> PyResult<()> {
        let end = self.0.position(self.0.main_end());
        let played = answers::play(end, moves).map_err(|error| raised(&error))?;
        for mv in played.main_moves() {
            self.0
                .add_move(self.0.main_end(), mv)
                .map_err(|error| Error::new_err(error.to_string()))?;
        }
        Ok(())
    }

    /// All that the game is made of: as SGF, or piece by piece on boards that are too long for it. No notation that has variations
    /// or remarks within a game has such boards.
    fn parts(&self) -> Parts {
        if let Ok(text) = answers::write_game(&self.0, "sgf") {
            return (text, String::new(), Vec::new());
        }
        let moves: Vec<String> = self.moves().iter().map(Move::__str__).collect();
        let headers = self.0.properties(NodeId::ROOT).map(|property| {
            (property.ident().to_owned(), property.values().map(Into::into).collect())
        });
        (self.0.start().to_string(), moves.join(" "), headers.collect())
    }

    fn add(&mut self, name: &str, values: Vec<String>) -> PyResult<()> {
        let property =
            Property::new(name, values).map_err(|error| Error::new_err(error.to_string()))?;
        self.0.add_property(NodeId::ROOT, property);
        Ok(())
    }
}

fn games(read: Result<Vec<Record>, answers::Error>) -> PyResult<Vec<Game>> {
    Ok(read.map_err(|error| raised(&error))?.into_iter().map(Game).collect())
}
