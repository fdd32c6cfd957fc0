//! A view as it is written (rules 8.1).

use std::collections::BTreeMap;

use bout_core::{Millis, Named, Seat, described_as};
use schemars::JsonSchema;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::Status;
use crate::action::Command;
use crate::phase::{MatchState, Timer, TurnPhase};
use crate::prompt::OptionView;
use crate::state::{
    At, CancelReason, LastAction, MatchResult, NEVER, NOBODY, Pending, Pile, Position, PromptKind,
    Side, State, WinCondition, other,
};
use crate::symbol::{Card, Label};
use crate::view::{Seen, hides};
use crate::wire::{Player, TimedDocument, once_text, timed_documents};

/// All that is told to one viewer. What the match is called is the host's, who names it beside every
/// view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "View")]
pub(crate) struct Document {
    match_id: Option<()>,
    seat: Option<Player>,
    state: MatchState,
    current_player: Option<Player>,
    first_player: Option<Player>,
    turn_number: u16,
    phase: Option<TurnPhase>,
    player_state: Half,
    opponent_state: Half,
    stadium: Option<Ground>,
    pending: Vec<Decision>,
    resolving: Option<Resolving>,
    held: usize,
    cancel_offers: Vec<Player>,
    available_actions: Vec<Command>,
    last_action: Option<Told>,
    player_deck_id: Option<Label>,
    opponent_deck_id: Option<Label>,
    winner_id: Option<Player>,
    result: Option<MatchResult>,
    win_condition: Option<WinCondition>,
    cancellation_reason: Option<CancelReason>,
    cancelled_by: Option<Player>,
    deadlines: Deadlines,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[allow(clippy::struct_excessive_bools)]
struct Half {
    player: Player,
    joined: bool,
    hand_count: usize,
    deck_count: usize,
    discard_pile: Pile,
    discard_count: usize,
    active_pokemon: Option<CreatureView>,
    bench: Vec<CreatureView>,
    bench_count: usize,
    prize_cards_remaining: usize,
    hand_valid: bool,
    invalid_hands: u16,
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
    attached_energy: Vec<Card>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hand: Option<Pile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deck_list: Option<Vec<Counted>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opponent_has_selected: Option<bool>,
    revealed_hand: Option<Pile>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Creature")]
struct CreatureView {
    instance_id: u32,
    card_id: Card,
    position: Option<Position>,
    current_hp: u16,
    max_hp: u16,
    damage: u16,
    damage_counters: u16,
    attached_energy: Vec<Card>,
    tools: Vec<Card>,
    tools_until: Vec<Option<u16>>,
    status_effect: &'static str,
    status_effects: Vec<Status>,
    poison: u16,
    evolution_chain: bout_core::List<Card, 3>,
    entered_on_turn: u16,
    evolved_on_turn: Option<u16>,
    paralyzed_on_turn: Option<u16>,
    ability_used_on_turn: Option<u16>,
    ability_uses: u16,
    used_on_turn: Option<u16>,
    extra_energy_on_turn: Option<Extra>,
    timed: Vec<TimedDocument>,
    ability_usable: bool,
    doomed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
struct Extra {
    turn: u16,
    count: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Counted {
    card_id: Card,
    quantity: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Stadium")]
struct Ground {
    card_id: Card,
    owner: Player,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Resolving {
    kind: crate::state::FrameKind,
    player: Player,
    card_id: Option<Card>,
    at: u8,
}

/// A decision; its addressee sees what is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Decision {
    choice_id: u32,
    player: Player,
    kind: PromptKind,
    #[serde(flatten)]
    asked: Option<Question>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
struct Question {
    prompt: &'static str,
    options: Box<[OptionView]>,
    min: u8,
    max: u8,
    marked: Vec<u8>,
}

/// The last action, without what only its owner may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LastAction")]
struct Told {
    action_id: u32,
    player_id: Player,
    action_type: Command,
    action_data: Data,
}

/// With what somebody acted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ActionData")]
struct Data {
    #[serde(skip_serializing_if = "Option::is_none")]
    energy_card_id: Option<Card>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evolution_card_id: Option<Card>,
    #[serde(skip_serializing_if = "Option::is_none")]
    card_id: Option<Card>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<Position>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attack_index: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prize_index: Option<u8>,
}

/// The running clocks, and what is left of the turn while a decision is open.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Deadlines {
    running: Vec<(Timer, Millis)>,
    turn_left: Option<u64>,
}

impl From<LastAction> for Told {
    fn from(last: LastAction) -> Self {
        let card = Some(last.card).filter(|card| !card.is_none());
        let mut data = Data { target: last.target, ..Data::default() };
        let place = if last.command == Command::AttachEnergy {
            &mut data.energy_card_id
        } else if last.command == Command::Evolve {
            &mut data.evolution_card_id
        } else {
            &mut data.card_id
        };
        *place = card;
        let attacks = last.command == Command::Attack;
        *(if attacks { &mut data.attack_index } else { &mut data.prize_index }) = last.index;
        Told {
            action_id: last.id,
            player_id: Player(last.seat),
            action_type: last.command,
            action_data: data,
        }
    }
}

described_as!(Deadlines, BTreeMap<String, u64>);

impl Serialize for Deadlines {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (timer, at) in &self.running {
            map.serialize_entry(timer.name(), at)?;
        }
        if let Some(left) = &self.turn_left {
            map.serialize_entry("turnLeft", left)?;
        }
        map.end()
    }
}

impl Deadlines {
    fn of(state: &State) -> Self {
        let held = state.timers.is_held(Timer::Turn);
        let turn_left = state.timers.left(Timer::Turn, Millis(0)).filter(|_| held);
        Deadlines { running: state.timers.running().collect(), turn_left }
    }
}

impl Seen<'_> {
    /// What is told of a state with everything hidden blotted out.
    pub(crate) fn document(&self, state: &State) -> Document {
        let (own, foe) = match self.seat() {
            Some(seat) => (seat, other(seat)),
            None => (Seat(0), Seat(1)),
        };
        let end = state.end.as_ref();
        let stadium =
            state.stadium.map(|found| Ground { card_id: found.card, owner: Player(found.owner) });
        let resolving = state.stack.last().map(|frame| Resolving {
            kind: frame.kind,
            player: Player(frame.player),
            card_id: (!frame.card.is_none()).then_some(frame.card),
            at: frame.at,
        });
        Document {
            match_id: None,
            seat: self.seat().map(Player),
            state: state.phase.get(),
            current_player: state.current.map(Player),
            first_player: state.first.map(Player),
            turn_number: state.turn,
            phase: state.turn_phase,
            player_state: self.half(state, own),
            opponent_state: self.half(state, foe),
            stadium,
            pending: state.pending.iter().map(|pending| self.decision(pending)).collect(),
            resolving,
            held: state.held.len(),
            cancel_offers: state.cancel_offers.iter().map(Player).collect(),
            // Judged on the real state: nothing in it depends on what the seat may not know.
            available_actions: self
                .seat()
                .map(|seat| self.game.commands(self.state, seat))
                .unwrap_or_default(),
            last_action: state.last.map(Told::from),
            player_deck_id: self.deck_id(state, own),
            opponent_deck_id: self.deck_id(state, foe),
            winner_id: end.and_then(crate::state::End::winner).map(Player),
            result: end.map(|end| end.result),
            win_condition: end.and_then(|end| end.condition),
            cancellation_reason: end.and_then(|end| end.reason),
            cancelled_by: end.and_then(|end| end.cancelled_by).map(Player),
            deadlines: Deadlines::of(state),
        }
    }

