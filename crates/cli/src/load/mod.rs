//! `bout load`: bots over real sockets against a running server.

mod echo;
mod figures;
mod slot;

use std::net::ToSocketAddrs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bout_core::{Occasion, counted};
use bout_server::Address;
use serde_json::{Value, json};

use crate::Done;
use crate::output::{Exit, check_file, print, write_json};
use crate::own_server::OwnServer;
use figures::Figures;
use slot::{Slot, SlotPlan};

/// Most matches at once.
const MATCHES_MAX: usize = 20_000;
/// Most matches of one account, as the server has it.
const SHARE_MAX: usize = 16;

/// Options of `bout load`.
#[derive(clap::Args)]
pub struct Args {
    /// The server, at http://HOST:PORT or unix:PATH. The default limits of a server are too low for
    /// a full load: start it with higher --messages-per-second (per socket), --guests-per-minute,
    /// --opens-per-minute and --max-tables-per-address, or pace a few matches with --rate
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:7878")]
    url: String,
    /// Start a server for the run instead, with this store (memory, sqlite or sqlite:FILE), and tell
    /// what it used
    #[arg(long, value_name = "STORE", conflicts_with = "url")]
    own: Option<String>,
    /// Reach that server, and the echo, over a Unix socket instead of a port
    #[arg(long, requires = "own")]
    unix: bool,
    /// Which game
    #[arg(long, value_name = "G", default_value = "orcain")]
    game: String,
    /// How many matches at once
    #[arg(long, value_name = "N", default_value_t = 100)]
    matches: usize,
    /// How many of them are played over the same two sockets
    #[arg(long, value_name = "N", default_value_t = 1)]
    share: usize,
    /// How long, once all of them have begun
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    seconds: f64,
    /// How many acts a second all matches make together; 0 for as many as they can
    #[arg(long, value_name = "R", default_value_t = 0.0)]
    rate: f64,
    /// Nobody acts at all: what do waiting matches cost?
    #[arg(long)]
    idle: bool,
    /// Also send as many and as long frames through a plain echo, and compare what they cost
    #[arg(long, requires = "own")]
    echo: bool,
    /// Be that echo, and listen there
    #[arg(long, value_name = "ADDR", hide = true)]
    be_echo: Option<Address>,
    /// Write the report as JSON to this file, or to stdout for -
    #[arg(long, value_name = "FILE|-")]
    json: Option<String>,
}

