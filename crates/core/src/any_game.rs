//! Games behind a dyn-safe door: they open, load and restore matches.

#![warn(clippy::indexing_slicing)]

use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use serde::Serialize;
use serde_json::Value;

use crate::capability::read_plain_state;
use crate::recorded_match::json;
use crate::{
    AnyMatch, BotInfo, CardData, Catalogued, ChartDocument, ConfigError, DataError, DataFile,
    Decks, Game, Match, Millis, Occasion, Preset, Record, RecordedMatch, Replay, ReplayFault, Seed,
    Setting, Sink, Start, Values, VerbCoverage, merge, read_config,
};

/// How a match shall begin.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'a> {
    /// A named setting; the game's usual one if missing.
    pub preset: Option<&'a str>,
    /// Changes to it.
    pub config: &'a Value,
    /// The seed.
    pub seed: Seed,
    /// Scripted dice for the set-up.
    pub luck: Option<&'a [u32]>,
}

/// Why no match could be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenError {
    /// The stable code.
    pub code: &'static str,
    /// English, for people; names the key.
    pub text: String,
}

impl From<ConfigError> for OpenError {
    fn from(error: ConfigError) -> Self {
        OpenError { code: error.code, text: error.to_string() }
    }
}

impl std::fmt::Display for OpenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for OpenError {}

/// What a catalogue says of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Info {
    /// Its id.
    pub game: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// The version of its rules.
    pub rules_version: u32,
    /// How many play with the usual setting.
    pub seats: u8,
    /// Its named settings; the first is the usual one.
    pub presets: Vec<PresetInfo>,
    /// The preset that people play unless they name one.
    pub lobby_preset: &'static str,
    /// The preset that strangers in the queue play unless they name one, if it is not the lobby's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue_preset: Option<&'static str>,
    /// What each player can choose from; empty where all play alike.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub classes: &'static [&'static str],
    /// Its computer players; the first is the usual one.
    pub bots: Vec<BotInfo>,
    /// The config of the usual setting, complete.
    pub config: Value,
    /// Every key of the config, as `--set` takes it.
    pub settings: Vec<Setting>,
}

/// A named setting of a game.
#[derive(Clone, Debug, Serialize)]
pub struct PresetInfo {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
}

/// A game that opens and restores tables.
pub trait AnyGame: Send + Sync {
    /// The game's id.
    fn id(&self) -> &'static str;
    /// What a catalogue says of it.
    fn info(&self) -> &Info;
    /// Its state chart.
    fn chart(&self) -> ChartDocument;
    /// The complete config of a preset with changes, judged by the game.
    fn config(&self, preset: Option<&str>, changes: &Value) -> Result<Value, OpenError>;
    /// Keys of the config that are shown to nobody before the end.
    fn secret_keys(&self) -> &'static [&'static str];
    /// How many decisions every player must have made in a match that moves ratings.
    fn rated_decisions(&self) -> u32;
    /// Where in the config a key of `--set` stands.
    fn path_of(&self, key: &str) -> Vec<String>;
    /// Changes to the config that suit an occasion.
    fn suited(&self, occasion: &Occasion) -> Value;
    /// Changes with the classes that players chose, by seat.
    fn with_classes(
        &self,
        preset: Option<&str>,
        changes: &Value,
        classes: &[Option<String>],
    ) -> Result<Value, OpenError>;
    /// Begins a match.
    fn open(&self, opening: &Opening<'_>) -> Result<Box<dyn AnyMatch>, OpenError>;
    /// Takes up a match at a given state.
    fn load(
        &self,
        opening: &Opening<'_>,
        state: &Value,
        now: Option<Millis>,
    ) -> Result<Box<dyn AnyMatch>, OpenError>;
    /// Folds a replay and verifies every digest and hash of it.
    fn restore(&self, replay: &Replay) -> Result<Box<dyn AnyMatch>, ReplayFault> {
        let table = self.fold(replay, &mut |_| {})?;
        if json(&table.outcome()) == replay.outcome {
            return Ok(table);
        }
        Err(ReplayFault::header("the outcome is not the one that the entries lead to"))
    }
    /// Folds and verifies the entries, whatever the replay says of the outcome; `each` looks at the
    /// table before the first entry and after every one.
    fn fold(
        &self,
        replay: &Replay,
        each: &mut dyn FnMut(&dyn AnyMatch),
    ) -> Result<Box<dyn AnyMatch>, ReplayFault>;
    /// Its decks, if it is played with any.
    fn decks(&self) -> Option<&dyn AnyDecks>;
    /// Its card data, if users can bring their own.
    fn cards(&self) -> Option<&dyn AnyCards>;
}

