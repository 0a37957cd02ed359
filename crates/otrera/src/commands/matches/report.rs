//! What a match has come to.

use std::fmt;

use otrera_player::Tally;
use serde::Serialize;

use super::referee::{Ending, Game, Rules};
use super::statistics::{Evidence, Sprt, elo_interval};
use crate::words::counted;

/// The answer. What comes in pairs is the first engine's, then the second's.
#[derive(Serialize)]
pub struct Report {
    engines: [String; 2],
    pace: String,
    clock: &'static str,
    games: u64,
    wins: u64,
    losses: u64,
    win_rate: f64,
    /// The 95% interval.
    win_interval: [f64; 2],
    /// The difference in Elo and its 95% interval; null where it has no end.
    elo: Option<f64>,
    elo_interval: [Option<f64>; 2],
    sprt: Option<Evidence>,
    white_wins: u64,
    adjudicated: u64,
    /// Games that an engine has lost otherwise than on the board. To refuse a legal move is as bad as to make an illegal one.
    illegal: [u64; 2],
    crashed: [u64; 2],
    late: [u64; 2],
    resigned: [u64; 2],
    /// The mean of the moves that the winner had left, over games that were played to their end.
    mean_margin: Option<f64>,
    mean_plies: f64,
    /// Means per move, and the longest move as it counts.
    wall_seconds: [f64; 2],
    cpu_seconds: [Option<f64>; 2],
    longest: [f64; 2],
    #[serde(skip)]
    reasons: Vec<String>,
}

impl Report {
    pub fn new<'a>(
        rules: &Rules,
        sprt: Option<Sprt>,
        games: impl Iterator<Item = (&'a u64, &'a Game)> + Clone,
    ) -> Report {
        let only = || games.clone().map(|(_, game)| game);
        let tally = tally(only());
        let (low, high) = tally.win_interval();
        let (elo, elo_interval) = elo_interval(&tally);
        let lost = |endings: &[Ending]| {
            [false, true].map(|won| {
                let lost = only().filter(|game| game.won == won && endings.contains(&game.ending));
                lost.count() as u64
            })
        };
        let moves = [0, 1].map(|slot| only().map(|game| game.moves[slot]).sum::<u64>().max(1));
        let margins: Vec<i64> = only().filter_map(|game| game.margin).collect();
        let count = only().count().max(1) as f64;
        let mean_margin = margins.iter().sum::<i64>() as f64 / margins.len().max(1) as f64;
        let faults = games.clone().filter(|(_, game)| game.reason.is_some());
        let reasons = faults.map(|(number, game)| {
            let loser = &rules.entrants[usize::from(game.won)].name;
            let what = match game.ending {
                Ending::Illegal => "made an illegal move",
                Ending::Refused => "refused a legal move",
                Ending::Crashed => "crashed",
                _ => "took too long",
            };
            format!("game {}: {loser} {what}: {}", number + 1, game.reason.as_deref().unwrap_or(""))
        });
        Report {
            engines: [0, 1].map(|slot| rules.entrants[slot].name.clone()),
            pace: paces(rules),
            clock: rules.count.name(),
            games: tally.games,
            wins: tally.wins,
            losses: tally.games - tally.wins,
            win_rate: tally.win_rate(),
            win_interval: [low, high],
            elo,
            elo_interval,
            sprt: sprt.map(|sprt| sprt.judge(in_order(games.clone()))),
            white_wins: only().filter(|game| game.won == (game.color == 'w')).count() as u64,
            adjudicated: only().filter(|game| game.ending == Ending::Adjudicated).count() as u64,
            illegal: lost(&[Ending::Illegal, Ending::Refused]),
            crashed: lost(&[Ending::Crashed]),
            late: lost(&[Ending::Late]),
            resigned: lost(&[Ending::Resigned]),
            mean_margin: (!margins.is_empty()).then_some(mean_margin),
            mean_plies: only().map(|game| game.plies as f64).sum::<f64>() / count,
            wall_seconds: [0, 1].map(|slot| {
                only().map(|game| game.wall_seconds[slot]).sum::<f64>() / moves[slot] as f64
            }),
            cpu_seconds: [0, 1].map(|slot| {
                let all: Option<f64> = only().map(|game| game.cpu_seconds[slot]).sum();
                all.map(|all| all / moves[slot] as f64)
            }),
            longest: [0, 1].map(|slot| only().map(|game| game.longest[slot]).fold(0.0, f64::max)),
            reasons: reasons.collect(),
        }
    }

    /// Has the first engine lost, won, or is it open?
    pub fn verdict(&self) -> Verdict {
        match self.sprt.map(|sprt| sprt.accepted) {
            Some(Some("h1")) => Verdict::NotLost,
            Some(Some(_)) => Verdict::Lost,
            Some(None) => Verdict::Open,
            None if 2 * self.wins < self.games => Verdict::Lost,
            None => Verdict::NotLost,
        }
    }
}

pub enum Verdict {
    Lost,
    NotLost,
    Open,
}

