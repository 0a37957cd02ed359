//! `otrera proof browse`: play against a proof.

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use otrera_board::{Bits, Color, Move, Position};
use otrera_proof::{Guide, ProofFile};

use super::open;
use crate::draw::terminal;
use crate::output::print_text;
use crate::prompt;
use crate::width;

#[derive(Args, Debug)]
pub struct ProofBrowseArgs {
    /// The proof file
    pub file: PathBuf,
}

/// Bytes for entries.
const MEMORY: usize = 256 << 20;

const HELP: &str = "\
Type a move for the loser, such as B1-B4xD4; or
  moves   list them
  undo    take back the last reply and its answer
  show    draw the board again
  quit    leave
";

pub fn run(args: &ProofBrowseArgs) -> anyhow::Result<()> {
    let proof = open(&args.file)?;
    match proof.claim().position.narrow() {
        Some(position) => browse(&proof, position),
        None => browse(&proof, proof.claim().position),
    }
}

fn browse<B: Bits>(proof: &ProofFile, root: Position<B>) -> anyhow::Result<()> {
    let winner = proof.claim().winner;
    let mut guide = Guide::<B>::new(proof, MEMORY).expect("the word of its position");
    let mut game = Game { positions: vec![root], last: None };
    print_text(&format!("{winner} is claimed to win. {HELP}"))?;
    answer(&mut guide, &mut game, winner)?;
    print_text(&game)?;
    while !game.now().is_over() {
        let Some(line) = prompt::next_line(game.now().to_move())? else { return Ok(()) };
        match line.as_str() {
            "" => {}
            "quit" => return Ok(()),
            "help" => print_text(&HELP)?,
            "show" => print_text(&game)?,
            "undo" => match game.undo(winner) {
                true => print_text(&game)?,
                false => print_text(&"Nothing to take back: no reply has been played yet.\n")?,
            },
            "moves" => {
                let size = root.size();
                let moves: Vec<String> = game.now().moves().map(|mv| mv.text(size)).collect();
                print_text(&in_columns(&moves, width::columns()))?;
            }
            text => {
                let reply = Move::parse(text, root.size())
                    .map_err(anyhow::Error::from)
                    .and_then(|mv| Ok((mv, game.now().play(mv)?)));
                match reply {
                    Err(error) => print_text(&format!("{error:#}\n"))?,
                    Ok((mv, after)) => {
                        game.positions.push(after);
                        game.last = Some(mv);
                        answer(&mut guide, &mut game, winner)?;
                        print_text(&game)?;
                    }
                }
            }
        }
    }
    print_text(&format!("{} cannot move: {winner} wins.\n", game.now().to_move()))
}

/// Lets the winner move, if it is his turn.
fn answer<B: Bits>(
    guide: &mut Guide<'_, B>,
    game: &mut Game<B>,
    winner: Color,
) -> anyhow::Result<()> {
    if game.now().to_move() != winner {
        return Ok(());
    }
    match guide.answer(game.now())? {
        Some(mv) => {
            print_text(&format!("{winner} plays {}\n", mv.text(game.now().size())))?;
            let after = game.now().play(mv)?;
            game.positions.push(after);
            game.last = Some(mv);
            Ok(())
        }
        None => anyhow::bail!(
            "the proof has no answer to {}; run `otrera check` to see what is wrong with it",
            game.now()
        ),
    }
}

/// What was played.
struct Game<B: 'static> {
    positions: Vec<Position<B>>,
    last: Option<Move>,
}

impl<B: Bits> Game<B> {
    fn now(&self) -> &Position<B> {
        self.positions.last().expect("a game has a first position")
    }

    /// Goes back to where the loser was last to move, if he has moved at all.
    fn undo(&mut self, winner: Color) -> bool {
        let before = self.positions[..self.positions.len() - 1]
            .iter()
            .rposition(|position| position.to_move() != winner);
        if let Some(before) = before {
            self.positions.truncate(before + 1);
            self.last = None;
        }
        before.is_some()
    }
}

/// Words below each other, line by line, as many on each as fit.
fn in_columns(words: &[String], columns: usize) -> String {
    let cell = words.iter().map(String::len).max().unwrap_or(0) + 2;
    // The last on a line needs no space behind it.
    let on_a_line = ((columns + 2) / cell).max(1);
    let line = |words: &[String]| {
        let padded: String = words.iter().map(|word| format!("{word:cell$}")).collect();
        format!("{}\n", padded.trim_end())
    };
    words.chunks(on_a_line).map(line).collect()
}

impl<B: Bits> fmt::Display for Game<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        terminal::draw(f, &self.now().widen(), self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::in_columns;

    #[test]
    fn words_fill_the_width_and_no_more() {
        let words = ["a", "bbb", "cc", "ddd", "e"].map(str::to_owned);
        assert_eq!(in_columns(&words, 13), "a    bbb  cc\nddd  e\n");
        assert_eq!(in_columns(&words, 12), "a    bbb\ncc   ddd\ne\n");
        assert_eq!(in_columns(&words, 1), "a\nbbb\ncc\nddd\ne\n");
        assert_eq!(in_columns(&[], 80), "");
    }
}
