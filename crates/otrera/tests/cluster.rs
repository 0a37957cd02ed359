//! Campaigns by workers with a real nats-server: settled together, and whatever dies on the way.
//!
//! Needs the program `nats-server`, which `scripts/test` installs.

#![cfg(unix)]

mod machines;
mod program;
mod schema;

use std::fs;
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use machines::{Cluster, Running, SHORT, signal, wait};
use program::{lines, otrera, text};
use schema::Schema;
use serde_json::Value;

/// The winner of 5×5 is published (Müller, Solving 5×5 Amazons). Two workers settle it with at most 1.5 times the work of
/// one process, and with jobs so short that both have some; every winner that counts was proved, and the outcome is a proof.
#[test]
fn two_workers_settle_5x5() {
    let nodes = |cluster: &Cluster, name| cluster.status(name)["nodes"].as_u64().unwrap();
    for (plan, is_short) in [(&[][..], false), (&SHORT[..], true)] {
        let cluster = Cluster::up();
        for name in ["alone", "together"] {
            cluster.done(&[&["new", "5x5", name][..], plan].concat());
        }
        cluster.done(&["run", "alone", "--threads", "1"]);
        // Both are there when the work begins.
        cluster.coordinator("together", &["--for", "200ms"]).ends(3);
        let workers = [cluster.worker("one", &[]), cluster.worker("two", &[])];
        for worker in &workers {
            wait("it does not join", || worker.said().contains("serving campaign"));
        }
        // Nobody dies here, so leases are as long as they usually are.
        let run = ["campaign", "run", "together", "--cluster", &cluster.url(), "--spot-check", "1"];
        let said = cluster.start("coordinator", &run, &[]).ends(0);
        assert!(said.contains("White wins.") && !said.contains("handed out again"), "{said}");
        // No winner is in the log that was not proved; of what is closed by then a proof may come too late to count.
        let winners = cluster.winners_in_log("together");
        let (before, _) = said.rsplit_once(" proofs checked").expect("proofs are counted");
        let proofs: usize = before.rsplit(' ').next().unwrap().parse().unwrap();
        assert!(winners > 0 && winners <= proofs, "{winners}: {said}");
        for worker in workers {
            let said = worker.ends(0);
            assert!(said.contains(" is over"), "{said}");
            assert!(!is_short || !said.contains("\n0 jobs"), "{said}");
        }
        cluster.assert_proved("together", "w");
        let (alone, together) = (nodes(&cluster, "alone"), nodes(&cluster, "together"));
        println!("5x5 {plan:?}: {alone} nodes alone, {together} together");
        assert!(together * 2 <= alone * 3, "{together} nodes instead of {alone}");
    }
}

/// Killed with −9 in the middle of a job, again and again: another does the job.
#[test]
fn workers_may_be_killed() {
    let cluster = Cluster::up();
    cluster.new_with_short_jobs("4x5");
    let mut coordinator = cluster.coordinator("4x5", &[]);
    let steady = cluster.worker("steady", &[]);
    for n in 0..3 {
        let mut worker = cluster.worker(&format!("killed{n}"), &[]);
        wait("it does not join", || {
            worker.said().contains("serving campaign") || worker.has_ended()
        });
        cluster.wait_for_growth("4x5", 500, &mut coordinator);
        worker.kill();
    }
    let said = coordinator.ends(0);
    let counted = format!(" {} results counted", cluster.jobs_in_log("4x5"));
    assert!(said.contains(&counted), "{counted}: {said}");
    steady.ends(0);
    cluster.assert_proved("4x5", "b");
}

/// The only worker is killed with −9 while it has a job that takes seconds.
#[test]
fn a_worker_may_be_killed_in_the_middle_of_a_job() {
    let cluster = Cluster::up();
    cluster.done(&["new", "4x7", "4x7", "--first-budget", "500"]);
    let coordinator = cluster.coordinator("4x7", &[]);
    let victim = cluster.worker("victim", &[]);
    wait("no job comes back", || cluster.jobs_in_log("4x7") > 0);
    stopped_at_work(&cluster, &victim);
    victim.kill();
    let other = cluster.worker("other", &[]);
    let said = coordinator.ends(0);
    let counted = format!(" {} results counted", cluster.jobs_in_log("4x7"));
    assert!(said.contains(&counted), "{counted}: {said}");
    other.ends(0);
    cluster.assert_proved("4x7", "w");
}

