//! Players who wait in a queue, and how they are paired.

use bout_core::Occasion;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bout_store::{Account, QueuePlace};
use serde::{Deserialize, Serialize};

use super::everybody;
use crate::App;
use crate::clock::unix_ms;
use crate::message::no_changes;
use crate::room::{Beginning, Meta, Origin, Protocol, Room, RoomError, Sitter, begin, new_id};
use crate::server_message::ServerMessage;

const TOO_POOR: &str = "you have no token for the stake";

/// How long a place is kept for a player whose socket is gone.
const ABSENT_MAX: Duration = Duration::from_mins(1);

/// What a player queues for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Queue {
    /// Which game.
    pub game: String,
    /// Which setting of it.
    pub preset: Option<String>,
}

/// All players who wait, by queue, the first to come first.
#[derive(Default)]
pub struct Queues(BTreeMap<Queue, VecDeque<QueuedPlayer>>);

/// A player who waits.
#[derive(Clone)]
pub struct QueuedPlayer {
    account: String,
    name: Option<String>,
    /// The session of the Orcain dialect that waits; none for a player of the platform.
    session: Option<String>,
    /// The class that the player chose.
    class: Option<String>,
    absent: Option<Instant>,
    /// A match is being made for this player, who keeps the place until it exists.
    pairing: bool,
}

impl QueuedPlayer {
    /// A player who is here.
    pub fn new(account: &Account, session: Option<&str>, class: Option<String>) -> Self {
        let (id, name) = (account.id.clone(), account.name.clone());
        let session = session.map(str::to_owned);
        QueuedPlayer { account: id, name, session, class, absent: None, pairing: false }
    }

    fn sitter(&self) -> Sitter {
        let (account, name) = (self.account.clone(), self.name.clone());
        Sitter::Person { account, name, session: self.session.clone(), tokens: 0 }
    }
}

/// A place in a queue as it is stored.
#[derive(Serialize, Deserialize)]
struct StoredPlace {
    #[serde(flatten)]
    queue: Queue,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    class: Option<String>,
}

impl Queues {
    /// Takes up the places of an earlier process; nobody is connected yet.
    pub fn restore(&mut self, places: Vec<QueuePlace>) {
        for place in places {
            let wanted = serde_json::from_str::<StoredPlace>(&place.body);
            let Ok(StoredPlace { queue, class }) = wanted else { continue };
            let (account, absent) = (place.account, Some(Instant::now()));
            let (name, session, pairing) = (None, None, false);
            self.put(&queue, QueuedPlayer { account, name, session, class, absent, pairing });
        }
    }

    /// What an account queues for.
    pub fn of(&self, account: &str) -> Option<&Queue> {
        let waits = |line: &VecDeque<QueuedPlayer>| line.iter().any(|p| p.account == account);
        self.0.iter().find(|(_, line)| waits(line)).map(|(queue, _)| queue)
    }

    /// The session with which an account waits: none if it does not wait, or is on the platform.
    pub fn session_of(&self, account: &str) -> Option<&str> {
        let mut waiting = self.0.values().flatten();
        waiting.find(|player| player.account == account)?.session.as_deref()
    }

    /// How many players wait.
    pub fn len(&self) -> usize {
        self.0.values().map(VecDeque::len).sum()
    }

    /// Adds a player at the end of a queue, unless the account waits in one already.
    pub fn put(&mut self, queue: &Queue, player: QueuedPlayer) -> bool {
        if self.of(&player.account).is_some() {
            return false;
        }
        self.0.entry(queue.clone()).or_default().push_back(player);
        true
    }

    /// Gives up an account's place.
    pub fn remove(&mut self, account: &str) {
        self.0.values_mut().for_each(|line| line.retain(|player| player.account != account));
        self.0.retain(|_, line| !line.is_empty());
    }

    /// An account's socket on the platform came or went. A session has a socket of its own.
    pub fn seen(&mut self, account: &Account, here: bool) {
        self.mark(&account.id, |player| {
            player.absent = (!here && player.session.is_none()).then(Instant::now);
            player.name.clone_from(&account.name);
        });
    }

    fn mark(&mut self, account: &str, change: impl Fn(&mut QueuedPlayer)) {
        self.0.values_mut().flatten().filter(|p| p.account == account).for_each(change);
    }

    /// Gives up the places of those who have been gone for long; says whose.
    pub fn sweep(&mut self) -> Vec<String> {
        let gone = |player: &QueuedPlayer| {
            !player.pairing && player.absent.is_some_and(|since| since.elapsed() > ABSENT_MAX)
        };
        let all = self.0.values().flatten();
        let swept: Vec<_> = all.filter(|p| gone(p)).map(|player| player.account.clone()).collect();
        swept.iter().for_each(|account| self.remove(account));
        swept
    }

