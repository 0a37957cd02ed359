//! All states of small boards: what can be proved by the checker's rules is what is true, neither more nor
//! less.
//!
//! **Truth** is found by plain search, with moves that are generated here.
//!
//! **What can be proved** is the largest set of entries that is closed: from the set of all entries, whatever
//! has no play after which facts or the set decide every reply is struck out until nothing changes.
//! Every set of entries that the checker accepts is a part of it. Reductions and facts are the checker's
//! own.
//!
//! As more free moves never hurt, a set of states of one board is told by the fewest free moves.

mod common;

use std::fs;
use std::path::Path;

use common::parts::{block, bytes, pack};
use common::verdict;
use fastrand::Rng;
use otrera_board::{Bits, Position, Size};
use otrera_proof::{LeafLimits, Outcome, Reasoner, Side, State};

/// What a square holds.
const EMPTY: usize = 1;
const WINNER: usize = 2;
const LOSER: usize = 3;

/// The fewest free moves that an entry can have.
const FEWEST: i32 = -128;

/// A board as a number: two bits a square, 0 for a closed one.
type Board = usize;

fn at(board: Board, square: usize) -> usize {
    board >> (2 * square) & 3
}

fn with(board: Board, square: usize, content: usize) -> Board {
    board & !(3 << (2 * square)) | content << (2 * square)
}

/// All boards of a size.
struct World {
    size: Size,
    /// For each square the squares in each of the eight directions, one after another.
    rays: Vec<Vec<Vec<usize>>>,
}

impl World {
    fn new(width: usize, height: usize) -> World {
        let ray = |x: usize, y: usize, dx: isize, dy: isize| {
            let place = |n: isize| {
                let (x, y) = (x as isize + n * dx, y as isize + n * dy);
                let inside = (0..width as isize).contains(&x) && (0..height as isize).contains(&y);
                inside.then_some((y * width as isize + x) as usize)
            };
            (1..).map_while(place).collect::<Vec<_>>()
        };
        let directions = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        let rays = (0..width * height)
            .map(|n| directions.map(|(dx, dy)| ray(n % width, n / width, dx, dy)).to_vec())
            .collect();
        World { size: Size::new(width, height).unwrap(), rays }
    }

    fn squares(&self) -> usize {
        self.rays.len()
    }

    fn boards(&self) -> usize {
        1 << (2 * self.squares())
    }

    /// With so many free moves everything is won, with so many of the loser's everything is lost.
    fn most_free(&self) -> i32 {
        self.squares() as i32 + 1
    }

    fn slides(&self, board: Board, from: usize) -> impl Iterator<Item = usize> {
        let rays = self.rays[from].iter();
        rays.flat_map(move |ray| ray.iter().copied().take_while(move |&n| at(board, n) == EMPTY))
    }

    /// The moves of a player: from, to, arrow, and the board they lead to.
    fn moves(&self, board: Board, amazon: usize) -> Vec<([usize; 3], Board)> {
        let mut moves = Vec::new();
        for from in (0..self.squares()).filter(|&n| at(board, n) == amazon) {
            for to in self.slides(board, from) {
                let moved = with(with(board, from, EMPTY), to, amazon);
                for arrow in self.slides(moved, to) {
                    moves.push(([from, to, arrow], with(moved, arrow, 0)));
                }
            }
        }
        moves
    }

    fn empty_squares(&self, board: Board) -> usize {
        (0..self.squares()).filter(|&n| at(board, n) == EMPTY).count()
    }

    fn state(&self, board: Board, free: i32) -> State<u64> {
        let set = |content| {
            (0..self.squares())
                .filter(|&n| at(board, n) == content)
                .fold(0u64, |set, n| set | 1 << n)
        };
        let geometry = u64::geometry(self.size).unwrap();
        State::new(geometry, [set(WINNER), set(LOSER)], set(EMPTY), free).unwrap()
    }

    fn board(&self, state: &State<u64>) -> Board {
        (0..self.squares()).fold(0, |board, n| {
            let has = |set: u64| set >> n & 1 == 1;
            let content = match () {
                () if has(state.empty()) => EMPTY,
                () if has(state.amazons(Side::Winner)) => WINNER,
                () if has(state.amazons(Side::Loser)) => LOSER,
                () => 0,
            };
            with(board, n, content)
        })
    }
}

/// For every board the fewest free moves with which the winner wins: with himself to move, and with the
/// loser to move.
struct Truth {
    first: Vec<i32>,
    second: Vec<i32>,
}

