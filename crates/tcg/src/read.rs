//! States written by hand: what is left out has its initial value.

use bout_core::Seat;
use serde_json::{Map, Value, json};

use crate::Tcg;
use crate::deck::{DECK_MAX, Deck};
use crate::phase::MatchState;
use crate::state::{SLOTS, State};
use crate::symbol::{Card, Label};
use crate::wire::player_name;

impl Tcg {
    /// Reads a state; a missing `deck` is what is left of the player's deck in the config.
    pub(crate) fn completed(&self, given: &Value) -> Result<State, String> {
        let _names = self.cards.names().speak();
        let Value::Object(given) = given else { return Err("a state is an object".into()) };
        let mut given = given.clone();
        let mut whole = serde_json::to_value(self.created()).map_err(|error| error.to_string())?;
        let (mut next, mut lacks) = (0, [false; 2]);
        for (n, key) in ["player1", "player2"].into_iter().enumerate() {
            let mut player = given.remove(key).unwrap_or_else(|| json!({}));
            lacks[n] = player.get("deck").is_none() && player.get("joined") != Some(&false.into());
            complete_player(&mut player, &whole[key], &mut next)?;
            given.insert(key.into(), player);
        }
        let started = given.get("turnNumber").is_some();
        self.complete_match(&mut given, started);
        let fields = whole.as_object_mut().ok_or("a state is an object")?;
        let instances = given.contains_key("instances");
        fields.extend(given);
        let mut state: State = serde_path_to_error::deserialize(&whole).map_err(|error| {
            let place = error.path().to_string();
            format!("state at {place}: {}", error.into_inner())
        })?;
        if !instances {
            let ids = state.sides.iter().flat_map(|side| side.creatures.iter().map(|c| c.id));
            state.instances = ids.max().unwrap_or(0);
        }
        self.complete_decks(&mut state, lacks)?;
        for seat in [Seat(0), Seat(1)] {
            self.check_deck(&state, seat)?;
        }
        self.check_brought(&state)?;
        let both = [Seat(0), Seat(1)].map(|seat| self.owned(&state, seat)).concat();
        state.features = if state.first.is_some() { self.features_of(both.into_iter()) } else { 0 };
        state.live = self.indexed(&state);
        state.sides.iter_mut().for_each(|side| side.hand.learn(|card| self.cards.role(card)));
        Ok(state)
    }

    /// Every card of a deck that the state names is in exactly one place. A state written by hand that
    /// names none brings its own cards, as many as its `deckSize` where it has one.
    fn check_deck(&self, state: &State, seat: Seat) -> Result<(), String> {
        let (side, mut cards) = (state.side(seat), self.owned(state, seat));
        if !side.joined {
            return Ok(());
        }
        let player = player_name(seat);
        let size = side.deck_size.saturating_sub(side.unknown).min(DECK_MAX as u32);
        if cards.len() as u32 != size {
            return Err(format!("{player}: {} cards of a deck of {size}", cards.len()));
        }
        let seated = self.seated.as_ref().map(|decks| &decks[seat.index()]);
        let is_named = |deck: &&Deck| !deck.id.is_empty() && Label::of(&deck.id) == side.deck_id;
        let Some(deck) = seated.filter(is_named) else { return Ok(()) };
        let mut listed: Vec<Card> = deck.lay_out(&self.cards).iter().copied().collect();
        listed.sort_unstable();
        cards.sort_unstable();
        if cards == listed { Ok(()) } else { Err(format!("{player}: not the cards of the deck")) }
    }

    /// The deck list of the player who waits lists the cards of their deck.
    fn check_brought(&self, state: &State) -> Result<(), String> {
        let Some(deck) = &state.brought else { return Ok(()) };
        if state.phase.get() != MatchState::Waiting {
            return Err("broughtDeck: only a match that waits for an opponent has one".into());
        }
        let (side, laid) = (state.side(Seat(0)), deck.laid(&self.config.rules, &self.cards));
        let same =
            (side.deck, side.deck_size, side.unknown) == (laid.cards, laid.size, laid.unknown);
        if same { Ok(()) } else { Err("broughtDeck: not the cards of player1.deck".into()) }
    }

