//! The solver against plain search, and the winners of small boards.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use otrera_area::tables::{Build, Family, TableSet, Tables};
use otrera_area::{Rung, Rungs};
use otrera_board::{Color, Move, Position};
use otrera_solver::check::{Check, Forgeries};
use otrera_solver::{
    CheckpointError, Effort, Engine, Limits, Rules, Settings, Solver, Stopped, Unaffordable,
    distinct_moves,
};

/// Five thousand positions, half of them out of games and half blobs, and more than three hundred sums:
/// both engines, area cache on and off, one and two threads, either side to move; and with the small
/// set of endgame tables, and with so few of them that they know pieces rather than whole areas.
#[test]
fn never_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let mut check = Check::new(20_130_415).with_tables(&small_tables());
    check = check.with_tables(&build(folder.path(), TableSet::Tiny));
    while check.checked[0] + check.checked[1] < 5_000 {
        check.step().unwrap();
    }
    let [games, blobs, sums] = check.checked;
    assert!(games > 2_400 && blobs > 2_400 && sums > 300, "{games} {blobs} {sums}");
}

/// Positions of kinds that games and blobs do not come to, on boards of up to 128 squares.
#[test]
fn never_wrong_on_odd_positions() {
    let mut check = Check::new(20_261_116).with_tables(&small_tables());
    while check.checked_odd.iter().sum::<u64>() < 1_000 {
        check.step_odd().unwrap();
    }
    assert!(check.checked_odd.iter().all(|&count| count > 50), "{:?}", check.checked_odd);
}

/// The small set of endgame tables, built once and kept between runs.
fn small_tables() -> Arc<Tables> {
    let name = format!("small-{}", otrera_area::tables::VERSION);
    build(&Path::new(env!("CARGO_TARGET_TMPDIR")).join(name), TableSet::Small)
}

fn build(folder: &Path, set: TableSet) -> Arc<Tables> {
    Build { folder, set, threads: 2, again: false, watch: &|_| true }.run().unwrap();
    Arc::new(Tables::open(folder).unwrap())
}

/// With endgame tables boards have the same winners, for no more expansions on the whole: each family by
/// itself is sound.
#[test]
fn tables_change_no_winner() {
    small_tables();
    let name = format!("small-{}", otrera_area::tables::VERSION);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let boards = [("4x4", Color::Black), ("5x4", Color::White), ("4x5", Color::Black)];
    let boards = boards.into_iter().chain([("5x5", Color::White), ("4x6", Color::White)]);
    let boards: Vec<(&str, Color)> = boards.collect();
    let expansions = |tables: Option<Arc<Tables>>| -> u64 {
        let cost = |&(board, winner): &(&str, Color)| {
            let position: Position = board.parse().unwrap();
            let mut solver =
                Solver::new(Settings { tables: tables.clone(), ..Settings::default() }).unwrap();
            let found = solver.winner(&position.narrow().unwrap(), Limits::default());
            assert_eq!(found, Ok(winner), "{board}");
            solver.effort().expansions
        };
        boards.iter().map(cost).sum()
    };
    let without = expansions(None);
    for family in Family::ALL {
        expansions(Some(Arc::new(Tables::open_families(&folder, &[family]).unwrap())));
    }
    let with = expansions(Some(small_tables()));
    assert!(with < without * 4 / 5, "{with} with tables, {without} without");
}