/// The coordinator is killed with −9 and run again: what it had counted is there, the rest is done again.
#[test]
fn the_coordinator_may_be_killed() {
    let cluster = Cluster::up();
    cluster.new_with_short_jobs("4x5");
    let workers = [cluster.worker("one", &[]), cluster.worker("two", &[])];
    let mut before = 0;
    for _ in 0..3 {
        let mut coordinator = cluster.coordinator("4x5", &[]);
        cluster.wait_for_growth("4x5", 1000, &mut coordinator);
        coordinator.kill();
        let now = cluster.status("4x5")["nodes"].as_u64().unwrap();
        assert!(now >= before, "{now} after {before}");
        before = now;
    }
    cluster.coordinator("4x5", &[]).ends(0);
    for worker in workers {
        worker.ends(0);
    }
    cluster.assert_proved("4x5", "b");
}

/// All may start in any order: whoever comes before the server waits for it.
#[test]
fn the_server_may_come_last() {
    let mut cluster = Cluster::down();
    for board in ["4x4", "4x5"] {
        cluster.done(&["new", board, board]);
    }
    let [worker, coordinator] = [cluster.worker("early", &[]), cluster.coordinator("4x4", &[])];
    for early in [&worker, &coordinator] {
        wait("it does not wait", || early.said().contains("trying again until it answers"));
    }
    // Whoever waits for so long only has run out of time, as in a run that finds nothing.
    let out_of_time = cluster.coordinator("4x5", &["--for", "100ms"]).ends(3);
    assert!(out_of_time.contains("Open."), "{out_of_time}");
    cluster.start_server();
    coordinator.ends(0);
    worker.ends(0);
    cluster.assert_proved("4x4", "b");
}

/// The server is killed with −9 and started again, once with what it had kept and once with nothing.
#[test]
fn the_server_may_be_killed() {
    let mut cluster = Cluster::up();
    cluster.new_with_short_jobs("4x5");
    let _workers = [cluster.worker("one", &[]), cluster.worker("two", &[])];
    let mut coordinator = cluster.coordinator("4x5", &[]);
    for keeps in [true, false] {
        cluster.wait_for_growth("4x5", 1000, &mut coordinator);
        cluster.kill_server();
        if !keeps {
            fs::remove_dir_all(cluster.path().join("nats")).unwrap();
        }
        cluster.start_server();
    }
    coordinator.ends(0);
    cluster.assert_proved("4x5", "b");
}

/// A worker is stopped for longer than its lease: its job goes to another, and what it says when it wakes up
/// counts only if nobody was faster.
#[test]
fn a_worker_may_sleep() {
    let cluster = Cluster::up();
    cluster.new_with_short_jobs("4x5");
    let [sleeper, other] = ["sleeper", "other"].map(|name| cluster.worker(name, &[]));
    // Who comes when all is over waits for another campaign.
    for worker in [&sleeper, &other] {
        wait("a worker does not come", || worker.said().contains("waiting for a campaign"));
    }
    let mut coordinator = cluster.coordinator("4x5", &[]);
    cluster.wait_for_growth("4x5", 200, &mut coordinator);
    sleeper.signal("-STOP");
    // The lease is a second.
    std::thread::sleep(Duration::from_secs(4));
    sleeper.signal("-CONT");
    coordinator.ends(0);
    sleeper.ends(0);
    other.ends(0);
    cluster.assert_proved("4x5", "b");
}

/// Stops the only worker in the middle of a job; returns when that was.
fn stopped_at_work(cluster: &Cluster, worker: &Running) -> Instant {
    let mut stopped = Instant::now();
    wait("it is never at work", || {
        worker.signal("-STOP");
        stopped = Instant::now();
        // It is alone, so what somebody has begun is in its hands.
        let has_job = cluster.on_server()["running"].as_u64() > Some(0);
        if !has_job {
            worker.signal("-CONT");
            std::thread::sleep(Duration::from_millis(20));
        }
        has_job
    });
    stopped
}

