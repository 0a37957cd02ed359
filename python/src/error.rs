//! Errors as exceptions, in the words of the command line.

use otrera::answers;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pyo3::create_exception!(
    otrera,
    Error,
    PyValueError,
    "What the command line says behind `error:`.\n\nWhere a text could not be read, `line` and `column` (from 1) say where; \
     otherwise they are None."
);

/// Errors have no place unless it is known.
pub fn without_place(py: Python<'_>) -> PyResult<()> {
    let class = py.get_type::<Error>();
    class.setattr("line", py.None())?;
    class.setattr("column", py.None())
}

/// The exception for an error.
pub fn raised(error: &answers::Error) -> PyErr {
    let raised = Error::new_err(error.to_string());
    if let Some((line, column)) = error.place {
        let placed = Python::attach(|py| {
            let value = raised.value(py);
            value.setattr("line", line)?;
            value.setattr("column", column)
        });
        if let Err(other) = placed {
            return other;
        }
    }
    raised
}
