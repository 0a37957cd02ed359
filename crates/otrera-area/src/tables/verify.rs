//! Checks tables by slower methods.
//!
//! An active area must follow from its options: these are listed by the rules alone, looked up, and put
//! together with the thermographs of the game theory crate. Where all entries are checked so,
//! they are right by induction. A territory is filled from nothing, and so are all smaller sets of its
//! amazons. Some areas are valued from nothing as well, by thermograph and canonical form.
//!
//! Each shape is laid on a board somewhere, turned at random, and looked up there like any other, in every
//! way in which a table can be asked: what searches read of an entry, and all that is stored of it.
//! Nothing here relies on a table being right, or whole.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use fastrand::Rng;
use otrera_board::{Bits, Size};
use otrera_cgt::{Dyadic, Forms, Limit, Player, Thermograph, Thermographer, Valuer};
use rustc_hash::FxHashMap;
use thiserror::Error;

use super::file::TableError;
use super::guarded::{Guarded, Left};
use super::lookup::Tables;
use super::rank::{Contents, Kind};
use super::section::SectionId;
use super::sets::Family;
use super::shapes::{Catalogue, Frame};
use super::threads::with_threads;
use super::value::{Thresholds, Value};
use crate::filling::{Filler, Territory};

/// A check of tables.
pub struct Verify<'a> {
    /// What is checked.
    pub tables: &'a Tables,
    /// The share of the entries that is checked, at random.
    pub share: f64,
    /// Which ones.
    pub seed: u64,
    /// How many threads.
    pub threads: usize,
    /// Told how many entries were passed, and of how many; false stops the check.
    pub watch: &'a (dyn Fn(u64, u64) -> bool + Sync),
}

/// What was checked without a difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// The entries of each kind.
    pub entries: [u64; Kind::ALL.len()],
    /// Those of them that were valued from nothing, too.
    pub from_nothing: u64,
}

/// Why a check stopped.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// It was told to.
    #[error("interrupted")]
    Interrupted,
    /// A file is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A section is not made as sections are.
    #[error(
        "{path} is wrong: in {} of {} with {} squares, {flaw}",
        section.kind.name(), section.frame, section.squares
    )]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Which one.
        section: SectionId,
        /// What is wrong with it.
        flaw: String,
    },
    /// An entry that others lead to cannot be found.
    #[error("{path} is wrong: {position} is not in it, which its entries lead to")]
    Missing {
        /// The file.
        path: PathBuf,
        /// The area.
        position: String,
    },
    /// An entry is wrong.
    #[error("{path} is wrong: {position} has {known}, but slower methods find {truth}")]
    Difference {
        /// The file.
        path: PathBuf,
        /// The area.
        position: String,
        /// What the table says.
        known: String,
        /// What is true.
        truth: String,
    },
}

/// Of the small active areas that are checked, one in so many is valued from nothing.
const FROM_NOTHING: u32 = 64;

/// After so many entries of a shape a thread looks whether to go on. Shapes may take a second, and there
/// may be far more threads than cores.
const BETWEEN_LOOKS: u32 = 16;

/// How many squares a small area has at most.
const SMALL: u32 = 8;

/// How many positions are looked at to fill one territory: enough for all that fit a box.
const PATIENCE: usize = 10_000_000;

/// So many sums and thermographs are remembered at once.
const MEMORY: usize = 1 << 20;

/// An entry that is not as it should be.
enum Wrong {
    /// What the table says, and what is true.
    Differs(String, String),
    /// An area that the entry leads to and that the table does not know.
    LeadsNowhere(Guarded),
}

