//! Moves.

use otrera::answers;
use otrera_board::notation::Dialect;
use otrera_board::{Move as Played, Size};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::error::{Error, raised};
use crate::number::Whole;
use crate::pickled::Pickled;

/// A move on boards of one size: an amazon goes from a square to another and shoots an arrow.
///
/// Positions list their moves, and `Position.move` reads one.
#[pyclass(frozen, eq, hash, module = "otrera")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    pub mv: Played,
    pub size: Size,
}

#[pymethods]
impl Move {
    #[new]
    fn new(text: &str, width: Whole, height: Whole) -> PyResult<Move> {
        let size = answers::size(width.text(), height.text()).map_err(|error| raised(&error))?;
        Move::read(text, size)
    }

    /// Where the amazon stood, such as "B1".
    #[getter(from_square)]
    fn origin(&self) -> String {
        self.size.name(self.mv.from).to_string()
    }

    /// Where she went.
    #[getter(to_square)]
    fn target(&self) -> String {
        self.size.name(self.mv.to).to_string()
    }

    /// Where her arrow landed.
    #[getter]
    fn arrow(&self) -> String {
        self.size.name(self.mv.arrow).to_string()
    }

    /// The move in another style: papers, dash, slash, parentheses or uci.
    #[pyo3(signature = (dialect = "papers"))]
    fn text(&self, dialect: &str) -> PyResult<String> {
        let found = Dialect::ALL.into_iter().find(|it| it.name() == dialect).ok_or_else(|| {
            let names = Dialect::ALL.map(Dialect::name).join(", ");
            Error::new_err(format!("found `{dialect}`; expected one of {names}"))
        })?;
        Ok(self.mv.text_in(found, self.size))
    }

    pub fn __str__(&self) -> String {
        self.mv.text(self.size)
    }

    fn __repr__(&self) -> String {
        format!(
            "Move('{self_}', {}, {})",
            self.size.width(),
            self.size.height(),
            self_ = self.__str__()
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Pickled<'py, (String, usize, usize)> {
        (py.get_type::<Move>().into_any(), (self.__str__(), self.size.width(), self.size.height()))
    }
}

impl Move {
    /// The move on a board of this size, which has to be its own.
    pub fn on(&self, board: Size) -> PyResult<Played> {
        match self.size == board {
            true => Ok(self.mv),
            false => Err(Error::new_err(format!(
                "found {self_} on a board of {}; expected a move on one of {board}",
                self.size,
                self_ = self.__str__()
            ))),
        }
    }

    pub fn read(text: &str, size: Size) -> PyResult<Move> {
        let mv = Played::parse(text, size).map_err(|error| Error::new_err(error.to_string()))?;
        Ok(Move { mv, size })
    }
}

/// A move, or the text of one.
pub enum MoveOrText<'py> {
    Move(Bound<'py, Move>),
    Text(String),
}

impl<'py> MoveOrText<'py> {
    /// What somebody passes for one.
    pub fn read(given: &Bound<'py, PyAny>) -> PyResult<MoveOrText<'py>> {
        if let Ok(mv) = given.cast::<Move>() {
            return Ok(MoveOrText::Move(mv.clone()));
        }
        given.extract().map(MoveOrText::Text).map_err(|_| {
            let found = given.get_type().name().map(|name| name.to_string()).unwrap_or_default();
            PyTypeError::new_err(format!("found {found}; expected a Move or the text of a move"))
        })
    }

    /// As a move writes itself. One of another board has other squares behind the same names.
    pub fn text(&self, board: Size) -> PyResult<String> {
        match self {
            MoveOrText::Move(mv) => mv.get().on(board).map(|mv| mv.text(board)),
            MoveOrText::Text(text) => Ok(text.clone()),
        }
    }
}
