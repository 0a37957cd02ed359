//! What is said about mean and temperature.

use std::fmt;

use otrera_cgt::Dyadic;
use serde::Serialize;

use crate::words::counted;

/// The answer for a position.
#[derive(Serialize)]
pub struct Answer {
    pub position: String,
    pub to_move: char,
    /// Null if it is not settled.
    pub mean: Option<Dyadic>,
    pub temperature: Option<Dyadic>,
    /// The step between coupons; null if none is fine enough.
    pub delta: Option<Dyadic>,
    /// Are mean and temperature exact?
    pub exact: bool,
    /// Where they lie for certain.
    pub mean_bounds: [Dyadic; 2],
    pub temperature_bounds: [Dyadic; 2],
    /// A guess, where they are not settled.
    pub estimate: Option<Estimated>,
    /// Best play with the side to move first; null if there are too many coupons to write.
    pub line: Option<Vec<String>>,
    pub nodes: u64,
    pub seconds: f64,
    /// What ran out, or null.
    pub exhausted: Option<&'static str>,
    #[serde(skip)]
    pub coupons: Option<String>,
    #[serde(skip)]
    pub explanation: Option<String>,
    #[serde(skip)]
    pub why: Option<String>,
}

/// What a limited search guesses.
#[derive(Serialize)]
pub struct Estimated {
    pub mean: Dyadic,
    pub temperature: Dyadic,
}

impl Answer {
    pub fn is_settled(&self) -> bool {
        self.mean.is_some()
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Position     {}", self.position)?;
        let [mean, temperature] =
            [self.mean_bounds, self.temperature_bounds].map(|[least, most]| {
                if least == most { least.to_string() } else { format!("{least} to {most}") }
            });
        match (self.mean, self.temperature) {
            (Some(exact), Some(hot)) if self.exact => {
                writeln!(f, "Mean         {exact}\nTemperature  {hot}")?;
            }
            (Some(about), Some(hot)) => {
                writeln!(f, "Mean         about {about}; for certain {mean}")?;
                writeln!(f, "Temperature  about {hot}; for certain {temperature}")?;
            }
            _ => {
                let why = self.why.as_deref().unwrap_or("a limit was reached");
                writeln!(f, "Mean         not settled ({why}); for certain {mean}")?;
                writeln!(f, "Temperature  not settled; for certain {temperature}")?;
            }
        }
        if let Some(Estimated { mean, temperature }) = &self.estimate {
            writeln!(f, "Guess        mean {mean}, temperature {temperature}: not a result")?;
        }
        if let Some(coupons) = &self.coupons {
            writeln!(f, "Coupons      {coupons}")?;
        }
        if let Some(explanation) = &self.explanation {
            write!(f, "{explanation}")?;
        }
        match &self.line {
            Some(line) if !line.is_empty() => writeln!(f, "Line         {}", line.join(" "))?,
            _ => {}
        }
        writeln!(f, "{}, {:.2} s", counted(self.nodes, "node"), self.seconds)
    }
}
