//! `otrera lab ordering`: does the player's network know better than the solver's model which move to try first?

use anyhow::bail;
use clap::Args;
use fastrand::Rng;
use otrera_board::{Position, Size};
use otrera_player::Network;
use otrera_solver::{Limits, Settings, Solver, Stopped};
use serde::Serialize;

use crate::interrupt::{INTERRUPT, Interrupted};
use crate::output::{print_json, print_text};
use crate::progress;
use crate::width::Table;

#[derive(Args, Debug)]
pub struct OrderingArgs {
    /// The board
    #[arg(long, value_name = "WxH", default_value = "5x5", value_parser = board)]
    pub board: Size,
    /// Measure N positions
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub positions: u64,
    /// Draw them after N random moves
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub random_moves: u32,
    /// The fewest nodes that a position may take
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    pub least: u64,
    /// The most nodes that a position may take, and that are spent on one of its moves
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub most: u64,
    /// Random seed for the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print JSON, one object per position
    #[arg(long)]
    pub json: bool,
}

fn board(text: &str) -> Result<Size, String> {
    let size = super::small_board(text)?;
    match Network::knows(size) {
        true => Ok(size),
        false => Err(format!("found `{text}`; expected sides from 5 to 11, which networks play")),
    }
}

/// Who says in which order moves are tried.
#[derive(Clone, Copy)]
enum Guide {
    /// The solver's model, by what it seems to cost to prove that a move wins.
    Model,
    /// The network, by who seems to win after a move.
    Value,
    /// The network, by how often it would think of a move.
    Policy,
    /// Model and network: both logarithms of odds added up.
    Both,
}

impl Guide {
    const ALL: [Guide; 4] = [Guide::Model, Guide::Value, Guide::Policy, Guide::Both];
}

/// What it took to find a winning move: nodes, and moves that were tried. A move that is not settled in time is passed over.
#[derive(Serialize, Clone, Copy)]
struct Search {
    nodes: u64,
    tried: usize,
}

#[derive(Serialize)]
struct Row {
    position: String,
    /// What the solver took by itself, which leaves a move and comes back to it.
    nodes: u64,
    model: Search,
    value: Search,
    policy: Search,
    both: Search,
}

impl Row {
    fn searches(&self) -> [Search; 4] {
        [self.model, self.value, self.policy, self.both]
    }
}

pub fn run(args: &OrderingArgs) -> anyhow::Result<()> {
    if args.least > args.most {
        bail!("--least {} is more than --most {}", args.least, args.most);
    }
    let lab = Lab { network: Network::built_in(), most: args.most };
    let bar = progress::bar(args.positions, "{pos}/{len} positions");
    let mut rng = Rng::with_seed(args.seed);
    let mut rows = Vec::new();
    while (rows.len() as u64) < args.positions {
        let Some(position) = drawn(args.board, args.random_moves, &mut rng) else { continue };
        let Some(nodes) = lab.wins_after(&position)? else { continue };
        if nodes < args.least {
            continue;
        }
        let [model, value, policy, both] = Guide::ALL.map(|guide| lab.search(&position, guide));
        let row = Row {
            position: position.to_string(),
            nodes,
            model: model?,
            value: value?,
            policy: policy?,
            both: both?,
        };
        bar.inc(1);
        rows.push(row);
    }
    bar.finish_and_clear();
    if args.json { rows.iter().try_for_each(print_json) } else { print_text(&report(&rows)) }
}

/// A position after so many random moves from the start; none if a game ended before.
fn drawn(size: Size, moves: u32, rng: &mut Rng) -> Option<Position<u64>> {
    let mut position: Position<u64> = Position::start(size)?.narrow()?;
    for _ in 0..moves {
        let all: Vec<_> = position.moves().collect();
        position.make(*rng.choice(&all)?);
    }
    Some(position)
}

struct Lab {
    network: std::sync::Arc<Network>,
    most: u64,
}