    /// A deck is told to its owner, and to all once the match is over.
    fn deck_id(&self, state: &State, seat: Seat) -> Option<Label> {
        let told = self.viewer.owns(seat) || state.end.is_some();
        Some(state.side(seat).deck_id).filter(|id| told && !id.is_none())
    }

    fn decision(&self, pending: &Pending) -> Decision {
        let asked = self.viewer.owns(pending.seat).then(|| self.question(pending)).flatten();
        let Pending { id: choice_id, kind, seat, .. } = *pending;
        Decision { choice_id, player: Player(seat), kind, asked }
    }

    /// What the addressee of a decision is asked.
    fn question(&self, pending: &Pending) -> Option<Question> {
        let prompt = crate::prompt::words(pending.kind);
        if matches!(pending.kind, PromptKind::SelectPrize | PromptKind::SetActive) {
            let options = crate::prompt::plain_views(self.state, pending.kind, pending.seat);
            return Some(Question { prompt, options, min: 1, max: 1, marked: Vec::new() });
        }
        let open = self.game.prompt(self.state)?;
        let (options, marked) = (open.views(self.state), self.state.marks.iter().copied());
        Some(Question { prompt, options, min: open.min, max: open.max, marked: marked.collect() })
    }

    fn half(&self, state: &State, seat: Seat) -> Half {
        let side = state.side(seat);
        let (hides_active, hides_bench) = hides(state, self.viewer, seat);
        let active = side.active.get().filter(|_| !hides_active);
        let creature = |slot: u8| self.creature(state, At { side: seat.0, slot });
        let bench = side.bench.iter().filter(|_| !hides_bench).map(|slot| creature(*slot));
        let own = self.viewer.owns(seat);
        Half {
            player: Player(seat),
            joined: side.joined,
            hand_count: side.hand.len(),
            deck_count: side.deck.len(),
            discard_pile: side.discard,
            discard_count: side.discard.len(),
            active_pokemon: active.map(creature),
            bench: bench.collect(),
            bench_count: side.bench.len(),
            prize_cards_remaining: side.prizes.len(),
            hand_valid: side.hand_valid,
            invalid_hands: side.invalid_hands,
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
                .map(|once| once_text(once, self.game.cards.text(once.name)))
                .collect(),
            timed: timed_documents(side, NOBODY).collect(),
            attached_energy: active.map(|slot| energies(side, slot)).unwrap_or_default(),
            hand: own.then_some(*side.hand),
            deck_list: own.then(|| self.deck_list(seat)),
            opponent_has_selected: (!own).then_some(side.active_selected),
            revealed_hand: side.revealed.then_some(*side.hand),
        }
    }

