//! What a viewer may know (rules 8).

use bout_core::{List, Named, Seat, Viewer};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::Tcg;
use crate::phase::{MatchState, Timer};
use crate::prompt::Asked;
use crate::state::{
    At, Creature, LastAction, NEVER, NOBODY, Pending, Pile, PromptKind, Side, State, other,
};
use crate::symbol::{Card, Label};
use crate::wire::{once_text, player_name, timed_document};

/// All that one viewer knows: the state with everything hidden blotted out, and what is told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub(crate) viewer: Viewer,
    pub(crate) state: Box<State>,
    document: Value,
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.document.serialize(serializer)
    }
}

/// A borrowed look through a viewer's eyes.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    pub(crate) game: &'a Tcg,
    pub(crate) state: &'a State,
    viewer: Viewer,
}

impl<'a> Seen<'a> {
    pub(crate) fn new(game: &'a Tcg, state: &'a State, viewer: Viewer) -> Self {
        Seen { game, state, viewer }
    }

    /// The viewer's own seat.
    #[inline]
    pub fn seat(&self) -> Option<Seat> {
        match self.viewer {
            Viewer::Seat(seat) if seat.0 < 2 => Some(seat),
            Viewer::Seat(_) | Viewer::Public | Viewer::Referee => None,
        }
    }

    /// Whether the viewer's own turn is in its main phase.
    pub fn is_main_phase(&self) -> bool {
        self.state.turn_phase == Some(crate::phase::TurnPhase::Main)
    }

    /// What the viewer knows.
    pub fn view(&self) -> View {
        let state = Box::new(self.game.blotted(self.state, self.viewer));
        let document = self.document(&state);
        View { viewer: self.viewer, state, document }
    }

    fn document(&self, state: &State) -> Value {
        let (own, foe) = match self.seat() {
            Some(seat) => (seat, other(seat)),
            None => (Seat(0), Seat(1)),
        };
        let name = |seat: Option<Seat>| seat.map(player_name);
        let end = state.end.as_ref();
        let stadium = state
            .stadium
            .map(|found| json!({"cardId": found.card, "owner": player_name(found.owner)}));
        let frame = state.stack.last().map(|frame| {
            let card = (!frame.card.is_none()).then_some(frame.card);
            json!({"kind": frame.kind, "player": player_name(frame.player), "cardId": card, "at": frame.at})
        });
        // What the match is called is the host's, who names it beside every view.
        let mut view = json!({
            "matchId": null,
            "seat": self.seat().map(player_name),
            "state": state.phase.get(),
            "currentPlayer": name(state.current),
            "firstPlayer": name(state.first),
            "turnNumber": state.turn,
            "phase": state.turn_phase,
            "playerState": self.side(state, own),
            "opponentState": self.side(state, foe),
            "stadium": stadium,
            "pending": self.pending(state),
            "resolving": frame,
            "held": state.held.len(),
            "cancelOffers": state.cancel_offers.iter().map(player_name).collect::<Vec<_>>(),
            "availableActions": self.commands(),
            "lastAction": state.last.as_ref().map(last_action),
            "playerDeckId": self.deck_id(state, own),
            "opponentDeckId": self.deck_id(state, foe),
            "winnerId": name(end.and_then(super::state::End::winner)),
            "result": end.map(|end| end.result),
            "winCondition": end.and_then(|end| end.condition),
            "cancellationReason": end.and_then(|end| end.reason),
            "cancelledBy": name(end.and_then(|end| end.cancelled_by)),
        });
        view["deadlines"] = deadlines(state);
        view
    }

    /// A deck is told to its owner, and to all once the match is over.
    fn deck_id(&self, state: &State, seat: Seat) -> Option<Label> {
        let told = self.viewer.owns(seat) || state.end.is_some();
        Some(state.side(seat).deck_id).filter(|id| told && !id.is_none())
    }

