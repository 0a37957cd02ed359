//! What happens to a ledger, one line of text each.
//!
//! ```text
//! expand ROWS SIDE VALUE …                      a leaf was expanded; what follows, in the order of keys
//! job ROWS SIDE w JOBS EXPANSIONS MS            jobs on a leaf have found that White wins
//! job ROWS SIDE open JOBS EXPANSIONS MS P D     … or have left it open, with these costs
//! ```
//!
//! A value is `=` (met before), `b` or `w` (settled), `P/D` (open, with these costs), or in exports `.` (open,
//! costs left out).

use otrera_board::{Color, Position, Size};

use crate::ledger::Ledger;
use crate::record::{Id, Misfit, Value, Work};
use crate::successors::Key;
use crate::tree::{self, Costs};

/// Something that happens to a ledger.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Event {
    Expand(Key, Vec<Seen>),
    Job(Key, Work),
}

/// A value that may leave costs out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Seen {
    Value(Value),
    /// Open; costs are to be guessed again.
    Open,
}

impl Event {
    /// The line.
    pub fn text(&self, size: Size) -> String {
        match self {
            Event::Expand(key, values) => {
                let mut line = format!("expand {}", key.text(size));
                for value in values {
                    line.push(' ');
                    line.push_str(&value.text());
                }
                line
            }
            Event::Job(key, Work { found, jobs, expansions, milliseconds }) => {
                let found = match found {
                    Ok(winner) => (winner.letter().to_string(), String::new()),
                    Err(Costs { proof, disproof }) => {
                        let [proof, disproof] = [*proof, *disproof].map(tree::text);
                        ("open".to_owned(), format!(" {proof} {disproof}"))
                    }
                };
                let (found, costs) = found;
                format!("job {} {found} {jobs} {expansions} {milliseconds}{costs}", key.text(size))
            }
        }
    }

    /// Reads a line.
    pub fn parse(line: &str, size: Size) -> Result<Event, String> {
        let mut words = line.split(' ');
        let kind = words.next().unwrap_or_default();
        let rows = words.next().ok_or("the position is missing")?;
        let side = words.next().ok_or("the side to move is missing")?;
        let position = format!("{rows} {side}");
        let key = Key::parse(&position, size).map_err(|why| format!("{position}: {why}"))?;
        match kind {
            "expand" => {
                let values: Result<Vec<Seen>, String> = words.map(Seen::parse).collect();
                Ok(Event::Expand(key, values?))
            }
            "job" => {
                let words: Vec<&str> = words.collect();
                Work::parse(&words).map(|work| Event::Job(key, work))
            }
            other => Err(format!("found `{other}`; expected `expand` or `job`")),
        }
    }

    /// Puts guesses where costs were left out.
    pub fn fill(
        &mut self,
        ledger: &Ledger,
        guess: &mut dyn FnMut(&Position<u64>) -> Costs,
    ) -> Result<(), String> {
        let id = self.place(ledger)?;
        let Event::Expand(_, values) = self else { return Ok(()) };
        if values.contains(&Seen::Open) {
            for (seen, next) in values.iter_mut().zip(ledger.successors(id)) {
                if *seen == Seen::Open {
                    *seen = Seen::Value(Value::Open(guess(&next.position)));
                }
            }
        }
        Ok(())
    }

    /// Lets it happen.
    pub fn apply(&self, ledger: &mut Ledger) -> Result<(), String> {
        let id = self.place(ledger)?;
        let done = match self {
            Event::Job(_, work) => ledger.work(id, *work),
            Event::Expand(_, seen) => {
                let value = |seen: &Seen| match seen {
                    Seen::Value(value) => Ok(*value),
                    Seen::Open => Err("found `.`; expected costs"),
                };
                let values: Result<Vec<Value>, &str> = seen.iter().map(value).collect();
                ledger.expand(id, &values?)
            }
        };
        done.map_err(|misfit| misfit.to_string())
    }

    /// The position that it happens to.
    fn place(&self, ledger: &Ledger) -> Result<Id, String> {
        let (Event::Expand(key, _) | Event::Job(key, _)) = self;
        let unknown = || Misfit::Unknown(key.text(ledger.size())).to_string();
        ledger.find(key).ok_or_else(unknown)
    }
}

