//! Checks every rung of the ladder against exact values, on random areas.
//!
//! A bound that is wrong once is worthless, so the check is part of the library: it can be left
//! running for as long as one likes, with a fresh seed each time. The values come from canonical
//! forms, which know nothing of bounds; the comparison is that of games, by their order.
//! Territories are compared with a search that tries every move.

use fastrand::Rng;
use otrera_board::{Bits, Color, Move, Position};
use otrera_cgt::{Assurance, Exhausted, Form, Forms, Limit, Player, TempoBounds, TempoSum, Valuer};
use rustc_hash::FxHashMap;

use crate::area::Area;
use crate::filling::{Filler, Territory};
use crate::ladder::{Climb, Ladder};
use crate::random;
use crate::rung::Rung;
use crate::static_bounds::split;
use crate::tables::Tables;

/// What was found so far about one rung and one number of empty squares.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Tally {
    /// How many areas.
    pub areas: u64,
    /// The sum of the widths of their bounds.
    pub width: u64,
    /// How many had the narrowest bounds possible.
    pub exact: u64,
}

impl Tally {
    fn add(&mut self, bounds: TempoBounds, truth: TempoBounds) {
        self.areas += 1;
        self.width += bounds.width() as u64;
        let ends = |bounds: TempoBounds| (bounds.lower(), bounds.upper());
        self.exact += u64::from(ends(bounds) == ends(truth));
    }
}

/// A bound that does not contain the value: a mistake in this program.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{what} is wrong for {position}: {claim}")]
#[non_exhaustive]
pub struct Counterexample {
    /// Which rung, or the filling.
    pub what: &'static str,
    /// The area or sum, as position text.
    pub position: String,
    /// What was claimed, and what is true.
    pub claim: String,
}

/// A check that goes on for as long as one likes.
#[derive(Debug)]
pub struct Soundness {
    rng: Rng,
    most_empty: usize,
    weight: usize,
    ladder: Ladder<u64>,
    valuer: Valuer<Area<u64>>,
    /// How many areas the tables knew.
    pub looked_up: u64,
    /// By rung and number of empty squares.
    pub tallies: Vec<[Tally; Rung::ALL.len()]>,
    /// How many areas, sums and territories were checked.
    pub checked: [u64; 3],
    skipped: u64,
}

/// When this much is remembered, it is forgotten.
const MEMORY: usize = 1 << 30;

/// The canonical form of one area may take this much more.
const MEMORY_OF_AN_AREA: usize = 256 << 20;

impl Soundness {
    /// A check with a seed, of areas with at most so many empty squares. Areas are taken if their
    /// empty squares and three times their amazons are no more than a weight.
    pub fn new(seed: u64, most_empty: usize, weight: usize) -> Soundness {
        Soundness {
            rng: Rng::with_seed(seed),
            most_empty,
            weight,
            ladder: Ladder::new(EFFORT),
            valuer: Valuer::new(),
            looked_up: 0,
            tallies: vec![[Tally::default(); Rung::ALL.len()]; most_empty + 1],
            checked: [0; 3],
            skipped: 0,
        }
    }

    /// How many areas were checked.
    pub fn areas(&self) -> u64 {
        self.checked[0]
    }

    /// How many areas were left out because their canonical forms are too large.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Checks one more area; now and then a sum or a territory as well.
    pub fn step(&mut self) -> Result<(), Counterexample> {
        if self.valuer.bytes() > MEMORY {
            self.valuer = Valuer::new();
            self.ladder = Ladder::new(EFFORT);
        }
        let area = self.random_area(self.most_empty);
        self.check_area(&area)?;
        if self.rng.u8(0..4) == 0 {
            let terms = self.rng.usize(2..=3);
            let areas: Vec<Area<u64>> =
                (0..terms).map(|_| self.random_area(self.most_empty.min(5))).collect();
            self.check_sum(&areas)?;
        }
        if self.rng.u8(0..4) == 0 {
            let territory = random::territory(&mut self.rng, self.most_empty);
            self.check_territory(&territory)?;
        }
        Ok(())
    }

    /// Half blobs, half areas of random games: they catch different mistakes.
    fn random_area(&mut self, most_empty: usize) -> Area<u64> {
        match self.rng.bool() {
            true => random::blob(&mut self.rng, most_empty, self.weight),
            false => random::game_area(&mut self.rng, most_empty, self.weight),
        }
    }

