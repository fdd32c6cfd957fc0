//! `bout chaos flood`: strangers ask a server for more than it can give, while others play on it.

use std::fmt::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bout_server::Address;
use bout_server::client::{Client, guest};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::output::Exit;
use crate::own_server::OwnServer;

/// How long a stranger pauses between two requests.
const PAUSE: Duration = Duration::from_millis(50);
/// How long a player thinks.
const THINK: Duration = Duration::from_millis(20);
/// The priority that yields to everybody else.
const LOWEST: i32 = 19;
/// Below this, waits are as short as they need to be.
const SHORT_MS: f64 = 20.0;

/// Options of `bout chaos flood`.
#[derive(clap::Args)]
pub struct Flood {
    /// How many strangers ask at once
    #[arg(long, value_name = "N", default_value_t = 500)]
    strangers: usize,
    /// How long each kind of request is asked, in seconds
    #[arg(long, value_name = "S", default_value_t = 3)]
    seconds: u64,
    /// How many matches are played meanwhile
    #[arg(long, value_name = "N", default_value_t = 16)]
    matches: usize,
    /// How much memory the server may use, in MB
    #[arg(long, value_name = "MB", default_value_t = 256)]
    memory: u64,
    /// Write the report as JSON to this file, or to stdout for -
    #[arg(long, value_name = "FILE|-")]
    pub json: Option<String>,
}

/// What was found.
#[derive(Debug, Default, Serialize)]
pub struct FloodReport {
    strangers: usize,
    /// Waits of players before anybody asks too much, 99th percentile in milliseconds.
    quiet_p99_ms: f64,
    kinds: Vec<Kind>,
    /// The most memory that the server used, in MB.
    peak_mb: u64,
    /// What must not be.
    pub faults: Vec<String>,
}

/// What came of one kind of request.
#[derive(Debug, Default, Serialize)]
struct Kind {
    name: &'static str,
    /// Requests that were done.
    done: u64,
    /// Requests that were refused, or whose connection was.
    refused: u64,
    /// Waits of players meanwhile, 99th percentile in milliseconds.
    p99_ms: f64,
    acts: usize,
}

/// A request that strangers make again and again.
struct Asked {
    kind: &'static str,
    bytes: Vec<u8>,
    /// Whether it is never finished, so that the server has to wait for the rest.
    torn: bool,
}