impl Lab {
    /// A solver that knows nothing yet; its table holds more than it may search.
    fn solver(&self) -> anyhow::Result<Solver<u64>> {
        Ok(Solver::new(Settings { memory: 64 << 20, ..Settings::default() })?)
    }

    fn limits(&self) -> Limits<'static> {
        let expansions = Some(self.most);
        Limits { expansions, interrupted: Some(&INTERRUPT), ..Limits::default() }
    }

    /// The nodes that it takes to see that the player to move wins; nothing if he loses or it takes too many.
    fn wins_after(&self, position: &Position<u64>) -> anyhow::Result<Option<u64>> {
        let mut solver = self.solver()?;
        match solver.winner(position, self.limits()) {
            Ok(winner) => {
                let nodes = solver.effort().expansions;
                Ok((winner == position.to_move()).then_some(nodes))
            }
            Err(Stopped::Interrupted) => Err(Interrupted.into()),
            Err(_) => Ok(None),
        }
    }

    /// Tries moves one after another, each until it is settled, until one wins.
    fn search(&self, position: &Position<u64>, guide: Guide) -> anyhow::Result<Search> {
        let mut solver = self.solver()?;
        let order = self.order(&mut solver, position, guide);
        let mut tried = 0;
        for after in &order {
            tried += 1;
            match solver.winner(after, self.limits()) {
                Ok(winner) if winner == position.to_move() => break,
                Err(Stopped::Interrupted) => return Err(Interrupted.into()),
                _ => {}
            }
        }
        Ok(Search { nodes: solver.effort().expansions, tried })
    }

    /// What the moves lead to, the most promising first. Those that bounds decide come first or last, whoever is asked.
    fn order(
        &self,
        solver: &mut Solver<u64>,
        position: &Position<u64>,
        guide: Guide,
    ) -> Vec<Position<u64>> {
        let after = |mv| {
            let mut after = *position;
            after.make(mv);
            after
        };
        let candidates = solver.candidates(position);
        if matches!(guide, Guide::Model) {
            return candidates.iter().map(|it| after(it.mv)).collect();
        }
        let size = position.size();
        let mut scratch = self.network.scratch(size, 1);
        let mut ranked: Vec<(f32, Position<u64>)> = candidates
            .iter()
            .map(|it| {
                let after = after(it.mv);
                let seen = if matches!(guide, Guide::Policy) { *position } else { after };
                let mut answers = self.network.evaluate(&mut scratch, &[seen]);
                let answer = answers.next().expect("an answer for each position");
                let worth = match guide {
                    _ if it.odds.is_infinite() => it.odds,
                    Guide::Policy => answer.policy().logit(it.mv),
                    Guide::Both => it.odds - answer.odds(),
                    Guide::Model | Guide::Value => -answer.odds(),
                };
                (worth, after)
            })
            .collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        ranked.into_iter().map(|(_, after)| after).collect()
    }
}

/// Geometric means, and how often the first move won.
fn report(rows: &[Row]) -> Table {
    let mut table = Table::new(1, ["ordered by", "nodes", "moves tried", "first move wins"]);
    let count = rows.len().max(1) as f64;
    let mean = |of: &dyn Fn(&Row) -> f64| {
        (rows.iter().map(|row| of(row).max(1.0).ln()).sum::<f64>() / count).exp()
    };
    for (n, name) in ["model", "network's value", "network's policy", "both"].iter().enumerate() {
        let nodes = mean(&|row| row.searches()[n].nodes as f64);
        let tried = mean(&|row| row.searches()[n].tried as f64);
        let first = rows.iter().filter(|row| row.searches()[n].tried == 1).count();
        table.row([
            (*name).to_owned(),
            format!("{nodes:.0}"),
            format!("{tried:.2}"),
            format!("{:.0}%", 100.0 * first as f64 / count),
        ]);
    }
    let alone = mean(&|row| row.nodes as f64);
    table.row([
        "the solver by itself".to_owned(),
        format!("{alone:.0}"),
        String::new(),
        String::new(),
    ]);
    table
}
