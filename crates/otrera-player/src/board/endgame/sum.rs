//! Sums of areas and free moves, seen by the player to move.

use smallvec::SmallVec;

/// An area of the [atlas](super::atlas) by its number, with its colours exchanged or not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Term(u32);

impl Term {
    pub fn new(id: usize, negated: bool) -> Term {
        Term((id as u32) << 1 | u32::from(negated))
    }

    pub fn id(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Are the colours of the area in the atlas exchanged?
    pub fn is_negated(self) -> bool {
        self.0 & 1 != 0
    }

    /// The same with the colours exchanged.
    pub fn negative(self) -> Term {
        Term(self.0 ^ 1)
    }

    pub fn negated_if(self, negated: bool) -> Term {
        Term(self.0 ^ u32::from(negated))
    }
}

pub(super) type Terms = SmallVec<[Term; 6]>;

/// Areas, and free moves: Left's if positive, Right's if negative. Left is to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Sum {
    /// In order.
    pub terms: Terms,
    pub free: i32,
}

impl Sum {
    pub fn new(mut terms: Terms, free: i32) -> Sum {
        terms.sort_unstable();
        Sum { terms, free }
    }

    /// The sum after a move of Left's in one of its terms, as Right sees it, who is to move now.
    pub fn after(&self, place: usize, left: &Outcome) -> Sum {
        let others = self.terms.iter().enumerate().filter(|&(n, _)| n != place);
        let terms = others.map(|(_, &term)| term).chain(left.terms.iter().copied());
        Sum::new(terms.map(Term::negative).collect(), -(self.free + left.free))
    }

    /// The sum after a free move of Left's, as Right sees it.
    pub fn after_free_move(&self) -> Sum {
        Sum::new(self.terms.iter().map(|term| term.negative()).collect(), 1 - self.free)
    }
}

/// What a move in an area leaves of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Outcome {
    pub terms: SmallVec<[Term; 2]>,
    pub free: i32,
}

impl Outcome {
    /// The same with the colours exchanged.
    pub fn negated_if(&self, negated: bool) -> Outcome {
        let terms = self.terms.iter().map(|term| term.negated_if(negated)).collect();
        Outcome { terms, free: if negated { -self.free } else { self.free } }
    }
}
