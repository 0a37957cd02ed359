//! What all who work on a campaign must have in common.

use otrera_board::Position;
use serde::{Deserialize, Serialize};

use crate::error::ClusterError;

/// What a program is: results of another one are not taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// The version of Otrera, and of the messages.
    pub version: String,
    /// The digest of the endgame tables, if there are any.
    pub tables: Option<String>,
}

/// Raised with every change of the messages.
const PROTOCOL: u32 = 3;

impl Terms {
    /// Those of this program with these tables.
    pub fn new(tables: Option<String>) -> Terms {
        Terms { version: format!("{}/{PROTOCOL}", env!("CARGO_PKG_VERSION")), tables }
    }

    /// Why somebody with these terms cannot work for somebody with those, if so.
    pub(crate) fn against(&self, theirs: &Terms) -> Option<String> {
        let tables = |terms: &Terms| match &terms.tables {
            Some(digest) => format!("the endgame tables {}", &digest[..digest.len().min(8)]),
            None => "no endgame tables".to_owned(),
        };
        if self.version != theirs.version {
            let (ours, theirs) = (&self.version, &theirs.version);
            return Some(format!("it is otrera {ours}, and the coordinator is otrera {theirs}"));
        }
        (self.tables != theirs.tables)
            .then(|| format!("it has {}, and the coordinator has {}", tables(self), tables(theirs)))
    }
}

/// What a worker must know of a campaign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Charter {
    pub terms: Terms,
    pub position: String,
    /// A job that is silent for so long is given to another worker.
    pub lease_ms: u64,
    /// A job that was handed out so often without a result is set aside.
    pub tries: u64,
}

impl Charter {
    pub fn root(&self) -> Result<Position<u64>, ClusterError> {
        let root = self.position.parse::<Position>().ok().and_then(|root| root.narrow());
        root.ok_or_else(|| ClusterError::Nats(format!("found the position {}", self.position)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_name_what_differs() {
        let ours = Terms::new(Some("0123456789".to_owned()));
        assert_eq!(ours.against(&ours), None);
        let told = ours.against(&Terms::new(None)).unwrap();
        assert_eq!(
            told,
            "it has the endgame tables 01234567, and the coordinator has no endgame tables"
        );
        let theirs = Terms { version: "9.9.9/1".to_owned(), ..ours.clone() };
        assert!(ours.against(&theirs).unwrap().contains("the coordinator is otrera 9.9.9/1"));
    }
}