/// The only worker is stopped for a minute in the middle of a job, with a lease as it usually is: another gets its job when
/// the lease has lapsed, and what the first one says when it wakes up counts no more.
#[test]
fn a_worker_may_sleep_for_a_minute() {
    let cluster = Cluster::up();
    // Jobs on one position, each longer than the one before.
    cluster.done(&["new", "4x7", "4x7", "--first-budget", "500"]);
    let run = ["campaign", "run", "4x7", "--cluster", &cluster.url()];
    let mut coordinator = cluster.start("coordinator", &run, &[]);
    let sleeper = cluster.worker("sleeper", &[]);
    wait("no job comes back", || cluster.jobs_in_log("4x7") > 0);
    let stopped = stopped_at_work(&cluster, &sleeper);
    let before = cluster.jobs_in_log("4x7");
    let other = cluster.worker("other", &[]);
    wait("nobody gets its job", || cluster.jobs_in_log("4x7") > before);
    assert!(stopped.elapsed() < Duration::from_secs(60), "{:?}", stopped.elapsed());
    // The rest is left for the sleeper.
    other.signal("-INT");
    other.ends(130);
    assert!(!coordinator.has_ended());
    std::thread::sleep(Duration::from_secs(65).saturating_sub(stopped.elapsed()));
    sleeper.signal("-CONT");
    let said = coordinator.ends(0);
    assert!(said.contains(" not wanted"), "{said}");
    let counted = format!(" {} results counted", cluster.jobs_in_log("4x7"));
    assert!(said.contains(&counted), "{counted}: {said}");
    sleeper.ends(0);
    cluster.assert_proved("4x7", "w");
}

/// A job that crashes whoever does it is reported by name and set aside, and the campaign is settled without it.
#[test]
fn poisonous_jobs_are_set_aside() {
    let cluster = Cluster::up();
    cluster.done(&["new", "5x5", "alone"]);
    cluster.done(&["run", "alone", "--threads", "1"]);
    let poison = cluster.first_job("alone");
    cluster.done(&["new", "5x5", "5x5"]);
    let mut coordinator = cluster.coordinator("5x5", &["--tries", "2"]);
    let mut workers: Vec<Running> = Vec::new();
    let mut crashes = 0;
    wait("it is not settled", || {
        // Whoever crashed is started again, as a service would be.
        let before = workers.len();
        workers.retain_mut(|worker| !worker.has_ended());
        crashes += before - workers.len();
        while workers.len() < 2 && !coordinator.has_ended() {
            workers.push(cluster.worker("again", &[("OTRERA_CRASH_ON", &poison)]));
        }
        coordinator.has_ended()
    });
    let said = coordinator.ends(0);
    assert!(
        said.contains(&format!("set aside: the job on {poison} was handed out 2 times")),
        "{said}"
    );
    assert!(crashes >= 2, "{crashes}");
    drop(workers);
    cluster.assert_proved("5x5", "w");
    // The proof goes round it: no job of it is in the ledger.
    let log = cluster.log("5x5");
    assert!(log.contains(&format!("expand {poison} ")) && !log.contains(&format!("job {poison} ")));
}

/// Winners of hard positions that somebody makes up: nobody proves them in time, so only work counts, and the campaign goes on.
#[test]
fn winners_that_nobody_can_prove_hold_nobody_up() {
    let cluster = Cluster::up();
    cluster.new_with_short_jobs("6x6");
    let coordinator = cluster.coordinator("6x6", &["--spot-check", "1"]);
    let _workers =
        [cluster.worker("liar", &[("OTRERA_LIE", "always")]), cluster.worker("honest", &[])];
    wait("nothing is counted", || cluster.jobs_in_log("6x6") >= 20);
    wait("what it takes is not said", || {
        cluster.on_server()["state"]["nodes_besides"].as_u64() > Some(0)
    });
    coordinator.signal("-INT");
    assert!(coordinator.ends(130).contains(" nodes besides"));
}

/// Proofs that are lost, on their way or from the store: nobody waits for them for ever, and nobody is called poison for it.
#[test]
fn lost_proofs_hold_nobody_up() {
    for lost in ["on their way", "from the store"] {
        let cluster = Cluster::up();
        cluster.new_with_short_jobs("5x5");
        let coordinator = cluster.coordinator("5x5", &["--spot-check", "1"]);
        let unlucky = cluster.worker("unlucky", &[("OTRERA_LOSE_PROOFS", lost)]);
        wait("nothing is counted", || cluster.jobs_in_log("5x5") >= 4);
        unlucky.signal("-INT");
        unlucky.ends(130);
        assert_eq!(cluster.winners_in_log("5x5"), 0);
        let lucky = cluster.worker("lucky", &[]);
        let said = coordinator.ends(0);
        assert!(!said.contains("set aside") && !said.contains("nothing more is taken"), "{said}");
        lucky.ends(0);
        cluster.assert_proved("5x5", "w");
    }
}

