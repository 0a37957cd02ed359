//! `otrera campaign verify`: leaves proved again and checked, and all that is built on them.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::anyhow;
use clap::Args;
use indicatif::HumanCount;
use otrera_board::{Color, Position};
use otrera_campaign::{Campaign, Condensed, Leaf, Notes, Verified, Verify};
use serde::Serialize;

use super::search::SearchArgs;
use crate::checkpoint;
use crate::interrupt::{self, INTERRUPT, Interrupted};
use crate::output::{AnswerIsNo, CheckedInPart, RanOut, complain, print_json, print_text};
use crate::progress;
use crate::tables;

#[derive(Args, Debug)]
pub struct CampaignVerifyArgs {
    /// The folder of a campaign, or a condensed proof
    pub path: PathBuf,
    /// Prove N leaves again, drawn at random [default: all]
    #[arg(long, value_name = "N")]
    pub sample: Option<usize>,
    /// Random seed of the sample [default: random]
    #[arg(long, value_name = "N", requires = "sample")]
    pub seed: Option<u64>,
    /// Give up on a leaf after N expansions [default: as the condensed proof says]
    #[arg(long, value_name = "N")]
    pub expansions: Option<u64>,
    /// Save the hashes of accepted proofs to this file
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Resume from the checkpoint, if there is one
    #[arg(long, requires = "checkpoint")]
    pub resume: bool,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &CampaignVerifyArgs) -> anyhow::Result<()> {
    interrupt::listen();
    let began = Instant::now();
    let Some(claim) = Claim::read(&args.path)? else { return Err(AnswerIsNo.into()) };
    let notes = match &args.checkpoint {
        Some(file) if file.exists() && !args.resume => {
            return Err(checkpoint::already_exists(file));
        }
        Some(file) => Some(Notes::open(file, claim.position.size())?),
        None => None,
    };
    let tables = args.search.tables_there()?;
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    let bar = progress::bar(0, "{human_pos}/{human_len} leaves");
    let watch = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let limit = args.expansions.unwrap_or(claim.expansions);
    let settings = args.search.settings(tables.clone());
    let verify = Verify {
        leaves: &claim.leaves,
        sample: args.sample.map(|count| (count, seed)),
        settings: &settings,
        expansions: Some(limit),
        notes,
        interrupted: &INTERRUPT,
        watch: &watch,
    };
    let verified = verify.run();
    bar.finish_and_clear();
    tables::tell_damage(tables.as_deref());
    let verified = verified?;
    let seed = args.sample.map(|_| seed);
    let answer = Answer::new(&claim, &verified, limit, seed, began.elapsed().as_secs_f64());
    match args.json {
        true => print_json(&answer)?,
        false => print_text(&answer)?,
    }
    match answer.verdict {
        Verdict::Wrong => Err(AnswerIsNo.into()),
        Verdict::Interrupted => {
            if let Some(file) = &args.checkpoint {
                checkpoint::tell(file);
            }
            Err(Interrupted.into())
        }
        Verdict::Open => Err(RanOut.into()),
        Verdict::VerifiedInPart => Err(CheckedInPart.into()),
        Verdict::Verified => Ok(()),
    }
}

/// What is said, and what it rests on.
struct Claim {
    position: Position<u64>,
    winner: Option<Color>,
    /// Positions that the rules alone have decided from the leaves.
    upper: usize,
    leaves: Vec<Leaf>,
    expansions: u64,
}

impl Claim {
    /// Reads a campaign or a condensed proof, and checks by the rules what is built on the leaves; none if
    /// that is wrong, which has been told.
    fn read(path: &Path) -> anyhow::Result<Option<Claim>> {
        let claim = match path.is_dir() {
            true => Claim::of_campaign(&Campaign::open(path)?),
            false => Claim::of_condensed(&Condensed::open(path)?),
        };
        match claim {
            Ok(claim) => Ok(Some(claim)),
            Err(why) => {
                complain(&anyhow!("{}: {why}", path.display()));
                Ok(None)
            }
        }
    }

    fn of_campaign(campaign: &Campaign) -> Result<Claim, String> {
        let ledger = campaign.ledger();
        ledger.audit().map_err(|wrong| wrong.to_string())?;
        let root = ledger.get(ledger.root());
        let leaves = Leaf::of_ledger(ledger);
        Ok(Claim {
            position: root.position,
            winner: root.winner,
            upper: ledger.settled() - leaves.len(),
            expansions: Leaf::allowance(&leaves, campaign.plan().expand_after),
            leaves,
        })
    }

