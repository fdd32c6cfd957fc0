//! The program `bout`: play, simulate, replay and serve matches of every game.
//!
//! Exit codes: 0 done, 1 the work failed, 2 wrong usage or unreadable input; 130 and 143 a signal
//! stopped the work and the report is partial.

mod backup;
mod bench;
mod chaos;
mod chart;
mod check;
mod compare;
mod engine;
mod games;
mod interrupt;
mod line_ups;
mod load;
mod matrix;
mod output;
mod own_server;
mod play;
mod replay;
mod serve;
mod setting;
mod sim;
mod soak;
mod tune;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

use crate::output::Exit;

/// A server allocates in many threads what it frees in others; this one is made for that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A deterministic match engine for card and board battles.
///
/// Five minutes to begin with: `bout games` lists what can be played, `bout sim orcain` plays ten
/// thousand matches between bots and tells what came of them, `bout engine` lets a program of your
/// own play. Same seed, same match, for ever.
#[derive(Parser)]
#[command(name = "bout", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the games with their seats, presets, bots and settings
    Games(games::Args),
    /// Play a batch of matches between bots and report what came of it
    Sim(sim::Args),
    /// Play every line-up of the game's classes, or of bots, and tell who is off the fair share
    #[command(after_help = matrix::HELP)]
    Matrix(matrix::Args),
    /// Play two or more settings on the same seeds and tell what differs
    #[command(after_help = compare::HELP)]
    Compare(compare::Args),
    /// Search the values of some settings for those that treat all classes alike
    #[command(after_help = tune::HELP)]
    Tune(tune::Args),
    /// Play matches on a late host between people who misbehave; check everything after every entry
    Soak(soak::Args),
    /// Be a match engine on stdin and stdout: one JSON request a line, one answer a line
    Engine(engine::Args),
    /// Fold a replay file, verify every digest, and tell it as a story
    Replay(replay::Args),
    /// Be a match server: people and computer players meet over sockets, matches survive a crash
    #[command(after_help = serve::HELP)]
    Serve(Box<serve::Args>),
    /// Copy the embedded store while a server may be using it
    #[command(after_help = backup::HELP)]
    Backup(backup::Args),
    /// Play with bots over real sockets against a running server, and measure it
    Load(load::Args),
    /// Break a server of its own on purpose, and check that nothing is lost
    Chaos(chaos::Args),
    /// Print a game's state chart
    Chart(chart::Args),
    /// Validate presets, charts and card data; list what covers each verb of the card language
    Check(check::Args),
    /// Measure how fast a game is on one thread
    Bench(bench::Args),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            return Exit::usage("a command is expected; 'bout --help' lists them").report();
        }
        Err(error) => return output::usage(&error),
    };
    let done = match &cli.command {
        Command::Games(args) => games::run(args),
        Command::Sim(args) => sim::run(args),
        Command::Matrix(args) => matrix::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Tune(args) => tune::run(args),
        Command::Soak(args) => soak::run(args),
        Command::Engine(args) => engine::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Serve(args) => serve::run(args),
        Command::Backup(args) => backup::run(args),
        Command::Load(args) => load::run(args),
        Command::Chaos(args) => chaos::run(args),
        Command::Chart(args) => chart::run(args),
        Command::Check(args) => check::run(args),
        Command::Bench(args) => bench::run(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => stop.report(),
    }
}

type Done = Result<(), Exit>;
