//! Games by number, and sums of them in one form, so that what is equal is searched once.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::plain::seen;
use crate::dyadic::Dyadic;
use crate::game::{Game, Player, Sum, Term};

/// A game by its number, and whether its negative is meant.
pub(crate) type Id = (u32, bool);

/// Games whose value is not seen at once, sorted, without opposite ones.
pub(crate) type Terms = SmallVec<[Id; 2]>;

/// An integer and games.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Node {
    pub(crate) integer: i64,
    pub(crate) terms: Terms,
}

/// What a number stands for.
#[derive(Debug)]
enum Kind<G> {
    Game(G),
    /// A number that is no integer, with moves like any game.
    Fraction(Dyadic),
}

#[derive(Clone, Copy, Debug)]
enum Place {
    Integer(i64),
    Term(Id),
}

/// All games met so far.
#[derive(Debug)]
pub(crate) struct Nodes<G> {
    places: FxHashMap<G, Place>,
    representatives: FxHashMap<G, (u32, bool)>,
    fractions: FxHashMap<Dyadic, u32>,
    kinds: Vec<Kind<G>>,
    options: Vec<[Option<Rc<[Node]>>; 2]>,
    listed: usize,
}

impl<G: Game> Nodes<G> {
    pub(crate) fn new() -> Nodes<G> {
        Nodes {
            places: FxHashMap::default(),
            representatives: FxHashMap::default(),
            fractions: FxHashMap::default(),
            kinds: Vec::new(),
            options: Vec::new(),
            listed: 0,
        }
    }

