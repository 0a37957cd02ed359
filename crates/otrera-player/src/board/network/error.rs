//! Why a file is no network.

use thiserror::Error;

/// Why a file is no network, or none that can be used here.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// It is something else.
    #[error("not a network file: it does not start with OTRN")]
    Foreign,
    /// It was written by a later program.
    #[error("found version {0} of the network format; expected 1")]
    Version(u32),
    /// It is too large.
    #[error("found {0} bytes; a network file has at most {max}", max = super::file::MAX_BYTES)]
    TooLarge(usize),
    /// It ends too early.
    #[error("the file is truncated: it ends within its {0}")]
    Truncated(&'static str),
    /// Some bytes were changed.
    #[error("checksum mismatch: the file is damaged or incomplete")]
    Checksum,
    /// The header is no JSON, or says too little.
    #[error("bad header: {0}")]
    Header(String),
    /// The header asks for something that this program does not do.
    #[error("bad header: {what} is {found}; expected {expected}")]
    Architecture {
        /// What it is about.
        what: &'static str,
        /// What the header says.
        found: usize,
        /// What would do.
        expected: String,
    },
    /// A tensor is not there.
    #[error("tensor `{0}` is missing")]
    Missing(String),
    /// A tensor is there that no network of this architecture has, or that is there twice.
    #[error("tensor `{0}` has no place in a network of this architecture")]
    Unknown(String),
    /// A tensor has the wrong shape.
    #[error("tensor `{name}` has shape {found:?}; expected {expected:?}")]
    Shape {
        /// Its name.
        name: String,
        /// Its shape.
        found: Vec<usize>,
        /// What it ought to be.
        expected: Vec<usize>,
    },
    /// A tensor's numbers are of another type.
    #[error("tensor `{name}` has numbers of type `{found}`; expected `f16`")]
    Type {
        /// Its name.
        name: String,
        /// The type of its numbers.
        found: String,
    },
    /// A tensor does not lie where tensors are, or its length does not fit its shape.
    #[error(
        "tensor `{0}` lies outside of the file's tensors, or its length does not fit its shape"
    )]
    Place(String),
    /// A weight is infinite or no number.
    #[error("tensor `{0}` has a weight that is not finite")]
    NotFinite(String),
}
