//! Campaigns from their beginning to their proofs. Who wins these boards is published: Müller and Tegos,
//! *Experiments in Computer Amazons*; Song and Müller, *An Enhanced Solver for the Game of Amazons*.

mod common;

use std::time::{Duration, Instant};

use common::{NEVER, SMALL_JOBS, position, settings, settle, settled, solver};
use otrera_board::Color;
use otrera_campaign::{
    Campaign, Condensed, Costs, End, Import, Leaf, Notes, RunSettings, Session, Verified, Verify,
};

fn verify(leaves: &[Leaf], notes: Option<Notes>, sample: Option<(usize, u64)>) -> Verified {
    let settings = otrera_solver::Settings { threads: 2, ..settings() };
    let expansions = Some(100_000);
    let watch = |_, _| {};
    let verify = Verify {
        leaves,
        sample,
        settings: &settings,
        expansions,
        notes,
        interrupted: &NEVER,
        watch: &watch,
    };
    verify.run().unwrap()
}

#[test]
fn published_boards_and_their_condensed_proofs() {
    let boards = [
        ("4x4", Color::Black),
        ("5x4", Color::White),
        ("4x5", Color::Black),
        ("5x5", Color::White),
    ];
    for (board, winner) in boards {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join(board);
        let campaign = settled(board, &place);
        let ledger = campaign.ledger();
        assert_eq!(ledger.get(ledger.root()).winner, Some(winner), "{board}");
        ledger.audit().unwrap();
        // Jobs are so small here that much was expanded in the ledger.
        let expanded = ledger.records().iter().filter(|record| record.children.is_some()).count();
        assert!(expanded >= if board == "4x5" { 10 } else { 1 }, "{board}: {expanded}");

        let proof = Condensed::of_ledger(ledger, "a test", 100).unwrap();
        assert_eq!((*proof.position(), proof.winner()), (position(board), winner));
        let file = place.join("condensed");
        std::fs::write(&file, proof.bytes()).unwrap();
        let read = Condensed::open(&file).unwrap();
        assert_eq!(read, proof);
        let leaves = read.check().unwrap();
        let verified = verify(&leaves, None, None);
        assert!(verified.is_complete(), "{board}: {verified:?}");
        assert_eq!(verified.proved, leaves.len());
        assert!(verified.dearest <= read.expansions());
    }
}

/// What is exported, imported and exported again is the same text; and the import is settled, too.
#[test]
fn exports_come_back_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    Session::create(&place("campaign"), &position("4x5"), SMALL_JOBS).unwrap();
    let mut solver = solver();
    let mut guess = |position: &otrera_board::Position<u64>| {
        let [proof, disproof] = solver.prospect(position).costs;
        Costs::open(proof, disproof)
    };
    for round in 0..2 {
        // An empty ledger at first, a settled one then.
        if round == 1 {
            settle(&place("campaign"));
        }
        let campaign = Campaign::open(&place("campaign")).unwrap();
        let export = campaign.export();
        std::fs::write(place("export"), &export).unwrap();
        let copy = place(&format!("copy {round}"));
        Import::read(&place("export"), &mut guess).unwrap().create(&copy).unwrap();
        let copy = Campaign::open(&copy).unwrap();
        assert_eq!(copy.export(), export);
        assert_eq!(copy.plan(), campaign.plan());
        let winner = |campaign: &Campaign| campaign.ledger().get(campaign.ledger().root()).winner;
        assert_eq!(winner(&copy), winner(&campaign));
        let sums = |campaign: &Campaign| campaign.ledger().now();
        assert_eq!(sums(&copy), sums(&campaign));
    }
    // A folder that has something in it is left alone.
    let import = Import::read(&place("export"), &mut guess).unwrap();
    let told = import.create(&place("campaign")).unwrap_err().to_string();
    assert!(told.contains("already exists"), "{told}");
}

