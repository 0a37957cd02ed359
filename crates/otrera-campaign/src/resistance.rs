//! How much more work positions take than was guessed of them.
//!
//! Settled positions alone would tell too little: the easy ones are settled first. So those that are open count as
//! well, as what is known of them: they take *at least* what they have taken so far (a censored observation). The
//! logarithm of work over guess is taken to be normal, and its mean and deviation are the likeliest, found by
//! expectation and maximisation: where a position is open, what it would take on average by the last fit.

use std::f64::consts::PI;

use fastrand::Rng;

/// What is known of one position: the logarithm of its work over its guess, and whether that is all it takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Observation {
    pub logarithm: f64,
    pub settled: bool,
}

/// The logarithms of work over guess: normal, with this mean and deviation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Resistance {
    pub mean: f64,
    pub deviation: f64,
    /// The settled positions behind it.
    pub settled: usize,
    /// The open ones that had work.
    pub open: usize,
}

/// With fewer settled positions than this nothing is learned.
const FEWEST: usize = 20;

/// A fit of thousands of positions, most of them open, has hardly moved for long before.
const ROUNDS: usize = 500;

/// Guesses are never as good as this.
const LEAST_DEVIATION: f64 = 0.2;

impl Resistance {
    /// Learns from positions; nothing if too few are settled.
    pub fn learn(observations: &[Observation]) -> Option<Resistance> {
        let settled = observations.iter().filter(|it| it.settled).count();
        if settled < FEWEST {
            return None;
        }
        let open = observations.len() - settled;
        let mut fit = Resistance { mean: 0.0, deviation: 1.0, settled, open };
        for _ in 0..ROUNDS {
            let (mut sum, mut squares) = (0.0, 0.0);
            for &observation in observations {
                let (value, square) = fit.expected(observation);
                sum += value;
                squares += square;
            }
            let count = observations.len() as f64;
            fit.mean = sum / count;
            fit.deviation =
                (squares / count - fit.mean * fit.mean).max(0.0).sqrt().max(LEAST_DEVIATION);
        }
        Some(fit)
    }

    /// The logarithm of a position and its square, as they are expected to end.
    fn expected(&self, Observation { logarithm, settled }: Observation) -> (f64, f64) {
        let Resistance { mean, deviation, .. } = *self;
        match settled {
            true => (logarithm, logarithm * logarithm),
            false => {
                let beyond = deviation * hazard((logarithm - mean) / deviation);
                let square = mean * mean + deviation * deviation + beyond * (logarithm + mean);
                (mean + beyond, square)
            }
        }
    }

    /// Another that might be the true one, at random, as so few positions tell: where more was cut off than it
    /// seems, mean and deviation are both larger.
    pub fn doubted(&self, rng: &mut Rng) -> Resistance {
        let (off, settled) = (normal(rng), self.settled as f64);
        Resistance {
            mean: self.mean + off * self.deviation / settled.sqrt(),
            deviation: self.deviation * (off / (2.0 * settled).sqrt()).exp(),
            ..*self
        }
    }

    /// The logarithm of one more position, at random, if it is known to be more than this.
    pub fn draw(&self, rng: &mut Rng, more_than: f64) -> f64 {
        self.mean + self.deviation * normal_beyond(rng, (more_than - self.mean) / self.deviation)
    }
}

/// The density of the standard normal distribution at x, over what is beyond x.
fn hazard(x: f64) -> f64 {
    match x {
        _ if x < -8.0 => 0.0,
        // A continued fraction, which is quick where the series is not.
        _ if x > 2.5 => x + (1..=40).rev().fold(0.0, |rest, n| f64::from(n) / (x + rest)),
        _ => {
            let density = (-x * x / 2.0).exp() / (2.0 * PI).sqrt();
            // x + x³/3 + x⁵/(3·5) + …
            let (mut term, mut series) = (x, x);
            for odd in (3..200).step_by(2) {
                term *= x * x / f64::from(odd);
                series += term;
            }
            density / (0.5 - density * series)
        }
    }
}

/// A standard normal number, at random.
pub(crate) fn normal(rng: &mut Rng) -> f64 {
    let (radius, angle) = ((-2.0 * (1.0 - rng.f64()).ln()).sqrt(), 2.0 * PI * rng.f64());
    radius * angle.cos()
}

/// The same where it is more than this: by trying, or far out from an exponential distribution (Robert, 1995).
fn normal_beyond(rng: &mut Rng, least: f64) -> f64 {
    if least < 0.5 {
        loop {
            let found = normal(rng);
            if found > least {
                return found;
            }
        }
    }
    let rate = (least + (least * least + 4.0).sqrt()) / 2.0;
    loop {
        let found = least - (1.0 - rng.f64()).ln() / rate;
        if rng.f64() <= (-(found - rate) * (found - rate) / 2.0).exp() {
            return found;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From tables of the normal distribution: φ(x) / (1 − Φ(x)).
    #[test]
    fn hazards_are_those_of_tables() {
        let tabulated =
            [(0.0, 0.79788), (1.0, 1.52514), (2.0, 2.37322), (3.0, 3.28310), (-1.0, 0.28760)];
        for (x, expected) in tabulated {
            assert!((hazard(x) - expected).abs() < 1e-4, "{x}: {}", hazard(x));
        }
    }

    /// Where most positions are cut off before they end, the fit finds what they would have taken; the settled
    /// ones alone would say much less.
    #[test]
    fn what_is_cut_off_counts() {
        let mut rng = Rng::with_seed(5);
        let all: Vec<f64> = (0..2000).map(|_| 3.0 + 1.5 * normal(&mut rng)).collect();
        for most in [4.0, 3.0, 2.0] {
            let cut =
                |&ends: &f64| Observation { logarithm: ends.min(most), settled: ends <= most };
            let observations: Vec<Observation> = all.iter().map(cut).collect();
            let fit = Resistance::learn(&observations).unwrap();
            assert!((fit.mean - 3.0).abs() < 0.15, "{most}: {fit:?}");
            assert!((fit.deviation - 1.5).abs() < 0.15, "{most}: {fit:?}");
            let ended = all.iter().filter(|&&ends| ends <= most);
            let hopeful = ended.clone().sum::<f64>() / ended.count() as f64;
            assert!(hopeful < fit.mean - 0.5, "{most}: {hopeful}");
        }
    }

    #[test]
    fn what_is_drawn_is_beyond_what_is_known() {
        let mut rng = Rng::with_seed(6);
        let fit = Resistance { mean: 1.0, deviation: 2.0, settled: 100, open: 0 };
        for more_than in [-9.0, 0.0, 1.0, 4.0, 9.0] {
            let drawn: Vec<f64> = (0..2000).map(|_| fit.draw(&mut rng, more_than)).collect();
            assert!(drawn.iter().all(|&it| it > more_than));
            let mean = drawn.iter().sum::<f64>() / 2000.0;
            let expected = 1.0 + 2.0 * hazard((more_than - 1.0) / 2.0);
            assert!((mean - expected).abs() < 0.15, "{more_than}: {mean}, not {expected}");
        }
    }
}