/// Without any one of the rules, and without all of them.
#[test]
fn never_wrong_without_a_rung() {
    let bare = Rules {
        rungs: Rungs::ALL.without(Rung::SafeMoves).without(Rung::Blockers),
        first_move: false,
        integers: false,
        cancelling: false,
        area_cache: false,
        exact_sums: false,
        ladder: false,
        model: false,
        #[cfg(feature = "faults")]
        fault: None,
    };
    let all = Rules::names().filter_map(Rules::without).chain([bare]);
    let rules: Vec<Rules> = all.collect();
    assert_eq!(rules.len(), Rules::names().count() + 1);
    let mut rng = fastrand::Rng::with_seed(3);
    let mut solvers: Vec<Solver<u64>> = Vec::new();
    for engine in [Engine::Dfpn, Engine::AlphaBeta] {
        for &rules in &rules {
            solvers.push(
                Solver::new(Settings { memory: 1 << 18, engine, rules, ..Settings::default() })
                    .unwrap(),
            );
        }
    }
    for _ in 0..400 {
        let position = otrera_area::random::blob(&mut rng, 8, 24).position(Color::White);
        let mut plain = otrera_area::soundness::PlainSearch::default();
        for mover in Color::ALL {
            let position = position.with_to_move(mover);
            let truth = if plain.mover_wins(&position) { mover } else { !mover };
            for solver in &mut solvers {
                let found = solver.winner(&position, Limits::default());
                assert_eq!(found, Ok(truth), "{position} {:?}", solver.settings().rules);
            }
        }
    }
}

/// One solver may be asked about boards of several sizes. The same squares, as numbers, are other
/// squares on a board of another width.
#[test]
fn boards_of_other_widths() {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut solver = solver(1);
    for _ in 0..400 {
        let mut squares =
            [b"bw..xbw.....", b"bw.........x", b"bwbwx......."][rng.usize(0..3)].to_vec();
        rng.shuffle(&mut squares);
        let squares = String::from_utf8(squares).unwrap();
        for width in [2, 3, 4, 6] {
            let ranks = (0..squares.len()).step_by(width).rev().map(|n| &squares[n..n + width]);
            let board = start(&format!("{} w", ranks.collect::<Vec<_>>().join("/")));
            let mut plain = otrera_area::soundness::PlainSearch::default();
            for mover in Color::ALL {
                let position = board.with_to_move(mover);
                let truth = if plain.mover_wins(&position) { mover } else { !mover };
                assert_eq!(solver.winner(&position, Limits::default()), Ok(truth), "{position}");
            }
        }
    }
}

fn start(board: &str) -> Position<u64> {
    board.parse::<Position>().unwrap().narrow().unwrap()
}

fn solver(threads: usize) -> Solver<u64> {
    Solver::new(Settings { memory: 64 << 20, threads, ..Settings::default() }).unwrap()
}

fn solved(board: &str) -> (Color, Effort) {
    let mut solver = solver(1);
    let winner = solver.winner(&start(board), Limits::default()).unwrap();
    (winner, solver.effort())
}

/// Table I of Song and Müller, for boards that take a moment, and the node counts we promise.
#[test]
fn small_boards() {
    let (winner, effort) = solved("4x4");
    assert_eq!(winner, Color::Black);
    assert!(effort.expansions <= 300, "{effort:?}");
    let (winner, _) = solved("5x4");
    assert_eq!(winner, Color::White);
    let (winner, effort) = solved("5x5");
    assert_eq!(winner, Color::White);
    assert!(effort.expansions <= 10_000, "{effort:?}");
    let (winner, _) = solved("4x6");
    assert_eq!(winner, Color::White);
}

/// 4×5, four files wide and five ranks high, is a win for the second player: plain search with
/// nothing but the rules says so. (The paper says the first.)
#[test]
fn four_by_five() {
    let (winner, effort) = solved("4x5");
    assert_eq!(winner, Color::Black);
    assert!(effort.expansions <= 80_000, "{effort:?}");
}

/// The same question costs the same, and two threads give the same answer.
#[test]
fn reproducible() {
    assert_eq!(solved("5x5").1, solved("5x5").1);
    for _ in 0..5 {
        assert_eq!(solver(2).winner(&start("5x4"), Limits::default()), Ok(Color::White));
        assert_eq!(solver(2).winner(&start("4x4"), Limits::default()), Ok(Color::Black));
    }
}

