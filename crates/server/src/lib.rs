//! The match server: authoritative, and crash-proof.
//!
//! One task owns each match ([`room`]): an input is checked, changes the table, is appended to the
//! log, and only when it is durable there anybody is told. After a start every unfinished match is
//! folded from its log when it is needed; its clock stands until its players are back. Sockets speak the platform's own
//! protocol ([`message`]) or the Orcain dialect ([`orcain`]).

mod accept;
mod address;
mod api;
mod aside;
pub mod client;
mod clock;
mod decks;
mod dialect;
mod document;
mod door;
pub mod echo;
mod fair;
mod figures;
mod frame;
mod gate;
mod judo;
mod link;
mod listen;
mod lists;
mod lobby;
pub mod message;
pub mod orcain;
mod page;
mod peer;
mod pool;
mod replays;
mod retention;
mod room;
mod runs;
pub mod server_message;
mod settings;
mod socket;
mod stream;
mod talk;
mod token;
mod upgrade;
mod websocket;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bout_core::AnyGame;
use bout_games::Catalogue;
use bout_store::{Account, Store, StoreError};

pub use address::Address;
pub use api::openapi;
pub use figures::metrics_recorder;
pub use listen::Server;
pub use settings::{Keep, ServerLimits, Settings};
pub use stream::Stream;

use gate::Gate;
use link::Link;
use lobby::Lobby;
use pool::ThinkerPool;
use room::{Ask, Room};

/// How often it is noted that an account is in use, in milliseconds.
const SEEN_EVERY: i64 = 24 * 60 * 60 * 1_000;

/// Everything that the parts of a server share.
pub struct App {
    pub(crate) settings: Settings,
    pub(crate) store: Store,
    pub(crate) catalogue: Catalogue,
    pub(crate) pool: ThinkerPool,
    pub(crate) gate: Gate,
    pub(crate) sightings: fair::Sightings,
    pub(crate) aside: aside::Aside,
    pub(crate) documents: document::Documents,
    pub(crate) sessions: orcain::Sessions,
    pub(crate) runs: runs::Runs,
    rules: BTreeMap<&'static str, Box<dyn AnyGame>>,
    hall: Mutex<Hall>,
    /// How many logs are folded at the same time.
    pub(crate) folds: tokio::sync::Semaphore,
    /// Previews take turns.
    pub(crate) previews: tokio::sync::Semaphore,
    /// How many matches wake because their wait is over at the same time.
    pub(crate) overdue: tokio::sync::Semaphore,
    ready: std::sync::atomic::AtomicBool,
    draining: std::sync::atomic::AtomicBool,
}

/// Who and what is here.
#[derive(Default)]
pub(crate) struct Hall {
    pub rooms: BTreeMap<Arc<str>, Arc<Room>>,
    /// The socket of every account that is here.
    pub links: BTreeMap<String, Link>,
    /// Every open socket, also of those who have not said who they are.
    pub sockets: BTreeMap<u64, Link>,
    /// The running matches of every account.
    pub playing: BTreeMap<String, Vec<Arc<Room>>>,
    pub lobby: Lobby,
}

impl App {
    /// A server on this store; no socket is open yet.
    pub fn new(settings: Settings, store: Store, catalogue: Catalogue) -> Arc<App> {
        let rules = catalogue.rule_sets().into_iter().map(|rules| (rules.id(), rules)).collect();
        let pool = ThinkerPool::new(settings.bot_threads);
        let aside = aside::Aside::new(settings.limits.films);
        let gate = Gate::new(&settings.limits, settings.forwarded);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Arc::new(App {
            settings,
            store,
            catalogue,
            pool,
            gate,
            sightings: fair::Sightings::default(),
            aside,
            documents: document::Documents::default(),
            sessions: orcain::Sessions::default(),
            runs: runs::Runs::default(),
            rules,
            hall: Mutex::default(),
            folds: tokio::sync::Semaphore::new(cores),
            previews: tokio::sync::Semaphore::new(1),
            overdue: tokio::sync::Semaphore::new(1),
            ready: false.into(),
            draining: false.into(),
        })
    }

    /// Takes over every unfinished match and every place in a queue. The matches are leased and their
    /// clocks held at once; each is folded when somebody asks for it, or in the background.
    pub async fn restore(self: &Arc<App>) -> Result<usize, StoreError> {
        let last_beat = self.store.last_beat();
        let left = self.store.write(move |kept| kept.take_up_all(last_beat)).await?;
        let mut rooms = Vec::with_capacity(left.len());
        for unfinished in left {
            let id = unfinished.id.clone();
            match room::leave_asleep(self, unfinished).await {
                Ok(room) => rooms.extend(room),
                Err(error) => {
                    tracing::error!(%id, ?error, "a match cannot be taken up; it is left");
                }
            }
        }
        let places = self.store.read(|kept| kept.queue_places()).await?;
        self.hall().lobby.queues.restore(places);
        self.ready.store(true, std::sync::atomic::Ordering::Release);
        let taken = rooms.len();
        if taken > 0 {
            tokio::spawn(room::wake_all(rooms));
        }
        Ok(taken)
    }

