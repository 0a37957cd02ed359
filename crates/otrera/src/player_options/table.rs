//! The options of the player, each with what it can be.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use otrera_player::{Clock, EvaluationKind, Network, SearchKind, Settings, Tuning};
use otrera_solver::MOST_THREADS;

use crate::numbers;
use crate::read;

/// An option of the player.
pub struct PlayerOption {
    /// Its name, as protocols show it; capitals do not matter.
    pub name: &'static str,
    pub kind: Kind,
    /// For experiments, so not shown by protocols.
    pub is_tuning: bool,
    get: fn(&Settings) -> String,
    /// Takes what was checked by its kind.
    set: fn(&mut Settings, &str) -> Result<(), String>,
}

/// What an option can be set to.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number in a range.
    Number(u64, u64),
    /// A number in a range.
    Real(f32, f32),
    /// On or off.
    Switch,
    /// One of these.
    Choice(&'static [&'static str]),
    /// The name of a file, or nothing.
    File,
}

const fn option(
    name: &'static str,
    kind: Kind,
    get: fn(&Settings) -> String,
    set: fn(&mut Settings, &str) -> Result<(), String>,
) -> PlayerOption {
    PlayerOption { name, kind, is_tuning: false, get, set }
}

const fn tuning(
    name: &'static str,
    kind: Kind,
    get: fn(&Settings) -> String,
    set: fn(&mut Settings, &str) -> Result<(), String>,
) -> PlayerOption {
    PlayerOption { name, kind, is_tuning: true, get, set }
}

const SEARCHES: [&str; 2] = [SearchKind::ALL[0].name(), SearchKind::ALL[1].name()];

const CLOCKS: [&str; 2] = [Clock::ALL[0].name(), Clock::ALL[1].name()];

const EVALUATIONS: [&str; 4] = [
    EvaluationKind::ALL[0].name(),
    EvaluationKind::ALL[1].name(),
    EvaluationKind::ALL[2].name(),
    EvaluationKind::ALL[3].name(),
];

/// All options.
pub static OPTIONS: [PlayerOption; 18] = [
    option(
        "Threads",
        Kind::Number(1, MOST_THREADS as u64),
        |it| it.threads.to_string(),
        |it, value| put(&mut it.threads, value),
    ),
    option(
        "Hash",
        Kind::Number(1, 1 << 16),
        |it| (it.memory >> 20).to_string(),
        |it, value| {
            let mut mebibytes = 0usize;
            put(&mut mebibytes, value)?;
            it.memory = mebibytes << 20;
            Ok(())
        },
    ),
    option(
        "Endgames",
        Kind::Switch,
        |it| it.endgames.to_string(),
        |it, value| put(&mut it.endgames, value),
    ),
    option(
        "Search",
        Kind::Choice(&SEARCHES),
        |it| it.search.name().to_owned(),
        |it, value| value.parse().map(|kind| it.search = kind),
    ),
    option(
        "Evaluation",
        Kind::Choice(&EVALUATIONS),
        |it| it.evaluation.name().to_owned(),
        |it, value| value.parse().map(|kind| it.evaluation = kind),
    ),
    tuning(
        "Clock",
        Kind::Choice(&CLOCKS),
        |it| it.clock.name().to_owned(),
        |it, value| {
            let named = Clock::ALL.into_iter().find(|clock| clock.name() == value);
            named.map(|clock| it.clock = clock).ok_or_else(|| format!("found `{value}`"))
        },
    ),
    tuning("Network", Kind::File, |_| String::new(), read_network),
    tuning("Parameters", Kind::File, |_| String::new(), read_parameters),
    tuning(
        "Bounds",
        Kind::Switch,
        |it| it.bounds.to_string(),
        |it, value| put(&mut it.bounds, value),
    ),
    tuning("Reuse", Kind::Switch, |it| it.reuse.to_string(), |it, value| put(&mut it.reuse, value)),
    tuning(
        "LookedAt",
        Kind::Number(1, 10_000),
        |it| in_use(it).looked_at.to_string(),
        |it, value| put_both(it, value, |it| &mut it.looked_at),
    ),
    tuning(
        "Kept",
        Kind::Number(1, 10_000),
        |it| in_use(it).kept.to_string(),
        |it, value| put_both(it, value, |it| &mut it.kept),
    ),
    tuning(
        "Widening",
        Kind::Real(0.0, 100.0),
        |it| in_use(it).widening.to_string(),
        |it, value| put_both(it, value, |it| &mut it.widening),
    ),
    tuning(
        "Curiosity",
        Kind::Real(0.0, 100.0),
        |it| in_use(it).curiosity.to_string(),
        |it, value| put_both(it, value, |it| &mut it.curiosity),
    ),
    tuning(
        "Tolerance",
        Kind::Real(0.001, 100.0),
        |it| in_use(it).tolerance.to_string(),
        |it, value| put_both(it, value, |it| &mut it.tolerance),
    ),
    tuning(
        "Trust",
        Kind::Real(0.0, 1000.0),
        |it| in_use(it).trust.to_string(),
        |it, value| put_both(it, value, |it| &mut it.trust),
    ),
    tuning(
        "Foresight",
        Kind::Real(0.0, 1.0),
        |it| in_use(it).foresight.to_string(),
        |it, value| put_both(it, value, |it| &mut it.foresight),
    ),
    tuning(
        "Caution",
        Kind::Real(0.0, 1.0),
        |it| in_use(it).caution.to_string(),
        |it, value| put_both(it, value, |it| &mut it.caution),
    ),
];