fn request(method: &str, path: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

/// A long match, as a replay file.
fn replay() -> Result<String, Exit> {
    let program = std::env::current_exe().map_err(Exit::failed)?;
    let made = std::process::Command::new(program)
        .args(["sim", "tcg", "--replay-of", "1", "--out", "-"])
        .output()
        .map_err(Exit::failed)?;
    String::from_utf8(made.stdout).map_err(Exit::failed)
}

fn kinds() -> Result<Vec<Asked>, Exit> {
    let film = request("POST", "/api/replays/film", &replay()?);
    let half = film.get(..film.len() / 2).unwrap_or_default().to_vec();
    let deck = json!({"text": "4 Ashkit (firstlight 7)\n".repeat(200)}).to_string();
    let asked = |kind, bytes| Asked { kind, bytes, torn: false };
    Ok(vec![
        asked("films", film),
        Asked { kind: "torn films", bytes: half, torn: true },
        asked("the page", request("GET", "/", "")),
        asked("cards", request("GET", "/api/games/tcg/cards", "")),
        asked("games", request("GET", "/api/games", "")),
        asked("lists of matches", request("GET", "/api/matches?limit=100", "")),
        asked("leaderboards", request("GET", "/api/leaderboard/tank", "")),
        asked("deck checks", request("POST", "/api/games/tcg/decks/check", &deck)),
        asked("accounts", request("POST", "/api/guests", "{}")),
        asked("openapi", request("GET", "/api/openapi.json", "")),
        Asked { kind: "torn sockets", bytes: torn_socket(), torn: true },
        Asked { kind: "torn heads", bytes: b"GET / HTTP/1.1\r\nHost: loc".to_vec(), torn: true },
    ])
}

/// A handshake, and most of the largest message that is read at all.
fn torn_socket() -> Vec<u8> {
    let mut bytes =
        b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            .to_vec();
    // A masked text of 65,000 bytes, by a mask of zeros.
    bytes.extend_from_slice(&[0x81, 0xfe]);
    bytes.extend_from_slice(&65_000_u16.to_be_bytes());
    bytes.extend_from_slice(&[0; 4]);
    bytes.extend(std::iter::repeat_n(b'x', 64_000));
    bytes
}

/// Floods a server of its own.
pub async fn run(flood: &Flood) -> Result<FloodReport, Exit> {
    let dir = tempfile::tempdir().map_err(Exit::failed)?;
    let file = dir.path().join("flood.db");
    let mut server = OwnServer::plain(&["--store", &format!("sqlite:{}", file.display())])?;
    let Address::Tcp(target) = server.address else {
        return Err(Exit::failed("a server on a port is needed"));
    };
    let crowd = Arc::new(Crowd::default());
    let mut players = Vec::new();
    for number in 0..flood.matches {
        let (crowd, address) = (Arc::clone(&crowd), server.address.clone());
        players.push(tokio::spawn(play(address, number, crowd)));
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut report = FloodReport { strangers: flood.strangers, ..FloodReport::default() };
    let spell = Duration::from_secs(flood.seconds.max(1));
    crowd.take();
    tokio::time::sleep(spell).await;
    report.quiet_p99_ms = p99(&crowd.take());
    let crowd_of_strangers = strangers_runtime()?;
    for asked in kinds()? {
        let handle = crowd_of_strangers.handle();
        let kind = ask_all(flood, (target, handle), asked, &crowd, spell).await;
        report.peak_mb = report.peak_mb.max(server.used().resident_bytes >> 20);
        report.kinds.push(kind);
        if !server.is_alive() {
            let kind = report.kinds.last().map_or("", |kind| kind.name);
            report.faults.push(format!("the server died of: {kind}"));
            break;
        }
    }
    crowd_of_strangers.shutdown_background();
    crowd.over.store(true, Ordering::Release);
    for player in players {
        if let Err(error) = player.await.map_err(|error| error.to_string()).and_then(|done| done) {
            report.faults.push(format!("a player could not play: {error}"));
        }
    }
    judge(flood, &mut report);
    Ok(report)
}

/// Strangers have machines of their own; here they share one with the server, so they get what time
/// the server and its players leave.
fn strangers_runtime() -> Result<tokio::runtime::Runtime, Exit> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .on_thread_start(|| {
            // Where the system refuses, players' waits include those of the strangers' own work.
            let _ = rustix::process::setpriority_process(None, LOWEST);
        })
        .build()
        .map_err(Exit::failed)
}

fn judge(flood: &Flood, report: &mut FloodReport) {
    if report.peak_mb > flood.memory {
        report.faults.push(format!("{} MB of memory were used", report.peak_mb));
    }
    let most = (report.quiet_p99_ms * 2.0).max(SHORT_MS);
    for kind in &report.kinds {
        if kind.p99_ms > most {
            let text = format!("{}: players waited {:.1} ms", kind.name, kind.p99_ms);
            report.faults.push(text);
        }
    }
}

/// Waits of players, in milliseconds, and whether they may stop.
#[derive(Default)]
struct Crowd {
    waits: std::sync::Mutex<Vec<f64>>,
    over: AtomicBool,
}

impl Crowd {
    fn note(&self, wait: Duration) {
        let mut waits = self.waits.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        waits.push(wait.as_secs_f64() * 1000.0);
    }

    fn take(&self) -> Vec<f64> {
        let mut waits = self.waits.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        std::mem::take(&mut waits)
    }
}

fn p99(waits: &[f64]) -> f64 {
    let mut sorted = waits.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len().saturating_sub(1) * 99 / 100).copied().unwrap_or(0.0)
}

