//! Dead `NecroChess`: tactics on the xiangqi board, with souls, corpses and revivals.
//!
//! Pieces do not capture, they shoot. Souls are bought, bound to pieces and lost to graveyards; the
//! dead stay on their cells as corpses and can rise again. Every card is data (`data/*.json`) over a
//! closed set of abilities and effects, and one plan of a shot serves guard, lists, preview and
//! execution. `RULES.md` beside this crate tells the game to a player; the modules follow the common
//! plan of all games.
//!
//! ```
//! use std::sync::Arc;
//! use bout_core::{Game, Input, Match, Millis, Seed, Sink};
//! use bout_necro::{Cards, Config, Necro};
//!
//! let config = Config { max_turns: 20, ..Config::default() };
//! let mut game = Match::open(Arc::new(Necro::new(config, &Cards::default())?), Seed(1), Sink::none());
//! let mut legal = Vec::new();
//! while game.outcome().is_none() {
//!     let seat = game.game().to_act(game.state()).first().expect("somebody is waited for");
//!     legal.clear();
//!     game.game().legal(game.state(), seat, &mut legal);
//!     let action = legal[0];
//!     game.step(Millis(0), &Input::Act { seat, action }, Sink::none()).expect("it is legal");
//! }
//! assert_eq!(game.outcome().unwrap().ending, "turn_limit");
//! # Ok::<(), bout_core::ConfigError>(())
//! ```

#![warn(clippy::float_arithmetic)]

mod ability;
mod action;
mod apply;
mod ask;
mod board;
mod bots;
mod capabilities;
mod cards;
mod catalogue;
mod cell;
mod collection;
mod config;
mod damage;
mod decks;
mod event;
mod faults;
mod guard;
mod hooks;
mod id;
mod imagine;
mod item;
mod legal;
mod load;
mod options;
mod phase;
mod piece;
mod preview;
mod reason;
mod settings;
mod shot;
mod soak;
mod state;
mod stats;
mod text;
mod unit;
mod view;
mod wire;

use bout_core::{
    Capabilities, Chart, ConfigError, Ctx, Dice, Game, List, Outcome, Seat, SeatSet, Signal,
    Timers, Viewer,
};

pub use ability::{
    Ability, AbilityKind, BlastTargets, BlockMode, Buff, For, PathFor, Per, PerType, PierceMode,
    SacrificeTarget, Tier, Tiers, When, WhenType,
};
pub use action::{Action, Choice, Command};
pub use apply::end::score;
pub use cards::{Cards, ITEMS_MAX, Item, SOULS_MAX, Soul, Weights};
pub use cell::Cell;
pub use config::{Config, RngMode};
pub use decks::Decks;
pub use event::{DetachedTo, Event, HpReason, InstanceKind, Label, Line, Source, Trigger};
pub use hooks::{HOOKS, Hook, asked_at};
pub use id::{ClanId, IdSet, ItemId, SoulId, UnitId};
pub use item::{Effect, EffectKind, Needs, Timing};
pub use phase::{Phase, Timer};
pub use piece::{Base, Key, Side, Stats};
pub use preview::{EffectPreview, InstancePreview, ShotPreview};
pub use reason::{Reason, checks};
pub use state::{Corpse, EndReason, Index, Purse, State, TurnFlags, Use, Winner};
pub use stats::Report;
pub use unit::Unit;
pub use view::{Seen, View};
pub use wire::StateDocument;

/// The rules with their settings and cards.
#[derive(Debug)]
pub struct Necro {
    config: Config,
    /// By the number of the id; those that are not in the card set have no ability.
    souls: Vec<Soul>,
    known: [bool; 256],
    /// The place of a soul and of an item in the order of ids.
    soul_rank: [u8; 256],
    item_rank: [u8; 256],
    items: Vec<Option<Item>>,
    cards: Cards,
    /// The face of every die, where nothing is left to chance.
    fixed_die: Option<u8>,
    /// The match before anything is shuffled.
    fresh: State,
}

impl Necro {
    /// The settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The cards.
    pub fn cards(&self) -> &Cards {
        &self.cards
    }

    /// Whether a soul is one of this game's cards.
    #[inline]
    fn knows_soul(&self, soul: SoulId) -> bool {
        self.known[soul.index()]
    }

    /// An item card of this game.
    #[inline]
    fn item(&self, item: ItemId) -> Option<&Item> {
        self.items.get(item.index())?.as_ref()
    }

    fn build(config: Config, cards: &Cards) -> Self {
        let mut game = Necro {
            fixed_die: (config.rng_mode == RngMode::Fixed).then_some(config.dice_fixed),
            fresh: State::empty(config.first_side),
            souls: (0..=255).map(|_| blank()).collect(),
            known: [false; 256],
            soul_rank: [u8::MAX; 256],
            item_rank: [u8::MAX; 256],
            items: vec![None; 256],
            cards: cards.clone(),
            config,
        };
        for (rank, soul) in cards.souls.iter().enumerate() {
            game.known[soul.id.index()] = true;
            game.soul_rank[soul.id.index()] = rank as u8;
            game.souls[soul.id.index()] = soul.clone();
        }
        for (rank, item) in cards.items.iter().enumerate() {
            game.item_rank[item.id.index()] = rank as u8;
            game.items[item.id.index()] = Some(item.clone());
        }
        game.fresh = game.fresh_state();
        game
    }