    /// Checks all rungs on one area.
    pub fn check_area(&mut self, area: &Area<u64>) -> Result<(), Counterexample> {
        let bytes = Some(self.valuer.bytes() + MEMORY_OF_AN_AREA);
        self.valuer.set_limit(Limit { bytes, ..Limit::default() });
        let Ok(form) = self.valuer.form(area) else {
            self.skipped += 1;
            self.valuer = Valuer::new();
            return Ok(());
        };
        let (lower, upper) = self.valuer.forms.integer_bounds(form);
        let truth = TempoBounds::from_thresholds(lower as i32, upper as i32);
        let empty = area.empty().count() as usize;
        for (n, rung) in Rung::ALL.into_iter().enumerate() {
            let Some(bounds) = self.ladder.rung(rung, area) else { continue };
            self.compare(rung.name(), &[*area], bounds, form)?;
            if rung != Rung::Exact {
                self.tallies[empty][n].add(bounds, truth);
            }
        }
        // Not all areas get their thermograph; the values of all are known here.
        self.tallies[empty][Rung::Exact as usize].add(truth, truth);
        let judged = self.ladder.judge(area);
        self.compare("the ladder", &[*area], judged.tempo, form)?;
        let parts = self.ladder.parts(area, &judged);
        let lower = parts.iter().map(|part| part.bounds.lower.number.floor() as i32).sum();
        let upper = parts.iter().map(|part| part.bounds.upper.number.floor() as i32).sum();
        self.compare("the partition", &[*area], TempoBounds::between(lower, upper), form)?;
        for x in truth.lower() - 1..=truth.upper() {
            let found = self.ladder.at_least(area, x);
            if found.is_some_and(|found| found != (x <= truth.lower())) {
                return Err(Counterexample {
                    what: "local search",
                    position: area.position(Color::White).to_string(),
                    claim: format!("at least {x}: {found:?}, but {truth:?}"),
                });
            }
        }
        self.checked[0] += 1;
        Ok(())
    }

    /// Checks what the tables say of one more area.
    pub fn step_of(&mut self, tables: &Tables) -> Result<(), Counterexample> {
        if self.valuer.bytes() > MEMORY {
            self.valuer = Valuer::new();
        }
        let area = self.random_area(self.most_empty);
        let bytes = Some(self.valuer.bytes() + MEMORY_OF_AN_AREA);
        self.valuer.set_limit(Limit { bytes, ..Limit::default() });
        match self.valuer.form(&area) {
            Ok(form) => {
                self.check_tables(&area, tables, form)?;
                self.checked[0] += 1;
            }
            Err(_) => {
                self.skipped += 1;
                self.valuer = Valuer::new();
            }
        }
        Ok(())
    }

    /// Checks what the tables say of one area: exactly what is true if they know it, and if only of its
    /// pieces, something sound that is no wider than static bounds.
    fn check_tables(
        &mut self,
        area: &Area<u64>,
        tables: &Tables,
        form: Form,
    ) -> Result<(), Counterexample> {
        let (lower, upper) = self.valuer.forms.integer_bounds(form);
        let truth = TempoBounds::from_thresholds(lower as i32, upper as i32);
        let wrong = |what, claim| {
            let position = area.position(Color::White).to_string();
            Err(Counterexample { what, position, claim })
        };
        if let Some(bounds) = tables.bounds(area) {
            self.looked_up += 1;
            self.compare("the table", &[*area], bounds, form)?;
            let ends = |b: TempoBounds| [b.lower(), b.upper(), b.left_first(), b.right_first()];
            if ends(bounds) != ends(truth) {
                return wrong("the table", format!("{bounds:?}, but {truth:?}"));
            }
        }
        let [left, right] = Player::BOTH.map(|player| tables.divided(area, player));
        let divided = TempoBounds { left, right };
        self.compare("the partition with tables", &[*area], divided, form)?;
        let counted = split(area);
        let narrower = |a: Assurance, b: Assurance| {
            a.least >= b.least && a.star >= b.star && a.first >= b.first
        };
        if !Player::BOTH.iter().all(|&player| narrower(divided.of(player), counted.of(player))) {
            let claim = format!("{divided:?} is wider than {counted:?}");
            return wrong("the partition with tables", claim);
        }
        Ok(())
    }

    /// Checks the sums of the bounds of each rung.
    pub fn check_sum(&mut self, areas: &[Area<u64>]) -> Result<(), Counterexample> {
        let bytes = Some(self.valuer.bytes() + MEMORY_OF_AN_AREA);
        self.valuer.set_limit(Limit { bytes, ..Limit::default() });
        let Ok(form) = self.valuer.sum(&areas.iter().copied().collect()) else {
            self.skipped += 1;
            self.valuer = Valuer::new();
            return Ok(());
        };
        for rung in Rung::ALL {
            let bounds = areas.iter().map(|area| self.ladder.rung(rung, area));
            if let Some(sum) = bounds.collect::<Option<TempoSum>>() {
                self.compare(rung.name(), areas, sum.total(), form)?;
            }
        }
        self.checked[1] += 1;
        Ok(())
    }

