//! `bout serve`: the match server.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;
use std::time::Duration;

use bout_server::{Address, App, Keep, Server, ServerLimits, Settings};
use bout_store::Store;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tracing_subscriber::EnvFilter;

use crate::Done;
use crate::output::{Exit, print};
use crate::setting;

/// What people want to know beyond the options.
pub const HELP: &str = "\
Exit it with Ctrl-C or SIGTERM: every match is written down where it stands and goes on after the
next start. It also survives being killed: the log of a match is the only truth, and its clock goes
on where it stood. SIGUSR1 drains it: no match begins any more, and it stops when the last running
one is over. docs/operating.md tells how to back up, restore and upgrade.";

/// Options of `bout serve`.
#[derive(clap::Args)]
pub struct Args {
    /// Where to listen: ADDR:PORT, with port 0 for a free one, or unix:PATH for a socket in the file
    /// system that the server's own user and group may use, for a proxy on the same machine
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7878")]
    listen: Address,
    /// Allow an address that others can reach; put a proxy with TLS in front of it
    #[arg(long)]
    expose: bool,
    /// Players' addresses are those that the proxy in front writes into X-Forwarded-For; its last
    /// entry counts, for limits and logs. Nobody but the proxy may reach the server then
    #[arg(long)]
    forwarded: bool,
    /// Names by which browsers reach the server, such as bout.example; others are refused. Needed
    /// behind a proxy on this machine without --forwarded. May be given several times
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    host: Vec<String>,
    /// Serve metrics for Prometheus at /metrics on this address: PORT on the loopback, or ADDR:PORT
    #[arg(long, value_name = "ADDR", value_parser = metrics_address)]
    metrics: Option<SocketAddr>,
    /// Directory for the embedded store
    #[arg(long, value_name = "DIR", default_value = "bout-data")]
    data: PathBuf,
    /// Where matches are kept: sqlite:FILE, postgres:URL or memory; a file in --data if missing
    #[arg(long, value_name = "STORE")]
    store: Option<String>,
    /// Card data of your own on top of the shipped data, for every game that takes some; 'bout check
    /// --help' says what is added and what is replaced
    #[arg(long, value_name = "DIR")]
    cards: Option<PathBuf>,
    /// Load these decks too, separated by commas: deck files, or directories of them; a config names
    /// them by their ids
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    decks: Vec<PathBuf>,
    /// Let the page start balance runs, which use all cores; one at a time
    #[arg(long)]
    balance: bool,
    /// Pages of this origin may open sockets, besides the server's own; may be given several times
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    origin: Vec<String>,
    /// How long a match taken up after a restart waits for its players, in seconds
    #[arg(long, value_name = "S", default_value_t = 30,
          value_parser = clap::value_parser!(u64).range(0..=86_400))]
    grace: u64,
    /// End a match when none of its players has been connected for so many hours
    #[arg(long, value_name = "H", default_value_t = 24,
          value_parser = clap::value_parser!(u64).range(1..=876_000))]
    abandon_after: u64,
    /// How long a computer player may think about one move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000,
          value_parser = clap::value_parser!(u64).range(1..=600_000))]
    bot_budget: u64,
    /// Most open sockets
    #[arg(long, value_name = "N", default_value_t = ServerLimits::default().sockets, value_parser = at_least_one)]
    max_sockets: usize,
    /// Most open sockets from one address
    #[arg(long, value_name = "N", default_value_t = ServerLimits::default().sockets_per_address, value_parser = at_least_one)]
    max_sockets_per_address: usize,
    /// Most running matches
    #[arg(long, value_name = "N", default_value_t = ServerLimits::default().matches, value_parser = at_least_one)]
    max_matches: usize,
    /// Most new sockets a minute from one address
    #[arg(long, value_name = "N", default_value_t = ServerLimits::default().connects_per_minute,
          value_parser = clap::value_parser!(u32).range(1..))]
    connects_per_minute: u32,
    /// Most new accounts a minute from one address
    #[arg(long, value_name = "N", default_value_t = ServerLimits::default().guests_per_minute,
          value_parser = clap::value_parser!(u32).range(1..))]
    guests_per_minute: u32,
    /// Most HTTP requests a second from one address
    #[arg(long, value_name = "N", default_value_t = ServerLimits::default().requests_per_second,
          value_parser = clap::value_parser!(u32).range(1..))]
    requests_per_second: u32,
    /// Most tables that wait for players, opened from one address
    #[arg(long, value_name = "N", default_value_t = ServerLimits::default().tables_per_address, value_parser = at_least_one)]
    max_tables_per_address: usize,
    /// Most running matches of the players at one address
    #[arg(long, value_name = "N", default_value_t = ServerLimits::default().matches_per_address, value_parser = at_least_one)]
    max_matches_per_address: usize,
    /// Most tables and matches opened a minute from one address
    #[arg(long, value_name = "N", default_value_t = ServerLimits::default().opens_per_minute,
          value_parser = clap::value_parser!(u32).range(1..))]
    opens_per_minute: u32,
    /// Most messages a second on one socket
    #[arg(long, value_name = "N", default_value_t = ServerLimits::default().messages_per_second,
          value_parser = clap::value_parser!(u32).range(1..))]
    messages_per_second: u32,
    /// Remove finished matches after so many days; they are kept for ever if missing
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u64).range(1..=36_500))]
    keep_matches: Option<u64>,
    /// Remove accounts that nobody has used for so many days; they are kept for ever if missing
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u64).range(1..=36_500))]
    keep_accounts: Option<u64>,
    #[command(flatten)]
    log: Log,
}

