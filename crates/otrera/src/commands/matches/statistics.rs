//! What the games of a match say about the strength of two engines.
//!
//! There are no draws. The interval of the win rate is Wilson's, and the Elo difference and its interval follow from the win rate. The
//! sequential test is Wald's for two win rates: after w wins and l losses the logarithm of the likelihood ratio is
//! w ln(p₁/p₀) + l ln((1−p₁)/(1−p₀)). All games are taken as independent, although the two games of an opening are not. Where openings
//! favour a colour, these tend to be split, and the interval is wider than need be; where one engine tends to win or lose both, it is too
//! narrow.

use otrera_player::Tally;
use serde::Serialize;

/// An Elo difference as a share of wins, and back.
pub fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Nothing for shares that no difference explains.
pub fn elo(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0).then(|| 400.0 * (share / (1.0 - share)).log10())
}

/// The Elo difference of a tally with its 95% interval.
pub fn elo_interval(tally: &Tally) -> (Option<f64>, [Option<f64>; 2]) {
    let (low, high) = tally.win_interval();
    (elo(tally.win_rate()), [elo(low), elo(high)])
}

/// A sequential probability ratio test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    pub alpha: f64,
    pub beta: f64,
}

/// What a test has come to.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Evidence {
    pub elo0: f64,
    pub elo1: f64,
    /// The logarithm of the likelihood ratio, and where it decides.
    pub llr: f64,
    pub bounds: [f64; 2],
    /// `h0`, `h1`, or null while it is open.
    pub accepted: Option<&'static str>,
}

impl Sprt {
    /// What games tell, taken by number: nothing that comes after the first decision, or after a game that is missing, counts.
    pub fn judge(&self, games: impl Iterator<Item = (u64, bool)>) -> Evidence {
        let mut tally = Tally::default();
        let mut evidence = self.evidence(&tally);
        for (next, (number, won)) in games.enumerate() {
            if evidence.accepted.is_some() || number != next as u64 {
                break;
            }
            tally.add(0, won);
            evidence = self.evidence(&tally);
        }
        evidence
    }

    /// What a tally tells.
    fn evidence(&self, tally: &Tally) -> Evidence {
        let (p0, p1) = (share(self.elo0), share(self.elo1));
        let (wins, losses) = (tally.wins as f64, (tally.games - tally.wins) as f64);
        let llr = wins * (p1 / p0).ln() + losses * ((1.0 - p1) / (1.0 - p0)).ln();
        let bounds = [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()];
        let accepted = match () {
            () if llr >= bounds[1] => Some("h1"),
            () if llr <= bounds[0] => Some("h0"),
            () => None,
        };
        Evidence { elo0: self.elo0, elo1: self.elo1, llr, bounds, accepted }
    }
}

/// Reads `0,20`: the differences of both hypotheses.
pub fn parse_sprt(text: &str) -> Result<(f64, f64), String> {
    let read = |text: &str| text.trim().parse().ok().filter(|elo: &f64| elo.abs() <= 1000.0);
    match text.split_once(',').and_then(|(elo0, elo1)| Some((read(elo0)?, read(elo1)?))) {
        Some((elo0, elo1)) if elo0 < elo1 => Ok((elo0, elo1)),
        _ => Err(format!(
            "found `{text}`; expected two Elo differences, the smaller one first, such as 0,20"
        )),
    }
}

/// Reads a probability of error.
pub fn parse_error(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|error: &f64| *error > 0.0 && *error < 0.5);
    number.ok_or_else(|| format!("found `{text}`; expected a probability below 0.5, such as 0.05"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u64, losses: u64) -> Tally {
        Tally { games: wins + losses, wins, ..Tally::default() }
    }

    /// Elo's table: 76 % is 200 points; the test's bounds for 5 % are ±ln 19.
    #[test]
    fn differences_and_tests() {
        assert!((share(200.0) - 0.7597).abs() < 1e-4);
        assert!((elo(0.76).unwrap() - 200.24).abs() < 0.01);
        assert_eq!((elo(0.0), elo(1.0), elo(0.5)), (None, None, Some(0.0)));
        let (middle, [low, high]) = elo_interval(&tally(60, 40));
        let (middle, low, high) = (middle.unwrap(), low.unwrap(), high.unwrap());
        // By hand: Wilson's interval of 60 in 100 is 0.502 to 0.691.
        assert!((1.0..2.0).contains(&low) && (middle - 70.4).abs() < 0.1, "{low} {middle}");
        assert!((139.0..140.5).contains(&high), "{high}");
        let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
        let open = sprt.evidence(&tally(10, 10));
        assert!((open.bounds[1] - 19f64.ln()).abs() < 1e-12 && open.accepted.is_none());
        // By hand: p₁ = 0.5715, so a win is worth ln(1.143) and a loss ln(0.857).
        assert!((open.llr - 10.0 * (0.13365 - 0.15430)).abs() < 1e-2, "{}", open.llr);
        assert_eq!(sprt.evidence(&tally(60, 20)).accepted, Some("h1"));
        assert_eq!(sprt.evidence(&tally(20, 60)).accepted, Some("h0"));
        let undecided = [(0, true), (1, true), (2, true)];
        let lost: Vec<(u64, bool)> = (0..100).map(|number| (number, number < 3)).collect();
        assert_eq!(sprt.judge(undecided.into_iter()).accepted, None);
        assert_eq!(sprt.judge(lost.into_iter()).accepted, Some("h0"));
        // A decision stands, whatever comes after it.
        let won = |number| (number, number < 40);
        let decided = sprt.judge((0..40).map(won));
        assert_eq!(decided.accepted, Some("h1"));
        assert_eq!(sprt.judge((0..500).map(won)), decided);
        // A game that is not over yet holds up those behind it.
        let held_up = (0..500).filter(|&number| number != 2).map(won);
        assert_eq!(sprt.judge(held_up), sprt.judge((0..2).map(won)));
        for wrong in ["", "5", "20,0", "a,b", "0,5000"] {
            assert!(parse_sprt(wrong).is_err(), "{wrong}");
        }
    }
}
