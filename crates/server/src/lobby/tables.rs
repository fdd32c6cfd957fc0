//! Tables that wait for players.

use bout_core::Occasion;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bout_store::Account;
use serde_json::{Map, Value, json};

use super::sitter;
use crate::App;
use crate::clock::unix_ms;
use crate::message::{Place, TableSpec, no_changes};
use crate::peer::Peer;
use crate::room::{Beginning, Meta, Origin, Room, RoomError, Sitter, begin, new_id};
use crate::server_message::{SeatCard, TableCard};

/// So many tables are listed at once, the latest first.
const LISTED: usize = 100;

/// All tables, by their codes.
#[derive(Default)]
pub struct Tables(BTreeMap<String, Table>);

/// A table, and who sits there so far.
#[derive(Clone)]
struct Table {
    spec: TableSpec,
    /// What differs from the preset, without what only its owner may know.
    changes: Value,
    owner: String,
    peer: Peer,
    seats: Vec<Option<Sitter>>,
    /// The classes that people chose, by seat.
    classes: Vec<Option<String>>,
    host: Option<Sitter>,
    since: i64,
    opened: Instant,
    /// Its match is being made; nobody else can sit down meanwhile.
    beginning: bool,
}

/// Tables that are gone or have a free seat again, each with whom to tell.
#[derive(Default)]
pub struct TablesChanged {
    closed: Vec<(String, Vec<String>)>,
    freed: Vec<(Value, Vec<String>)>,
}

impl Tables {
    /// An account is gone: its table closes, and its seats at other tables are free again.
    pub fn left(&mut self, account: &str) -> TablesChanged {
        let closed = self.close_owned(account);
        let mut freed = Vec::new();
        for (code, table) in &mut self.0 {
            if !table.beginning && table.free(account) {
                freed.push((json!(table.card(code)), table.others(account)));
            }
        }
        TablesChanged { closed, freed }
    }

    /// Closes the tables of an account; gives their codes with who else sat there.
    fn close_owned(&mut self, account: &str) -> Vec<(String, Vec<String>)> {
        let own = self.0.iter().filter(|(_, table)| table.owner == account);
        let closed: Vec<_> =
            own.map(|(code, table)| (code.clone(), table.others(account))).collect();
        self.0.retain(|_, table| table.owner != account);
        closed
    }

    /// Closes tables that have waited for too long.
    pub fn expire(&mut self, age: Duration) -> TablesChanged {
        let old = |table: &Table| !table.beginning && table.opened.elapsed() > age;
        let closed = self.0.iter().filter(|(_, table)| old(table));
        let closed = closed.map(|(code, table)| (code.clone(), table.others(""))).collect();
        self.0.retain(|_, table| !old(table));
        TablesChanged { closed, freed: Vec::new() }
    }

    /// The tables that everybody may find, the latest first.
    pub fn listed(&self) -> Vec<TableCard> {
        let mut public: Vec<_> =
            self.0.iter().filter(|(_, table)| table.spec.public && !table.beginning).collect();
        public.sort_by_key(|(_, table)| std::cmp::Reverse(table.since));
        public.iter().take(LISTED).map(|(code, table)| table.card(code)).collect()
    }

    fn opened_from(&self, peer: Peer) -> usize {
        self.0.values().filter(|table| table.peer == peer).count()
    }

    fn get_mut(&mut self, code: &str) -> Result<&mut Table, RoomError> {
        let waiting = self.0.get_mut(code).filter(|table| !table.beginning);
        waiting.ok_or_else(|| RoomError::refused("no_such_table", "no table has this code"))
    }
}

fn sits(sitter: Option<&Sitter>, account: &str) -> bool {
    sitter.and_then(Sitter::account) == Some(account)
}

impl Table {
    /// Who else sits there.
    fn others(&self, account: &str) -> Vec<String> {
        let people = self.seats.iter().flatten().chain(&self.host).filter_map(Sitter::account);
        let mut others: Vec<_> = people
            .chain([&*self.owner])
            .filter(|other| *other != account)
            .map(str::to_owned)
            .collect();
        others.sort_unstable();
        others.dedup();
        others
    }

    fn has(&self, account: &str) -> bool {
        self.seats.iter().any(|seat| sits(seat.as_ref(), account))
            || sits(self.host.as_ref(), account)
    }

    /// Frees the seats of an account; says whether it had any.
    fn free(&mut self, account: &str) -> bool {
        let places = self.seats.iter_mut().zip(&mut self.classes);
        let own = places.filter(|(seat, _)| sits(seat.as_ref(), account));
        own.map(|(seat, class)| (*seat, *class) = (None, None)).count() > 0
    }