    /// The queues in which somebody waits.
    pub fn waited_for(&self) -> Vec<Queue> {
        self.0.keys().cloned().collect()
    }

    /// Reserves the first so many connected players of a queue for a match. They keep their places
    /// until `remove` or `release`.
    fn reserve(&mut self, queue: &Queue, seats: usize) -> Option<Vec<QueuedPlayer>> {
        let free = |player: &&mut QueuedPlayer| player.absent.is_none() && !player.pairing;
        let line = self.0.get_mut(queue)?;
        let mut first: Vec<_> = line.iter_mut().filter(free).take(seats).collect();
        if first.len() < seats {
            return None;
        }
        first.iter_mut().for_each(|player| player.pairing = true);
        Some(first.into_iter().map(|player| player.clone()).collect())
    }

    /// The match could not be made: its players wait on, at the places they had.
    fn release(&mut self, players: &[QueuedPlayer]) {
        players.iter().for_each(|p| self.mark(&p.account, |player| player.pairing = false));
    }
}

impl App {
    /// Puts a player into a queue, and begins a match if enough wait.
    pub(crate) async fn queue_join(
        self: &Arc<App>,
        account: &Account,
        queue: Queue,
        class: Option<String>,
    ) -> Result<Option<Arc<Room>>, RoomError> {
        self.check_free(&account.id)?;
        self.check_class(&queue.game, class.as_deref())?;
        let preset = queue.preset.or_else(|| self.queue_preset(&queue.game));
        let (preset, table) = self.setting(&queue.game, preset, &no_changes(), everybody)?;
        drop(table);
        let queue = Queue { game: queue.game, preset };
        self.check_stake(account, &queue)?;
        let waiting = || RoomError::refused("already_in_queue", "you are already in a queue");
        if self.hall().lobby.queues.of(&account.id).is_some() {
            return Err(waiting());
        }
        let wanted = StoredPlace { queue: queue.clone(), class: class.clone() };
        let place = QueuePlace {
            account: account.id.clone(),
            queue: queue.game.clone(),
            body: crate::message::write(&wanted),
            since: unix_ms(),
        };
        self.store.write(move |kept| kept.queue_put(&place)).await?;
        if !self.hall().lobby.queues.put(&queue, QueuedPlayer::new(account, None, class)) {
            return Err(waiting());
        }
        Ok(self.pair(&queue).await)
    }

    /// Begins a match if enough players wait. If it cannot be stored they keep their places, and
    /// the next sweep tries again.
    pub(crate) async fn pair(self: &Arc<App>, queue: &Queue) -> Option<Arc<Room>> {
        let setting = self.setting(&queue.game, queue.preset.clone(), &no_changes(), everybody);
        let seats = usize::from(setting.ok()?.1.seats());
        loop {
            let players = self.hall().lobby.queues.reserve(queue, seats)?;
            match self.begin_queued(queue, &players).await {
                Ok(room) => {
                    let remove = |player: &QueuedPlayer| {
                        self.hall().lobby.queues.remove(&player.account);
                    };
                    players.iter().for_each(remove);
                    self.seat_players(&room).await;
                    return Some(room);
                }
                Err(RoomError::TooPoor(account)) => {
                    self.hall().lobby.queues.release(&players);
                    self.turn_away(&account).await;
                }
                Err(error) => {
                    self.hall().lobby.queues.release(&players);
                    tracing::warn!(?error, "a queued match cannot begin; its players wait on");
                    return None;
                }
            }
        }
    }

    /// The queue of Orcain, for players of the platform and of its dialect alike.
    pub(crate) fn duel_queue(&self) -> Queue {
        let usual = self.setting("orcain", None, &no_changes(), everybody);
        Queue { game: "orcain".into(), preset: usual.ok().and_then(|(preset, _)| preset) }
    }

    /// What each player of a match from this queue pays.
    fn stake(&self, queue: &Queue) -> i64 {
        if *queue == self.duel_queue() { self.settings.stake } else { 0 }
    }

    /// Whether a player can pay for a match from this queue, and plays no other one that costs.
    fn check_stake(&self, account: &Account, queue: &Queue) -> Result<(), RoomError> {
        let stake = self.stake(queue);
        if stake == 0 {
            return Ok(());
        }
        let hall = self.hall();
        let playing = hall.playing.get(&account.id).into_iter().flatten();
        match () {
            () if playing.into_iter().any(|room| room.meta.house == Protocol::Orcain) => {
                Err(RoomError::refused("already_in_match", "you are already in a duel"))
            }
            () if account.tokens < stake => Err(RoomError::refused("not_enough_tokens", TOO_POOR)),
            () => Ok(()),
        }
    }

