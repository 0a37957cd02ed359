//! Numbers as Python has them: of any size, not numbers at all, infinite. What is wrong with one is said in the words of the command line.

use std::time::Duration;

use otrera::answers;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::error::raised;

/// A whole number, as the text that an option reads.
pub struct Whole(String);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Whole> {
        let number = object.py().import("operator")?.call_method1("index", (object,))?;
        // Python writes none of more than some thousands of digits, but with sixteen different ones.
        let text = number.str().or_else(|_| number.call_method1("__format__", ("#x",))?.str())?;
        Ok(Whole(text.to_string()))
    }
}

impl Whole {
    /// The number, as an option reads it.
    pub fn read<T>(&self, option: fn(&str) -> Result<T, answers::Error>) -> PyResult<T> {
        option(&self.0).map_err(|error| raised(&error))
    }

    pub fn text(&self) -> &str {
        &self.0
    }
}

/// So many threads, or one for each core.
pub fn threads(asked: Option<&Whole>) -> PyResult<usize> {
    answers::threads(asked.map(Whole::text)).map_err(|error| raised(&error))
}

/// A number of seconds.
pub struct Seconds(f64);

impl<'py> FromPyObject<'_, 'py> for Seconds {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Seconds> {
        object.extract().map(Seconds).or_else(|error| {
            match error.is_instance_of::<PyOverflowError>(object.py()) {
                true if object.lt(0)? => Ok(Seconds(f64::NEG_INFINITY)),
                true => Ok(Seconds(f64::INFINITY)),
                false => Err(error),
            }
        })
    }
}

impl Seconds {
    /// The time, by the name of the parameter.
    pub fn read(&self, name: &str) -> PyResult<Duration> {
        answers::seconds(name, self.0).map_err(|error| raised(&error))
    }
}
