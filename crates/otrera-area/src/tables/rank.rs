//! Which entry of a shape a content is: a ranking, so that no keys are stored.
//!
//! A shape with n squares holds amazons on some of its places. Contents are ordered by how many
//! amazons each colour has; then by the set U of all places with amazons; then by which of them
//! are Black's; then by which of those are blockers. Sets of k places are numbered in the order of
//! their bits: {p₁ < p₂ < … } has the number C(p₁, 1) + C(p₂, 2) + …
//!
//! Of an active area and its negative one is listed: that with more black amazons than white ones,
//! or with a black amazon on the first of U if there are as many.

/// A player has no more amazons than this in a table.
pub(crate) const MOST_AMAZONS: usize = 4;

/// What the entries of a section are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Territories: amazons of one colour.
    Territory,
    /// Territories with blockers, whose first move must shoot back to where they stood.
    Blockers,
    /// Active areas.
    Active,
    /// Active areas in which some of Black's amazons are blockers.
    ActiveBlockers,
}

impl Kind {
    /// All kinds, in the order in which they are built.
    pub const ALL: [Kind; 4] =
        [Kind::Territory, Kind::Blockers, Kind::Active, Kind::ActiveBlockers];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Territory => "territories",
            Kind::Blockers => "blocker territories",
            Kind::Active => "active areas",
            Kind::ActiveBlockers => "active areas with blockers",
        }
    }

    /// Are the entries games of one player alone?
    pub fn is_territory(self) -> bool {
        matches!(self, Kind::Territory | Kind::Blockers)
    }

    pub(crate) fn has_blockers(self) -> bool {
        matches!(self, Kind::Blockers | Kind::ActiveBlockers)
    }
}

/// The amazons of a shape, by places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Contents {
    pub black: u32,
    /// Those of the black ones that are blockers.
    pub blockers: u32,
    pub white: u32,
}

/// The order of the entries of a shape with so many squares.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    kind: Kind,
    squares: usize,
    /// Where the contents with so many black and white amazons begin; none where they are not
    /// listed.
    classes: [[Option<u32>; MOST_AMAZONS + 1]; MOST_AMAZONS + 1],
    /// How many entries there are.
    pub entries: u32,
}