    fn fresh_state(&self) -> State {
        let config = &self.config;
        let mut state = State::empty(config.first_side);
        for side in [Side::Red, Side::Black] {
            for base in Base::ALL {
                for index in 0..base.columns().len() {
                    let id = UnitId::of(side, *base, false, index as u8);
                    let home = base.home(side, index);
                    state.units.push(Unit::new(id, side, *base, home));
                }
            }
        }
        state.units.sort_unstable_by_key(|unit| unit.id);
        state.reindex();
        let [first, second] = [config.first_side, config.first_side.other()];
        state.purse_mut(first).gold = config.start_gold_first.min(config.gold_max);
        state.purse_mut(first).mana = config.start_mana.min(config.mana_max);
        state.purse_mut(second).gold = config.start_gold_second.min(config.gold_max);
        for soul in self.cards.souls.iter().filter(|soul| config.enables(soul.clan.name())) {
            state.decks.put_bottom(soul.base, soul.id);
        }
        for item in &self.cards.items {
            (0..item.copies).for_each(|_| state.item_deck.push(item.id));
        }
        state
    }
}

impl Game for Necro {
    const ID: &'static str = "necro";
    const VERSION: u32 = 1;

    type Config = Config;
    type Library = Cards;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Seen<'a> = Seen<'a>;
    type Phase = Phase;
    type Timer = Timer;
    type Reason = Reason;

    fn new(config: Config, cards: &Cards) -> Result<Self, ConfigError> {
        config.check(cards)?;
        Ok(Necro::build(config, cards))
    }

    fn seats(&self) -> u8 {
        2
    }

    fn chart() -> Chart<Phase> {
        phase::CHART
    }

    fn setup(&self, ctx: &mut Ctx<'_, Self>) -> State {
        self.set_up(ctx)
    }

    fn phase(state: &State) -> Phase {
        state.phase.get()
    }

    #[inline]
    fn timers(state: &State) -> &Timers<Timer> {
        &state.timers
    }

    #[inline]
    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.outcome()
    }

    #[inline]
    fn to_act(&self, state: &State) -> SeatSet {
        if state.winner.is_some() { SeatSet::NONE } else { SeatSet::one(state.side.seat()) }
    }

    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        self.actions(state, seat, out);
    }

    fn guard(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Reason> {
        self.can_act(state, seat, action)
    }

    fn unreadable(&self, state: &State, _seat: Seat, _name: Option<&str>) -> Reason {
        if state.winner.is_some() { Reason::MatchOver } else { Reason::MalformedAction }
    }

    fn faults(&self, state: &State) -> Result<(), String> {
        self.first_fault(state)
    }

    #[inline]
    fn act(&self, state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx<'_, Self>) {
        match *action {
            Action::NextPhase {} => self.go_on(state, ctx),
            Action::BuySoulFromDeck { base } => self.buy_from_deck(state, base, ctx),
            Action::BuySoulFromDisplay { base } => self.buy_from_display(state, base, ctx),
            Action::BuySoulFromEnemyGraveyard {} => self.buy_from_graveyard(state, ctx),
            Action::ReturnSoulToDeckBottom { soul_id } => self.return_soul(state, soul_id, ctx),
            Action::BuyItemFromDisplay { slot, discard_item_id } => {
                self.buy_item(state, slot, discard_item_id, ctx);
            }
            Action::DiscardItemFromHand { item_id } => self.discard_item(state, item_id, ctx),
            Action::UseItemFromHand { .. } => self.use_item(state, action, ctx),
            Action::Enchant { unit_id, soul_id } => self.enchant(state, unit_id, soul_id, ctx),
            Action::Revive { pos } => self.revive(state, pos, ctx),
            Action::BloodRitual {} => self.bleed(state, ctx),
            Action::Move { unit_id, to } => self.move_unit(state, unit_id, to, ctx),
            Action::Shoot { attacker_id, target_unit_id, extra_target_unit_id } => {
                self.shoot(state, (attacker_id, target_unit_id), extra_target_unit_id, ctx);
            }
            Action::Sacrifice { source_unit_id, target_unit_id } => {
                self.sacrifice(state, source_unit_id, target_unit_id, ctx);
            }
            Action::Resign {} => {
                let winner = Side::of(seat).map_or(Winner::Draw, |side| side.other().into());
                self.finish(state, winner, EndReason::Resign, ctx);
            }
        }
    }

    fn expire(&self, state: &mut State, timer: Timer, ctx: &mut Ctx<'_, Self>) {
        self.run_out(state, timer, ctx);
    }

    fn signal(&self, state: &mut State, signal: Signal, ctx: &mut Ctx<'_, Self>) {
        self.hear(state, signal, ctx);
    }

    fn timers_mut(state: &mut State) -> &mut Timers<Timer> {
        &mut state.timers
    }

    #[inline]
    fn seen<'a>(&'a self, state: &'a State, viewer: Viewer) -> Seen<'a> {
        Seen::new(self, state, viewer)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.seen(state, viewer).view()
    }

    fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event.redacted(viewer))
    }

    fn imagine(&self, view: &View, dice: &mut Dice) -> State {
        self.imagined(view, dice)
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities {
            explains: Some(self),
            loads_states: Some(self),
            offers: Some(self),
            concedes: Some(self),
            waits_for_return: Some(self),
            owns_cards: Some(self),
            ..Capabilities::none()
        }
    }
}

/// A soul without anything, for pieces that have none.
fn blank() -> Soul {
    Soul {
        id: SoulId::NONE,
        clan: ClanId::default(),
        name: String::new(),
        name_original: String::new(),
        base: Base::King,
        cost: 0,
        stats: Base::King.stats(),
        abilities: List::new(),
        kinds: 0,
    }
}