/// The coordinator is killed while a worker is at a long job, and the campaign goes on without workers meanwhile: the next
/// coordinator has no use for that job and ends it.
#[test]
fn the_next_coordinator_ends_old_jobs() {
    let cluster = Cluster::up();
    // By itself the job would take minutes.
    cluster.done(&["new", "6x6", "6x6", "--first-budget", "50000000"]);
    let coordinator = cluster.coordinator("6x6", &[]);
    let mut worker = cluster.worker("one", &[]);
    wait("it has no job", || cluster.on_server()["running"].as_u64() > Some(0));
    coordinator.kill();
    let run = ["campaign", "run", "6x6", "--threads", "1", "--memory", "32M", "--for", "1s"];
    cluster.start("alone", &run, &[]).ends(3);
    let jobs = |cluster: &Cluster| cluster.on_server()["workers"][0]["jobs"].as_u64();
    assert_eq!((jobs(&cluster), worker.has_ended()), (Some(0), false));
    let coordinator = cluster.coordinator("6x6", &[]);
    wait("the old job goes on", || jobs(&cluster) > Some(0));
    coordinator.signal("-INT");
    let said = coordinator.ends(130);
    assert!(said.contains("1 not wanted"), "{said}");
}

/// A worker that is to serve one campaign ends with it, also if there is another.
#[test]
fn once_is_once() {
    let cluster = Cluster::up();
    cluster.new_with_short_jobs("4x5");
    cluster.done(&["new", "6x6", "6x6"]);
    let coordinator = cluster.coordinator("4x5", &[]);
    let worker = cluster.worker("one", &[]);
    wait("it does not join", || worker.said().contains("serving campaign 4x5"));
    let _other = cluster.coordinator("6x6", &[]);
    coordinator.ends(0);
    let said = worker.ends(0);
    assert!(said.contains("4x5") && !said.contains("serving campaign 6x6"), "{said}");
}

/// Whoever writes to the store that an open campaign is over is contradicted by its coordinator, and copies of what the server has
/// stored, which it sends wherever it is asked to, are not taken for somebody's word.
#[test]
fn nobody_else_ends_a_campaign() {
    let cluster = Cluster::up();
    cluster.new_with_short_jobs("6x6");
    let coordinator = cluster.coordinator("6x6", &[]);
    let worker = ["cluster", "worker", "--nats", &cluster.url(), "--threads", "1"];
    let worker = cluster.start("worker", &worker, &[]);
    wait("nothing is counted", || cluster.jobs_in_log("6x6") > 0);
    let name = cluster.on_server()["campaign"].as_str().unwrap().to_owned();
    cluster.publish(&format!("$KV.otrera-{name}.over"), "", "w");
    wait("it does not come back", || worker.said().matches("serving campaign").count() == 2);
    wait("it stays over", || cluster.on_server()["winner"].is_null());
    let position = cluster.first_job("6x6");
    let other = format!("{{\"version\":\"other\",\"tables\":null}}\nunfinished {position} 0 1");
    let results = |who: &str| format!("otrera.{name}.results.{who}");
    cluster.publish(&results("copied"), "Nats-Stream: OBJ_any\r\n", &other);
    cluster.publish(&results("other"), "", &other);
    wait("nobody is barred", || coordinator.said().contains("from worker other"));
    assert!(!coordinator.said().contains("from worker copied"), "{}", coordinator.said());
    worker.signal("-INT");
    worker.ends(130);
    coordinator.signal("-INT");
    coordinator.ends(130);
}

/// A worker that names the wrong winner is found out by a proof, and nothing it says counts.
#[test]
fn liars_are_barred() {
    let cluster = Cluster::up();
    cluster.new_with_short_jobs("5x5");
    let coordinator = cluster.coordinator("5x5", &["--spot-check", "1"]);
    let liar = cluster.worker("liar", &[("OTRERA_LIE", "1")]);
    wait("the liar finds no work", || liar.said().contains("serving campaign"));
    std::thread::sleep(Duration::from_millis(500));
    let honest = cluster.worker("honest", &[]);
    let said = coordinator.ends(0);
    assert!(
        said.contains("White wins.") && said.contains("nothing more is taken from worker liar"),
        "{said}"
    );
    let told = liar.ends(2);
    assert!(told.contains("takes nothing more from this worker: a proof says"), "{told}");
    honest.ends(0);
    cluster.assert_proved("5x5", "w");
}

