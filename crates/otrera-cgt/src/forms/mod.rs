//! Canonical forms, each kept once.
//!
//! The canonical form of a game is what is left when dominated options are
//! removed and reversible ones bypassed, all the way down; two games are equal
//! exactly if their canonical forms are the same. [`Forms`] keeps every form once,
//! so that a [`Form`] is a small number and equality is equality of numbers.
//!
//! Numbers are kept by their value alone and have no list of options; for
//! comparisons they need none:
//!
//! > G ≤ x, for G no number, iff the left stop of G is at most x and no G^L ≥ x
//!
//! because x^R ≤ G, the other way to fail, would put the left stop of G above x.

mod atomic_weight;
mod cooling;
mod measure;
mod order;
mod simplify;
mod small;
mod sum;
mod text;

use rustc_hash::FxHashMap;

use self::measure::Measure;
pub(crate) use self::small::LARGEST_NIMBER;
pub use self::small::Small;
use crate::bounds::Bounds;
use crate::dyadic::Dyadic;
use crate::game::Player;
use crate::limit::{Exhausted, Limit};
use crate::thermograph::{Outcome, Thermograph};

/// A canonical form kept by a [`Forms`]. Only forms of the same keeper may be mixed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Form(u32);

/// The keeper of canonical forms.
///
/// ```
/// use otrera_cgt::Forms;
///
/// let mut forms = Forms::new();
/// let zero = forms.integer(0);
/// let star = forms.game(vec![zero], vec![zero])?;
/// let up = forms.game(vec![zero], vec![star])?;
/// assert_eq!(forms.text(up), "^");
/// assert_eq!(forms.add(star, star)?, zero);
/// assert!(forms.le(zero, up));
/// # Ok::<(), otrera_cgt::Exhausted>(())
/// ```
#[derive(Debug, Default)]
pub struct Forms {
    nodes: Vec<Node>,
    numbers: FxHashMap<Dyadic, Form>,
    /// Forms that are no numbers, by their options: Left's, then Right's.
    others: FxHashMap<[Box<[Form]>; 2], Form>,
    order: FxHashMap<(Form, Form), bool>,
    sums: FxHashMap<(Form, Form), Form>,
    thermographs: FxHashMap<Form, Thermograph>,
    /// Options in the order in which they are written.
    sorted: FxHashMap<(Form, Player), Vec<Form>>,
    sizes: FxHashMap<Form, u64>,
    /// Ups and nimbers that forms were found to be.
    smalls: FxHashMap<Form, Option<Small>>,
    /// Atomic weights; none of forms that are not all small.
    weights: FxHashMap<Form, Option<Form>>,
    /// How many options all forms have together.
    edges: usize,
    limit: Limit,
    checks: u32,
}

#[derive(Debug)]
struct Node {
    number: Option<Dyadic>,
    /// Options of a form that is no number, sorted.
    options: [Box<[Form]>; 2],
    /// What is known at a glance.
    extent: Extent,
    negative: Option<Form>,
    birthday: u32,
    measure: Measure,
}

/// Four numbers that a game cannot exceed, monotone in the game: G ≤ H implies that
/// each of G's is at most that of H.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    /// The largest integer n with G ≥ n.
    pub(crate) floor: i64,
    /// The smallest integer n with G ≤ n.
    pub(crate) ceiling: i64,
    pub(crate) left_stop: Dyadic,
    pub(crate) right_stop: Dyadic,
}

impl Extent {
    fn of_number(number: Dyadic) -> Extent {
        Extent {
            floor: number.floor(),
            ceiling: number.ceil(),
            left_stop: number,
            right_stop: number,
        }
    }

    /// Does this rule out G ≤ H?
    fn excludes_le(&self, other: &Extent) -> bool {
        self.floor > other.floor
            || self.ceiling > other.ceiling
            || self.left_stop > other.left_stop
            || self.right_stop > other.right_stop
    }

    /// Does this make G ≤ H certain?
    fn implies_le(&self, other: &Extent) -> bool {
        self.ceiling <= other.floor || self.left_stop < other.right_stop
    }
}

impl Forms {
    /// A keeper of nothing yet.
    pub fn new() -> Forms {
        Forms::default()
    }

    /// From now on, fail when this is used up.
    pub fn set_limit(&mut self, limit: Limit) {
        self.limit = limit;
    }

    /// How many forms are kept.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Is nothing kept?
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many bytes this holds, roughly.
    pub fn bytes(&self) -> usize {
        self.nodes.len() * 350
            + self.edges * 8
            + (self.order.len() + self.sums.len()) * 40
            + self.thermographs.len() * 200
    }

