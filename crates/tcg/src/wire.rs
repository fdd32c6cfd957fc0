//! The state as it is written: names and nesting of the rules document (rules 3).

use bout_core::{Current, List, Millis, Seat, SeatSet, Timers};
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::action::Command;
use crate::card::EVERYTHING;
use crate::deck::Deck;
use crate::index::Live;
use crate::phase::{MatchState, Timer, TurnPhase};
use crate::prompt::Asked;
use crate::state::{
    Attached, CancelReason, Creature, End, Frame, LastAction, MatchResult, NEVER, NOBODY, Once,
    Pending, Pile, Position, PromptKind, Rotation, SLOTS, Side, Slot, Stadium, State, Timed,
    TimedKind, WinCondition,
};
use crate::symbol::{Card, Label, Symbol};
use crate::words::{Type, Types};

/// How a seat is called.
pub fn player_name(seat: Seat) -> &'static str {
    match seat.0 {
        0 => "PLAYER1",
        1 => "PLAYER2",
        _ => "HOST",
    }
}

/// Seats as the rules document calls them.
pub mod player {
    use bout_core::Seat;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    /// Writes a seat.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this form")]
    pub fn serialize<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(super::player_name(*seat))
    }

    /// Reads a seat.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "PLAYER1" => Ok(Seat(0)),
            "PLAYER2" => Ok(Seat(1)),
            "HOST" => Ok(Seat::HOST),
            other => Err(D::Error::custom(format!("'{other}' is neither PLAYER1 nor PLAYER2"))),
        }
    }
}

/// A seat in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Player(#[serde(with = "player")] pub Seat);

fn seats(list: &[Player]) -> Result<SeatSet, String> {
    if list.iter().any(|player| player.0 == Seat::HOST) {
        return Err("cancelOffers: players are expected".into());
    }
    Ok(list.iter().map(|player| player.0).collect())
}

/// How much a timed effect does: a number, or the word `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount(pub i16);

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            EVERYTHING => serializer.serialize_str("all"),
            amount => serializer.serialize_i16(amount),
        }
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected a number, or \"all\"")]
        enum Read {
            Number(i16),
            Word(String),
        }
        match Read::deserialize(deserializer)? {
            Read::Number(amount) => Ok(Amount(amount)),
            Read::Word(word) if word == "all" => Ok(Amount(EVERYTHING)),
            Read::Word(word) => Err(D::Error::custom(format!("'{word}' is no amount"))),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "Timed")]
pub(crate) struct TimedDocument {
    kind: TimedKind,
    amount: Amount,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    source: Vec<Type>,
    expires: u16,
}

impl TimedDocument {
    fn of(timed: &Timed) -> Self {
        let Timed { kind, amount, expires, types, .. } = *timed;
        TimedDocument { kind, amount: Amount(amount), source: types.iter().collect(), expires }
    }

    fn timed(&self, slot: u8) -> Timed {
        let types: Types = self.source.iter().copied().collect();
        Timed { slot, kind: self.kind, types, amount: self.amount.0, expires: self.expires }
    }
}

/// Timed effects as views tell them.
pub(crate) fn timed_documents(side: &Side, slot: u8) -> impl Iterator<Item = TimedDocument> {
    side.timed.iter().filter(move |timed| timed.slot == slot).map(TimedDocument::of)
}

