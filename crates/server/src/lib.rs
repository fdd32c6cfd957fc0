//! The match server: authoritative, and crash-proof.
//!
//! One task owns each match ([`room`]): an input is checked, changes the table, is appended to the
//! log, and only when it is durable there anybody is told. On a start every unfinished match is
//! folded from its log; its clock stands until its players are back. Sockets speak the platform's own
//! protocol ([`message`]) or the Orcain dialect ([`orcain`]).

mod accept;
mod address;
mod api;
pub mod client;
mod clock;
mod decks;
pub mod echo;
mod frame;
mod gate;
mod link;
mod listen;
mod lobby;
pub mod message;
pub mod orcain;
mod page;
mod peer;
mod pool;
mod replays;
mod room;
mod runs;
mod settings;
mod socket;
mod stream;
mod talk;
mod token;
pub mod told;
mod upgrade;
mod wire;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bout_core::RuleSet;
use bout_games::Catalogue;
use bout_store::{Account, MatchFilter, Store, StoreError};

pub use address::Address;
pub use api::{metrics_recorder, openapi};
pub use listen::Server;
pub use settings::{Limits, Settings};
pub use stream::Stream;

use gate::Gate;
use link::Link;
use lobby::Lobby;
use pool::Pool;
use room::{Ask, Room};

/// Everything that the parts of a server share.
pub struct App {
    pub(crate) settings: Settings,
    pub(crate) store: Store,
    pub(crate) catalogue: Catalogue,
    pub(crate) pool: Pool,
    pub(crate) gate: Gate,
    pub(crate) sessions: orcain::Sessions,
    pub(crate) runs: runs::Runs,
    rules: BTreeMap<&'static str, Box<dyn RuleSet>>,
    hall: Mutex<Hall>,
    ready: std::sync::atomic::AtomicBool,
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
        let pool = Pool::new(settings.bot_threads);
        let gate = Gate::new(&settings.limits);
        Arc::new(App {
            settings,
            store,
            catalogue,
            pool,
            gate,
            sessions: orcain::Sessions::default(),
            runs: runs::Runs::default(),
            rules,
            hall: Mutex::default(),
            ready: false.into(),
        })
    }

    /// Takes up every unfinished match and every place in a queue.
    pub async fn restore(self: &Arc<App>) -> Result<usize, StoreError> {
        let unfinished =
            MatchFilter { finished: Some(false), limit: i64::MAX, ..MatchFilter::default() };
        let rows = self.store.read(move |kept| kept.matches(&unfinished)).await?;
        let mut taken = 0;
        for row in rows {
            let id = row.id.clone();
            match room::take_up(self, row).await {
                Ok(Some(_)) => taken += 1,
                Ok(None) => {}
                Err(error) => {
                    tracing::error!(%id, ?error, "a match cannot be taken up; it is left");
                }
            }
        }
        let places = self.store.read(|kept| kept.queue_places()).await?;
        self.hall().lobby.restore(places);
        self.ready.store(true, std::sync::atomic::Ordering::Release);
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
        Ok(found.filter(|account| token::same(&account.token_hash, &hash)))
    }

    pub(crate) fn is_ready(&self) -> bool {
        self.ready.load(std::sync::atomic::Ordering::Acquire)
    }

    pub(crate) fn hall(&self) -> MutexGuard<'_, Hall> {
        self.hall.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn rules(&self, game: &str) -> Result<&dyn RuleSet, String> {
        match self.rules.get(game) {
            Some(rules) => Ok(&**rules),
            None => Err(format!("there is no game '{game}'")),
        }
    }

    pub(crate) fn all_rules(&self) -> impl Iterator<Item = &dyn RuleSet> {
        self.rules.values().map(|rules| &**rules)
    }

    pub(crate) fn away(&self, game: &str) -> Duration {
        Duration::from_millis(self.rules(game).map_or(0, RuleSet::away_ms))
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
        for account in room.meta.everybody() {
            let link = self.hall().links.get(&account).cloned();
            if let Some(link) = link {
                room.ask(Ask::Attach { account, link, first: true }).await;
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
