//! Creature trading cards: two decks, creatures that evolve, energies that pay, prizes that win.
//!
//! What a card does stands in data: JSON or TOML files in a closed language of small effects, which one
//! interpreter carries out ([`Library`], [`CardDef`]). An effect that waits for an answer is plain data
//! on a stack in the state, so that it survives JSON, a replay and another process. `RULES.md` beside
//! this crate tells the game to a player; the modules follow the common plan of all games.
//!
//! ```
//! use std::sync::Arc;
//! use bout_core::{Game, Input, Match, Millis, Seed, Sink};
//! use bout_tcg::{Config, Library, Tcg};
//!
//! let game = Tcg::new(Config::default(), &Library::default())?;
//! let mut play = Match::open(Arc::new(game), Seed(1), Sink::none());
//! let mut legal = Vec::new();
//! for _ in 0..10 {
//!     let seat = play.game().to_act(play.state()).first().expect("somebody is waited for");
//!     legal.clear();
//!     play.game().legal(play.state(), seat, &mut legal);
//!     let action = legal[0].clone();
//!     play.step(Millis(0), &Input::Act { seat, action }, Sink::none()).expect("it is legal");
//! }
//! assert_eq!(play.outcome(), None);
//! # Ok::<(), bout_core::ConfigError>(())
//! ```

#![warn(clippy::float_arithmetic, clippy::wildcard_enum_match_arm)]
#![allow(
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    reason = "amounts are read within bounds far from where casts could bite"
)]

mod action;
mod apply;
mod bots;
mod capabilities;
mod card;
mod catalogue;
mod config;
mod cost;
mod deck;
mod described;
mod document;
mod effects;
mod event;
mod faults;
mod follow_up;
mod guard;
mod imagine;
mod index;
mod legal;
mod library;
mod load;
mod menu;
mod phase;
mod prompt;
mod query;
mod read;
mod reason;
mod settings;
mod shelf;
mod soak;
mod state;
mod stats;
mod symbol;
mod verbs;
mod view;
mod wire;
mod words;

use std::sync::{Arc, OnceLock};

use bout_core::{
    Capabilities, Chart, ConfigError, Ctx, Current, Dice, Game, List, Outcome, Seat, SeatSet,
    Signal, Timers, Viewer,
};
use serde_json::Value;

pub use action::{Action, Answer, Brought, Choices, Command, Paid};
pub use apply::Attacker;
pub use card::{
    Ability, Attack, CardDef, Coins, Condition, Effect, Energy, Precondition, Rule, Weakness,
};
pub use config::{
    Clocks, Config, DeckRef, DeckRules, LeavePolicy, Restricted, Rules, SetRef, SetupMode,
    StartMinimum, StartRule, StartRules, TieBreak,
};
pub use deck::{DECK_MAX, Deck, DeckError, Entry, Fault, Laid};
pub use event::{
    Breakdown, Event, Face, Failure, Flips, Harm, PerPlayer, Place, Purpose, Return, Returned, What,
};
pub use follow_up::FOLLOW_UPS_MAX;
pub use library::{Cards, Library, kinds};
pub use load::CardSet;
pub use phase::{MatchState, Timer, TurnPhase};
pub use prompt::{Choice, OptionView, Prompt, Zone};
pub use reason::Reason;
pub use state::{
    At, CancelReason, Creature, End, Frame, FrameKind, LastAction, MatchResult, Pending, Position,
    PromptKind, Rotation, Side, Stadium, State, Timed, TimedKind, WinCondition,
};
pub use stats::Stats;
pub use symbol::{Card, Label, Symbol};
pub use verbs::Verb as EffectVerb;
pub use view::{Seen, View};
pub use wire::{Amount, Player, StateDocument};
pub use words::*;

use apply::Run;
use symbol::Names;

/// The rules with their settings, the cards and the decks.
#[derive(Debug)]
pub struct Tcg {
    config: Config,
    cards: Arc<Cards>,
    decks: Vec<Deck>,
    /// The decks that are offered to whoever brings one.
    offered: Vec<Box<str>>,
    /// The decks that worlds are imagined with.
    likely: OnceLock<Vec<Vec<Card>>>,
    seated: Option<[Deck; 2]>,
    laid: Option<Box<[Laid; 2]>>,
    digest: u64,
    forced: [Effect; 2],
    /// Whether any clock can run.
    clocked: bool,
}

impl Tcg {
    /// The rule parameters.
    pub fn rules(&self) -> &Rules {
        &self.config.rules
    }

    /// The cards of the match.
    pub fn cards(&self) -> &Cards {
        &self.cards
    }

    /// A loaded deck.
    pub fn deck(&self, id: &str) -> Option<&Deck> {
        self.decks.iter().find(|deck| deck.id == id)
    }

    fn created(&self) -> State {
        State {
            phase: Current::start(MatchState::Created),
            turn_phase: None,
            sides: [Side::default(); 2],
            brought: None,
            first: None,
            current: None,
            turn: 0,
            pending: List::new(),
            marks: List::new(),
            chosen: List::new(),
            held: List::new(),
            stack: List::new(),
            turn_ending: false,
            cancel_offers: SeatSet::NONE,
            stadium: None,
            started_at: None,
            end: None,
            last: None,
            actions: 0,
            choices: 0,
            instances: 0,
            timers: Timers::new(),
            features: 0,
            asked: prompt::Asked::default(),
            live: index::Live::EMPTY,
        }
    }