    /// Checks the filling of a territory.
    pub fn check_territory(&mut self, territory: &Territory<u64>) -> Result<(), Counterexample> {
        let truth = PlainFilling::default().most(territory.contents(), territory);
        let filler = Filler::new(usize::MAX);
        let (moves, line) = filler.line(territory);
        let wrong = |claim: String| Counterexample {
            what: "the filling",
            position: territory.to_string(),
            claim,
        };
        if (moves.least, moves.most) != (truth, truth) {
            return Err(wrong(format!("{moves:?}, but trying every move gives {truth}")));
        }
        if territory.after(&line).is_none() || line.len() as u32 != truth {
            return Err(wrong(format!("{line:?} is no filling with {truth} moves")));
        }
        if territory.plodded() > truth || territory.dead_end_defects() > territory.empty() - truth {
            return Err(wrong(format!(
                "plodding {}, dead ends {}, of {} squares with {truth} moves",
                territory.plodded(),
                territory.dead_end_defects(),
                territory.empty()
            )));
        }
        self.checked[2] += 1;
        Ok(())
    }

    fn compare(
        &mut self,
        what: &'static str,
        areas: &[Area<u64>],
        bounds: TempoBounds,
        form: Form,
    ) -> Result<(), Counterexample> {
        let forms = &mut self.valuer.forms;
        let negative = forms.negative(form);
        let sound = holds(forms, bounds.left, form)
            .and_then(|left| Ok(left && holds(forms, bounds.right, negative)?));
        match sound {
            Ok(false) => {}
            Ok(true) => return Ok(()),
            Err(_) => {
                self.skipped += 1;
                return Ok(());
            }
        }
        let positions = areas.iter().map(|area| area.position(Color::White).to_string());
        Err(Counterexample {
            what,
            position: positions.collect::<Vec<_>>().join(" + "),
            claim: format!("{bounds:?}, but the value is {}", forms.text(form)),
        })
    }
}

/// What the ladder may spend on each of many small areas.
const EFFORT: Climb = Climb { filling: 20_000, local_search: 50_000, exact: 15 };

/// Is a player sure of this in a game?
fn holds(forms: &mut Forms, claim: Assurance, form: Form) -> Result<bool, Exhausted> {
    let least = forms.integer(claim.least.into());
    let first = forms.integer(claim.first.into());
    let integer = forms.integer(claim.star.into());
    let star = forms.game(vec![integer], vec![integer])?;
    Ok(forms.le(least, form) && !forms.le(form, first) && forms.le(star, form))
}

/// Who wins by trying every move.
#[derive(Debug)]
pub struct PlainSearch<B = u64> {
    known: FxHashMap<([B; 3], Color), bool>,
}

impl<B> Default for PlainSearch<B> {
    fn default() -> PlainSearch<B> {
        PlainSearch { known: FxHashMap::default() }
    }
}

impl<B: Bits> PlainSearch<B> {
    /// Does the player to move win?
    pub fn mover_wins(&mut self, position: &Position<B>) -> bool {
        let [black, white] = Color::ALL.map(|color| position.amazons(color));
        let key = ([black, white, position.burnt()], position.to_move());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let wins = position.moves().any(|mv| {
            let mut after = *position;
            after.make(mv);
            !self.mover_wins(&after)
        });
        self.known.insert(key, wins);
        wins
    }
}

/// The most moves in a territory by trying every move.
#[derive(Default)]
struct PlainFilling {
    known: FxHashMap<[u64; 3], u32>,
}

impl PlainFilling {
    fn most(&mut self, [normal, blockers, empty]: [u64; 3], territory: &Territory<u64>) -> u32 {
        if let Some(&known) = self.known.get(&[normal, blockers, empty]) {
            return known;
        }
        let geometry = territory.geometry();
        let occupied = geometry.board() & !empty;
        let mut best = 0;
        geometry.any_move(normal | blockers, occupied, |Move { from, to, arrow }| {
            if blockers.has(from) && arrow != from {
                return false;
            }
            let left = [
                normal & !u64::of(from) | u64::of(to),
                blockers & !u64::of(from),
                (empty | u64::of(from)) & !u64::of(to) & !u64::of(arrow),
            ];
            best = best.max(1 + self.most(left, territory));
            false
        });
        self.known.insert([normal, blockers, empty], best);
        best
    }
}