/// How it logs.
#[derive(clap::Args)]
struct Log {
    /// What to log, such as info, debug or `bout_server=debug,orcain=info`
    #[arg(long = "log", value_name = "FILTER", default_value = "info")]
    filter: String,
    /// Log as JSON, one object a line
    #[arg(long = "log-json")]
    json: bool,
}

/// Tasks take their turns in the order in which they were woken: what several matches say to the
/// same socket then leaves with one write.
fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    #[cfg(tokio_unstable)]
    builder.disable_lifo_slot();
    builder.enable_all().build()
}

/// PORT on the loopback, or ADDR:PORT.
fn metrics_address(text: &str) -> Result<SocketAddr, String> {
    let port = text.parse().map(|port: u16| SocketAddr::from(([127, 0, 0, 1], port)));
    let wrong = |_| "expected PORT or ADDR:PORT, such as 9878 or 127.0.0.1:9878".to_owned();
    port.or_else(|_| text.parse().map_err(wrong))
}

fn at_least_one(text: &str) -> Result<usize, String> {
    let wrong = || "expected a whole number from 1".to_owned();
    text.parse().ok().filter(|count| *count > 0).ok_or_else(wrong)
}

/// A name or an address as browsers write it into `Host`, without a port.
fn host_name(text: &str) -> Result<String, String> {
    let literal = text.trim_matches(['[', ']']).parse::<std::net::IpAddr>().is_ok();
    let label = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    if literal || text.split('.').all(label) {
        return Ok(text.to_owned());
    }
    Err("expected a host name without port, such as bout.example".to_owned())
}

/// An origin as browsers write it: scheme, host, and the port if it is not the usual one.
fn origin(text: &str) -> Result<String, String> {
    let wrong = || "expected an origin, such as https://bout.example:8443".to_owned();
    let bare = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let bare = bare.ok_or_else(wrong)?;
    let name = match bare.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => {
            port.parse::<u16>().map_err(|_| wrong())?;
            name
        }
        _ => bare,
    };
    host_name(name).map_err(|_| wrong())?;
    Ok(text.to_owned())
}

/// Serves until it is told to stop.
pub fn run(args: &Args) -> Done {
    if let Some(metrics) = args.metrics.filter(|at| !at.ip().is_loopback() && !args.expose) {
        return Err(Exit::usage(format!(
            "--metrics {metrics}: others can reach this address; add --expose to allow that"
        )));
    }
    if !args.listen.is_local() && !args.expose {
        return Err(Exit::usage(format!(
            "--listen {}: others can reach this address; add --expose to allow that",
            args.listen
        )));
    }
    log_as(&args.log)?;
    let catalogue = setting::catalogue(args.cards.as_ref(), &args.decks, None)?;
    let store = open_store(args)?;
    bout_server::metrics_recorder();
    runtime().map_err(Exit::failed)?.block_on(async {
        let app = App::new(settings(args), store, catalogue);
        let server = Server::start(app).await.map_err(Exit::failed)?;
        // Whoever reads that it listens may tell it to stop at once.
        let mut end = End::watch()?;
        print(&format!("bout: listening on {}\n", server.address.url()))?;
        if let Some(metrics) = server.metrics {
            print(&format!("bout: metrics on http://{metrics}/metrics\n"))?;
        }
        if !args.listen.is_local() {
            print(
                "bout: reachable by others; connections are not encrypted, so let a proxy do TLS\n",
            )?;
        }
        loop {
            tokio::select! {
                told = end.wait() => {
                    if told == Wish::Exit {
                        break;
                    }
                    server.drain();
                    let _ = print("bout: draining; it stops when the last running match is over\n");
                }
                () = server.is_drained() => break,
                () = server.is_replaced() => {
                    server.stop().await;
                    return Err(Exit::failed("another server has taken this store over"));
                }
            }
        }
        // Whether or not anybody reads it, the matches are written down.
        let _ = print("bout: stopping; every match is written down\n");
        server.stop().await;
        Ok(())
    })
}

