//! Tables that wait for people, and people who wait for a table.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bout_store::{Account, QueuePlace};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::App;
use crate::clock::unix_ms;
use crate::message::{Place, TableSpec, no_changes};
use crate::room::{Beginning, Meta, Origin, Room, RoomError, Sitter, begin, new_id};
use crate::told::TableCard;

/// How long a place is kept for somebody whose socket is gone.
const ABSENT_MAX: Duration = Duration::from_mins(1);

/// What is waited for and by whom.
#[derive(Default)]
pub struct Lobby {
    queues: BTreeMap<Queue, VecDeque<Waiting>>,
    tables: BTreeMap<String, Table>,
}

/// What somebody queues for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Queue {
    /// Which game.
    pub game: String,
    /// Which setting of it.
    pub preset: Option<String>,
}

#[derive(Clone)]
struct Waiting {
    account: String,
    name: Option<String>,
    absent: Option<Instant>,
}

#[derive(Clone)]
struct Table {
    spec: TableSpec,
    owner: String,
    seats: Vec<Option<Sitter>>,
    host: Option<Sitter>,
    since: i64,
}

impl Lobby {
    /// Takes up the places of an earlier process; nobody is here yet.
    pub fn restore(&mut self, places: Vec<QueuePlace>) {
        for place in places {
            let Ok(queue) = serde_json::from_str::<Queue>(&place.body) else { continue };
            let absent = Some(Instant::now());
            let waiting = Waiting { account: place.account, name: None, absent };
            self.queues.entry(queue).or_default().push_back(waiting);
        }
    }

    /// What an account queues for.
    pub fn queue_of(&self, account: &str) -> Option<&Queue> {
        let waits =
            |line: &VecDeque<Waiting>| line.iter().any(|waiting| waiting.account == account);
        self.queues.iter().find(|(_, line)| waits(line)).map(|(queue, _)| queue)
    }

    /// How many wait.
    pub fn waiting(&self) -> usize {
        self.queues.values().map(VecDeque::len).sum()
    }

    /// Gives up an account's place.
    pub fn unqueue(&mut self, account: &str) {
        self.queues.values_mut().for_each(|line| line.retain(|waiting| waiting.account != account));
        self.queues.retain(|_, line| !line.is_empty());
    }

    /// An account's socket came or went; tells which tables closed, and who else sat there.
    pub fn seen(&mut self, account: &Account, here: bool) -> Vec<(String, Vec<String>)> {
        for waiting in self.queues.values_mut().flatten() {
            if waiting.account == account.id {
                waiting.absent = (!here).then(Instant::now);
                waiting.name.clone_from(&account.name);
            }
        }
        if here { Vec::new() } else { self.close_tables(&account.id) }
    }

    /// Closes the tables of an account; gives their codes with who else sat there.
    fn close_tables(&mut self, account: &str) -> Vec<(String, Vec<String>)> {
        let closed = |(code, table): (&String, &Table)| (code.clone(), table.others(account));
        let own = self.tables.iter().filter(|(_, table)| table.owner == account);
        let closed: Vec<_> = own.map(closed).collect();
        self.tables.retain(|_, table| table.owner != account);
        closed
    }

    /// Gives up the places of those who have been gone for long; says whose.
    pub fn sweep(&mut self) -> Vec<String> {
        let gone =
            |waiting: &Waiting| waiting.absent.is_some_and(|since| since.elapsed() > ABSENT_MAX);
        let mut swept = Vec::new();
        for line in self.queues.values_mut() {
            swept.extend(line.iter().filter(|w| gone(w)).map(|waiting| waiting.account.clone()));
            line.retain(|waiting| !gone(waiting));
        }
        self.queues.retain(|_, line| !line.is_empty());
        swept
    }

    /// Takes the first so many who are here out of a queue.
    fn draw(&mut self, queue: &Queue, seats: usize) -> Option<Vec<Waiting>> {
        let line = self.queues.get_mut(queue)?;
        let here: Vec<_> =
            line.iter().filter(|waiting| waiting.absent.is_none()).take(seats).cloned().collect();
        if here.len() < seats {
            return None;
        }
        line.retain(|waiting| here.iter().all(|drawn| drawn.account != waiting.account));
        Some(here)
    }

    /// The tables that others may join.
    pub fn open_tables(&self, app: &App) -> Vec<Value> {
        let public = self.tables.iter().filter(|(_, table)| table.spec.public);
        public.map(|(code, table)| table.shown(app, code)).collect()
    }
}

impl Table {
    /// Who else sits there.
    fn others(&self, account: &str) -> Vec<String> {
        let people = self.seats.iter().flatten().chain(&self.host).filter_map(Sitter::account);
        people.filter(|other| *other != account).map(str::to_owned).collect()
    }