/// A coordinator that is killed and run again knows what was set aside and from whom nothing is taken.
#[test]
fn the_next_coordinator_remembers() {
    let cluster = Cluster::up();
    cluster.done(&["new", "5x5", "alone"]);
    cluster.done(&["run", "alone", "--threads", "1"]);
    let poison = cluster.first_job("alone");
    cluster.new_with_short_jobs("5x5");
    let coordinator = cluster.coordinator("5x5", &["--tries", "1", "--spot-check", "1"]);
    let mut crashing: Option<Running> = None;
    wait("nothing is set aside", || {
        if crashing.as_mut().is_none_or(Running::has_ended) {
            crashing = Some(cluster.worker("crashing", &[("OTRERA_CRASH_ON", &poison)]));
        }
        coordinator.said().contains("set aside: ")
    });
    drop(crashing);
    let liar = cluster.worker("liar", &[("OTRERA_LIE", "1")]);
    wait("the liar is not found out", || coordinator.said().contains("from worker liar"));
    coordinator.kill();
    liar.ends(2);
    let before = cluster.on_server();
    let coordinator = cluster.coordinator("5x5", &["--tries", "1", "--spot-check", "1"]);
    let mut now = Value::Null;
    wait("the next coordinator says nothing", || {
        now = cluster.on_server();
        now["state"]["seconds"] != before["state"]["seconds"]
    });
    assert_eq!(now["state"]["set_aside"][0], poison.as_str(), "{now}");
    assert_eq!(now["state"]["barred"][0]["worker"], "liar", "{now}");
    // It may say what it likes now.
    let told = cluster.worker("liar", &[]).ends(2);
    assert!(told.contains("takes nothing more from this worker"), "{told}");
    let honest = cluster.worker("honest", &[]);
    coordinator.ends(0);
    honest.ends(0);
    cluster.assert_proved("5x5", "w");
}

/// What was settled without the server is told to it by the next run with it; and if the folder is set back after that, the
/// campaign is open again.
#[test]
fn the_server_is_told_of_what_was_settled_without_it() {
    let cluster = Cluster::up();
    cluster.new_with_short_jobs("4x5");
    cluster.coordinator("4x5", &["--for", "200ms"]).ends(3);
    let copy = ["-r", "4x5", "before"];
    let copied = Command::new("cp").args(copy).current_dir(cluster.path()).status();
    assert!(copied.unwrap().success());
    let mut worker = cluster.worker("first", &[]);
    wait("it does not join", || worker.said().contains("serving campaign"));
    cluster.done(&["run", "4x5", "--threads", "1"]);
    assert!(cluster.on_server()["winner"].is_null() && !worker.has_ended());
    let said = cluster.coordinator("4x5", &[]).ends(0);
    assert!(said.contains("Black wins."), "{said}");
    assert!(worker.ends(0).contains(" is over"));
    assert_eq!(cluster.on_server()["winner"], "b");
    let worker = cluster.worker("second", &[]);
    wait("it does not come", || worker.said().contains("waiting for a campaign"));
    cluster.coordinator("before", &[]).ends(0);
    assert!(worker.ends(0).contains(" is over"));
    cluster.assert_proved("before", "b");
}

