//! Numbers in sentences.

use otrera_board::Size;
use otrera_cgt::Dyadic;

/// So many things: `1 node`, `2 nodes`.
pub fn counted(count: u64, thing: &str) -> String {
    format!("{count} {}", plural(count, thing))
}

/// The name of a thing as it stands behind its number: `node`, `nodes`; `entry`, `entries`.
pub fn plural(count: u64, thing: &str) -> String {
    match (count, thing.strip_suffix('y')) {
        (1, _) => thing.to_owned(),
        (_, Some(stem)) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{thing}s"),
    }
}

/// The size of a board as pages and pictures write it: `6×5`.
pub fn times(size: Size) -> String {
    format!("{}×{}", size.width(), size.height())
}

/// A number as it is said: `20 1/2`. Values keep their own text, `41/2`, which reads back.
pub fn mixed(number: Dyadic) -> String {
    let text = number.to_string();
    let Some((numerator, denominator)) = text.split_once('/') else { return text };
    let (Ok(numerator), Ok(denominator)) = (numerator.parse::<i128>(), denominator.parse::<i128>())
    else {
        return text;
    };
    match (numerator / denominator, (numerator % denominator).abs()) {
        (0, _) => text,
        (whole, rest) => format!("{whole} {rest}/{denominator}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        let texts = [0, 1, 2].map(|count| counted(count, "node"));
        assert_eq!(texts, ["0 nodes", "1 node", "2 nodes"]);
        let texts = ["entry", "reply", "play", "area"].map(|thing| counted(2, thing));
        assert_eq!(texts, ["2 entries", "2 replies", "2 plays", "2 areas"]);
    }

    #[test]
    fn fractions_are_mixed() {
        for (text, said) in [
            ("41/2", "20 1/2"),
            ("-11/4", "-2 3/4"),
            ("1/4", "1/4"),
            ("-1/4", "-1/4"),
            ("3", "3"),
            ("0", "0"),
        ] {
            assert_eq!(mixed(text.parse().unwrap()), said);
        }
    }
}
