//! `go` and its words.

use std::time::Duration;

use otrera_board::Color;
use otrera_player::Allowance;

use crate::commands::engine::lines::excerpt;
use crate::commands::engine::thinker::Until;

/// How long to think.
#[derive(Clone, Debug)]
pub struct Go {
    movetime: Option<Duration>,
    clocks: [Option<Duration>; 2],
    increments: [Duration; 2],
    moves_to_go: Option<u32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    pub until: Until,
}

/// More is no time that anybody waits for.
const LONGEST: i128 = 1 << 40;

impl Go {
    /// Reads what stands behind `go`.
    pub fn read(text: &str) -> Result<Go, String> {
        let mut go = Go {
            movetime: None,
            clocks: [None; 2],
            increments: [Duration::ZERO; 2],
            moves_to_go: None,
            depth: None,
            nodes: None,
            until: Until::Decided,
        };
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            // Clocks that have run out are below zero in some programs.
            let mut number = || {
                let found = words.next().unwrap_or_default();
                let number = found.parse::<i128>().ok().map(|it| it.clamp(0, LONGEST) as i64);
                number.ok_or_else(|| {
                    format!("go {word}: found `{}`; expected a number", excerpt(found))
                })
            };
            let milliseconds = |number: i64| Duration::from_millis(number.unsigned_abs());
            match word {
                "movetime" => go.movetime = Some(milliseconds(number()?)),
                "wtime" => go.clocks[Color::White as usize] = Some(milliseconds(number()?)),
                "btime" => go.clocks[Color::Black as usize] = Some(milliseconds(number()?)),
                "winc" => go.increments[Color::White as usize] = milliseconds(number()?),
                "binc" => go.increments[Color::Black as usize] = milliseconds(number()?),
                "movestogo" => go.moves_to_go = u32::try_from(number()?).ok(),
                "depth" => go.depth = Some(u32::try_from(number()?).unwrap_or(u32::MAX)),
                "nodes" => go.nodes = Some(number()?.unsigned_abs()),
                "infinite" => go.until = Until::Stopped,
                "ponder" => go.until = Until::Hit,
                _ => {
                    return Err(format!(
                        "go: found `{}`; expected movetime, wtime, btime, winc, binc, movestogo, depth, nodes, infinite or ponder",
                        excerpt(word)
                    ));
                }
            }
        }
        let nothing = go.movetime.is_none() && go.depth.is_none() && go.nodes.is_none();
        if go.until == Until::Decided && nothing && go.clocks == [None; 2] {
            go.until = Until::Stopped;
        }
        Ok(go)
    }

    /// What that allows a player, of which each move takes some overhead.
    pub fn allowance(&self, color: Color, overhead: Duration) -> Allowance {
        let (depth, nodes) = (self.depth, self.nodes);
        match self.movetime {
            Some(time) => {
                let per_move = Some(time - overhead.min(time / 4));
                Allowance { per_move, depth, nodes, ..Allowance::default() }
            }
            None => Allowance {
                per_move: None,
                // Who is told one clock alone takes it for both.
                clock: self.clocks[color as usize].or(self.clocks[!color as usize]),
                increment: self.increments[color as usize],
                moves_to_go: self.moves_to_go.filter(|&moves| moves > 0),
                overhead,
                depth,
                nodes,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowance(text: &str, color: Color) -> Allowance {
        Go::read(text).unwrap().allowance(color, Duration::from_millis(5))
    }

    #[test]
    fn what_is_allowed() {
        let ms = Duration::from_millis;
        assert_eq!(allowance("movetime 100", Color::White), Allowance::per_move(ms(95)));
        // Of little time little is taken.
        assert_eq!(allowance("movetime 4", Color::White), Allowance::per_move(ms(3)));
        let clocks = "wtime 60000 btime 30000 winc 100 binc 200";
        let black = allowance(clocks, Color::Black);
        assert_eq!((black.clock, black.increment), (Some(ms(30000)), ms(200)));
        assert_eq!((black.overhead, black.moves_to_go), (ms(5), None));
        assert_eq!(allowance("wtime -5 btime 1", Color::White).clock, Some(ms(0)));
        assert_eq!(allowance("wtime 1 movestogo 9", Color::White).moves_to_go, Some(9));
        assert_eq!(allowance("wtime 1 movestogo 0", Color::White).moves_to_go, None);
        assert_eq!(allowance("wtime 1000", Color::Black).clock, Some(ms(1000)));
        let ages = allowance("movetime 99999999999999999999999", Color::White);
        assert!(ages.per_move > Some(Duration::from_secs(1 << 29)));
        assert_eq!(allowance("depth 3 nodes 7", Color::White).nodes, Some(7));
        for (text, until) in [
            ("", Until::Stopped),
            ("infinite", Until::Stopped),
            ("ponder wtime 1 btime 1", Until::Hit),
            ("depth 1", Until::Decided),
        ] {
            assert_eq!(Go::read(text).unwrap().until, until, "{text}");
        }
        for wrong in ["movetime", "movetime soon", "searchmoves d1d2,d2d3", "depth 1 x"] {
            assert!(Go::read(wrong).is_err(), "{wrong}");
        }
    }
}