/// What an operator wants.
#[derive(PartialEq, Eq)]
enum Wish {
    Exit,
    Drain,
}

/// The signals that tell it to stop, at once or after the last match.
struct End {
    drain: Signal,
    terminate: Signal,
    interrupt: Signal,
}

impl End {
    /// From now on none is missed.
    fn watch() -> std::io::Result<End> {
        let terminate = signal(SignalKind::terminate())?;
        let drain = signal(SignalKind::user_defined1())?;
        Ok(End { drain, terminate, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn wait(&mut self) -> Wish {
        tokio::select! {
            _ = self.terminate.recv() => Wish::Exit,
            _ = self.interrupt.recv() => Wish::Exit,
            _ = self.drain.recv() => Wish::Drain,
        }
    }
}

fn days(count: u64) -> Duration {
    Duration::from_hours(count * 24)
}

fn settings(args: &Args) -> Settings {
    Settings {
        listen: args.listen.clone(),
        forwarded: args.forwarded,
        origins: args.origin.clone(),
        hosts: args.host.clone(),
        metrics: args.metrics,
        simulator: args.balance.then(std::env::current_exe).and_then(Result::ok),
        grace: Duration::from_secs(args.grace),
        abandoned: Duration::from_secs(args.abandon_after.saturating_mul(3600)),
        bot_budget: Duration::from_millis(args.bot_budget),
        keep: Keep {
            matches: args.keep_matches.map(days),
            accounts: args.keep_accounts.map(days),
            ..Keep::default()
        },
        limits: ServerLimits {
            sockets: args.max_sockets,
            sockets_per_address: args.max_sockets_per_address,
            matches: args.max_matches,
            connects_per_minute: args.connects_per_minute,
            guests_per_minute: args.guests_per_minute,
            requests_per_second: args.requests_per_second,
            request_burst: args.requests_per_second.saturating_mul(6),
            tables_per_address: args.max_tables_per_address,
            matches_per_address: args.max_matches_per_address,
            opens_per_minute: args.opens_per_minute,
            messages_per_second: args.messages_per_second,
            message_burst: args.messages_per_second.saturating_mul(2),
            ..ServerLimits::default()
        },
        ..Settings::default()
    }
}

fn open_store(args: &Args) -> Result<Store, Exit> {
    let in_data = || {
        let mut directory = std::fs::DirBuilder::new();
        let made = directory.recursive(true).mode(0o700).create(&args.data);
        made.map_err(|error| Exit::failed(format!("{}: {error}", args.data.display())))?;
        Ok::<_, Exit>(args.data.join("bout.db"))
    };
    match args.store.as_deref() {
        None => Store::sqlite(&in_data()?).map_err(Exit::failed),
        Some("memory") => Ok(Store::memory()),
        Some(store) => match store.split_once(':') {
            Some(("sqlite", file)) => Store::sqlite(file.as_ref()).map_err(Exit::failed),
            Some(("postgres" | "postgresql", rest)) => {
                // An address like any other, or the words that follow `postgres:`.
                let url = if rest.starts_with("//") { store } else { rest };
                Store::postgres(url).map_err(Exit::failed)
            }
            _ => Err(Exit::usage(format!(
                "--store {store}: sqlite:FILE, postgres:URL or memory expected"
            ))),
        },
    }
}

fn log_as(args: &Log) -> Done {
    let filter = EnvFilter::try_new(&args.filter)
        .map_err(|error| Exit::usage(format!("--log {}: {error}", args.filter)))?;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    if args.json {
        log.json().init();
    } else {
        log.init();
    }
    Ok(())
}
