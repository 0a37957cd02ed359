//! One game between two engines.

use std::time::Duration;

use anyhow::bail;
use otrera_area::{Climb, Ladder};
use otrera_board::notation::Format;
use otrera_board::{Color, Move, NodeId, Position, Property, Record};
use otrera_player::Score;
use serde::{Deserialize, Serialize};

use super::engine::{Board, Engine, Fault, TO_BEGIN};
use super::entrant::Entrant;
use super::openings::Opening;
use super::pace::{Count, Pace, Spent};
use crate::final_score::final_score;
use crate::interrupt;

/// The rules of a match.
pub struct Rules {
    pub entrants: [Entrant; 2],
    pub pace: Pace,
    pub count: Count,
    /// So much too late does not lose yet.
    pub margin: Duration,
    /// Do games end as soon as bounds prove who wins?
    pub adjudicate: bool,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// The loser had no move.
    Played,
    /// It was proved who wins.
    Adjudicated,
    /// The loser named what is no move.
    Illegal,
    /// The loser refused a legal move of the winner.
    Refused,
    /// The loser's program ended.
    Crashed,
    /// The loser took too long.
    Late,
    Resigned,
}

/// A game, as it is written down. What comes in pairs is the first engine's, then the second's.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Game {
    pub opening: u64,
    /// The colour of the first engine: `b` or `w`.
    pub color: char,
    /// Did the first engine win?
    pub won: bool,
    pub ending: Ending,
    /// Why, where there is more to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The moves that the winner had left, if the game was played to its end.
    pub margin: Option<i64>,
    /// All moves, the opening included.
    pub plies: usize,
    /// How many moves each made, and what they took.
    pub moves: [u64; 2],
    pub wall_seconds: [f64; 2],
    /// Nothing where the system does not tell.
    pub cpu_seconds: [Option<f64>; 2],
    /// The longest move of each, as it counts.
    pub longest: [f64; 2],
    pub sgf: String,
}

/// The engines of one table: they stay for the next game unless they have failed.
#[derive(Default)]
pub struct Table {
    engines: [Option<Engine>; 2],
}

impl Rules {
    /// Plays one game, the first engine having this colour.
    pub fn play(
        &self,
        table: &mut Table,
        number: u64,
        opening: &Opening,
        color: Color,
        title: &str,
    ) -> anyhow::Result<Game> {
        for (engine, entrant) in table.engines.iter_mut().zip(&self.entrants) {
            if engine.is_none() {
                match Engine::begin(entrant) {
                    Ok(new) => *engine = Some(new),
                    Err(why) => {
                        interrupt::check()?;
                        bail!("engine `{}`: {why}", entrant.name);
                    }
                }
            }
        }
        let mut play = Play::new(self, opening, color);
        let result = play.run(table)?;
        if result.fault.as_ref().is_some_and(|fault| *fault != Fault::Resigned) {
            table.engines[play.slot(!result.winner)] = None;
        }
        Ok(play.game(number, result, title))
    }
}

/// How a game came out.
struct Outcome {
    winner: Color,
    ending: Ending,
    score: Option<Score>,
    fault: Option<Fault>,
}

impl Outcome {
    fn of(position: &Position) -> Option<Outcome> {
        let score = final_score(position)?;
        Some(Outcome {
            winner: score.winner,
            ending: Ending::Played,
            score: Some(score),
            fault: None,
        })
    }
}

/// A game while it is played.
struct Play<'a> {
    rules: &'a Rules,
    opening: &'a Opening,
    /// The colour of the first engine.
    color: Color,
    moves: Vec<Move>,
    position: Position,
    clocks: [Duration; 2],
    remarks: Vec<String>,
    made: [u64; 2],
    spent: [Spent; 2],
    longest: [Duration; 2],
    ladder: Ladder<u128>,
}

