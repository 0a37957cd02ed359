//! Canonical forms of positions.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rustc_hash::FxHashMap;

use crate::forms::{Form, Forms};
use crate::game::{COMMON, Game, Player, Sum};
use crate::limit::{Exhausted, Limit};

/// Finds the canonical forms of positions and remembers them all: what was computed
/// for one position serves every later one.
///
/// ```
/// use otrera_cgt::{Game, Player, Sum, Valuer};
///
/// /// A heap of coins: either player may take one or two.
/// #[derive(Clone, PartialEq, Eq, Hash)]
/// struct Heap(u32);
///
/// impl Game for Heap {
///     fn options(&self, _: Player) -> Vec<Sum<Heap>> {
///         (1..=2).filter_map(|taken| Some(Heap(self.0.checked_sub(taken)?).into())).collect()
///     }
/// }
///
/// let mut valuer = Valuer::new();
/// let [three, four] = [3, 4].map(|coins| valuer.form(&Heap(coins)));
/// assert_eq!(valuer.forms.text(three?), "0");
/// assert_eq!(valuer.forms.text(four?), "*");
/// # Ok::<(), otrera_cgt::Exhausted>(())
/// ```
#[derive(Debug)]
pub struct Valuer<G> {
    /// The forms found.
    pub forms: Forms,
    /// Positions as they came.
    seen: FxHashMap<G, Form>,
    /// Their representatives ([`Game::canonical`]).
    canonical: FxHashMap<G, Form>,
    limit: Limit,
    progress: Arc<AtomicUsize>,
}

impl<G: Game> Default for Valuer<G> {
    fn default() -> Valuer<G> {
        Valuer {
            forms: Forms::new(),
            seen: FxHashMap::default(),
            canonical: FxHashMap::default(),
            limit: Limit::default(),
            progress: Arc::default(),
        }
    }
}

impl<G: Game> Valuer<G> {
    /// A valuer that knows nothing yet.
    pub fn new() -> Valuer<G> {
        Valuer::default()
    }

    /// From now on, fail when this is used up. What was found stays.
    pub fn set_limit(&mut self, limit: Limit) {
        self.limit = limit;
        self.forms.set_limit(limit);
    }

    /// How many different positions were computed, as a counter that others can watch.
    pub fn progress(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.progress)
    }

    /// How many different positions were computed, symmetric ones counted once.
    pub fn positions(&self) -> usize {
        self.canonical.len()
    }

    /// How many bytes this holds, roughly.
    pub fn bytes(&self) -> usize {
        let entry = std::mem::size_of::<G>() + 8;
        self.forms.bytes() + (self.seen.len() + self.canonical.len()) * 2 * entry
    }

    /// The canonical form of a position, if it was found before.
    pub fn known(&self, game: &G) -> Option<Form> {
        self.seen.get(game).copied()
    }

    /// The canonical form of a position.
    pub fn form(&mut self, game: &G) -> Result<Form, Exhausted> {
        if let Some(&known) = self.seen.get(game) {
            return Ok(known);
        }
        let (representative, negated) = game.canonical();
        let known = self.canonical.get(&representative).copied();
        let form = match known {
            Some(form) if negated => self.forms.negative(form),
            Some(form) => form,
            None => {
                if self.canonical.len().is_multiple_of(64) {
                    self.limit.check(self.bytes())?;
                }
                let form = self.compute(game)?;
                let of_representative = if negated { self.forms.negative(form) } else { form };
                self.canonical.insert(representative, of_representative);
                self.progress.store(self.canonical.len(), Ordering::Relaxed);
                form
            }
        };
        self.seen.insert(game.clone(), form);
        Ok(form)
    }

    fn compute(&mut self, game: &G) -> Result<Form, Exhausted> {
        if let Some(integer) = game.integer() {
            return Ok(self.forms.integer(integer));
        }
        let mut options = [Vec::with_capacity(COMMON), Vec::with_capacity(COMMON)];
        let mut outcome = Ok(());
        for player in Player::BOTH {
            game.each_option(player, &mut |sum| {
                if outcome.is_ok() {
                    let found = self.sum(&sum);
                    outcome = found.map(|found| options[player as usize].push(found));
                }
            });
        }
        outcome?;
        let [left, right] = options;
        self.forms.game(left, right)
    }

    /// The canonical form of a sum.
    pub fn sum(&mut self, sum: &Sum<G>) -> Result<Form, Exhausted> {
        let mut total = self.forms.number(sum.number);
        for term in &sum.terms {
            let mut form = self.form(&term.game)?;
            if term.negated {
                form = self.forms.negative(form);
            }
            total = self.forms.add(total, form)?;
        }
        Ok(total)
    }
}
