//! `bout chaos`: breaks a server of its own on purpose, and checks what it finds.

mod book;
mod check;
mod database;
mod fault;
mod flood;

use std::fmt::Write;
use std::net::TcpListener;
use std::time::{Duration, Instant};

use bout_server::Address;
use serde::Serialize;
use serde_json::Value;

use crate::Done;
use crate::output::{Exit, check_file, print, write_json};
use crate::own_server::OwnServer;
use book::Book;
use database::{Database, Kind};
use fault::Fault;

/// Options of `bout chaos`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Kill the server, or break its store, at random instants under load, and check what is kept
    Kill(Kill),
    /// Ask the server for more than it can give, as hundreds of strangers, while others play on it
    Flood(flood::Flood),
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
    /// Where the server keeps its matches
    #[arg(long, value_enum, default_value_t = Kind::Sqlite)]
    store: Kind,
    /// What is broken; the store of the server is the check's own
    #[arg(long, value_enum, default_value_t = Fault::Kill)]
    fault: Fault,
    /// Write the report as JSON to this file, or to stdout for -
    #[arg(long, value_name = "FILE|-")]
    json: Option<String>,
}

/// What was found.
#[derive(Debug, Default, Serialize)]
pub struct ChaosReport {
    rounds: u32,
    /// Acts that were acknowledged.
    acts: u64,
    /// Matches that went on after a kill or another fault, all rounds together.
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
    /// The longest time from the start of the server to the first accepted act, or from the end of
    /// another fault to the first act of a match that was accepted, in milliseconds.
    worst_restart_ms: u64,
    /// What must not be.
    faults: Vec<String>,
}

/// Breaks things as asked.
pub fn run(args: &Args) -> Done {
    match &args.what {
        What::Kill(kill) => run_kill(kill),
        What::Flood(flood) => run_flood(flood),
    }
}

fn run_flood(flood: &flood::Flood) -> Done {
    check_file(flood.json.as_deref())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let report = runtime.map_err(Exit::failed)?.block_on(flood::run(flood))?;
    match &flood.json {
        Some(to) => write_json(&report, to)?,
        None => print(&flood::table(&report))?,
    }
    fail_on(&report.faults)
}

/// Fails with the first of what must not be.
fn fail_on(faults: &[String]) -> Done {
    match (faults.len(), faults.first()) {
        (_, None) => Ok(()),
        (1, Some(fault)) => Err(Exit::failed(format!("1 fault: {fault}"))),
        (count, Some(fault)) => Err(Exit::failed(format!("{count} faults; the first: {fault}"))),
    }
}

fn run_kill(kill: &Kill) -> Done {
    if kill.rounds == 0 || kill.matches == 0 || kill.matches > 200 {
        return Err(Exit::usage("--rounds at least 1, and --matches 1 to 200 expected"));
    }
    if !kill.fault.fits(kill.store) {
        return Err(Exit::usage("--fault terminate, stop and freeze need --store postgres"));
    }
    check_file(kill.json.as_deref())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let report = runtime.map_err(Exit::failed)?.block_on(rounds(kill))?;
    match &kill.json {
        Some(to) => write_json(&report, to)?,
        None => print(&table(&report))?,
    }
    fail_on(&report.faults)
}

async fn rounds(kill: &Kill) -> Result<ChaosReport, Exit> {
    let database = Database::start(kill.store, kill.fault == Fault::Full)?;
    let address = free_port()?;
    let mut dice = kill.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut server = start(&address, &database)?;
    let mut report = ChaosReport::default();
    let mut books = begin(kill, &address).await?;
    for round in 1..=kill.rounds {
        report.rounds = round;
        if kill.fault == Fault::Kill {
            let instant = Duration::from_millis(150 + roll(&mut dice) % 1_200);
            let killing = (&address, &database, instant);
            books = kill_once(&mut server, killing, books, round, &mut report).await?;
        } else {
            let moment = (round, &mut dice);
            books = fault::round(kill.fault, &database, books, moment, &mut report).await?;
        }
        if !report.faults.is_empty() {
            break;
        }
    }
    report.acts = books.iter().map(Book::acknowledged).sum();
    report.finished = books.iter().map(|book| book.finished).sum();
    // What a live server shows must also outlive it.
    server.kill();
    database.come_to_rest()?;
    check::logs(&database, &mut books, kill.rounds, &mut report)?;
    Ok(report)
}

/// The matches of all games.
async fn begin(kill: &Kill, address: &Address) -> Result<Vec<Book>, Exit> {
    let catalogue = bout_games::Catalogue::shipped();
    let mut books = Vec::new();
    for rules in catalogue.rule_sets() {
        let config = Value::Object(serde_json::Map::new());
        for number in 0..kill.matches {
            let seed = kill.seed + number as u64;
            let book = Book::new(address, rules.id(), config.clone(), seed).await;
            books.push(book.map_err(Exit::failed)?);
        }
    }
    Ok(books)
}

/// One round: everybody plays, the server is killed, and everybody comes back.
async fn kill_once(
    server: &mut OwnServer,
    (address, database, instant): (&Address, &Database, Duration),
    books: Vec<Book>,
    round: u32,
    report: &mut ChaosReport,
) -> Result<Vec<Book>, Exit> {
    let playing: Vec<_> = books.into_iter().map(|book| tokio::spawn(book.play())).collect();
    tokio::time::sleep(instant).await;
    let killed = server.kill();
    let mut stopped = Vec::new();
    for task in playing {
        stopped.push(task.await.map_err(Exit::failed)?);
    }
    database.come_to_rest()?;
    check::logs(database, &mut stopped, round, report)?;
    let started = Instant::now();
    *server = start(address, database)?;
    check::resume(stopped, (killed, started), round, report).await
}

fn start(address: &Address, database: &Database) -> Result<OwnServer, Exit> {
    OwnServer::start(address, &["--store", &database.store()])
}

fn free_port() -> Result<Address, Exit> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    Ok(listener.local_addr()?.into())
}

fn roll(dice: &mut u64) -> u64 {
    *dice ^= *dice << 13;
    *dice ^= *dice >> 7;
    *dice ^= *dice << 17;
    *dice >> 8
}

fn table(report: &ChaosReport) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        // Writing to memory cannot fail.
        let _ = writeln!(text, "{name:<34}{value}");
    };
    line("rounds", report.rounds.to_string());
    line("matches found again", report.resumed.to_string());
    line("matches played to their end", report.finished.to_string());
    line("acknowledged acts, all kept", report.acts.to_string());
    let under_way = format!("{}, {} of them had entered", report.under_way, report.had_entered);
    line("acts under way at a kill", under_way);
    if report.clocks > 0 {
        line("worst clock", format!("{} ms off, of {}", report.worst_clock_ms, report.clocks));
    }
    line("worst time to the first act", format!("{} ms", report.worst_restart_ms));
    line("faults", report.faults.len().to_string());
    report.faults.iter().take(20).for_each(|fault| line("", fault.clone()));
    text
}
