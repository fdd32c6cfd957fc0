//! `bout chaos`: breaks a server of its own on purpose, and checks what it finds.

mod book;
mod check;

use std::fmt::Write;
use std::net::TcpListener;
use std::path::Path;
use std::time::{Duration, Instant};

use bout_server::Address;
use serde::Serialize;
use serde_json::Value;

use crate::Done;
use crate::output::{Stop, check_file, print, write_json};
use crate::own_server::OwnServer;
use book::Book;

/// Options of `bout chaos`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Kill the server with SIGKILL at random instants under load, and start it again
    Kill(Kill),
}

/// Options of `bout chaos kill`.
#[derive(clap::Args)]
struct Kill {
    /// How often
    #[arg(long, value_name = "N", default_value_t = 10)]
    rounds: u32,
    /// Other instants and other matches
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many matches of every game run at once
    #[arg(long, value_name = "N", default_value_t = 3)]
    matches: usize,
    /// Write the report as JSON to this file, or to stdout for -
    #[arg(long, value_name = "FILE|-")]
    json: Option<String>,
}

/// What was found.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    rounds: u32,
    /// Acts that were acknowledged.
    acts: u64,
    /// Matches that were found again after a kill, all rounds together.
    resumed: u64,
    /// Matches that were played to their end.
    finished: u64,
    /// Acts that were under way when the server was killed: sent, not acknowledged.
    under_way: u64,
    /// And how many of them had entered.
    had_entered: u64,
    /// Clocks that were compared.
    clocks: u64,
    /// By how much the worst of them was off, in milliseconds.
    worst_clock_ms: u64,
    /// The longest time from the start of the server to the first accepted act, in milliseconds.
    worst_restart_ms: u64,
    /// What must not be.
    faults: Vec<String>,
}

/// Breaks things as asked.
pub fn run(args: &Args) -> Done {
    let What::Kill(kill) = &args.what;
    if kill.rounds == 0 || kill.matches == 0 || kill.matches > 200 {
        return Err(Stop::usage("--rounds at least 1, and --matches 1 to 200 expected"));
    }
    check_file(kill.json.as_deref())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let report = runtime.map_err(Stop::failed)?.block_on(rounds(kill))?;
    match &kill.json {
        Some(to) => write_json(&report, to)?,
        None => print(&table(&report))?,
    }
    match report.faults.first() {
        None => Ok(()),
        Some(fault) => {
            Err(Stop::failed(format!("{} faults; the first: {fault}", report.faults.len())))
        }
    }
}

async fn rounds(kill: &Kill) -> Result<Report, Stop> {
    let data = tempfile::tempdir().map_err(Stop::failed)?;
    let file = data.path().join("chaos.db");
    let address = free_port()?;
    let mut dice = kill.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut server = start(&address, &file)?;
    let mut report = Report::default();
    let catalogue = bout_games::Catalogue::shipped();
    let mut books = Vec::new();
    for rules in catalogue.rule_sets() {
        let config = Value::Object(serde_json::Map::new());
        for number in 0..kill.matches {
            let seed = kill.seed + number as u64;
            let book = Book::new(&address, rules.id(), config.clone(), seed).await;
            books.push(book.map_err(Stop::failed)?);
        }
    }
    for round in 1..=kill.rounds {
        report.rounds = round;
        let playing: Vec<_> = books.into_iter().map(|book| tokio::spawn(book.play())).collect();
        let instant = Duration::from_millis(150 + roll(&mut dice) % 1_200);
        tokio::time::sleep(instant).await;
        server.kill();
        let killed = Instant::now();
        let mut stopped = Vec::new();
        for task in playing {
            stopped.push(task.await.map_err(Stop::failed)?);
        }
        check::logs(&catalogue, &file, &mut stopped, round, &mut report)?;
        let started = Instant::now();
        server = start(&address, &file)?;
        books = check::resume(stopped, (killed, started), round, &mut report).await?;
        if !report.faults.is_empty() {
            break;
        }
    }
    report.acts = books.iter().map(Book::acknowledged).sum();
    report.finished = books.iter().map(|book| book.finished).sum();
    drop(server);
    Ok(report)
}

fn start(address: &Address, file: &Path) -> Result<OwnServer, Stop> {
    let store = format!("sqlite:{}", file.display());
    OwnServer::start(address, &["--store", &store])
}

fn free_port() -> Result<Address, Stop> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    Ok(listener.local_addr()?.into())
}

fn roll(dice: &mut u64) -> u64 {
    *dice ^= *dice << 13;
    *dice ^= *dice >> 7;
    *dice ^= *dice << 17;
    *dice >> 8
}

fn table(report: &Report) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        // Writing to memory cannot fail.
        let _ = writeln!(text, "{name:<34}{value}");
    };
    line("kills", report.rounds.to_string());
    line("matches found again", report.resumed.to_string());
    line("matches played to their end", report.finished.to_string());
    line("acknowledged acts, all kept", report.acts.to_string());
    let under_way = format!("{}, {} of them had entered", report.under_way, report.had_entered);
    line("acts under way at a kill", under_way);
    line("worst clock", format!("{} ms off, of {}", report.worst_clock_ms, report.clocks));
    line("worst time to the first act", format!("{} ms", report.worst_restart_ms));
    line("faults", report.faults.len().to_string());
    report.faults.iter().take(20).for_each(|fault| line("", fault.clone()));
    text
}
