//! Proofs.

use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use otrera::answers;
use otrera_proof::ProofFile;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::ask::{Answer, MOST_TOLD, answer};
use crate::error::{Error, raised};
use crate::number::{Whole, threads as number_of};
use crate::pickled::Pickled;
use crate::position::Position;
use crate::work::aside;

/// A proof of who wins a position, from a file or from bytes. Whether it is one, `otrera.check` tells.
#[pyclass(frozen, eq, hash, module = "otrera")]
pub struct Proof {
    file: ProofFile,
    name: String,
    source: Source,
}

enum Source {
    File(PathBuf),
    Bytes(Vec<u8>),
}

impl PartialEq for Proof {
    fn eq(&self, other: &Proof) -> bool {
        self.file.digest() == other.file.digest()
    }
}

impl Eq for Proof {}

impl Hash for Proof {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.file.digest().hash(state);
    }
}

#[pymethods]
impl Proof {
    #[new]
    fn new(py: Python<'_>, file: PathBuf) -> PyResult<Proof> {
        let opened = aside(py, None, |stop, _| answers::open_proof(&file, stop))?;
        let opened = opened.map_err(|error| raised(&error))?;
        Ok(Proof { file: opened, name: file.display().to_string(), source: Source::File(file) })
    }

    /// A proof that is in memory; the name is for messages.
    #[staticmethod]
    #[pyo3(signature = (data, name = "the proof"))]
    fn from_bytes(py: Python<'_>, data: &[u8], name: &str) -> PyResult<Proof> {
        let bytes = data.to_vec();
        let file = py.detach(|| answers::read_proof(name, bytes.clone()));
        let file = file.map_err(|error| raised(&error))?;
        Ok(Proof { file, name: name.to_owned(), source: Source::Bytes(bytes) })
    }

    /// The position it is about.
    #[getter]
    fn position(&self) -> Position {
        Position(self.file.claim().position)
    }

    /// Who wins, as the proof claims: "b" or "w".
    #[getter]
    fn winner(&self) -> char {
        self.file.claim().winner.letter()
    }

    /// How many positions it holds.
    #[getter]
    fn entries(&self) -> u64 {
        self.file.entries()
    }

    /// The bytes of its file.
    fn __bytes__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(match &self.source {
            Source::File(file) => {
                let bytes = py.detach(|| answers::read_file(file));
                PyBytes::new(py, &bytes.map_err(|error| raised(&error))?)
            }
            Source::Bytes(bytes) => PyBytes::new(py, bytes),
        })
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.file.bytes()).unwrap_or(usize::MAX)
    }

    fn __repr__(&self) -> String {
        let claim = self.file.claim();
        let (winner, entries) = (claim.winner, self.file.entries());
        format!(
            "<Proof that {winner} wins {}: {entries} positions, {} bytes>",
            claim.position,
            self.file.bytes()
        )
    }

    fn _repr_svg_(&self) -> String {
        let claim = self.file.claim();
        let words = format!("{} wins, it claims", claim.winner);
        answers::board_picture(&claim.position, None, Some(&words))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Pickled<'py, (Bound<'py, PyBytes>, String)>> {
        let class = py.get_type::<Proof>();
        Ok((class.getattr("from_bytes")?, (self.__bytes__(py)?, self.name.clone())))
    }

    /// What `otrera check` says of it.
    fn _check<'py>(
        &self,
        py: Python<'py>,
        threads: Option<Whole>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Answer<'py>> {
        let threads = number_of(threads.as_ref())?;
        let of = self.file.entries();
        let checked = aside(py, progress.as_ref(), |stop, send| {
            let told = Mutex::new((0, send));
            let step = of.div_ceil(MOST_TOLD as u64).max(1);
            let go_on = |more: u64| {
                if let (true, Ok(mut told)) = (more > 0, told.lock()) {
                    let (before, send) = &mut *told;
                    // Some entries are looked at by two threads.
                    let done = (*before + more).min(of);
                    if done / step > *before / step || done == of && *before < of {
                        let line = format!("{{\"stage\":\"check\",\"done\":{done},\"of\":{of}}}");
                        // Nobody listens any more once the work is to end.
                        let _ = send.send(line);
                    }
                    *before = done;
                }
                !stop.load(Ordering::Relaxed)
            };
            answers::check_proof(&self.name, &self.file, threads, &go_on)
        })?;
        match checked.map_err(|error| raised(&error))? {
            Some(told) => Ok(answer(py, told)),
            None => Err(Error::new_err("interrupted")),
        }
    }

    /// Writes it to a file, whole or not at all.
    fn save(&self, py: Python<'_>, file: PathBuf) -> PyResult<()> {
        let bytes = self.__bytes__(py)?;
        let bytes = bytes.as_bytes();
        py.detach(|| answers::save(&file, bytes)).map_err(|error| raised(&error))
    }
}