    /// The account of a secret; the hashes are compared in a time that does not depend on them.
    pub(crate) async fn account_of_secret(
        &self,
        secret: &str,
    ) -> Result<Option<Account>, StoreError> {
        let hash = token::hash(secret);
        let wanted = hash.clone();
        let found = self.store.read(move |kept| kept.account_by_token(&wanted)).await?;
        let Some(mut account) = found.filter(|account| token::same(&account.token_hash, &hash))
        else {
            return Ok(None);
        };
        let now = clock::unix_ms();
        if now.saturating_sub(account.seen) < SEEN_EVERY {
            return Ok(Some(account));
        }
        account.seen = now;
        let id = account.id.clone();
        // It may have been removed as stale just now.
        let exists = self.store.write(move |kept| kept.seen(&id, now)).await?;
        Ok(exists.then_some(account))
    }

    /// From now on no match begins; those that run are played to their end.
    pub(crate) fn drain(&self) {
        self.draining.store(true, std::sync::atomic::Ordering::Release);
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(std::sync::atomic::Ordering::Acquire)
    }

    /// Whether no match runs any more. Those that wait for their players go on after the restart.
    pub(crate) fn is_drained(&self) -> bool {
        self.hall().rooms.values().all(|room| room.stage() != room::Stage::Running)
    }

    pub(crate) fn is_ready(&self) -> bool {
        self.ready.load(std::sync::atomic::Ordering::Acquire)
    }

    pub(crate) fn hall(&self) -> MutexGuard<'_, Hall> {
        self.hall.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn rules(&self, game: &str) -> Result<&dyn AnyGame, String> {
        match self.rules.get(game) {
            Some(rules) => Ok(&**rules),
            None => {
                let known: Vec<_> = self.rules.keys().copied().collect();
                Err(format!("unknown game '{game}'; available: {}", known.join(", ")))
            }
        }
    }

    pub(crate) fn all_rules(&self) -> impl Iterator<Item = &dyn AnyGame> {
        self.rules.values().map(|rules| &**rules)
    }

    /// Takes out of a config what players may not know of each other.
    pub(crate) fn hide_secrets(&self, game: &str, config: &mut serde_json::Value) {
        let (Ok(rules), Some(config)) = (self.rules(game), config.as_object_mut()) else { return };
        for key in rules.secret_keys() {
            config.shift_remove(*key);
        }
    }

    pub(crate) fn usual_bot(&self, game: &str) -> String {
        let bot = self.rules(game).ok().and_then(|rules| rules.info().bots.first().map(|b| b.name));
        bot.unwrap_or("random").to_owned()
    }

    /// A match is here now.
    pub(crate) fn add(&self, room: &Arc<Room>) {
        let mut hall = self.hall();
        hall.rooms.insert(Arc::clone(&room.id), Arc::clone(room));
        for account in room.meta.everybody() {
            hall.playing.entry(account).or_default().push(Arc::clone(room));
        }
        drop(hall);
        self.sessions.enter_match(room);
        metrics::counter!("bout_matches_total", "game" => room.game).increment(1);
    }

    /// Its people may play something else.
    pub(crate) fn forget_players(&self, room: &Room) {
        let mut hall = self.hall();
        for account in room.meta.everybody() {
            if let Some(rooms) = hall.playing.get_mut(&account) {
                rooms.retain(|playing| playing.id != room.id);
                if rooms.is_empty() {
                    hall.playing.remove(&account);
                }
            }
        }
        drop(hall);
        self.sessions.leave_match(room);
    }

    /// A match is gone from here.
    pub(crate) fn remove(&self, room: &Room) {
        self.forget_players(room);
        self.hall().rooms.remove(&room.id);
    }

    pub(crate) fn room(&self, id: &str) -> Option<Arc<Room>> {
        self.hall().rooms.get(id).cloned()
    }

    /// Brings everybody who is here to a match that has just begun.
    pub(crate) async fn seat_players(&self, room: &Arc<Room>) {
        for (account, session) in room.meta.everybody_in_order() {
            let link = match session {
                Some(session) => self.sessions.link(session),
                None => self.hall().links.get(account).cloned(),
            };
            let account = account.to_owned();
            match link {
                Some(link) => room.ask(Ask::Attach { account, link, first: true }).await,
                // Gone in the meantime: the same as if the connection were lost now.
                None => room.ask(Ask::Absent { account }).await,
            }
        }
    }

    /// Whether no match is hosted and no socket is open any more.
    pub(crate) fn is_deserted(&self) -> bool {
        let hall = self.hall();
        hall.rooms.is_empty() && hall.sockets.is_empty()
    }

    /// Stops every match where it stands.
    pub(crate) async fn stop(&self) {
        let rooms: Vec<_> = self.hall().rooms.values().cloned().collect();
        for room in rooms {
            room.ask(Ask::Stop).await;
        }
    }
}
