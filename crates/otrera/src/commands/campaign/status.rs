//! `otrera campaign status`: what is settled, what was spent, and what may be left.

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use indicatif::HumanCount;
use otrera_board::Color;
use otrera_campaign::{Campaign, Estimate, Ledger, Moment, Record};
use serde::Serialize;

use crate::draw::chart::{Chart, Line, Panel, Series};
use crate::output::{print_json, print_text};
use crate::save::save;

#[derive(Args, Debug)]
pub struct CampaignStatusArgs {
    /// The folder of the campaign
    pub folder: PathBuf,
    /// List all first moves instead of the ten most promising
    #[arg(long, conflicts_with = "json")]
    pub all: bool,
    /// Write a chart of settled work over time to this SVG file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &CampaignStatusArgs) -> anyhow::Result<()> {
    let campaign = Campaign::open(&args.folder)?;
    let mut status = Status::of(campaign.ledger());
    if let Some(file) = &args.svg {
        save(file, chart(&status, campaign.ledger()).svg().as_bytes())?;
    }
    if !args.all {
        status.shown = 10;
    }
    match args.json {
        true => print_json(&status),
        false => print_text(&status),
    }
}

const MILLISECONDS_PER_HOUR: f64 = 3.6e6;

#[derive(Serialize)]
struct Status {
    position: String,
    to_move: char,
    winner: Option<char>,
    /// Of proving and disproving that the player to move wins; none if that is settled.
    costs: Option<[f32; 2]>,
    positions: usize,
    expanded: usize,
    settled: Winners,
    jobs: u64,
    nodes: u64,
    settled_nodes: u64,
    core_hours: f64,
    left: Option<Left>,
    moves: Vec<FirstMove>,
    /// How many of the first moves a person is shown.
    #[serde(skip)]
    shown: usize,
}

/// How many positions are known to be won, by whom.
#[derive(Serialize)]
struct Winners {
    b: usize,
    w: usize,
}

impl Winners {
    fn of<'a>(records: impl Iterator<Item = &'a Record>) -> Winners {
        let mut winners = Winners { b: 0, w: 0 };
        for record in records {
            match record.winner {
                Some(Color::Black) => winners.b += 1,
                Some(Color::White) => winners.w += 1,
                None => {}
            }
        }
        winners
    }
}

/// Core-hours that may be left.
#[derive(Serialize)]
struct Left {
    low: f64,
    middle: f64,
    high: f64,
    /// The positions that this is learned from: settled ones, and open ones that had work.
    settled: usize,
    open: usize,
}

#[derive(Serialize)]
struct FirstMove {
    #[serde(rename = "move")]
    mv: String,
    winner: Option<char>,
    /// Of proving and disproving that the move wins.
    costs: Option<[f32; 2]>,
    nodes: u64,
    /// The replies in the ledger, if it has them.
    replies: Option<Replies>,
    #[serde(skip)]
    cost: f32,
}

#[derive(Serialize)]
struct Replies {
    #[serde(flatten)]
    winners: Winners,
    open: usize,
}

impl Status {
    fn of(ledger: &Ledger) -> Status {
        let root = ledger.get(ledger.root());
        let Moment { milliseconds, expansions, settled, .. } = ledger.now();
        let core_hours = milliseconds as f64 / MILLISECONDS_PER_HOUR;
        let speed = expansions as f64 / core_hours;
        let left = Estimate::of(ledger).filter(|_| speed > 0.0 && speed.is_finite());
        let mut moves = first_moves(ledger);
        let mover = root.position.to_move().letter();
        // What wins, then what may, then what loses, the dearest of these first.
        moves.sort_by(|a, b| {
            let rank = |it: &FirstMove| (it.winner != Some(mover), it.winner.is_some());
            let lost = |it: &FirstMove| if it.winner.is_some() { u64::MAX - it.nodes } else { 0 };
            rank(a).cmp(&rank(b)).then(a.cost.total_cmp(&b.cost)).then(lost(a).cmp(&lost(b)))
        });
        Status {
            position: root.position.to_string(),
            to_move: mover,
            winner: root.winner.map(Color::letter),
            costs: root.winner.is_none().then_some([root.costs.proof, root.costs.disproof]),
            positions: ledger.records().len(),
            expanded: ledger.records().iter().filter(|it| it.children.is_some()).count(),
            settled: Winners::of(ledger.records().iter()),
            jobs: ledger.records().iter().map(|record| record.jobs).sum(),
            nodes: expansions,
            settled_nodes: settled,
            core_hours,
            left: left.map(|Estimate { low, middle, high, settled, open, .. }| {
                let [low, middle, high] = [low, middle, high].map(|nodes| nodes / speed);
                Left { low, middle, high, settled, open }
            }),
            shown: moves.len(),
            moves,
        }
    }
}