    /// What everybody may know of it.
    fn card(&self, code: &str) -> TableCard {
        let TableSpec { game, preset, public, .. } = self.spec.clone();
        let card = |(seat, class): (&Option<Sitter>, &Option<String>)| {
            seat.as_ref().map(|sitter| SeatCard { class: class.clone(), ..sitter.card() })
        };
        let seats = self.seats.iter().zip(&self.classes).map(card).collect();
        let host = self.host.as_ref().map(Sitter::card);
        let custom = self.changes != no_changes();
        let (code, config) = (code.into(), self.changes.clone());
        TableCard { code, game, preset, config, custom, seats, since: self.since, public, host }
    }

    /// Puts somebody at the wanted seat, or at the first free one; says whether all are taken now.
    fn sit(
        &mut self,
        account: &Account,
        seat: Option<u8>,
        class: Option<String>,
    ) -> Result<bool, RoomError> {
        if self.has(&account.id) {
            return Err(RoomError::refused("already_seated", "you already sit at this table"));
        }
        let wanted = |at: &usize| seat.is_none_or(|seat| usize::from(seat) == *at);
        let mut seats = self.seats.iter_mut().enumerate();
        let free = seats.find(|(at, taken)| wanted(at) && taken.is_none());
        let Some((at, free)) = free else {
            return Err(RoomError::refused("seat_taken", "this seat is taken"));
        };
        *free = Some(sitter(account));
        self.classes[at] = class;
        Ok(self.seats.iter().all(Option::is_some))
    }
}

/// What of a value differs from another one, keys of objects one by one; `None` if nothing does.
fn differing(value: &Value, from: &Value) -> Option<Value> {
    let (Value::Object(value), Value::Object(from)) = (value, from) else {
        return (value != from).then(|| value.clone());
    };
    let changed = value.iter().filter_map(|(key, value)| {
        let before = from.get(key).unwrap_or(&Value::Null);
        Some((key.clone(), differing(value, before)?))
    });
    let changed: Map<_, _> = changed.collect();
    (!changed.is_empty()).then_some(Value::Object(changed))
}

/// Whether a table is one for these people.
fn check_table(spec: &TableSpec, table: &dyn bout_core::AnyMatch) -> Result<(), RoomError> {
    let seats = table.seats();
    if spec.seats.len() != usize::from(seats) {
        return Err(RoomError::refused("wrong_seats", format!("this setting has {seats} seats")));
    }
    if spec.host && !table.host_is_open() {
        let text = "nobody can direct a match with this setting";
        return Err(RoomError::refused("host_not_open", text));
    }
    if let Some(text) = table.unplayable() {
        return Err(RoomError::refused("deck_invalid", text));
    }
    if table.outcome().is_some() {
        let text = "a match with this config would be over before it begins";
        return Err(RoomError::refused("bad_config", text));
    }
    Ok(())
}

/// Whether the one who opens a table may have it so.
fn check_wishes(spec: &TableSpec, secret_keys: &[&str]) -> Result<(), RoomError> {
    let open = spec.seats.contains(&Place::Open {});
    if spec.seed.is_some() && (spec.public || open) {
        let text = "you can only choose the seed when nobody else plays or watches";
        return Err(RoomError::refused("seed_not_allowed", text));
    }
    if spec.host && open && spec.seats.contains(&Place::Me {}) {
        let text = "you cannot direct a match of others and play in it";
        return Err(RoomError::refused("host_plays", text));
    }
    let set = |key: &&&str| spec.config.get(**key).is_some_and(|value| !value.is_null());
    match secret_keys.iter().find(set) {
        Some(key) if open => {
            let text = format!("'{key}' cannot be set at a table that others join");
            Err(RoomError::refused("config_not_allowed", text))
        }
        _ => Ok(()),
    }
}