    /// What everybody may know of it.
    fn shown(&self, app: &App, code: &str) -> Value {
        let TableSpec { game, preset, mut config, public, .. } = self.spec.clone();
        app.hide_secrets(&game, &mut config);
        let seats = self.seats.iter().map(|seat| seat.as_ref().map(Sitter::card)).collect();
        let (code, since, host) = (code.into(), self.since, self.host.as_ref().map(Sitter::card));
        json!(TableCard { code, game, preset, config, seats, since, public, host })
    }
}

/// Whether all seats are for people.
fn everybody(table: &dyn bout_core::Table) -> bool {
    table.people() == bout_core::SeatSet::all(table.seats())
}

/// Whether a table is one for these people.
fn check_table(spec: &TableSpec, table: &dyn bout_core::Table) -> Result<(), RoomError> {
    let seats = table.seats();
    if spec.seats.len() != usize::from(seats) {
        return Err(RoomError::refused("wrong_seats", format!("this setting has {seats} seats")));
    }
    if spec.host && !table.host_is_open() {
        let text = "nobody can direct a match with this setting";
        return Err(RoomError::refused("host_not_open", text));
    }
    Ok(())
}

/// A person at a seat.
pub fn sitter(account: &Account) -> Sitter {
    person(&account.id, account.name.clone())
}

fn person(account: &str, name: Option<String>) -> Sitter {
    Sitter::Person { account: account.into(), name, session: None, tokens: 0 }
}

impl App {
    fn check_free(&self, account: &str) -> Result<(), RoomError> {
        let hall = self.hall();
        let playing = hall.playing.get(account).map_or(0, Vec::len);
        if playing >= self.settings.limits.matches_per_account {
            return Err(RoomError::refused("too_many_matches", "finish another match first"));
        }
        if hall.rooms.len() >= self.settings.limits.matches {
            return Err(RoomError::refused("server_full", "no more matches can be played now"));
        }
        Ok(())
    }

    /// Puts somebody into a queue, and begins a match if enough wait.
    pub(crate) async fn queue_join(
        self: &Arc<App>,
        account: &Account,
        queue: Queue,
    ) -> Result<Option<Arc<Room>>, RoomError> {
        self.check_free(&account.id)?;
        let (preset, table) = self.setting(&queue.game, queue.preset, &no_changes(), everybody)?;
        let seats = usize::from(table.seats());
        drop(table);
        let queue = Queue { game: queue.game, preset };
        if self.hall().lobby.queue_of(&account.id).is_some() {
            return Err(RoomError::refused("already_in_queue", "you are waiting already"));
        }
        let place = QueuePlace {
            account: account.id.clone(),
            queue: queue.game.clone(),
            body: crate::message::write(&queue),
            since: unix_ms(),
        };
        self.store.write(move |kept| kept.queue_put(&place)).await?;
        let waiting =
            Waiting { account: account.id.clone(), name: account.name.clone(), absent: None };
        self.hall().lobby.queues.entry(queue.clone()).or_default().push_back(waiting);
        self.pair(&queue, seats).await
    }

    /// Begins a match if enough wait.
    pub(crate) async fn pair(
        self: &Arc<App>,
        queue: &Queue,
        seats: usize,
    ) -> Result<Option<Arc<Room>>, RoomError> {
        let Some(drawn) = self.hall().lobby.draw(queue, seats) else { return Ok(None) };
        let rated = self.is_rated(queue);
        let seats = drawn.iter().map(|w| person(&w.account, w.name.clone())).collect();
        let meta = Meta { rated, public: true, ..Meta::private(seats, 0) };
        let beginning = Beginning {
            id: new_id("m_"),
            game: queue.game.clone(),
            preset: queue.preset.clone(),
            config: self.networked(&queue.game, &no_changes()),
            meta,
            origin: Origin::Queue,
        };
        let room = begin(self, beginning).await?;
        self.seat_players(&room).await;
        Ok(Some(room))
    }

    /// The config of a match of people who do not sit together; what they set themselves goes first.
    fn networked(&self, game: &str, config: &Value) -> Value {
        let rules = self.rules(game);
        let mut whole = rules.map_or_else(|_| no_changes(), bout_core::RuleSet::networked);
        bout_core::merge(&mut whole, config);
        whole
    }

    /// Whether a match from this queue moves the ratings: what is tried out does not.
    fn is_rated(&self, queue: &Queue) -> bool {
        let named = |rated: &str| Some(rated) == queue.preset.as_deref();
        let usual = || self.setting(&queue.game, None, &no_changes(), everybody);
        self.rules(&queue.game).is_ok_and(|rules| rules.rated().iter().any(|rated| named(rated)))
            || usual().is_ok_and(|(usual, _)| usual == queue.preset)
    }