/// The decks of a game with its loaded card data.
pub trait AnyDecks {
    /// The ids of the decks that line-ups are made of.
    fn ids(&self) -> Vec<String>;
    /// The deck of a file as a document; `None` if it cannot be read as one.
    fn read(&self, file: &DataFile) -> Option<Value>;
    /// What is wrong with the decks of these files.
    fn faults(&self, files: &[DataFile]) -> Vec<DataError>;
    /// What is wrong with a loaded deck; `None` if no deck has this id.
    fn faults_of(&self, id: &str) -> Option<Vec<DataError>>;
}

/// The loaded card data of a game.
pub trait AnyCards {
    /// The cards and the decks that people are offered.
    fn collection(&self) -> Value;
    /// For every verb of the card language the cards and tests that use it.
    fn coverage(&self) -> Vec<VerbCoverage>;
    /// What looks wrong with the data and stops no match.
    fn warnings(&self) -> Vec<DataError>;
}

/// A capability of a game together with the library it works on.
struct Loaded<G: Game, C: ?Sized + 'static> {
    capability: &'static C,
    library: Arc<G::Library>,
}

impl<G: Game> AnyDecks for Loaded<G, dyn Decks<G>> {
    fn ids(&self) -> Vec<String> {
        self.capability.ids(&self.library)
    }

    fn read(&self, file: &DataFile) -> Option<Value> {
        self.capability.read(&self.library, file)
    }

    fn faults(&self, files: &[DataFile]) -> Vec<DataError> {
        self.capability.faults(&self.library, files)
    }

    fn faults_of(&self, id: &str) -> Option<Vec<DataError>> {
        self.capability.faults_of(&self.library, id)
    }
}

impl<G: Game> AnyCards for Loaded<G, dyn CardData<G>> {
    fn collection(&self) -> Value {
        self.capability.collection(&self.library)
    }

    fn coverage(&self) -> Vec<VerbCoverage> {
        self.capability.coverage(&self.library)
    }

    fn warnings(&self) -> Vec<DataError> {
        self.capability.warnings(&self.library)
    }
}

/// So many settings of a game are remembered at once.
const SHARED_MAX: usize = 64;

/// The rule set of a game with its card data.
pub struct LoadedGame<G: Catalogued> {
    library: Arc<G::Library>,
    /// The configured rule sets in use: matches with the same setting share one.
    made: Mutex<Vec<(String, Weak<G>)>>,
    info: OnceLock<Info>,
    decks: Option<Loaded<G, dyn Decks<G>>>,
    cards: Option<Loaded<G, dyn CardData<G>>>,
}

impl<G: Catalogued> LoadedGame<G> {
    /// The rule set with this card data.
    pub fn new(library: Arc<G::Library>) -> Self {
        let decks =
            G::decks().map(|capability| Loaded { capability, library: Arc::clone(&library) });
        let cards =
            G::card_data().map(|capability| Loaded { capability, library: Arc::clone(&library) });
        LoadedGame { library, made: Mutex::default(), info: OnceLock::new(), decks, cards }
    }

    fn read(preset: Option<&str>, changes: &Value) -> Result<G::Config, OpenError> {
        let presets = G::presets();
        let found = match preset {
            Some(name) => presets.iter().find(|preset| preset.name == name),
            None => presets.first(),
        };
        let Some(found) = found else {
            let names: Vec<_> = presets.iter().map(|preset| preset.name).collect();
            let name = preset.unwrap_or_default();
            let text = format!("'{}' has no preset '{name}'; it has {}", G::ID, names.join(", "));
            return Err(OpenError { code: "bad_request", text });
        };
        read_config(&found.config, changes)
            .map_err(|error| ConfigError { code: G::CONFIG_CODE, ..error }.into())
    }