/// What no system has is an error, not the end of the program.
#[test]
fn unaffordable_solvers() {
    let solver = |memory, threads| {
        Solver::<u64>::new(Settings { memory, threads, ..Settings::default() }).map(|_| ())
    };
    assert_eq!(solver(usize::MAX / 2, 1), Err(Unaffordable::Memory(usize::MAX / 2)));
    assert_eq!(solver(1 << 20, usize::MAX), Err(Unaffordable::Threads(usize::MAX)));
    assert_eq!(solver(1 << 20, 2), Ok(()));
}

/// What has no end is stopped by time, by nodes, or by hand; nothing is claimed then.
#[test]
fn limits() {
    let six = start("6x6");
    let now = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    assert_eq!(solver(1).winner(&six, now), Err(Stopped::Time));
    let mut small = Solver::new(Settings { memory: 1 << 16, ..Settings::default() }).unwrap();
    let full = Limits { when_full: true, ..Limits::default() };
    assert_eq!(small.winner(&six, full), Err(Stopped::Memory));
    let few = Limits { expansions: Some(100), ..Limits::default() };
    for threads in [1, 2] {
        let mut solver = solver(threads);
        assert_eq!(solver.winner(&six, few), Err(Stopped::Expansions));
        assert_eq!(solver.effort().expansions, 100);
    }
    let flag = AtomicBool::new(true);
    let interrupted = Limits { interrupted: Some(&flag), ..Limits::default() };
    assert_eq!(solver(2).winner(&six, interrupted), Err(Stopped::Interrupted));
}

/// A search that was stopped goes on from its checkpoint, and costs hardly more than one that was not.
#[test]
fn checkpoints() {
    let board = start("4x5");
    let whole = solved("4x5").1.expansions;
    let mut saved: Option<Vec<u8>> = None;
    let mut runs = 0;
    let winner = loop {
        let mut solver = solver(1);
        if let Some(saved) = &saved {
            assert_eq!(solver.resume(&saved[..], board.size()).unwrap(), Duration::from_secs(runs));
        }
        runs += 1;
        let limits = Limits { expansions: Some(whole / 5), ..Limits::default() };
        let outcome = solver.winner(&board, limits);
        let mut bytes = Vec::new();
        solver.save(&mut bytes, board.size(), Duration::from_secs(runs)).unwrap();
        saved = Some(bytes);
        if let Ok(winner) = outcome {
            assert!(solver.effort().expansions <= whole * 13 / 10, "{:?}", solver.effort());
            break winner;
        }
    };
    assert_eq!(winner, Color::Black);
    assert!(runs >= 3);
}

/// A checkpoint that is cut off, changed or of another board is refused.
#[test]
fn damaged_checkpoints() {
    let board = start("4x4");
    let mut solver = solver(1);
    solver.winner(&board, Limits::default()).unwrap();
    let mut good = Vec::new();
    solver.save(&mut good, board.size(), Duration::ZERO).unwrap();
    let mut rng = fastrand::Rng::with_seed(4);
    let fresh = || Solver::<u64>::new(Settings { memory: 1 << 20, ..Settings::default() }).unwrap();
    assert!(fresh().resume(&good[..], board.size()).is_ok());
    for _ in 0..200 {
        let cut = rng.usize(0..good.len());
        assert!(fresh().resume(&good[..cut], board.size()).is_err(), "cut at {cut}");
        let mut changed = good.clone();
        changed[rng.usize(0..good.len())] ^= 1 << rng.u8(0..8);
        let mut solver = fresh();
        assert!(solver.resume(&changed[..], board.size()).is_err());
        // And nothing of it is believed.
        assert_eq!(solver.fill(), 0.0);
    }
    let longer = [&good[..], b"x"].concat();
    assert!(matches!(fresh().resume(&longer[..], board.size()), Err(CheckpointError::Damaged(_))));
    let other = start("5x4").size();
    assert!(matches!(fresh().resume(&good[..], other), Err(CheckpointError::OtherBoard { .. })));
}