/// An attached trainer card: one that stays is written as itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a card id, or {\"cardId\", \"until\"}")]
enum Tool {
    Stays(Card),
    Goes {
        #[serde(rename = "cardId")]
        card: Card,
        until: u16,
    },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Extra {
    turn: u16,
    count: u16,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct CreatureDocument {
    instance_id: u32,
    slot: u8,
    cards: List<Card, 3>,
    attached_energy: Vec<Card>,
    tools: Vec<Tool>,
    damage: u16,
    doomed: bool,
    rotation: Rotation,
    paralyzed_on_turn: Option<u16>,
    poison: u8,
    burned: bool,
    entered_on_turn: u16,
    evolved_on_turn: Option<u16>,
    ability_used_on_turn: Option<u16>,
    ability_uses: u16,
    extra_energy_on_turn: Option<Extra>,
    used_on_turn: Option<u16>,
    used_attack: u8,
    timed: Vec<TimedDocument>,
}

fn when(turn: u16) -> Option<u16> {
    (turn != NEVER).then_some(turn)
}

impl CreatureDocument {
    fn of(side: &Side, slot: u8) -> Self {
        let creature = side.creature(slot);
        let on = || side.on(slot).map(|(_, attached)| attached);
        let tool = |attached: &Attached| match attached.until {
            NEVER => Tool::Stays(attached.card),
            until => Tool::Goes { card: attached.card, until },
        };
        let extra = when(creature.extra_on);
        CreatureDocument {
            instance_id: creature.id,
            slot,
            cards: creature.cards,
            attached_energy: on().filter(|found| found.energy).map(|found| found.card).collect(),
            tools: on().filter(|found| !found.energy).map(tool).collect(),
            damage: creature.damage,
            doomed: creature.doomed,
            rotation: creature.rotation,
            paralyzed_on_turn: when(creature.paralyzed_on),
            poison: creature.poison,
            burned: creature.burned,
            entered_on_turn: creature.entered_on,
            evolved_on_turn: when(creature.evolved_on),
            ability_used_on_turn: when(creature.ability_on),
            ability_uses: creature.ability_uses,
            extra_energy_on_turn: extra.map(|turn| Extra { turn, count: creature.extra_count }),
            used_on_turn: when(creature.used_on),
            used_attack: creature.used_attack,
            timed: side.timed.iter().filter(|t| t.slot == slot).map(TimedDocument::of).collect(),
        }
    }

    fn creature(&self) -> Creature {
        let turn = |turn: Option<u16>| turn.unwrap_or(NEVER);
        let extra = self.extra_energy_on_turn.as_ref();
        Creature {
            id: self.instance_id,
            cards: self.cards,
            damage: self.damage,
            doomed: self.doomed,
            rotation: self.rotation,
            paralyzed_on: turn(self.paralyzed_on_turn),
            poison: self.poison,
            burned: self.burned,
            entered_on: self.entered_on_turn,
            evolved_on: turn(self.evolved_on_turn),
            ability_on: turn(self.ability_used_on_turn),
            ability_uses: self.ability_uses,
            extra_on: extra.map_or(NEVER, |extra| extra.turn),
            extra_count: extra.map_or(0, |extra| extra.count),
            used_on: turn(self.used_on_turn),
            used_attack: self.used_attack,
        }
    }

    fn settle(&self, side: &mut Side) -> Result<u8, String> {
        let slot = self.slot;
        if usize::from(slot) >= SLOTS || side.creature(slot).id != 0 || self.instance_id == 0 {
            return Err("creatures: each has a slot 0 to 5 and an instanceId of its own".into());
        }
        *side.creature_mut(slot) = self.creature();
        let tools = self.tools.iter().map(|tool| match tool {
            Tool::Stays(card) => Attached { card: *card, slot, energy: false, until: NEVER },
            Tool::Goes { card, until } => {
                Attached { card: *card, slot, energy: false, until: *until }
            }
        });
        let energies = self.attached_energy.iter();
        let energies =
            energies.map(|card| Attached { card: *card, slot, energy: true, until: NEVER });
        for attached in energies.chain(tools) {
            side.attached.try_push(attached).map_err(|_| "more than 60 attached cards")?;
        }
        for timed in &self.timed {
            side.timed.try_push(timed.timed(slot)).map_err(|_| "too many timed effects")?;
        }
        Ok(slot)
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the rules document has these switches")]
struct SideDocument {
    joined: bool,
    deck_id: Label,
    deck_size: u32,
    unknown_cards: u32,
    deck: Vec<Card>,
    hand: Pile,
    prize_cards: List<Card, 6>,
    discard_pile: Pile,
    active: Option<CreatureDocument>,
    bench: Vec<CreatureDocument>,
    hand_valid: bool,
    invalid_hands: u16,
    hand_revealed: bool,
    active_selected: bool,
    setup_ready: bool,
    energy_attached_this_turn: u16,
    retreats_this_turn: u16,
    supporters_this_turn: u16,
    stadiums_this_turn: u16,
    main_actions_this_turn: u16,
    turns_taken: u16,
    once_per_game_used: Vec<String>,
    timed: Vec<TimedDocument>,
    expiries: u16,
}

/// A used-up thing as the rules document writes it.
pub(crate) fn once_text(once: &Once, name: &str) -> String {
    match once.attack {
        NOBODY => name.to_owned(),
        attack => format!("{name}/{attack}"),
    }
}

fn once_of(text: &str) -> Result<Once, String> {
    let attack = text.rsplit_once('/').and_then(|(name, attack)| {
        Some(Once { name: Symbol::find(name)?, attack: attack.parse().ok().filter(|n| *n < 4)? })
    });
    let card = || Symbol::find(text).map(|name| Once { name, attack: NOBODY });
    attack.or_else(card).ok_or_else(|| format!("oncePerGameUsed: '{text}' names no card"))
}

impl SideDocument {
    fn of(side: &Side) -> Self {
        let creature = |slot: u8| CreatureDocument::of(side, slot);
        SideDocument {
            joined: side.joined,
            deck_id: side.deck_id,
            deck_size: side.deck_size,
            unknown_cards: side.unknown,
            deck: side.deck.iter().rev().copied().collect(),
            hand: *side.hand,
            prize_cards: side.prizes,
            discard_pile: side.discard,
            active: side.active.get().map(creature),
            bench: side.bench.iter().map(|slot| creature(*slot)).collect(),
            hand_valid: side.hand_valid,
            invalid_hands: side.invalid_hands,
            hand_revealed: side.revealed,
            active_selected: side.active_selected,
            setup_ready: side.setup_ready,
            energy_attached_this_turn: side.energy_attached,
            retreats_this_turn: side.retreats,
            supporters_this_turn: side.supporters,
            stadiums_this_turn: side.stadiums,
            main_actions_this_turn: side.main_actions,
            turns_taken: side.turns_taken,
            once_per_game_used: side
                .once
                .iter()
                .map(|once| once_text(once, &once.name.text()))
                .collect(),
            timed: side.timed.iter().filter(|t| t.slot == NOBODY).map(TimedDocument::of).collect(),
            expiries: side.expiries,
        }
    }

    fn side(&self) -> Result<Side, String> {
        let mut side = Side {
            joined: self.joined,
            deck_id: self.deck_id,
            deck_size: self.deck_size,
            unknown: self.unknown_cards,
            hand: self.hand.into(),
            prizes: self.prize_cards,
            discard: self.discard_pile,
            hand_valid: self.hand_valid,
            invalid_hands: self.invalid_hands,
            revealed: self.hand_revealed,
            active_selected: self.active_selected,
            setup_ready: self.setup_ready,
            energy_attached: self.energy_attached_this_turn,
            retreats: self.retreats_this_turn,
            supporters: self.supporters_this_turn,
            stadiums: self.stadiums_this_turn,
            main_actions: self.main_actions_this_turn,
            turns_taken: self.turns_taken,
            expiries: self.expiries,
            ..Side::default()
        };
        for card in self.deck.iter().rev() {
            side.deck.try_push(*card).map_err(|_| "deck: more than 60 cards")?;
        }
        if let Some(active) = &self.active {
            side.active = Slot(active.settle(&mut side)?);
        }
        for benched in &self.bench {
            let slot = benched.settle(&mut side)?;
            side.bench.try_push(slot).map_err(|_| "bench: more than 5 creatures")?;
        }
        side.attached.sort_by_key(|found| (found.slot, !found.energy));
        side.timed.sort_by_key(|timed| timed.slot);
        for timed in &self.timed {
            side.timed.try_push(timed.timed(NOBODY)).map_err(|_| "too many timed effects")?;
        }
        for text in &self.once_per_game_used {
            side.once.try_push(once_of(text)?).map_err(|_| "oncePerGameUsed: too many")?;
        }
        Ok(side)
    }
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct PendingDocument {
    choice_id: u32,
    player: Player,
    kind: PromptKind,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct StadiumDocument {
    card_id: Card,
    owner: Player,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct LastDocument {
    action_id: u32,
    player_id: Player,
    action_type: Command,
    card_id: Option<Card>,
    secret: bool,
    target: Option<Position>,
    index: Option<u8>,
}

/// A state on the wire.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct StateDocument {
    state: MatchState,
    phase: Option<TurnPhase>,
    first_player: Option<Player>,
    current_player: Option<Player>,
    turn_number: u16,
    pending: Vec<PendingDocument>,
    marked: List<u8, 60>,
    chosen: List<u8, 60>,
    held: Pile,
    resolving: List<Frame, 8>,
    turn_ending: bool,
    cancel_offers: Vec<Player>,
    stadium: Option<StadiumDocument>,
    result: Option<MatchResult>,
    win_condition: Option<WinCondition>,
    by_turn_limit: bool,
    cancellation_reason: Option<CancelReason>,
    cancelled_by: Option<Player>,
    started_at: Option<Millis>,
    ended_at: Option<Millis>,
    last_action: Option<LastDocument>,
    actions: u32,
    choices: u32,
    instances: u32,
    features: u8,
    timers: Timers<Timer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    brought_deck: Option<Box<Deck>>,
    player1: SideDocument,
    player2: SideDocument,
}

impl From<State> for StateDocument {
    fn from(state: State) -> Self {
        let [player1, player2] = [0, 1].map(|n: usize| SideDocument::of(&state.sides[n]));
        let pending = |found: &Pending| PendingDocument {
            choice_id: found.id,
            player: Player(found.seat),
            kind: found.kind,
        };
        let last = |last: LastAction| LastDocument {
            action_id: last.id,
            player_id: Player(last.seat),
            action_type: last.command,
            card_id: (!last.card.is_none()).then_some(last.card),
            secret: last.secret,
            target: last.target,
            index: last.index,
        };
        let stadium =
            |found: Stadium| StadiumDocument { card_id: found.card, owner: Player(found.owner) };
        let end = state.end;
        StateDocument {
            state: state.phase.get(),
            phase: state.turn_phase,
            first_player: state.first.map(Player),
            current_player: state.current.map(Player),
            turn_number: state.turn,
            pending: state.pending.iter().map(pending).collect(),
            marked: state.marks,
            chosen: state.chosen,
            held: state.held,
            resolving: state.stack,
            turn_ending: state.turn_ending,
            cancel_offers: state.cancel_offers.iter().map(Player).collect(),
            stadium: state.stadium.map(stadium),
            result: end.map(|end| end.result),
            win_condition: end.and_then(|end| end.condition),
            by_turn_limit: end.is_some_and(|end| end.by_limit),
            cancellation_reason: end.and_then(|end| end.reason),
            cancelled_by: end.and_then(|end| end.cancelled_by).map(Player),
            started_at: state.started_at,
            ended_at: end.map(|end| end.at),
            last_action: state.last.map(last),
            actions: state.actions,
            choices: state.choices,
            instances: state.instances,
            features: state.features,
            timers: state.timers,
            brought_deck: state.brought,
            player1,
            player2,
        }
    }
}

fn seated(player: Option<Player>) -> Result<Option<Seat>, String> {
    match player {
        Some(Player(Seat::HOST)) => Err("a player is expected, not the host".into()),
        player => Ok(player.map(|player| player.0)),
    }
}

impl StateDocument {
    fn end(&self) -> Result<Option<End>, String> {
        let Some(result) = self.result else { return Ok(None) };
        Ok(Some(End {
            result,
            condition: self.win_condition,
            by_limit: self.by_turn_limit,
            reason: self.cancellation_reason,
            cancelled_by: seated(self.cancelled_by)?,
            at: self.ended_at.ok_or("endedAt: an ended match ended at some time")?,
        }))
    }

    fn pending(&self) -> Result<List<Pending, { crate::state::PENDING_MAX }>, String> {
        let mut pending = List::new();
        for found in &self.pending {
            let seat = seated(Some(found.player))?.unwrap_or(Seat(0));
            let (id, kind) = (found.choice_id, found.kind);
            pending
                .try_push(Pending { id, seat, kind })
                .map_err(|_| "pending: too many decisions")?;
        }
        Ok(pending)
    }
}

impl TryFrom<StateDocument> for State {
    type Error = String;

    fn try_from(document: StateDocument) -> Result<Self, String> {
        let last = document.last_action.map(|last| LastAction {
            id: last.action_id,
            seat: last.player_id.0,
            command: last.action_type,
            card: last.card_id.unwrap_or(Card::NONE),
            secret: last.secret,
            target: last.target,
            index: last.index,
        });
        let stadium = match document.stadium {
            Some(found) => {
                let owner = seated(Some(found.owner))?.unwrap_or(Seat(0));
                Some(Stadium { card: found.card_id, owner })
            }
            None => None,
        };
        if document.resolving.iter().any(|frame| frame.player.0 > 1) {
            return Err("resolving: each frame belongs to a player".into());
        }
        let mut state = State {
            phase: Current::start(document.state),
            turn_phase: document.phase,
            sides: [document.player1.side()?, document.player2.side()?],
            first: seated(document.first_player)?,
            current: seated(document.current_player)?,
            turn: document.turn_number,
            pending: document.pending()?,
            marks: document.marked,
            chosen: document.chosen,
            held: document.held,
            stack: document.resolving,
            turn_ending: document.turn_ending,
            cancel_offers: seats(&document.cancel_offers)?,
            stadium,
            started_at: document.started_at,
            end: document.end()?,
            brought: document.brought_deck,
            last,
            actions: document.actions,
            choices: document.choices,
            instances: document.instances,
            timers: document.timers,
            features: document.features,
            asked: Asked::default(),
            live: Live::default(),
        };
        for seat in [Seat(0), Seat(1)] {
            state.side_mut(seat).total = state.sum_of_cards(seat);
        }
        Ok(state)
    }
}