    fn commands(&self) -> Vec<&'static str> {
        let Some(seat) = self.seat() else { return Vec::new() };
        // Judged on the real state: nothing in it depends on what the seat may not know.
        self.game.commands(self.state, seat).iter().map(Named::name).collect()
    }

    fn pending(&self, state: &State) -> Vec<Value> {
        let mut list = Vec::new();
        for pending in &state.pending {
            let mut told = json!({
                "choiceId": pending.id, "player": player_name(pending.seat), "kind": pending.kind,
            });
            if self.viewer.owns(pending.seat) {
                bout_core::merge(&mut told, &self.prompt(pending));
            }
            list.push(told);
        }
        list
    }

    /// What the addressee of a decision is asked.
    fn prompt(&self, pending: &Pending) -> Value {
        let options = match pending.kind {
            PromptKind::SelectPrize | PromptKind::SetActive => {
                json!(crate::prompt::plain_views(self.state, pending.kind, pending.seat))
            }
            _ => {
                let prompt = self.game.prompt(self.state);
                return prompt
                    .map_or(Value::Null, |prompt| prompt.document(self.state, pending.id));
            }
        };
        let prompt = crate::prompt::words(pending.kind);
        json!({"prompt": prompt, "options": options, "min": 1, "max": 1, "marked": []})
    }

    fn side(&self, state: &State, seat: Seat) -> Value {
        let side = state.side(seat);
        let hides = self.hides_board(state, seat);
        let active = side.active.get().filter(|_| !hides.0);
        let creature = |slot: u8| self.creature(state, At { side: seat.0, slot });
        let bench: Vec<Value> = if hides.1 {
            Vec::new()
        } else {
            side.bench.iter().map(|slot| creature(*slot)).collect()
        };
        let own = self.viewer.owns(seat);
        let energies = |slot: u8| -> Vec<Card> { energies(side, slot) };
        let mut view = json!({
            "player": player_name(seat),
            "joined": side.joined,
            "handCount": side.hand.len(),
            "deckCount": side.deck.len(),
            "discardPile": side.discard,
            "discardCount": side.discard.len(),
            "activePokemon": active.map(creature),
            "bench": bench,
            "benchCount": side.bench.len(),
            "prizeCardsRemaining": side.prizes.len(),
            "handValid": side.hand_valid,
            "invalidHands": side.invalid_hands,
            "activeSelected": side.active_selected,
            "setupReady": side.setup_ready,
            "energyAttachedThisTurn": side.energy_attached,
            "retreatsThisTurn": side.retreats,
            "supportersThisTurn": side.supporters,
            "stadiumsThisTurn": side.stadiums,
            "mainActionsThisTurn": side.main_actions,
            "turnsTaken": side.turns_taken,
            "oncePerGameUsed": side.once.iter().map(once_text).collect::<Vec<_>>(),
            "timed": timed_document(side, NOBODY),
            "attachedEnergy": active.map(energies).unwrap_or_default(),
        });
        if own {
            view["hand"] = json!(side.hand);
            view["deckList"] = self.deck_list(seat);
        } else {
            view["opponentHasSelected"] = side.active_selected.into();
        }
        view["revealedHand"] = if side.revealed { json!(side.hand) } else { Value::Null };
        view
    }

    /// Whether active and bench of a player are not to be seen yet.
    fn hides_board(&self, state: &State, seat: Seat) -> (bool, bool) {
        hides(state, self.viewer, seat)
    }

    fn creature(&self, state: &State, at: At) -> Value {
        let side = &state.sides[usize::from(at.side & 1)];
        let creature = side.creature(at.slot);
        let max = self.game.max_hp(state, at);
        let turn = |turn: u16| (turn != NEVER).then_some(turn);
        let tools: Vec<Card> = side
            .on(at.slot)
            .filter(|(_, found)| !found.energy)
            .map(|(_, found)| found.card)
            .collect();
        let untils: Vec<Option<u16>> = side
            .on(at.slot)
            .filter(|(_, found)| !found.energy)
            .map(|(_, found)| turn(found.until))
            .collect();
        let statuses: Vec<_> = creature.statuses().collect();
        let position = side.position(at.slot);
        let usable = position.is_some_and(|place| {
            let current = state.current == Some(Seat(at.side));
            current && self.game.can_use_ability(state, Seat(at.side), place).is_ok()
        });
        let extra = turn(creature.extra_on)
            .map(|turn| json!({"turn": turn, "count": creature.extra_count}));
        json!({
            "instanceId": creature.id,
            "cardId": creature.top(),
            "position": position,
            "currentHp": max.saturating_sub(creature.damage),
            "maxHp": max,
            "damage": creature.damage,
            "damageCounters": creature.damage / 10,
            "attachedEnergy": energies(side, at.slot),
            "tools": tools,
            "toolsUntil": untils,
            "statusEffect": statuses.first().map_or("NONE", Named::name),
            "statusEffects": statuses,
            "poison": creature.poison,
            "evolutionChain": creature.cards,
            "enteredOnTurn": creature.entered_on,
            "evolvedOnTurn": turn(creature.evolved_on),
            "paralyzedOnTurn": turn(creature.paralyzed_on),
            "abilityUsedOnTurn": turn(creature.ability_on),
            "abilityUses": creature.ability_uses,
            "usedOnTurn": turn(creature.used_on),
            "extraEnergyOnTurn": extra,
            "timed": timed_document(side, at.slot),
            "abilityUsable": usable,
            "doomed": creature.doomed,
        })
    }

    /// The own deck list, counted over all places.
    fn deck_list(&self, seat: Seat) -> Value {
        let mut counts: Vec<(Card, u32)> = Vec::new();
        for card in self.game.owned(self.state, seat) {
            match counts.iter_mut().find(|(known, _)| *known == card) {
                Some((_, count)) => *count += 1,
                None => counts.push((card, 1)),
            }
        }
        counts.sort_by_key(|(card, _)| card.text());
        counts.iter().map(|(card, count)| json!({"cardId": card, "quantity": count})).collect()
    }
}

