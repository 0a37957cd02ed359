//! Endgame tables: everything about small areas, found once for all.
//!
//! Three families, as in Song and Müller (III): territories, territories with blockers, active areas. An
//! area of a table is its shape (a connected set of squares in a small box) and its amazons.
//! Shapes are listed up to turns and mirror images, and numbered; the amazons of a shape are
//! ranked. So the place of an entry is computed and no keys are stored.
//!
//! ```no_run
//! use std::path::Path;
//!
//! use otrera_area::areas;
//! use otrera_area::tables::{Build, TableSet, Tables};
//! use otrera_board::Position;
//!
//! let folder = Path::new("tables");
//! let build = Build { folder, set: TableSet::Small, threads: 2, again: false, watch: &|_| true };
//! build.run()?;
//! let tables = Tables::open(folder)?;
//! let corridor: Position = "b...w".parse()?;
//! let value = tables.value(&areas(&corridor)[0]).expect("a small area");
//! assert_eq!(value.name(), "hot, mean 0, temperature 2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | subject |
//! |---|---|
//! | `shapes` | boxes and the shapes in them |
//! | `rank` | the amazons of a shape as a number |
//! | `plan` | the moves in a shape |
//! | `value` | what is known of an active area |
//! | `walls` | thermographs in whole numbers |
//! | `section` | the entries of one kind, box and number of squares |
//! | `sets` | which sections are built |
//! | `build` | retrograde analysis |
//! | `file`, `blocks` | the files, and their data block by block |
//! | `lookup` | from an area to what is known of it |
//! | `guarded`, `verify` | the same by slower methods |
//! | `survey` | what there is to count in a section |
//! | `threads` | work that threads share |

mod blocks;
mod build;
mod file;
mod guarded;
mod lookup;
#[cfg(test)]
mod mutants;
mod plan;
mod rank;
mod section;
mod sets;
mod shapes;
mod survey;
mod threads;
mod value;
mod verify;
mod walls;

pub use build::{Build, BuildError, Progress, Report};
#[cfg(any(test, feature = "testing"))]
pub use file::reseal;
pub use file::{Stock, TableError, TableFile, VERSION};
pub(crate) use lookup::TableFill;
pub use lookup::{Filling, Tables};
pub use rank::Kind;
pub use section::SectionId;
pub use sets::{Family, TableSet};
pub use shapes::Frame;
pub use survey::Survey;
pub use value::{Thresholds, Value};
pub use verify::{Verified, Verify, VerifyError};
