//! The state as it is written: names and nesting of the rules document (rules 3.1, 3.2, 11).

use bout_core::{Current, List, Millis, Named, Seat, Timers};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::Tank;
use crate::card::{Card, Hand, KINDS, Row};
use crate::config::Controller;
use crate::phase::{Phase, Timer};
use crate::pile::{CARDS_MAX, Piles};
use crate::rules::Class;
use crate::state::{EndReason, MainAction, Mode, Pending, Player, State};

/// What a tank has on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Tableau {
    /// The loaded munition.
    pub breech: Option<Card>,
    /// Hazards, in order of arrival.
    pub hazards: Row<3>,
    /// Safeties, in order of arrival.
    pub safeties: Row<16>,
    /// Armor charges.
    pub ablative_armor: u16,
}

/// How a tank feels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct StatusFlags {
    /// In adrenaline.
    pub is_adrenaline: bool,
    /// Cannot be attacked yet.
    pub has_spawn_shield: bool,
}

impl From<&Player> for Tableau {
    fn from(player: &Player) -> Self {
        Tableau {
            breech: player.breech,
            hazards: player.hazards,
            safeties: player.safeties,
            ablative_armor: player.ablative,
        }
    }
}

impl From<&Player> for StatusFlags {
    fn from(player: &Player) -> Self {
        StatusFlags { is_adrenaline: player.adrenaline, has_spawn_shield: player.shield }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerDocument {
    id: u8,
    class: Class,
    team: u8,
    #[serde(rename = "maxHP")]
    max_hp: u16,
    #[serde(rename = "currentHP")]
    hp: u16,
    #[serde(rename = "killMarks")]
    kill_marks: u16,
    hand: Hand,
    tableau: Tableau,
    #[serde(rename = "statusFlags")]
    status: StatusFlags,
    controller: Controller,
    missed: u32,
    conceded: bool,
}

/// A state on the wire.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateDocument {
    deck: Vec<Card>,
    deck_ordered: bool,
    discard: Vec<Card>,
    players: Vec<PlayerDocument>,
    #[serde(rename = "turnIndex")]
    active: Seat,
    turn: u32,
    mode: Mode,
    phase: Phase,
    pending: Option<Pending>,
    passive_used: bool,
    main_action: Option<MainAction>,
    bonus_next: Option<Seat>,
    #[serde(rename = "gameOver")]
    game_over: bool,
    winner: Option<Seat>,
    end_reason: Option<EndReason>,
    turn_left_ms: Option<u64>,
    timers: Timers<Timer>,
}

impl From<State> for StateDocument {
    fn from(state: State) -> Self {
        let player = |(player, id): (&Player, u8)| PlayerDocument {
            id,
            class: player.class,
            team: player.team,
            max_hp: player.max_hp,
            hp: player.hp,
            kill_marks: player.kill_marks,
            hand: player.hand,
            tableau: player.into(),
            status: player.into(),
            controller: player.controller,
            missed: player.missed,
            conceded: player.conceded,
        };
        StateDocument {
            deck: state.piles.deck().to_vec(),
            deck_ordered: state.deck_ordered,
            discard: state.piles.discard().collect(),
            players: state.players.iter().zip(0..).map(player).collect(),
            active: state.active,
            turn: state.turn,
            mode: state.mode(),
            phase: state.phase.get(),
            pending: state.pending,
            passive_used: state.passive_used,
            main_action: state.main_action,
            bonus_next: state.bonus_next,
            game_over: state.end_reason.is_some(),
            winner: state.winner,
            end_reason: state.end_reason,
            turn_left_ms: turn_left(&state),
            timers: state.timers,
        }
    }
}

/// What is left of the turn clock while a window is open.
pub fn turn_left(state: &State) -> Option<u64> {
    let held = state.timers.is_held(Timer::Turn);
    held.then(|| state.timers.left(Timer::Turn, Millis(0))).flatten()
}

impl TryFrom<StateDocument> for State {
    type Error = String;

