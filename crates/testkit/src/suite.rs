//! The conformance suite: what a game declares, and the matches that are played with it.

use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bout_core::{Catalogued, Dice, Game, LoadedGame, Named, Seat, Seed, Viewer};
use serde_json::Value;

use crate::choose::Style;
use crate::pool::ActionPool;
use crate::rule::{Finding, Flaw, Rule, ensure};
use crate::session::{Session, panicked};
use crate::{Coverage, check::chart};

type IsOpen<G> = Box<dyn Fn(Seat, &<G as Game>::Action) -> bool>;
type IsVariant<G> = Box<dyn Fn(&G, &<G as Game>::State, Seat, &<G as Game>::Action) -> bool>;
type OfState<G, T> = Box<dyn Fn(&<G as Game>::State, T) -> bool>;
type Extra<G> =
    Box<dyn Fn(&G, &<G as Game>::State, Seat, &mut Dice) -> Option<<G as Game>::Action>>;
type Waits<G> = Box<dyn Fn(&<G as Game>::State) -> bool>;
type OfEvent<G> = Box<dyn Fn(&<G as Game>::Event) -> bool>;

/// What a game declares about itself, and how long it is tried.
pub(crate) struct Plan<G: Game> {
    pub entries_max: u64,
    pub may_run_on: bool,
    pub costly_every: u32,
    pub is_open: IsOpen<G>,
    pub is_variant: IsVariant<G>,
    pub waits_for_host: Waits<G>,
    pub acts_openly: OfState<G, Seat>,
    pub unknown: OfState<G, Viewer>,
    pub extra: Extra<G>,
    pub transient: OfEvent<G>,
}

/// One config with the game and the rule set made from it, and actions to be expected.
pub(crate) struct Ground<G: Catalogued> {
    pub game: Arc<G>,
    pub rules: LoadedGame<G>,
    pub config: Value,
    pub pool: ActionPool<G::Action>,
}

/// Random matches of one game, in which every [`Rule`] is checked.
pub struct Suite<G: Catalogued> {
    configs: Vec<G::Config>,
    library: Arc<G::Library>,
    matches: u32,
    only: Option<u32>,
    seed: Seed,
    plan: Plan<G>,
}

impl<G: Catalogued> Default for Suite<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Catalogued> Suite<G> {
    /// The suite for a game that declares nothing: all its presets, 100 matches.
    pub fn new() -> Self {
        Suite {
            configs: G::presets().into_iter().map(|preset| preset.config).collect(),
            library: Arc::default(),
            matches: 100,
            only: None,
            seed: Seed(1),
            plan: Plan {
                entries_max: 2_000,
                may_run_on: false,
                costly_every: 6,
                is_open: Box::new(|_, _| false),
                is_variant: Box::new(|_, _, _, _| false),
                waits_for_host: Box::new(|_| false),
                acts_openly: Box::new(|_, _| false),
                unknown: Box::new(|_, _| false),
                extra: Box::new(|_, _, _, _| None),
                transient: Box::new(|_| false),
            },
        }
    }

    /// The configs to play with, in turn, instead of the presets.
    #[must_use]
    pub fn configs(self, configs: Vec<G::Config>) -> Self {
        Suite { configs, ..self }
    }

    /// The card data, where the shipped one shall not be used.
    #[must_use]
    pub fn library(self, library: Arc<G::Library>) -> Self {
        Suite { library, ..self }
    }

    /// How many matches are played.
    #[must_use]
    pub fn matches(self, matches: u32) -> Self {
        Suite { matches, ..self }
    }

    /// Plays one match alone: the number that a [`Finding`] names.
    #[must_use]
    pub fn only(self, number: u32) -> Self {
        Suite { only: Some(number), ..self }
    }

    /// Another seed for other matches.
    #[must_use]
    pub fn seed(self, seed: u128) -> Self {
        Suite { seed: Seed(seed), ..self }
    }

    /// The most entries of a match.
    #[must_use]
    pub fn entries_max(mut self, entries_max: u64) -> Self {
        self.plan.entries_max = entries_max;
        self
    }

    /// Allows matches that are not over after the most entries: random play may be too aimless.
    #[must_use]
    pub fn may_run_on(mut self) -> Self {
        self.plan.may_run_on = true;
        self
    }

    /// Costly checks (leaks, previews) are made after one of so many entries, on average.
    #[must_use]
    pub fn costly_every(mut self, entries: u32) -> Self {
        self.plan.costly_every = entries.max(1);
        self
    }

    /// Declares actions that `guard` takes though `legal` does not list them: drafts, concession,
    /// commands of `Seat::HOST`.
    #[must_use]
    pub fn open_actions(mut self, is_open: impl Fn(Seat, &G::Action) -> bool + 'static) -> Self {
        self.plan.is_open = Box::new(is_open);
        self
    }

    /// Declares actions that say in another way what `legal` lists, or what it lists for a seat that
    /// nobody waits for; unlike open actions they are judged by the state.
    #[must_use]
    pub fn variants(
        mut self,
        is_variant: impl Fn(&G, &G::State, Seat, &G::Action) -> bool + 'static,
    ) -> Self {
        self.plan.is_variant = Box::new(is_variant);
        self
    }

