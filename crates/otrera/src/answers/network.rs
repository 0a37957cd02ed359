//! Networks.

use std::path::Path;

use otrera_player::Network;

use super::Error;
use crate::read;

/// A network from a file, with the bytes of that.
pub fn open_network(path: &Path) -> Result<(Network, Vec<u8>), Error> {
    let bytes =
        read::whole_file_of_bytes(path).map_err(|error| read::cannot_read_file(path, &error))?;
    Ok((read_network(&path.display().to_string(), &bytes)?, bytes))
}

/// A network of this name from bytes.
pub fn read_network(name: &str, bytes: &[u8]) -> Result<Network, Error> {
    Network::from_bytes(bytes).map_err(|wrong| Error::new(format!("{name}: {wrong}")))
}