impl Truth {
    fn find(world: &World) -> Truth {
        let most = world.most_free();
        let width = 2 * most as usize + 1;
        let place = |board: Board, free: i32| board * width + (free + most) as usize;
        let mut boards: Vec<Board> = (0..world.boards()).collect();
        boards.sort_by_key(|&board| world.empty_squares(board));
        let mut first = vec![false; world.boards() * width];
        let mut second = first.clone();
        for &board in &boards {
            let [own, other] = [WINNER, LOSER].map(|amazon| world.moves(board, amazon));
            // Free moves lead to fewer of them.
            for free in (0..=most).flat_map(|free| [free, -free]) {
                let after = |next: Board| place(next, free);
                first[place(board, free)] = own.iter().any(|&(_, next)| second[after(next)])
                    || free > 0 && second[place(board, free - 1)];
                second[place(board, free)] = other.iter().all(|&(_, next)| first[after(next)])
                    && (free >= 0 || first[place(board, free + 1)]);
            }
        }
        let fewest = |won: &[bool]| {
            let of_board = |won: &[bool]| {
                let fewest = won.iter().position(|&won| won).expect("won with free moves enough");
                assert!(fewest > 0 && won[fewest..].iter().all(|&won| won), "more never hurt");
                fewest as i32 - most
            };
            won.chunks(width).map(of_board).collect::<Vec<_>>()
        };
        Truth { first: fewest(&first), second: fewest(&second) }
    }
}

/// What the checker knows without entries.
struct Known {
    /// What a board is reduced to, and the free moves that adds.
    reduced: Vec<(Board, i32)>,
    /// The fewest free moves with which facts decide for the winner.
    first: Vec<i32>,
    second: Vec<i32>,
}

impl Known {
    fn find(world: &World, limits: LeafLimits) -> Known {
        let mut reasoner = Reasoner::new(u64::geometry(world.size).unwrap(), limits);
        let most = world.most_free();
        let mut known = Known { reduced: Vec::new(), first: Vec::new(), second: Vec::new() };
        for board in 0..world.boards() {
            let state = reasoner.reduced(&world.state(board, 0));
            known.reduced.push((world.board(&state), state.free()));
            let mut fewest = |decides: &mut dyn FnMut(&mut Reasoner<u64>, &State<u64>) -> bool| {
                let mut decided = |free| decides(&mut reasoner, &world.state(board, free));
                let (mut no, mut yes) = (-most, most);
                assert!(!decided(no) && decided(yes));
                while yes - no > 1 {
                    let middle = (no + yes) / 2;
                    *(if decided(middle) { &mut yes } else { &mut no }) = middle;
                }
                yes
            };
            known.first.push(fewest(&mut |it, state| it.wins_first(state).is_some()));
            known.second.push(fewest(&mut |it, state| it.wins_second(state).is_some()));
        }
        known
    }
}

/// For every board the fewest free moves that can be proved.
struct Provable {
    /// In an entry.
    entry: Vec<i32>,
    /// Of a claim with the winner to move, and with the loser to move.
    first: Vec<i32>,
    second: Vec<i32>,
}

impl Provable {
    fn find(world: &World, known: &Known) -> Provable {
        let reduced_moves = |amazon| {
            let of_board = |board| {
                let mut all: Vec<(Board, i32)> = world
                    .moves(board, amazon)
                    .into_iter()
                    .map(|(_, next)| known.reduced[next])
                    .collect();
                all.sort_unstable();
                all.dedup();
                all
            };
            (0..world.boards()).map(of_board).collect::<Vec<_>>()
        };
        let [plays, replies] = [WINNER, LOSER].map(reduced_moves);
        // All entries there can be.
        let mut entry = vec![FEWEST; world.boards()];
        loop {
            let decided = |board: Board| entry[board].min(known.first[board]);
            // With the loser to move: facts, or every reply is decided. He has a free move if the number
            // is negative.
            let safe: Vec<i32> = (0..world.boards())
                .map(|board| {
                    let replies = replies[board].iter();
                    let moves = replies.map(|&(next, more)| decided(next) - more);
                    let free_move = (decided(board) - 1).min(0);
                    known.second[board].min(moves.fold(free_move, i32::max))
                })
                .collect();
            // With the winner to move: a move, or a free one if there is any.
            let closed = |board: Board| {
                let moves = plays[board].iter().map(|&(next, more)| safe[next] - more);
                let (rest, more) = known.reduced[board];
                let free_move = (safe[rest] - more + 1).max(1);
                moves.fold(free_move, i32::min).max(FEWEST)
            };
            let next: Vec<i32> =
                (0..world.boards()).map(|board| entry[board].max(closed(board))).collect();
            if next == entry {
                let whole = known.reduced.iter();
                let first = whole.clone().map(|&(board, more)| decided(board) - more).collect();
                let second = whole.map(|&(board, more)| safe[board] - more).collect();
                return Provable { entry, first, second };
            }
            entry = next;
        }
    }
}

/// What can be proved is what is true.
fn compare(world: &World, truth: &Truth, limits: LeafLimits) {
    let known = Known::find(world, limits);
    let provable = Provable::find(world, &known);
    for board in 0..world.boards() {
        let (rest, more) = known.reduced[board];
        assert_eq!(known.reduced[rest], (rest, 0), "reduced twice: {board:x}");
        let (first, second) = (truth.first[board], truth.second[board]);
        assert_eq!(truth.first[rest] - more, first, "reduction of {board:x}");
        assert_eq!(truth.second[rest] - more, second, "reduction of {board:x}");
        assert!(known.first[board] >= first, "a fact on {board:x}");
        assert!(known.second[board] >= second, "a fact on {board:x}");
        assert_eq!(provable.entry[board], first, "entries for {board:x}");
        assert_eq!(provable.first[board], first, "claims of {board:x}, winner to move");
        assert_eq!(provable.second[board], second, "claims of {board:x}, loser to move");
    }
}

