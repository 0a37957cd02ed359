//! Active areas: thermographs and stars from those of the options.
//!
//! Where a move leaves several areas that are no integers, the thermograph of their sum does not
//! follow from theirs. Such sums are searched by their own moves, and remembered.

use std::sync::Arc;

use otrera_cgt::Player;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::tables::build::Done;
use crate::tables::plan::{Plan, Spot};
use crate::tables::rank::Layout;
use crate::tables::shapes::{Catalogue, Frame};
use crate::tables::value::{Stored, Thresholds};
use crate::tables::walls::{Envelope, ONE, Wall, WallView, over};

/// Values areas, for one thread.
pub(super) struct Worker<'a> {
    done: &'a Done,
    catalogue: &'a Catalogue,
    plans: FxHashMap<(Frame, u32), Arc<Plan>>,
    sums: FxHashMap<Terms, Arc<Game>>,
    /// The values of the level at hand, as this thread numbers them.
    pub palette: Palette,
}

/// A sum of areas.
#[derive(Debug)]
struct Game {
    walls: [Wall; 2],
    thresholds: Thresholds,
}

/// An area by its slot and number, and whether its negative is meant.
type Term = (u32, u32, bool);

/// Areas that are played together.
type Terms = SmallVec<[Term; 3]>;

/// The best options that were seen so far.
#[derive(Debug, Default)]
struct Options {
    envelopes: [Envelope; 2],
    /// The largest least star of Left's options, and of Right's after a change of sign.
    stars: [Option<i8>; 2],
}

impl Options {
    fn clear(&mut self) {
        self.envelopes.iter_mut().for_each(Envelope::clear);
        self.stars = [None; 2];
    }

    /// Takes an option of a player into account: the wall that counts after his move (R_t of Left's
    /// options, −L_t of Right's), and its star.
    #[inline]
    fn add(&mut self, player: Player, wall: WallView, star: i8) {
        let side = player as usize;
        self.envelopes[side].add(wall);
        self.stars[side] = self.stars[side].max(Some(star));
    }

    /// The game with these options. See [`crate::tables::value`] for the stars.
    fn game(&self) -> Game {
        let [left, right] = &self.envelopes;
        let walls = over(left, right);
        let [lower, upper] = [walls[0].foot / ONE, -walls[1].foot / ONE].map(|foot| foot as i8);
        let [of_left, of_right] = self.stars;
        let thresholds = Thresholds {
            lower,
            upper,
            least_star: of_right.map_or(upper, |star| upper.min(-star)) - 1,
            most_star: of_left.map_or(lower, |star| lower.max(star)) + 1,
        };
        Game { walls, thresholds }
    }
}