fn put<T: std::str::FromStr>(place: &mut T, value: &str) -> Result<(), String> {
    *place = value.parse().map_err(|_| format!("found `{value}`; expected a value"))?;
    Ok(())
}

/// The tuning of the evaluation that is in use.
fn in_use(settings: &Settings) -> &Tuning {
    match settings.evaluation {
        EvaluationKind::Network => &settings.network_tuning,
        _ => &settings.tuning,
    }
}

/// For every evaluation, whichever is chosen.
fn put_both<T: std::str::FromStr>(
    settings: &mut Settings,
    value: &str,
    place: fn(&mut Tuning) -> &mut T,
) -> Result<(), String> {
    put(place(&mut settings.tuning), value)?;
    put(place(&mut settings.network_tuning), value)
}

/// A network as `training/` makes them.
fn read_network(settings: &mut Settings, file: &str) -> Result<(), String> {
    if file.is_empty() {
        settings.network = None;
        return Ok(());
    }
    let path = Path::new(file);
    let bytes = read::whole_file_of_bytes(path)
        .map_err(|error| read::cannot_read_file(path, &error).to_string())?;
    let network = Network::from_bytes(&bytes).map_err(|wrong| format!("{file}: {wrong}"))?;
    settings.network = Some(Arc::new(network));
    Ok(())
}

/// Parameters as `otrera lab` fits them.
fn read_parameters(settings: &mut Settings, file: &str) -> Result<(), String> {
    if file.is_empty() {
        settings.parameters = None;
        return Ok(());
    }
    let path = Path::new(file);
    let bytes =
        read::whole_file(path).map_err(|error| read::cannot_read_file(path, &error).to_string())?;
    let parameters = String::from_utf8_lossy(&bytes).parse();
    settings.parameters = Some(Arc::new(parameters.map_err(|wrong| format!("{file}: {wrong}"))?));
    Ok(())
}

impl PlayerOption {
    /// The option of a name.
    pub fn named(name: &str) -> Option<&'static PlayerOption> {
        OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// What it is set to.
    pub fn of(&self, settings: &Settings) -> String {
        (self.get)(settings)
    }

    /// Sets it, or says what is wrong.
    pub fn set(&self, settings: &mut Settings, value: &str) -> Result<(), String> {
        (self.set)(settings, &self.check(value)?).map_err(|wrong| format!("{self}: {wrong}"))
    }

    /// The value in the one spelling that is kept.
    pub fn check(&self, value: &str) -> Result<String, String> {
        let wrong = |expected: String| Err(format!("{self}: found `{value}`; expected {expected}"));
        let lower = value.to_ascii_lowercase();
        match self.kind {
            Kind::Number(least, most) => match numbers::within(value, least..=most) {
                Ok(number) => Ok(number.to_string()),
                Err(wrong) => Err(format!("{self}: {wrong}")),
            },
            Kind::Real(least, most) => {
                match value.parse::<f32>().ok().filter(|it| (least..=most).contains(it)) {
                    Some(number) => Ok(number.to_string()),
                    None => wrong(format!("a number from {least} to {most}")),
                }
            }
            Kind::Switch => match lower.as_str() {
                "on" | "true" => Ok("true".to_owned()),
                "off" | "false" => Ok("false".to_owned()),
                _ => wrong("on or off".to_owned()),
            },
            Kind::Choice(names) if names.contains(&lower.as_str()) => Ok(lower),
            Kind::Choice(names) => wrong(format!("one of {}", names.join(", "))),
            Kind::File => Ok(value.to_owned()),
        }
    }
}

impl fmt::Display for PlayerOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name.to_ascii_lowercase())
    }
}

impl fmt::Debug for PlayerOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for PlayerOption {
    fn eq(&self, other: &PlayerOption) -> bool {
        self.name == other.name
    }
}

impl Eq for PlayerOption {}
