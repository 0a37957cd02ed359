//! What the fuzz targets share: files with right checksums and wrong contents.
//!
//! Checksums guard every file that Otrera reads, and a fuzzer would never get past them. So its bytes are
//! taken for a list of edits of a good file, and the checksums are put right behind them, by the
//! pages on the formats and not by the code that writes them.

pub mod checkpoint_files;
pub mod edits;
pub mod plain_search;
pub mod proof_files;
pub mod scratch;
pub mod table_files;