    /// Declares states in which nothing goes on until the host commands.
    #[must_use]
    pub fn waits_for_host(mut self, waits: impl Fn(&G::State) -> bool + 'static) -> Self {
        self.plan.waits_for_host = Box::new(waits);
        self
    }

    /// Declares seats that are waited for but have open actions only.
    #[must_use]
    pub fn acts_openly(mut self, openly: impl Fn(&G::State, Seat) -> bool + 'static) -> Self {
        self.plan.acts_openly = Box::new(openly);
        self
    }

    /// Declares where a viewer cannot know everything, so that imagined states must vary. Say yes
    /// only where at least a handful of states look the same to the viewer.
    #[must_use]
    pub fn unknown(mut self, unknown: impl Fn(&G::State, Viewer) -> bool + 'static) -> Self {
        self.plan.unknown = Box::new(unknown);
        self
    }

    /// Makes actions that `legal` does not list: drafts, commands of `Seat::HOST`.
    #[must_use]
    pub fn extra_actions(
        mut self,
        extra: impl Fn(&G, &G::State, Seat, &mut Dice) -> Option<G::Action> + 'static,
    ) -> Self {
        self.plan.extra = Box::new(extra);
        self
    }

    /// Declares events that show for a moment what no view keeps, such as a card that is turned up
    /// and shuffled back; they are left out where the events of two worlds are compared.
    #[must_use]
    pub fn transient_events(mut self, transient: impl Fn(&G::Event) -> bool + 'static) -> Self {
        self.plan.transient = Box::new(transient);
        self
    }

    /// Plays the matches; stops at the first broken rule.
    pub fn run(self) -> Result<Coverage, Finding> {
        let mut coverage = Coverage::new::<G>();
        let place = Place::<G>::new(0, Seed(0), &Value::Null);
        chart::sound::<G>().map_err(|flaw| place.finding(flaw))?;
        let grounds = self.grounds()?;
        let numbers = self.only.map_or(0..self.matches, |number| number..number + 1);
        for number in numbers {
            let turn = number as usize / grounds.len();
            let ground = &grounds[number as usize % grounds.len()];
            let style = Style::ALL[turn % Style::ALL.len()];
            let mut place = Place::new(number, self.seed.derive(number.into()), &ground.config);
            place.story.push(format!("style {}", style.name()));
            self.play(ground, style, place, &mut coverage)?;
        }
        Ok(coverage)
    }

    fn grounds(&self) -> Result<Vec<Ground<G>>, Finding> {
        let grounds = self.configs.iter().zip(0..).map(|(config, number)| {
            let json = serde_json::to_value(config).unwrap_or_default();
            let place = Place::<G>::new(number, self.seed, &json);
            self.ground(config, json.clone()).map_err(|flaw| place.finding(flaw))
        });
        let grounds: Vec<_> = grounds.collect::<Result<_, _>>()?;
        let place = Place::<G>::new(0, self.seed, &Value::Null);
        ensure(!grounds.is_empty(), Rule::Opens, || "there is no config".into())
            .map_err(|flaw| place.finding(flaw))?;
        Ok(grounds)
    }

    fn ground(&self, config: &G::Config, json: Value) -> Result<Ground<G>, Flaw> {
        let build = || G::new(config.clone(), &self.library);
        let built = catch_unwind(AssertUnwindSafe(|| (build(), build())));
        let (game, scouted) = built.map_err(|panic| panicked(&*panic))?;
        let game = game.map_err(|error| Flaw::new(Rule::Opens, error.to_string()))?;
        let scouted = scouted.map_err(|error| Flaw::new(Rule::Opens, error.to_string()))?;
        let pool = ActionPool::scout(&Arc::new(scouted), self.seed, self.plan.entries_max);
        let rules = LoadedGame::new(Arc::clone(&self.library));
        Ok(Ground { game: Arc::new(game), rules, config: json, pool })
    }

    fn play(
        &self,
        ground: &Ground<G>,
        style: Style,
        mut place: Place<G>,
        coverage: &mut Coverage,
    ) -> Result<(), Finding> {
        let _names = ground.game.capabilities().naming();
        let open = AssertUnwindSafe(|| Session::open(&self.plan, ground, place.seed));
        let mut session = match catch_unwind(open) {
            Ok(session) => session.map_err(|flaw| place.finding(flaw))?,
            Err(panic) => return Err(place.finding(panicked(&*panic))),
        };
        let played = catch_unwind(AssertUnwindSafe(|| session.play(style)))
            .unwrap_or_else(|panic| Err(panicked(&*panic)));
        played.map_err(|flaw| {
            place.entry = session.entry();
            place.story.extend(session.story());
            place.finding(flaw)
        })?;
        session.report(coverage);
        Ok(())
    }
}

/// Where in the suite something was found.
struct Place<G> {
    number: u32,
    seed: Seed,
    entry: u64,
    story: Vec<String>,
    game: PhantomData<G>,
}

impl<G: Game> Place<G> {
    fn new(number: u32, seed: Seed, config: &Value) -> Self {
        let story = vec![format!("config {config}")];
        Place { number, seed, entry: 0, story, game: PhantomData }
    }

    fn finding(&self, flaw: Flaw) -> Finding {
        Finding {
            rule: flaw.rule,
            game: G::ID,
            number: self.number,
            seed: self.seed,
            entry: self.entry,
            text: flaw.text,
            story: self.story.clone(),
        }
    }
}