fn first_moves(ledger: &Ledger) -> Vec<FirstMove> {
    let root = ledger.root();
    let size = ledger.size();
    let expanded = ledger.get(root).children.is_some();
    let moves = if expanded { ledger.successors(root) } else { Vec::new() };
    let first = |next: otrera_campaign::Successor| {
        let record = ledger.get(ledger.find(&next.key)?);
        let replies = record.children.as_ref().map(|children| {
            let winners = Winners::of(children.iter().map(|&child| ledger.get(child)));
            Replies { open: children.len() - winners.b - winners.w, winners }
        });
        // Whoever made the move wins if the player to move then loses.
        let costs = [record.costs.disproof, record.costs.proof];
        Some(FirstMove {
            mv: next.mv.text(size),
            winner: record.winner.map(Color::letter),
            costs: record.winner.is_none().then_some(costs),
            nodes: record.expansions_below,
            replies,
            cost: costs[0],
        })
    };
    moves.into_iter().filter_map(first).collect()
}

/// Settled work over time.
fn chart(status: &Status, ledger: &Ledger) -> Chart {
    let all = ledger.now().milliseconds as f64;
    let (unit, name) = match all {
        _ if all >= 3.0 * MILLISECONDS_PER_HOUR => (MILLISECONDS_PER_HOUR, "core-hours"),
        _ if all >= 180_000.0 => (60_000.0, "core-minutes"),
        _ => (1_000.0, "core-seconds"),
    };
    let series = |name: &str, of: fn(&Moment) -> u64| Series {
        name: name.to_owned(),
        points: ledger
            .history()
            .moments()
            .iter()
            .map(|moment| (moment.milliseconds as f64 / unit, of(moment) as f64 / 1e6))
            .collect(),
        line: Line::Plain,
    };
    Chart {
        notes: Vec::new(),
        title: format!("Campaign for {}", status.position),
        x: name.to_owned(),
        y: "million nodes".to_owned(),
        logarithmic: false,
        panels: vec![Panel {
            series: vec![
                series("spent", |moment| moment.expansions),
                series("on what is settled", |moment| moment.settled),
            ],
            ..Panel::default()
        }],
    }
}

fn name(letter: char) -> Color {
    if letter == 'b' { Color::Black } else { Color::White }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |n: usize| HumanCount(n as u64);
        writeln!(f, "Campaign   {} ({} to move)", self.position, name(self.to_move))?;
        match (self.winner, self.costs) {
            (Some(winner), _) => writeln!(f, "Winner     {}", name(winner))?,
            (None, Some([proof, disproof])) => {
                writeln!(f, "Winner     open; proof {proof:.1e}, disproof {disproof:.1e}")?;
            }
            (None, None) => writeln!(f, "Winner     open")?,
        }
        let Winners { b, w } = self.settled;
        writeln!(
            f,
            "Ledger     {} positions, {} expanded, {} won by Black, {} by White",
            count(self.positions),
            count(self.expanded),
            count(b),
            count(w)
        )?;
        writeln!(
            f,
            "Work       {} jobs, {} nodes, {:.2} core-hours; {:.0} % of the nodes on what is settled",
            HumanCount(self.jobs),
            HumanCount(self.nodes),
            self.core_hours,
            100.0 * self.settled_nodes as f64 / self.nodes.max(1) as f64
        )?;
        match &self.left {
            _ if self.winner.is_some() => {}
            Some(Left { low, middle, high, settled, open }) => writeln!(
                f,
                "Left       perhaps {} core-hours ({} to {}) if the cheapest way leads to the end, by {} settled positions and {} open ones",
                rounded(*middle),
                rounded(*low),
                rounded(*high),
                count(*settled),
                count(*open)
            )?,
            None => writeln!(f, "Left       nobody knows: too little is settled to learn from")?,
        }
        if self.moves.is_empty() {
            return Ok(());
        }
        let won = self.moves.iter().filter(|it| it.winner == Some(self.to_move)).count();
        let open = self.moves.iter().filter(|it| it.winner.is_none()).count();
        let lost = self.moves.len() - won - open;
        writeln!(f, "\nFirst moves: {won} win, {lost} lose, {open} open")?;
        writeln!(
            f,
            "{:<14} {:>6} {:>14}  {:>8} {:>8}  replies b w open",
            "move", "winner", "nodes", "proof", "disproof"
        )?;
        for it in self.moves.iter().take(self.shown) {
            let winner = it.winner.map_or("open".to_owned(), |winner| name(winner).to_string());
            let nodes = HumanCount(it.nodes).to_string();
            write!(f, "{:<14} {winner:>6} {nodes:>14}", it.mv)?;
            match it.costs {
                Some([proof, disproof]) => write!(f, "  {proof:>8.1e} {disproof:>8.1e}")?,
                None => write!(f, "  {:>8} {:>8}", "", "")?,
            }
            match &it.replies {
                Some(Replies { winners: Winners { b, w }, open }) => {
                    writeln!(f, "  {b} {w} {open}")?
                }
                None => writeln!(f)?,
            }
        }
        match self.moves.len().saturating_sub(self.shown) {
            0 => Ok(()),
            more => writeln!(f, "… and {more} more; --all lists them"),
        }
    }
}

/// Two digits are more than enough for a guess.
fn rounded(hours: f64) -> String {
    match hours {
        _ if hours < 0.095 => format!("{hours:.2}"),
        _ if hours < 9.5 => format!("{hours:.1}"),
        _ if hours < 1e6 => format!("{hours:.0}"),
        _ => format!("{hours:.0e}"),
    }
}