/// The entry of a board with so many free moves.
fn record(world: &World, board: Board, free: i32, play: [u8; 3]) -> Vec<u8> {
    let squares = world.squares();
    let mut bytes = vec![0; 2 + squares.div_ceil(4)];
    bytes[0] = (squares - world.empty_squares(board)) as u8;
    for n in 0..squares {
        bytes[1 + n / 4] |= (at(board, n) << (6 - n % 4 * 2)) as u8;
    }
    *bytes.last_mut().unwrap() = (free + 128) as u8;
    bytes.extend(play);
    bytes
}

/// The plays of the winner that win, by the truth, and those that do not.
fn plays(world: &World, truth: &Truth, board: Board, free: i32) -> [Vec<[u8; 3]>; 2] {
    let mut plays = [Vec::new(), Vec::new()];
    for (squares, next) in world.moves(board, WINNER) {
        let wins = free >= truth.second[next];
        plays[usize::from(!wins)].push(squares.map(|n| n as u8));
    }
    if free > 0 {
        plays[usize::from(free - 1 < truth.second[board])].push([255; 3]);
    }
    plays
}

/// A file with these entries, and a claim that needs none of them: Black alone on the board.
fn save(path: &Path, world: &World, limits: LeafLimits, mut records: Vec<Vec<u8>>) {
    records.sort();
    let (width, height) = (world.size.width(), world.size.height());
    let mut rows = vec![".".repeat(width); height];
    rows[0].replace_range(..1, "b");
    let LeafLimits { lookahead, territory, amazons } = limits;
    let limits = format!("lookahead {lookahead}\nterritory {territory}\namazons {amazons}");
    let claim = format!("position {} b\nwinner b", rows.join("/"));
    let header = format!("otrera-proof 2\n{claim}\n{limits}\norigin a test\n\n");
    assert!(claim[9..].split('\n').next().unwrap().parse::<Position>().is_ok());
    let blocks: Vec<_> = records.chunks(1 << 12).map(|some| block(some, &pack(some))).collect();
    fs::write(path, bytes(&header, &blocks, records.len())).unwrap();
}

/// The checker itself accepts all that is true at once; and nothing that is false beside it, whatever the
/// play.
fn check_files(world: &World, truth: &Truth, limits: LeafLimits, forgeries: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("complete.proof");
    let mut rng = Rng::with_seed(41);
    let mut records = Vec::new();
    for board in 0..world.boards() {
        let free = truth.first[board];
        let [winning, _] = plays(world, truth, board, free);
        records.push(record(world, board, free, winning[rng.usize(0..winning.len())]));
    }
    save(&path, world, limits, records.clone());
    let Ok(Outcome::Accepted(accepted)) = verdict(&path) else { panic!("rejected") };
    assert_eq!(accepted.counts().entries, world.boards() as u64);
    let mut made = 0;
    while made < forgeries {
        let board = rng.usize(0..world.boards());
        let free = truth.first[board] - 1;
        let [winning, losing] = plays(world, truth, board, free);
        assert!(winning.is_empty());
        if losing.is_empty() {
            continue;
        }
        let play = losing[rng.usize(0..losing.len())];
        let mut forged = records.clone();
        forged.push(record(world, board, free, play));
        save(&path, world, limits, forged);
        let Ok(Outcome::Rejected(_)) = verdict(&path) else { panic!("{board:x} with {free}") };
        made += 1;
    }
}

fn complete(width: usize, height: usize, all_limits: &[LeafLimits], forgeries: usize) {
    let world = World::new(width, height);
    let truth = Truth::find(&world);
    for &limits in all_limits {
        compare(&world, &truth, limits);
        check_files(&world, &truth, limits, forgeries);
    }
    println!("{}: {} boards, all free moves", world.size, world.boards());
}

/// With and without a move ahead, with areas taken off the board never, seldom and often.
fn some_limits() -> Vec<LeafLimits> {
    let limits = |(lookahead, territory, amazons)| LeafLimits { lookahead, territory, amazons };
    [(1, 8, 4), (0, 8, 4), (1, 0, 0), (0, 0, 4), (1, 3, 1), (0, 2, 2)].map(limits).to_vec()
}

#[test]
fn all_of_1x5() {
    complete(1, 5, &some_limits(), 40);
    complete(5, 1, &some_limits(), 5);
}

#[test]
fn all_of_2x3_and_3x2() {
    complete(2, 3, &some_limits(), 20);
    complete(3, 2, &some_limits(), 20);
}

#[test]
fn all_of_4x2_and_2x4() {
    complete(4, 2, &some_limits()[..2], 5);
    complete(2, 4, &some_limits()[..1], 5);
}

/// Ten seconds: `cargo test --release -p otrera-proof --test complete -- --ignored`.
#[test]
#[ignore = "ten seconds, in a release build"]
fn all_of_3x3() {
    complete(3, 3, &some_limits(), 5);
}