    fn try_from(document: StateDocument) -> Result<Self, String> {
        let seats = document.players.len();
        if seats > 4 || document.players.iter().zip(0..).any(|(player, id)| player.id != id) {
            return Err("players: at most 4, their ids in seat order".into());
        }
        let charges = document.players.iter().map(|player| player.tableau.ablative_armor);
        if charges.into_iter().any(|charges| usize::from(charges) > CARDS_MAX) {
            return Err(format!("ablativeArmor: more than {CARDS_MAX} cards"));
        }
        let seated = |seat: &Option<Seat>| seat.is_none_or(|seat| seat.index() < seats);
        if !seated(&document.bonus_next) || !seated(&document.winner) {
            return Err("bonus_next, winner: a seat of the match".into());
        }
        let mut state = State {
            phase: Current::start(document.phase),
            piles: piles(&document)?,
            deck_ordered: document.deck_ordered,
            players: document.players.iter().map(player).collect(),
            active: document.active,
            turn: document.turn,
            pending: document.pending,
            passive_used: document.passive_used,
            main_action: document.main_action,
            bonus_next: document.bonus_next,
            winner: document.winner,
            end_reason: document.end_reason,
            timers: document.timers,
            total: [0; KINDS],
        };
        if document.mode != state.mode() || document.game_over != state.end_reason.is_some() {
            return Err("mode, gameOver: they do not fit players or end_reason".into());
        }
        if document.turn_left_ms != turn_left(&state) {
            return Err("turn_left_ms: not what is left of the held turn clock".into());
        }
        state.total = state.count_cards();
        let cards: u32 = state.total.iter().map(|n| u32::from(*n)).sum();
        if cards > CARDS_MAX as u32 {
            Err(format!("more than {CARDS_MAX} cards"))
        } else {
            Ok(state)
        }
    }
}

fn piles(document: &StateDocument) -> Result<Piles, String> {
    if document.deck.len() + document.discard.len() > CARDS_MAX {
        return Err(format!("deck, discard: more than {CARDS_MAX} cards"));
    }
    let mut piles = Piles::new(&document.deck);
    document.discard.iter().for_each(|card| piles.throw(*card));
    Ok(piles)
}

fn player(document: &PlayerDocument) -> Player {
    Player {
        class: document.class,
        team: document.team,
        max_hp: document.max_hp,
        hp: document.hp,
        kill_marks: document.kill_marks,
        hand: document.hand,
        breech: document.tableau.breech,
        hazards: document.tableau.hazards,
        safeties: document.tableau.safeties,
        ablative: document.tableau.ablative_armor,
        adrenaline: document.status.is_adrenaline,
        shield: document.status.has_spawn_shield,
        controller: document.controller,
        missed: document.missed,
        conceded: document.conceded,
    }
}

impl Tank {
    /// Fills in what a hand-written state leaves out: initial values, and `deck_top_first`.
    pub(crate) fn completed(&self, state: &Value) -> Result<Value, String> {
        let Value::Object(given) = state else { return Err("a state is an object".into()) };
        let mut whole = self.initial(given);
        let mut given = given.clone();
        // The log is the host's and the rules stand in the config: neither is taken from here.
        given.remove("log");
        self.same_rules(given.remove("rules"))?;
        if let Some(mut deck) = given.remove("deck_top_first") {
            if given.contains_key("deck") {
                return Err("deck, deck_top_first: one of them".into());
            }
            deck.as_array_mut().ok_or("deck_top_first: a list of cards")?.reverse();
            given.insert("deck".into(), deck);
            given.insert("deck_ordered".into(), true.into());
        }
        if let Some(players) = given.remove("players") {
            whole.insert("players".into(), self.players(players)?);
        }
        whole.extend(given);
        Ok(Value::Object(whole))
    }

    /// A state may repeat the rules it was played by, but not change them.
    fn same_rules(&self, rules: Option<Value>) -> Result<(), String> {
        let Some(rules) = rules else { return Ok(()) };
        let known = self.rules.document();
        let given = rules.as_object().ok_or("rules: an object of keys and values")?;
        match given.iter().find(|(key, value)| known.get(*key) != Some(value)) {
            None => Ok(()),
            Some((key, _)) => Err(format!("rules: '{key}' is not what the config says")),
        }
    }

    fn initial(&self, given: &Map<String, Value>) -> Map<String, Value> {
        let ended = given.get("end_reason").is_some_and(|reason| !reason.is_null());
        let seats = self.config.classes.len();
        let mode = if seats == 2 { Mode::Duel } else { Mode::Deathmatch };
        let deck: Vec<&str> = self.deck.iter().map(Named::name).collect();
        let document = json!({
            "deck": deck, "deck_ordered": false, "discard": [], "players": self.players(json!([])).unwrap_or_default(),
            "turnIndex": 0, "turn": 1, "mode": mode, "phase": if ended { "game_over" } else { "action" },
            "pending": null, "passive_used": false, "main_action": null, "bonus_next": null,
            "gameOver": ended, "winner": null, "end_reason": null, "turn_left_ms": null, "timers": [],
        });
        let Value::Object(map) = document else { return Map::new() };
        map
    }

    fn players(&self, given: Value) -> Result<Value, String> {
        let Value::Array(mut given) = given else { return Err("players: a list".into()) };
        given.resize(given.len().max(self.config.classes.len()), json!({}));
        let players = given.into_iter().enumerate().map(|(seat, given)| {
            let class = given.get("class").and_then(Value::as_str).and_then(Class::from_name);
            let class = class.or(self.config.classes.get(seat).copied()).unwrap_or(Class::Heavy);
            let max = given.get("maxHP").cloned().unwrap_or_else(|| json!(self.rules.class(class).max_hp));
            let mut player = json!({
                "id": seat, "class": class, "team": self.config.team(seat), "maxHP": max, "currentHP": max, "killMarks": 0, "hand": [],
                "tableau": {"breech": null, "hazards": [], "safeties": [], "ablativeArmor": 0},
                "statusFlags": {"isAdrenaline": false, "hasSpawnShield": false},
                "controller": self.config.controller(seat), "missed": 0, "conceded": false,
            });
            bout_core::merge(&mut player, &given);
            player
        });
        Ok(players.collect())
    }

    /// The unshuffled deck.
    pub(crate) fn build_deck(counts: &[u16; KINDS]) -> Vec<Card> {
        let copies = |card: &Card| std::iter::repeat_n(*card, usize::from(counts[*card as usize]));
        Card::ALL.iter().flat_map(copies).collect()
    }

    /// A tank at the start of a match.
    pub(crate) fn fresh_player(&self, seat: usize) -> Player {
        let class = self.config.classes[seat];
        let hp = self.rules.class(class).max_hp;
        let controller = self.config.controller(seat);
        let team = self.config.team(seat);
        Player { class, team, max_hp: hp, hp, controller, ..Player::default() }
    }

    pub(crate) fn fresh_players(&self) -> List<Player, 4> {
        (0..usize::from(self.seats)).map(|seat| self.fresh_player(seat)).collect()
    }
}
