//! Creatures in the catalogue: presets, settings, computer players, statistics, cards and decks.

use bout_core::{
    Bot, BotInfo, BotSpec, CardData, Catalogued, DataError, DataFile, Decks, Game, LineUp, LineUps,
    Named, Occasion, Preset, Seat, Setting, Soak, VerbCoverage,
};
use serde_json::{Value, json};

use crate::config::{Clocks, Config, Rules};
use crate::event::Event;
use crate::library::Library;
use crate::state::State;
use crate::stats::Stats;
use crate::{Tcg, bots, settings, soak, wire};

impl Catalogued for Tcg {
    type Tally = Stats;

    const ABOUT: &'static str =
        "creature trading cards: evolve, attach energy, attack, take six prizes";
    const LENGTH_UNIT: &'static str = "turns";
    const LENGTH_CAP: u32 = 400;
    const SECRET_KEYS: &'static [&'static str] = &["decks"];
    const GAMES: u64 = 2000;
    const METRICS: &'static [&'static str] = &[
        "endings",
        "first_player_wins",
        "actions_per_game",
        "mulligans",
        "damage_per_turn",
        "flags",
    ];

    fn settings() -> Vec<Setting> {
        settings::settings()
    }

    fn presets() -> Vec<Preset<Config>> {
        let preset =
            |name, about, timers| Preset::new(name, about, Config { timers, ..Config::default() });
        let brought = Config { decks: None, timers: Clocks::STANDARD, ..Config::default() };
        vec![
            preset("default-tournament", "the usual rules, without clocks", Clocks::default()),
            preset(
                "classic-tournament",
                "the same numbers under their other name",
                Clocks::default(),
            ),
            preset(
                "clocked",
                "the usual rules with the clocks of play between people",
                Clocks::STANDARD,
            ),
            Preset::new(
                "brought-decks",
                "the usual rules with clocks; everybody brings a deck",
                brought,
            )
            .in_queue(),
        ]
    }

    fn bots() -> &'static [BotInfo] {
        bots::BOTS
    }

    fn bot(spec: &BotSpec) -> Option<Result<Box<dyn Bot<Self>>, String>> {
        bots::make(spec)
    }

    fn length(state: &State) -> u32 {
        state.turn.into()
    }

    fn length_at(event: &Event) -> u32 {
        event.turn.into()
    }

    fn seat_name(&self, seat: Seat) -> String {
        let deck = self.config.decks.as_ref().and_then(|decks| decks.get(seat.index()));
        deck.map_or_else(|| wire::player_name(seat).to_owned(), |deck| deck.id().to_owned())
    }

    fn suited(occasion: &Occasion) -> Value {
        match occasion {
            Occasion::Batch => json!({"timers": Clocks::default(), "rules": {"turnLimit": 400}}),
            Occasion::Networked => json!({"timers": Clocks::STANDARD}),
            // A player who leaves a rated match has lost it.
            Occasion::Rated => json!({"rules": {"leavePolicy": "concede"}}),
            Occasion::Seated(_) => json!({}),
        }
    }

    fn path_of(key: &str) -> Vec<String> {
        let roots = ["rules", "sets", "decks", "timers"];
        let root = key.split('.').next().unwrap_or_default();
        let path = key.split('.').map(str::to_owned);
        if roots.contains(&root) {
            path.collect()
        } else {
            ["rules".to_owned()].into_iter().chain(path).collect()
        }
    }

    fn card_data() -> Option<&'static dyn CardData<Self>> {
        Some(&Collection)
    }

    fn decks() -> Option<&'static dyn Decks<Self>> {
        Some(&Collection)
    }

    fn line_ups() -> Option<&'static dyn LineUps<Self>> {
        Some(&Collection)
    }

    fn soak() -> Option<&'static dyn Soak<Self>> {
        Some(&soak::Misuse)
    }
}

/// Card sets and decks.
struct Collection;

impl CardData<Tcg> for Collection {
    fn load(&self, files: &[DataFile]) -> Result<Library, Vec<DataError>> {
        Library::load(files)
    }

    fn collection(&self, library: &Library) -> Value {
        library.collection()
    }

    fn coverage(&self, library: &Library) -> Vec<VerbCoverage> {
        library.coverage()
    }

    fn warnings(&self, library: &Library) -> Vec<DataError> {
        library.warnings.clone()
    }
}

impl Decks<Tcg> for Collection {
    fn ids(&self, library: &Library) -> Vec<String> {
        library.offered_decks().map(|deck| deck.id.clone()).collect()
    }

    fn read(&self, library: &Library, file: &DataFile) -> Option<Value> {
        library.read_deck(file).ok()?.map(|deck| json!(deck))
    }

    fn faults(&self, library: &Library, files: &[DataFile]) -> Vec<DataError> {
        library.deck_faults(files, &Rules::default())
    }

    fn faults_of(&self, library: &Library, id: &str) -> Option<Vec<DataError>> {
        library.deck_faults_of(id, &Rules::default())
    }

    fn unplayable(&self, game: &Tcg) -> Option<String> {
        let (decks, laid) = (game.seated.as_ref()?, game.laid.as_ref()?);
        let faulty = decks.iter().zip(laid.iter()).find(|(_, laid)| !laid.errors.is_empty());
        faulty.map(|(deck, laid)| {
            let errors = laid.errors.iter().map(|error| format!("{error} ({})", error.code.name()));
            format!("deck '{}': {}", deck.id, errors.collect::<Vec<_>>().join(", "))
        })
    }
}

impl LineUps<Tcg> for Collection {
    fn seat(&self, line_up: &LineUp) -> Result<Value, String> {
        line_up.only(Tcg::ID, &["decks"])?;
        match line_up.decks.as_deref() {
            None => Ok(json!({})),
            Some([one]) => Ok(json!({"decks": [one, one]})),
            Some([one, two]) => Ok(json!({"decks": [one, two]})),
            Some(several) => Err(format!("{} decks; tcg is played with two", several.len())),
        }
    }
}