    /// Somebody waits no longer.
    pub(crate) async fn queue_leave(&self, account: &str) -> Result<(), RoomError> {
        self.hall().lobby.unqueue(account);
        let account = account.to_owned();
        Ok(self.store.write(move |kept| kept.queue_remove(&account)).await?)
    }

    /// The setting that is meant, the one that is named or the first that fits, with a table that
    /// shows how it is played.
    fn setting(
        &self,
        game: &str,
        preset: Option<String>,
        config: &Value,
        fits: impl Fn(&dyn bout_core::Table) -> bool,
    ) -> Result<(Option<String>, Box<dyn bout_core::Table>), RoomError> {
        let rules = self.rules(game).map_err(|text| RoomError::refused("no_such_game", text))?;
        let named = preset.is_some();
        let all = rules.info().presets.iter().map(|preset| Some(preset.name.to_owned()));
        let tried: Vec<_> = if named { vec![preset] } else { all.collect() };
        let mut misfit = RoomError::refused("computers_seat", "a person cannot sit there");
        for (at, preset) in tried.into_iter().enumerate() {
            let seed = bout_core::Seed(0);
            let opening =
                bout_core::Opening { preset: preset.as_deref(), config, seed, luck: None };
            match rules.open(&opening) {
                Ok(table) if fits(&*table) => return Ok((preset, table)),
                Err(error) if at == 0 => misfit = RoomError::refused(error.code, error.text),
                Ok(_) | Err(_) => {}
            }
        }
        Err(misfit)
    }

    /// Opens a table; it begins at once if nobody has to come.
    pub(crate) async fn table_open(
        self: &Arc<App>,
        account: &Account,
        spec: TableSpec,
    ) -> Result<Result<Arc<Room>, Value>, RoomError> {
        self.check_free(&account.id)?;
        let places = &spec.seats;
        if spec.seed.is_some() && (spec.public || places.contains(&Place::Open {})) {
            let text = "only who plays alone may choose the dice";
            return Err(RoomError::refused("seed_not_allowed", text));
        }
        if spec.host && places.contains(&Place::Open {}) && places.contains(&Place::Me {}) {
            let text = "who directs a match of others cannot play in it";
            return Err(RoomError::refused("host_plays", text));
        }
        let fits = |table: &dyn bout_core::Table| {
            let people =
                (0..).map(bout_core::Seat).zip(places).filter(|(_, place)| place.is_person());
            // A wrong number of seats is told as that.
            places.len() != usize::from(table.seats())
                || people.into_iter().all(|(seat, _)| table.people().contains(seat))
        };
        let (preset, table) = self.setting(&spec.game, spec.preset.clone(), &spec.config, fits)?;
        check_table(&spec, &*table)?;
        drop(table);
        let config = if places.contains(&Place::Open {}) {
            self.networked(&spec.game, &spec.config)
        } else {
            spec.config.clone()
        };
        let spec = TableSpec { preset, config, ..spec };
        let taken: Vec<_> =
            spec.seats.iter().map(|place| self.placed(place, account, &spec)).collect();
        let taken: Vec<Option<Sitter>> = taken.into_iter().collect::<Result<_, _>>()?;
        let host = spec.host.then(|| sitter(account));
        let owner = account.id.clone();
        let table = Table { spec, owner, seats: taken, host, since: unix_ms() };
        if table.seats.iter().all(Option::is_some) {
            return self.table_begin(table).await.map(Ok);
        }
        let mut hall = self.hall();
        let closed = hall.lobby.close_tables(&account.id);
        if hall.lobby.tables.len() >= self.settings.limits.tables {
            return Err(RoomError::refused("server_full", "no more tables can be opened now"));
        }
        let code = crate::token::code();
        let shown = table.shown(self, &code);
        hall.lobby.tables.insert(code, table);
        drop(hall);
        self.say_closed(&closed);
        Ok(Err(shown))
    }

    /// Begins a match at a moment of another one.
    pub(crate) async fn play_on(
        self: &Arc<App>,
        account: &Account,
        spec: TableSpec,
        origin: Origin,
    ) -> Result<Arc<Room>, RoomError> {
        self.check_free(&account.id)?;
        let places = spec.seats.iter();
        let seats: Result<Vec<_>, _> =
            places.map(|place| self.placed(place, account, &spec)).collect();
        let Some(seats) = seats?.into_iter().collect() else {
            return Err(RoomError::refused("wrong_seats", "every seat has to be taken"));
        };
        let TableSpec { game, config, bot_pace_ms, .. } = spec;
        let meta = Meta::private(seats, bot_pace_ms);
        let room =
            begin(self, Beginning { id: new_id("m_"), game, preset: None, config, meta, origin });
        let room = room.await?;
        self.seat_players(&room).await;
        Ok(room)
    }