    fn game(&self, config: &G::Config) -> Result<Arc<G>, OpenError> {
        let key = json(config).to_string();
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let known = made.iter().find(|(known, _)| *known == key);
        if let Some(game) = known.and_then(|(_, game)| game.upgrade()) {
            return Ok(game);
        }
        let game = Arc::new(G::new(config.clone(), &self.library)?);
        made.retain(|(_, game)| game.strong_count() > 0);
        if made.len() < SHARED_MAX {
            made.push((key, Arc::downgrade(&game)));
        }
        Ok(game)
    }

    fn open_at_setup(
        &self,
        config: &G::Config,
        seed: Seed,
        luck: Option<&[u32]>,
    ) -> Result<Box<dyn AnyMatch>, OpenError> {
        let (game, mut told) = (self.game(config)?, Vec::new());
        let live = match luck {
            None => Match::open(game, seed, Sink::events(&mut told)),
            Some(luck) => Match::open_scripted(game, seed, luck, Sink::events(&mut told))
                .map_err(|error| OpenError { code: "luck_mismatch", text: error.to_string() })?,
        };
        let luck = luck.map(<[u32]>::to_vec);
        let start = luck.map(|luck| Start { state: None, now: Millis(0), luck: Some(luck) });
        Ok(Box::new(RecordedMatch::new(live, config, start, told)))
    }

    fn open_at_state(
        &self,
        config: &G::Config,
        seed: Seed,
        state: &Value,
        now: Option<Millis>,
    ) -> Result<Box<dyn AnyMatch>, OpenError> {
        let bad = |text: String| OpenError { code: "bad_state", text };
        let game = self.game(config)?;
        let capabilities = game.capabilities();
        let _names = capabilities.naming();
        let read = match capabilities.loads_states {
            Some(loads) => loads.read_state(state),
            None => read_plain_state(state),
        };
        let read = read.map_err(bad)?;
        let now = now.unwrap_or(capabilities.latest(&read));
        if now > Millis::MAX {
            return Err(bad(format!("now: {now} is beyond the last moment a match can reach")));
        }
        let live = Match::at(game, read, seed, now).map_err(bad)?;
        let start = Start { state: Some(json(live.state())), now, luck: None };
        Ok(Box::new(RecordedMatch::new(live, config, Some(start), Vec::new())))
    }

    /// The table as it stood before the first entry of a replay.
    fn begin(&self, replay: &Replay) -> Result<Box<dyn AnyMatch>, ReplayFault> {
        if replay.game != G::ID || replay.rules_version != G::VERSION {
            return Err(ReplayFault::header(format!(
                "it is a match of {} by rules version {}, this program plays {} by version {}",
                replay.game,
                replay.rules_version,
                G::ID,
                G::VERSION
            )));
        }
        let config: G::Config = serde_path_to_error::deserialize(&replay.config)
            .map_err(|error| ReplayFault::header(format!("config: {error}")))?;
        let start = replay.start.as_ref();
        let table = match start.and_then(|start| Some((start.state.as_ref()?, start.now))) {
            Some((state, now)) => self.open_at_state(&config, replay.seed, state, Some(now)),
            None => {
                let luck = start.and_then(|start| start.luck.as_deref());
                self.open_at_setup(&config, replay.seed, luck)
            }
        };
        let mut table = table.map_err(|error| ReplayFault::header(error.text))?;
        if replay.names.len() != usize::from(table.seats()) {
            return Err(ReplayFault::header("names: one per seat expected"));
        }
        table.set_names(replay.names.clone());
        if table.replay().data_digest != replay.data_digest {
            return Err(ReplayFault::header("it was played with other card data"));
        }
        Ok(table)
    }
}

fn lobby_preset<C>(presets: &[Preset<C>]) -> &'static str {
    let named = presets.iter().find(|preset| preset.in_lobby);
    named.or(presets.first()).map_or("", |preset| preset.name)
}