/// A worker that may choose serves a campaign whose coordinator is there, and leaves one whose coordinator is gone.
#[test]
fn workers_go_where_a_coordinator_is() {
    let cluster = Cluster::up();
    // By their names, which begin with their boards, the one without a coordinator comes first.
    cluster.done(&["new", "5x5", "left"]);
    cluster.done(&["new", "6x5", "run"]);
    cluster.coordinator("left", &["--for", "200ms"]).ends(3);
    let early = cluster.worker("early", &[]);
    wait("it does not join", || early.said().contains("serving campaign 5x5"));
    let coordinator = cluster.coordinator("run", &[]);
    wait("it is not there", || coordinator.said().contains("campaign 6x5"));
    let late = cluster.worker("late", &[]);
    wait("it does not join", || late.said().contains("serving campaign"));
    assert!(late.said().contains("serving campaign 6x5"), "{}", late.said());
    wait("it does not leave", || early.said().contains("leaving campaign 5x5"));
    wait("it does not join", || early.said().contains("serving campaign 6x5"));
    // Whoever is told which one stays with it.
    let name = fs::read_to_string(cluster.path().join("left/cluster")).unwrap();
    let url = cluster.url();
    let told = ["cluster", "worker", "--nats", &url, "--campaign", name.trim()];
    let told = cluster.start("told", &told, &[]);
    wait("it does not join", || told.said().contains("serving campaign 5x5"));
}

/// A server whose `cluster up` was killed with −9 runs on. Whoever starts one with the same folder is told so.
#[test]
fn a_server_that_was_left_behind_is_named() {
    let mut cluster = Cluster::up();
    let pid = fs::read_to_string(cluster.path().join("nats/nats-server.pid")).unwrap();
    let pid = pid.trim();
    let mut up = cluster.server.take().unwrap();
    up.kill().unwrap();
    up.wait().unwrap();
    let other = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    for port in [cluster.port, other] {
        let port = port.to_string();
        let again = ["cluster", "up", "--store", "nats", "--port", &port];
        let told = cluster.start("again", &again, &[]).ends(2);
        let why = format!(
            "nats: a nats-server that was started with this folder still runs, as process {pid}; use that one, or end it with `kill {pid}`"
        );
        assert!(told.contains(&why), "{told}");
    }
    let use_it = ["cluster", "up", "--nats", &cluster.url()];
    assert!(cluster.start("use", &use_it, &[]).ends(0).contains("with JetStream"));
    signal("-TERM", pid);
    wait("it does not end", || TcpListener::bind(("127.0.0.1", cluster.port)).is_ok());
    cluster.start_server();
}

/// The example of `docs/cluster.md`: users with passwords, and TLS by an authority of one's own.
#[test]
fn users_and_tls_as_documented() {
    const PAGE: &str = include_str!("../../../docs/cluster.md");
    let block = |begin: &str| {
        let (_, rest) = PAGE.split_once(begin).unwrap();
        rest.split_once("```").unwrap().0
    };
    let mut cluster = Cluster::down();
    let made = Command::new("sh")
        .args(["-ec", block("```sh example\n")])
        .current_dir(cluster.path())
        .stderr(Stdio::null())
        .status();
    assert!(made.unwrap().success());
    fs::write(cluster.path().join("nats.conf"), block("```text file=nats.conf\n")).unwrap();
    cluster.start_server_with(&["--config", "nats.conf"]);
    cluster.done(&["new", "4x4", "4x4"]);
    let port = cluster.port;
    let as_user = |user: &str| format!("tls://{user}@localhost:{port}");
    let nats = as_user("ann:second-secret");
    let worker = ["cluster", "worker", "--nats", &nats, "--tls-ca", "ca.pem", "--once", "--name"];
    // With another name than its user may use it is not heard, and is told so; the job goes to another.
    let forger = cluster.start("forger", &[&worker[..], &["bob"]].concat(), &[]);
    let url = as_user("coordinator:first-secret");
    let run = ["campaign", "run", "4x4", "--cluster", &url, "--tls-ca", "ca.pem"];
    let run = [&run[..], &["--lease", "1s", "--spot-check", "1"]].concat();
    let coordinator = cluster.start("coordinator", &run, &[]);
    wait("it is not told", || forger.said().contains("Permissions Violation for Publish"));
    let worker = cluster.start("worker", &[&worker[..], &["ann"]].concat(), &[]);
    let said = coordinator.ends(0);
    assert!(said.contains("Black wins.") && !said.contains("secret"), "{said}");
    let told = worker.ends(0);
    assert!(!told.contains("Permissions"), "{told}");
    forger.ends(0);
    // Nobody gets in with another password, or without the authority.
    let wrong = as_user("ann:guessed");
    let up = ["cluster", "up", "--nats", &wrong, "--tls-ca", "ca.pem"];
    let told = cluster.start("stranger", &up, &[]).ends(2);
    assert!(told.contains("authorization violation") && !told.contains("guessed"), "{told}");
    let told = cluster.start("trusting", &["cluster", "up", "--nats", &url], &[]).ends(2);
    assert!(told.contains("tls") || told.contains("certificate"), "{told}");
    let up = ["cluster", "up", "--nats", &url, "--tls-ca", "ca.pem"];
    assert!(cluster.start("user", &up, &[]).ends(0).contains("with JetStream"));
}