    /// How many bytes this holds, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.places.len() * 2 * (size_of::<G>() + 16)
            + self.kinds.len() * 2 * (2 * size_of::<G>() + 48)
            + self.listed * size_of::<Node>()
    }

    /// A game of this number that is no mere fraction.
    pub(crate) fn game(&self, number: u32) -> Option<&G> {
        match &self.kinds[number as usize] {
            Kind::Game(game) => Some(game),
            Kind::Fraction(_) => None,
        }
    }

    /// The fraction of this number, if it is one.
    pub(crate) fn fraction(&self, number: u32) -> Option<Dyadic> {
        match self.kinds[number as usize] {
            Kind::Game(_) => None,
            Kind::Fraction(fraction) => Some(fraction),
        }
    }

    /// A sum in its one form.
    pub(crate) fn node(&mut self, sum: &Sum<G>) -> Node {
        let whole = sum.number.floor();
        let fraction = sum.number - whole.into();
        let mut node = Node { integer: whole, terms: Terms::new() };
        if fraction != Dyadic::ZERO {
            node.add((self.fraction_number(fraction), false));
        }
        for Term { game, negated } in &sum.terms {
            match self.place(game) {
                Place::Integer(integer) if *negated => node.integer -= integer,
                Place::Integer(integer) => node.integer += integer,
                Place::Term((number, opposite)) => node.add((number, opposite ^ negated)),
            }
        }
        node.terms.sort_unstable();
        node
    }

    fn place(&mut self, game: &G) -> Place {
        if let Some(&place) = self.places.get(game) {
            return place;
        }
        let place = match seen(game) {
            Some(integer) => Place::Integer(integer),
            None => {
                let (representative, negated) = game.canonical();
                let next = self.kinds.len() as u32;
                let (number, first) =
                    *self.representatives.entry(representative).or_insert((next, negated));
                if number == next {
                    self.push(Kind::Game(game.clone()));
                }
                Place::Term((number, negated ^ first))
            }
        };
        self.places.insert(game.clone(), place);
        place
    }

    fn fraction_number(&mut self, fraction: Dyadic) -> u32 {
        let next = self.kinds.len() as u32;
        let number = *self.fractions.entry(fraction).or_insert(next);
        if number == next {
            self.push(Kind::Fraction(fraction));
        }
        number
    }

    fn push(&mut self, kind: Kind<G>) {
        self.kinds.push(kind);
        self.options.push([None, None]);
    }

    /// What a player can move to from the game of this number; equal ones once.
    fn of_game(&mut self, number: u32, player: Player) -> Rc<[Node]> {
        if let Some(known) = &self.options[number as usize][player as usize] {
            return Rc::clone(known);
        }
        let mut nodes: Vec<Node> = Vec::new();
        match &self.kinds[number as usize] {
            Kind::Game(game) => {
                let game = game.clone();
                let mut met = rustc_hash::FxHashSet::default();
                game.each_option(player, &mut |option| {
                    let node = self.node(&option);
                    if met.insert(node.clone()) {
                        nodes.push(node);
                    }
                });
            }
            Kind::Fraction(fraction) => {
                let step = Dyadic::new(1, fraction.exponent());
                let next = if player == Player::Left { *fraction - step } else { *fraction + step };
                nodes.push(self.node(&Sum::new(next, [])));
            }
        }
        self.listed += nodes.len();
        let nodes: Rc<[Node]> = nodes.into();
        self.options[number as usize][player as usize] = Some(Rc::clone(&nodes));
        nodes
    }

    /// Calls for what a player can move to from one game of a sum, as it comes: the number and games that are left of it, with the
    /// players as they are in the sum. Fractions have no such moves.
    pub(crate) fn each_raw_option(
        &self,
        (number, negated): Id,
        player: Player,
        visit: &mut dyn FnMut(Sum<G>, bool),
    ) {
        if let Kind::Game(game) = &self.kinds[number as usize] {
            let mover = if negated { !player } else { player };
            game.each_option(mover, &mut |option| visit(option, negated));
        }
    }

    /// Where the option with this number leads, among those of one game of a sum as they come.
    pub(crate) fn after_raw(
        &mut self,
        terms: &Terms,
        term: usize,
        option: u32,
        player: Player,
    ) -> Option<Node> {
        let (mut found, mut n) = (None, 0);
        self.each_raw_option(terms[term], player, &mut |sum, negated| {
            if n == option {
                found = Some((sum, negated));
            }
            n += 1;
        });
        let (sum, negated) = found?;
        let own = self.node(&sum);
        Some(own.beside(terms, term, negated))
    }

    /// What a player can move to from a sum, equal moves of equal games once.
    pub(crate) fn options(&mut self, terms: &Terms, player: Player) -> Vec<Node> {
        let mut options = Vec::new();
        for (n, &(number, negated)) in terms.iter().enumerate() {
            if n > 0 && terms[n - 1] == terms[n] {
                continue;
            }
            let mover = if negated { !player } else { player };
            let own = self.of_game(number, mover);
            if terms.len() == 1 && !negated {
                return own.to_vec();
            }
            for option in own.iter() {
                options.push(option.beside(terms, n, negated));
            }
        }
        options
    }
}

impl Node {
    /// The sum in which this has taken the place of one of the games, or its negative if that game was negated.
    fn beside(&self, terms: &Terms, term: usize, negated: bool) -> Node {
        let sign = if negated { -1 } else { 1 };
        let mut node = Node { integer: sign * self.integer, terms: terms.clone() };
        node.terms.remove(term);
        self.terms.iter().for_each(|&(id, not)| node.add((id, not ^ negated)));
        node.terms.sort_unstable();
        node
    }

    /// Adds a game, which its opposite would cancel.
    fn add(&mut self, (number, negated): Id) {
        match self.terms.iter().position(|&other| other == (number, !negated)) {
            Some(opposite) => {
                self.terms.remove(opposite);
            }
            None => self.terms.push((number, negated)),
        }
    }
}

/// The negative of a sum.
pub(crate) fn negative(terms: &Terms) -> Terms {
    terms.iter().map(|&(number, negated)| (number, !negated)).collect()
}

/// Of a sum and its negative the one that stands for both, and whether it is the negative.
pub(crate) fn normal(terms: &Terms) -> (Terms, bool) {
    match terms.first() {
        Some((_, true)) => (negative(terms), true),
        _ => (terms.clone(), false),
    }
}
