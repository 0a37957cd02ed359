//! Games as nothing but trees, and who wins them by nothing but play. What the crate finds by theory is
//! compared with this.

use std::collections::HashMap;

use otrera_cgt::{Game, Outcome, Player, Sum};
use proptest::prelude::*;

/// A game: what Left can move to, and what Right can.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Tree {
    pub left: Vec<Tree>,
    pub right: Vec<Tree>,
}

impl Game for Tree {
    fn options(&self, player: Player) -> Vec<Sum<Tree>> {
        self.of(player).iter().cloned().map(Sum::from).collect()
    }
}

#[allow(dead_code, reason = "each test binary takes what it needs")]
impl Tree {
    pub fn new(left: &[Tree], right: &[Tree]) -> Tree {
        Tree { left: left.to_vec(), right: right.to_vec() }
    }

    pub fn of(&self, player: Player) -> &[Tree] {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    pub fn integer(n: i32) -> Tree {
        match n.signum() {
            1 => Tree::new(&[Tree::integer(n - 1)], &[]),
            -1 => Tree::new(&[], &[Tree::integer(n + 1)]),
            _ => Tree::default(),
        }
    }

    pub fn star() -> Tree {
        Tree::new(&[Tree::default()], &[Tree::default()])
    }

    pub fn negative(&self) -> Tree {
        let negatives = |trees: &[Tree]| trees.iter().map(Tree::negative).collect();
        Tree { left: negatives(&self.right), right: negatives(&self.left) }
    }

    /// How many moves it may last.
    pub fn depth(&self) -> u32 {
        let deepest = self.left.iter().chain(&self.right).map(|option| 1 + option.depth()).max();
        deepest.unwrap_or(0)
    }
}

/// Games with a few options each, integers and stars at their ends, so that values of all kinds come up.
pub fn trees() -> impl Strategy<Value = Tree> {
    let end = prop_oneof![
        3 => (-2..=2i32).prop_map(Tree::integer),
        1 => Just(Tree::star()),
    ];
    end.prop_recursive(3, 16, 3, |inner| {
        let some = prop::collection::vec(inner, 1..=2);
        let options = || prop_oneof![1 => Just(Vec::new()), 5 => some.clone()];
        (options(), options()).prop_map(|(left, right)| Tree { left, right })
    })
}

/// Who wins sums of trees, by trying every move.
#[derive(Default)]
pub struct Play {
    ids: HashMap<Tree, usize>,
    options: Vec<[Vec<usize>; 2]>,
    /// Does the player who is to move win?
    known: HashMap<(Vec<usize>, Player), bool>,
}

#[allow(dead_code, reason = "each test binary takes what it needs")]
impl Play {
    fn id(&mut self, tree: &Tree) -> usize {
        if let Some(&id) = self.ids.get(tree) {
            return id;
        }
        let options = Player::BOTH
            .map(|player| tree.of(player).iter().map(|option| self.id(option)).collect());
        self.options.push(options);
        self.ids.insert(tree.clone(), self.options.len() - 1);
        self.options.len() - 1
    }

    fn mover_wins(&mut self, mut sum: Vec<usize>, mover: Player) -> bool {
        sum.sort_unstable();
        let key = (sum, mover);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let sum = &key.0;
        let wins = (0..sum.len()).any(|n| {
            self.options[sum[n]][mover as usize].clone().into_iter().any(|option| {
                let mut next = sum.clone();
                next[n] = option;
                !self.mover_wins(next, !mover)
            })
        });
        self.known.insert(key, wins);
        wins
    }

    /// Who wins when this player begins.
    pub fn winner(&mut self, sum: &[Tree], first: Player) -> Player {
        let sum = sum.iter().map(|tree| self.id(tree)).collect();
        if self.mover_wins(sum, first) { first } else { !first }
    }

    pub fn outcome(&mut self, sum: &[Tree]) -> Outcome {
        match Player::BOTH.map(|first| self.winner(sum, first)) {
            [Player::Left, Player::Left] => Outcome::Left,
            [Player::Right, Player::Right] => Outcome::Right,
            [Player::Left, Player::Right] => Outcome::Next,
            [Player::Right, Player::Left] => Outcome::Previous,
        }
    }

    /// Is the sum at least this? Left wins the difference moving second.
    pub fn at_least(&mut self, sum: &[Tree], other: &[Tree]) -> bool {
        let negatives = other.iter().map(Tree::negative);
        let difference: Vec<Tree> = sum.iter().cloned().chain(negatives).collect();
        self.winner(&difference, Player::Right) == Player::Left
    }

    /// Is the sum at most this?
    pub fn at_most(&mut self, sum: &[Tree], other: &[Tree]) -> bool {
        self.at_least(other, sum)
    }
}
