//! What a player thinks, in words.

use otrera_board::Color;
use otrera_player::Worth;

use crate::words::counted;

/// What a position is worth, said to people: what is certain is told from what is guessed.
pub fn in_words(worth: Worth, to_move: Color) -> String {
    let by = |margin: Option<u32>| {
        margin.map_or(String::new(), |margin| format!(" by {}", counted(margin.into(), "move")))
    };
    match worth {
        Worth::Guess(moves) if moves.abs() < 0.05 => "about even (a guess)".to_owned(),
        Worth::Guess(moves) => {
            let ahead = if moves > 0.0 { to_move } else { !to_move };
            format!("{ahead} ahead by about {:.1} moves (a guess)", moves.abs())
        }
        Worth::Wins(margin) => format!("{to_move} wins{} for certain", by(margin)),
        Worth::Loses(margin) => format!("{} wins{} for certain", !to_move, by(margin)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_and_certainties() {
        for (worth, words) in [
            (Worth::Guess(-1.24), "Black ahead by about 1.2 moves (a guess)"),
            (Worth::Guess(0.01), "about even (a guess)"),
            (Worth::Wins(Some(1)), "White wins by 1 move for certain"),
            (Worth::Loses(None), "Black wins for certain"),
        ] {
            assert_eq!(in_words(worth, Color::White), words);
        }
    }
}