fn settings<G: Catalogued>(config: &Value) -> Vec<Setting> {
    let filled = |setting: Setting| {
        if !setting.default.is_null() {
            return setting;
        }
        let path = G::path_of(&setting.key);
        let place = path.iter().try_fold(config, |at, part| at.get(part));
        let default = match (place.cloned().unwrap_or_default(), &setting.range) {
            // A switch that is off need not stand in the config.
            (Value::Null, Values::Switch) => Value::Bool(false),
            (default, _) => default,
        };
        Setting { default, ..setting }
    };
    G::settings().into_iter().map(filled).collect()
}

impl<G: Catalogued> AnyGame for LoadedGame<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn info(&self) -> &Info {
        self.info.get_or_init(|| {
            let presets = G::presets();
            let config = presets.first().map(|preset| preset.config.clone()).unwrap_or_default();
            let seats = G::new(config.clone(), &self.library).map_or(0, |game| game.seats());
            let about = |preset: &Preset<_>| PresetInfo { name: preset.name, about: preset.about };
            Info {
                game: G::ID,
                about: G::ABOUT,
                rules_version: G::VERSION,
                seats,
                presets: presets.iter().map(about).collect(),
                lobby_preset: lobby_preset(&presets),
                queue_preset: presets.iter().find(|preset| preset.in_queue).map(|found| found.name),
                classes: G::classes(),
                bots: G::bots().to_vec(),
                settings: settings::<G>(&json(&config)),
                config: json(&config),
            }
        })
    }

    fn chart(&self) -> ChartDocument {
        G::chart().document(G::ID)
    }

    fn config(&self, preset: Option<&str>, changes: &Value) -> Result<Value, OpenError> {
        let config = Self::read(preset, changes)?;
        self.game(&config).map(|_| json(&config))
    }

    fn secret_keys(&self) -> &'static [&'static str] {
        G::SECRET_KEYS
    }

    fn rated_decisions(&self) -> u32 {
        G::RATED_DECISIONS
    }

    fn path_of(&self, key: &str) -> Vec<String> {
        G::path_of(key)
    }

    fn suited(&self, occasion: &Occasion) -> Value {
        G::suited(occasion)
    }

    fn with_classes(
        &self,
        preset: Option<&str>,
        changes: &Value,
        classes: &[Option<String>],
    ) -> Result<Value, OpenError> {
        let mut whole = changes.clone();
        let chosen = classes.iter().any(Option::is_some);
        if let Some(line_ups) = G::line_ups().filter(|_| chosen) {
            merge(&mut whole, &line_ups.choose(&Self::read(preset, changes)?, classes));
        }
        Ok(whole)
    }

    fn open(&self, opening: &Opening<'_>) -> Result<Box<dyn AnyMatch>, OpenError> {
        let config = Self::read(opening.preset, opening.config)?;
        self.open_at_setup(&config, opening.seed, opening.luck)
    }

    fn load(
        &self,
        opening: &Opening<'_>,
        state: &Value,
        now: Option<Millis>,
    ) -> Result<Box<dyn AnyMatch>, OpenError> {
        let config = Self::read(opening.preset, opening.config)?;
        self.open_at_state(&config, opening.seed, state, now)
    }

    fn fold(
        &self,
        replay: &Replay,
        each: &mut dyn FnMut(&dyn AnyMatch),
    ) -> Result<Box<dyn AnyMatch>, ReplayFault> {
        let mut table = self.begin(replay)?;
        replay.check_chain()?;
        each(&*table);
        for record in &replay.entries {
            let Record { seq, at, input, id, luck, digest, hash: _ } = record;
            (table.submit(*at, input, luck.as_deref(), *id)).map_err(|refused| {
                ReplayFault::at(*seq, format!("refused with {}", refused.code))
            })?;
            if table.digest() != *digest {
                let text = format!("the digest is {}, the file says {digest}", table.digest());
                return Err(ReplayFault::at(*seq, text));
            }
            each(&*table);
        }
        Ok(table)
    }

    fn decks(&self) -> Option<&dyn AnyDecks> {
        self.decks.as_ref().map(|decks| decks as &dyn AnyDecks)
    }

    fn cards(&self) -> Option<&dyn AnyCards> {
        self.cards.as_ref().map(|cards| cards as &dyn AnyCards)
    }
}