impl Seen {
    fn text(&self) -> String {
        match self {
            Seen::Value(Value::Met) => "=".to_owned(),
            Seen::Value(Value::Settled(winner)) => winner.letter().to_string(),
            Seen::Value(Value::Open(Costs { proof, disproof })) => {
                format!("{}/{}", tree::text(*proof), tree::text(*disproof))
            }
            Seen::Open => ".".to_owned(),
        }
    }

    fn parse(word: &str) -> Result<Seen, String> {
        Ok(match word {
            "=" => Seen::Value(Value::Met),
            "." => Seen::Open,
            _ => {
                if let Some(winner) = winner(word) {
                    return Ok(Seen::Value(Value::Settled(winner)));
                }
                let wrong = || format!("found `{word}`; expected `=`, `b`, `w` or costs");
                let (proof, disproof) = word.split_once('/').ok_or_else(wrong)?;
                Seen::Value(Value::Open(costs(proof, disproof).ok_or_else(wrong)?))
            }
        })
    }
}

impl Work {
    fn parse(words: &[&str]) -> Result<Work, String> {
        let wrong =
            || "expected a winner or `open`, jobs, expansions, milliseconds and costs".to_owned();
        let &[found, jobs, expansions, milliseconds, ref rest @ ..] = words else {
            return Err(wrong());
        };
        let found = match (winner(found), rest) {
            (Some(winner), []) => Ok(winner),
            (None, &[proof, disproof]) if found == "open" => {
                Err(costs(proof, disproof).ok_or_else(wrong)?)
            }
            _ => return Err(wrong()),
        };
        // Whoever has computed for all of history has not come so far: sums stay within 64 bits.
        let number = |word: &str| word.parse().ok().filter(|&n: &u64| n >> 40 == 0);
        let numbers = [jobs, expansions, milliseconds].map(number);
        let [Some(jobs), Some(expansions), Some(milliseconds)] = numbers else {
            return Err(wrong());
        };
        Ok(Work { found, jobs, expansions, milliseconds })
    }
}

fn winner(word: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| word.len() == 1 && word.starts_with(color.letter()))
}

/// Costs of something open, as they are written and not otherwise.
fn costs(proof: &str, disproof: &str) -> Option<Costs> {
    let costs = Costs::open(proof.parse().ok()?, disproof.parse().ok()?);
    let same = tree::text(costs.proof) == proof && tree::text(costs.disproof) == disproof;
    same.then_some(costs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size() -> Size {
        Size::new(3, 2).unwrap()
    }

    #[test]
    fn lines_are_read_as_they_are_written() {
        let lines = [
            "expand ..w/b.. w",
            "expand ..w/b.. w = b w 3.14e2/1.00e0 .",
            "job ..w/b.. w w 3 12345 678",
            "job ..w/b.. w open 1 2000 99 1.50e3 2.00e0",
        ];
        for line in lines {
            assert_eq!(Event::parse(line, size()).unwrap().text(size()), line);
        }
    }

    #[test]
    fn what_is_no_line_says_why() {
        let wrong = [
            ("", "the position is missing"),
            ("job ..w/b..", "the side to move is missing"),
            ("job b../..w w w 1 2 3", "expected the same position as ..w/b.. w"),
            ("job b..w/.... w w 1 2 3", "it is not on the 3x2 board"),
            ("play ..w/b.. w", "found `play`; expected `expand` or `job`"),
            ("expand ..w/b.. w x", "found `x`; expected `=`, `b`, `w` or costs"),
            ("expand ..w/b.. w 1/2", "found `1/2`; expected"),
            ("expand ..w/b.. w 0.00e0/1.00e0", "found `0.00e0/1.00e0`; expected"),
            ("job ..w/b.. w w 1 2", "expected a winner or `open`"),
            ("job ..w/b.. w w 1 2 99999999999999", "expected a winner or `open`"),
            ("job ..w/b.. w nobody 1 2 3", "expected a winner or `open`"),
        ];
        for (line, why) in wrong {
            let told = Event::parse(line, size()).unwrap_err();
            assert!(told.contains(why), "{line}: {told}");
        }
    }
}
