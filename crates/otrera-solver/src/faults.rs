//! Mistakes made on purpose, to see that whoever checks a proof notices them. Tests switch this on.

use std::sync::atomic::{AtomicU64, Ordering};

use otrera_area::Area;
use otrera_board::{Bits, Color};
use otrera_cgt::{Assurance, Player};

use crate::judge::Settled;
use crate::rules::Rules;

/// A rule that is not sound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A player is sure of one move more than he is.
    OneMoveMore,
    /// The same for Black alone.
    OneMoveMoreForBlack,
    /// Moving first gains two moves more than it does.
    FirstMoveTwice,
    /// A move that either player can take counts as one's own.
    StarsAreMoves,
    /// The enemy never has more than one move in an area.
    EnemyForgotten,
    /// Every enemy ground has a safe answer.
    EveryAnswerIsSafe,
    /// Large areas are good for both.
    LargeAreasAreWon,
    /// A square is forgotten.
    SquareLost,
    /// An amazon of Black's is forgotten.
    AmazonLost,
    /// Who moves wins what is almost decided.
    CloseIsWon,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 10] = [
        Fault::OneMoveMore,
        Fault::OneMoveMoreForBlack,
        Fault::FirstMoveTwice,
        Fault::StarsAreMoves,
        Fault::EnemyForgotten,
        Fault::EveryAnswerIsSafe,
        Fault::LargeAreasAreWon,
        Fault::SquareLost,
        Fault::AmazonLost,
        Fault::CloseIsWon,
    ];

    pub(crate) fn spoil<B: Bits>(
        self,
        area: &Area<B>,
        player: Player,
        sure: Assurance,
    ) -> Assurance {
        let more = |by: i32| Assurance {
            least: sure.least + by,
            star: sure.star + by,
            first: sure.first + by,
        };
        let fought_over = Color::ALL.iter().all(|&color| !area.amazons(color).is_empty());
        match self {
            Fault::OneMoveMore => more(1),
            Fault::OneMoveMoreForBlack if player == Player::Left => more(1),
            Fault::FirstMoveTwice => Assurance { first: sure.first + 2, ..sure },
            Fault::StarsAreMoves if sure.star > sure.least => {
                Assurance { star: sure.least, ..more(1) }
            }
            Fault::EnemyForgotten if sure.least < -1 => more(-1 - sure.least),
            Fault::EveryAnswerIsSafe if fought_over => more(2),
            Fault::LargeAreasAreWon if area.squares().count() > 6 => more(3),
            _ => sure,
        }
    }

    fn spoil_all<B: Bits>(self, mut settled: Settled<B>) -> Settled<B> {
        match self {
            Fault::SquareLost if settled.node.empty.count() > 2 => {
                settled.node.empty = settled.node.empty.without_first();
            }
            Fault::AmazonLost => {
                let black = settled.node.amazons[0];
                if black.count() > 1 {
                    settled.node.amazons[0] = black.without_first();
                }
            }
            Fault::CloseIsWon if settled.winner.is_none() && settled.node.empty.count() <= 5 => {
                settled.winner = Some(settled.node.mover);
            }
            _ => {}
        }
        settled
    }
}

impl<B: Bits> Settled<B> {
    /// The same with the mistake that the rules ask for.
    pub fn spoilt(self, rules: Rules) -> Settled<B> {
        match rules.fault {
            Some(fault) => fault.spoil_all(self),
            None => self,
        }
    }
}

/// The environment variable that makes strategists panic at one of the questions they are asked: which one, from
/// 1.
pub const PANIC_AT: &str = "OTRERA_PANIC_AT";

/// The environment variable that makes a thread of every search panic as it begins: which one, from 1.
pub const PANIC_IN_THREAD: &str = "OTRERA_PANIC_IN_THREAD";

/// Panics if this is the question that [`PANIC_AT`] names.
pub(crate) fn panic_if_asked() {
    static QUESTIONS: AtomicU64 = AtomicU64::new(0);
    let question = QUESTIONS.fetch_add(1, Ordering::Relaxed) + 1;
    assert!(named_by(PANIC_AT) != Some(question), "asked to panic at question {question}");
}

/// Panics if this is the thread that [`PANIC_IN_THREAD`] names.
pub(crate) fn panic_in_thread(n: usize) {
    let thread = n as u64 + 1;
    assert!(named_by(PANIC_IN_THREAD) != Some(thread), "asked to panic in thread {thread}");
}

fn named_by(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().and_then(|number| number.parse().ok())
}