/// Wins and margins of the first engine.
pub fn tally<'a>(games: impl Iterator<Item = &'a Game>) -> Tally {
    let mut tally = Tally::default();
    for game in games {
        let margin = game.margin.unwrap_or(0);
        tally.add(if game.won { margin } else { -margin }, game.won);
    }
    tally
}

/// Who has won each game, by number.
pub fn in_order<'a>(
    games: impl Iterator<Item = (&'a u64, &'a Game)>,
) -> impl Iterator<Item = (u64, bool)> {
    games.map(|(&number, game)| (number, game.won))
}

/// Both paces, once if they are the same.
fn paces(rules: &Rules) -> String {
    let [first, second] = [0, 1].map(|slot| rules.pace.of(rules.entrants[slot].time).to_string());
    if first == second { first } else { format!("{first} against {second}") }
}

/// A difference in Elo for people.
fn points(elo: Option<f64>, otherwise: &str) -> String {
    elo.map_or(otherwise.to_owned(), |elo| format!("{elo:+.0}"))
}

/// The score so far, for a line of progress.
pub fn in_short(tally: &Tally, sprt: Option<Evidence>) -> String {
    let (elo, [low, high]) = elo_interval(tally);
    let (wins, losses) = (tally.wins, tally.games - tally.wins);
    let [elo, low, high] = [points(elo, "?"), points(low, "-∞"), points(high, "+∞")];
    let score = format!("{wins}-{losses}, Elo {elo} ({low} to {high})");
    match sprt {
        Some(Evidence { llr, bounds: [low, high], .. }) => {
            format!("{score}, LLR {llr:.2} ({low:.2} to {high:.2})")
        }
        None => score,
    }
}

/// Reasons beyond these are counted only; the file of results has all.
const MOST_REASONS: usize = 10;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.engines;
        writeln!(f, "{first} against {second}, {}", self.pace)?;
        let percent = |share: f64| (100.0 * share).round();
        let [low, high] = self.win_interval.map(percent);
        writeln!(f, "Games      {}: {} won, {} lost", self.games, self.wins, self.losses)?;
        writeln!(f, "Win rate   {}% (95%: {low}-{high}%)", percent(self.win_rate))?;
        let [least, most] = self.elo_interval;
        let [elo, least, most] = [
            points(self.elo, if self.wins > 0 { "+∞" } else { "-∞" }),
            points(least, "-∞"),
            points(most, "+∞"),
        ];
        writeln!(f, "Elo        {elo} (95%: {least} to {most})")?;
        if let Some(Evidence { elo0, elo1, llr, bounds: [low, high], accepted }) = self.sprt {
            let what = match accepted {
                Some("h1") => format!("H1 accepted ({elo1} Elo rather than {elo0})"),
                Some(_) => format!("H0 accepted ({elo0} Elo rather than {elo1})"),
                None => "undecided: more games are needed".to_owned(),
            };
            writeln!(f, "SPRT       LLR {llr:.2} ({low:.2} to {high:.2}), {what}")?;
        }
        let black_wins = self.games - self.white_wins;
        writeln!(f, "Colours    White won {}, Black {black_wins}", self.white_wins)?;
        let margin = self
            .mean_margin
            .map_or(String::new(), |mean| format!(", won by {mean:.1} moves on average"));
        writeln!(f, "Length     {:.0} moves{margin}", self.mean_plies)?;
        for (slot, name) in self.engines.iter().enumerate() {
            let cpu = self.cpu_seconds[slot]
                .map_or(String::new(), |cpu| format!(" ({cpu:.3} s CPU time)"));
            let (mean, longest) = (self.wall_seconds[slot], self.longest[slot]);
            writeln!(f, "Time       {name}: {mean:.3} s per move{cpu}, at most {longest:.3} s")?;
        }
        let faults = [
            ("illegal move", self.illegal),
            ("crash", self.crashed),
            ("loss on time", self.late),
            ("resignation", self.resigned),
        ];
        for (slot, name) in self.engines.iter().enumerate() {
            let told: Vec<String> = faults
                .iter()
                .filter(|(_, counts)| counts[slot] > 0)
                .map(|&(what, counts)| match (what, counts[slot]) {
                    ("crash", n) if n > 1 => format!("{n} crashes"),
                    ("loss on time", n) if n > 1 => format!("{n} losses on time"),
                    (what, n) => counted(n, what),
                })
                .collect();
            let told = if told.is_empty() { "none".to_owned() } else { told.join(", ") };
            writeln!(f, "Forfeits   {name}: {told}")?;
        }
        if self.adjudicated > 0 {
            writeln!(f, "Proved     {} before the end", counted(self.adjudicated, "game"))?;
        }
        for reason in self.reasons.iter().take(MOST_REASONS) {
            writeln!(f, "           {reason}")?;
        }
        match self.reasons.len().saturating_sub(MOST_REASONS) {
            0 => Ok(()),
            more => writeln!(f, "           and {more} more"),
        }
    }
}