    fn of_condensed(proof: &Condensed) -> Result<Claim, String> {
        Ok(Claim {
            position: *proof.position(),
            winner: Some(proof.winner()),
            upper: proof.upper_positions(),
            leaves: proof.check().map_err(|flaw| flaw.to_string())?,
            expansions: proof.expansions(),
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Verified,
    VerifiedInPart,
    Open,
    Wrong,
    Interrupted,
}

#[derive(Serialize)]
struct Answer {
    position: String,
    to_move: char,
    winner: Option<char>,
    verdict: Verdict,
    upper_positions: usize,
    leaves: usize,
    leaves_proved: usize,
    leaves_from_notes: usize,
    leaves_open: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    nodes: u64,
    dearest: u64,
    entries: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<WrongLeaf>,
    seconds: f64,
    #[serde(skip)]
    limit: u64,
}

#[derive(Serialize)]
struct WrongLeaf {
    position: String,
    claimed: char,
    reason: String,
}

impl Answer {
    fn new(
        claim: &Claim,
        verified: &Verified,
        limit: u64,
        seed: Option<u64>,
        seconds: f64,
    ) -> Answer {
        let verdict = match verified {
            Verified { wrong: Some(_), .. } => Verdict::Wrong,
            Verified { interrupted: true, .. } => Verdict::Interrupted,
            Verified { open, .. } if !open.is_empty() => Verdict::Open,
            all if all.is_complete() => Verdict::Verified,
            _ => Verdict::VerifiedInPart,
        };
        let wrong = verified.wrong.as_ref().map(|(leaf, wrong)| WrongLeaf {
            position: leaf.position.to_string(),
            claimed: leaf.winner.letter(),
            reason: wrong.to_string(),
        });
        Answer {
            position: claim.position.to_string(),
            to_move: claim.position.to_move().letter(),
            winner: claim.winner.map(Color::letter),
            verdict,
            upper_positions: claim.upper,
            leaves: verified.leaves,
            leaves_proved: verified.proved,
            leaves_from_notes: verified.from_notes,
            leaves_open: verified.open.len(),
            seed,
            nodes: verified.expansions,
            dearest: verified.dearest,
            entries: verified.entries,
            wrong,
            seconds,
            limit,
        }
    }

    /// What the verdict is about.
    fn claim(&self) -> String {
        let name = |letter| if letter == 'b' { Color::Black } else { Color::White };
        match self.winner {
            Some(letter) => format!("{} wins {}", name(letter), self.position),
            None => format!("what is settled of {}, which is open", self.position),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let claim = self.claim();
        match (self.verdict, &self.wrong) {
            (Verdict::Verified, _) => writeln!(f, "Verified: {claim}")?,
            (Verdict::VerifiedInPart, _) => writeln!(f, "Verified in part: {claim}")?,
            (Verdict::Open, _) => writeln!(
                f,
                "Not verified: {claim}\nLeaves that were not proved within {} nodes: {}; --expansions allows more",
                HumanCount(self.limit),
                HumanCount(self.leaves_open as u64),
            )?,
            (Verdict::Interrupted, _) => writeln!(f, "Interrupted: {claim}")?,
            (Verdict::Wrong, Some(WrongLeaf { position, claimed, reason })) => {
                let claimed = if *claimed == 'b' { Color::Black } else { Color::White };
                writeln!(f, "Wrong: {claim}\n{position}: {claimed} is said to win, but {reason}")?;
            }
            (Verdict::Wrong, None) => writeln!(f, "Wrong: {claim}")?,
        }
        let count = |n: usize| HumanCount(n as u64);
        writeln!(f, "Upper part  {}, by the rules alone", count(self.upper_positions))?;
        writeln!(
            f,
            "Leaves      {} of {} proved again and accepted by the checker",
            count(self.leaves_proved),
            count(self.leaves),
        )?;
        if let Some(seed) = self.seed {
            writeln!(f, "            a random sample, seed {seed}")?;
        }
        if self.leaves_from_notes > 0 {
            let before = count(self.leaves_from_notes);
            writeln!(
                f,
                "            {before} not proved: verified before, as the checkpoint says"
            )?;
        }
        let (nodes, dearest) = (HumanCount(self.nodes), HumanCount(self.dearest));
        writeln!(f, "Work        {nodes} nodes, at most {dearest} for a leaf")?;
        writeln!(
            f,
            "            {} entries of proofs, {:.1} s",
            HumanCount(self.entries),
            self.seconds
        )
    }
}