fn energies(side: &Side, slot: u8) -> Vec<Card> {
    side.on(slot).filter(|(_, found)| found.energy).map(|(_, found)| found.card).collect()
}

fn last_action(last: &LastAction) -> Value {
    let mut data = Map::new();
    if !last.card.is_none() {
        let key = match last.command {
            crate::action::Command::AttachEnergy => "energyCardId",
            crate::action::Command::Evolve => "evolutionCardId",
            _ => "cardId",
        };
        data.insert(key.into(), json!(last.card));
    }
    if let Some(target) = last.target {
        data.insert("target".into(), json!(target));
    }
    if let Some(index) = last.index {
        let attacks = last.command == crate::action::Command::Attack;
        data.insert(if attacks { "attackIndex" } else { "prizeIndex" }.into(), json!(index));
    }
    json!({
        "actionId": last.id, "playerId": player_name(last.seat), "actionType": last.command,
        "actionData": data,
    })
}

/// The running clocks, and what is left of the turn while a decision is open.
fn deadlines(state: &State) -> Value {
    let mut map = Map::new();
    for (timer, at) in state.timers.running() {
        map.insert(timer.name().into(), json!(at));
    }
    if state.timers.is_held(Timer::Turn) {
        let left = state.timers.left(Timer::Turn, bout_core::Millis(0));
        map.insert("turnLeft".into(), json!(left));
    }
    Value::Object(map)
}

/// Whether active and bench of a player are hidden from a viewer.
pub(crate) fn hides(state: &State, viewer: Viewer, seat: Seat) -> (bool, bool) {
    let foreign = !viewer.owns(seat);
    match state.phase.get() {
        MatchState::SelectActive | MatchState::InitialSetup => (foreign, foreign),
        MatchState::SelectBench => (false, foreign),
        MatchState::MatchEnded | MatchState::Cancelled => {
            // A match that ended in its set-up keeps what was never turned up.
            let unseen = foreign && state.turn == 0;
            (unseen && !state.side(seat).prizes.iter().any(|_| true), unseen)
        }
        _ => (false, false),
    }
}

impl Tcg {
    /// Every card of a player, wherever it is.
    pub(crate) fn owned(&self, state: &State, seat: Seat) -> Vec<Card> {
        let stadium = state.stadium.filter(|found| found.owner == seat).map(|found| found.card);
        let limbo = state.stack.iter().filter(|frame| frame.limbo && frame.player == seat);
        let top = state.stack.last().filter(|frame| frame.player == seat);
        let held = top.map(|_| state.held.iter().copied()).into_iter().flatten();
        (state.side(seat).cards())
            .chain(stadium)
            .chain(limbo.map(|frame| frame.card))
            .chain(held)
            .collect()
    }