async fn ask_all(
    flood: &Flood,
    (target, strangers): (SocketAddr, &tokio::runtime::Handle),
    asked: Asked,
    crowd: &Crowd,
    spell: Duration,
) -> Kind {
    let (done, refused) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let until = Instant::now() + spell;
    let asked = Arc::new(asked);
    crowd.take();
    let strangers: Vec<_> = (0..flood.strangers)
        .map(|number| {
            let (asked, done, refused) =
                (Arc::clone(&asked), Arc::clone(&done), Arc::clone(&refused));
            strangers.spawn(async move {
                while Instant::now() < until {
                    let answered = ask(target, number, &asked, until).await;
                    let count = if answered == Some(true) { &done } else { &refused };
                    count.fetch_add(1, Ordering::Relaxed);
                    tokio::time::sleep(PAUSE).await;
                }
            })
        })
        .collect();
    for stranger in strangers {
        let _ = stranger.await;
    }
    let waits = crowd.take();
    Kind {
        name: asked.kind,
        done: done.load(Ordering::Relaxed),
        refused: refused.load(Ordering::Relaxed),
        p99_ms: p99(&waits),
        acts: waits.len(),
    }
}

/// One request of a stranger, from one of eight addresses; whether it was done.
async fn ask(target: SocketAddr, number: usize, asked: &Asked, until: Instant) -> Option<bool> {
    let last = u8::try_from(2 + number % 8).unwrap_or(2);
    let mut stream = connect(target, [127, 0, 0, last]).await?;
    stream.write_all(&asked.bytes).await.ok()?;
    let left = until.saturating_duration_since(Instant::now()) + Duration::from_millis(200);
    let mut answer = Vec::new();
    let read = async {
        if asked.torn {
            // Whatever is answered, the rest never comes.
            let mut some = [0; 256];
            while stream.read(&mut some).await.is_ok_and(|read| read > 0) {}
        } else {
            let _ = stream.read_to_end(&mut answer).await;
        }
    };
    let _ = tokio::time::timeout(left, read).await;
    Some(answer.starts_with(b"HTTP/1.1 200"))
}

async fn connect(target: SocketAddr, from: [u8; 4]) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.bind(SocketAddr::from((from, 0))).ok()?;
    socket.connect(target).await.ok()
}

/// Somebody who plays both sides of a match, and another one when it is over.
async fn play(address: Address, number: usize, crowd: Arc<Crowd>) -> Result<(), String> {
    let token = guest(&address).await?;
    let mut client = Client::connect(&address, "/ws").await?;
    let gone = || "the server went away".to_owned();
    let hello = json!({"type": "hello", "token": token, "id": 0});
    client.ask(&hello).await.ok_or_else(gone)?;
    let mut id = 1;
    while !crowd.over.load(Ordering::Acquire) {
        let open = json!({"type": "table_open", "game": "tank", "id": id,
                          "seats": [{"type": "me"}, {"type": "me"}]});
        client.say(&open).await?;
        loop {
            let heard = client.hear().await.ok_or_else(gone)?;
            id += 1;
            if heard["type"] == "ended" {
                break;
            }
            let legal = heard["legal"].as_array().filter(|_| heard["to_act"] == true);
            let Some(legal) = legal.filter(|legal| !legal.is_empty()) else { continue };
            if crowd.over.load(Ordering::Acquire) {
                return Ok(());
            }
            tokio::time::sleep(THINK).await;
            let action: &Value = &legal[(id + number) % legal.len()];
            let act = json!({"type": "act", "match": heard["match"], "seat": heard["seat"],
                             "action": action, "id": id});
            let sent = Instant::now();
            client.say(&act).await?;
            let answered = client.hear_until(|heard| heard["re"] == id);
            let answered = tokio::time::timeout(Duration::from_secs(10), answered).await;
            let answer = answered.map_err(|_| "no answer in 10 s")?.ok_or_else(gone)?;
            crowd.note(sent.elapsed());
            if answer["ok"] != true {
                client.say(&json!({"type": "sync", "match": heard["match"], "id": id})).await?;
            }
        }
    }
    Ok(())
}

/// The report as a table.
pub fn table(report: &FloodReport) -> String {
    let mut text = format!(
        "{} strangers at once; players waited {:.1} ms (p99) before\n\n{:<20}{:>10}{:>10}{:>14}{:>8}\n",
        report.strangers, report.quiet_p99_ms, "kind", "done", "refused", "p99 ms", "acts"
    );
    for Kind { name, done, refused, p99_ms, acts } in &report.kinds {
        let _ = writeln!(text, "{name:<20}{done:>10}{refused:>10}{p99_ms:>14.1}{acts:>8}");
    }
    let _ = writeln!(text, "\nmost memory used: {} MB", report.peak_mb);
    text
}
