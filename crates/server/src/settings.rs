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
    /// Where the metrics are served, apart from players; nowhere if missing.
    pub metrics: Option<SocketAddr>,
    /// The names by which browsers reach the server.
    pub hosts: Vec<String>,
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
    /// How long a match goes on to which none of its players is connected.
    pub abandoned: Duration,
    /// The balance of a new account.
    pub start_tokens: i64,
    /// What each player of a staked match pays.
    pub stake: i64,
    /// Changes to the setting of matches in the Orcain dialect.
    pub orcain: serde_json::Value,
    /// The program that plays balance runs for the page; none does if missing.
    pub simulator: Option<PathBuf>,
    /// How long what is over is kept.
    pub keep: Keep,
    /// What may be asked of the server.
    pub limits: ServerLimits,
}

/// Retention periods; without one, nothing is ever removed.
#[derive(Clone, Debug)]
pub struct Keep {
    /// How long finished matches are kept.
    pub matches: Option<Duration>,
    /// How long accounts are kept after they were last used.
    pub accounts: Option<Duration>,
    /// How often the server looks for what is older.
    pub every: Duration,
}

impl Default for Keep {
    fn default() -> Self {
        Keep { matches: None, accounts: None, every: Duration::from_hours(1) }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 7878)).into(),
            forwarded: false,
            metrics: None,
            hosts: Vec::new(),
            origins: Vec::new(),
            grace: Duration::from_secs(30),
            bot_budget: Duration::from_secs(1),
            bot_threads: std::thread::available_parallelism().map_or(1, usize::from),
            least_pass: Duration::from_millis(1_500),
            linger: Duration::from_secs(30),
            linger_most: Duration::from_mins(15),
            abandoned: Duration::from_hours(24),
            start_tokens: 10,
            stake: 1,
            orcain: crate::message::no_changes(),
            simulator: None,
            keep: Keep::default(),
            limits: ServerLimits::default(),
        }
    }
}

/// Everything has a limit.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// Bytes of a message.
    pub message_bytes: usize,
    /// Messages a second on one socket.
    pub messages_per_second: u32,
    /// And how many of them at once.
    pub message_burst: u32,
    /// Checks, previews and questions for options a second on one socket.
    pub questions_per_second: u32,
    /// And how many of them at once.
    pub question_burst: u32,
    /// Previews a second from one address.
    pub previews_per_second: u32,
    /// And how many of them at once.
    pub preview_burst: u32,
    /// How many messages beyond that are answered within a minute before the socket is closed.
    pub message_excess: u32,
    /// New sockets a minute from one address.
    pub connects_per_minute: u32,
    /// New accounts a minute from one address.
    pub guests_per_minute: u32,
    /// HTTP requests a second from one address.
    pub requests_per_second: u32,
    /// And how many of them at once.
    pub request_burst: u32,
    /// HTTP requests that are answered at the same time.
    pub requests: usize,
    /// The same from one address.
    pub requests_per_address: usize,
    /// Open connections that are not sockets.
    pub connections: usize,
    /// The same from one address.
    pub connections_per_address: usize,
    /// Replays that are looked at or wait for it.
    pub films: usize,
    /// The same from one address.
    pub films_per_address: usize,
    /// Bytes of request bodies that are being received, in total and from one address.
    pub upload_bytes: usize,
    /// The same from one address.
    pub upload_bytes_per_address: usize,
    /// Running matches of the players at one address.
    pub matches_per_address: usize,
    /// Open sockets.
    pub sockets: usize,
    /// Open sockets from one address.
    pub sockets_per_address: usize,
    /// Running matches.
    pub matches: usize,
    /// Bytes of the settings of all running matches; those below 2 KiB do not count.
    pub setting_bytes: usize,
    /// The same from one address.
    pub setting_bytes_per_address: usize,
    /// How often the rules are told that a player is back, in one match.
    pub returns: u32,
    /// Tables that wait for players.
    pub tables: usize,
    /// Tables that were opened from one address.
    pub tables_per_address: usize,
    /// How long a table waits for players.
    pub table_age: Duration,
    /// Wrong table codes a minute from one address.
    pub wrong_codes_per_minute: u32,
    /// Tables and matches that are opened from one address in a minute.
    pub opens_per_minute: u32,
    /// Entries of one match.
    pub entries: u64,
    /// Entries that the clocks of a match may make while no person acts in it.
    pub entries_by_itself: u64,
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

impl Default for ServerLimits {
    fn default() -> Self {
        ServerLimits {
            message_bytes: 8 * 1024,
            messages_per_second: 50,
            message_burst: 100,
            questions_per_second: 20,
            question_burst: 40,
            previews_per_second: 10,
            preview_burst: 40,
            message_excess: 1_000,
            connects_per_minute: 300,
            guests_per_minute: 60,
            requests_per_second: 50,
            request_burst: 300,
            requests: 256,
            requests_per_address: 64,
            connections: 4_000,
            connections_per_address: 150,
            films: 8,
            films_per_address: 2,
            upload_bytes: 48 << 20,
            upload_bytes_per_address: (1 << 20) + (64 << 10),
            matches_per_address: 1_000,
            sockets: 25_000,
            sockets_per_address: 10_000,
            matches: 20_000,
            setting_bytes: 8 << 20,
            setting_bytes_per_address: 1 << 20,
            returns: 100,
            tables: 1_000,
            tables_per_address: 16,
            table_age: Duration::from_hours(1),
            wrong_codes_per_minute: 10,
            opens_per_minute: 120,
            entries: 20_000,
            entries_by_itself: 500,
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