    /// The state with everything blotted out that a viewer may not know.
    pub(crate) fn blotted(&self, state: &State, viewer: Viewer) -> State {
        let mut seen = *state;
        if viewer == Viewer::Referee {
            return seen;
        }
        // It follows from all cards, seen and unseen.
        seen.features = 0;
        seen.asked = Asked::default();
        for seat in [Seat(0), Seat(1)] {
            if viewer.owns(seat) {
                self.sort_unseen(state, &mut seen, seat);
            } else {
                blot_side(state, &mut seen, viewer, seat);
            }
        }
        let head = state.pending.first();
        if !head.is_some_and(|pending| viewer.owns(pending.seat)) {
            seen.marks.clear();
        }
        if !state.stack.last().is_some_and(|frame| viewer.owns(frame.player)) {
            self.blot_held(state, &mut seen);
        }
        if let Some(last) = &mut seen.last
            && last.secret
            && !viewer.owns(last.seat)
        {
            last.card = Card::NONE;
        }
        seen
    }

    /// Cards that somebody else took from a hand or a deck are on their way unseen.
    fn blot_held(&self, state: &State, seen: &mut State) {
        let open = state.stack.last().is_some_and(|frame| self.takes_openly(frame));
        if !open {
            seen.held.iter_mut().for_each(|card| *card = Card::NONE);
        }
    }

    /// Whether cards on their way come from where everybody saw them.
    pub(crate) fn takes_openly(&self, frame: &crate::state::Frame) -> bool {
        use crate::card::Verb;
        use crate::words::Source;
        self.current(frame).is_some_and(|effect| match effect.verb {
            Verb::AttachFromDiscard => true,
            Verb::Evolve => false,
            _ => effect.source == Source::Discard,
        })
    }

    /// The owner knows which cards are in his deck and among his prizes, not where; while he searches
    /// his deck he knows which are there, while he looks at its top also in which order.
    fn sort_unseen(&self, state: &State, seen: &mut State, seat: Seat) {
        let looks = self.looked_at(state, seat);
        let side = seen.side_mut(seat);
        let key = |card: &Card| self.cards.place(*card).unwrap_or(usize::MAX);
        match looks {
            Look::Search => {
                side.deck.sort_by_key(key);
                side.prizes.sort_by_key(key);
            }
            Look::Top(n) => {
                let rest = side.deck.len().saturating_sub(n);
                sort_both(&mut side.deck[..rest], &mut side.prizes, key);
            }
            Look::Nothing => sort_both(&mut side.deck, &mut side.prizes, key),
        }
    }

    /// What a player sees of his own deck now.
    pub(crate) fn looked_at(&self, state: &State, seat: Seat) -> Look {
        let own = state.pending.first().is_some_and(|pending| {
            pending.seat == seat
                && !matches!(pending.kind, PromptKind::SelectPrize | PromptKind::SetActive)
        });
        match self.prompt(state).filter(|prompt| own && prompt.looks) {
            Some(prompt) if prompt.kind == PromptKind::ChooseOrder => {
                Look::Top(prompt.options.len())
            }
            Some(_) => Look::Search,
            None => Look::Nothing,
        }
    }
}

/// What a player sees of his own deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Nothing.
    Nothing,
    /// All of it, without its order.
    Search,
    /// So many cards from the top.
    Top(usize),
}

/// Sorts two lists as one.
fn sort_both(deck: &mut [Card], prizes: &mut [Card], key: impl Fn(&Card) -> usize) {
    let mut all: Vec<Card> = deck.iter().chain(prizes.iter()).copied().collect();
    all.sort_by_key(key);
    for (place, card) in deck.iter_mut().chain(prizes.iter_mut()).zip(all) {
        *place = card;
    }
}

fn blot_side(state: &State, seen: &mut State, viewer: Viewer, seat: Seat) {
    let hidden = hides(state, viewer, seat);
    let side = seen.side_mut(seat);
    let blot = |pile: &mut Pile| pile.iter_mut().for_each(|card| *card = Card::NONE);
    side.total = 0;
    blot(&mut side.deck);
    if !side.revealed {
        blot(&mut side.hand);
    }
    side.prizes.iter_mut().for_each(|card| *card = Card::NONE);
    let unknown = |creature: &mut Creature| {
        creature.cards = List::new();
        creature.cards.push(Card::NONE);
    };
    let (active, bench) = (side.active.get(), side.bench);
    if let (true, Some(slot)) = (hidden.0, active) {
        unknown(side.creature_mut(slot));
    }
    if hidden.1 {
        bench.iter().for_each(|slot| unknown(side.creature_mut(*slot)));
    }
    if state.end.is_none() {
        side.deck_id = Label::NONE;
    }
}
