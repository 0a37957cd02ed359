//! How long a job may take.

use std::time::Duration;

use serde::Deserialize;

use super::refusal::Refusal;

/// No job may take longer.
pub const MOST: u64 = 600;

/// A time as it was asked for.
#[derive(Deserialize, Clone, Copy)]
#[serde(transparent)]
pub struct Seconds(pub f64);

impl Seconds {
    pub fn checked(self) -> Result<Duration, Refusal> {
        let fits = |time: &Duration| !time.is_zero() && *time <= Duration::from_secs(MOST);
        Duration::try_from_secs_f64(self.0).ok().filter(fits).ok_or_else(|| {
            let found = self.0;
            Refusal::wrong(format!("seconds: found {found}; expected more than 0, at most {MOST}"))
        })
    }
}