    fn placed(
        &self,
        place: &Place,
        account: &Account,
        spec: &TableSpec,
    ) -> Result<Option<Sitter>, RoomError> {
        Ok(match place {
            Place::Me {} => Some(sitter(account)),
            Place::Open {} => None,
            Place::Bot { bot } => {
                let refused = |text: String| RoomError::refused("no_such_bot", text);
                let parsed: bout_core::BotSpec = bot.parse().map_err(refused)?;
                let seating = bout_bots::Seating {
                    spec: &parsed,
                    seat: bout_core::Seat(0),
                    seed: bout_core::Seed(0),
                };
                let made = self.catalogue.with_game(&spec.game, seating);
                made.map_err(|error| refused(error.to_string()))?.map_err(refused)?;
                Some(Sitter::Bot { bot: bot.clone() })
            }
        })
    }

    /// Takes a seat at somebody's table.
    pub(crate) async fn table_join(
        self: &Arc<App>,
        account: &Account,
        code: &str,
        seat: Option<u8>,
    ) -> Result<Result<Arc<Room>, Value>, RoomError> {
        self.check_free(&account.id)?;
        let full = {
            let mut hall = self.hall();
            let code = code.to_uppercase();
            let Some(table) = hall.lobby.tables.get_mut(&code) else {
                return Err(RoomError::refused(
                    "no_such_table",
                    "there is no table with this code",
                ));
            };
            let mine = |sitter: &Option<Sitter>| {
                sitter.as_ref().and_then(Sitter::account) == Some(account.id.as_str())
            };
            if table.seats.iter().any(mine) || mine(&table.host) {
                return Err(RoomError::refused("already_seated", "you sit at this table"));
            }
            let wanted = |at: &usize| seat.is_none_or(|seat| usize::from(seat) == *at);
            let free = (0..table.seats.len()).filter(wanted).find(|at| table.seats[*at].is_none());
            let Some(free) = free else {
                return Err(RoomError::refused("seat_taken", "no such seat is free"));
            };
            table.seats[free] = Some(sitter(account));
            if table.seats.iter().any(Option::is_none) {
                let (shown, others) = (table.shown(self, &code), table.others(&account.id));
                drop(hall);
                self.tell_accounts(&others, &json!({"type": "table", "table": shown}));
                return Ok(Err(shown));
            }
            hall.lobby.tables.remove(&code)
        };
        match full {
            Some(table) => self.table_begin(table).await.map(Ok),
            None => Err(RoomError::refused("no_such_table", "there is no table with this code")),
        }
    }

    /// Gets up from a table.
    pub(crate) fn table_leave(&self, account: &str, code: &str) -> Result<(), RoomError> {
        let mut hall = self.hall();
        let code = code.to_uppercase();
        let Some(table) = hall.lobby.tables.get_mut(&code) else {
            return Err(RoomError::refused("no_such_table", "there is no table with this code"));
        };
        let own = |seat: &Option<Sitter>| seat.as_ref().and_then(Sitter::account) == Some(account);
        if table.owner == account {
            let others = table.others(account);
            hall.lobby.tables.remove(&code);
            drop(hall);
            self.say_closed(&[(code, others)]);
            return Ok(());
        }
        if !table.seats.iter().any(own) {
            return Err(RoomError::refused("not_seated", "you do not sit at this table"));
        }
        table.seats.iter_mut().filter(|seat| own(seat)).for_each(|seat| *seat = None);
        let (shown, others) = (table.shown(self, &code), table.others(account));
        drop(hall);
        self.tell_accounts(&others, &json!({"type": "table", "table": shown}));
        Ok(())
    }

    /// Tells everybody at tables that are gone.
    pub(crate) fn say_closed(&self, closed: &[(String, Vec<String>)]) {
        for (code, others) in closed {
            self.tell_accounts(others, &json!({"type": "table_closed", "code": code}));
        }
    }

    fn tell_accounts(&self, accounts: &[String], message: &Value) {
        let hall = self.hall();
        for link in accounts.iter().filter_map(|account| hall.links.get(account)) {
            link.send(crate::message::write(message));
        }
    }

    async fn table_begin(self: &Arc<App>, table: Table) -> Result<Arc<Room>, RoomError> {
        let Table { spec, seats, host, .. } = table;
        let seats = seats.into_iter().flatten().collect();
        let meta = Meta { public: spec.public, host, ..Meta::private(seats, spec.bot_pace_ms) };
        let origin = spec.seed.map_or(Origin::Fresh, Origin::Seeded);
        let TableSpec { game, preset, config, .. } = spec;
        let beginning = Beginning { id: new_id("m_"), game, preset, config, meta, origin };
        let room = begin(self, beginning).await?;
        self.seat_players(&room).await;
        Ok(room)
    }
}