    /// The cards that a config names: loaded sets, or sets of its own.
    fn chosen_cards(config: &Config, library: &Library) -> Result<(Arc<Cards>, u64), ConfigError> {
        if config.sets.is_empty() {
            return Ok((Arc::clone(&library.cards), library.digest));
        }
        let (sets, names) = Names::collect(|| Self::chosen_sets(config, library));
        let sets = sets?;
        let sources: Vec<&Value> = sets.iter().map(|set| &set.source).collect();
        let digest = bout_core::Digest::of(&sources).0;
        Ok((Arc::new(Cards::new(sets.iter(), names)), digest))
    }

    fn chosen_sets(config: &Config, library: &Library) -> Result<Vec<CardSet>, ConfigError> {
        let mut sets = Vec::new();
        for (at, set) in config.sets.iter().enumerate() {
            let wrong = |text: String| ConfigError::new(format!("sets.{at}"), text);
            sets.push(match set {
                SetRef::Name(name) => {
                    let found = library.sets.iter().find(|set| set.name == *name);
                    found.cloned().ok_or_else(|| wrong(format!("there is no set '{name}'")))?
                }
                SetRef::Inline(tree) => load::inline_set(tree).map_err(|errors| {
                    wrong(errors.first().map(ToString::to_string).unwrap_or_default())
                })?,
            });
        }
        Ok(sets)
    }

    fn chosen_decks(config: &Config, library: &Library) -> Result<Option<[Deck; 2]>, ConfigError> {
        let Some(decks) = &config.decks else { return Ok(None) };
        let find = |at: usize| match &decks[at] {
            DeckRef::Inline(deck) => Ok((**deck).clone()),
            DeckRef::Id(id) => library.deck(id).cloned().ok_or_else(|| {
                let known: Vec<&str> = library.decks.iter().map(|deck| deck.id.as_str()).collect();
                let text = format!("there is no deck '{id}'; there is {}", known.join(", "));
                ConfigError::coded("unknown_deck", format!("decks.{at}"), text)
            }),
        };
        Ok(Some([find(0)?, find(1)?]))
    }
}

impl Game for Tcg {
    const ID: &'static str = "tcg";
    const VERSION: u32 = 4;

    type Config = Config;
    type Library = Library;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Seen<'a> = Seen<'a>;
    type Phase = MatchState;
    type Timer = Timer;
    type Reason = Reason;

    fn new(config: Config, library: &Library) -> Result<Self, ConfigError> {
        config.check()?;
        let (cards, digest) = Self::chosen_cards(&config, library)?;
        let seated = Self::chosen_decks(&config, library)?;
        let rules = &config.rules;
        let laid = seated
            .as_ref()
            .map(|[one, two]| Box::new([one, two].map(|deck| deck.laid(rules, &cards))));
        let switch = |random| Effect { random, ..Effect::new(verbs::SwitchAttacker) };
        Ok(Tcg {
            cards,
            decks: library.decks.clone(),
            offered: library.offered_ids(),
            likely: OnceLock::new(),
            seated,
            laid,
            digest,
            forced: [switch(false), switch(true)],
            clocked: config.timers != Clocks::default(),
            config,
        })
    }

    fn seats(&self) -> u8 {
        2
    }

    fn chart() -> Chart<MatchState> {
        phase::CHART
    }

    fn setup(&self, ctx: &mut Ctx<'_, Self>) -> State {
        let mut state = self.created();
        let mut run = Run::new(self, &mut state, ctx);
        let before = run.watch();
        run.emit(None, What::MatchCreated);
        if let Some([first, second]) = self.laid.as_deref() {
            run.join_both([first, second]);
        }
        run.keep_clocks(None, before);
        state
    }

    #[inline]
    fn phase(state: &State) -> MatchState {
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
        self.awaited(state)
    }

    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        self.actions(state, seat, out);
    }

    fn guard(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Reason> {
        self.can_act(state, seat, action)
    }

    fn unreadable(&self, _state: &State, _seat: Seat, _name: Option<&str>) -> Reason {
        Reason::BadPayload
    }

    fn faults(&self, state: &State) -> Result<(), String> {
        self.first_fault(state)
    }

    #[inline]
    fn act(&self, state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx<'_, Self>) {
        let mut run = Run::new(self, state, ctx);
        if action.may_have_choices() {
            run.answers = action.choices();
        }
        run.act(seat, action.plain());
    }

    fn expire(&self, state: &mut State, timer: Timer, ctx: &mut Ctx<'_, Self>) {
        Run::new(self, state, ctx).run_out(timer);
    }

    fn signal(&self, state: &mut State, signal: Signal, ctx: &mut Ctx<'_, Self>) {
        Run::new(self, state, ctx).hear(signal);
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

    #[inline]
    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities {
            explains: Some(self),
            loads_states: Some(self),
            offers: Some(self),
            concedes: Some(self),
            out_of_turn: Some(self),
            waits_for_return: Some(self),
            owns_cards: Some(self),
            breaks_ties: Some(self),
            ..Capabilities::none()
        }
    }
}