/// Plays, and tells how it went.
pub fn run(args: &Args) -> Done {
    if let Some(listen) = &args.be_echo {
        return echo::serve(listen);
    }
    if args.matches == 0 || args.matches > MATCHES_MAX {
        return Err(Exit::usage(format!(
            "--matches {}: 1 to {MATCHES_MAX} expected",
            args.matches
        )));
    }
    if args.share == 0 || args.share > SHARE_MAX {
        return Err(Exit::usage(format!("--share {}: 1 to {SHARE_MAX} expected", args.share)));
    }
    if !(args.seconds > 0.0 && args.seconds <= 3600.0) {
        return Err(Exit::usage(format!("--seconds {}: up to 3600 expected", args.seconds)));
    }
    check_file(args.json.as_deref())?;
    let catalogue = bout_games::Catalogue::shipped();
    let game = catalogue.rule_set(&args.game).map_err(Exit::usage)?;
    let config = game.suited(&Occasion::Batch);
    // Gone with all that is in it when the run is over.
    let data = tempfile::tempdir().map_err(Exit::failed)?;
    let listen = own_address(args, data.path())?;
    let own = start_own(args, &listen, data.path())?;
    let address = match &own {
        Some(own) => own.address.clone(),
        None => resolve(&args.url)?,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(Exit::failed)?;
    let mut report = runtime.block_on(load(args, address, config, own.as_ref()))?;
    drop(own);
    if args.echo {
        let length = report["bytes_per_second"].as_f64().unwrap_or(0.0)
            / report["frames_per_second"].as_f64().unwrap_or(1.0).max(1.0);
        // A length fits whatever a float says of it.
        let length = format!("{length:.0}").parse().unwrap_or(1000);
        let sockets = 2 * args.matches.div_ceil(args.share);
        let echoed = runtime.block_on(echo::measure(&listen, sockets, length, args.seconds))?;
        let frames = report["frames_per_second"].as_f64().unwrap_or(0.0);
        let share = report["server"]["cpu_share"].as_f64().unwrap_or(0.0);
        let plain = frames * echoed["cpu_micros_per_frame"].as_f64().unwrap_or(0.0) / 1e6;
        report["echo"] = echoed;
        report["cpu_to_echo"] = json!(if plain > 0.0 { share / plain } else { 0.0 });
    }
    match &args.json {
        Some(to) => write_json(&report, to)?,
        None => print(&figures::table(&report))?,
    }
    match report["errors"].as_u64() {
        Some(0) => Ok(()),
        errors => Err(Exit::failed(counted(errors.unwrap_or(0), "error", "errors"))),
    }
}

/// Where a server of one's own listens, and after it the echo.
fn own_address(args: &Args, data: &Path) -> Result<Address, Exit> {
    if args.unix {
        return Address::unix(&data.join("load.sock")).map_err(Exit::failed);
    }
    Ok(Address::free_port())
}

/// A server of one's own, if one is asked for.
fn start_own(args: &Args, listen: &Address, data: &Path) -> Result<Option<OwnServer>, Exit> {
    let Some(store) = &args.own else { return Ok(None) };
    let store = match store.as_str() {
        "sqlite" => format!("sqlite:{}", data.join("load.db").display()),
        known if known == "memory" || known.starts_with("sqlite:") => known.to_owned(),
        other => {
            let text = format!("--own {other}: memory, sqlite or sqlite:FILE expected");
            return Err(Exit::usage(text));
        }
    };
    OwnServer::start(listen, &["--store", &store]).map(Some)
}

fn resolve(url: &str) -> Result<Address, Exit> {
    if url.starts_with("unix:") {
        return url.parse().map_err(|error| Exit::usage(format!("--url {url}: {error}")));
    }
    let bare = url.split_once("://").map_or(url, |(_, rest)| rest).trim_end_matches('/');
    let bare = bare.strip_suffix("/ws").unwrap_or(bare);
    let found = bare.to_socket_addrs().ok().and_then(|mut all| all.next());
    let expected = || Exit::usage(format!("--url {url}: http://HOST:PORT or unix:PATH expected"));
    found.map(Address::Tcp).ok_or_else(expected)
}

async fn load(
    args: &Args,
    address: Address,
    config: Value,
    own: Option<&OwnServer>,
) -> Result<Value, Exit> {
    let think = match args.rate {
        rate if rate > 0.0 => Duration::from_secs_f64(figures::number(args.matches as u64) / rate),
        _ => Duration::ZERO,
    };
    let game = args.game.clone();
    let plan = Arc::new(SlotPlan::new(address.clone(), game, config, think, args.idle));
    let before = own.map(OwnServer::used).unwrap_or_default();
    let mut slots = tokio::task::JoinSet::new();
    let gathered = Instant::now();
    for number in (0..args.matches).step_by(args.share) {
        let games = args.share.min(args.matches - number);
        let slot = Slot::open(&plan, number, games).await;
        let slot = slot.map_err(|error| Exit::failed(format!("{address}: {error}")))?;
        slots.spawn(slot.play(Arc::clone(&plan)));
    }
    let gathering = gathered.elapsed();
    plan.go();
    let started = Instant::now();
    let at_start = own.map(OwnServer::used).unwrap_or_default();
    tokio::time::sleep(Duration::from_secs_f64(args.seconds)).await;
    let at_end = own.map(OwnServer::used).unwrap_or_default();
    let seconds = started.elapsed().as_secs_f64();
    plan.stop();
    let mut figures = Figures::default();
    while let Some(slot) = slots.join_next().await {
        figures.merge(slot.unwrap_or_default());
    }
    let mut report = figures.report(seconds);
    report["game"] = json!(args.game);
    report["over"] = json!(address.transport());
    report["matches"] = json!(args.matches);
    report["sockets"] = json!(2 * args.matches.div_ceil(args.share));
    report["gathering_seconds"] = json!(gathering.as_secs_f64());
    if own.is_some() {
        let cpu = at_end.cpu_seconds - at_start.cpu_seconds;
        let acts = report["acts"].as_f64().unwrap_or(0.0);
        let grown = at_start.resident_bytes.saturating_sub(before.resident_bytes);
        report["server"] = json!({
            "cpu_seconds": cpu, "cpu_share": cpu / seconds,
            "acts_per_cpu_second": if cpu > 0.0 { acts / cpu } else { 0.0 },
            "resident_bytes": at_end.resident_bytes,
            "bytes_per_match": grown / args.matches as u64,
        });
    }
    Ok(report)
}