/// The checkpoint of a search of 4×5 that was stopped, as bytes, with its board.
fn stopped_search() -> (Position<u64>, Vec<u8>) {
    let board = start("4x5");
    let mut solver = solver(1);
    let limits = Limits { expansions: Some(4_000), ..Limits::default() };
    assert_eq!(solver.winner(&board, limits), Err(Stopped::Expansions));
    let mut bytes = Vec::new();
    solver.save(&mut bytes, board.size(), Duration::ZERO).unwrap();
    (board, bytes)
}

/// Changes every entry of a checkpoint of a small board, and mends the checksum.
fn with_entries_changed(checkpoint: &[u8], change: impl Fn(&mut [u64])) -> Vec<u8> {
    let body = &checkpoint[..checkpoint.len() - 32];
    let mut words: Vec<u64> =
        body.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect();
    let mut at = 8;
    while words[at] != u64::MAX {
        let entries = words[at] as usize;
        words[at + 1..][..4 * entries].chunks_exact_mut(4).for_each(&change);
        at += 1 + 4 * entries;
    }
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let sum = blake3::hash(&bytes);
    bytes.extend(sum.as_bytes());
    bytes
}

/// Entries with right checksums that no search can have made are refused: open ones that claim a proof by
/// their costs, squares off the board, and the rest.
#[test]
fn impossible_checkpoints() {
    let (board, good) = stopped_search();
    let resume = |bytes: &[u8]| {
        let mut solver = solver(1);
        let resumed = solver.resume(bytes, board.size());
        assert!(resumed.is_ok() || solver.fill() == 0.0);
        resumed
    };
    resume(&with_entries_changed(&good, |_| {})).unwrap();
    let is_open = |entry: &[u64]| entry[2] >> 18 & 3 == 0;
    for cost in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        for shift in [0, 32] {
            let changed = with_entries_changed(&good, |entry| {
                if is_open(entry) {
                    entry[3] &= !(0xffff_ffff << shift);
                    entry[3] |= u64::from(cost.to_bits()) << shift;
                }
            });
            let resumed = resume(&changed);
            assert!(matches!(resumed, Err(CheckpointError::Damaged(_))), "{cost} {resumed:?}");
        }
    }
    type Change = fn(&mut [u64]);
    let impossible: [(&str, Change); 6] = [
        ("off the board", |entry| entry[0] |= 1 << 20),
        ("no outcome", |entry| entry[2] |= 3 << 18),
        ("not in use", |entry| entry[2] &= !(1 << 17)),
        ("no meaning", |entry| entry[2] |= 1 << 30),
        ("another width", |entry| entry[2] ^= 1 << 8),
        ("too many free moves", |entry| entry[2] = entry[2] & !0xff | 21),
    ];
    for (what, change) in impossible {
        let resumed = resume(&with_entries_changed(&good, change));
        assert!(matches!(resumed, Err(CheckpointError::Damaged(_))), "{what}: {resumed:?}");
    }
}

/// Values that claim to be deeper than any game are refused: alpha-beta would never search again.
#[test]
fn alpha_beta_checkpoints_are_not_too_deep() {
    let board = start("4x5");
    let alpha_beta = || {
        let settings =
            Settings { memory: 1 << 20, engine: Engine::AlphaBeta, ..Settings::default() };
        Solver::<u64>::new(settings).unwrap()
    };
    let mut solver = alpha_beta();
    let limits = Limits { expansions: Some(300), ..Limits::default() };
    assert_eq!(solver.winner(&board, limits), Err(Stopped::Expansions));
    let mut bytes = Vec::new();
    solver.save(&mut bytes, board.size(), Duration::ZERO).unwrap();
    for (depth, refused) in [(255, true), (254, true), (40, false)] {
        let deep = with_entries_changed(&bytes, |entry| {
            if entry[2] >> 18 & 3 == 0 {
                entry[2] = entry[2] & !(0xff << 20) | depth << 20;
                entry[3] = u64::from(0.5_f32.to_bits()) * (1 + (1 << 32));
            }
        });
        let mut solver = alpha_beta();
        assert_eq!(solver.resume(&deep[..], board.size()).is_err(), refused);
        // It ends, whatever the values say.
        let deadline = Some(Instant::now() + Duration::from_millis(200));
        let _ = solver.winner(&board, Limits { deadline, ..Limits::default() });
    }
}