impl<'a> Worker<'a> {
    pub fn new(done: &'a Done, catalogue: &'a Catalogue) -> Worker<'a> {
        Worker {
            done,
            catalogue,
            plans: FxHashMap::default(),
            sums: FxHashMap::default(),
            palette: Palette::default(),
        }
    }

    /// All entries of one shape, by this thread's numbers of values.
    pub fn value_shape(&mut self, frame: Frame, shape: u32, layout: &Layout) -> Vec<u32> {
        let plan = Plan::new(self.catalogue, frame, shape);
        let mut entries = Vec::with_capacity(layout.entries as usize);
        let mut options = Options::default();
        let mut bytes = Vec::new();
        layout.each(|contents| {
            let amazons = plan.amazons(contents);
            options.clear();
            for player in Player::BOTH {
                plan.each_move(amazons, player == Player::Right, |left| {
                    let (integer, terms) = self.terms(&left, false);
                    self.add_sum(&mut options, player, integer, terms);
                    true
                });
            }
            let game = options.game();
            bytes.clear();
            let views = [game.walls[0].view(), game.walls[1].view()];
            Stored::encode(game.thresholds, views, &mut bytes);
            entries.push(self.palette.number(&bytes));
        });
        entries
    }

    /// What a move leaves: an integer, and areas.
    #[inline]
    fn terms(&self, left: &[Spot], negated: bool) -> (i32, Terms) {
        let mut integer = 0;
        let mut terms = Terms::new();
        for spot in left {
            if spot.kind.is_territory() {
                let moves = self.done.moves(spot);
                integer += if spot.exchanged ^ negated { -moves } else { moves };
            } else {
                let (slot, index, swapped) = self.done.find(spot);
                terms.push((slot, index, swapped ^ negated));
            }
        }
        (integer, terms)
    }

    /// Adds areas and an integer as one option of a player.
    #[inline]
    fn add_sum(&mut self, options: &mut Options, player: Player, integer: i32, terms: Terms) {
        match *terms {
            [] => add_integer(options, player, integer),
            [term] => self.add_term(options, player, integer, term),
            _ => self.add_terms(options, player, integer, terms),
        }
    }

    #[inline]
    fn add_term(&self, options: &mut Options, player: Player, integer: i32, term: Term) {
        let (slot, index, negated) = term;
        let section = self.done.section(slot as usize);
        let entry = section.entry(index).expect("an entry of the section");
        let walls = section.walls();
        let by = if player == Player::Left { integer } else { -integer };
        let side = player as usize ^ usize::from(negated);
        let thresholds = walls.thresholds(entry);
        let star = if side == 0 { thresholds.least_star } else { -thresholds.most_star };
        options.add(player, walls.view(entry, side).raised(by * ONE), star + by as i8);
    }

    fn add_terms(&mut self, options: &mut Options, player: Player, mut integer: i32, terms: Terms) {
        let mut kept = Terms::new();
        for term in terms {
            let (slot, index, negated) = term;
            let section = self.done.section(slot as usize);
            let entry = section.entry(index).expect("an entry of the section");
            let thresholds = section.walls().thresholds(entry);
            // Areas with blockers are never negated: White has none.
            let opposite =
                kept.iter().position(|&(slot, index, negated)| (slot, index, !negated) == term);
            if thresholds.is_integer() {
                let whole = i32::from(thresholds.lower);
                integer += if negated { -whole } else { whole };
            } else if let Some(opposite) = opposite {
                kept.swap_remove(opposite);
            } else {
                kept.push(term);
            }
        }
        match *kept {
            [] => add_integer(options, player, integer),
            [term] => self.add_term(options, player, integer, term),
            _ => {
                kept.sort_unstable();
                let game = self.true_sum(kept);
                let by = if player == Player::Left { integer } else { -integer };
                let Thresholds { least_star, most_star, .. } = game.thresholds;
                let star = if player == Player::Left { least_star } else { -most_star };
                let wall = game.walls[player as usize].view();
                options.add(player, wall.raised(by * ONE), star + by as i8);
            }
        }
    }

    /// A sum of areas that are no integers, by its moves.
    fn true_sum(&mut self, terms: Terms) -> Arc<Game> {
        if let Some(known) = self.sums.get(&terms) {
            return known.clone();
        }
        let mut options = Options::default();
        for (n, &(slot, index, negated)) in terms.iter().enumerate() {
            let mut others = terms.clone();
            others.remove(n);
            let section = self.done.section(slot as usize);
            let entries = section.layout.entries;
            let shape = section.first_shape + index / entries;
            let contents = section.layout.contents(index % entries);
            let plan = self.plan(section.id.frame, shape);
            let amazons = plan.amazons(contents);
            for player in Player::BOTH {
                let mover = if negated { !player } else { player };
                plan.each_move(amazons, mover == Player::Right, |left| {
                    let (integer, mut terms) = self.terms(&left, negated);
                    terms.extend_from_slice(&others);
                    self.add_sum(&mut options, player, integer, terms);
                    true
                });
            }
        }
        let game = Arc::new(options.game());
        self.sums.insert(terms, game.clone());
        game
    }

    fn plan(&mut self, frame: Frame, shape: u32) -> Arc<Plan> {
        let catalogue = self.catalogue;
        let plan = self.plans.entry((frame, shape));
        plan.or_insert_with(|| Plan::new(catalogue, frame, shape).into()).clone()
    }
}

fn add_integer(options: &mut Options, player: Player, integer: i32) {
    let by = if player == Player::Left { integer } else { -integer };
    options.add(player, WallView::new(by * ONE, &[]), by as i8 - 1);
}

/// The bytes of the values of a level, numbered in the order in which they come up.
#[derive(Default)]
pub(super) struct Palette {
    pub values: Vec<Box<[u8]>>,
    numbers: FxHashMap<Box<[u8]>, u32>,
}

impl Palette {
    pub fn number(&mut self, value: &[u8]) -> u32 {
        if let Some(&number) = self.numbers.get(value) {
            return number;
        }
        let number = self.values.len() as u32;
        self.values.push(value.into());
        self.numbers.insert(value.into(), number);
        number
    }
}