impl App {
    /// Opens a table; its match begins at once if no seat is open.
    pub(crate) async fn table_open(
        self: &Arc<App>,
        account: &Account,
        spec: TableSpec,
        peer: Peer,
    ) -> Result<Result<Arc<Room>, Value>, RoomError> {
        self.check_free(&account.id)?;
        if !self.gate.may_open(peer) {
            self.gate.note_hit("opens", peer);
            let text = "too many tables and matches from this address; wait a minute";
            return Err(RoomError::refused("rate_limited", text));
        }
        let rules = self.rules(&spec.game);
        let rules = rules.map_err(|text| RoomError::refused("no_such_game", text))?;
        check_wishes(&spec, rules.secret_keys())?;
        self.check_class(&spec.game, spec.class.as_deref())?;
        let places = &spec.seats;
        let fits = |table: &dyn bout_core::AnyMatch| {
            let people =
                (0..).map(bout_core::Seat).zip(places).filter(|(_, place)| place.is_person());
            // A wrong number of seats is told as that.
            places.len() != usize::from(table.seats())
                || people.into_iter().all(|(seat, _)| table.people().contains(seat))
        };
        let mut config = rules.suited(&Occasion::Seated(spec.plan()));
        bout_core::merge(&mut config, &spec.config);
        let spec = TableSpec { config, ..spec.clone() };
        let (preset, table) = self.setting(&spec.game, spec.preset.clone(), &spec.config, fits)?;
        check_table(&spec, &*table)?;
        drop(table);
        let open = places.contains(&Place::Open {});
        let config =
            if open { self.networked(&spec.game, &spec.config) } else { spec.config.clone() };
        let spec = TableSpec { preset, config, ..spec };
        let seats: Vec<_> =
            spec.seats.iter().map(|place| self.placed(place, account, &spec)).collect();
        let seats: Vec<Option<Sitter>> = seats.into_iter().collect::<Result<_, _>>()?;
        let mut classes = vec![None; seats.len()];
        if let Some(own) = spec.seats.iter().position(|place| *place == (Place::Me {})) {
            classes[own].clone_from(&spec.class);
        }
        let host = spec.host.then(|| sitter(account));
        let (owner, since, opened) = (account.id.clone(), unix_ms(), Instant::now());
        let changes = self.changes(&spec);
        let table = Table {
            spec,
            changes,
            owner,
            peer,
            seats,
            classes,
            host,
            since,
            opened,
            beginning: false,
        };
        if open { self.put_up(table).map(Err) } else { self.table_begin(table).await.map(Ok) }
    }

    /// What a table changes of its preset, without what only its owner may know.
    fn changes(&self, spec: &TableSpec) -> Value {
        let Ok(rules) = self.rules(&spec.game) else { return no_changes() };
        let whole = |config: &Value| rules.config(spec.preset.as_deref(), config).ok();
        let usual = whole(&self.networked(&spec.game, &no_changes()));
        let changed = usual.zip(whole(&spec.config));
        let changed = changed.and_then(|(usual, set)| differing(&set, &usual));
        let mut changed = changed.unwrap_or_else(no_changes);
        // What is not set hides nothing, and may be why the table is not the usual one.
        let unset = |key: &&&str| changed.get(**key).is_some_and(Value::is_null);
        let unset: Vec<_> = rules.secret_keys().iter().filter(unset).copied().collect();
        self.hide_secrets(&spec.game, &mut changed);
        unset.into_iter().for_each(|key| changed[key] = Value::Null);
        changed
    }