/// Entries with right checksums that say the wrong player wins are noticed: a sample is searched again.
#[test]
fn wrong_checkpoints() {
    let (board, good) = stopped_search();
    let flipped = with_entries_changed(&good, |entry| {
        if entry[2] >> 18 & 3 != 0 {
            entry[2] ^= 3 << 18;
        }
    });
    let mut solver = solver(1);
    let resumed = solver.resume(&flipped[..], board.size());
    assert!(matches!(resumed, Err(CheckpointError::Wrong(_))), "{resumed:?}");
    assert_eq!(solver.fill(), 0.0);
    assert_eq!(solver.winner(&board, Limits::default()), Ok(Color::Black));
}

/// Checkpoints and kept areas with random changes and right checksums: nearly all are refused or change
/// nothing, and none makes a panic.
#[test]
fn forged_state() {
    let folder = tempfile::tempdir().unwrap();
    let mut forgeries = Forgeries::new(9, folder.path().to_owned());
    for _ in 0..200 {
        forgeries.checkpoint().unwrap();
        forgeries.kept_areas().unwrap();
    }
    for tally in [forgeries.checkpoints, forgeries.kept_areas] {
        assert!(tally.refused > 50 && tally.believed < 3, "{forgeries:?}");
    }
}

/// Where the bounds of areas tell who wins, a solver says so at once, however hard a search would be: the
/// position of docs/areas.md, which a minute of search left open.
#[test]
fn the_ladder_decides() {
    let text = "1xx2bx2x/1bxxx1x3/1wxx2xx2/xx1x1x4/1x1xxxxxx1/1xxx1x1wxx/x2x3x1x/2w1xxxx1b/2xxxwb3/1x1x2xx2 w";
    let position: Position = text.parse().unwrap();
    let mut ladder = otrera_area::Ladder::new(otrera_area::Climb::default());
    assert_eq!(ladder.winner(&position), Some(Color::Black));
    let mut solver =
        Solver::<u128>::new(Settings { memory: 64 << 20, ..Settings::default() }).unwrap();
    let limits = Limits { evaluations: Some(500_000), ..Limits::default() };
    assert_eq!(solver.winner(&position, limits), Ok(Color::Black));
    // It is known from then on.
    let before = solver.effort().expansions;
    assert_eq!(solver.winner(&position, limits), Ok(Color::Black));
    assert_eq!(solver.effort().expansions, before);
}

/// The line ends where bounds decide, and its moves are legal.
#[test]
fn lines() {
    for board in ["4x4", "5x4"] {
        let mut solver = solver(1);
        let position = start(board);
        solver.winner(&position, Limits::default()).unwrap();
        let limits = Limits { evaluations: Some(100_000), ..Limits::default() };
        let line = solver.line(&position, limits);
        assert!(!line.is_empty());
        let mut at = position;
        for &mv in &line {
            at = at.play(mv).unwrap();
        }
        assert!(solver.explain(&at).winner.is_some(), "{board}");
    }
}

/// A start looks the same in a mirror: its moves come in pairs.
#[test]
fn mirrored_moves() {
    let position = start("5x5");
    let sets = distinct_moves(&position);
    assert_eq!(sets.len(), 130);
    let all: Vec<Move> = sets.iter().flatten().copied().collect();
    assert_eq!(all.len(), 260);
    // No symmetry, no pairs.
    let after = position.play(all[0]).unwrap();
    let sets = distinct_moves(&after);
    assert_eq!(sets.len(), after.moves().count());
}
