//! `info` and `bestmove`.

use std::time::{Duration, Instant};

use otrera_board::notation::Dialect;
use otrera_board::{Move, Position};
use otrera_player::{Decision, Opinion, Worth};

use crate::commands::engine::lines::say;
use crate::commands::engine::thinker::Report;
use crate::opinions;

/// Says what the player thinks, not too often, and what he does.
#[derive(Default)]
pub struct InfoLines {
    last: Option<(Instant, Opinion)>,
    /// What was said last of what is certain.
    certain: Option<Worth>,
}

/// Opinions of the same depth come no sooner than this after each other.
const BETWEEN: Duration = Duration::from_millis(100);

/// How the score of a certain win begins; a hundredth of it is further away than any guess.
const CERTAIN: i64 = 20_000;

impl Report for InfoLines {
    fn opinion(&mut self, position: &Position, opinion: &Opinion) {
        let is_new = |(said, last): &(Instant, Opinion)| {
            last.depth != opinion.depth || said.elapsed() >= BETWEEN
        };
        if self.last.as_ref().is_none_or(is_new) {
            self.say(position, opinion);
        }
    }

    fn decision(&mut self, position: &Position, decision: Option<&Decision>) {
        let answer = match decision {
            None => "bestmove (none)".to_owned(),
            Some(Decision { mv, opinion, .. }) => {
                if self.last.as_ref().is_none_or(|(_, last)| last != opinion) {
                    self.say(position, opinion);
                }
                let best = text(*mv, position);
                match opinion.line.get(1) {
                    Some(&reply) => format!("bestmove {best} ponder {}", text(reply, position)),
                    None => format!("bestmove {best}"),
                }
            }
        };
        // A driver that has gone is noticed by the thread that reads.
        let _ = say(&answer);
        *self = InfoLines::default();
    }
}

impl InfoLines {
    fn say(&mut self, position: &Position, opinion: &Opinion) {
        let Opinion { worth, depth, nodes, time, .. } = *opinion;
        let mut line = format!("info depth {depth} score cp {}", score(worth));
        let speed = nodes as f64 / time.as_secs_f64().max(1e-3);
        line += &format!(" nodes {nodes} nps {speed:.0} time {}", time.as_millis());
        if !opinion.line.is_empty() {
            let moves: Vec<String> = opinion.line.iter().map(|&mv| text(mv, position)).collect();
            line += &format!(" pv {}", moves.join(" "));
        }
        let _ = say(&line);
        let is_certain = !matches!(worth, Worth::Guess(_));
        if is_certain && self.certain != Some(worth) {
            let words = opinions::in_words(worth, position.to_move());
            let _ = say(&format!("info string {words}"));
            self.certain = Some(worth);
        }
        self.last = Some((Instant::now(), opinion.clone()));
    }
}

fn text(mv: Move, position: &Position) -> String {
    mv.text_in(Dialect::Uci, position.size())
}

/// Hundredths of moves; what is certain is at least two hundred moves, and its margin more.
fn score(worth: Worth) -> i64 {
    let certain = |margin: Option<u32>| CERTAIN + 100 * i64::from(margin.unwrap_or(0));
    match worth {
        Worth::Guess(moves) => {
            ((f64::from(moves) * 100.0).round() as i64).clamp(1 - CERTAIN, CERTAIN - 1)
        }
        Worth::Wins(margin) => certain(margin),
        Worth::Loses(margin) => -certain(margin),
    }
}
