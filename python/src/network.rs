//! Networks, and what they see.

use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use otrera::answers;
use otrera_board::{Bits, Position as Board};
use otrera_player::Network as Evaluator;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::{Error, raised};
use crate::number::{Whole, threads as number_of};
use crate::position::{Position, boards};
use crate::work::aside;

/// A network from self-play: the one that comes with the package, or one from a file.
#[pyclass(frozen, eq, hash, subclass, module = "otrera._native")]
pub struct Network {
    network: Arc<Evaluator>,
    /// Its name and its bytes, unless it is the one that comes with the package.
    file: Option<(PathBuf, Vec<u8>)>,
}

/// What a network says of a position: the probability that the player to move wins, by how many moves, for each square, rank by
/// rank from below, the probability that it is his in the end, and the share of each legal move.
type Said = (f32, f32, Vec<f32>, Vec<f32>);

/// So many positions are evaluated at a time by each thread.
const AT_A_TIME: usize = 8;

#[pymethods]
impl Network {
    #[new]
    #[pyo3(signature = (file = None, data = None))]
    fn new(py: Python<'_>, file: Option<PathBuf>, data: Option<&[u8]>) -> PyResult<Network> {
        let data = data.map(<[u8]>::to_vec);
        py.detach(|| Network::read(file, data)).map_err(|error| raised(&error))
    }

    /// How many channels its tower has.
    #[getter]
    fn channels(&self) -> usize {
        self.network.channels()
    }

    /// How many residual blocks its tower has.
    #[getter]
    fn blocks(&self) -> usize {
        self.network.blocks()
    }

    /// Has the network that comes with the package learned to play boards of this size?
    #[staticmethod]
    fn knows(width: Whole, height: Whole) -> bool {
        answers::size(width.text(), height.text()).is_ok_and(Evaluator::knows)
    }

    fn __repr__(&self) -> String {
        let (channels, blocks) = (self.channels(), self.blocks());
        let name = self
            .file
            .as_ref()
            .map_or("built in".to_owned(), |(name, _)| name.display().to_string());
        format!("<Network {name}: {blocks} blocks of {channels} channels>")
    }

    /// The name and the bytes of its file, if it has one.
    fn _source<'py>(&self, py: Python<'py>) -> Option<(PathBuf, Bound<'py, PyBytes>)> {
        self.file.as_ref().map(|(name, bytes)| (name.clone(), PyBytes::new(py, bytes)))
    }

    fn _evaluate(
        &self,
        py: Python<'_>,
        positions: Vec<Bound<'_, Position>>,
        threads: Option<Whole>,
    ) -> PyResult<Vec<Said>> {
        let boards = boards(&positions);
        // Boards of one size are evaluated together.
        let mut order: Vec<usize> = (0..boards.len()).collect();
        order.sort_by_key(|&n| (boards[n].size().width(), boards[n].size().height()));
        let groups: Vec<&[usize]> = order
            .chunk_by(|&a, &b| boards[a].size() == boards[b].size())
            .flat_map(|group| group.chunks(AT_A_TIME))
            .collect();
        let threads = number_of(threads.as_ref())?.min(groups.len());
        let said = Mutex::new(vec![Said::default(); boards.len()]);
        let next = AtomicUsize::new(0);
        aside(py, None, |stop, _| {
            thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| {
                        while !stop.load(Ordering::Relaxed) {
                            let n = next.fetch_add(1, Ordering::Relaxed);
                            let Some(group) = groups.get(n) else { break };
                            let found = self.group(group.iter().map(|&n| boards[n]).collect());
                            let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
                            for (&n, found) in group.iter().zip(found) {
                                said[n] = found;
                            }
                        }
                    });
                }
            });
        })?;
        Ok(said.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

impl PartialEq for Network {
    fn eq(&self, other: &Network) -> bool {
        self.network.checksum() == other.network.checksum()
    }
}

impl Eq for Network {}

impl Hash for Network {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.network.checksum().hash(state);
    }
}

impl Network {
    /// A network from a file, or from what is in it. Without either it is the one that comes with the package.
    fn read(file: Option<PathBuf>, data: Option<Vec<u8>>) -> Result<Network, answers::Error> {
        let (name, network, bytes) = match (file, data) {
            (None, None) => return Ok(Network { network: Evaluator::built_in(), file: None }),
            (Some(name), None) => {
                let (network, bytes) = answers::open_network(&name)?;
                (name, network, bytes)
            }
            (name, Some(bytes)) => {
                let name = name.unwrap_or_else(|| PathBuf::from("the network"));
                (name.clone(), answers::read_network(&name.display().to_string(), &bytes)?, bytes)
            }
        };
        Ok(Network { network: Arc::new(network), file: Some((name, bytes)) })
    }

    /// What it says of some positions of one size.
    fn group(&self, boards: Vec<Board>) -> Vec<Said> {
        let Some(first) = boards.first() else { return Vec::new() };
        let mut scratch = self.network.scratch(first.size(), boards.len());
        let answers = self.network.evaluate(&mut scratch, &boards);
        let said = boards.iter().zip(answers).map(|(board, answer)| {
            let moves: Vec<_> = board.moves().collect();
            let mut priors = Vec::new();
            answer.policy().priors(&moves, 1.0, &mut priors);
            let probability = |&odds: &f32| 1.0 / (1.0 + (-odds).exp());
            let ownership = answer.ownership().iter().map(probability).collect();
            (answer.win(), answer.margin(), ownership, priors)
        });
        said.collect()
    }
}

/// What networks see of positions of one size: bytes of 0 and 1, by position, plane, rank from below and file.
#[pyfunction]
pub fn planes<'py>(
    py: Python<'py>,
    positions: Vec<Bound<'py, Position>>,
) -> PyResult<(Bound<'py, PyBytes>, [usize; 4])> {
    let boards = boards(&positions);
    let Some(size) = boards.first().map(Board::size) else {
        return Err(Error::new_err("no position was given"));
    };
    if let Some(other) = boards.iter().map(Board::size).find(|&other| other != size) {
        return Err(Error::new_err(format!(
            "found boards of {size} and {other}; expected one size"
        )));
    }
    let (bytes, count) = aside(py, None, |stop, _| {
        let (mut bytes, mut count) = (Vec::new(), 0);
        for board in boards.iter().take_while(|_| !stop.load(Ordering::Relaxed)) {
            let planes = Evaluator::planes(board);
            count = planes.len();
            for plane in planes {
                bytes.extend(size.iter().map(|square| u8::from(plane.has(square))));
            }
        }
        (bytes, count)
    })?;
    Ok((PyBytes::new(py, &bytes), [boards.len(), count, size.height(), size.width()]))
}