    /// Takes a player who can no longer pay out of the queue, and says so.
    async fn turn_away(&self, account: &str) {
        let session = self.hall().lobby.queues.session_of(account).map(str::to_owned);
        let (link, text) = match session {
            Some(session) => {
                let text = crate::orcain::error("not_enough_tokens", Some("queue_join"));
                (self.sessions.link(&session), text)
            }
            None => {
                let (code, text) = ("not_enough_tokens".into(), TOO_POOR.into());
                let told = crate::message::write(&ServerMessage::QueueLeft { code, text });
                (self.hall().links.get(account).cloned(), told)
            }
        };
        if let Err(error) = self.queue_leave(account).await {
            tracing::warn!(?error, "a place in a queue was not given up");
        }
        link.into_iter().for_each(|link| link.send(text.clone()));
    }

    async fn begin_queued(
        self: &Arc<App>,
        queue: &Queue,
        players: &[QueuedPlayer],
    ) -> Result<Arc<Room>, RoomError> {
        let seats = players.iter().map(QueuedPlayer::sitter).collect();
        let (rated, stake) = (self.is_rated(queue), self.stake(queue));
        let (prefix, house) =
            if stake > 0 { ("match_", Protocol::Orcain) } else { ("m_", Protocol::Platform) };
        let meta = Meta { rated, public: true, house, stake, ..Meta::private(seats, 0) };
        let mut config = self.networked(&queue.game, &no_changes());
        if let Some(rules) = self.rules(&queue.game).ok().filter(|_| rated) {
            bout_core::merge(&mut config, &rules.suited(&Occasion::Rated));
        }
        if house == Protocol::Orcain {
            bout_core::merge(&mut config, &self.settings.orcain);
        }
        let classes: Vec<_> = players.iter().map(|player| player.class.clone()).collect();
        let setting = (&*queue.game, queue.preset.as_deref());
        let config = self.with_classes(setting, &config, &classes)?;
        let beginning = Beginning {
            id: new_id(prefix),
            game: queue.game.clone(),
            preset: queue.preset.clone(),
            config,
            meta,
            origin: Origin::Queue,
        };
        begin(self, beginning).await
    }

    /// The preset of a queue for which none is named, if it is not the lobby's.
    fn queue_preset(&self, game: &str) -> Option<String> {
        self.rules(game).ok()?.info().queue_preset.map(str::to_owned)
    }

    /// Whether a match from this queue moves the ratings: only the usual setting does.
    fn is_rated(&self, queue: &Queue) -> bool {
        let usual = self.queue_preset(&queue.game);
        let usual = self.setting(&queue.game, usual, &no_changes(), everybody);
        usual.is_ok_and(|(usual, _)| usual == queue.preset)
    }

    /// Gives up a player's place in the queue.
    pub(crate) async fn queue_leave(&self, account: &str) -> Result<(), RoomError> {
        self.hall().lobby.queues.remove(account);
        let account = account.to_owned();
        Ok(self.store.write(move |kept| kept.queue_remove(&account)).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue() -> Queue {
        Queue { game: "orcain".into(), preset: None }
    }

    fn player(account: &str) -> QueuedPlayer {
        let account = account.to_owned();
        QueuedPlayer {
            account,
            name: None,
            session: None,
            class: None,
            absent: None,
            pairing: false,
        }
    }

    #[test]
    fn a_reserved_player_keeps_the_place_until_the_match_exists() {
        let mut queues = Queues::default();
        assert!(queues.put(&queue(), player("a")) && queues.put(&queue(), player("b")));
        let reserved = queues.reserve(&queue(), 2).unwrap();
        assert!(queues.put(&queue(), player("c")));
        assert!(queues.reserve(&queue(), 2).is_none(), "a and b are spoken for");
        queues.release(&reserved);
        let again = queues.reserve(&queue(), 2).unwrap();
        let accounts: Vec<_> = again.iter().map(|player| player.account.as_str()).collect();
        assert_eq!(accounts, ["a", "b"], "in their old places");
    }

    #[test]
    fn an_account_waits_once() {
        let mut queues = Queues::default();
        assert!(queues.put(&queue(), player("a")));
        assert!(!queues.put(&queue(), player("a")));
        assert!(queues.reserve(&queue(), 2).is_none());
    }
}
