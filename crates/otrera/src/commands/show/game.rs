//! What a record says of its game: who played, when, how it ended; and whether that can be.

use std::fmt;

use otrera_area::{Climb, Ladder};
use otrera_board::{Color, NodeId, Position};
use serde::Serialize;

use crate::input::Subject;

#[derive(Serialize)]
pub struct Game {
    black: Option<String>,
    white: Option<String>,
    black_rank: Option<String>,
    white_rank: Option<String>,
    event: Option<String>,
    round: Option<String>,
    date: Option<String>,
    place: Option<String>,
    result: Option<String>,
    /// Is it proved that the last position is won for another than the result says?
    contradicted: bool,
    #[serde(skip)]
    objection: Option<String>,
}

impl Game {
    /// What the record says, if it says anything. Ranks have other names in GGF.
    pub fn new(subject: &Subject) -> Option<Game> {
        let remark = |idents: &[&str]| {
            let found = idents.iter().find_map(|it| subject.record.property(NodeId::ROOT, it));
            found.filter(|value| !value.trim().is_empty()).map(str::to_owned)
        };
        let result = remark(&["RE"]);
        let objection = result.as_deref().and_then(|result| object(result, &subject.end));
        let game = Game {
            black: remark(&["PB"]),
            white: remark(&["PW"]),
            black_rank: remark(&["BR", "RB"]),
            white_rank: remark(&["WR", "RW"]),
            event: remark(&["EV"]),
            round: remark(&["RO"]),
            date: remark(&["DT"]),
            place: remark(&["PC"]),
            result,
            contradicted: objection.is_some(),
            objection,
        };
        let Game { black, white, event, round, date, place, result, .. } = &game;
        let said = [black, white, event, round, date, place, result];
        said.iter().any(|it| it.is_some()).then_some(game)
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player = |name: &Option<String>, rank: &Option<String>| match (name, rank) {
            (Some(name), Some(rank)) => Some(format!("{} ({})", plain(name), plain(rank))),
            (name, rank) => name.as_ref().or(rank.as_ref()).map(|it| plain(it)),
        };
        let round = self.round.as_ref().map(|round| format!("round {}", plain(round)));
        let event = [self.event.as_deref().map(plain), round];
        let event: Vec<String> = event.into_iter().flatten().collect();
        for (title, text) in [
            ("Black", player(&self.black, &self.black_rank)),
            ("White", player(&self.white, &self.white_rank)),
            ("Event", (!event.is_empty()).then(|| event.join(", "))),
            ("Place", self.place.as_deref().map(plain)),
            ("Date", self.date.as_deref().map(plain)),
            ("Result", self.result.as_deref().map(plain)),
        ] {
            if let Some(text) = text {
                writeln!(f, "{title:<8}{text}")?;
            }
        }
        self.objection.iter().try_for_each(|objection| writeln!(f, "        but {objection}"))
    }
}

/// A remark on one line of a terminal, over which it has no command.
fn plain(remark: &str) -> String {
    const LONGEST: usize = 50;
    let clean: String = remark.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words: Vec<&str> = clean.split_whitespace().collect();
    let line = words.join(" ");
    match line.chars().count() {
        0..=LONGEST => line,
        _ => line.chars().take(LONGEST - 1).chain(['…']).collect(),
    }
}

/// How a game ended, if its result says so: with a winner, or without one.
fn claim(result: &str) -> Option<Option<Color>> {
    let result = result.trim().to_ascii_uppercase();
    match () {
        () if result.starts_with("B+") => Some(Some(Color::Black)),
        () if result.starts_with("W+") => Some(Some(Color::White)),
        () if result == "DRAW" || result.parse() == Ok(0.0) => Some(None),
        () => None,
    }
}

/// What is proved about the last position that the result denies.
fn object(result: &str, end: &Position) -> Option<String> {
    let claim = claim(result)?;
    // A game may end by resignation, long before bounds without search tell.
    let winner = winner(end, Climb::NONE).or_else(|| winner(end, Climb::default()))?;
    let reason = match end.is_over() {
        true => format!("{} cannot move at the end: {winner} has won", !winner),
        false => format!("{winner} wins the last position: bounds prove it"),
    };
    (claim != Some(winner)).then_some(reason)
}

/// Who wins a position, as far as bounds tell.
pub fn winner(position: &Position, climb: Climb) -> Option<Color> {
    match position.narrow() {
        Some(position) => Ladder::new(climb).winner(&position),
        None => Ladder::new(climb).winner(position),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_as_records_write_them() {
        for (result, expected) in [
            ("B+3", Some(Some(Color::Black))),
            ("W+R", Some(Some(Color::White))),
            ("w+Resign", Some(Some(Color::White))),
            ("Draw", Some(None)),
            ("0", Some(None)),
            ("0.00", Some(None)),
            ("?", None),
            ("Void", None),
            ("", None),
            ("White resigns", None),
        ] {
            assert_eq!(claim(result), expected, "{result}");
        }
    }

    #[test]
    fn remarks_do_not_command_the_terminal() {
        assert_eq!(plain(" Ann\n\x1b[2J  B. "), "Ann [2J B.");
        assert_eq!(plain(&"a".repeat(80)).chars().count(), 50);
    }
}
