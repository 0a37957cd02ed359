//! Jobs handed out to others, whose results come twice, late, in any order, or not at all.

mod common;

use std::collections::HashMap;

use common::{SMALL_JOBS, position, solver};
use otrera_board::Color;
use otrera_campaign::{Campaign, Dealt, Key, Report, Session, Taken, Task};
use otrera_solver::{Limits, Solver};

fn session(board: &str, folder: &tempfile::TempDir) -> Session {
    Session::create(&folder.path().join(board), &position(board), SMALL_JOBS).unwrap()
}

/// The next tasks; whatever is to be expanded is.
fn deal(session: &mut Session, solver: &mut Solver<u64>, out: &[Key], most: usize) -> Vec<Task> {
    loop {
        let mut tasks = Vec::new();
        let mut expanded = false;
        for dealt in session.deal(out, most, most) {
            match dealt {
                Dealt::Task { task, .. } => tasks.push(task),
                Dealt::Expand(key) => {
                    session.expand(solver, &key).unwrap();
                    expanded = true;
                }
            }
        }
        if !expanded {
            return tasks;
        }
    }
}

fn winner(session: &Session) -> Option<Color> {
    let ledger = session.campaign().ledger();
    ledger.get(ledger.root()).winner
}

/// Random order, doubles and losses: the winner is the published one, and every job is in the ledger once.
#[test]
fn results_count_once_in_any_order() {
    for (seed, board, expected) in [(1, "4x4", Color::Black), (2, "5x4", Color::White)] {
        let folder = tempfile::tempdir().unwrap();
        let (mut session, mut own, mut theirs) = (session(board, &folder), solver(), solver());
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut out: HashMap<Key, Task> = HashMap::new();
        let mut old: Vec<Report> = Vec::new();
        let (mut counted, mut expansions, mut dropped) = (0, 0, 0);
        while winner(&session).is_none() {
            let keys: Vec<Key> = out.keys().copied().collect();
            for task in deal(&mut session, &mut own, &keys, 5 - out.len()) {
                assert!(session.wants(&task.key(), task.attempt), "handed out in vain");
                assert!(out.insert(task.key(), task).is_none(), "handed out twice");
            }
            assert!(!out.is_empty(), "nothing to do, and nothing is settled");
            let mut keys: Vec<Key> = out.keys().copied().collect();
            keys.sort();
            let key = keys[rng.usize(..keys.len())];
            let task = &out[&key];
            let size = task.position.size();
            let task = Task::parse(&task.text(), size).unwrap();
            let report = task.report(&mut theirs, Limits::default(), &mut |_| {}).unwrap();
            if rng.u32(..4) == 0 {
                // Lost: it is done once more some time.
                old.push(report);
                continue;
            }
            let report = Report::parse(&report.text(size), size).unwrap();
            let taken = session.take(&mut own, &report).unwrap();
            if taken == Taken::Counted {
                counted += 1;
                expansions += report.work.expansions;
            }
            out.retain(|key, task| session.wants(key, task.attempt));
            old.push(report);
            // What comes late or again.
            let again = old[rng.usize(..old.len())].clone();
            if session.take(&mut own, &again).unwrap() == Taken::Counted {
                counted += 1;
                expansions += again.work.expansions;
            } else {
                dropped += 1;
            }
            out.retain(|key, task| session.wants(key, task.attempt));
        }
        assert_eq!(winner(&session), Some(expected), "{board}");
        let ledger = session.campaign().ledger();
        ledger.audit().unwrap();
        assert_eq!(ledger.records().iter().map(|record| record.jobs).sum::<u64>(), counted);
        assert_eq!(ledger.now().expansions, expansions);
        assert!(dropped > 0);
        for report in &old {
            assert_eq!(session.take(&mut own, report).unwrap(), Taken::NotWanted);
        }
    }
}

/// Of a position that nobody waits for any more only the work counts, and not the winner: nobody has asked for a proof.
#[test]
fn winners_that_nobody_waits_for_do_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let (mut session, mut own, mut theirs) = (session("4x5", &folder), solver(), solver());
    let mut rng = fastrand::Rng::with_seed(3);
    let mut out: HashMap<Key, Task> = HashMap::new();
    let mut late: Vec<Task> = Vec::new();
    while winner(&session).is_none() {
        let keys: Vec<Key> = out.keys().copied().collect();
        for task in deal(&mut session, &mut own, &keys, 5 - out.len()) {
            out.insert(task.key(), task);
        }
        // One is done and the others wait.
        let mut keys: Vec<Key> = out.keys().copied().collect();
        keys.sort();
        let key = keys[rng.usize(..keys.len())];
        let report = out[&key].report(&mut theirs, Limits::default(), &mut |_| {}).unwrap();
        assert_eq!(session.take(&mut own, &report).unwrap(), Taken::Counted);
        let unwanted = out.extract_if(|key, task| !session.wants(key, task.attempt));
        late.extend(unwanted.map(|(_, task)| task).filter(|task| task.key() != report.key));
    }
    let (mut winners, late_ones) = (0, late.len());
    for task in late {
        let key = task.key();
        let look = |session: &Session| {
            let ledger = session.campaign().ledger();
            let record = ledger.get(ledger.find(&key).unwrap());
            (record.winner, record.children.is_some(), record.jobs, ledger.now().expansions)
        };
        let (None, false, jobs, nodes) = look(&session) else { continue };
        let task = Task { budget: 20_000, ..task };
        let report = task.report(&mut theirs, Limits::default(), &mut |_| {}).unwrap();
        if report.work.found.is_err() {
            continue;
        }
        assert_eq!(session.take(&mut own, &report).unwrap(), Taken::Counted);
        let expected = (None, false, jobs + 1, nodes + report.work.expansions);
        assert_eq!(look(&session), expected);
        assert_eq!(session.take(&mut own, &report).unwrap(), Taken::NotWanted);
        winners += 1;
        if winners == 3 {
            break;
        }
    }
    assert!(winners > 0, "none of {late_ones} was of this kind");
    session.sync().unwrap();
    drop(session);
    // The log says the same.
    let campaign = Campaign::open(&folder.path().join("4x5")).unwrap();
    campaign.ledger().audit().unwrap();
}

/// Where one move is enough, only the best is tried: another would often be work for nothing.
#[test]
fn jobs_are_those_that_the_cheapest_strategy_needs() {
    let folder = tempfile::tempdir().unwrap();
    let (mut session, mut own) = (session("5x5", &folder), solver());
    let tasks = deal(&mut session, &mut own, &[], 4);
    assert_eq!(tasks.len(), 1);
    let under_way: Vec<Key> = tasks.iter().map(Task::key).collect();
    assert_eq!(deal(&mut session, &mut own, &under_way, 4), []);
}
