//! Who wins a sum of forms, without the form of the sum.
//!
//! The canonical form of a sum can be enormous where the winner is plain. This is a
//! search over the terms' own options, cut short by what is known of each term: its
//! stops and the integers around it.

use rustc_hash::FxHashMap;

use crate::dyadic::Dyadic;
use crate::forms::{Form, Forms};
use crate::game::Player;
use crate::limit::{Exhausted, Limit};
use crate::thermograph::Outcome;

/// How many terms a sum may have, so that their numbers add up without overflow, and how deep they may be
/// together: the search goes as deep.
const MOST_TERMS: usize = 256;
const DEEPEST: usize = 2000;

/// Finds who wins sums of forms, and remembers what it found.
///
/// ```
/// use otrera_cgt::{Forms, Outcome, SumSearch};
///
/// let mut forms = Forms::new();
/// let [two, zero, minus_three] = [2, 0, -3].map(|n| forms.integer(n));
/// let small = forms.game(vec![zero], vec![minus_three])?;
/// let large = forms.game(vec![two], vec![minus_three])?;
/// // Left begins in the larger one, Right in the smaller.
/// let outcome = SumSearch::new().outcome(&mut forms, &[small, large])?;
/// assert_eq!(outcome, Outcome::Right);
/// # Ok::<(), otrera_cgt::Exhausted>(())
/// ```
#[derive(Debug, Default)]
pub struct SumSearch {
    /// Does Left win, with this player to move?
    known: FxHashMap<(Dyadic, Vec<Form>, Player), bool>,
    limit: Limit,
}

impl SumSearch {
    /// A search that knows nothing yet.
    pub fn new() -> SumSearch {
        SumSearch::default()
    }

    /// From now on, fail when this is used up.
    pub fn set_limit(&mut self, limit: Limit) {
        self.limit = limit;
    }

    /// How many sums were searched.
    pub fn searched(&self) -> usize {
        self.known.len()
    }

    /// Who wins the sum of these forms.
    pub fn outcome(&mut self, forms: &mut Forms, terms: &[Form]) -> Result<Outcome, Exhausted> {
        let depth = terms.iter().map(|&term| usize::from(forms.depth(term))).sum::<usize>();
        if terms.len() > MOST_TERMS || depth > DEEPEST {
            return Err(Exhausted::Size);
        }
        let mut left_wins = |first| self.left_wins(forms, Dyadic::ZERO, terms.to_vec(), first);
        Ok(match (left_wins(Player::Left)?, left_wins(Player::Right)?) {
            (true, true) => Outcome::Left,
            (false, false) => Outcome::Right,
            (true, false) => Outcome::Next,
            (false, true) => Outcome::Previous,
        })
    }

    fn left_wins(
        &mut self,
        forms: &mut Forms,
        number: Dyadic,
        terms: Vec<Form>,
        first: Player,
    ) -> Result<bool, Exhausted> {
        let (number, mut terms) = settle(forms, number, terms);
        if let Some(winner) = at_a_glance(forms, number, &terms, first) {
            return Ok(winner == Player::Left);
        }
        terms.sort_unstable();
        let key = (number, terms, first);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        self.limit.check(forms.bytes() + self.known.len() * 100)?;
        let terms = &key.1;
        // The hottest term first: there a move is worth most.
        let heat = |form: Form| forms.left_stop(form) - forms.right_stop(form);
        let mut order: Vec<(Dyadic, usize)> =
            terms.iter().enumerate().map(|(n, &form)| (heat(form), n)).collect();
        order.sort_unstable_by(|a, b| b.cmp(a));
        let mut mover_wins = false;
        // No move in the number: while another term is left, there is a better one.
        'search: for (_, n) in order {
            for option in forms.sorted_options(terms[n], first) {
                let mut next = terms.clone();
                next[n] = option;
                let left = self.left_wins(forms, number, next, !first)?;
                if left == (first == Player::Left) {
                    mover_wins = true;
                    break 'search;
                }
            }
        }
        let left = mover_wins == (first == Player::Left);
        self.known.insert(key, left);
        Ok(left)
    }
}

/// Adds numbers up and cancels games with their negatives.
fn settle(forms: &mut Forms, mut number: Dyadic, terms: Vec<Form>) -> (Dyadic, Vec<Form>) {
    let mut kept: Vec<Form> = Vec::with_capacity(terms.len());
    for form in terms {
        if let Some(value) = forms.as_number(form) {
            number = number + value;
            continue;
        }
        let negative = forms.negative(form);
        match kept.iter().position(|&other| other == negative) {
            Some(place) => {
                kept.swap_remove(place);
            }
            None => kept.push(form),
        }
    }
    (number, kept)
}

/// The winner, where no search is needed.
///
/// Sound, for Left (Right's rules mirror them): each term is at least its floor, an
/// integer, and exceeds every number below its right stop. So the sum of floors and
/// number being ≥ 0 wins when Right begins, being > 0 wins always, and the sum of
/// right stops being > 0 wins always. When Left begins, he may move in one term: its
/// left stop then takes the place of its right stop, and the best floor among its
/// options that of its floor, with Right to move.
fn at_a_glance(forms: &mut Forms, number: Dyadic, terms: &[Form], first: Player) -> Option<Player> {
    if terms.is_empty() {
        return Some(match number.cmp(&Dyadic::ZERO) {
            std::cmp::Ordering::Greater => Player::Left,
            std::cmp::Ordering::Less => Player::Right,
            std::cmp::Ordering::Equal => !first,
        });
    }
    let zero = Dyadic::ZERO;
    let (mut floors, mut ceilings, mut left_stops, mut right_stops) =
        (number, number, number, number);
    for &form in terms {
        let (floor, ceiling) = forms.integer_bounds(form);
        floors = floors + floor.into();
        ceilings = ceilings + ceiling.into();
        left_stops = left_stops + forms.left_stop(form);
        right_stops = right_stops + forms.right_stop(form);
    }
    if floors > zero || right_stops > zero || first == Player::Right && floors >= zero {
        return Some(Player::Left);
    }
    if ceilings < zero || left_stops < zero || first == Player::Left && ceilings <= zero {
        return Some(Player::Right);
    }
    for &form in terms {
        let (floor, ceiling) = forms.integer_bounds(form);
        let gain = forms.left_stop(form) - forms.right_stop(form);
        // The floor of the best left option is ceiling - 1, and so on: see `Extent`.
        let after_move = match first {
            Player::Left => {
                right_stops + gain > zero || floors - floor.into() + (ceiling - 1).into() >= zero
            }
            Player::Right => {
                left_stops - gain < zero || ceilings - ceiling.into() + (floor + 1).into() <= zero
            }
        };
        if after_move {
            return Some(first);
        }
    }
    None
}