    fn creature(&self, state: &State, at: At) -> CreatureView {
        let side = state.side_of(at);
        let creature = side.creature(at.slot);
        let max_hp = self.game.max_hp(state, at);
        let turn = |turn: u16| (turn != NEVER).then_some(turn);
        let tools = || side.on(at.slot).filter(|(_, found)| !found.energy);
        let status_effects: Vec<_> = creature.statuses().collect();
        let position = side.position(at.slot);
        let usable = position.is_some_and(|place| {
            let current = state.current == Some(Seat(at.side));
            current && self.game.can_use_ability(state, Seat(at.side), place).is_ok()
        });
        CreatureView {
            instance_id: creature.id,
            card_id: creature.top(),
            position,
            current_hp: max_hp.saturating_sub(creature.damage),
            max_hp,
            damage: creature.damage,
            damage_counters: creature.damage / 10,
            attached_energy: energies(side, at.slot),
            tools: tools().map(|(_, found)| found.card).collect(),
            tools_until: tools().map(|(_, found)| turn(found.until)).collect(),
            status_effect: status_effects.first().map_or("NONE", Named::name),
            status_effects,
            poison: creature.poison.into(),
            evolution_chain: creature.cards,
            entered_on_turn: creature.entered_on,
            evolved_on_turn: turn(creature.evolved_on),
            paralyzed_on_turn: turn(creature.paralyzed_on),
            ability_used_on_turn: turn(creature.ability_on),
            ability_uses: creature.ability_uses,
            used_on_turn: turn(creature.used_on),
            extra_energy_on_turn: turn(creature.extra_on)
                .map(|turn| Extra { turn, count: creature.extra_count }),
            timed: timed_documents(side, at.slot).collect(),
            ability_usable: usable,
            doomed: creature.doomed,
        }
    }

    /// The own deck list, counted over all places.
    fn deck_list(&self, seat: Seat) -> Vec<Counted> {
        let mut counts: Vec<Counted> = Vec::new();
        for card_id in self.game.owned(self.state, seat) {
            match counts.iter_mut().find(|known| known.card_id == card_id) {
                Some(known) => known.quantity += 1,
                None => counts.push(Counted { card_id, quantity: 1 }),
            }
        }
        counts.sort_by_key(|counted| self.game.cards.text(counted.card_id));
        counts
    }
}

fn energies(side: &Side, slot: u8) -> Vec<Card> {
    side.on(slot).filter(|(_, found)| found.energy).map(|(_, found)| found.card).collect()
}
