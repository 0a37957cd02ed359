//! The commands: a module each, with its arguments, and here their list.

mod analyse;
pub mod areas;
mod bench;
mod campaign;
pub mod check;
mod cluster;
mod completions;
mod convert;
mod engine;
pub mod genmove;
mod lab;
mod lsg;
mod man;
mod matches;
mod merge_areas;
mod moves;
pub mod perft;
mod play;
pub mod proof;
mod serve;
mod show;
pub mod solve;
mod sum;
mod tables;
pub mod tds;
mod territory;
pub mod value;
mod zugzwang;

use clap::Subcommand;

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Draw a position in the terminal or as an SVG picture
    Show(show::ShowArgs),
    /// List the legal moves
    Moves(moves::MovesArgs),
    /// Count move sequences, to test move generators
    Perft(perft::PerftArgs),
    /// Translate positions and games between notations
    Convert(convert::ConvertArgs),
    /// Analyse a game move by move: who was ahead, and where it was thrown away
    Analyse(analyse::AnalyseArgs),
    /// Find the value of a position, or of a sum of positions, as a combinatorial game
    Value(value::ValueArgs),
    /// Find out who wins a position or a board, and prove it
    Solve(solve::SolveArgs),
    /// Solve what takes days: run, resume, watch and verify a long search
    #[command(subcommand)]
    Campaign(campaign::CampaignCommand),
    /// Run campaigns on many machines
    #[command(subcommand)]
    Cluster(cluster::ClusterCommand),
    /// Check a proof, trusting nothing but the rules
    Check(check::CheckArgs),
    /// Inspect a proof
    #[command(subcommand)]
    Proof(proof::ProofCommand),
    /// Search fixed positions and print a signature that changes only if the search does
    Bench(bench::BenchArgs),
    /// Find mean and temperature of a position by forward search
    Tds(tds::TdsArgs),
    /// Show the areas of a position: who owns each, and how many moves it is worth
    Areas(areas::AreasArgs),
    /// Count the moves that a territory gives its owner, and its defects
    Territory(territory::TerritoryArgs),
    /// Choose a move in a position
    Genmove(genmove::GenmoveArgs),
    /// Play a game against the program
    Play(play::PlayArgs),
    /// Play and explore in the browser
    Serve(serve::ServeArgs),
    /// Speak a protocol, so that other programs can play against this one
    #[command(subcommand)]
    Engine(engine::EngineCommand),
    /// Let two engines play a match, and tell which is stronger
    Match(matches::MatchArgs),
    /// Play sums of boards, and let players play them
    #[command(subcommand)]
    Sum(sum::SumCommand),
    /// Build, verify and query endgame tables
    #[command(subcommand)]
    Tables(tables::TablesCommand),
    /// Merge files of kept areas, as written by `solve --areas`
    MergeAreas(merge_areas::MergeAreasArgs),
    /// Name and draw the line segment graph of a position's unburnt squares
    Lsg(lsg::LsgArgs),
    /// List small zugzwangs, or play a sum of them for the largest margin
    Zugzwang(zugzwang::ZugzwangArgs),
    /// Reproduce published tables and check our own claims
    #[command(subcommand)]
    Lab(lab::LabCommand),
    /// Print a completion script for a shell
    Completions(completions::CompletionsArgs),
    /// Write the manual pages of all commands to a folder
    Man(man::ManArgs),
}

impl Command {
    pub fn run(&self) -> anyhow::Result<()> {
        match self {
            Command::Show(args) => show::run(args),
            Command::Moves(args) => moves::run(args),
            Command::Perft(args) => perft::run(args),
            Command::Convert(args) => convert::run(args),
            Command::Analyse(args) => analyse::run(args),
            Command::Value(args) => value::run(args),
            Command::Solve(args) => solve::run(args),
            Command::Campaign(command) => command.run(),
            Command::Cluster(command) => command.run(),
            Command::Check(args) => check::run(args),
            Command::Proof(command) => command.run(),
            Command::Bench(args) => bench::run(args),
            Command::Tds(args) => tds::run(args),
            Command::Areas(args) => areas::run(args),
            Command::Territory(args) => territory::run(args),
            Command::Genmove(args) => genmove::run(args),
            Command::Play(args) => play::run(args),
            Command::Serve(args) => serve::run(args),
            Command::Engine(command) => command.run(),
            Command::Match(args) => matches::run(args),
            Command::Sum(command) => command.run(),
            Command::Tables(command) => command.run(),
            Command::MergeAreas(args) => merge_areas::run(args),
            Command::Lsg(args) => lsg::run(args),
            Command::Zugzwang(args) => zugzwang::run(args),
            Command::Lab(command) => command.run(),
            Command::Completions(args) => completions::run(args),
            Command::Man(args) => man::run(args),
        }
    }
}
