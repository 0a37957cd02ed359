//! A sum in pieces, and what is known of it from what is known of them.

use otrera_area::thresholds;
use otrera_board::Bits;
use otrera_cgt::{
    Bound, Bounds, Dyadic, Exhausted, Form, Forms, Outcome, Player, TempoBounds, TempoSum,
};

use super::pieces::{Game, Piece};

/// How often a piece is counted in sums that know who moves first.
const MOST_COUNTED: u64 = 64;

/// Where integers that know who moves first are not worth the trouble.
const LARGEST_TEMPO: i64 = 1 << 28;

/// So many copies of a form are searched as they are; more are added up first.
const MOST_COPIES: u64 = 16;

impl<B: Bits> Piece<B> {
    /// The bounds of one of it.
    fn bounds(&self, forms: &mut Forms) -> Option<Bounds> {
        let exact = self.form.map(|form| forms.bounds(form));
        match (&self.game, exact) {
            (Game::Area(_, judgement), Some(exact)) => Some(exact.and(judgement.bounds)),
            (Game::Area(_, judgement), None) => Some(judgement.bounds),
            (Game::Written(_), exact) => exact,
        }
    }

    /// The same as integers that know who moves first.
    fn tempo(&self, forms: &mut Forms) -> Option<TempoBounds> {
        let exact = self.form.map(|form| thresholds(&forms.thermograph(form)));
        match (&self.game, exact) {
            (Game::Area(_, judgement), Some(exact)) => Some(exact.and(judgement.tempo)),
            (Game::Area(_, judgement), None) => Some(judgement.tempo),
            (Game::Written(_), exact) => exact,
        }
    }
}

/// The bounds of a sum, if all of its pieces have any.
pub fn bounds<B: Bits>(pieces: &[Piece<B>], forms: &mut Forms) -> Option<Bounds> {
    let mut sum = Bounds::exactly(0);
    for piece in pieces {
        let one = piece.bounds(forms)?;
        let one = if piece.times < 0 { -one } else { one };
        let all = repeated(piece.times, one, Bounds::exactly(0), Bounds::checked_add)?;
        sum = sum.checked_add(all)?;
    }
    // Single moves in different pieces add up to more than the bounds of each.
    Some(match tempo(pieces, forms) {
        Some(tempo) => {
            let [lower, upper] = [tempo.lower(), tempo.upper()].map(i64::from);
            sum.and(Bounds::new(Bound::plain(lower), Bound::plain(upper)))
        }
        None => sum,
    })
}

/// Integers that know who moves first, for the sum.
fn tempo<B: Bits>(pieces: &[Piece<B>], forms: &mut Forms) -> Option<TempoBounds> {
    let mut sum = TempoSum::default();
    let mut largest = 0;
    for piece in pieces {
        let one = piece.tempo(forms)?;
        let times = piece.times.unsigned_abs();
        let size = i64::from(one.lower().abs().max(one.upper().abs())) + 1;
        largest += size * times.min(MOST_COUNTED) as i64;
        if times > MOST_COUNTED || largest > LARGEST_TEMPO {
            return None;
        }
        (0..times).for_each(|_| sum.add(if piece.times < 0 { -one } else { one }));
    }
    Some(sum.total())
}

/// Who wins if Left begins, and if Right does, as far as bounds tell.
pub fn winners<B: Bits>(pieces: &[Piece<B>], forms: &mut Forms) -> [Option<Player>; 2] {
    let (bounds, tempo) = (bounds(pieces, forms), tempo(pieces, forms));
    Player::BOTH.map(|first| {
        let by_tempo = tempo.and_then(|tempo| tempo.winner(first));
        by_tempo.or_else(|| bounds.and_then(|bounds| bounds.winner(first)))
    })
}

/// The outcomes that winners leave open.
pub fn outcomes(winners: [Option<Player>; 2]) -> Vec<Outcome> {
    let all = [Outcome::Left, Outcome::Right, Outcome::Next, Outcome::Previous];
    let fits = |outcome: &Outcome| {
        Player::BOTH
            .iter()
            .zip(winners)
            .all(|(&first, winner)| winner.is_none_or(|winner| outcome.winner(first) == winner))
    };
    all.into_iter().filter(fits).collect()
}

/// The mean of a sum of forms.
pub fn mean<B: Bits>(pieces: &[Piece<B>], forms: &mut Forms) -> Option<Dyadic> {
    pieces.iter().try_fold(Dyadic::ZERO, |sum, piece| {
        let one = forms.thermograph(piece.form?).mean();
        let one = if piece.times < 0 { -one } else { one };
        sum.checked_add(repeated(piece.times, one, Dyadic::ZERO, Dyadic::checked_add)?)
    })
}

/// The forms of all pieces with their copies, if they are known; the error is that some cannot be made.
pub fn forms_of<B: Bits>(
    pieces: &[Piece<B>],
    forms: &mut Forms,
) -> Result<Option<Vec<Form>>, Exhausted> {
    let mut all = Vec::new();
    for piece in pieces {
        let Some(form) = piece.form else { return Ok(None) };
        match piece.times.unsigned_abs() {
            copies @ 0..=MOST_COPIES => {
                let one = if piece.times < 0 { forms.negative(form) } else { form };
                all.extend((0..copies).map(|_| one));
            }
            _ => all.push(forms.multiple(form, piece.times)?),
        }
    }
    Ok(Some(all))
}

/// A summand that is there so many times, by doubling.
fn repeated<T: Copy>(times: i64, one: T, nothing: T, add: impl Fn(T, T) -> Option<T>) -> Option<T> {
    let (mut sum, mut power, mut left) = (nothing, one, times.unsigned_abs());
    while left > 0 {
        if left & 1 == 1 {
            sum = add(sum, power)?;
        }
        left >>= 1;
        if left > 0 {
            power = add(power, power)?;
        }
    }
    Some(sum)
}