    /// Lets a table wait for players; gives its card.
    fn put_up(&self, table: Table) -> Result<Value, RoomError> {
        let limits = &self.settings.limits;
        let mut hall = self.hall();
        let tables = &mut hall.lobby.tables;
        let closed = tables.close_owned(&table.owner);
        let refused = if tables.opened_from(table.peer) >= limits.tables_per_address {
            self.gate.note_hit("tables_per_address", table.peer);
            Some(RoomError::refused("too_many_tables", "too many tables from this address"))
        } else if tables.0.len() >= limits.tables {
            self.gate.note_hit("tables", table.peer);
            Some(RoomError::refused("server_full", "the server has no free table; try again later"))
        } else {
            None
        };
        let code = crate::token::code();
        let card = json!(table.card(&code));
        if refused.is_none() {
            tables.0.insert(code, table);
        }
        drop(hall);
        self.tell_tables(TablesChanged { closed, freed: Vec::new() });
        refused.map_or(Ok(card), Err)
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
                if !parsed.is_plain() {
                    let text =
                        format!("choose a level without parameters, such as '{}'", parsed.name);
                    return Err(RoomError::refused("bot_parameters", text));
                }
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

    /// A table by its code. Wrong codes are limited per address, so that nobody finds tables by
    /// trying.
    pub(crate) fn table_look(&self, code: &str, peer: Peer) -> Result<TableCard, RoomError> {
        self.with_table(code, peer, |code, table| Ok(table.card(code)))
    }

    fn with_table<T>(
        &self,
        code: &str,
        peer: Peer,
        work: impl FnOnce(&str, &mut Table) -> Result<T, RoomError>,
    ) -> Result<T, RoomError> {
        if !self.gate.may_try_code(peer) {
            self.gate.note_hit("wrong_codes", peer);
            let text = "too many wrong codes from this address; wait a minute";
            return Err(RoomError::refused("rate_limited", text));
        }
        let code = code.to_uppercase();
        let mut hall = self.hall();
        let found = hall.lobby.tables.get_mut(&code);
        match found {
            Ok(table) => work(&code, table),
            Err(error) => {
                self.gate.note_wrong_code(peer);
                Err(error)
            }
        }
    }

    /// Takes a seat at a table; begins its match once all seats are taken. If the match cannot be
    /// stored, the table waits on with that seat free.
    pub(crate) async fn table_join(
        self: &Arc<App>,
        account: &Account,
        (code, seat): (&str, Option<u8>),
        class: Option<String>,
        peer: Peer,
    ) -> Result<Result<Arc<Room>, Value>, RoomError> {
        self.check_free(&account.id)?;
        let (code, card, others, full) = self.with_table(code, peer, |code, table| {
            self.check_class(&table.spec.game, class.as_deref())?;
            let full = table.sit(account, seat, class)?;
            table.beginning = full;
            let (card, others) = (json!(table.card(code)), table.others(&account.id));
            Ok((code.to_owned(), card, others, full.then(|| table.clone())))
        })?;
        let Some(table) = full else {
            self.tell_accounts(&others, &json!({"type": "table", "table": card}));
            return Ok(Err(card));
        };
        let begun = self.table_begin(table).await;
        let mut hall = self.hall();
        match begun {
            Ok(room) => {
                hall.lobby.tables.0.remove(&code);
                Ok(Ok(room))
            }
            Err(error) => {
                if let Some(table) = hall.lobby.tables.0.get_mut(&code) {
                    table.beginning = false;
                    table.free(&account.id);
                }
                Err(error)
            }
        }
    }

    /// Gets up from a table; the owner's leaving closes it.
    pub(crate) fn table_leave(
        &self,
        account: &str,
        code: &str,
        peer: Peer,
    ) -> Result<(), RoomError> {
        let (code, owned, told) = self.with_table(code, peer, |code, table| {
            let owned = table.owner == account;
            if !table.free(account) && !owned {
                return Err(RoomError::refused("not_seated", "you do not sit at this table"));
            }
            Ok((code.to_owned(), owned, (json!(table.card(code)), table.others(account))))
        })?;
        let changed = if owned {
            self.hall().lobby.tables.0.remove(&code);
            TablesChanged { closed: vec![(code, told.1)], freed: Vec::new() }
        } else {
            TablesChanged { closed: Vec::new(), freed: vec![told] }
        };
        self.tell_tables(changed);
        Ok(())
    }

    /// Tells everybody who sits at tables that have changed.
    pub(crate) fn tell_tables(&self, changed: TablesChanged) {
        for (code, others) in changed.closed {
            self.tell_accounts(&others, &json!({"type": "table_closed", "code": code}));
        }
        for (table, others) in changed.freed {
            self.tell_accounts(&others, &json!({"type": "table", "table": table}));
        }
    }

    fn tell_accounts(&self, accounts: &[String], message: &Value) {
        let hall = self.hall();
        for link in accounts.iter().filter_map(|account| hall.links.get(account)) {
            link.send(crate::message::write(message));
        }
    }

    async fn table_begin(self: &Arc<App>, table: Table) -> Result<Arc<Room>, RoomError> {
        let Table { spec, seats, classes, host, .. } = table;
        let seats = seats.into_iter().flatten().collect();
        let meta = Meta { public: spec.public, host, ..Meta::private(seats, spec.bot_pace_ms) };
        let origin = spec.seed.map_or(Origin::Fresh, Origin::Seeded);
        let TableSpec { game, preset, config, .. } = spec;
        let config = self.with_classes((&game, preset.as_deref()), &config, &classes)?;
        let beginning = Beginning { id: new_id("m_"), game, preset, config, meta, origin };
        let room = begin(self, beginning).await?;
        self.seat_players(&room).await;
        Ok(room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_told() {
        let usual = json!({"a": 1, "b": {"c": 2, "d": [3]}, "e": null});
        for (set, expected) in [
            (usual.clone(), json!(null)),
            (json!({"a": 2, "b": {"c": 2, "d": [3]}, "e": null}), json!({"a": 2})),
            (json!({"a": 1, "b": {"c": 5, "d": [3]}, "e": null}), json!({"b": {"c": 5}})),
            (json!({"a": 1, "b": {"c": 2, "d": [3, 4]}}), json!({"b": {"d": [3, 4]}})),
            (json!({"a": 1, "b": null, "f": 0}), json!({"b": null, "f": 0})),
        ] {
            assert_eq!(differing(&set, &usual).unwrap_or_default(), expected, "{set}");
        }
    }
}