    /// A match in a turn has its players, its phase and its first player.
    fn complete_match(&self, given: &mut Map<String, Value>, started: bool) {
        if !started || given.contains_key("state") {
            return;
        }
        let current = given.get("currentPlayer").cloned().unwrap_or_else(|| json!("PLAYER1"));
        let usual = [
            ("state", json!("PLAYER_TURN")),
            ("phase", json!("MAIN_PHASE")),
            ("currentPlayer", current),
            ("firstPlayer", json!("PLAYER1")),
        ];
        for (key, value) in usual {
            given.entry(key).or_insert(value);
        }
        for key in ["player1", "player2"] {
            let Some(Value::Object(player)) = given.get_mut(key) else { continue };
            for flag in ["joined", "handValid", "activeSelected", "setupReady"] {
                player.insert(flag.into(), true.into());
            }
        }
    }

    fn complete_decks(&self, state: &mut State, lacks: [bool; 2]) -> Result<(), String> {
        for (seat, lacks) in [Seat(0), Seat(1)].into_iter().zip(lacks) {
            let deck = self.seated.as_ref().map(|decks| &decks[seat.index()]);
            if let (true, true, Some(deck)) = (lacks, state.side(seat).joined, deck) {
                let mut rest: Vec<Card> = deck.lay_out(&self.cards).iter().copied().collect();
                for card in self.owned(state, seat) {
                    let place = rest.iter().position(|other| *other == card);
                    let place = place
                        .ok_or_else(|| format!("'{card}' is not in the deck, or not so often"))?;
                    rest.remove(place);
                }
                let side = state.side_mut(seat);
                side.deck = rest.iter().rev().copied().collect();
            }
            let count = self.owned(state, seat).len() as u32;
            let side = state.side_mut(seat);
            if side.deck_size == 0 {
                side.deck_size = count;
            }
            state.side_mut(seat).total = state.sum_of_cards(seat);
        }
        Ok(())
    }
}

/// Fills in a player: initial values, slots and numbers of creatures.
fn complete_player(player: &mut Value, usual: &Value, next: &mut u32) -> Result<(), String> {
    let Value::Object(given) = player else { return Err("a player is an object".into()) };
    if let Some(active) = given.get_mut("active").filter(|active| !active.is_null()) {
        complete_creature(active, 0, next)?;
    }
    if let Some(bench) = given.get_mut("bench") {
        let list = bench.as_array_mut().ok_or("bench: a list of creatures")?;
        for (at, creature) in list.iter_mut().enumerate() {
            complete_creature(creature, (at + 1).min(SLOTS - 1), next)?;
        }
    }
    let mut whole = usual.clone();
    whole.as_object_mut().ok_or("a player is an object")?.extend(given.clone());
    *player = whole;
    Ok(())
}

fn complete_creature(creature: &mut Value, slot: usize, next: &mut u32) -> Result<(), String> {
    *next += 1;
    let mut whole = json!({
        "instanceId": *next, "slot": slot, "cards": [], "attachedEnergy": [], "tools": [], "damage": 0,
        "doomed": false, "rotation": "NONE", "paralyzedOnTurn": null, "poison": 0, "burned": false,
        "enteredOnTurn": 0, "evolvedOnTurn": null, "abilityUsedOnTurn": null, "abilityUses": 0,
        "extraEnergyOnTurn": null, "usedOnTurn": null, "usedAttack": 0, "timed": [],
    });
    let given = creature.as_object().ok_or("a creature is an object")?.clone();
    whole.as_object_mut().ok_or("a creature is an object")?.extend(given);
    *creature = whole;
    Ok(())
}

impl Tcg {
    /// What a retreat costs and what can pay it.
    pub(crate) fn words_for_retreat(&self, state: &State, seat: Seat) -> String {
        let Some(active) = state.active(seat) else { return String::new() };
        let cost = self.retreat_cost(state, active).unwrap_or(0);
        let side = state.side(seat);
        let cards = side.on(active.slot).filter(|(_, found)| self.retreat_units(found.card) > 0);
        let names: Vec<&str> = cards.map(|(_, found)| self.cards.text(found.card)).collect();
        format!("The retreat costs {cost}; choose among {}.", names.join(", "))
    }
}