    /// The form of a number. Games with numbers beyond 2^24, or finer than 2^−30, are refused by what
    /// combines forms.
    pub fn number(&mut self, number: Dyadic) -> Form {
        if let Some(&form) = self.numbers.get(&number) {
            return form;
        }
        let form = self.push(Node {
            number: Some(number),
            options: Default::default(),
            extent: Extent::of_number(number),
            negative: None,
            birthday: number_birthday(number),
            measure: Measure::of_number(number),
        });
        self.numbers.insert(number, form);
        form
    }

    /// The form of an integer.
    pub fn integer(&mut self, integer: i64) -> Form {
        self.number(integer.into())
    }

    /// The number that a form is, if it is one.
    pub fn as_number(&self, form: Form) -> Option<Dyadic> {
        self.node(form).number
    }

    /// The options of a player. Those of a number are as in its simplest form.
    pub fn options(&mut self, form: Form, player: Player) -> Vec<Form> {
        match self.as_number(form) {
            None => self.node(form).options[player as usize].to_vec(),
            Some(number) => {
                let option = number_option(number, player);
                option.map(|option| self.number(option)).into_iter().collect()
            }
        }
    }

    /// How many moves deep the form is.
    pub fn birthday(&self, form: Form) -> u32 {
        self.node(form).birthday
    }

    /// What the form comes to when Left begins and play stops in numbers.
    pub fn left_stop(&self, form: Form) -> Dyadic {
        self.node(form).extent.left_stop
    }

    /// What the form comes to when Right begins and play stops in numbers.
    pub fn right_stop(&self, form: Form) -> Dyadic {
        self.node(form).extent.right_stop
    }

    /// The largest integer that is not greater than the form, and the smallest that is
    /// not less.
    pub fn integer_bounds(&self, form: Form) -> (i64, i64) {
        let extent = &self.node(form).extent;
        (extent.floor, extent.ceiling)
    }

    /// The thermograph.
    pub fn thermograph(&mut self, form: Form) -> Thermograph {
        if let Some(number) = self.as_number(form) {
            return Thermograph::of_number(number);
        }
        if let Some(known) = self.thermographs.get(&form) {
            return known.clone();
        }
        let [left, right] = Player::BOTH.map(|player| {
            let options = self.options(form, player);
            options.into_iter().map(|option| self.thermograph(option)).collect::<Vec<_>>()
        });
        let thermograph = Thermograph::from_options(&left, &right);
        self.thermographs.insert(form, thermograph.clone());
        thermograph
    }

    /// What the thermograph says of the value.
    pub fn bounds(&mut self, form: Form) -> Bounds {
        Bounds::from_thermograph(&self.thermograph(form))
    }

    /// Who wins.
    pub fn outcome(&self, form: Form) -> Outcome {
        let (floor, ceiling) = self.integer_bounds(form);
        match (floor >= 0, ceiling <= 0) {
            (true, true) => Outcome::Previous,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::Next,
        }
    }

    fn push(&mut self, node: Node) -> Form {
        let form = Form(u32::try_from(self.nodes.len()).expect("fewer than 2^32 forms"));
        self.nodes.push(node);
        form
    }

    fn node(&self, form: Form) -> &Node {
        &self.nodes[form.0 as usize]
    }

    /// Fails if the limit is reached. Looks at the clock only now and then.
    fn check_limit(&mut self) -> Result<(), Exhausted> {
        self.checks = self.checks.wrapping_add(1);
        match self.checks % 256 {
            0 => self.limit.check(self.bytes()),
            _ => Ok(()),
        }
    }
}

/// The option of a number in its simplest form: n − 1 of a positive integer, and the
/// two neighbours of half the fineness of a fraction.
fn number_option(number: Dyadic, player: Player) -> Option<Dyadic> {
    let unit = Dyadic::new(1, number.exponent());
    match (player, number.to_integer()) {
        (Player::Left, Some(..=0)) | (Player::Right, Some(0..)) => None,
        (Player::Left, _) => Some(number - unit),
        (Player::Right, _) => Some(number + unit),
    }
}

/// An integer n is born on day |n|, a fraction one day after the later of its options.
fn number_birthday(number: Dyadic) -> u32 {
    let whole = number.floor().unsigned_abs().max(number.ceil().unsigned_abs());
    u32::try_from(whole).unwrap_or(u32::MAX).saturating_add(number.exponent())
}
