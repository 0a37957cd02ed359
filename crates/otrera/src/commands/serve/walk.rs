//! `/api/proofs/ID/answer`: what a proof plays, and why that wins.

use std::time::{Duration, Instant};

use otrera_board::{Bits, Color, Move, Position};
use otrera_proof::{Fact, Guide, LeafLimits, Reasoner, Side, State};
use serde::{Deserialize, Serialize};

use super::proofs::Proof;
use super::refusal::Refusal;
use crate::input;
use crate::words::counted;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    position: String,
}

#[derive(Serialize)]
pub struct Answer {
    r#move: Option<String>,
    leads: bool,
    leaf: bool,
    reason: String,
}

/// Bytes for entries that were unpacked.
const MEMORY: usize = 16 << 20;

/// An answer takes no longer.
const PATIENCE: Duration = Duration::from_secs(2);

const NO_ANSWER: &str =
    "the proof has no answer that can be found in time; check it to see what is wrong with it";

pub fn answer(proof: &Proof, request: &Request) -> Result<Answer, Refusal> {
    let position = input::position_of_text(&request.position)?;
    let claim = proof.file.claim();
    if position.size() != claim.position.size() {
        return Err(Refusal::wrong(format!(
            "found a board of {}; the proof is about {}",
            position.size(),
            claim.position.size()
        )));
    }
    if position.to_move() != claim.winner && !position.is_over() {
        return Err(Refusal::wrong(format!(
            "{} is to move; expected a position in which {} is, who wins",
            position.to_move(),
            claim.winner
        )));
    }
    match position.narrow() {
        Some(position) => find(proof, &position),
        None => find(proof, &position),
    }
}

fn find<B: Bits>(proof: &Proof, position: &Position<B>) -> Result<Answer, Refusal> {
    let winner = proof.file.claim().winner;
    if position.is_over() {
        let (over, won) = (position.to_move(), !position.to_move());
        let reason = format!("{over} has no move: {won} has won.");
        return Ok(Answer { r#move: None, leads: won == winner, leaf: true, reason });
    }
    if let Some((mv, reason)) = fact(position, winner, proof.file.claim().limits) {
        let mv = Some(mv.text(position.size()));
        return Ok(Answer { r#move: mv, leads: true, leaf: true, reason });
    }
    let guide = Guide::<B>::new(&proof.file, MEMORY).ok_or_else(Refusal::failed)?;
    let answered = guide.until(Instant::now() + PATIENCE).answer(position);
    let Some(mv) = answered.map_err(|_| Refusal::wrong(NO_ANSWER))? else {
        let reason = "The proof does not lead here: it has an answer to every move of the loser, not of the winner.";
        return Ok(Answer { r#move: None, leads: false, leaf: false, reason: reason.to_owned() });
    };
    let reason = led(position, mv, winner);
    Ok(Answer { r#move: Some(mv.text(position.size())), leads: true, leaf: false, reason })
}

/// A move after which a fact decides, and the fact in words, if the position is such a leaf.
fn fact<B: Bits>(
    position: &Position<B>,
    winner: Color,
    limits: LeafLimits,
) -> Option<(Move, String)> {
    let mut reasoner = Reasoner::new(position.geometry(), limits);
    let before = State::of(position, winner);
    let reduced = reasoner.reduced(&before);
    reasoner.wins_first(&reduced)?;
    position.moves().find_map(|mv| {
        let after = before.after(Side::Winner, Some(mv))?;
        let after = reasoner.reduced(&after);
        let (_, fact) = reasoner.wins_second(&after)?;
        Some((mv, in_words(&after, fact, winner)))
    })
}

/// Why the winner wins, with the loser to move.
fn in_words<B: Bits>(state: &State<B>, fact: Fact, winner: Color) -> String {
    let loser = !winner;
    let ground = ground(state);
    let left = match ground.count() {
        0 => format!("{loser} has no square left to contest"),
        count => format!(
            "{loser} reaches only {} outside of closed areas, so {} at most are left to {loser} there",
            counted(count.into(), "empty square"),
            counted(count.into(), "move")
        ),
    };
    let free = match state.free() {
        0 => "closed areas give both the same number of moves".to_owned(),
        more if more > 0 => {
            format!(
                "closed areas give {winner} {} more",
                counted(more.unsigned_abs().into(), "move")
            )
        }
        less => format!(
            "closed areas give {loser} {} more",
            counted(less.unsigned_abs().into(), "move")
        ),
    };
    let sure = match fact {
        Fact::Counting => "that is enough".to_owned(),
        Fact::Plodding => {
            format!(
                "{winner} walks over squares that {loser} cannot reach, burning each behind, and that is enough"
            )
        }
        Fact::Answers => {
            format!(
                "{winner} has a step in reply to each of {loser}'s moves there, and that is enough"
            )
        }
    };
    format!("Counting decides: {left}; {free}; {sure}. {winner} has the last move.")
}

/// The empty squares that the loser reaches as long as the winner's amazons stand.
fn ground<B: Bits>(state: &State<B>) -> B {
    let (geometry, empty) = (state.geometry(), state.empty());
    let mut reached = state.amazons(Side::Loser);
    loop {
        let more = reached | geometry.spread(reached) & empty;
        if more == reached {
            return reached & empty;
        }
        reached = more;
    }
}

/// What is said where the proof goes on.
fn led<B: Bits>(position: &Position<B>, mv: Move, winner: Color) -> String {
    let loser = !winner;
    let replies = position.play(mv).map_or(0, |after| after.count_moves());
    match replies {
        0 => format!("{loser} has no move left: {winner} has won."),
        1 => format!("The proof has an answer to {loser}'s only reply."),
        _ => format!("The proof has an answer to each of {loser}'s {replies} replies."),
    }
}