impl Verify<'_> {
    /// Checks the checksums of all blocks and the form of all sections, then a share of the entries.
    pub fn run(&self) -> Result<Verified, VerifyError> {
        let catalogue = Catalogue::default();
        let sections: Vec<SectionId> = self.tables.sections().collect();
        let all = sections.iter().map(|id| id.entries(&catalogue)).sum();
        self.check_files(&catalogue, all)?;
        // The large ones first: the last ones are done by all threads then.
        let mut shapes: Vec<(SectionId, u32)> = Vec::new();
        for id in sections.iter().rev() {
            let level = catalogue.shapes(id.frame).level(id.squares.into());
            shapes.extend(level.map(|shape| (*id, shape)));
        }
        let (next, passed) = (AtomicUsize::new(0), AtomicU64::new(0));
        let stopped = AtomicBool::new(false);
        let outcome = Mutex::new(Ok(Verified::default()));
        let goes_on = || {
            !stopped.load(Ordering::Relaxed) && (self.watch)(passed.load(Ordering::Relaxed), all)
        };
        with_threads(self.threads.min(shapes.len()), || {
            let mut checker = Checker::new(self.tables);
            let mut result = Ok(());
            while result.is_ok() {
                let n = next.fetch_add(1, Ordering::Relaxed);
                let Some(&(id, shape)) = shapes.get(n) else { break };
                let rng = Rng::with_seed(self.seed.wrapping_add(n as u64));
                let mask = catalogue.shapes(id.frame).masks[shape as usize];
                result = checker.check_shape(id, mask, self.share, rng, &goes_on);
                passed.fetch_add(id.layout().entries.into(), Ordering::Relaxed);
            }
            let mut outcome = outcome.lock().unwrap_or_else(PoisonError::into_inner);
            match (result, &mut *outcome) {
                (Err(error), Ok(_)) => {
                    stopped.store(true, Ordering::Relaxed);
                    *outcome = Err(error);
                }
                (_, Ok(verified)) => verified.add(checker.verified),
                _ => {}
            }
        });
        let outcome = outcome.into_inner().unwrap_or_else(PoisonError::into_inner);
        match (outcome, self.tables.damage()) {
            // A block that could be read at first and cannot any more: no entry is to blame.
            (Err(_), Some(damage)) => Err(damage.into()),
            (outcome, _) => outcome,
        }
    }

    /// Checks all blocks, and the form of all sections.
    fn check_files(&self, catalogue: &Catalogue, all: u64) -> Result<(), VerifyError> {
        let files = Family::ALL.into_iter().filter_map(|family| self.tables.file(family));
        for file in files {
            file.check()?;
            for place in file.places() {
                if !(self.watch)(0, all) {
                    return Err(VerifyError::Interrupted);
                }
                let Some(section) = file.section(place, catalogue) else {
                    // It was sound a moment ago.
                    file.check()?;
                    continue;
                };
                if let Some(flaw) = section.flaw(catalogue) {
                    let path = file.path().into();
                    return Err(VerifyError::Malformed { path, section: place.id, flaw });
                }
            }
        }
        Ok(())
    }
}

impl Verified {
    fn add(&mut self, other: Verified) {
        self.entries.iter_mut().zip(other.entries).for_each(|(sum, more)| *sum += more);
        self.from_nothing += other.from_nothing;
    }
}

/// Checks entries, for one thread.
struct Checker<'a> {
    tables: &'a Tables,
    filler: Filler<u64>,
    graphs: Vec<Thermograph>,
    numbers: FxHashMap<Thermograph, u32>,
    sums: FxHashMap<Left, Stand>,
    thermographer: Thermographer<Guarded>,
    valuer: Valuer<Guarded>,
    verified: Verified,
}

/// What is known of a game: the number of its thermograph, which may stand elsewhere by an
/// integer, and its stars.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Stand {
    graph: u32,
    integer: i64,
    least_star: i64,
    most_star: i64,
}