/// A server without users lets everybody in, so it listens to other computers only if that is meant.
#[test]
fn a_server_without_users_stays_at_home() {
    let cluster = Cluster::down();
    fs::write(cluster.path().join("nats.conf"), "max_payload: 2MB\n").unwrap();
    let port = cluster.port.to_string();
    let up = ["cluster", "up", "--store", "nats", "--port", &port, "--config", "nats.conf"];
    let open = [&up[..], &["--address", "0.0.0.0"]].concat();
    let told = cluster.start("open", &open, &[]).ends(2);
    assert!(told.contains("nats.conf has no users; add them, or --public"), "{told}");
    let public = cluster.start("public", &[&open[..], &["--public"]].concat(), &[]);
    wait("it does not listen", || public.said().contains("Listening on nats://0.0.0.0"));
    public.signal("-INT");
    public.ends(130);
    let users = "authorization { users: [ { user: ann, password: secret } ] }\n";
    fs::write(cluster.path().join("nats.conf"), users).unwrap();
    let closed = cluster.start("closed", &open, &[]);
    wait("it does not listen", || closed.said().contains("Listening on nats://0.0.0.0"));
    closed.signal("-INT");
    closed.ends(130);
}

/// Workers of another version or with other tables are told why they cannot help.
#[test]
fn other_workers_are_refused() {
    let cluster = Cluster::up();
    cluster.done(&["new", "6x5", "6x5"]);
    let coordinator = cluster.coordinator("6x5", &[]);
    let url = cluster.url();
    let status = ["cluster", "status", "--nats", &url, "--json"];
    wait("the campaign is not there", || {
        let output = otrera().args(status).output().unwrap();
        !lines(&output)[0]["campaigns"].as_array().unwrap().is_empty()
    });
    let args = ["cluster", "worker", "--nats", &url, "--no-tables"];
    let told = cluster.start("other", &args, &[]).ends(2);
    assert!(
        told.contains("it has no endgame tables, and the coordinator has the endgame tables"),
        "{told}"
    );
    // One who has the same can help, and is seen.
    let worker = cluster.worker("helper", &[]);
    let mut seen = Value::Null;
    wait("nobody is seen", || {
        let output = otrera().args(status).output().unwrap();
        seen = lines(&output)[0]["campaigns"][0].clone();
        seen["workers"][0]["worker"] == "helper" && seen["running"].as_u64() > Some(0)
    });
    let answer = &lines(&otrera().args(status).output().unwrap())[0];
    Schema::read().check("cluster status", answer).unwrap_or_else(|why| panic!("{why}\n{answer}"));
    let told = text(&otrera().args(&status[..4]).output().unwrap().stdout);
    assert!(told.contains("helper: ") && told.contains("Rates "), "{told}");
    worker.signal("-INT");
    let told = worker.ends(130);
    assert!(told.contains(" jobs, "), "{told}");
    // Beside a campaign that does not suit it a worker finds one that does.
    cluster.new_with_short_jobs("4x5");
    let second = cluster.coordinator("4x5", &["--no-tables"]);
    wait("there is one campaign", || {
        let output = otrera().args(status).output().unwrap();
        lines(&output)[0]["campaigns"].as_array().unwrap().len() == 2
    });
    let other = cluster.start("other", &[&args[..], &["--once"]].concat(), &[]);
    second.ends(0);
    other.ends(0);
    coordinator.signal("-INT");
    coordinator.ends(130);
    // What it had found by then counts at the next run.
    assert!(cluster.status("6x5")["jobs"].as_u64().unwrap() > 0);
    // What a coordinator asked for that is gone binds nobody: the next one may suit.
    let early = cluster.start("early", &args, &[]);
    wait("it does not wait", || early.said().contains("has no coordinator now"));
    assert!(early.said().contains("it has no endgame tables"), "{}", early.said());
    let _next = cluster.coordinator("6x5", &["--no-tables"]);
    wait("it does not join", || early.said().contains("serving campaign 6x5"));
}
