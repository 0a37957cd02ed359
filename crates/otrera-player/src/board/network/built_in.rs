//! The network that comes with the library.

use std::sync::{Arc, LazyLock};

use otrera_board::Size;

use super::Network;

/// `networks/README.md` says how it was made, and what it can do.
static FILE: &[u8] = include_bytes!("../../../networks/otrera.otrn");

/// Networks are trained on boards with sides like these.
const SIDES: std::ops::RangeInclusive<usize> = 5..=11;

impl Network {
    /// The network that comes with the library. It is read when it is first asked for.
    pub fn built_in() -> Arc<Network> {
        static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
            Arc::new(Network::from_bytes(FILE).expect("the file is the one that the tests read"))
        });
        NETWORK.clone()
    }

    /// Has it learned to play boards of this size? On others it may be asked, and may know little.
    pub fn knows(size: Size) -> bool {
        [size.width(), size.height()].iter().all(|side| SIDES.contains(side))
    }
}