/// C(n, k).
const CHOOSE: [[u32; 2 * MOST_AMAZONS + 1]; 20] = {
    let mut choose = [[0; 2 * MOST_AMAZONS + 1]; 20];
    let mut n = 0;
    while n < choose.len() {
        choose[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= 2 * MOST_AMAZONS {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

impl Layout {
    /// The order for a kind, a number of squares and the most amazons of one colour.
    pub fn new(kind: Kind, squares: usize, most_amazons: usize) -> Layout {
        let mut layout = Layout { kind, squares, classes: [[None; 5]; 5], entries: 0 };
        for black in 1..=most_amazons {
            for white in 0..=most_amazons {
                let listed = match kind {
                    Kind::Territory | Kind::Blockers => white == 0,
                    Kind::Active => white > 0 && black >= white,
                    Kind::ActiveBlockers => white > 0,
                };
                if listed && black + white < squares {
                    layout.classes[black][white] = Some(layout.entries);
                    layout.entries += CHOOSE[squares][black + white] * layout.ways(black, white);
                }
            }
        }
        layout
    }

    /// How many entries share one set U.
    fn ways(&self, black: usize, white: usize) -> u32 {
        self.splits(black, white) * self.ties(black)
    }

    fn splits(&self, black: usize, white: usize) -> u32 {
        match self.kind {
            Kind::Active if black == white => CHOOSE[2 * black - 1][black - 1],
            _ => CHOOSE[black + white][black],
        }
    }

    fn ties(&self, black: usize) -> u32 {
        if self.kind.has_blockers() { (1 << black) - 1 } else { 1 }
    }

    /// The number of a content, and whether that is its negative; none if it is not listed.
    #[inline]
    pub fn index(&self, contents: Contents) -> Option<(u32, bool)> {
        let Contents { mut black, blockers, white } = contents;
        let all = black | white;
        let counts = [black.count_ones() as usize, white.count_ones() as usize];
        if counts[0].max(counts[1]) > MOST_AMAZONS {
            return None;
        }
        let even = self.kind == Kind::Active && counts[0] == counts[1];
        let negated = self.kind == Kind::Active
            && (counts[0] < counts[1] || even && all & all.wrapping_neg() & white != 0);
        let [most, least] = if negated { [counts[1], counts[0]] } else { counts };
        let class = self.classes[most][least]?;
        if negated {
            black = white;
        }
        let (mut set, mut split, mut tie) = (0, 0, 0);
        let (mut nth, mut nth_black) = (0, 0);
        // An even split is numbered without the first place, which is Black's.
        let skipped = usize::from(even);
        let mut open = all;
        while open != 0 {
            let place = open.trailing_zeros();
            open &= open - 1;
            set += CHOOSE[place as usize][nth + 1];
            if black >> place & 1 != 0 {
                tie |= (blockers >> place & 1) << nth_black;
                nth_black += 1;
                if nth >= skipped {
                    split += CHOOSE[nth - skipped][nth_black - skipped];
                }
            }
            nth += 1;
        }
        let rank = set * self.splits(most, least) + split;
        let ties = self.ties(most);
        let tie = if ties > 1 || self.kind.has_blockers() { tie.checked_sub(1)? } else { 0 };
        Some((class + rank * ties + tie, negated))
    }

    /// Calls for all contents, in order.
    pub fn each(&self, mut visit: impl FnMut(Contents)) {
        for black in 1..=MOST_AMAZONS {
            for white in 0..=MOST_AMAZONS {
                if self.classes[black][white].is_some() {
                    let all = subsets(self.squares as u32, (black + white) as u32);
                    all.for_each(|all| self.each_split(all, black as u32, &mut visit));
                }
            }
        }
    }

    fn each_split(&self, all: u32, black: u32, visit: &mut impl FnMut(Contents)) {
        let amazons = all.count_ones();
        let even = self.kind == Kind::Active && 2 * black == amazons;
        let splits = subsets(amazons - u32::from(even), black - u32::from(even));
        for split in splits {
            let split = if even { split << 1 | 1 } else { split };
            let black_places = spread(split, all);
            for tie in 0..self.ties(black as usize) {
                let tie = if self.kind.has_blockers() { tie + 1 } else { 0 };
                visit(Contents {
                    black: black_places,
                    blockers: spread(tie, black_places),
                    white: all & !black_places,
                });
            }
        }
    }

    /// The content with a number.
    pub fn contents(&self, index: u32) -> Contents {
        let classes = (1..=MOST_AMAZONS).flat_map(|b| (0..=MOST_AMAZONS).map(move |w| (b, w)));
        let (black, white, start) = classes
            .filter_map(|(b, w)| self.classes[b][w].map(|start| (b, w, start)))
            .rfind(|&(_, _, start)| start <= index)
            .expect("the first class begins at 0");
        let rest = index - start;
        let (ties, splits) = (self.ties(black), self.splits(black, white));
        let even = self.kind == Kind::Active && black == white;
        let all = nth_subset(rest / ties / splits, (black + white) as u32);
        let split = nth_subset(rest / ties % splits, (black - usize::from(even)) as u32);
        let split = if even { split << 1 | 1 } else { split };
        let black = spread(split, all);
        let tie = if self.kind.has_blockers() { rest % ties + 1 } else { 0 };
        Contents { black, blockers: spread(tie, black), white: all & !black }
    }
}

/// All sets of `count` out of `places`, in order.
fn subsets(places: u32, count: u32) -> impl Iterator<Item = u32> {
    let first = (count <= places).then_some((1u32 << count) - 1);
    std::iter::successors(first, move |&set| {
        // The next number with as many bits.
        let low = set & set.wrapping_neg();
        let carried = set.checked_add(low)?;
        let next = carried | ((set ^ carried).checked_div(low)? >> 2);
        (next < 1 << places).then_some(next)
    })
}

/// The set with a number among those of its size.
fn nth_subset(mut number: u32, count: u32) -> u32 {
    let mut set = 0;
    for nth in (1..=count as usize).rev() {
        let place = (0..CHOOSE.len()).rev().find(|&place| CHOOSE[place][nth] <= number);
        let place = place.expect("C(0, k) is 0");
        number -= CHOOSE[place][nth];
        set |= 1 << place;
    }
    set
}

/// The bits of a number laid on the places of a set, first to first.
fn spread(bits: u32, mut set: u32) -> u32 {
    let mut spread = 0;
    let mut nth = 0;
    while set != 0 {
        let low = set & set.wrapping_neg();
        if bits >> nth & 1 != 0 {
            spread |= low;
        }
        nth += 1;
        set ^= low;
    }
    spread
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every content has its own number, in the order in which they are listed, and back; and what
    /// is not listed is the negative of something that is.
    #[test]
    fn ranking_is_one_to_one() {
        for kind in Kind::ALL {
            for squares in 2..=8 {
                for most in 1..=4 {
                    let layout = Layout::new(kind, squares, most);
                    let mut next = 0;
                    layout.each(|contents| {
                        assert_eq!(layout.index(contents), Some((next, false)), "{contents:?}");
                        assert_eq!(layout.contents(next), contents);
                        if kind == Kind::Active {
                            let Contents { black, blockers, white } = contents;
                            let negative = Contents { black: white, blockers, white: black };
                            assert_eq!(layout.index(negative), Some((next, true)));
                        }
                        next += 1;
                    });
                    assert_eq!(next, layout.entries);
                    assert_eq!(next, counted(kind, squares, most), "{kind:?} {squares} {most}");
                }
            }
        }
    }

    /// How many contents there are, by going through all of them.
    fn counted(kind: Kind, squares: usize, most: usize) -> u32 {
        let mut count = 0;
        for code in 0..4u32.pow(squares as u32) {
            let digits = (0..squares).map(|place| code / 4u32.pow(place as u32) % 4);
            let digits: Vec<u32> = digits.collect();
            let number = |digit| digits.iter().filter(|&&d| d == digit).count();
            let (normal, white, blockers) = (number(1), number(2), number(3));
            let black = normal + blockers;
            let first = digits.iter().find(|&&digit| digit != 0);
            let listed = match kind {
                Kind::Territory => black > 0 && white == 0 && blockers == 0,
                Kind::Blockers => white == 0 && blockers > 0,
                Kind::Active => {
                    let half = black > white || black == white && first == Some(&1);
                    white > 0 && blockers == 0 && half
                }
                Kind::ActiveBlockers => white > 0 && blockers > 0,
            };
            let few = black <= most && white <= most && number(0) > 0;
            count += u32::from(listed && few);
        }
        count
    }
}
