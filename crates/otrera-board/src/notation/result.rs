//! The result of a game, which SGF and GGF write differently: SGF names the winner
//! (`W+3`), GGF gives the score for Black, who begins on GGS (`-3.00`).

use std::borrow::Cow;

/// A result as SGF and our records have it.
pub(crate) fn for_sgf(value: &str) -> String {
    match value.split_at_checked(1) {
        Some(("+", score)) if is_score(score) => format!("B+{score}"),
        Some(("-", score)) if is_score(score) => format!("W+{score}"),
        _ => value.to_owned(),
    }
}

/// A result as GGF has it, where that can be said.
pub(crate) fn for_ggf(value: &str) -> Cow<'_, str> {
    match value.split_at_checked(2) {
        Some(("B+", score)) if is_score(score) => Cow::Owned(format!("+{score}")),
        Some(("W+", score)) if is_score(score) => Cow::Owned(format!("-{score}")),
        _ => Cow::Borrowed(value),
    }
}

fn is_score(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit()) && text.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_change_sides_and_back() {
        for (sgf, ggf) in [("W+3.00", "-3.00"), ("B+12", "+12")] {
            assert_eq!(for_sgf(ggf), sgf);
            assert_eq!(for_ggf(sgf), ggf);
        }
        for other in ["W+R", "Draw", "?", "", "+64.00:r"] {
            assert_eq!((for_sgf(other).as_str(), for_ggf(other).as_ref()), (other, other));
        }
    }
}
