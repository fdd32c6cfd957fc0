//! What a catalogue wants to know of a game besides its rules: presets, bots, statistics.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::{
    Bot, BotInfo, BotSpec, CardData, Decks, Forecasts, Game, LineUp, LineUps, Preset, Seat,
    SeatSet, Setting, Soak, Tally,
};

/// A game as the catalogue lists it.
pub trait Catalogued: Game {
    /// Its statistics.
    type Tally: Tally<Self>;

    /// One line that tells a newcomer what it is.
    const ABOUT: &'static str;
    /// In what the length of a match is counted, such as `rounds`.
    const LENGTH_UNIT: &'static str;
    /// The simulator's usual cap on that length.
    const LENGTH_CAP: u32;
    /// How many matches a batch has unless told.
    const GAMES: u64 = 10_000;
    /// The code for a config that cannot be read.
    const CONFIG_CODE: &'static str = "bad_config";
    /// Keys of the config that hold what players may not know of each other; shown to nobody before
    /// the end.
    const SECRET_KEYS: &'static [&'static str] = &[];
    /// A match moves ratings only if every player has made this many decisions in it.
    const RATED_DECISIONS: u32 = 3;
    /// The paths of the statistics that a comparison of settings shows; empty for all of them.
    const METRICS: &'static [&'static str] = &[];

    /// Named settings; the first is the usual one.
    fn presets() -> Vec<Preset<Self::Config>>;
    /// Every key of the config with its values and its meaning, in the order in which people read
    /// them. A default that is null is filled in from the usual preset.
    fn settings() -> Vec<Setting> {
        Vec::new()
    }
    /// Where in the config a key of `--set` stands.
    fn path_of(key: &str) -> Vec<String> {
        key.split('.').map(str::to_owned).collect()
    }
    /// Changes to the config that suit an occasion. What users set themselves goes before them.
    fn suited(_occasion: &Occasion) -> Value {
        json!({})
    }

    /// The game's own computer players; the first is the usual one.
    fn bots() -> &'static [BotInfo];
    /// Makes one of `bots`; `None` for an unknown name.
    fn bot(spec: &BotSpec) -> Option<Result<Box<dyn Bot<Self>>, String>>;
    /// The computer player that usually sits at a seat.
    fn usual_bot(&self, _seat: Seat) -> &'static str {
        Self::bots().first().map_or("random", |bot| bot.name)
    }

    /// How long a match has been going on.
    fn length(state: &Self::State) -> u32;
    /// How long the match had been going on when this happened; 0 where an event does not say.
    fn length_at(_event: &Self::Event) -> u32 {
        0
    }
    /// What sits at a seat, for reports.
    fn seat_name(&self, seat: Seat) -> String;
    /// The seats at which people can sit; the others are the computer's.
    fn people(&self) -> SeatSet {
        SeatSet::all(self.seats())
    }

    /// Card data of the user's own.
    fn card_data() -> Option<&'static dyn CardData<Self>> {
        None
    }
    /// Decks that players bring.
    fn decks() -> Option<&'static dyn Decks<Self>> {
        None
    }
    /// Different classes or decks per seat.
    fn line_ups() -> Option<&'static dyn LineUps<Self>> {
        None
    }
    /// The changes to the config that seat a line-up; rejects flags that the game does not have.
    fn seat_line_up(line_up: &LineUp) -> Result<Value, String> {
        match Self::line_ups() {
            Some(line_ups) => line_ups.seat(line_up),
            None => line_up.only(Self::ID, &[]),
        }
    }
    /// The classes that line-ups are made of; empty if all seats are alike.
    fn classes() -> &'static [&'static str] {
        Self::line_ups().map_or(&[], LineUps::classes)
    }
    /// Soak tests of the game's own making.
    fn soak() -> Option<&'static dyn Soak<Self>> {
        None
    }
    /// Figures that are known before anybody plays.
    fn forecasts() -> Option<&'static dyn Forecasts<Self>> {
        None
    }
}

/// Why a config is changed before a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// A batch, which has no wall clock and nobody to mislead.
    Batch,
    /// People who do not sit together: they need clocks.
    Networked,
    /// Some seats are for people, the others for computer players.
    Seated(SeatPlan),
    /// A match that moves ratings.
    Rated,
}

/// Who sits at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatPlan {
    /// The seats of people.
    pub people: SeatSet,
    /// Whether one screen serves several of them.
    pub one_screen: bool,
}

/// Something to be done with one game, whichever it is: one dispatch per batch, none per action.
pub trait Visit {
    /// What comes of it.
    type Out;
    /// Does it.
    fn visit<G: Catalogued>(self, library: &Arc<G::Library>) -> Self::Out;
}