impl<'a> Checker<'a> {
    fn new(tables: &'a Tables) -> Checker<'a> {
        Checker {
            tables,
            filler: Filler::new(PATIENCE),
            graphs: Vec::new(),
            numbers: FxHashMap::default(),
            sums: FxHashMap::default(),
            thermographer: Thermographer::new(),
            valuer: Valuer::new(),
            verified: Verified::default(),
        }
    }

    /// Checks a share of the entries of one shape, unless told to stop.
    fn check_shape(
        &mut self,
        id: SectionId,
        mask: u32,
        share: f64,
        mut rng: Rng,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), VerifyError> {
        if self.graphs.len() + self.sums.len() > MEMORY {
            (self.graphs, self.numbers, self.sums) = Default::default();
        }
        let lay = Lay::random(id.frame, mask, &mut rng);
        let layout = id.layout();
        let mut checked = 0;
        if !goes_on() {
            return Err(VerifyError::Interrupted);
        }
        for index in 0..layout.entries {
            if share < 1.0 && rng.f64() >= share {
                continue;
            }
            checked += 1;
            if checked % BETWEEN_LOOKS == 0 && !goes_on() {
                return Err(VerifyError::Interrupted);
            }
            let area = lay.guarded(layout.contents(index));
            let outcome = match id.kind.is_territory() {
                true => self.check_territory(&area),
                false => self.check_active(&area, &mut rng),
            };
            if let Err(wrong) = outcome {
                let file = self.tables.file(Family::of(id.kind));
                let path = file.map_or_else(PathBuf::new, |file| file.path().into());
                return Err(match wrong {
                    Wrong::Differs(known, truth) => {
                        VerifyError::Difference { path, position: area.text(), known, truth }
                    }
                    Wrong::LeadsNowhere(area) => {
                        VerifyError::Missing { path, position: area.text() }
                    }
                });
            }
            self.verified.entries[id.kind as usize] += 1;
        }
        Ok(())
    }

    fn check_territory(&mut self, area: &Guarded) -> Result<(), Wrong> {
        let all = area.black;
        let most = self.filled(area, all);
        let cost = |used: u64| ((used & area.blockers).count_ones(), used.count_ones());
        // The cheapest set of amazons that does as much, and that nothing as cheap comes before.
        let subsets = std::iter::successors(Some(all), |set| Some(set.wrapping_sub(1) & all));
        let subsets = subsets.take_while(|&set| set != 0);
        let cheapest = subsets
            .filter(|&set| set == all || self.filled(area, set) == most)
            .map(cost)
            .min()
            .expect("all of them do");
        let empty = area.empty;
        let territory =
            Territory::new(Guarded::geometry(), all & !area.blockers, area.blockers, empty);
        let known = self.tables.filling(&territory);
        // Searches ask for no more than the moves.
        let sets = [all & !area.blockers, area.blockers];
        let counted = self.tables.moves(Guarded::geometry(), sets, empty);
        let right = known.is_some_and(|known| {
            counted == Some(most)
                && known.moves == most
                && cost(known.needed) == cheapest
                && known.needed & !all == 0
                && self.filled(area, known.needed) == most
        });
        let truth = || format!("{most} moves with {} amazons, {} blockers", cheapest.1, cheapest.0);
        match right {
            true => Ok(()),
            false => Err(Wrong::Differs(format!("{known:?}"), truth())),
        }
    }

    /// The most moves with some of the amazons, the others walls.
    fn filled(&mut self, area: &Guarded, used: u64) -> u32 {
        let (normal, blockers) = (used & !area.blockers, used & area.blockers);
        let territory = Territory::new(Guarded::geometry(), normal, blockers, area.empty);
        let moves = self.filler.moves(&territory);
        assert!(moves.is_exact(), "{} is too hard to fill", area.text());
        moves.least
    }

    fn check_active(&mut self, area: &Guarded, rng: &mut Rng) -> Result<(), Wrong> {
        let known = self.look_up(area);
        let stand = self.play(std::slice::from_ref(area))?;
        let truth = self.value(stand);
        if known.as_ref() != Some(&truth) {
            return Err(Wrong::Differs(format!("{known:?}"), format!("{truth:?}")));
        }
        // Searches read no more than the record.
        let thresholds = self.thresholds(area);
        if thresholds != Some(truth.thresholds) {
            let [known, truth] = [thresholds, Some(truth.thresholds)].map(|it| format!("{it:?}"));
            return Err(Wrong::Differs(known, truth));
        }
        let squares = (area.black | area.white | area.empty).count_ones();
        if squares <= SMALL && rng.u32(0..FROM_NOTHING) == 0 {
            self.verified.from_nothing += 1;
            if let Some(found) = self.value_from_nothing(area).filter(|found| *found != truth) {
                return Err(Wrong::Differs(format!("{known:?}"), format!("{found:?}")));
            }
        }
        Ok(())
    }

    /// What searches read.
    fn thresholds(&self, area: &Guarded) -> Option<Thresholds> {
        let kind = if area.blockers == 0 { Kind::Active } else { Kind::ActiveBlockers };
        let sets = [area.black, area.blockers, area.white];
        let squares = area.black | area.white | area.empty;
        self.tables.thresholds(Guarded::geometry(), kind, sets, squares)
    }

    /// All that is stored.
    fn look_up(&self, area: &Guarded) -> Option<Value> {
        let sets = [area.black & !area.blockers, area.blockers, area.white];
        self.tables.value_with_blockers(Guarded::geometry(), sets, area.empty)
    }

    fn value(&self, stand: Stand) -> Value {
        let thermograph = self.graphs[stand.graph as usize].plus_integer(stand.integer);
        let (lower, upper) = feet(&thermograph);
        let [lower, upper, least_star, most_star] =
            [lower, upper, stand.least_star, stand.most_star].map(saturated);
        Value { thermograph, thresholds: Thresholds { lower, upper, least_star, most_star } }
    }

    /// A sum by the options of its areas.
    fn play(&mut self, terms: &[Guarded]) -> Result<Stand, Wrong> {
        let mut options: [Vec<Stand>; 2] = [Vec::new(), Vec::new()];
        let mut outcome = Ok(());
        for (n, term) in terms.iter().enumerate() {
            for player in Player::BOTH {
                term.each_move(player, |left| {
                    if outcome.is_err() {
                        return;
                    }
                    let others = terms.iter().enumerate().filter(|(m, _)| *m != n);
                    let sum = left.into_iter().chain(others.map(|(_, term)| *term)).collect();
                    let options = &mut options[player as usize];
                    match self.stand(sum) {
                        Ok(stand) if options.contains(&stand) => {}
                        Ok(stand) => options.push(stand),
                        Err(wrong) => outcome = Err(wrong),
                    }
                });
            }
        }
        outcome?;
        let [left, right] = options.each_ref().map(|options| {
            let shifted =
                |stand: &Stand| self.graphs[stand.graph as usize].plus_integer(stand.integer);
            options.iter().map(shifted).collect::<Vec<Thermograph>>()
        });
        let thermograph = Thermograph::from_options(left.iter(), right.iter());
        let (lower, upper) = feet(&thermograph);
        let best = options[0].iter().map(|option| option.least_star).max();
        let worst = options[1].iter().map(|option| option.most_star).min();
        Ok(Stand {
            graph: self.number(thermograph),
            integer: 0,
            least_star: worst.map_or(upper, |worst| upper.min(worst)) - 1,
            most_star: best.map_or(lower, |best| lower.max(best)) + 1,
        })
    }

    /// A sum of areas: territories are filled, one area is looked up, several are played.
    fn stand(&mut self, sum: Left) -> Result<Stand, Wrong> {
        let mut integer = 0;
        let mut open = Left::new();
        for term in sum {
            match (term.black == 0, term.white == 0) {
                (false, true) => integer += i64::from(self.filled(&term, term.black)),
                (true, false) => {
                    let mirrored = Guarded { black: term.white, white: 0, ..term };
                    integer -= i64::from(self.filled(&mirrored, term.white));
                }
                _ => open.push(term),
            }
        }
        if open.len() > 1 {
            open.iter_mut().for_each(|area| *area = area.picture());
            open.sort_unstable();
        }
        let stand = match &open[..] {
            [] => {
                let graph = self.number(Thermograph::of_number(0.into()));
                Stand { graph, integer: 0, least_star: -1, most_star: 1 }
            }
            [area] => {
                let value = self.look_up(area).ok_or(Wrong::LeadsNowhere(*area))?;
                let Thresholds { least_star, most_star, .. } = value.thresholds;
                Stand {
                    graph: self.number(value.thermograph),
                    integer: 0,
                    least_star: least_star.into(),
                    most_star: most_star.into(),
                }
            }
            _ => match self.sums.get(&open) {
                Some(&known) => known,
                None => {
                    let found = self.play(&open)?;
                    self.sums.insert(open, found);
                    found
                }
            },
        };
        Ok(Stand {
            graph: stand.graph,
            integer: stand.integer + integer,
            least_star: stand.least_star + integer,
            most_star: stand.most_star + integer,
        })
    }

    fn number(&mut self, graph: Thermograph) -> u32 {
        if let Some(&number) = self.numbers.get(&graph) {
            return number;
        }
        let number = self.graphs.len() as u32;
        self.graphs.push(graph.clone());
        self.numbers.insert(graph, number);
        number
    }

    /// An area by its thermograph and canonical form, unless the form is too large.
    fn value_from_nothing(&mut self, area: &Guarded) -> Option<Value> {
        const BYTES: usize = 256 << 20;
        if self.thermographer.bytes() + self.valuer.bytes() > BYTES {
            (self.thermographer, self.valuer) = (Thermographer::new(), Valuer::new());
        }
        self.valuer.set_limit(Limit { bytes: Some(2 * BYTES), ..Limit::default() });
        let thermograph = self.thermographer.thermograph(area).ok()?;
        let form = self.valuer.form(area).ok()?;
        let forms = &mut self.valuer.forms;
        let (lower, upper) = forms.integer_bounds(form);
        let star = |forms: &mut Forms, n: i64| {
            let integer = forms.integer(n);
            forms.game(vec![integer], vec![integer]).ok()
        };
        let (mut least_star, mut most_star) = (lower + 2, upper - 2);
        loop {
            let star = star(forms, least_star)?;
            if forms.le(star, form) {
                break;
            }
            least_star -= 1;
        }
        loop {
            let star = star(forms, most_star)?;
            if forms.le(form, star) {
                break;
            }
            most_star += 1;
        }
        let [lower, upper, least_star, most_star] =
            [lower, upper, least_star, most_star].map(saturated);
        Some(Value { thermograph, thresholds: Thresholds { lower, upper, least_star, most_star } })
    }
}

/// A number of moves as a table has it. What a wrong table leads to may be more than any entry can say.
fn saturated(moves: i64) -> i8 {
    i8::try_from(moves).unwrap_or(i8::MAX)
}

/// The largest integer ≤ a game and the smallest ≥ it, by its thermograph.
fn feet(graph: &Thermograph) -> (i64, i64) {
    let foot = |player| graph.wall(player).at(Dyadic::MINUS_ONE).floor();
    (foot(Player::Right), foot(Player::Left))
}

/// Where the squares of a shape lie on the board.
struct Lay {
    squares: Vec<u64>,
}

impl Lay {
    /// Somewhere, turned or mirrored.
    fn random(frame: Frame, mask: u32, rng: &mut Rng) -> Lay {
        let [width, height] = [frame.width, frame.height].map(usize::from);
        let size: Size = Guarded::geometry().size();
        let [flip_x, flip_y, turn] = [rng.bool(), rng.bool(), rng.bool()];
        let (wide, high) = if turn { (height, width) } else { (width, height) };
        let left = rng.usize(0..=size.width() - wide);
        let bottom = rng.usize(0..=size.height() - high);
        let squares = u64::from(mask).squares().map(|square| {
            let (x, y) = (square.index() % width, square.index() / width);
            let x = if flip_x { width - 1 - x } else { x };
            let y = if flip_y { height - 1 - y } else { y };
            let (x, y) = if turn { (y, x) } else { (x, y) };
            size.square(left + x, bottom + y).map_or(0, u64::of)
        });
        Lay { squares: squares.collect() }
    }

    fn guarded(&self, contents: Contents) -> Guarded {
        let lay = |places: u32| {
            let taken = self.squares.iter().enumerate().filter(|(n, _)| places >> n & 1 != 0);
            taken.fold(0, |set, (_, square)| set | square)
        };
        let [black, blockers, white] = [contents.black, contents.blockers, contents.white].map(lay);
        let all = self.squares.iter().fold(0, |set, square| set | square);
        Guarded { black, blockers, white, empty: all & !(black | white) }
    }
}
