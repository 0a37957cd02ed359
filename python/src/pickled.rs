//! What pickles are made of.

use pyo3::prelude::*;

/// What is to be called, and with what, for the same object once more. All protocols of `pickle`, and `copy`, take it.
pub type Pickled<'py, A> = (Bound<'py, PyAny>, A);