impl<'a> Play<'a> {
    fn new(rules: &'a Rules, opening: &'a Opening, color: Color) -> Play<'a> {
        let spent = Spent { wall: Duration::ZERO, cpu: Some(Duration::ZERO) };
        let mut play = Play {
            rules,
            opening,
            color,
            moves: opening.moves.clone(),
            position: opening.position(),
            clocks: [Duration::ZERO; 2],
            remarks: Vec::new(),
            made: [0; 2],
            spent: [spent; 2],
            longest: [Duration::ZERO; 2],
            ladder: Ladder::new(Climb::NONE),
        };
        for color in Color::ALL {
            if let Pace::Clock { main, .. } = play.pace(color) {
                play.clocks[color as usize] = main;
            }
        }
        play
    }

    /// Which engine has a colour.
    fn slot(&self, color: Color) -> usize {
        usize::from(color != self.color)
    }

    fn pace(&self, color: Color) -> Pace {
        self.rules.pace.of(self.rules.entrants[self.slot(color)].time)
    }

    fn run(&mut self, table: &mut Table) -> anyhow::Result<Outcome> {
        for color in Color::ALL {
            if let Some(engine) = &mut table.engines[self.slot(color)]
                && let Err(fault) = engine.new_game(&self.opening.start)
            {
                if let Fault::Refused(why) = fault {
                    bail!("engine `{}`: {why}", self.rules.entrants[self.slot(color)].name);
                }
                return Ok(lost(color, fault));
            }
        }
        loop {
            interrupt::check()?;
            if let Some(outcome) = Outcome::of(&self.position) {
                return Ok(outcome);
            }
            if let Some(winner) = self.proved() {
                let ending = Ending::Adjudicated;
                return Ok(Outcome { winner, ending, score: None, fault: None });
            }
            let color = self.position.to_move();
            let slot = self.slot(color);
            let Some(engine) = &mut table.engines[slot] else {
                return Ok(lost(color, Fault::Crashed(String::new())));
            };
            if let Err(fault) = self.turn(engine) {
                // Nobody loses a game that Ctrl-C ended.
                interrupt::check()?;
                // What it took is no time of a move: nobody knows how long the move would have taken.
                if let Fault::Late(spent) = fault {
                    self.note_longest(slot, spent);
                }
                return Ok(lost(color, fault));
            }
        }
    }

    /// Who wins, if it is to be asked and bounds tell.
    fn proved(&mut self) -> Option<Color> {
        if !self.rules.adjudicate {
            return None;
        }
        self.ladder.winner(&self.position)
    }

    fn turn(&mut self, engine: &mut Engine) -> Result<(), Fault> {
        let color = self.position.to_move();
        let (slot, pace) = (self.slot(color), self.pace(color));
        let increments = Color::ALL.map(|color| match self.pace(color) {
            Pace::Clock { increment, .. } => increment,
            _ => Duration::ZERO,
        });
        let board = Board {
            start: &self.opening.start,
            moves: &self.moves,
            position: self.position,
            clocks: self.clocks,
            increments,
        };
        let answer = engine.choose(&board, pace, self.rules.count, self.rules.margin)?;
        let text = answer.text.trim();
        if ["(none)", "0000", "resign"].contains(&text) {
            return Err(Fault::Resigned);
        }
        let shown: String = text.chars().filter(|c| !c.is_control()).take(60).collect();
        let mv = Move::parse(text, self.position.size())
            .map_err(|_| Fault::Illegal(format!("`{shown}` is no move")))?;
        self.position =
            self.position.play(mv).map_err(|error| Fault::Illegal(error.to_string()))?;
        self.moves.push(mv);
        self.made[slot] += 1;
        self.count(slot, answer.spent);
        if let Pace::Clock { increment, .. } = pace {
            let clock = &mut self.clocks[color as usize];
            *clock = clock.saturating_sub(answer.spent.counted(self.rules.count)) + increment;
        }
        let seconds = answer.spent.wall.as_secs_f64();
        self.remarks.push(match answer.remark {
            Some(remark) => format!("{remark}, {seconds:.2} s"),
            None => format!("{seconds:.2} s"),
        });
        Ok(())
    }

    fn count(&mut self, slot: usize, spent: Spent) {
        let total = &mut self.spent[slot];
        total.wall += spent.wall;
        total.cpu = total.cpu.zip(spent.cpu).map(|(total, more)| total + more);
        self.note_longest(slot, spent);
    }

    fn note_longest(&mut self, slot: usize, spent: Spent) {
        self.longest[slot] = self.longest[slot].max(spent.counted(self.rules.count));
    }

    fn game(&self, number: u64, outcome: Outcome, title: &str) -> Game {
        let Outcome { winner, ending, score, fault } = &outcome;
        let reason = fault.as_ref().and_then(|fault| match fault {
            Fault::Illegal(why) | Fault::Refused(why) | Fault::Crashed(why) => {
                Some(why.clone()).filter(|it| !it.is_empty())
            }
            Fault::Late(spent) => {
                Some(format!("{:.3} s", spent.counted(self.rules.count).as_secs_f64()))
            }
            Fault::Unanswered => Some(format!("no answer within {} s", TO_BEGIN.as_secs())),
            Fault::Resigned => None,
        });
        let seconds = |time: Duration| time.as_secs_f64();
        let slot_color = [self.color, !self.color];
        Game {
            opening: number,
            color: self.color.letter(),
            won: *winner == self.color,
            ending: *ending,
            reason,
            margin: score.map(|score| score.moves),
            plies: self.moves.len(),
            moves: slot_color.map(|color| self.made[self.slot(color)]),
            wall_seconds: slot_color.map(|color| seconds(self.spent[self.slot(color)].wall)),
            cpu_seconds: slot_color.map(|color| self.spent[self.slot(color)].cpu.map(seconds)),
            longest: slot_color.map(|color| seconds(self.longest[self.slot(color)])),
            sgf: self.sgf(&outcome, title),
        }
    }

    /// The game as a line of SGF.
    fn sgf(&self, outcome: &Outcome, title: &str) -> String {
        let mut record = Record::new(self.opening.start);
        let name = |color: Color| self.rules.entrants[self.slot(color)].name.clone();
        let result = match (outcome.ending, outcome.score) {
            (Ending::Played, Some(score)) => score.moves.to_string(),
            (Ending::Played | Ending::Adjudicated, _) => String::new(),
            (Ending::Resigned, _) => "Resign".to_owned(),
            (Ending::Late, _) => "Time".to_owned(),
            (Ending::Illegal | Ending::Refused | Ending::Crashed, _) => "Forfeit".to_owned(),
        };
        let winner = outcome.winner.letter().to_ascii_uppercase();
        for (ident, value) in [
            ("GN", title.to_owned()),
            ("PB", name(Color::Black)),
            ("PW", name(Color::White)),
            ("RE", format!("{winner}+{result}")),
        ] {
            if let Ok(property) = Property::new(ident, vec![value]) {
                record.add_property(NodeId::ROOT, property);
            }
        }
        let known = self.opening.moves.len();
        let mut node = NodeId::ROOT;
        for (n, &mv) in self.moves.iter().enumerate() {
            let Ok(next) = record.add_move(node, mv) else { break };
            node = next;
            let remark = n.checked_sub(known).and_then(|n| self.remarks.get(n));
            let remark = remark.and_then(|it| Property::new("C", vec![it.clone()]).ok());
            if let Some(remark) = remark {
                record.add_property(node, remark);
            }
        }
        Format::Sgf.write(&record).unwrap_or_default().replace('\n', "")
    }
}

fn lost(color: Color, fault: Fault) -> Outcome {
    let ending = match fault {
        Fault::Illegal(_) => Ending::Illegal,
        Fault::Refused(_) => Ending::Refused,
        Fault::Crashed(_) => Ending::Crashed,
        Fault::Late(_) | Fault::Unanswered => Ending::Late,
        Fault::Resigned => Ending::Resigned,
    };
    Outcome { winner: !color, ending, score: None, fault: Some(fault) }
}
