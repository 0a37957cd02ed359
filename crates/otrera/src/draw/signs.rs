//! Values as mathematicians write them, for pictures. Answers keep letters that every keyboard has.

/// A value or a bound with ↑, ↓, ∗, ε and − for `^`, `v`, `*`, `e` and `-`. Letters within words stay.
pub fn signs(text: &str) -> String {
    let mut before = None;
    let mut characters = text.chars().peekable();
    let mut out = String::with_capacity(text.len());
    while let Some(character) = characters.next() {
        let in_word = |other: Option<char>| other.is_some_and(char::is_alphabetic);
        let alone = !in_word(before) && !in_word(characters.peek().copied());
        out.push(match character {
            '^' => '↑',
            'v' if alone => '↓',
            '*' => '∗',
            'e' if alone => 'ε',
            '-' if !in_word(before) => '−',
            other => other,
        });
        before = Some(character);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::signs;

    #[test]
    fn values_have_their_signs_and_words_stay() {
        for (text, drawn) in [
            ("^", "↑"),
            ("v2*3", "↓2∗3"),
            ("-1/2^*", "−1/2↑∗"),
            ("{2|v}", "{2|↓}"),
            ("(-1/4-e, 0+e)", "(−1/4−ε, 0+ε)"),
            ("1±3/2", "1±3/2"),
            ("value not found", "value not found"),
            ("even to White +5", "even to White +5"),
        ] {
            assert_eq!(signs(text), drawn);
        }
    }
}
