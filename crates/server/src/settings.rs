//! What an operator can set.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::Address;

/// How the server runs.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens.
    pub listen: Address,
    /// Whether a proxy in front tells in `X-Forwarded-For` where players are.
    pub forwarded: bool,
    /// Whose pages may open sockets; a page of the server's own address always may.
    pub origins: Vec<String>,
    /// How long a match that was taken up again waits for its players.
    pub grace: Duration,
    /// How long a computer player may think about one move.
    pub bot_budget: Duration,
    /// How many threads computer players think on.
    pub bot_threads: usize,
    /// How long a window waits before it passes for a seat that can do nothing else.
    pub least_pass: Duration,
    /// How long an ended match can be asked about; as long again, up to `linger_most`, while somebody
    /// who played it plays nothing else.
    pub linger: Duration,
    /// How long it can be asked about at most.
    pub linger_most: Duration,
    /// The balance of a new account.
    pub start_tokens: i64,
    /// What each player of a staked match pays.
    pub stake: i64,
    /// Changes to the setting of matches in the Orcain dialect.
    pub orcain: serde_json::Value,
    /// The program that plays balance runs for the page; none does if missing.
    pub simulator: Option<PathBuf>,
    /// What may be asked of the server.
    pub limits: Limits,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 7878)).into(),
            forwarded: false,
            origins: Vec::new(),
            grace: Duration::from_secs(30),
            bot_budget: Duration::from_secs(1),
            bot_threads: std::thread::available_parallelism().map_or(1, usize::from),
            least_pass: Duration::from_millis(1_500),
            linger: Duration::from_secs(30),
            linger_most: Duration::from_mins(15),
            start_tokens: 10,
            stake: 1,
            orcain: crate::message::no_changes(),
            simulator: None,
            limits: Limits::default(),
        }
    }
}

/// Everything has a limit.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a message.
    pub message_bytes: usize,
    /// Messages a second on one socket.
    pub messages_per_second: u32,
    /// And how many of them at once.
    pub message_burst: u32,
    /// New sockets and accounts a minute from one address.
    pub connects_per_minute: u32,
    /// New accounts a minute from one address.
    pub guests_per_minute: u32,
    /// Open sockets.
    pub sockets: usize,
    /// Open sockets from one address.
    pub sockets_per_address: usize,
    /// Running matches.
    pub matches: usize,
    /// Tables that wait for somebody.
    pub tables: usize,
    /// Running matches of one account.
    pub matches_per_account: usize,
    /// Spectators of one match.
    pub spectators: usize,
    /// Frames that may wait for a slow reader.
    pub waiting_frames: usize,
    /// How often a socket is pinged.
    pub ping: Duration,
    /// How long a socket may say nothing at all.
    pub idle: Duration,
    /// How long the head of a request, or an upgrade, may take.
    pub head: Duration,
    /// How long one write to a socket may take.
    pub write: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            message_bytes: 8 * 1024,
            messages_per_second: 50,
            message_burst: 100,
            connects_per_minute: 300,
            guests_per_minute: 60,
            sockets: 25_000,
            sockets_per_address: 10_000,
            matches: 20_000,
            tables: 1_000,
            matches_per_account: 16,
            spectators: 64,
            waiting_frames: 256,
            ping: Duration::from_secs(30),
            idle: Duration::from_secs(75),
            head: Duration::from_secs(5),
            write: Duration::from_secs(10),
        }
    }
}
