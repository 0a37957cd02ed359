//! The parameters of the evaluation, and how they are written down.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// How open a position is where the weights of terms are written down; in between they change in straight lines.
pub(crate) const OPEN_KNOTS: usize = 8;
/// The same for mobilities.
pub(crate) const MOBILITY_KNOTS: usize = 8;

/// What the evaluation t + m leaves to be chosen (Lieberum, 3 and 4).
///
/// As text, it is a table of tab-separated rows, each with a name and numbers.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Parameters {
    /// Values of w, from zero up …
    pub open: [f32; OPEN_KNOTS],
    /// … and the weights of t₁, c₁, c₂ and t₂ there: f₁ to f₄, which add up to one.
    pub weights: [[f32; OPEN_KNOTS]; 4],
    /// … what an enclosed amazon costs there: f(w, 0).
    pub malus: [f32; OPEN_KNOTS],
    /// … and how many moves ahead make odds of e to one.
    pub doubt: [f32; OPEN_KNOTS],
    /// Values of α, from zero up …
    pub mobility: [f32; MOBILITY_KNOTS],
    /// … and which share of the malus an amazon with that α costs: f(w, α) / f(w, 0).
    pub share: [f32; MOBILITY_KNOTS],
    /// κ: what a square is worth to the player to move that is as near to both, by moves and by steps.
    pub kappa: [f32; 2],
}

/// The names of the rows by open squares.
const WEIGHTS: [&str; 4] = ["t1", "c1", "c2", "t2"];

static FITTED: LazyLock<Parameters> = LazyLock::new(|| {
    include_str!("parameters.tsv").parse().expect("the parameters are checked by a test")
});

impl Parameters {
    /// The parameters in use.
    pub fn fitted() -> &'static Parameters {
        &FITTED
    }

    /// Where fitting begins: plain guesses.
    pub fn guesses() -> Parameters {
        include_str!("guesses.tsv").parse().expect("the guesses are checked by a test")
    }

    /// Is this what the paper demands? Weights are a partition of one, f₁ decreases from one, f(0, α) is zero, f increases with w
    /// and decreases with α, and an amazon that is almost enclosed (α = 5) costs less than half of what an enclosed one does.
    pub fn check(&self) -> Result<(), String> {
        let rises = |row: &[f32]| row.windows(2).all(|pair| pair[0] <= pair[1]);
        let falls = |row: &[f32]| row.windows(2).all(|pair| pair[0] >= pair[1]);
        let sums =
            (0..OPEN_KNOTS).map(|knot| self.weights.iter().map(|row| row[knot]).sum::<f32>());
        let at = |alpha| line(&self.mobility, &self.share, alpha);
        let rows = [
            (rises(&self.open) && self.open[0] == 0.0, "open: expected numbers that rise from 0"),
            (
                rises(&self.mobility) && self.mobility[0] == 0.0,
                "mobility: expected numbers that rise from 0",
            ),
            (
                sums.into_iter().all(|sum| (sum - 1.0).abs() < 1e-3),
                "t1, c1, c2, t2: expected columns that add up to 1",
            ),
            (
                self.weights.iter().flatten().all(|&weight| weight >= 0.0),
                "t1, c1, c2, t2: expected no number below 0",
            ),
            (
                falls(&self.weights[0]) && self.weights[0][0] == 1.0,
                "t1: expected numbers that fall from 1",
            ),
            (
                rises(&self.malus) && self.malus[0] == 0.0,
                "malus: expected numbers that rise from 0",
            ),
            (
                falls(&self.share) && self.share[0] == 1.0 && self.share[MOBILITY_KNOTS - 1] == 0.0,
                "share: expected numbers that fall from 1 to 0",
            ),
            (2.0 * at(5.0) < 1.0, "share: expected less than 0.5 where the mobility is 5"),
            (self.doubt.iter().all(|&doubt| doubt > 0.0), "doubt: expected numbers above 0"),
            (
                self.kappa.iter().all(|&kappa| (0.0..1.0).contains(&kappa)),
                "kappa: expected numbers from 0 to 1",
            ),
        ];
        rows.into_iter().find(|it| !it.0).map_or(Ok(()), |it| Err(it.1.to_owned()))
    }
}

/// The value at a place of a function that is linear between knots, and constant outside of them.
pub(crate) fn line(places: &[f32], values: &[f32], at: f32) -> f32 {
    match places.iter().position(|&place| place >= at) {
        None => values[values.len() - 1],
        Some(0) => values[0],
        Some(next) => {
            let share = (at - places[next - 1]) / (places[next] - places[next - 1]);
            values[next - 1] * (1.0 - share) + values[next] * share
        }
    }
}

impl FromStr for Parameters {
    type Err = String;

    fn from_str(text: &str) -> Result<Parameters, String> {
        let rows = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let rows: Vec<Vec<&str>> = rows.map(|line| line.split('\t').collect()).collect();
        fn numbers<const N: usize>(rows: &[Vec<&str>], name: &str) -> Result<[f32; N], String> {
            let row = rows.iter().find(|row| row[0] == name);
            let row = row.ok_or_else(|| format!("found no row `{name}`"))?;
            let values: Vec<f32> = row[1..]
                .iter()
                .map(|text| {
                    text.parse().map_err(|_| format!("{name}: found `{text}`; expected a number"))
                })
                .collect::<Result<_, String>>()?;
            let found = values.len();
            values.try_into().map_err(|_| format!("{name}: found {found} numbers; expected {N}"))
        }
        let [t1, c1, c2, t2] = WEIGHTS.map(|name| numbers(&rows, name));
        let parameters = Parameters {
            open: numbers(&rows, "open")?,
            weights: [t1?, c1?, c2?, t2?],
            malus: numbers(&rows, "malus")?,
            doubt: numbers(&rows, "doubt")?,
            mobility: numbers(&rows, "mobility")?,
            share: numbers(&rows, "share")?,
            kappa: numbers(&rows, "kappa")?,
        };
        parameters.check()?;
        Ok(parameters)
    }
}

impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = |name: &str, values: &[f32]| {
            let values: Vec<String> = values.iter().map(f32::to_string).collect();
            writeln!(f, "{name}\t{}", values.join("\t"))
        };
        row("open", &self.open)?;
        for (name, weights) in WEIGHTS.iter().zip(&self.weights) {
            row(name, weights)?;
        }
        row("malus", &self.malus)?;
        row("doubt", &self.doubt)?;
        row("mobility", &self.mobility)?;
        row("share", &self.share)?;
        row("kappa", &self.kappa)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parameters_in_use_are_as_the_paper_demands() {
        assert_eq!(Parameters::fitted().check(), Ok(()));
        assert_eq!(Parameters::guesses().check(), Ok(()));
    }

    #[test]
    fn what_is_written_reads_back() {
        let parameters = Parameters::fitted();
        assert_eq!(parameters.to_string().parse().as_ref(), Ok(parameters));
    }

    #[test]
    fn bad_tables_are_named() {
        let text = Parameters::fitted().to_string();
        let error = text.replace("kappa", "chi").parse::<Parameters>().unwrap_err();
        assert_eq!(error, "found no row `kappa`");
        let error = text.replace("t1\t1\t", "t1\t0.5\t").parse::<Parameters>().unwrap_err();
        assert_eq!(error, "t1, c1, c2, t2: expected columns that add up to 1");
        let error = text.replace("kappa\t", "kappa\tx\t").parse::<Parameters>().unwrap_err();
        assert_eq!(error, "kappa: found `x`; expected a number");
    }
}
