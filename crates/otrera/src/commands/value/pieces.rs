//! The pieces of a sum: areas of its positions, and games that are written down.

use std::collections::HashMap;

use otrera_area::{Area, Climb, Judgement, Ladder, areas};
use otrera_board::{Bits, Position};
use otrera_cgt::expression::Expression;
use otrera_cgt::{Exhausted, Form, Game as _, Limit, Valuer};

use super::question::{Question, What};

/// Active areas with more empty squares than this are out of reach of canonical forms.
pub const REACH: u32 = 20;

/// Moves in areas of up to so many empty squares are often found in no time.
const NEAR: u32 = 12;

/// A summand that is looked at by itself, so many times.
pub struct Piece<B: 'static> {
    /// The number of its term, from 1.
    pub term: usize,
    pub times: i64,
    pub game: Game<B>,
    /// Its canonical form, once it is found.
    pub form: Option<Form>,
}

pub enum Game<B: 'static> {
    /// An area of a position, and what the ladder says of it.
    Area(Area<B>, Judgement),
    /// A game that is written down.
    Written(Expression),
}

/// The pieces of a question, their bounds not yet found.
pub fn of<B: Bits>(question: &Question, fit: &impl Fn(&Position) -> Position<B>) -> Vec<Piece<B>> {
    let mut pieces = Vec::new();
    let mut judge = judge(Climb::NONE);
    for (n, term) in question.terms.iter().enumerate() {
        let (term, times, what) = (n + 1, term.times, &term.what);
        match what {
            What::Game { expression, .. } => {
                let game = Game::Written(expression.clone());
                pieces.push(Piece { term, times, game, form: None });
            }
            What::Position(position) => {
                pieces.extend(areas(&fit(position)).into_iter().map(|area| {
                    let game = Game::Area(area, judge(&area));
                    Piece { term, times, game, form: None }
                }))
            }
        }
    }
    pieces
}

/// A ladder that climbs once for each area, however often it is there.
fn judge<B: Bits>(effort: Climb) -> impl FnMut(&Area<B>) -> Judgement {
    let mut ladder = Ladder::new(effort);
    let mut known = HashMap::new();
    move |area| *known.entry(*area).or_insert_with(|| ladder.judge(area))
}

/// Drops areas that are there as often as their negatives, if they are not so small that their moves
/// may be listed. (An area and its representative are the same game, up to the players' names.)
/// Says whether there were any.
pub fn cancel<B: Bits>(pieces: &mut Vec<Piece<B>>) -> bool {
    let key = |piece: &Piece<B>| match &piece.game {
        Game::Area(area, _) if area.empty().count() > NEAR => Some(area.canonical()),
        _ => None,
    };
    let mut net: HashMap<Area<B>, i64> = HashMap::new();
    for piece in pieces.iter() {
        if let Some((area, negated)) = key(piece) {
            *net.entry(area).or_default() += if negated { -piece.times } else { piece.times };
        }
    }
    let all = pieces.len();
    pieces.retain(|piece| key(piece).is_none_or(|(area, _)| net.get(&area) != Some(&0)));
    pieces.len() < all
}

/// Climbs the ladder for each area, as far as this and as long as there is time.
pub fn climb<B: Bits>(pieces: &mut [Piece<B>], effort: Climb, limit: Limit) {
    let mut judge = judge(effort);
    for piece in pieces {
        if let Game::Area(area, judgement) = &mut piece.game
            && limit.check(0).is_ok()
        {
            let better = judge(area);
            judgement.tempo = judgement.tempo.and(better.tempo);
            judgement.bounds = judgement.bounds.and(better.bounds);
        }
    }
}

/// Which games to value first.
pub fn difficulty<B: Bits>(game: &Game<B>) -> u32 {
    match game {
        Game::Written(_) => 0,
        Game::Area(_, judgement) if judgement.bounds.is_exact() => 0,
        Game::Area(area, _) => {
            area.empty().count() + 3 * (area.squares().count() - area.empty().count())
        }
    }
}

/// The empty squares of the largest area without a form that nobody tried to value.
pub fn out_of_reach<B: Bits>(
    pieces: &[Piece<B>],
    quoted: &HashMap<&str, Vec<Area<B>>>,
) -> Option<u32> {
    let unknown = pieces.iter().filter(|piece| piece.form.is_none());
    let sizes = unknown.flat_map(|piece| match &piece.game {
        Game::Area(area, _) => vec![area.empty().count()],
        Game::Written(_) => quoted.values().flatten().map(|area| area.empty().count()).collect(),
    });
    sizes.filter(|&size| size > REACH).max()
}

/// The form of an area, unless it cannot be found in any time worth waiting for.
pub fn area_form<B: Bits>(valuer: &mut Valuer<Area<B>>, area: &Area<B>) -> Result<Form, Exhausted> {
    match area.empty().count() > REACH && area.integer().is_none() {
        true => Err(Exhausted::Size),
        false => valuer.form(area),
    }
}