/// A campaign that is stopped again and again comes to the same winner, and a stopped one says the same when it
/// is read again.
#[test]
fn stopped_runs_are_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("4x5");
    Session::create(&place, &position("4x5"), SMALL_JOBS).unwrap();
    let mut stops = 0;
    let winner = loop {
        let mut session = Session::open(&place).unwrap();
        let deadline = Some(Instant::now() + Duration::from_millis(1));
        let settings =
            RunSettings { deadline, keep_memory: stops % 2 == 0, ..RunSettings::default() };
        let mut solver = solver();
        if stops % 2 == 1 {
            session.campaign().resume_memory(&mut solver).unwrap();
        }
        let end = session.run(&mut solver, settings, &mut |_| {}).unwrap();
        let export = session.campaign().export();
        drop(session);
        assert_eq!(Campaign::open(&place).unwrap().export(), export);
        match end {
            End::Settled(winner) => break winner,
            End::Time => stops += 1,
            End::Interrupted => panic!("nobody interrupts"),
        }
        if stops > 40 {
            break settle(&place);
        }
    };
    assert_eq!(winner, Color::Black);
    assert!(stops > 1, "a millisecond was enough");
}

/// Settled work is never more than all work, and all of it in the end.
#[test]
fn history_ends_with_all_work_settled() {
    let folder = tempfile::tempdir().unwrap();
    let campaign = settled("4x5", &folder.path().join("4x5"));
    let moments = campaign.ledger().history().moments();
    assert!(moments.len() > 10);
    assert!(moments.is_sorted_by_key(|moment| moment.expansions));
    assert!(moments.iter().all(|moment| moment.settled <= moment.expansions));
    let last = moments.last().unwrap();
    assert_eq!(last.settled, last.expansions);
    let jobs: u64 = campaign.ledger().records().iter().map(|record| record.expansions).sum();
    assert_eq!(last.expansions, jobs);
    assert_eq!(campaign.ledger().records()[0].expansions_below, jobs);
}

/// Notes spare the leaves that are in them, and say so; a sample is a part.
#[test]
fn notes_and_samples_are_parts() {
    let folder = tempfile::tempdir().unwrap();
    let campaign = settled("4x4", &folder.path().join("4x4"));
    let leaves = Leaf::of_ledger(campaign.ledger());
    let file = folder.path().join("notes");
    let size = position("4x4").size();
    let notes = || Some(Notes::open(&file, size).unwrap());
    let sampled = verify(&leaves, notes(), Some((10, 1)));
    assert_eq!((sampled.proved, sampled.from_notes, sampled.is_complete()), (10, 0, false));
    let rest = verify(&leaves, notes(), None);
    assert_eq!((rest.proved, rest.from_notes), (leaves.len() - 10, 10));
    assert!(!rest.is_complete());
    assert!(verify(&leaves, None, None).is_complete());
    // Each has the position, the winner, the entries and the SHA-256 of its proof.
    let lines = std::fs::read_to_string(&file).unwrap();
    assert_eq!(lines.lines().count(), 1 + leaves.len());
    assert!(lines.lines().skip(1).all(|line| line.split(' ').nth(5).unwrap().len() == 64));
    let told = Notes::open(&file, position("5x4").size()).unwrap_err().to_string();
    assert!(told.contains("another board"), "{told}");
}

/// The estimate has a spread, and none is made of nothing.
#[test]
fn estimates_have_a_spread() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("6x4");
    let mut session = Session::create(&place, &position("6x4"), SMALL_JOBS).unwrap();
    assert_eq!(otrera_campaign::Estimate::of(session.campaign().ledger()), None);
    let stop = std::sync::atomic::AtomicBool::new(false);
    let settings = RunSettings { interrupted: Some(&stop), ..RunSettings::default() };
    let end = session.run(&mut solver(), settings, &mut |told| {
        if let otrera_campaign::Told::Job(ledger, _) = told
            && ledger.now().expansions > 20_000
        {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    });
    assert_eq!(end.unwrap(), End::Interrupted);
    if let Some(estimate) = otrera_campaign::Estimate::of(session.campaign().ledger()) {
        assert!(0.0 < estimate.low && estimate.low <= estimate.middle);
        assert!(estimate.middle <= estimate.high && estimate.settled >= 20);
    }
}
